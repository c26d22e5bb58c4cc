/* SPDX-License-Identifier: MIT */
/* What a letter of a seat may not be older than. Who applies letters and who verifies ask here.
 * Source: doc/record.md, "Replay". */
#include "record/replay_p.h"

/* Times grow with the numbers of entries: the newest one counts. */
static uint64_t newest(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

static int64_t time_of(const struct replay *replay, uint64_t number)
{
    return number ? replay->at_s[number] : replay->genesis.started_s;
}

static uint64_t since(const struct replay *replay, unsigned seat)
{
    return newest(newest(replay->last_lost, replay->last_undo), replay->term[seat]);
}

int64_t replay_since_s(const struct replay *replay, unsigned seat)
{
    return time_of(replay, since(replay, seat));
}

/* The entry with which what a consent is about came up. */
static uint64_t agreed_about(const struct replay *replay, const char *words)
{
    if (text_starts_with(words, REPLAY_UNDO))
        return replay->step_count ? replay->step[replay->step_count - 1].number : 0;
    if (text_starts_with(words, REPLAY_UPGRADE))
        return replay->upgraded;
    if (replay_away_seat(words))
        return replay_missed_entry(replay, words);
    return text_equal(words, REPLAY_PAUSE) || text_equal(words, REPLAY_RESUME) ? replay->clocked
                                                                               : 0;
}

int64_t replay_asked_s(const struct replay *replay, unsigned seat, const char *consent)
{
    uint64_t number = since(replay, seat);

    if (consent)
        number = newest(number, agreed_about(replay, consent));
    for (unsigned i = 0; i < replay->now.question_count && !consent; i++)
        if (replay->now.question[i].seat == seat)
            number = newest(number, replay->now.since[i]);
    return time_of(replay, number);
}

enum rc replay_check_came(const struct replay *replay, const struct entry *entry, struct err *err)
{
    const bool agrees = entry->kind == ENTRY_AGREE && !entry->hides_words;

    if (entry->came_s == ENTRY_NO_TIME || !replay_is_seat(replay, entry->who) ||
        (entry->kind != ENTRY_ORDER && !agrees) ||
        entry->came_s >= replay_asked_s(replay, entry->who, agrees ? entry->words : NULL))
        return RC_OK;
    return ERR(err, RC_BAD_INPUT, "a letter that is older than what it answers");
}
