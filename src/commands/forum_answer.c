/* SPDX-License-Identifier: MIT */
/* Decides where a post is answered: in its topic, by a private message, by mail or sealed.
 * Posting is left to outbound/forum_send.c. */
#include "commands/forum_answer.h"

#include <stdio.h>

#include "outbound/forum_queue.h"
#include "outbound/outbox.h"
#include "forum/forum.h"
#include "ledger/derived.h"
#include "ledger/topics.h"
#include "ledger/work.h"

/* ---- answers to posts ---- */

/* Does an order hold what others may not know yet? */
static bool is_secret(const struct incoming *incoming, const char *text)
{
    const struct game *game = incoming->position->played;
    struct order order;

    return game->text->read_order(position_rulebook(incoming->position), incoming->known->seat,
                                  text, strlen(text), &order) &&
           game->text->kinds[order.kind].flags & ORDER_SECRET;
}

/* Lines as understood; what was sealed, said in private, or should have been, is not repeated to
 * others. */
static void put_lines(const struct incoming *incoming, struct values *values, struct value *said)
{
    const struct value *lines = value_get(incoming->answer.map, "lines");
    struct value *list = value_set_list(said, "lines");
    bool secret = incoming->known->sealed || incoming->known->read.post.kind != FORUM_POST_PUBLIC;

    value_set_text(said, "by", incoming->person.name);
    value_set_flag(said, "sealed", secret);
    for (size_t i = 0; !secret && i < value_count(lines); i++) {
        const struct value *line = value_at(lines, i);
        const char *order = value_get_text(value_get(line, "order"));

        if (!value_is_true(value_get(line, "done")))
            continue;
        if (is_secret(incoming, order))
            value_set_flag(said, "exposed", true);
        else
            value_add(list, value_text(values, order));
    }
}

static bool did_something(const struct incoming *incoming)
{
    return (incoming->fate.outcome == LEDGER_ACCEPTED || incoming->fate.outcome == LEDGER_PART) &&
           incoming->position && incoming->known->seat;
}

static enum rc answer_in_public(struct incoming *incoming, struct err *err)
{
    OWN_AT(values) values = values_new();
    struct value *said = value_map(values);

    put_lines(incoming, values, said);
    TRY(values_rc(values, err));
    return forum_queue(incoming->desk, incoming->position, said, err);
}

/* Where a private answer goes: into the forum, else by mail. */
static bool find_place(const struct incoming *incoming, char place[FORUM_PLACE_BYTES])
{
    char account[PERSON_ACCOUNT_BYTES];

    if (!forum_takes_messages(incoming->desk->config))
        return false;
    snprintf(account, sizeof account, "%lld:%.*s", (long long)incoming->known->read.post.user,
             (int)sizeof account - 24, incoming->known->read.post.name);
    forum_place_of(account, place);
    return true;
}

static enum rc answer_in_private(struct incoming *incoming, const char *place, struct err *err)
{
    struct outbox_letter letter = incoming_answer_letter(incoming);

    letter.place = place;
    return outbox_put(incoming->desk, &letter, NULL, err);
}

/* In the topic that he wrote in. */
static enum rc say_in_topic(struct incoming *incoming, struct values *values, struct value *map,
                            struct err *err)
{
    char place[FORUM_PLACE_BYTES];
    const struct outbox_letter letter = {.kind = OUTBOX_SAY,
                                         .n = -1,
                                         .seat = FORUM_SEAT,
                                         .reply_to = incoming->known->id,
                                         .place = place,
                                         .values = map};

    TRY(values_rc(values, err));
    if (!incoming->known->read.post.topic)
        return RC_OK;
    snprintf(place, sizeof place, "topic/%lld", (long long)incoming->known->read.post.topic);
    return outbox_put(incoming->desk, &letter, NULL, err);
}

/* Nobody can be told alone: the topic says that something was refused, and not what. */
static enum rc answer_without_secrets(struct incoming *incoming, struct err *err)
{
    OWN_AT(values) values = values_new();
    struct value *map = value_map(values);

    value_set_text(map, "by", incoming->known->read.post.name);
    value_set_flag(map, "refused", true);
    return incoming->answer.hold_s ? RC_OK : say_in_topic(incoming, values, map, err);
}

static bool has_mail(const struct incoming *incoming)
{
    return incoming->known->sender && incoming->person.address_id &&
           !config_is_account(incoming->desk->config, incoming->person.address);
}

/* In the topic, sealed to the player's own key: where there is no other way to him. */
static bool find_sealed_place(const struct incoming *incoming, char place[FORUM_PLACE_BYTES])
{
    if (!incoming->known->read.post.topic || !incoming->known->sender || !incoming->person.key[0] ||
        has_mail(incoming))
        return false;
    snprintf(place, FORUM_PLACE_BYTES, "topic/%lld", (long long)incoming->known->read.post.topic);
    return true;
}

enum rc forum_answer(struct incoming *incoming, bool *told, struct err *err)
{
    bool done = did_something(incoming), secret = incoming->known->sealed;
    bool wholly = done && incoming->fate.outcome == LEDGER_ACCEPTED && !secret &&
                  incoming->known->read.post.kind == FORUM_POST_PUBLIC &&
                  !value_count(incoming->answer.paragraphs);
    char place[FORUM_PLACE_BYTES];
    bool in_forum = find_place(incoming, place) || find_sealed_place(incoming, place);

    *told = false;
    TRY(done ? answer_in_public(incoming, err) : RC_OK);
    if (wholly)
        return RC_OK;
    *told = in_forum || has_mail(incoming);
    return *told ? answer_in_private(incoming, in_forum ? place : NULL, err)
                 : answer_without_secrets(incoming, err);
}

/* ---- announcements ---- */

enum rc forum_announce(struct incoming *incoming, const struct forum_announcement *told,
                       struct err *err)
{
    OWN_AT(values) values = values_new();
    struct value *map = value_map(values), *names = value_set_list(map, "mentions");

    value_set_text(map, "announcement", told->text);
    for (unsigned i = 0; i < told->count; i++) {
        char name[FORUM_NAME_BYTES + 1] = "";
        struct person person;

        if (!told->player[i])
            continue;
        TRY(people_get(incoming->desk, told->player[i], &person, err));
        forum_mention(person.account, name);
        if (name[0])
            value_add(names, value_text(values, name));
    }
    return say_in_topic(incoming, values, map, err);
}

/* ---- linking ---- */

enum rc forum_run_link(struct incoming *incoming, const char *arguments, struct err *err)
{
    char code[FORUM_CODE_BYTES], line[FORUM_CODE_BYTES + 8];

    (void)arguments;
    if (!forum_is_on(incoming->desk) || incoming->known->read.post.kind != FORUM_POST_NONE)
        return SAY(incoming, forum_is_on(incoming->desk) ? "forum.link-here" : "forum.link-none",
                   "n", "");
    TRY(forum_link_code(incoming->desk, incoming->known->sender, desk_now(incoming->desk), code,
                        err));
    snprintf(line, sizeof line, "  link %s", code); /* a line of its own, to be copied */
    SAY(incoming, "forum.link-code", "n", "");
    incoming_add(incoming, line);
    return RC_OK;
}
