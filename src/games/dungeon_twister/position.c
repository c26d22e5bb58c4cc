/* SPDX-License-Identifier: MIT */
/* Writes a position as text, one fact a line. position_read.c reads it back. */
#include "games/dungeon_twister/position.h"

#include "games/dungeon_twister/combat.h"
#include "games/dungeon_twister/order_text.h"
#include "games/dungeon_twister/seals.h"
#include "games/dungeon_twister/setup.h"

const char *const dt_phase_words[DT_PHASES] = {
    [DT_PHASE_PAIRS] = "draw-pairs",
    [DT_PHASE_FORCES] = "forces",
    [DT_PHASE_FIRST_PICKER] = "draw-first-picker",
    [DT_PHASE_PICK] = "pick",
    [DT_PHASE_ROOMS] = "draw-rooms",
    [DT_PHASE_TEAMS] = "teams",
    [DT_PHASE_FIRST_PLACER] = "draw-first-placer",
    [DT_PHASE_PLACE] = "place",
    [DT_PHASE_OPEN_TEAMS] = "open-teams",
    [DT_PHASE_FIRST_PLAYER] = "draw-first-player",
    [DT_PHASE_CARD] = "card",
    [DT_PHASE_ACT] = "act",
    [DT_PHASE_OPEN_ROOM] = "open-room",
    [DT_PHASE_PUT_FIRST] = "put-first",
    [DT_PHASE_PUT_SECOND] = "put-second",
    [DT_PHASE_COMBAT] = "combat",
    [DT_PHASE_OPEN_COMBAT] = "open-combat",
    [DT_PHASE_OVER] = "over",
};

const char *const dt_end_words[DT_ENDS] = {
    [DT_END_NONE] = "goes-on",       [DT_END_TARGET] = "target-reached",
    [DT_END_NOBODY] = "nobody-left", [DT_END_RESIGNED] = "resigned",
    [DT_END_AGREED] = "draw-agreed", [DT_END_UNOPENED] = "seal-not-opened",
};

const char *const dt_where_words[DT_GONE - DT_ABSENT + 1] = {
    [0] = "absent",
    [DT_HIDDEN - DT_ABSENT] = "hidden",
    [DT_SHOWN - DT_ABSENT] = "shown",
    [DT_KILLED - DT_ABSENT] = "killed",
    [DT_ESCAPED - DT_ABSENT] = "escaped",
    [DT_SAVED - DT_ABSENT] = "saved",
    [DT_GONE - DT_ABSENT] = "gone",
};

unsigned dt_questions(const struct dt_state *state)
{
    unsigned asked[DT_SIDES];

    switch (state->phase) {
    case DT_PHASE_TEAMS:
    case DT_PHASE_OPEN_TEAMS:
        return DT_SIDES;
    case DT_PHASE_COMBAT:
    case DT_PHASE_OPEN_COMBAT:
        return dt_card_sides(state, asked);
    case DT_PHASE_OPEN_ROOM:
        return 1 + dt_hidden_in(state, state->slot);
    case DT_PHASE_FORCES:
        return DT_SIDES * DT_FORCE;
    default:
        return 1;
    }
}

static void line(struct text *out, const char *key)
{
    if (out->length > 0)
        text_put_char(out, '\n');
    text_put(out, key);
}
static void word(struct text *out, const char *string)
{
    TEXT_PUT(out, " ", string);
}
static void number(struct text *out, int64_t value)
{
    TEXT_PUT(out, " ", TEXT_INT(value));
}
static void place(struct text *out, int at)
{
    text_put_char(out, ' ');
    dt_write_place(at, out);
}
static void side_line(struct text *out, const char *key, unsigned side)
{
    line(out, key);
    word(out, dt_side_words[side]);
}

/* Points that only one character may spend. */
static void write_accounts(const char *key, const uint8_t points[DT_CHARACTER_KINDS],
                           struct text *out)
{
    for (unsigned kind = 0; kind < DT_CHARACTER_KINDS; kind++)
        if (points[kind]) {
            line(out, key);
            word(out, dt_kinds[kind].word);
            number(out, points[kind]);
        }
}

