/* SPDX-License-Identifier: MIT */
#include "dt_support.h"

#include "base/own.h"
#include "games/dungeon_twister/combat.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Noreturn static void die(const char *what, const char *more)
{
    fprintf(stderr, "%s: %s\n", what, more);
    exit(99);
}

void dt_load_shipped(struct dt_rulebook *book)
{
    struct game_file file = {.name = "dungeon_twister.rooms"};
    struct err err = {0};
    OWN_MEMORY char *text = read_whole("data/dungeon_twister.rooms", &file.length);

    file.text = text;
    memset(book, 0, sizeof *book);
    if (dungeon_twister.rules->load(&file, 1, "base-1", book, &err))
        die("the shipped rooms are refused", err.text);
}

void dt_load_boxes(struct dt_rulebook *book)
{
    struct game_file file[2] = {{.name = "dungeon_twister.rooms"}, {.name = "trial.rooms"}};
    struct err err = {0};
    OWN_MEMORY char *base = read_whole("data/dungeon_twister.rooms", &file[0].length);
    OWN_MEMORY char *box = read_whole("tests/cases/dungeon_twister/trial.rooms", &file[1].length);

    file[0].text = base;
    file[1].text = box;
    memset(book, 0, sizeof *book);
    if (dungeon_twister.rules->load(file, 2, "boxes-2", book, &err))
        die("the rooms are refused", err.text);
}

unsigned dt_below(struct dt_chance *chance, unsigned bound)
{
    chance->at ^= chance->at >> 12;
    chance->at ^= chance->at << 25;
    chance->at ^= chance->at >> 27;
    return (unsigned)((chance->at * UINT64_C(0x2545f4914f6cdd1d) >> 33) % bound);
}

/* One of the seat's legal orders: the kind first, then the order. */
static bool pick(const struct dt_rulebook *book, const struct dt_state *state,
                 struct dt_chance *chance, unsigned seat, struct order *order)
{
    static struct order list[LEGAL_MAX];
    unsigned count = dungeon_twister.rules->legal(book, state, seat, list), kinds = 0, of_kind = 0,
             at;
    uint16_t kind[DT_ORDERS];

    for (unsigned i = 0; i < count; i++) {
        unsigned k = 0;

        while (k < kinds && kind[k] != list[i].kind)
            k++;
        if (k == kinds)
            kind[kinds++] = list[i].kind;
    }
    if (kinds == 0)
        return false;
    kind[0] = kind[dt_below(chance, kinds)];
    for (unsigned i = 0; i < count; i++)
        of_kind += list[i].kind == kind[0];
    at = dt_below(chance, of_kind);
    for (unsigned i = 0; i < count; i++)
        if (list[i].kind == kind[0] && at-- == 0)
            *order = list[i];
    return true;
}

bool dt_random_order(const struct dt_rulebook *book, const struct dt_state *state,
                     struct dt_chance *chance, struct order *order)
{
    struct decision decision[DECISIONS_MAX];
    unsigned count = dungeon_twister.rules->open_decisions(book, state, decision), which;
    uint16_t number[DRAW_NUMBERS_MAX];

    if (count == 0)
        return false;
    which = dt_below(chance, count);
    if (decision[which].kind == DECISION_DRAW) {
        for (unsigned i = 0; i < decision[which].bound_count; i++)
            number[i] = (uint16_t)dt_below(chance, decision[which].bound[i]);
        dungeon_twister.rules->draw_order(book, state, &decision[which], number, order);
        return true;
    }
    if (!pick(book, state, chance,
              decision[which].kind == DECISION_OPEN ? SEAT_TABLE : decision[which].seat, order))
        die("stuck", "an open question has no legal order");
    return true;
}

const char *dt_random_boxes(struct dt_chance *chance)
{
    static const char *const options[] = {
        "boxes=expansion",
        "boxes=expansion target=8 tie=continue",
        "boxes=expansion blue_characters=4 blue_cards_out=8",
        "boxes=expansion show_hands=yes",
        "boxes=both mode=free",
        "boxes=both mode=common",
        "boxes=both mode=free yellow_characters=6",
        "boxes=both mode=free copies=2",
        "boxes=both mode=common copies=expansion-2",
        DT_SCENARIO,
        DT_SCENARIO " copies=2 blue_characters=5",
        DT_SCENARIO " begins=yellow jump_cards=0 first_cards=any target=8",
    };

    return options[dt_below(chance, sizeof options / sizeof *options)];
}

const char *dt_random_options(struct dt_chance *chance)
{
    static const char *const options[] = {
        "",
        "target=8 tie=continue",
        "beginner=yes",
        "beginner=yes pairs=134",
        "blue_characters=4 blue_cards_out=8",
        "yellow_characters=7",
        "blue_level=good yellow_level=newbie",
        "tie=continue show_hands=yes",
    };

    return options[dt_below(chance, sizeof options / sizeof *options)];
}

