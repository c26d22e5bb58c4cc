/* SPDX-License-Identifier: MIT */
/* How a game begins: its first entry, who plays it, luck. */
#include "tests/record/playing_p.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "seal/encode.h"
#include "tests/test.h"

static void make_genesis(struct playing *playing, const struct playing_plan *plan)
{
    const struct game *game = playing->game;
    const struct game_setup setup = {plan->options ? plan->options : "", plan->seats};
    const char *rules = plan->rules ? plan->rules : game->versions[0];
    struct genesis *genesis = &playing->genesis;
    struct chain_file file[PLAYING_FILES_MAX];
    struct buf text = {0};
    struct text out;

    if (game->file_count && game->file_count(rules) < playing->file_count)
        playing->file_count = game->file_count(rules);
    for (unsigned i = 0; i < playing->file_count; i++)
        file[i] = (struct chain_file){playing->file[i].name, playing->file[i].text,
                                      playing->file[i].length};
    genesis->number = 17;
    text_copy(genesis->game, sizeof genesis->game, game->name);
    text_copy(genesis->rules, sizeof genesis->rules, rules);
    chain_tables(game->name, rules, file, playing->file_count, &genesis->tables);
    text_init(&out, genesis->options, sizeof genesis->options);
    assert_int_equal(game->text->write_options(&setup, &out, NULL), VERDICT_DONE);
    genesis->seats = plan->seats;
    text_copy(genesis->time, sizeof genesis->time, "turn 72h, answer 48h");
    genesis->started_s = playing->now_s;
    assert_true(keys_public(playing->keys, 1, genesis->key));
    playing_fill(playing, genesis->box, sizeof genesis->box);
    chain_secret(genesis->key, genesis->number, playing->secret, &genesis->secret);
    if (plan->tournament)
        genesis->tournament = *plan->tournament;
    assert_int_equal(genesis_write(genesis, &text, NULL), RC_OK);
    playing->genesis_length = text.length;
    playing->genesis_text = buf_take(&text);
    chain_start(&playing->chain, playing->genesis_text, playing->genesis_length);
}

static void log_roster(struct playing *playing)
{
    static const char *const people[] = {"Ada <ada@example.org>", "Ben\n<ben@example.org>\\", "Cyd",
                                         "Dan"};
    struct entry entry;

    entry_init(&entry, 0, 0, ENTRY_TABLE, ENTRY_ROSTER);
    entry.count = (uint8_t)playing->genesis.seats;
    for (unsigned seat = 1; seat <= entry.count; seat++) {
        entry.person[seat] = true;
        playing->is_house[seat] = seat == playing->house;
        playing->is_house[seat] |=
            seat > 1 && !playing->is_quiet && playing_random(playing, 4) == 0;
        entry.holder[seat] = playing->is_house[seat] ? ENTRY_HOUSE : ENTRY_PLAYER;
    }
    playing_log(playing, &entry, people);
}

static void log_seat(struct playing *playing, unsigned seat, bool house)
{
    static const char *const person[] = {"Eve <eve@example.org>"};
    struct entry entry;

    entry_init(&entry, 0, 0, ENTRY_KEEPER, ENTRY_SEAT);
    entry.seat = (uint8_t)seat;
    entry.person[0] = true;
    entry.holder[0] = house ? ENTRY_HOUSE : ENTRY_PLAYER;
    playing->is_house[seat] = house;
    playing_log(playing, &entry, person);
}

/* Words, a letter, sealed luck or none, by chance; none of the house. */
static void log_luck_of(struct playing *playing, unsigned seat, uint8_t *kinds)
{
    char words[LUCK_WORDS_MAX] = "", value[BASE32_HASH_BYTES];
    const char *payload[] = {"hash of a letter", value};
    struct hash *luck = &playing->luck[seat - 1];
    struct entry entry;

    kinds[seat] = (uint8_t)(ENTRY_LUCK_WORDS + playing_random(playing, ENTRY_LUCK_COUNT - 2));
    if (playing->is_house[seat])
        kinds[seat] = ENTRY_LUCK_HOUSE;
    entry_init(&entry, 0, 0, seat, ENTRY_LUCK);
    entry.luck[0] = kinds[seat];
    entry.letter = !playing->is_quiet;
    if (kinds[seat] == ENTRY_LUCK_LETTER)
        luck_of_message("abc@example.org", 15, words);
    if (kinds[seat] == ENTRY_LUCK_WORDS || kinds[seat] == ENTRY_LUCK_SEALED)
        snprintf(words, sizeof words, "words [%u] of seat %u", playing_random(playing, 9999), seat);
    luck_of_seat(&playing->chain.genesis, seat, words, strlen(words), luck);
    base32_write(luck->at, HASH_BYTES, value);
    entry.value[0] = *luck;
    if (kinds[seat] != ENTRY_LUCK_SEALED)
        text_copy(entry.words, sizeof entry.words, words);
    if (kinds[seat] != ENTRY_LUCK_HOUSE)
        playing_log(playing, &entry, payload + !entry.letter);
}