static void write_turn(const struct dt_state *state, struct text *out)
{
    struct dt_agreed standard;

    dt_read_options("", 0, &standard, NULL);
    if (memcmp(&standard, &state->agreed, sizeof standard) != 0) {
        line(out, "options ");
        dt_write_agreed(&state->agreed, out);
        if (!state->agreed.pairs_agreed && state->agreed.pairs) {
            line(out, "pairs");
            for (unsigned pair = 1; pair <= DT_PAIRS_MAX; pair++)
                if (state->agreed.pairs >> pair & 1)
                    number(out, pair);
        }
    }
    line(out, "phase");
    word(out, dt_phase_words[state->phase]);
    line(out, "turn");
    number(out, state->turn);
    side_line(out, "active", state->active);
    line(out, "questions");
    number(out, state->question);
    number(out, state->next_id);
    number(out, state->clock);
    line(out, "points");
    number(out, state->ap);
    write_accounts("potion", state->potion[state->active], out);
    write_accounts("potion charmed", state->potion[1 - state->active], out);
    write_accounts("charm", state->charm, out);
    if (state->drunk) {
        line(out, "drunk");
        number(out, state->drunk);
    }
    if (state->highest != DT_HIGHEST_STANDARD) {
        line(out, "highest");
        number(out, state->highest);
    }
    line(out, "score");
    number(out, state->score[0]);
    number(out, state->score[1]);
}

static void write_cards(const struct dt_state *state, unsigned side, struct text *out)
{
    side_line(out, "actions", side);
    for (int card = DT_ACTION_CARD_MIN; card <= DT_ACTION_CARD_MAX; card++)
        if (state->actions[side] >> card & 1)
            number(out, card);
    side_line(out, "combat", side);
    for (unsigned card = 0; card < DT_CARD_VALUES; card++)
        for (unsigned copy = 0; copy < state->combat[side][card]; copy++)
            number(out, card);
    side_line(out, "jumps", side);
    number(out, state->jumps[side]);
    if (state->offers >> side & 1)
        side_line(out, "offer", side);
}

/* The portcullises of a slot in one state, each edge once, from its lower square. */
static void write_gates(const struct dt_rulebook *book, const struct dt_state *state, unsigned slot,
                        uint64_t gates, const char *key, struct text *out)
{
    if (!gates)
        return;
    word(out, key);
    for (unsigned at = 0; at < DT_ROOM_CELLS; at++)
        for (unsigned d = DT_NORTH; d <= DT_EAST; d++) {
            unsigned square = dt_slot_square(slot, at % DT_ROOM_SIDE, at / DT_ROOM_SIDE);

            if (!(gates >> dt_edge(book, state, square, d) & 1))
                continue;
            place(out, (int)square);
            text_put_char(out, '-');
            dt_write_place((int)square + dt_step[d], out);
        }
}

/* Walls of a room that a Golem broke, each once: by its lower or western square within it. */
static void write_breaches(const struct dt_rulebook *book, const struct dt_state *state,
                           unsigned slot, struct text *out)
{
    uint64_t walls = state->broken[slot] & book->room[state->room[slot]].walls;

    if (!walls)
        return;
    word(out, "breached");
    for (unsigned at = 0; at < DT_ROOM_CELLS; at++)
        for (unsigned d = 0; d < DT_DIRECTIONS; d++) {
            unsigned x = at % DT_ROOM_SIDE, y = at / DT_ROOM_SIDE;
            unsigned square = dt_slot_square(slot, x, y);

            if ((d == DT_SOUTH && y > 0) || (d == DT_WEST && x > 0) ||
                !(walls >> dt_edge(book, state, square, d) & 1))
                continue;
            place(out, (int)square);
            TEXT_PUT(out, "-", dt_direction_words[d]);
        }
}

static void write_illusions(const struct dt_state *state, unsigned side, struct text *out)
{
    for (unsigned which = 0; which < DT_ILLUSIONS; which++)
        if (state->illusion[side][which] < DT_SQUARES) {
            side_line(out, "illusion", side);
            word(out, dt_illusion_words[which]);
            place(out, state->illusion[side][which]);
        }
    if (state->breaches[side]) {
        side_line(out, "breaches", side);
        number(out, state->breaches[side]);
    }
}

static void write_room(const struct dt_rulebook *book, const struct dt_state *state, unsigned slot,
                       struct text *out)
{
    bool shown = state->revealed >> slot & 1;

    if (state->room[slot] == DT_NONE)
        return;
    line(out, "room");
    place(out, DT_PLACE_SLOT + (int)slot);
    text_put(out, shown ? " " : " down ");
    if (state->room[slot] == DT_UNKNOWN)
        text_put_char(out, '?');
    else
        dt_write_room(book, state->room[slot] * DT_TURNS + state->turned[slot], out);
    if (!shown)
        return;
    write_gates(book, state, slot, state->open[slot], "open", out);
    write_gates(book, state, slot, state->broken[slot] & book->room[state->room[slot]].gates,
                "broken", out);
    write_breaches(book, state, slot, out);
}

