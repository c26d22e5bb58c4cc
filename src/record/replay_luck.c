/* SPDX-License-Identifier: MIT */
/* Luck: seats of the house give none, players give it or say that they will
 * not, and what stands in the log is its hash. Source: design, 11, P3; doc/record.md, "Replay". */

#include "record/replay_p.h"

/* The words beside the log, where the reader has them, must be those of the hash. */
static enum rc check_words(const struct replay *replay, const struct entry *entry,
                           struct asking *asking, struct err *err)
{
    char name[SEAL_NAME_MAX + 1];
    const char *words;
    struct hash value;
    size_t length;

    seal_name_write(SEAL_WORDS, entry->number, 0, name);
    words = asking->lookup ? asking->lookup(asking->context, asking->number, name, &length) : NULL;
    if (!words)
        return RC_OK;
    if (!entry_is_luck_words(words, length))
        return ERR(err, RC_BAD_INPUT, "words of luck are one line of 1 to 200 bytes");
    luck_of_seat(&replay->game_hash, entry->who, words, length, &value);
    return hash_equal(&value, &entry->value[0])
               ? RC_OK
               : ERR(err, RC_BAD_INPUT, "the luck is not the hash of its words");
}

static enum rc check_luck(const struct replay *replay, const struct entry *entry, struct err *err)
{
    const unsigned seat = entry->who;

    FAIL_IF(!replay->rostered || replay->lucked, err, RC_BAD_INPUT,
            replay->lucked ? "luck after all luck was fixed" : "luck before the roster");
    if (!replay_is_seat(replay, seat) || replay->luck[seat] != ENTRY_LUCK_NONE)
        return ERR(err, RC_BAD_INPUT, "a seat gives luck once");
    if (replay->holder[seat] == ENTRY_HOUSE)
        return ERR(err, RC_BAD_INPUT, "a seat of the house gives no luck");
    if (entry->came_s != ENTRY_NO_TIME && entry->came_s < replay->genesis.started_s)
        return ERR(err, RC_BAD_INPUT, "luck that came before the game began");
    return RC_OK;
}

enum rc replay_take_luck(struct replay *replay, const struct entry *entry, struct asking *asking,
                         struct err *err)
{
    const unsigned seat = entry->who;

    TRY(check_luck(replay, entry, err));
    if (entry->luck[0] == ENTRY_LUCK_WORDS)
        TRY(check_words(replay, entry, asking, err));
    replay->luck[seat] = entry->luck[0];
    replay->luck_pending[seat] = entry->luck[0] == ENTRY_LUCK_SEALED;
    if (entry->luck[0] == ENTRY_LUCK_WORDS)
        replay->luck_value[seat] = entry->value[0];
    else
        luck_of_seat(&replay->game_hash, seat, entry->words, strlen(entry->words),
                     &replay->luck_value[seat]);
    return RC_OK;
}

/* Forget the deadlines of luck: of a seat, or of all (0). */
static void replay_forget_luck_dues(struct replay *replay, unsigned seat)
{
    unsigned kept = 0;

    for (unsigned i = 0; i < replay->due_count; i++)
        if (replay->due[i].decision || (seat && replay->due[i].seat != seat))
            replay->due[kept++] = replay->due[i];
    replay->due_count = kept;
}

void replay_free_luck(struct replay *replay, unsigned seat)
{
    char text[SEAL_NAME_MAX + 1];
    struct name *name;

    if (replay->lucked)
        return;
    replay->luck[seat] = ENTRY_LUCK_NONE;
    replay->luck_pending[seat] = false;
    seal_name_write(SEAL_LUCK, seat, 0, text);
    name = names_find(&replay->names, text, false);
    if (name)
        name->is_undone = true;
    replay_forget_luck_dues(replay, seat);
}

static bool is_same_luck(const struct replay *replay, const struct entry *entry, unsigned seat)
{
    if (replay->holder[seat] == ENTRY_HOUSE)
        return entry->luck[seat] == ENTRY_LUCK_HOUSE;
    if (entry->luck[seat] != replay->luck[seat])
        return false;
    return (entry->luck[seat] != ENTRY_LUCK_WORDS && entry->luck[seat] != ENTRY_LUCK_LETTER) ||
           hash_equal(&entry->value[seat], &replay->luck_value[seat]);
}

enum rc replay_take_lucks(struct replay *replay, const struct entry *entry, struct asking *asking,
                          struct err *err)
{
    (void)asking;
    if (!replay->rostered || replay->lucked || entry->count != replay->genesis.seats)
        return ERR(err, RC_BAD_INPUT, "luck is fixed once, for all seats, after the roster");
    for (unsigned seat = 1; seat <= entry->count; seat++)
        if (!is_same_luck(replay, entry, seat))
            return ERR(err, RC_BAD_INPUT,
                       "luck is fixed that a seat did not give, or one left out");
    replay->lucked = true;
    replay_forget_luck_dues(replay, 0);
    return RC_OK;
}

bool replay_is_late(const struct replay *replay, const struct entry *entry, unsigned seat)
{
    int64_t due_s = replay_due(replay, seat, 0);

    return due_s != ENTRY_NO_TIME && due_s <= entry->time_s;
}

enum rc replay_check_luckless_end(const struct replay *replay, const struct entry *entry,
                                  struct err *err)
{
    uint32_t late = 0;

    for (unsigned seat = 1; seat <= replay->genesis.seats; seat++)
        if (replay->holder[seat] != ENTRY_HOUSE && replay->luck[seat] == ENTRY_LUCK_NONE &&
            replay_is_late(replay, entry, seat))
            late |= 1u << seat;
    return late ? replay_check_void(entry, "luck-missing", late, err)
                : ERR(err, RC_BAD_INPUT, "luck may still be given");
}