void dt_new_game(const struct dt_rulebook *book, const char *options, struct dt_state *state)
{
    struct game_setup setup = {options, DT_SIDES};
    struct verdict verdict;

    if (dungeon_twister.rules->setup(book, &setup, state, &verdict) != VERDICT_DONE)
        die("options refused", options);
}

static void strew(const struct dt_rulebook *book, struct dt_chance *chance, struct dt_state *state,
                  unsigned token)
{
    for (unsigned attempt = 0; attempt < 12; attempt++) {
        struct dt_state tried = *state;
        unsigned square = dt_below(chance, 13 * DT_COLUMNS);

        if (dt_below(chance, 3) == 0 && state->ground[square] != DT_GROUND_PIT)
            continue;
        dt_put(&tried, token, square);
        if (dt_kind_of(token) < DT_CHARACTER_KINDS && dt_below(chance, 3) == 0)
            tried.wounded |= DT_BIT(token);
        if (!dungeon_twister.rules->invariant(book, &tried)) {
            *state = tried;
            return;
        }
    }
}

/* Markers, broken walls, charms: what the second box adds to a position. */
static void enchant(const struct dt_rulebook *book, struct dt_chance *chance,
                    struct dt_state *state)
{
    for (unsigned attempt = 0; attempt < 8; attempt++) {
        struct dt_state tried = *state;
        unsigned side = dt_below(chance, 2), square = dt_below(chance, 13 * DT_COLUMNS);

        if (state->at[square])
            continue;
        tried.illusion[side][dt_below(chance, 2)] = (uint8_t)square;
        dt_refresh(book, &tried);
        if (!dungeon_twister.rules->invariant(book, &tried))
            *state = tried;
    }
    for (unsigned slot = 0; slot < DT_SLOTS; slot++)
        if (dt_below(chance, 4) == 0)
            state->broken[slot] |= UINT64_C(1) << dt_below(chance, DT_ROOM_EDGES) &
                                   (book->room[state->room[slot]].walls);
    state->breaches[0] = (uint8_t)dt_below(chance, 4);
    state->breaches[1] = (uint8_t)dt_below(chance, 4);
    dt_refresh(book, state);
    for (unsigned kind = 0; kind < DT_CHARACTER_KINDS; kind++) {
        unsigned token = dt_token(1u - state->active, kind);

        if (!dt_on_board(state, token) || dt_below(chance, 6))
            continue;
        state->charm[kind] = (uint8_t)dt_below(chance, 4);
        if (!(state->wounded >> token & 1) && dt_below(chance, 3) == 0)
            state->potion[1 - state->active][kind] = 2;
    }
}

void dt_crowded_position(const struct dt_rulebook *book, struct dt_chance *chance,
                         struct dt_state *state)
{
    static const char boxes[] = "options boxes=both mode=common\npairs 1 2 3 4 5 6 7 8\n"
                                "room w1 5D/0\nroom w2 5G/0\nroom w3 6D/0\nroom w4 6G/0\n"
                                "room e1 7D/0\nroom e2 7G/0\nroom e3 8D/0\nroom e4 8G/0\n";
    static const char bare[] = "room w1 1D/0\nroom w2 2D/0\nroom w3 3D/0\nroom w4 4D/0\n"
                               "room e1 1G/0\nroom e2 2G/0\nroom e3 3G/0\nroom e4 4G/0\n";
    struct err err = {0};

    bool both = book->room_count > 8;

    if (dungeon_twister.text->read(book, both ? boxes : bare,
                                   both ? sizeof boxes - 1 : sizeof bare - 1, state, &err))
        die("position refused", err.text);
    for (unsigned slot = DT_SLOTS; slot-- > 0;) {
        unsigned other = dt_below(chance, slot + 1);
        uint8_t room = state->room[slot];

        state->room[slot] = state->room[other];
        state->room[other] = room;
        state->turned[slot] = (uint8_t)dt_below(chance, DT_TURNS);
    }
    dt_refresh(book, state);
    state->active = (uint8_t)dt_below(chance, 2);
    state->ap = (uint8_t)(1 + dt_below(chance, 5));
    for (unsigned i = 0; i < DT_TOKENS; i++) { /* both sides in turn */
        unsigned token = dt_token(i % 2, (i / 2 + DT_ROPE) % DT_KINDS);

        if (dt_is_available(&state->agreed, dt_kind_of(token)) && dt_below(chance, 8))
            strew(book, chance, state, token);
    }
    for (unsigned kind = 0; kind < DT_CHARACTERS_USED; kind++) {
        unsigned token = dt_token(state->active, kind);

        if (dt_on_board(state, token) && !(state->wounded >> token & 1) && dt_below(chance, 8) == 0)
            state->potion[state->active][kind] = 2;
    }
    if (state->agreed.boxes)
        enchant(book, chance, state);
    dt_watch_pentacle(state, NULL);
}

bool dt_give(const struct dt_rulebook *book, struct dt_state *state, unsigned seat,
             const char *text)
{
    struct order order;

    return dungeon_twister.text->read_order(book, seat, text, strlen(text), &order) &&
           dungeon_twister.rules->apply(book, state, &order, NULL);
}
