/* SPDX-License-Identifier: MIT */
/* What else happens in a game: talk, lines, keys, what is taken back or lost. */
#include "tests/record/playing_p.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "tests/test.h"

static void log_press(struct playing *playing)
{
    static const char *const words[] = {"well played,\nsee you", "a letter"};
    static const char *const both[] = {"a letter", "well played,\nsee you"};
    struct entry entry;

    entry_init(&entry, 0, 0, 1 + playing_random(playing, playing->genesis.seats), ENTRY_PRESS);
    entry.to_all = playing_random(playing, 2);
    entry.seat = entry.to_all ? 0 : (uint8_t)(1 + playing_random(playing, 2));
    entry.letter = playing_random(playing, 2);
    playing_log(playing, &entry, entry.letter ? both : words);
}

/* Four lines or sixteen, the last of them empty; sometimes "none" stands among them. */
static void log_lines(struct playing *playing)
{
    const char *words[ENTRY_LINES_MAX];
    struct entry entry;
    unsigned none;

    entry_init(&entry, 0, 0, 1 + playing_random(playing, playing->genesis.seats), ENTRY_OWN);
    seal_name_write(SEAL_OWN, entry.who, playing->own_count[entry.who] + 1, entry.name);
    entry.count = playing_random(playing, 3) ? 4 : 16;
    none = playing_random(playing, 3u * entry.count);
    for (unsigned i = 0; i < entry.count; i++)
        words[i] = i == none ? "none" : i < 3 ? "if attacked: 3" : "";
    playing_log(playing, &entry, words);
    if (none < entry.count || !playing->line_from[entry.who])
        playing->line_from[entry.who] =
            playing->own_count[entry.who] + (none < entry.count ? none + 2 : 1);
    playing->own_count[entry.who] += entry.count;
}

/* A use that was taken back uses a line up: from here on new ones alone. */
static void drop_lines(struct playing *playing)
{
    for (unsigned seat = 1; seat <= SEATS_MAX; seat++)
        if (playing->line_from[seat])
            playing->line_from[seat] = playing->own_count[seat] + 1;
}

static void log_remark(struct playing *playing)
{
    struct entry entry;

    entry_init(&entry, 0, 0, ENTRY_KEEPER, ENTRY_REMARK);
    text_copy(entry.words, sizeof entry.words, "a letter of seat 2 was set aside");
    playing_log(playing, &entry, NULL);
}

static void log_key_change(struct playing *playing)
{
    struct hash digest;
    struct entry entry;

    if (keys_rotate(playing->keys, KEY_SIGNING, playing_fill, playing, NULL))
        return;
    entry_init(&entry, 0, 0, ENTRY_TABLE, ENTRY_KEY);
    assert_true(keys_public(playing->keys, playing->signing + 1, entry.key));
    chain_key_change(&playing->chain, entry.key, &digest);
    assert_true(keys_sign(playing->keys, playing->signing, &digest, entry.signature));
    playing->signing++;
    playing_log(playing, &entry, NULL);
}

static void log_undo(struct playing *playing)
{
    struct entry entry;

    if (playing->undos == 3 || playing->entry_count < playing->luck_end + 4)
        return;
    playing->undos++;
    entry_init(&entry, 0, 0, ENTRY_KEEPER, ENTRY_UNDO);
    entry.to = playing->luck_end +
               playing_random(playing, playing->entry_count - (unsigned)playing->luck_end);
    playing->luck_end = playing->entry_count + 1; /* never into what was undone */
    drop_lines(playing);
    playing_log(playing, &entry, NULL);
}

/* A seat takes back its newest order, where nobody has seen anything since. */
static void log_take_back(struct playing *playing)
{
    unsigned seat = 1 + playing_random(playing, playing->genesis.seats);
    uint64_t order = replay_last_order(playing->replay, seat);
    struct entry entry;

    if (order <= playing->luck_end + 1 ||
        replay_undo_is_free(playing->replay, seat, order - 1, playing_recall, playing, NULL))
        return;
    entry_init(&entry, 0, 0, seat, ENTRY_UNDO);
    entry.to = order - 1;
    drop_lines(playing);
    playing->luck_end = playing->entry_count + 1;
    playing_log(playing, &entry, NULL);
}

/* All agree to go back, or one does not. */
static void log_agreed_undo(struct playing *playing)
{
    uint64_t to = playing->entry_count;
    bool refused = playing_random(playing, 3) == 0;
    struct entry entry;

    if (playing->undos == 3 || to < playing->luck_end + 2)
        return;
    for (unsigned seat = 1; seat <= playing->genesis.seats; seat++)
        refused |= playing->is_house[seat] &&
                   replay_house_agrees(playing->replay, to - 1, playing_recall, playing, NULL);
    for (unsigned seat = 1; seat <= playing->genesis.seats; seat++) {
        entry_init(&entry, 0, 0, seat, refused && seat > 1 ? ENTRY_DECLINE : ENTRY_AGREE);
        snprintf(entry.words, sizeof entry.words, "undo %u", (unsigned)to - 1);
        playing_log(playing, &entry, NULL);
    }
    assert_int_equal(replay_undo_is_agreed(playing->replay, to - 1), !refused);
    if (refused)
        return;
    playing->undos++;
    drop_lines(playing);
    entry_init(&entry, 0, 0, ENTRY_TABLE, ENTRY_UNDO);
    entry.to = to - 1;
    playing->luck_end = playing->entry_count + 1;
    playing_log(playing, &entry, NULL);
}

static void log_consent(struct playing *playing, enum entry_kind kind, unsigned seat)
{
    struct entry entry;

    entry_init(&entry, 0, 0, seat, kind);
    snprintf(entry.words, sizeof entry.words, REPLAY_GO_ON "%u",
             (unsigned)replay_lost(playing->replay));
    playing_log(playing, &entry, NULL);
}

void playing_lose(struct playing *playing)
{
    struct entry entry;

    do {
        entry_init(&entry, 0, 0, ENTRY_KEEPER, ENTRY_LOST);
        entry.from = playing->entry_count + 1;
        entry.to = entry.from + playing_random(playing, 9);
        playing_log(playing, &entry, NULL);
    } while (playing_random(playing, 4) == 0);
    log_press(playing);
    if (playing_random(playing, 4) == 0) {
        log_consent(playing, ENTRY_AGREE, 1);
        if (replay_lost(playing->replay))
            log_consent(playing, ENTRY_DECLINE, 1);
    }
    for (unsigned seat = 1; seat <= playing->genesis.seats; seat++)
        if (replay_lost_missing(playing->replay) & 1u << seat)
            log_consent(playing, ENTRY_AGREE, seat);
    assert_int_equal(replay_lost(playing->replay), 0);
    playing->luck_end = playing->entry_count; /* no undo goes back over it */
}

typedef void happen_fn(struct playing *playing);
static happen_fn *const happenings[] = {log_press, log_lines,     log_remark,     log_key_change,
                                        log_undo,  log_take_back, log_agreed_undo};

void playing_happen(struct playing *playing)
{
    happenings[playing_random(playing, sizeof happenings / sizeof happenings[0])](playing);
}
