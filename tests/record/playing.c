/* SPDX-License-Identifier: MIT */
#include "tests/record/playing.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/text.h"
#include "rules/standing.h"
#include "seal/encode.h"

/* ---- chance of the test ---- */

unsigned playing_random(struct playing *playing, unsigned bound)
{
    playing->random ^= playing->random << 13;
    playing->random ^= playing->random >> 7;
    playing->random ^= playing->random << 17;
    return (unsigned)((playing->random >> 16) % bound);
}

static void fill(void *context, void *out, size_t count)
{
    unsigned char *at = out;

    while (count--)
        *at++ = (unsigned char)playing_random(context, 256);
}

/* ---- the log ---- */

static const char *lookup(void *context, uint64_t number, const char *name, size_t *length)
{
    const struct playing *playing = context;
    const struct playing_entry *entry = &playing->entry[number - 1];

    for (unsigned i = entry->first_seal; i < entry->first_seal + entry->seal_count; i++)
        if (text_equal(playing->seal[i].name, name) && !playing->seal[i].is_held) {
            *length = playing->seal[i].length;
            return playing->seal[i].payload;
        }
    return NULL;
}

static void *room_for(void *array, unsigned count, unsigned *room, size_t bytes)
{
    if (count < *room)
        return array;
    *room = *room ? 2 * *room : 64;
    array = realloc(array, *room * bytes);
    assert_non_null(array);
    return array;
}

static void add_seal(struct playing *playing, const char *name, unsigned seat, const char *payload)
{
    struct playing_seal *seal;
    struct opening opening;

    playing->seal =
        room_for(playing->seal, playing->seal_count, &playing->seal_room, sizeof *playing->seal);
    seal = &playing->seal[playing->seal_count++];
    memset(seal, 0, sizeof *seal);
    text_copy(seal->name, sizeof seal->name, name);
    text_copy(seal->payload, sizeof seal->payload, payload);
    seal->length = strlen(seal->payload);
    seal->seat = (uint8_t)seat;
    fill(playing, seal->nonce, sizeof seal->nonce);
    opening = (struct opening){.payload = seal->payload, .length = seal->length};
    memcpy(opening.nonce, seal->nonce, sizeof opening.nonce);
    seal_make(&playing->chain.genesis, name, seat, &opening, &seal->commitment);
}

/* Owner of a seal of the house. */
static unsigned house_owner(const struct entry *entry, const char *name)
{
    uint64_t first, second;
    enum seal_family family = seal_name_family(name, &first, &second);

    if (family == SEAL_PRESS || family == SEAL_LETTER || family == SEAL_WORDS || family == SEAL_BY)
        return entry->who <= SEATS_MAX ? entry->who : 0;
    return (unsigned)first;
}

static struct playing_entry *new_row(struct playing *playing)
{
    struct playing_entry *row;

    playing->entry = room_for(playing->entry, playing->entry_count, &playing->entry_room,
                              sizeof *playing->entry);
    row = &playing->entry[playing->entry_count++];
    *row = (struct playing_entry){.first_seal = playing->seal_count};
    return row;
}

