/* SPDX-License-Identifier: MIT */
/* Changes a game's clocks: extensions, pauses, other rules. What a clock shows is reckoned in
 * timing.c. */
#include "play/clocks.h"

#include "ledger/work.h"
#include "play/deadlines.h"

/* ---- extensions, pauses, rules ---- */

static enum rc put_clock(struct desk *desk, struct position *position, unsigned who,
                         const char *words, struct err *err)
{
    struct entry entry;

    entry_init(&entry, 0, 0, who, ENTRY_CLOCK);
    text_copy(entry.words, sizeof entry.words, words);
    return position_append(desk, position, &entry, NULL, 0, NULL, err);
}

static enum rc check_goes_on(const struct position *position, struct err *err)
{
    FAIL_IF(position->phase == POSITION_OVER, err, RC_USAGE, "this game is over");
    FAIL_IF(!position->rostered, err, RC_USAGE, "this game has not begun");
    if (position->waits)
        return ERR(err, RC_USAGE, "its players have not agreed to go on behind lost entries");
    return RC_OK;
}

static bool is_meant(const struct timing_open *open, unsigned seat)
{
    return deadlines_is_timed(open) && (!seat || open->seat == seat);
}

/* All questions are looked at before the first is moved: all or none. */
static enum rc check_extension(const struct desk *desk, const struct position *position,
                               unsigned seat, int64_t by_s, unsigned *count, struct err *err)
{
    *count = 0;
    TRY(check_goes_on(position, err));
    if (position->timing.pause_s)
        return ERR(err, RC_USAGE, "the clocks of this game stand; postern game resume first");
    for (unsigned i = 0; i < position->timing.open_count; i++) {
        const struct timing_open *open = &position->timing.open[i];

        if (!is_meant(open, seat))
            continue;
        ++*count;
        if (by_s < 0 && timing_deadline(open) + by_s <= desk_now(desk))
            return ERR(err, RC_USAGE, "a deadline would lie in the past; give less");
    }
    FAIL_IF(!*count, err, RC_USAGE, "no question with a deadline is open there");
    return RC_OK;
}

enum rc clocks_extend(struct desk *desk, struct position *position, unsigned who, unsigned seat,
                      int64_t by_s, unsigned *moved, struct err *err)
{
    enum rc rc = check_extension(desk, position, seat, by_s, moved, err);
    TEXT_IN(words, array, 64);

    text_put(&words, "extend ");
    if (seat)
        TEXT_PUT(&words, "seat/", TEXT_INT(seat), " ");
    timing_write_duration(by_s, &words);
    THEN(rc, put_clock(desk, position, who, array, err));
    for (unsigned i = 0; rc == RC_OK && i < position->timing.open_count; i++) {
        struct timing_open open = position->timing.open[i];

        if (is_meant(&open, seat))
            rc = deadlines_set(desk, position, open.decision, open.seat, open.due_s + by_s, err);
    }
    return rc;
}

enum rc clocks_give_day(struct desk *desk, struct position *position, const char *words,
                        unsigned seat, struct err *err)
{
    TEXT_IN(text, array, ENTRY_AWAY_BYTES);

    TEXT_PUT(&text, words, TEXT_INT(seat));
    return put_clock(desk, position, ENTRY_TABLE, array, err);
}

/* The whole allowance from now on; nobody is left with less than he had. */
enum rc clocks_renew(struct desk *desk, struct position *position, unsigned seat, struct err *err)
{
    struct calendar calendar;

    TRY(deadlines_calendar_of(desk, position, seat, &calendar, err));
    for (unsigned i = 0; i < position->timing.open_count; i++) {
        struct timing_open open = position->timing.open[i];
        int64_t whole = position->timing.rules.allowance_s[open.time_class], target;

        target = deadlines_add(&position->timing.rules, &calendar, open.time_class, desk_now(desk),
                               whole) +
                 open.grace_s;
        if (is_meant(&open, seat) && !position->timing.pause_s && target > open.due_s)
            TRY(deadlines_set(desk, position, open.decision, open.seat, target, err));
    }
    return RC_OK;
}

