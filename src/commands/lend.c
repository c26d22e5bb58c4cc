/* SPDX-License-Identifier: MIT */
/* Lends a player's seat to a practice opponent and takes it back; lets him leave a game that has
 * not begun. Who plays meanwhile is schedule/practice.c. */
#include "commands/lend.h"

#include <stdio.h>

#include "base/timetext.h"
#include "bot/bot.h"
#include "commands/opponents.h"
#include "commands/vacation.h"
#include "ledger/facts.h"
#include "ledger/work.h"
#include "outbound/answering.h"
#include "outbound/audience.h"
#include "outbound/notice.h"
#include "play/adjudicate.h"
#include "rules/phrase.h"
#include "seal/seal.h"
#include "server/calendar.h"
#include "tell/command_words.h"

enum { DAY_S = 86400, WORD_BYTES = 48, EVERY_DAY = 0x7f };

/* ---- until when, and how ---- */

/* What is left of a line about days once its level was taken out. */
struct loan {
    char days[128];
    const char *level;
    unsigned weekday;
    int64_t count;
};

static void read_loan(const struct incoming *incoming, const char *text, struct loan *loan)
{
    const struct lexicon *words = language_commands(incoming->answer.wording.language);
    struct text days;

    *loan = (struct loan){.level = bot_level_names[BOT_MEDIUM]};
    text_init(&days, loan->days, sizeof loan->days);
    while (*(text += strspn(text, " ,;"))) {
        size_t length = strcspn(text, " ,;");
        char word[WORD_BYTES];
        const char *level;
        unsigned weekday;

        text_copy(word, length + 1 < sizeof word ? length + 1 : sizeof word, text);
        weekday = command_words_weekday(words, word, strlen(word));
        level = command_words_level(words, word);
        if (level)
            loan->level = level;
        else if (weekday && !loan->weekday)
            loan->weekday = weekday;
        if (!level)
            TEXT_PUT(&days, days.length ? " " : "", word);
        text += length;
    }
    loan->count = incoming_days(incoming, loan->days);
}

/* The first midnight there behind a day. */
static int64_t end_of(const char *zone, const struct calendar_day *day, int64_t now)
{
    int64_t at_s = now;

    for (unsigned i = 0; i < 400; i++) {
        struct calendar_day today;

        at_s = calendar_hour(zone, EVERY_DAY, 0, at_s + 1);
        today = calendar_today(zone, at_s);
        if (calendar_compare(day, &today) < 0)
            break;
    }
    return at_s;
}

/* 0: no day was understood. */
static int64_t until_of(const struct incoming *incoming, const struct loan *loan)
{
    const char *zone = incoming->person.zone[0] ? incoming->person.zone : "UTC";
    int64_t now = desk_now(incoming->desk);
    struct calendar_day today = calendar_today(incoming->person.zone, now);
    struct calendar_span span;

    if (vacation_read_dates(incoming->answer.wording.language, loan->days, &today, &span))
        return calendar_compare(&span.to, &today) < 0 ? 0 : end_of(zone, &span.to, now);
    if (phrase_says(language_lexicon(incoming->answer.wording.language, incoming->position->played),
                    loan->days, strlen(loan->days), PHRASE_UNTIL) &&
        vacation_read_days(incoming->answer.wording.language, loan->days, &today, &span))
        return end_of(zone, &span.to, now); /* "until the 10th" */
    if (loan->weekday)                      /* the next one, whole */
        return calendar_hour(zone, 1u << (loan->weekday % 7), 0,
                             calendar_hour(zone, 1u << (loan->weekday - 1), 0, now));
    if (loan->count)
        return now + loan->count * DAY_S;
    return vacation_read_days(incoming->answer.wording.language, loan->days, &today, &span)
               ? end_of(zone, &span.to, now) /* "this weekend" */
               : 0;
}

/* ---- may he ---- */

