/* SPDX-License-Identifier: MIT */
/* Queues one sentence to somebody, in his language. Who is told is the caller's decision. */
#include "outbound/notice.h"

#include "outbound/answering.h"
#include "outbound/outbox.h"
#include "outbound/audience.h"
#include "ledger/derived.h"
#include "play/adjudicate.h"
#include "people/people.h"
#include "tell/command_words.h"
#include "tell/tell.h"

static void put_actions(const struct notice *notice, const struct language *language,
                        struct values *values, struct value *map)
{
    struct value *offered = NULL;

    for (unsigned i = 0; i < NOTICE_ACTIONS; i++) {
        OWN(buf) line = {0};

        if (!notice->action[i])
            continue;
        offered = offered ? offered : value_set_list(map, "offered");
        command_words_show(language_commands(language), notice->action[i], &line);
        value_add(offered, value_text(values, buf_text(&line)));
    }
}

/* The notice as values of a letter; then the letter. */
static enum rc put(struct desk *desk, const struct notice *notice, const char *language,
                   struct outbox_letter *letter, struct err *err)
{
    OWN_AT(values) values = values_new();
    struct value *map = value_map(values);
    const struct sentences *sentences =
        language_sentences(library_language(desk->library, language));
    struct sentence_arg arg[NOTICE_ARGS_MAX + 1];
    unsigned count = notice->count;
    const char *subject = notice->subject;
    OWN_WIPED(buf) text = {0};

    memcpy(arg, notice->arg, sizeof notice->arg);
    if (notice->about) {
        arg[count++] = (struct sentence_arg){"title", tell_title(sentences, notice->about)};
        subject = subject ? subject : tell_title(sentences, notice->about);
    }
    /* What it wrote where a name is missing is readable. */
    (void)!sentences_write(sentences, notice->key, arg, count, &text, NULL);
    value_set_text(map, "message", buf_text(&text));
    put_actions(notice, library_language(desk->library, language), values, map);
    letter->facts.subject = subject;
    letter->facts.offer = notice->offer;
    if (notice->file) {
        letter->facts.file = notice->file;
        letter->facts.file_text = buf_text(notice->text);
    }
    letter->values = map;
    TRY(values_rc(values, err));
    return outbox_put(desk, letter, NULL, err);
}

static enum rc add_name(struct desk *desk, const struct position *position, unsigned seat,
                        const char *language, const char *arg, struct notice *notice,
                        char name[ANSWERING_NAME_BYTES], struct err *err)
{
    if (!seat || notice->count == NOTICE_ARGS_MAX)
        return RC_OK;
    notice->arg[notice->count++] = (struct sentence_arg){arg, name};
    return answering_name(desk, position, seat, language, name, ANSWERING_NAME_BYTES, err);
}

enum rc notice_seat(struct desk *desk, const struct position *position, unsigned seat,
                    const struct notice *notice, struct err *err)
{
    struct outbox_letter letter = {.kind =
                                       position->phase == POSITION_OVER ? OUTBOX_END : OUTBOX_TURN,
                                   .game = position->game,
                                   .seat = seat,
                                   .n = (int64_t)position->chain.number,
                                   .facts.player = position->player[seat]};
    char player[ANSWERING_NAME_BYTES], other[ANSWERING_NAME_BYTES];
    struct notice named = *notice;
    int64_t shown, out;
    struct person person;

    TRY(people_get(desk, letter.facts.player, &person, err));
    TRY(ledger_shown(desk->ledger, position->game, (int)seat, &shown, &out, err));
    letter.facts.from_n = shown < 0 ? 0 : shown;
    TRY(add_name(desk, position, notice->player, person.language, "player", &named, player, err));
    TRY(add_name(desk, position, notice->other, person.language, "other", &named, other, err));
    return put(desk, &named, person.language, &letter, err);
}

enum rc notice_player(struct desk *desk, int64_t player, const struct notice *notice,
                      struct err *err)
{
    struct outbox_letter letter = {.kind = OUTBOX_NOTE, .n = -1, .facts.player = player};
    struct person person;

    TRY(people_get(desk, player, &person, err));
    return put(desk, notice, person.language, &letter, err);
}

enum rc notice_keeper(struct desk *desk, const struct notice *notice, struct err *err)
{
    struct outbox_letter letter = {.kind = OUTBOX_NOTE, .n = -1, .address = desk->config->keeper};

    return *desk->config->keeper ? put(desk, notice, desk->config->language, &letter, err) : RC_OK;
}

enum rc notice_settled(struct desk *desk, struct position *position, unsigned but,
                       const struct notice *notice, struct err *err)
{
    TRY(adjudicate_settle(desk, position, err));
    for (unsigned seat = 1; notice->key && seat <= position->genesis.seats; seat++)
        if (seat != but && position->player[seat])
            TRY(notice_seat(desk, position, seat, notice, err));
    return audience_tell(desk, position, but, err);
}

enum rc notice_all(struct desk *desk, struct position *position, unsigned but, const char *sentence,
                   struct err *err)
{
    return notice_settled(desk, position, but, &(struct notice){.key = sentence}, err);
}
