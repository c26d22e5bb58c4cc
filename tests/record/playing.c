/* SPDX-License-Identifier: MIT */
#include "tests/record/playing_p.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "rules/standing.h"
#include "tests/test.h"

/* ---- chance of the test ---- */

unsigned playing_random(struct playing *playing, unsigned bound)
{
    playing->random ^= playing->random << 13;
    playing->random ^= playing->random >> 7;
    playing->random ^= playing->random << 17;
    return (unsigned)((playing->random >> 16) % bound);
}

void playing_fill(void *context, void *out, size_t count)
{
    unsigned char *at = out;

    while (count--)
        *at++ = (unsigned char)playing_random(context, 256);
}

/* ---- the log ---- */

const char *playing_recall(void *context, uint64_t number, const char *name, size_t *length)
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

static void add_seal(struct playing *playing, const char *name, unsigned seat, const char *payload,
                     bool drawn)
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
    playing_fill(playing, seal->nonce, sizeof seal->nonce);
    if (drawn)
        seal_drawn_nonce(playing->secret, &playing->chain.genesis, playing->entry_count, name,
                         seal->nonce);
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

void playing_log_with(struct playing *playing, struct entry *entry, const struct secret *secret,
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
    entry->hides_words = !entry_words_are_open(entry);
    if (entry_write(entry, &text, &err))
        fail_msg("entry %u: %s", (unsigned)entry->number, err.text);
    row = new_row(playing);
    count = entry_seals(entry, name);
    for (unsigned i = 0; i < count; i++) {
        unsigned k = 0;

        while (k < secrets && !text_equal(secret[k].name, name[i]))
            k++;
        if (k < secrets) {
            add_seal(playing, name[i], secret[k].seat, secret[k].payload, entry_is_drawn(entry));
            playing->seal[playing->seal_count - 1].is_held = playing->holds;
        } else if (text_starts_with(name[i], "words/")) {
            add_seal(playing, name[i], house_owner(entry, name[i]), entry->words, false);
        } else {
            add_seal(playing, name[i], house_owner(entry, name[i]), payload[given++], false);
        }
        commitment[i] = playing->seal[row->first_seal + i].commitment;
    }
    row->seal_count = count;
    if (replay_entry(playing->replay, entry, playing_recall, playing, &err))
        fail_msg("entry %u, %s: %s", (unsigned)entry->number, buf_text(&text), err.text);
    chain_append(&playing->chain, text.at, text.length, commitment, count);
    row->text = buf_take(&text);
    playing->now_s += playing_random(playing, 4000);
}

void playing_log(struct playing *playing, struct entry *entry, const char *const *payload)
{
    playing_log_with(playing, entry, NULL, 0, payload);
}

void playing_open(struct playing *playing, unsigned who, const char *name)
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

enum rc playing_files_of(void *context, const char *rules, struct game_file *file, unsigned *count,
                         struct err *err)
{
    const struct playing *playing = context;

    (void)rules;
    (void)err;
    memcpy(file, playing->file, playing->file_count * sizeof *file);
    *count = playing->file_count;
    return RC_OK;
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
    playing_log_with(playing, entry, secret, game_secrets_of(game, rulebook, state, order, secret),
                     letter);
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

int64_t playing_due(struct playing *playing, const struct decision *decision)
{
    struct entry entry;

    entry_init(&entry, 0, 0, ENTRY_TABLE, ENTRY_DUE);
    entry.decision = decision->id;
    entry.seat = decision->seat;
    entry.due_s = playing->now_s + 1000;
    playing_log(playing, &entry, NULL);
    playing->now_s += 2000;
    return entry.due_s;
}

void playing_miss(struct playing *playing, const struct decision *decision, int64_t due_s)
{
    char label[SEAL_NAME_MAX + 1];
    struct order order = decision->fallback_order, *list = NULL;
    struct entry entry;
    struct draw draw;
    unsigned count;

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
    playing_log_with(playing, &entry, secret, game_secrets_of(game, rulebook, state, order, secret),
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
    if (playing_random(playing, 4) == 0 &&
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
    if (entry.came_s < replay_asked_s(playing->replay, decision->seat, NULL))
        entry.came_s = ENTRY_NO_TIME;
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
        playing_miss(playing, decision,
                     playing_random(playing, 2) ? playing_due(playing, decision) : ENTRY_NO_TIME);
    else if (decision->kind == DECISION_OPEN)
        playing_open(playing,
                     decision->seat && !replay_is_lent(playing->replay, decision->seat) &&
                             playing_random(playing, 2)
                         ? decision->seat
                         : 0,
                     decision->name);
    else
        give_order(playing, decision);
}

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

/* It is told which line gave an order, that line, and each "none". */
static bool is_told(const struct playing *playing, const struct playing_seal *seal)
{
    uint64_t first, second;
    enum seal_family family = seal_name_family(seal->name, &first, &second);

    if (seal->is_erased || replay_seal_is_opened(playing->replay, seal->name))
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
            playing_open(playing, ENTRY_TABLE, playing->seal[i].name);
            return true;
        }
    for (unsigned i = 0; i < playing->seal_count; i++)
        if (!stays_closed(playing, &playing->seal[i])) {
            playing_open(playing, ENTRY_TABLE, playing->seal[i].name);
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
        playing_happen(playing);
    if (!playing->is_quiet && playing_random(playing, 60) == 0)
        playing_lose(playing);
    count = playing->game->rules->open_decisions(replay_rulebook(playing->replay),
                                                 replay_state(playing->replay), decision);
    if (count)
        answer(playing, &decision[playing_random(playing, count)]);
    else
        log_end(playing);
    return true;
}