/* Does he hold a seal of the game that is closed? */
static enum rc holds_one(struct desk *desk, const struct position *position, unsigned seat,
                         bool *holds, struct err *err)
{
    struct ledger_rows rows = ledger_seals(desk->ledger, position->game, 0, INT64_MAX, err);
    uint64_t first, second;

    *holds = false;
    for (struct ledger_seal_row row; ledger_next(&rows, &row);)
        *holds |= row.seal.seat == (int)seat && row.opened_n < 0 && !row.seal.box.at &&
                  replay_seal_entry(position->replay, row.seal.name) == (uint64_t)row.n &&
                  seal_name_family(row.seal.name, &first, &second) == SEAL_GAME;
    return ledger_end(&rows);
}

static enum rc find_refusal(struct incoming *incoming, const char *level, int64_t until_s,
                            const char **why, struct err *err)
{
    const struct position *position = incoming->position;
    unsigned seat = incoming->known->seat, days = replay_lend_days(position->replay);
    int64_t now = desk_now(incoming->desk), opponent = 0;
    bool holds = false;

    *why = NULL;
    TRY(opponents_find(incoming->desk, level, NULL, 0, &opponent, err));
    if (!days || position->genesis.tournament.round)
        *why = "talk.lend-not-agreed";
    else if (!replay_may_lend(position->replay, seat) || position->is_frozen)
        *why = "talk.lend-not-now";
    else if (!until_s)
        *why = "talk.lend-when";
    else if (until_s > now + (int64_t)days * DAY_S)
        *why = "talk.lend-long";
    else if (!opponent)
        *why = "talk.lend-nobody";
    else
        TRY(holds_one(incoming->desk, position, seat, &holds, err));
    if (holds)
        *why = "talk.lend-holds";
    return RC_OK;
}

/* ---- lent, and back ---- */

static enum rc tell_one(struct desk *desk, const struct position *position, unsigned reader,
                        unsigned seat, const struct loan *loan, int64_t until_s, struct err *err)
{
    OWN(buf) level = {0}, until = {0};
    struct wording wording = {0};
    struct person person;

    TRY(people_get(desk, position->player[reader], &person, err));
    wording.language = library_language(desk->library, person.language);
    wording.zone = answering_zone(&person, position);
    command_words_show_value(language_commands(wording.language), loan->level, &level);
    wording_time(&wording, until_s, &until);
    return notice_seat(
        desk, position, reader,
        &(struct notice){.key = "talk.lend-told",
                         .player = seat,
                         .count = 2,
                         .arg = {{"level", buf_text(&level)}, {"until", buf_text(&until)}}},
        err);
}

static enum rc tell_others(struct desk *desk, struct position *position, unsigned seat,
                           const struct loan *loan, int64_t until_s, struct err *err)
{
    TRY(adjudicate_settle(desk, position, err));
    for (unsigned reader = 1; reader <= position->genesis.seats; reader++)
        if (reader != seat && position->player[reader])
            TRY(tell_one(desk, position, reader, seat, loan, until_s, err));
    return audience_tell(desk, position, seat, err);
}

static enum rc log_loan(struct incoming *incoming, const struct loan *loan, int64_t until_s,
                        struct err *err)
{
    struct position *position = incoming->position;
    const unsigned seat = incoming->known->seat;
    struct ledger_timer timer = {LEND_TIMER, position->game, (int64_t)seat, until_s};
    char time[TIMETEXT_BYTES];
    struct entry entry;
    struct text words;

    timetext_write(until_s, time);
    entry_init(&entry, 0, 0, seat, ENTRY_AGREE);
    text_init(&words, entry.words, sizeof entry.words);
    TEXT_PUT(&words, REPLAY_LEND, time, " ", loan->level);
    TRY(incoming_append(incoming, &entry, NULL, 0, err));
    TRY(ledger_timer_set(incoming->desk->ledger, &timer, err));
    return tell_others(incoming->desk, position, seat, loan, until_s, err);
}

enum rc lend_seat(struct incoming *incoming, const char *arguments, struct err *err)
{
    OWN(buf) until = {0}, level = {0};
    struct loan loan;
    const char *why;
    int64_t until_s, most_s;

