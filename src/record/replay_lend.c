/* SPDX-License-Identifier: MIT */
/* A seat that its player lends to a practice opponent, and who leaves a game before it has begun.
 * Source: doc/record.md, "Replay". */

#include "base/timetext.h"
#include "record/replay_p.h"

enum { DAY_S = 86400 };

/* ---- leaving ---- */

bool replay_may_leave(const struct replay *replay, unsigned seat)
{
    return replay->rostered && !replay->lucked && !replay->over && !replay->lost &&
           !replay->genesis.tournament.round && replay->holder[seat] == ENTRY_PLAYER;
}

enum rc replay_check_void(const struct entry *entry, const char *why, uint32_t seats,
                          struct err *err)
{
    TEXT_IN(out, reason, ENTRY_WORDS_BYTES);

    text_put(&out, why);
    for (unsigned seat = 1; seat <= SEATS_MAX; seat++)
        if (seats & 1u << seat)
            TEXT_PUT(&out, " seat/", TEXT_INT(seat));
    return text_equal(entry->words, reason)
               ? RC_OK
               : ERR(err, RC_BAD_INPUT, "the game ends here as void ", reason);
}

enum rc replay_check_left_end(const struct replay *replay, const struct entry *entry,
                              struct err *err)
{
    for (unsigned seat = 1; seat <= replay->genesis.seats; seat++)
        if (replay->leaves & 1u << seat)
            return replay_check_void(entry, "left", 1u << seat, err);
    return ERR(err, RC_BAD_INPUT, "nobody left this game");
}

/* ---- lending ---- */

bool replay_is_lent(const struct replay *replay, unsigned seat)
{
    return replay->lent[seat].until_s != 0;
}

int64_t replay_lent_until(const struct replay *replay, unsigned seat, const char **level)
{
    if (level)
        *level = replay->lent[seat].level;
    return replay->lent[seat].until_s;
}

unsigned replay_lend_days(const struct replay *replay)
{
    return replay->days.lend;
}

bool replay_may_lend(const struct replay *replay, unsigned seat)
{
    return replay->days.lend && replay->holder[seat] == ENTRY_PLAYER && !replay->over &&
           !replay->lost && !replay->genesis.tournament.round && replay_luck_is_open(replay);
}

static enum rc lend(struct replay *replay, const struct entry *entry, struct err *err)
{
    struct lent *lent = &replay->lent[entry->who];
    const char *words = entry->words + sizeof REPLAY_LEND - 1;
    int64_t until_s = 0;

    timetext_read(words, TIMETEXT_BYTES - 1, &until_s);
    if (!replay_may_lend(replay, entry->who) || until_s <= entry->time_s ||
        until_s > entry->time_s + (int64_t)replay->days.lend * DAY_S)
        return ERR(err, RC_BAD_INPUT, "a seat is lent that the terms do not let go, or for longer");
    *lent = (struct lent){.until_s = until_s, .number = entry->number};
    text_copy(lent->level, sizeof lent->level, words + TIMETEXT_BYTES);
    return RC_OK;
}

enum rc replay_agree_lend(struct replay *replay, const struct entry *entry, struct err *err)
{
    if (text_starts_with(entry->words, REPLAY_LEND))
        return lend(replay, entry, err);
    if (!text_equal(entry->words, REPLAY_LEAVE))
        return RC_OK;
    if (!replay_may_leave(replay, entry->who))
        return ERR(err, RC_BAD_INPUT, "a seat leaves a game that has begun");
    replay->leaves |= 1u << entry->who;
    return RC_OK;
}

enum rc replay_take_remark(struct replay *replay, const struct entry *entry, struct asking *asking,
                           struct err *err)
{
    unsigned seat;

    (void)asking;
    if (entry->hides_words || entry->who != ENTRY_TABLE ||
        !text_starts_with(entry->words, REPLAY_BACK))
        return RC_OK;
    seat = (unsigned)(entry->words[sizeof REPLAY_BACK - 1] - '0');
    if (seat > replay->genesis.seats || !replay_is_lent(replay, seat))
        return ERR(err, RC_BAD_INPUT, "a seat comes back that was not lent");
    replay->lent[seat].until_s = 0;
    return RC_OK;
}

/* Whoever plays a lent seat gives orders that are asked for, in time, and nothing else. */
enum rc replay_check_lent(const struct replay *replay, const struct entry *entry, struct err *err)
{
    const struct game *game = replay->game;
    struct order order = {0};
    const unsigned seat = entry->who;

    if (seat < 1 || seat > replay->genesis.seats || !replay_is_lent(replay, seat) ||
        entry->kind == ENTRY_DEFAULT || (entry->kind == ENTRY_ORDER && entry->by))
        return RC_OK;
    if (entry->kind != ENTRY_ORDER || entry->is_signed)
        return ERR(err, RC_BAD_INPUT, "a seat that is lent does more than to play");
    if (entry->time_s > replay->lent[seat].until_s)
        return ERR(err, RC_BAD_INPUT, "a seat is played for longer than it was lent");
    return game->text->read_order(replay->now.rulebook, seat, entry->words, strlen(entry->words),
                                  &order) &&
                   order.kind < game->text->kind_count &&
                   game->text->kinds[order.kind].flags & ORDER_ALWAYS
               ? ERR(err, RC_BAD_INPUT, "for a seat that is lent something is agreed or given up")
               : RC_OK;
}

/* Its player kept it to himself while the seat was lent. */
enum rc replay_check_held(const struct replay *replay, const struct entry *entry,
                          const struct name *seal, struct err *err)
{
    uint64_t first, second;

    return entry->who >= 1 && entry->who <= replay->genesis.seats &&
                   seal_name_family(entry->name, &first, &second) == SEAL_GAME &&
                   seal->entry < replay->lent[entry->who].number
               ? ERR(err, RC_BAD_INPUT, "a seat was lent while its player held a seal of it")
               : RC_OK;
}

void replay_note_lent(struct replay *replay, const struct entry *entry)
{
    if (entry->kind == ENTRY_SEAT) {
        replay->lent[entry->seat].until_s = 0;
        replay->leaves &= ~(1u << entry->seat);
    }
    for (unsigned seat = 1; seat <= SEATS_MAX; seat++)
        if (entry->kind == ENTRY_LOST || entry->kind == ENTRY_END)
            replay->lent[seat].until_s = 0;
}