static void log_with(struct playing *playing, struct entry *entry, const struct secret *secret,
                     unsigned secrets, const char *const *payload)
{
    char name[CHAIN_SEALS_MAX][SEAL_NAME_MAX + 1];
    struct hash commitment[CHAIN_SEALS_MAX];
    struct playing_entry *row;
    struct buf text = {0};
    struct err err = {0};
    unsigned count, given = 0;

    while (entry->kind == ENTRY_LOST && playing->entry_count < entry->to)
        new_row(playing);
    playing->chain.number = playing->entry_count;
    entry->number = playing->entry_count + 1;
    entry->time_s = playing->now_s;
    entry->hides_words = !entry_words_are_open(playing->genesis.protocol, entry);
    if (entry_write(playing->genesis.protocol, entry, &text, &err))
        fail_msg("entry %u: %s", (unsigned)entry->number, err.text);
    row = new_row(playing);
    count = entry_seals(entry, name);
    for (unsigned i = 0; i < count; i++) {
        unsigned k = 0;

        while (k < secrets && !text_equal(secret[k].name, name[i]))
            k++;
        if (k < secrets) {
            add_seal(playing, name[i], secret[k].seat, secret[k].payload);
            playing->seal[playing->seal_count - 1].is_held = playing->holds;
        } else if (text_starts_with(name[i], "words/")) {
            add_seal(playing, name[i], house_owner(entry, name[i]), entry->words);
        } else {
            add_seal(playing, name[i], house_owner(entry, name[i]), payload[given++]);
        }
        commitment[i] = playing->seal[row->first_seal + i].commitment;
    }
    row->seal_count = count;
    if (replay_entry(playing->replay, entry, lookup, playing, &err))
        fail_msg("entry %u, %s: %s", (unsigned)entry->number, buf_text(&text), err.text);
    chain_append(&playing->chain, text.at, text.length, commitment, count);
    row->text = buf_take(&text);
    playing->now_s += playing_random(playing, 4000);
}

void playing_log(struct playing *playing, struct entry *entry, const char *const *payload)
{
    log_with(playing, entry, NULL, 0, payload);
}

/* ---- start ---- */

static enum rc files_of(void *context, const char *rules, struct game_file *file, unsigned *count,
                        struct err *err)
{
    const struct playing *playing = context;

    (void)rules;
    (void)err;
    memcpy(file, playing->file, playing->file_count * sizeof *file);
    *count = playing->file_count;
    return RC_OK;
}

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
    genesis->protocol = plan->protocol ? plan->protocol : PROTOCOL_1;
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
    fill(playing, genesis->box, sizeof genesis->box);
    chain_secret(genesis->key, genesis->number, playing->secret, &genesis->secret);
    if (plan->cup)
        genesis->cup = *plan->cup;
    assert_int_equal(genesis_write(genesis, &text, NULL), RC_OK);
    playing->genesis_length = text.length;
    playing->genesis_text = buf_take(&text);
    chain_start(&playing->chain, playing->genesis_text, playing->genesis_length);
}