    read_loan(incoming, arguments, &loan);
    until_s = until_of(incoming, &loan);
    most_s =
        desk_now(incoming->desk) + (int64_t)replay_lend_days(incoming->position->replay) * DAY_S;
    if (until_s > most_s && until_s - DAY_S < most_s) /* his last day is not a whole one */
        until_s = most_s;
    TRY(find_refusal(incoming, loan.level, until_s, &why, err));
    if (!why &&
        incoming_is_older(incoming, position_since(incoming->position, incoming->known->seat)))
        return RC_OK;
    if (!why)
        TRY(log_loan(incoming, &loan, until_s, err));
    wording_time(&incoming->answer.wording, until_s, &until);
    command_words_show_value(language_commands(incoming->answer.wording.language), loan.level,
                             &level);
    return incoming_tell(incoming, why ? why : "talk.lend-done", "level", buf_text(&level), "until",
                         buf_text(&until), "n",
                         TEXT_INT(replay_lend_days(incoming->position->replay)), NULL);
}

static enum rc take_back(struct desk *desk, struct position *position, unsigned seat,
                         struct err *err)
{
    struct entry entry;

    TRY(ledger_timer_drop(desk->ledger, LEND_TIMER, position->game, (int64_t)seat, err));
    if (!replay_is_lent(position->replay, seat))
        return RC_OK;
    entry_init(&entry, 0, 0, ENTRY_TABLE, ENTRY_REMARK);
    snprintf(entry.words, sizeof entry.words, REPLAY_BACK "%u", seat);
    TRY(position_append(desk, position, &entry, NULL, 0, NULL, err));
    return notice_settled(desk, position, seat,
                          &(struct notice){.key = "talk.lend-back", .player = seat}, err);
}

enum rc lend_returned(struct incoming *incoming, struct err *err)
{
    struct position *position = incoming->position;
    const unsigned seat = incoming->known->seat;
    enum rc rc;

    if (!position || !seat || !incoming->known->sender ||
        incoming->known->sender != position->player[seat] ||
        !replay_is_lent(position->replay, seat) || position->is_frozen)
        return RC_OK;
    rc = take_back(incoming->desk, position, seat, err);
    if (rc == RC_OK)
        incoming_tell(incoming, "talk.lend-returned", "n", "", NULL);
    incoming->fate.plays_again = rc == RC_OK;
    return rc;
}

enum rc lend_due(struct desk *desk, int64_t game, unsigned seat, struct err *err)
{
    struct position *position;

    TRY(position_get(desk, game, &position, err));
    if (position->is_frozen || position->phase == POSITION_OVER)
        return ledger_timer_drop(desk->ledger, LEND_TIMER, game, (int64_t)seat, err);
    TRY(take_back(desk, position, seat, err));
    return audience_tell(desk, position, 0, err);
}

/* ---- leaving what has not begun ---- */

static enum rc leave_game(struct incoming *incoming, struct err *err)
{
    struct position *position = incoming->position;
    struct entry entry;

    entry_init(&entry, 0, 0, incoming->known->seat, ENTRY_AGREE);
    text_copy(entry.words, sizeof entry.words, REPLAY_LEAVE);
    TRY(incoming_append(incoming, &entry, NULL, 0, err));
    entry_init(&entry, 0, 0, ENTRY_TABLE, ENTRY_END);
    entry.result = ENTRY_VOID;
    snprintf(entry.words, sizeof entry.words, POSITION_LEFT " seat/%u", incoming->known->seat);
    TRY(adjudicate_end(incoming->desk, position, &entry, err));
    incoming_tell(incoming, "talk.left", "n", "", NULL);
    return notice_all(incoming->desk, position, incoming->known->seat, NULL, err);
}

enum rc lend_leave(struct incoming *incoming, const char *arguments, struct err *err)
{
    const struct position *position = incoming->position;

    (void)arguments;
    if (!position->is_frozen && replay_may_leave(position->replay, incoming->known->seat))
        return leave_game(incoming, err);
    return incoming_tell(
        incoming, position->genesis.tournament.round ? "talk.left-tournament" : "talk.left-not",
        "n", "", NULL);
}
