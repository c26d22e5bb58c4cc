/* SPDX-License-Identifier: MIT */
#include "talk/standing_letter.h"

#include <string.h>

#include "match/own.h"
#include "match/wishes.h"

enum { LINE_BYTES_MAX = 400 /* fits the words of an opening */ };

static void list_lines(struct incoming *incoming)
{
    const struct own_line *line[OWN_LINES_MAX];
    unsigned count = own_in_force(incoming->position, incoming->seat, UINT64_MAX, line);

    incoming_say(incoming, count ? "desk.standing-list" : "desk.standing-empty",
                 (const char *)NULL);
    for (unsigned i = 0; i < count; i++) {
        struct buf text = {0};
        size_t length;
        const char *words = own_text(incoming->position, line[i], &length);

        WORDING(&incoming->answer.wording, &text,
                line[i]->opened ? "desk.standing-opened" : "desk.standing-line", "text",
                words ? words : "?");
        incoming_add(incoming, buf_text(&text));
        buf_wipe(&text);
    }
}

/* Log a line under its own seal; the first of a letter seals the letter along. */
static enum rc log_line(struct incoming *incoming, const char *text, struct err *err)
{
    struct position *position = incoming->position;
    struct entry entry;
    struct position_seal seal = {
        .name = entry.name, .seat = incoming->seat, .payload = text, .length = strlen(text)};

    incoming->fate.left_lines = true;
    entry_init(&entry, 0, 0, incoming->seat, ENTRY_OWN);
    seal_name_write(SEAL_OWN, incoming->seat, (uint64_t)position->own_count[incoming->seat] + 1,
                    entry.name);
    return incoming_append(incoming, &entry, &seal, 1, err);
}

/* Why a line is not taken: a sentence of the desk, or the rules' verdict; NULL = it is. */
static const char *refusal(const struct incoming *incoming, const char *text,
                           struct verdict *verdict)
{
    const struct position *position = incoming->position;
    const struct own_line *line[OWN_LINES_MAX];
    struct order order = {.seat = (uint8_t)incoming->seat};

    if (position->is_frozen)
        return "desk.frozen";
    if (position->phase == POSITION_OVER)
        return "desk.game-over";
    if (!position->rostered || !position->played->standing)
        return "desk.standing-unknown";
    if (strlen(text) > LINE_BYTES_MAX)
        return "desk.standing-long";
    if (text_equal_folded(text, OWN_NONE))
        return NULL;
    if (*text == WISH_MARK || strpbrk(text, "[]\t"))
        return "desk.standing-long";
    if (own_in_force(position, incoming->seat, UINT64_MAX, line) == OWN_LINES_MAX)
        return "desk.standing-many";
    return position->played->standing->answer(
               position_rulebook(position),
               language_lexicon(incoming->answer.wording.language, position->played),
               position_state(position), NULL, text, strlen(text), &order, verdict) == VERDICT_DONE
               ? NULL
               : "desk.standing-refused";
}

static void answer(struct incoming *incoming, const char *key, const char *text,
                   const struct verdict *verdict)
{
    struct buf line = {0}, reason = {0};

    if (verdict->kind == VERDICT_ILLEGAL || verdict->kind == VERDICT_MALFORMED)
        wording_verdict(&incoming->answer.wording, verdict, &reason);
    WORDING(&incoming->answer.wording, &line, key, "text", text, "reason", buf_text(&reason));
    incoming_add(incoming, buf_text(&line));
    buf_wipe(&line);
    buf_wipe(&reason);
}

enum rc standing_letter(struct incoming *incoming, const char *arguments, struct err *err)
{
    struct verdict verdict = {0};
    const char *why;
    bool none = text_equal_folded(arguments, OWN_NONE);
    enum rc rc = answering_wording(incoming->desk, incoming->position, incoming->person.language,
                                   &incoming->answer.names, &incoming->answer.wording, err);

    if (rc != RC_OK)
        return rc;
    if (!*arguments) {
        list_lines(incoming);
        return RC_OK;
    }
    why = refusal(incoming, arguments, &verdict);
    if (!why && incoming->read.orders.flags & INCOMING_PREVIEW)
        why = "desk.standing-fits";
    if (why) {
        answer(incoming, why, arguments, &verdict);
        return RC_OK;
    }
    rc = log_line(incoming, none ? OWN_NONE : arguments, err);
    if (rc == RC_OK)
        answer(incoming, none ? "desk.standing-none" : "desk.standing-taken", arguments, &verdict);
    return rc;
}