static void log_luck(struct playing *playing, unsigned makes_room, uint8_t *kinds)
{
    for (unsigned seat = 1; seat <= playing->genesis.seats; seat++) {
        log_luck_of(playing, seat, kinds);
        if (seat != makes_room &&
            (playing->is_house[seat] || playing->is_quiet || playing_random(playing, 8)))
            continue;
        /* Another person takes the seat: his luck is asked anew, the house gives none. */
        log_seat(playing, seat,
                 seat == makes_room || (seat > 1 && playing_random(playing, 3) == 0));
        log_luck_of(playing, seat, kinds);
    }
}

static void log_lucks(struct playing *playing, const uint8_t *kinds)
{
    char name[SEAL_NAME_MAX + 1];
    struct entry entry;

    entry_init(&entry, 0, 0, ENTRY_TABLE, ENTRY_LUCKS);
    entry.count = (uint8_t)playing->genesis.seats;
    memcpy(entry.luck, kinds, sizeof entry.luck);
    for (unsigned seat = 1; seat <= playing->genesis.seats; seat++)
        entry.value[seat] = playing->luck[seat - 1];
    playing_log(playing, &entry, NULL);
    for (unsigned seat = 1; seat <= playing->genesis.seats; seat++)
        if (kinds[seat] == ENTRY_LUCK_SEALED) {
            seal_name_write(SEAL_LUCK, seat, 0, name);
            playing_open(playing, playing_random(playing, 2) ? seat : ENTRY_TABLE, name);
        }
    playing->luck_end = playing->entry_count;
}

static void log_four_lines(struct playing *playing)
{
    static const char *const words[] = {"if attacked: 3", "if attacked: 2", "", ""};
    struct entry entry;

    entry_init(&entry, 0, 0, 1, ENTRY_OWN);
    seal_name_write(SEAL_OWN, 1, playing->own_count[1] + 1, entry.name);
    entry.count = 4;
    playing_log(playing, &entry, words);
    playing->line_from[1] = playing->own_count[1] + 1;
    playing->own_count[1] += 4;
}

void playing_mode(const struct game *game, uint64_t seed, struct playing_plan *plan)
{
    static const struct {
        const char *game, *rules, *options;
    } modes[] = {
        {"dungeon_twister", "base-1", ""},
        {"dungeon_twister", "boxes-2", "boxes=both mode=free"},
        {"dungeon_twister", "boxes-2", ""},
        {"dungeon_twister", "boxes-1", "boxes=expansion"},
        {"dungeon_twister", "boxes-2", "boxes=both mode=common"},
        {"dungeon_twister", "boxes-2",
         "boxes=both mode=scenario rooms=2+4+6+7 copies=2 jump_cards=0 first_cards=any "
         "blue=cleric+goblin+mekanork+thief+warrior+elf-scout+paladin+pickpocket+rope+rope+rope+"
         "rope+key+treasure "
         "yellow=cleric+goblin+mekanork+thief+warrior+elf-scout+paladin+pickpocket+rope+rope+rope+"
         "rope+key+treasure"},
        {"dungeon_twister", "base-1", "beginner=yes"},
        {"dungeon_twister", "boxes-2", "beginner=yes pairs=124"},
    };
    enum { MODES = sizeof modes / sizeof modes[0] };

    if (text_equal(game->name, modes[0].game)) {
        plan->rules = modes[seed % MODES].rules;
        plan->options = modes[seed % MODES].options;
    }
}

void playing_start(struct playing *playing, const struct game *game, const struct game_file *file,
                   unsigned count, const struct playing_plan *plan, uint64_t seed)
{
    uint8_t kinds[SEATS_MAX + 1] = {0};
    struct err err = {0};

    memset(playing, 0, sizeof *playing);
    playing->game = game;
    playing->random = seed * UINT64_C(0x9E3779B97F4A7C15) + 1;
    playing->now_s = 1795300200;
    playing->signing = 1;
    playing->is_quiet = plan->is_quiet;
    playing->house = plan->house;
    memcpy(playing->file, file, count * sizeof *file);
    playing->file_count = count;
    assert_int_equal(keys_make(playing_fill, playing, &playing->keys, NULL), RC_OK);
    playing_fill(playing, playing->secret, sizeof playing->secret);
    make_genesis(playing, plan);
    if (replay_start(game, &playing->genesis, playing_files_of, playing, &playing->replay, &err))
        fail_msg("%s", err.text);
    log_roster(playing);
    log_luck(playing, plan->makes_room, kinds);
    log_lucks(playing, kinds);
    luck_seed(&playing->chain.genesis, playing->secret, playing->luck, playing->genesis.seats,
              &playing->seed);
    if (plan->has_lines)
        log_four_lines(playing);
}
