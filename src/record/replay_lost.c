/* SPDX-License-Identifier: MIT */
/* Entries that were signed and that nobody has any more: their numbers are skipped, and the game
 * goes on when every player agreed. Source: doc/record.md, "Replay". */

#include "record/replay_p.h"

uint32_t replay_lost_missing(const struct replay *replay)
{
    uint32_t missing = 0;

    for (unsigned seat = 1; seat <= replay->genesis.seats && replay->lost; seat++)
        if (replay->holder[seat] == ENTRY_PLAYER && replay->go_on_owed & 1u << seat)
            missing |= 1u << seat;
    return missing;
}

uint64_t replay_lost(const struct replay *replay)
{
    return replay->lost;
}

bool replay_is_lost(const struct replay *replay, uint64_t number)
{
    return number && number <= replay->number && replay->kind[number] == REPLAY_NO_ENTRY;
}

enum rc replay_take_lost(struct replay *replay, const struct entry *entry, struct asking *asking,
                         struct err *err)
{
    (void)asking;
    if (entry->from != replay->number + 1)
        return ERR(err, RC_BAD_INPUT, "entries are declared lost that stand in the log, or twice");
    FAIL_IF(!replay->rostered, err, RC_BAD_INPUT, "entries are declared lost before the roster");
    replay->last_lost = entry->number;
    if (replay->over) { /* nobody has to go on */
        replay->lost_end = true;
        return RC_OK;
    }
    replay->lost = entry->number;
    replay->go_on_agreed = 0;
    for (unsigned seat = 1; seat <= replay->genesis.seats; seat++)
        if (replay->holder[seat] == ENTRY_PLAYER)
            replay->go_on_owed |= 1u << seat;
    replay->clock_agreed = 0;
    replay->paused = false;
    replay->due_count = 0; /* the clocks begin anew when all agreed */
    memset(replay->agreed, 0, sizeof replay->agreed);
    return RC_OK;
}

static bool is_go_on(const struct replay *replay, const char *words)
{
    int64_t number;

    return text_starts_with(words, REPLAY_GO_ON) &&
           text_to_int(words + sizeof REPLAY_GO_ON - 1, strlen(words) - sizeof REPLAY_GO_ON + 1,
                       &number) &&
           number > 0 && (uint64_t)number == replay->lost;
}

void replay_agree_lost(struct replay *replay, unsigned seat, const char *words)
{
    if (!is_go_on(replay, words))
        return;
    replay->go_on_agreed |= 1u << seat;
    replay->go_on_owed &= ~(1u << seat);
}

void replay_decline_lost(struct replay *replay, const char *words)
{
    if (!is_go_on(replay, words))
        return;
    replay->go_on_owed |= replay->go_on_agreed;
    replay->go_on_agreed = 0;
}

/* The house may hold a seat for a player who did not agree, but no player sits down there unasked:
 * else whoever may change seats needed nobody's consent. */
void replay_seat_lost(struct replay *replay, unsigned seat, bool is_player)
{
    if (replay->lost && (is_player || replay->go_on_agreed & 1u << seat))
        replay->go_on_owed |= 1u << seat;
    replay->go_on_agreed &= ~(1u << seat);
    if (is_player && replay->go_on_owed & 1u << seat)
        replay->lost = replay->last_lost;
}

enum rc replay_check_lost(const struct replay *replay, const struct entry *entry, struct err *err)
{
    static const bool may[ENTRY_KIND_COUNT] = {
        [ENTRY_AGREE] = true, [ENTRY_DECLINE] = true, [ENTRY_SEAT] = true,  [ENTRY_KEY] = true,
        [ENTRY_PEN] = true,   [ENTRY_PRESS] = true,   [ENTRY_CLOCK] = true, [ENTRY_REMARK] = true,
        [ENTRY_DUE] = true,   [ENTRY_LOST] = true,    [ENTRY_END] = true};
    bool fits = may[entry->kind];

    if (replay->last_lost && !replay->lucked && !replay->over)
        return entry->kind == ENTRY_LOST || entry->kind == ENTRY_KEY ||
                       (entry->kind == ENTRY_END && entry->who == ENTRY_KEEPER &&
                        entry->result == ENTRY_VOID)
                   ? RC_OK
                   : ERR(err, RC_BAD_INPUT,
                         "entries were lost before all luck was fixed: the keeper ends the game as "
                         "void");
    if (!replay_lost(replay) || replay->over)
        return RC_OK;
    if (entry->kind == ENTRY_AGREE || entry->kind == ENTRY_DECLINE)
        fits = !entry->hides_words && is_go_on(replay, entry->words);
    if (entry->kind == ENTRY_DUE)
        fits = entry->decision == 0;
    if (entry->kind == ENTRY_END)
        fits = entry->who == ENTRY_KEEPER;
    return fits ? RC_OK
                : ERR(err, RC_BAD_INPUT,
                      "behind lost entries the game goes on when every player agreed");
}