static const char *kind_or_unknown(unsigned kind)
{
    return kind == DT_UNKNOWN ? "?" : dt_kinds[kind].word;
}

static void write_secrets(const struct dt_state *state, unsigned side, struct text *out)
{
    bool any = false;
    bool chosen = state->force_count[side] && state->agreed.mode != DT_MODE_SCENARIO;

    if (chosen)
        side_line(out, "force", side);
    for (unsigned i = 0; chosen && i < state->force_count[side]; i++)
        word(out, kind_or_unknown(state->force[side][i]));
    if (state->team[side][0] != DT_NONE) {
        side_line(out, "team", side);
        for (unsigned i = 0; i < (state->team[side][0] == DT_UNKNOWN ? 1 : DT_TEAM); i++)
            word(out, kind_or_unknown(state->team[side][i]));
    }
    if (state->placed_count[side]) {
        side_line(out, "placed", side);
        number(out, state->placed_count[side]);
    }
    for (unsigned k = 0; k < state->placed_count[side]; k++) {
        const struct dt_placed *placed = &state->placed[side][k];

        if (placed->slot == DT_NONE)
            continue;
        side_line(out, "down", side);
        number(out, k + 1);
        place(out, DT_PLACE_SLOT + placed->slot);
        word(out, kind_or_unknown(placed->token));
    }
    for (unsigned kind = 0; kind < DT_KINDS; kind++) {
        if (state->where[dt_token(side, kind)] != DT_HIDDEN)
            continue;
        if (!any)
            side_line(out, "hidden", side);
        any = true;
        word(out, dt_kinds[kind].word);
    }
}

static void write_token(const struct dt_state *state, unsigned token, struct text *out)
{
    unsigned where = state->where[token], side = dt_side_of(token);

    if (where == DT_ABSENT || where == DT_HIDDEN)
        return;
    line(out, dt_side_words[side]);
    word(out, dt_kinds[dt_kind_of(token)].word);
    if (where < DT_SQUARES)
        place(out, (int)where);
    else
        word(out, dt_where_words[where - DT_ABSENT]);
    if (where == DT_ESCAPED && dt_kind_of(token) >= DT_CHARACTER_KINDS && state->taken_out[side])
        word(out, dt_side_words[state->taken_out[side] - 1]);
    if (state->wounded >> token & 1)
        word(out, "wounded");
    if (state->hurt >> token & 1)
        word(out, "hurt");
    if (state->restored >> token & 1)
        word(out, "restored");
}

static void write_pending(const struct dt_state *state, struct text *out)
{
    if (state->slot != DT_NONE) {
        line(out, "revealing");
        place(out, DT_PLACE_SLOT + state->slot);
    }
    if (state->placer)
        side_line(out, "placer", state->placer);
    if (state->handed)
        line(out, "handed");
    if (state->answered) {
        line(out, "answered");
        for (int i = 0; i < 8; i++)
            if (state->answered >> i & 1)
                number(out, i + 1);
    }
    if (state->attacker != DT_NONE) {
        line(out, "attack");
        if (dt_side_of(state->attacker) != state->active)
            word(out, "charmed");
        word(out, dt_kinds[dt_kind_of(state->attacker)].word);
        word(out, dt_kinds[dt_kind_of(state->target)].word);
    }
    for (unsigned side = 0; side < DT_SIDES; side++) {
        if (state->chosen[side] == DT_NONE)
            continue;
        side_line(out, "chosen", side);
        if (state->chosen[side] == DT_UNKNOWN)
            word(out, "?");
        else
            number(out, state->chosen[side]);
    }
    if (state->phase == DT_PHASE_OVER) {
        if (state->pentacle)
            side_line(out, "pentacle", state->pentacle - 1u);
        line(out, "over");
        word(out, dt_end_words[state->end]);
        if (state->winner)
            word(out, dt_side_words[state->winner - 1]);
    }
}

void dt_write_position(const void *rulebook, const void *state, struct text *out)
{
    const struct dt_state *at = state;

    write_turn(at, out);
    for (unsigned side = 0; side < DT_SIDES; side++)
        write_cards(at, side, out);
    for (unsigned slot = 0; slot < DT_SLOTS; slot++)
        write_room(rulebook, at, slot, out);
    for (unsigned side = 0; side < DT_SIDES; side++)
        write_illusions(at, side, out);
    for (unsigned side = 0; side < DT_SIDES; side++)
        write_secrets(at, side, out);
    for (unsigned token = 0; token < DT_TOKENS; token++)
        write_token(at, token, out);
    write_pending(at, out);
    text_put_char(out, '\n');
}