enum rc clocks_pause(struct desk *desk, struct position *position, unsigned who, struct err *err)
{
    TRY(check_goes_on(position, err));
    FAIL_IF(position->timing.pause_s, err, RC_USAGE, "the clocks of this game stand already");
    TRY(put_clock(desk, position, who, "pause", err));
    return who == ENTRY_KEEPER /* that of an earlier pause may still wait */
               ? ledger_timer_drop(desk->ledger, CLOCKS_PAUSE_TIMER, position->game, 0, err)
               : ledger_timer_set(desk->ledger,
                                  &(struct ledger_timer){CLOCKS_PAUSE_TIMER, position->game, 0,
                                                         desk_now(desk) + CLOCKS_PAUSE_FIRST_S},
                                  err);
}

/* What each question has left when the clocks go again. */
static enum rc left_of_all(struct desk *desk, const struct position *position,
                           int64_t left_s[DECISIONS_MAX], struct calendar calendar[DECISIONS_MAX],
                           struct err *err)
{
    for (unsigned i = 0; i < position->timing.open_count; i++) {
        const struct timing_open *open = &position->timing.open[i];
        int64_t pause = position->timing.pause_s;
        int64_t since = pause > open->opened_s ? pause : open->opened_s;

        TRY(deadlines_calendar_of(desk, position, open->seat, &calendar[i], err));
        left_s[i] = open->moves || open->opened_s < pause
                        ? calendar_between(&calendar[i], since, timing_deadline(open))
                        : open->left_s;
    }
    return RC_OK;
}

static enum rc set_going(struct desk *desk, struct position *position, const int64_t *left_s,
                         const struct calendar *calendar, struct err *err)
{
    int64_t now = position->at_s;

    for (unsigned i = 0; i < position->timing.open_count; i++) {
        struct timing_open open = position->timing.open[i];
        int64_t target =
            deadlines_add(&position->timing.rules, &calendar[i], open.time_class, now, left_s[i]) +
            open.grace_s;

        if (is_meant(&open, 0) &&
            (open.is_set || target != open.due_s || timing_has_hours(&position->timing.rules)))
            TRY(deadlines_set(desk, position, open.decision, open.seat, target, err));
    }
    return RC_OK;
}

enum rc clocks_resume(struct desk *desk, struct position *position, unsigned who, struct err *err)
{
    OWN_MEMORY struct calendar *calendar = calloc(DECISIONS_MAX, sizeof *calendar);
    int64_t left_s[DECISIONS_MAX];

    TRY(calendar ? check_goes_on(position, err)
                 : ERR(err, RC_NO_MEMORY, "no memory for calendars"));
    FAIL_IF(!position->timing.pause_s, err, RC_USAGE, "the clocks of this game go already");
    TRY(left_of_all(desk, position, left_s, calendar, err));
    TRY(put_clock(desk, position, who, "resume", err));
    return set_going(desk, position, left_s, calendar, err);
}

enum rc clocks_agree(struct desk *desk, struct position *position, unsigned seat, const char *what,
                     const struct position_letter *letter, bool *done, uint32_t *missing,
                     struct err *err)
{
    bool pause = text_equal(what, "pause");
    struct entry entry;

    *done = false;
    *missing = replay_clock_missing(position->replay);
    if (*missing & 1u << seat) {
        entry_init(&entry, 0, 0, seat, ENTRY_AGREE);
        entry.letter = letter && letter->raw;
        text_copy(entry.words, sizeof entry.words, what);
        TRY(position_append(desk, position, &entry, NULL, 0, letter, err));
        *missing = replay_clock_missing(position->replay);
    }
    *done = !*missing;
    if (*missing)
        return RC_OK;
    return pause ? clocks_pause(desk, position, ENTRY_TABLE, err)
                 : clocks_resume(desk, position, ENTRY_TABLE, err);
}

enum rc clocks_change_rules(struct desk *desk, struct position *position, const char *rules,
                            struct err *err)
{
    struct timing_rules made = position->timing.rules;
    TEXT_IN(text, words, ENTRY_WORDS_BYTES);

    TRY(check_goes_on(position, err));
    TRY(timing_read_terms(rules, &made, err));
    text_put(&text, "rules ");
    timing_write(&made, &text);
    if (!made.free[0])
        text_put(&text, " free=none");
    return put_clock(desk, position, ENTRY_KEEPER, words, err);
}