static bool is_2(const struct playing *playing)
{
    return playing->genesis.protocol >= PROTOCOL_2;
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
            seat > 1 && !playing->is_quiet && is_2(playing) && playing_random(playing, 4) == 0;
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
static void log_luck_2(struct playing *playing, unsigned seat, uint8_t *kinds)
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

/* Words, a letter, sealed words or nothing, by chance. */
static void log_luck(struct playing *playing, unsigned makes_room, uint8_t *kinds)
{
    static const char *const words[] = {"hash of a letter", "sealed quiet words [x]"};
    struct entry entry;

    for (unsigned seat = 1; seat <= playing->genesis.seats; seat++) {
        unsigned kind;
        struct hash *luck = &playing->luck[seat - 1];
        char own[LUCK_WORDS_MAX] = "";

        if (is_2(playing)) {
            log_luck_2(playing, seat, kinds);
            if (seat != makes_room &&
                (playing->is_house[seat] || playing->is_quiet || playing_random(playing, 8)))
                continue;
            /* Another person takes the seat: his luck is asked anew, the house gives none. */
            log_seat(playing, seat,
                     seat == makes_room || (seat > 1 && playing_random(playing, 3) == 0));
            log_luck_2(playing, seat, kinds);
            continue;
        }
        kind = playing_random(playing, ENTRY_LUCK_COUNT_1);
        kinds[seat] = (uint8_t)kind;
        entry_init(&entry, 0, 0, seat, ENTRY_LUCK);
        entry.luck[0] = (uint8_t)kind;
        entry.letter = !playing->is_quiet;
        if (kind == ENTRY_LUCK_WORDS)
            snprintf(own, sizeof own, "words [%u] of seat %u", playing_random(playing, 9999), seat);
        if (kind == ENTRY_LUCK_LETTER)
            luck_of_message("abc@example.org", 15, own);
        text_copy(entry.words, sizeof entry.words, own);
        if (kind == ENTRY_LUCK_SEALED)
            text_copy(own, sizeof own, words[1]);
        luck_of_seat(&playing->chain.genesis, seat, own, strlen(own), luck);
        if (kind != ENTRY_LUCK_NONE)
            playing_log(playing, &entry, words + !entry.letter);
    }
}

static void log_opening(struct playing *playing, unsigned who, const char *name)
{
    const struct playing_seal *seal = NULL;
    struct entry entry;

    for (unsigned i = 0; i < playing->seal_count; i++)
        if (text_equal(playing->seal[i].name, name))
            seal = &playing->seal[i];
    assert_non_null(seal);
    entry_init(&entry, 0, 0, who, ENTRY_OPEN);
    text_copy(entry.name, sizeof entry.name, name);
    text_copy(entry.words, sizeof entry.words, seal->payload);
    memcpy(entry.nonce, seal->nonce, sizeof entry.nonce);
    playing_log(playing, &entry, NULL);
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
            log_opening(playing, playing_random(playing, 2) ? seat : ENTRY_TABLE, name);
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
    assert_int_equal(keys_make(fill, playing, &playing->keys, NULL), RC_OK);
    fill(playing, playing->secret, sizeof playing->secret);
    make_genesis(playing, plan);
    if (replay_start(game, &playing->genesis, files_of, playing, &playing->replay, &err))
        fail_msg("%s", err.text);
    log_roster(playing);
    log_luck(playing, plan->makes_room, kinds);
    log_lucks(playing, kinds);
    luck_seed(&playing->chain.genesis, playing->secret, playing->luck, playing->genesis.seats,
              &playing->seed);
    if (plan->has_lines)
        log_four_lines(playing);
}

void playing_fini(struct playing *playing)
{
    for (unsigned i = 0; i < playing->entry_count; i++)
        free(playing->entry[i].text);
    free(playing->entry);
    free(playing->seal);
    free(playing->genesis_text);
    replay_free(playing->replay);
    keys_free(playing->keys);
}

/* ---- orders, draws, openings ---- */

static void log_order(struct playing *playing, struct entry *entry, const struct order *order)
{
    const struct game *game = playing->game;
    const void *rulebook = replay_rulebook(playing->replay), *state = replay_state(playing->replay);
    static const char *const letter[] = {"a letter's hash"};
    struct secret secret[SECRETS_MAX];
    struct text text;

    text_init(&text, entry->words, sizeof entry->words);
    game->text->write_order(rulebook, state, order, ORDER_PUBLIC, &text);
    log_with(playing, entry, secret, game_secrets_of(game, rulebook, state, order, secret), letter);
}

static void answer_draw(struct playing *playing, const struct decision *decision)
{
    uint16_t number[DRAW_NUMBERS_MAX];
    struct order order = {0};
    struct entry entry;

    draw_numbers(&playing->seed, decision->name, decision->bound, decision->bound_count, number);
    playing->game->rules->draw_order(replay_rulebook(playing->replay),
                                     replay_state(playing->replay), decision, number, &order);
    entry_init(&entry, 0, 0, ENTRY_TABLE, ENTRY_DRAW);
    text_copy(entry.name, sizeof entry.name, decision->name);
    log_order(playing, &entry, &order);
}

static unsigned legal_orders(const struct playing *playing, unsigned seat, struct order **list)
{
    *list = calloc(LEGAL_MAX, sizeof **list);
    assert_non_null(*list);
    return playing->game->rules->legal(replay_rulebook(playing->replay),
                                       replay_state(playing->replay), seat, *list);
}

static void log_default(struct playing *playing, const struct decision *decision)
{
    char label[SEAL_NAME_MAX + 1];
    struct order order = decision->fallback_order, *list = NULL;
    int64_t due_s = ENTRY_NO_TIME;
    struct entry entry;
    struct draw draw;
    unsigned count;

    if (playing_random(playing, 2)) {
        due_s = playing->now_s + 1000;
        entry_init(&entry, 0, 0, ENTRY_TABLE, ENTRY_DUE);
        entry.decision = decision->id;
        entry.seat = decision->seat;
        entry.due_s = due_s;
        playing_log(playing, &entry, NULL);
        playing->now_s += 2000;
    }
    entry_init(&entry, 0, 0, decision->seat, ENTRY_DEFAULT);
    entry.decision = decision->id;
    entry.due_s = due_s;
    entry.why = decision->kind == DECISION_OPEN ? ENTRY_WHY_UNOPENED : ENTRY_WHY_TIMEOUT;
    if (decision->fallback == FALLBACK_LOT) {
        entry.why = ENTRY_WHY_LOT;
        count = legal_orders(playing, decision->seat, &list);
        replay_lot_label(playing->replay, decision->id, label);
        draw_start(&draw, &playing->seed, label);
        order = list[draw_number(&draw, count)];
        free(list);
    }
    log_order(playing, &entry, &order);
}

/* k of a line in force that says something, by chance; 0: none found. */
static unsigned line_in_force(struct playing *playing, unsigned seat)
{
    const unsigned from = playing->line_from[seat], last = playing->own_count[seat];
    char name[SEAL_NAME_MAX + 1];
    unsigned k;

    if (!from || from > last)
        return 0;
    k = from + playing_random(playing, last - from + 1);
    seal_name_write(SEAL_OWN, seat, k, name);
    for (unsigned i = 0; i < playing->seal_count; i++)
        if (text_equal(playing->seal[i].name, name))
            return playing->seal[i].length && !text_equal(playing->seal[i].payload, "none") ? k : 0;
    return 0;
}

/* Leave a line that gives this order, once; k of it, 0: there is none that does. */
static unsigned leave_line(struct playing *playing, const struct decision *decision,
                           const struct order *order, bool *otherwise)
{
    const struct game *game = playing->game;
    const void *rulebook = replay_rulebook(playing->replay);
    const unsigned seat = decision->seat;
    void *view = calloc(1, game->state_bytes);
    struct order *list = malloc(LEGAL_MAX * sizeof *list);
    char array[LINE_TEXT_BYTES];
    const char *words[] = {array, "", "", ""};
    struct standing_line line;
    struct line_answer answer = {.says = LINE_OTHER};
    struct entry entry;
    struct text text;
    unsigned at, count;
    bool gives;

    assert_true(view && list);
    text_init(&text, array, sizeof array);
    text_put(&text, "once ");
    game->text->write_order(rulebook, NULL, order, ORDER_FULL, &text);
    standing_part(array, text.length, &line);
    game_view(game, rulebook, replay_state(playing->replay), seat, view);
    if (standing_is_canonical(game, rulebook, seat, array, text.length))
        standing_ask(game, rulebook, view, decision, &line, list, &answer);
    *otherwise = answer.otherwise;
    gives =
        answer.says == LINE_ORDERS && standing_gives(game, rulebook, view, decision, &line, order,
                                                     answer.otherwise, false, list, &count, &at);
    free(view);
    free(list);
    if (!gives)
        return 0;
    entry_init(&entry, 0, 0, seat, ENTRY_OWN);
    seal_name_write(SEAL_OWN, seat, playing->own_count[seat] + 1, entry.name);
    entry.count = 4;
    playing_log(playing, &entry, words);
    playing->own_count[seat] += 4;
    return playing->own_count[seat] - 3;
}

/* As if that line had given it. */
static void log_by_line(struct playing *playing, unsigned seat, unsigned k, bool otherwise,
                        const struct order *order)
{
    const struct game *game = playing->game;
    const void *rulebook = replay_rulebook(playing->replay), *state = replay_state(playing->replay);
    struct secret secret[SECRETS_MAX];
    char line[SEAL_NAME_MAX + 8];
    const char *const payload[] = {line};
    struct entry entry;
    struct text text;

    snprintf(line, sizeof line, "own/%u/%u%s", seat, k, otherwise ? " else" : "");
    entry_init(&entry, 0, 0, seat, ENTRY_ORDER);
    entry.by = true;
    text_init(&text, entry.words, sizeof entry.words);
    game->text->write_order(rulebook, state, order, ORDER_PUBLIC, &text);
    log_with(playing, &entry, secret, game_secrets_of(game, rulebook, state, order, secret),
             payload);
}

/* A kind of order first, then one of that kind. */
static void give_order(struct playing *playing, const struct decision *decision)
{
    struct order *list, order;
    unsigned k = 0, count = legal_orders(playing, decision->seat, &list);
    bool otherwise = playing_random(playing, 3) == 0;
    struct entry entry;
    uint16_t kind;

    assert_in_range(count, 1, LEGAL_MAX);
    kind = list[playing_random(playing, count)].kind;
    do
        order = list[playing_random(playing, count)];
    while (order.kind != kind);
    free(list);
    if (is_2(playing) && playing_random(playing, 4) == 0 &&
        (!playing->is_quiet || playing->line_from[decision->seat]))
        k = playing->game->standing ? leave_line(playing, decision, &order, &otherwise)
                                    : line_in_force(playing, decision->seat);
    if (k) {
        log_by_line(playing, decision->seat, k, otherwise, &order);
        return;
    }
    entry_init(&entry, 0, 0, decision->seat, ENTRY_ORDER);
    entry.letter = !playing->is_quiet && playing_random(playing, 2);
    if (playing_random(playing, 8) == 0)
        entry.came_s = playing->now_s - 60;
    playing->holds = !playing->is_quiet && playing_random(playing, 5) == 0;
    log_order(playing, &entry, &order);
    playing->holds = false;
}

/* Do the rules take what this seal holds? What a player sealed himself need not be possible. */
static bool fits(const struct playing *playing, const char *name)
{
    const struct game *game = playing->game;
    const void *rulebook = replay_rulebook(playing->replay);
    char text[ENTRY_WORDS_BYTES];
    struct order order;

    for (unsigned i = playing->seal_count; i-- > 0;)
        if (text_equal(playing->seal[i].name, name)) {
            snprintf(text, sizeof text, "open %s %s", name, playing->seal[i].payload);
            return game->text->read_order(rulebook, SEAT_TABLE, text, strlen(text), &order) &&
                   game->rules->check(rulebook, replay_state(playing->replay), &order, NULL) ==
                       VERDICT_DONE;
        }
    return false;
}

static void answer(struct playing *playing, const struct decision *decision)
{
    bool late = decision->fallback != FALLBACK_NONE && decision->seat &&
                playing_random(playing, 10) == 0 && !playing->is_quiet;

    late |= decision->kind == DECISION_OPEN && !fits(playing, decision->name);
    if (decision->kind == DECISION_DRAW)
        answer_draw(playing, decision);
    else if (late)
        log_default(playing, decision);
    else if (decision->kind == DECISION_OPEN)
        log_opening(playing, decision->seat && playing_random(playing, 2) ? decision->seat : 0,
                    decision->name);
    else
        give_order(playing, decision);
}

/* ---- what else happens ---- */

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

static void log_own(struct playing *playing)
{
    static const char *const words[] = {"if attacked: 3"};
    struct entry entry;

    if (is_2(playing)) {
        log_lines(playing);
        return;
    }

    entry_init(&entry, 0, 0, 1 + playing_random(playing, playing->genesis.seats), ENTRY_OWN);
    seal_name_write(SEAL_OWN, entry.who, ++playing->own_count[entry.who], entry.name);
    entry.count = 1;
    playing_log(playing, &entry, words);
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

    if (keys_rotate(playing->keys, KEY_SIGNING, fill, playing, NULL))
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
        replay_undo_is_free(playing->replay, seat, order - 1, lookup, playing, NULL))
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
                   replay_house_agrees(playing->replay, to - 1, lookup, playing, NULL);
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

/* Entries are declared lost, sometimes twice; people talk, one may decline first; then all agree.
 */
static void log_lost(struct playing *playing)
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
static happen_fn *const happenings[] = {log_press, log_own,       log_remark,     log_key_change,
                                        log_undo,  log_take_back, log_agreed_undo};

/* ---- the end ---- */

static void log_end(struct playing *playing)
{
    static const uint8_t results[] = {
        [GAME_WON] = ENTRY_WON, [GAME_DRAWN] = ENTRY_DRAWN, [GAME_VOID] = ENTRY_VOID};
    struct outcome outcome = {0};
    struct entry entry;

    playing->game->rules->outcome(replay_rulebook(playing->replay), replay_state(playing->replay),
                                  &outcome);
    assert_int_not_equal(outcome.over, GAME_GOES_ON);
    entry_init(&entry, 0, 0, ENTRY_TABLE, ENTRY_END);
    entry.result = results[outcome.over];
    entry.seat = outcome.over == GAME_WON ? outcome.winner : 0;
    text_copy(entry.words, sizeof entry.words, outcome.reason);
    playing_log(playing, &entry, NULL);
    entry_init(&entry, 0, 0, ENTRY_TABLE, ENTRY_SECRET);
    memcpy(entry.key, playing->secret, sizeof entry.key);
    playing_log(playing, &entry, NULL);
    playing->is_ended = true;
}

/* Is it opened, undone, or not the game's? Then it is not opened at the end. */
static bool stays_closed(const struct playing *playing, const struct playing_seal *seal)
{
    uint64_t first, second;
    unsigned seat;

    return seal->is_held || seal_name_family(seal->name, &first, &second) != SEAL_GAME ||
           !replay_seal_owner(playing->replay, seal->name, &seat) ||
           replay_seal_is_opened(playing->replay, seal->name);
}

/* Since protocol 2 it is told which line gave an order, that line, and each "none". */
static bool is_told(const struct playing *playing, const struct playing_seal *seal)
{
    uint64_t first, second;
    enum seal_family family = seal_name_family(seal->name, &first, &second);

    if (!is_2(playing) || seal->is_erased || replay_seal_is_opened(playing->replay, seal->name))
        return false;
    for (unsigned i = 0; i < playing->seal_count && family == SEAL_OWN; i++)
        if (text_starts_with(playing->seal[i].name, "by/") &&
            text_starts_with(playing->seal[i].payload, seal->name) &&
            !text_is_digit(playing->seal[i].payload[strlen(seal->name)]))
            return true;
    return family == SEAL_BY || (family == SEAL_OWN && text_equal(seal->payload, "none"));
}

static bool open_rest(struct playing *playing)
{
    for (unsigned i = 0; i < playing->seal_count; i++)
        if (is_told(playing, &playing->seal[i])) {
            log_opening(playing, ENTRY_TABLE, playing->seal[i].name);
            return true;
        }
    for (unsigned i = 0; i < playing->seal_count; i++)
        if (!stays_closed(playing, &playing->seal[i])) {
            log_opening(playing, ENTRY_TABLE, playing->seal[i].name);
            return true;
        }
    playing->is_finished = true;
    return false;
}

bool playing_step(struct playing *playing)
{
    struct decision decision[DECISIONS_MAX];
    unsigned count;

    if (playing->is_ended)
        return open_rest(playing);
    if (!playing->is_quiet && playing_random(playing, 6) == 0)
        happenings[playing_random(playing, sizeof happenings / sizeof happenings[0])](playing);
    if (!playing->is_quiet && is_2(playing) && playing_random(playing, 60) == 0)
        log_lost(playing);
    count = playing->game->rules->open_decisions(replay_rulebook(playing->replay),
                                                 replay_state(playing->replay), decision);
    if (count)
        answer(playing, &decision[playing_random(playing, count)]);
    else
        log_end(playing);
    return true;
}

/* ---- exports ---- */

/* May the reader know a seal now? */
static bool may_know(const struct playing *playing, unsigned reader,
                     const struct playing_seal *seal)
{
    uint64_t first, second;
    unsigned seat;

    if (reader == RECORD_FOR_WHOLE || (reader && reader == seal->seat))
        return true;
    if (seal_name_family(seal->name, &first, &second) != SEAL_GAME)
        return text_starts_with(seal->name, "words/");
    if (!replay_seal_owner(playing->replay, seal->name, &seat))
        return false;
    return game_may_know(playing->game, replay_rulebook(playing->replay),
                         replay_state(playing->replay), seal->name,
                         reader == RECORD_FOR_ALL ? SEAT_PUBLIC : reader);
}

/* An undone seal shares its name with the one that stands. */
static bool is_newest(const struct playing *playing, unsigned index)
{
    for (unsigned i = index + 1; i < playing->seal_count; i++)
        if (text_equal(playing->seal[i].name, playing->seal[index].name))
            return false;
    return true;
}

void playing_record(const struct playing *playing, unsigned reader, struct record *record)
{
    record_init(record, reader);
    assert_int_equal(
        record_set_genesis(record, playing->genesis_text, playing->genesis_length, NULL), RC_OK);
    for (unsigned n = 0; n < playing->entry_count; n++) {
        const struct playing_entry *entry = &playing->entry[n];

        if (!entry->text)
            continue; /* lost */
        assert_int_equal(record_add_entry(record, entry->text, strlen(entry->text), NULL), RC_OK);
        for (unsigned i = entry->first_seal; i < entry->first_seal + entry->seal_count; i++) {
            const struct playing_seal *seal = &playing->seal[i];
            struct opening opening = {.payload = seal->payload, .length = seal->length};

            memcpy(opening.nonce, seal->nonce, sizeof opening.nonce);
            assert_int_equal(
                record_add_seal(record, seal->name, seal->seat, &seal->commitment, NULL), RC_OK);
            if (seal->is_erased)
                record_add_erasure(record);
            else if (!seal->is_held && may_know(playing, reader, seal) &&
                     (is_newest(playing, i) || reader == RECORD_FOR_WHOLE || reader == seal->seat))
                assert_int_equal(record_add_opening(record, &opening, NULL), RC_OK);
        }
    }
    for (unsigned i = 0; i < playing->file_count; i++)
        assert_int_equal(record_add_file(record, playing->genesis.rules, playing->file[i].name,
                                         playing->file[i].text, playing->file[i].length, NULL),
                         RC_OK);
}

bool playing_sign(void *context, const struct hash *digest,
                  unsigned char signature[SIGNATURE_BYTES])
{
    const struct playing *playing = context;

    return keys_sign(playing->keys, playing->signing, digest, signature);
}

void playing_export(struct playing *playing, unsigned reader, struct buf *out)
{
    struct record record;
    struct err err = {0};

    playing_record(playing, reader, &record);
    if (record_write(&record, playing_sign, playing, out, &err))
        fail_msg("%s", err.text);
    record_fini(&record);
}

static void add_entries(const struct record *from, struct delta *delta)
{
    struct record *to = &delta->record;

    for (uint64_t n = to->from; n < from->entry_count; n++) {
        const struct record_entry *row = &from->entry[n];

        if (!row->length)
            continue;
        assert_int_equal(record_add_entry(to, row->text, row->length, NULL), RC_OK);
        for (uint32_t i = row->first_seal; i < row->first_seal + row->seal_count; i++) {
            const struct record_seal *seal = &from->seal[i];
            struct opening opening = {.payload = seal->payload, .length = seal->length};

            memcpy(opening.nonce, seal->nonce, sizeof opening.nonce);
            assert_int_equal(record_add_seal(to, seal->name, seal->seat, &seal->commitment, NULL),
                             RC_OK);
            if (seal->knowledge == RECORD_ERASED)
                record_add_erasure(to);
            else if (seal->knowledge == RECORD_KNOWN)
                assert_int_equal(record_add_opening(to, &opening, NULL), RC_OK);
        }
    }
}

static void add_known(const struct record *now, const struct record *before, struct delta *delta)
{
    for (uint64_t n = 1; n <= delta->record.from; n++) {
        const struct record_entry *row = &now->entry[n - 1];

        for (uint32_t i = row->first_seal; i < row->first_seal + row->seal_count; i++) {
            const struct record_seal *seal = &now->seal[i];
            struct opening opening = {.payload = seal->payload, .length = seal->length};

            memcpy(opening.nonce, seal->nonce, sizeof opening.nonce);
            if (seal->knowledge == RECORD_KNOWN && before->seal[i].knowledge == RECORD_SEALED)
                assert_int_equal(delta_add_known(delta, seal->name, n, &opening, NULL), RC_OK);
        }
    }
}

void playing_delta(struct playing *playing, unsigned seat, uint64_t from,
                   const struct record *before, struct buf *out)
{
    unsigned char signature[SIGNATURE_BYTES];
    struct chain start, end;
    struct record now;
    struct delta delta;
    struct hash digest;

    playing_record(playing, seat, &now);
    record_chain(&now, &end);
    start = (struct chain){end.genesis, from, from ? now.entry[from - 1].after : end.genesis};
    delta_init(&delta, now.protocol, seat, &start);
    if (!from)
        assert_int_equal(record_set_genesis(&delta.record, now.genesis, now.genesis_length, NULL),
                         RC_OK);
    for (unsigned i = 0; i < now.file_count && !from; i++)
        assert_int_equal(record_add_file(&delta.record, now.file[i].rules, now.file[i].name,
                                         now.file[i].text, now.file[i].length, NULL),
                         RC_OK);
    add_entries(&now, &delta);
    if (from && before)
        add_known(&now, before, &delta);
    chain_head(&end, &digest);
    playing_sign(playing, &digest, signature);
    assert_int_equal(delta_write(&delta, signature, out, NULL), RC_OK);
    delta_fini(&delta);
    record_fini(&now);
}

unsigned playing_held(const struct playing *playing)
{
    unsigned held = 0;

    for (unsigned i = 0; i < playing->seal_count; i++)
        held += playing->seal[i].is_held;
    return held;
}

const char *playing_lookup(void *context, uint64_t number, const char *name, size_t *length)
{
    const struct record *record = context;
    const struct record_entry *entry = &record->entry[number - 1];

    for (uint32_t i = entry->first_seal; i < entry->first_seal + entry->seal_count; i++)
        if (record->seal[i].knowledge == RECORD_KNOWN && text_equal(record->seal[i].name, name)) {
            *length = record->seal[i].length;
            return record->seal[i].payload;
        }
    return NULL;
}

struct replay *playing_replay(const struct playing *playing, const struct record *record,
                              uint64_t to)
{
    struct replay *replay = NULL;
    struct err err = {0};

    if (replay_start(playing->game, &playing->genesis, files_of, (void *)(uintptr_t)playing,
                     &replay, &err))
        fail_msg("%s", err.text);
    for (uint64_t n = 1; n <= to; n++) {
        const struct record_entry *row = &record->entry[n - 1];
        struct entry entry;

        if (!row->length)
            continue;
        if (entry_read(record->protocol, n, row->text, row->length, &entry, &err) ||
            replay_entry(replay, &entry, playing_lookup, (void *)(uintptr_t)record, &err))
            fail_msg("entry %u: %s: %s", (unsigned)n, row->text, err.text);
    }
    return replay;
}
