/* SPDX-License-Identifier: MIT */
/* Deadlines that were set, and days that the time rules give a seat beyond them: of a stock, drawn
 * when its time has run out, and for the asking before. Source: doc/record.md, "Replay". */

#include "base/timetext.h"
#include "record/replay_p.h"

enum { DAY_S = 86400 };

const struct due *replay_find_due(const struct replay *replay, unsigned seat, uint64_t decision)
{
    for (unsigned i = replay->due_count; i-- > 0;)
        if (replay->due[i].seat == seat && replay->due[i].decision == decision)
            return &replay->due[i];
    return NULL;
}

int64_t replay_due(const struct replay *replay, unsigned seat, uint64_t decision)
{
    const struct due *due = replay_find_due(replay, seat, decision);

    return due ? due->due_s : ENTRY_NO_TIME;
}

bool replay_is_due(const struct replay *replay, unsigned seat, uint64_t decision)
{
    return replay_find_due(replay, seat, decision) != NULL;
}

bool replay_luck_is_open(const struct replay *replay)
{
    for (unsigned seat = 1; seat <= replay->genesis.seats; seat++)
        if (replay->luck_pending[seat])
            return false;
    return replay->lucked;
}

static int64_t year_of(int64_t at_s)
{
    char time[TIMETEXT_BYTES];
    int64_t year = 0;

    timetext_write(at_s, time);
    text_to_int(time, 4, &year);
    return year;
}

/* The seat that "vacation seat/2" gives a day; 0 = they are other words. */
static unsigned day_seat(const char *words, const char *start)
{
    return text_starts_with(words, start) ? (unsigned)(words[strlen(start)] - '0') : 0;
}

bool replay_draws(const struct replay *replay, unsigned seat, int64_t at_s)
{
    const struct stock *has = &replay->stock[seat];
    const struct replay_days *days = &replay->days;
    unsigned of_year = has->year == year_of(at_s) ? has->drawn_of_year : 0;

    if (!has->agreed || replay->holder[seat] != ENTRY_PLAYER || replay->paused || replay->over ||
        replay->lost || !replay_luck_is_open(replay) || (!days->stock && !days->yearly) ||
        (days->stock && has->drawn >= days->stock) || (days->yearly && of_year >= days->yearly) ||
        (days->once && has->row >= days->once))
        return false;
    for (unsigned i = 0; i < replay->now.question_count; i++) {
        const struct decision *question = &replay->now.question[i];

        if (question->seat == seat && question->fallback != FALLBACK_NONE &&
            replay_is_due(replay, seat, question->id) &&
            replay_due(replay, seat, question->id) <= at_s)
            return true;
    }
    return false;
}

unsigned replay_drawn(const struct replay *replay, unsigned seat)
{
    return replay->stock[seat].drawn;
}

unsigned replay_stock_left(const struct replay *replay, unsigned seat, int64_t at_s)
{
    const struct stock *has = &replay->stock[seat];
    const struct replay_days *days = &replay->days;
    unsigned of_year = has->year == year_of(at_s) ? has->drawn_of_year : 0;
    unsigned left = days->stock ? days->stock - has->drawn : days->yearly;

    return days->yearly && days->yearly - of_year < left ? days->yearly - of_year : left;
}

bool replay_stock_agreed(const struct replay *replay, unsigned seat)
{
    return replay->stock[seat].agreed;
}

unsigned replay_extensions_left(const struct replay *replay, unsigned seat)
{
    unsigned got = replay->stock[seat].got;

    return replay->days.extensions > got ? replay->days.extensions - got : 0;
}

/* Has it a deadline that had not passed by then? */
static bool is_in_time(const struct replay *replay, unsigned seat, int64_t came_s)
{
    for (unsigned i = 0; i < replay->now.question_count; i++)
        if (replay->now.question[i].seat == seat &&
            replay_is_due(replay, seat, replay->now.question[i].id) &&
            replay_due(replay, seat, replay->now.question[i].id) >= came_s)
            return true;
    return false;
}

bool replay_may_extend(const struct replay *replay, unsigned seat, int64_t came_s)
{
    return replay->holder[seat] == ENTRY_PLAYER && replay_extensions_left(replay, seat) &&
           !replay->paused && !replay->over && !replay->lost && replay_luck_is_open(replay) &&
           is_in_time(replay, seat, came_s);
}

enum rc replay_agree_day(struct replay *replay, const struct entry *entry, struct err *err)
{
    struct stock *has = &replay->stock[entry->who];

    if (text_equal(entry->words, REPLAY_VACATION))
        has->agreed = true;
    if (!text_equal(entry->words, REPLAY_EXTENSION))
        return RC_OK;
    if (!replay_may_extend(replay, entry->who,
                           entry->came_s == ENTRY_NO_TIME ? entry->time_s : entry->came_s))
        return ERR(err, RC_BAD_INPUT, "a day is asked for that the time rules do not give now");
    has->asked = true;
    return RC_OK;
}

void replay_decline_day(struct replay *replay, const struct entry *entry)
{
    if (text_equal(entry->words, REPLAY_VACATION))
        replay->stock[entry->who].agreed = false;
    if (text_equal(entry->words, REPLAY_EXTENSION))
        replay->stock[entry->who].asked = false;
}

static void give_day(struct replay *replay, unsigned seat)
{
    for (unsigned i = 0; i < replay->due_count; i++)
        if (replay->due[i].seat == seat)
            replay->due[i].due_s += DAY_S;
}

static enum rc take_drawn(struct replay *replay, unsigned seat, int64_t at_s, struct err *err)
{
    struct stock *has = &replay->stock[seat];

    if (!replay_draws(replay, seat, at_s))
        return ERR(err, RC_BAD_INPUT, "a day of vacation that was not to be drawn");
    if (has->year != year_of(at_s))
        has->drawn_of_year = 0;
    has->year = year_of(at_s);
    has->drawn_of_year++;
    has->drawn++;
    has->row++;
    give_day(replay, seat);
    return RC_OK;
}

enum rc replay_take_day(struct replay *replay, const struct entry *entry, struct err *err)
{
    unsigned drawn = day_seat(entry->words, REPLAY_VACATION_OF),
             asked = day_seat(entry->words, REPLAY_EXTENSION_OF);

    if (!drawn && !asked)
        return RC_OK;
    if (entry->who != ENTRY_TABLE || drawn + asked > replay->genesis.seats)
        return ERR(err, RC_BAD_INPUT, "the table alone gives such a day, to a seat of the game");
    if (drawn)
        return take_drawn(replay, drawn, entry->time_s, err);
    if (!replay->stock[asked].asked || !replay_extensions_left(replay, asked))
        return ERR(err, RC_BAD_INPUT, "an extension that its player did not ask for");
    replay->stock[asked].asked = false;
    replay->stock[asked].got++;
    give_day(replay, asked);
    return RC_OK;
}

enum rc replay_check_stock(const struct replay *replay, const struct entry *entry, struct err *err)
{
    return entry->why != ENTRY_WHY_LINE && replay_draws(replay, entry->who, entry->time_s)
               ? ERR(err, RC_BAD_INPUT,
                     "a missed deadline though a day of vacation was to be drawn")
               : RC_OK;
}
