/* SPDX-License-Identifier: MIT */
/* Small steps that keep a position whole: what lies where, and what the rooms let pass. */
#include "games/dungeon_twister/state.h"

_Static_assert(offsetof(struct dt_state, spare) + sizeof((struct dt_state *)0)->spare ==
                   sizeof(struct dt_state),
               "a position has no padding");
_Static_assert(offsetof(struct dt_state, agreed) + sizeof(struct dt_agreed) ==
                   offsetof(struct dt_state, where),
               "nor within");
_Static_assert(offsetof(struct dt_agreed, spare) + sizeof((struct dt_agreed *)0)->spare ==
                   sizeof(struct dt_agreed),
               "nor has what was agreed");

uint64_t dt_alike(unsigned kind)
{
    uint64_t set = 0;

    for (unsigned k = 0; k < DT_KINDS; k++)
        if (k == kind || (dt_kinds[k].word && dt_kinds[k].term == dt_kinds[kind].term))
            set |= DT_BIT(dt_token(0, k)) | DT_BIT(dt_token(1, k));
    return set;
}

bool dt_is_available(const struct dt_agreed *agreed, unsigned kind)
{
    const struct dt_kind *row = &dt_kinds[kind];
    unsigned copies = 0; /* of a common object, that these boxes hold */

    if (!row->word || (agreed->beginner && !row->beginner))
        return false;
    if (agreed->boxes != DT_BOXES_EXPANSION && row->box != DT_BOX_EXPANSION)
        copies += agreed->copies[DT_BOX_BASE];
    if (agreed->boxes != DT_BOXES_BASE && row->box != DT_BOX_BASE)
        copies += agreed->copies[DT_BOX_EXPANSION];
    return row->copy ? copies >= row->copy : copies > 0;
}

unsigned dt_slot_square(unsigned slot, unsigned x, unsigned y)
{
    return (1 + slot % 4 * DT_ROOM_SIDE + y) * DT_COLUMNS + slot / 4 * DT_ROOM_SIDE + x;
}

unsigned dt_dot(const struct dt_state *state, unsigned side, unsigned dot)
{
    static const uint8_t columns[DT_TEAM] = {1, 3, 6, 8}; /* b d g i, DT-TEAM-02 */

    return dt_home_row(state, side) * DT_COLUMNS + columns[dot];
}

unsigned dt_capacity(const struct dt_state *state, unsigned slot)
{
    bool end = slot % 4 == 0 || slot % 4 == 3;

    return end || state->agreed.beginner ? 2 : 3; /* DT-SETUP-05, DT-VARIANT-05 */
}

unsigned dt_hidden_in(const struct dt_state *state, unsigned slot)
{
    unsigned count = 0;

    for (unsigned side = 0; side < DT_SIDES; side++)
        for (unsigned k = 0; k < state->placed_count[side]; k++)
            count += state->placed[side][k].slot == slot;
    return count;
}

void dt_remove(struct dt_state *state, unsigned token, enum dt_where where)
{
    if (dt_on_board(state, token))
        state->at[state->where[token]] &= ~DT_BIT(token);
    state->where[token] = (uint8_t)where;
}

void dt_put(struct dt_state *state, unsigned token, unsigned square)
{
    if (dt_on_board(state, token))
        state->at[state->where[token]] &= ~DT_BIT(token);
    state->where[token] = (uint8_t)square;
    state->at[square] |= DT_BIT(token);
}

static unsigned place_in_slot(unsigned square)
{
    return (square / DT_COLUMNS - 1) % DT_ROOM_SIDE * DT_ROOM_SIDE +
           square % DT_COLUMNS % DT_ROOM_SIDE;
}

unsigned dt_edge(const struct dt_rulebook *book, const struct dt_state *state, unsigned square,
                 unsigned direction)
{
    unsigned slot = dt_slot_of(state, square);

    return book->edge_at[state->turned[slot]][place_in_slot(square)][direction];
}

bool dt_has_wall(const struct dt_rulebook *book, const struct dt_state *state, unsigned square,
                 unsigned direction)
{
    unsigned slot = dt_slot_of(state, square), edge = dt_edge(book, state, square, direction);

    return (book->room[state->room[slot]].walls & ~state->broken[slot]) >> edge & 1;
}

/* What bars a square's own half of its edges: bit d a wall, bit d + 4 a closed portcullis. A
 * starting line has no half of its own (DT-GEN-04), nor has what is not on the board. */
static unsigned own_half(const struct dt_rulebook *book, const struct dt_state *state,
                         unsigned square)
{
    unsigned slot = dt_slot_of(state, square), bars, turned;
    const uint8_t *edge;

    if (slot == DT_NONE)
        return 0;
    turned = state->turned[slot];
    bars = book->bars[state->room[slot]][turned][place_in_slot(square)];
    if (!(state->open[slot] | state->broken[slot]))
        return bars;
    edge = book->edge_at[turned][place_in_slot(square)];
    for (unsigned d = 0; d < DT_DIRECTIONS; d++) {
        if ((state->open[slot] | state->broken[slot]) >> edge[d] & 1)
            bars &= ~(1u << (d + 4));
        if (state->broken[slot] >> edge[d] & 1)
            bars &= ~(1u << d);
    }
    return bars;
}

/* What bars the halves of a part of the board, with a frame around it, row by row. What is not
 * there is barred by closed portcullises. */
enum { HALF_ROW = DT_COLUMNS + 2, HALVES = HALF_ROW * (DT_ROWS + 2), NOT_THERE = 0xF0 };

static unsigned half_index(unsigned row, unsigned column)
{
    return (row + 1) * HALF_ROW + column + 1;
}

/* The pass byte of a square from its own half of the edges and its neighbours': what bars the way
 * north bars theirs south, two bits on. */
static uint8_t pass_of(const uint8_t *half)
{
    unsigned bars = *half | (half[HALF_ROW] >> 2 & 0x11) | (half[1] >> 2 & 0x22) |
                    (half[-HALF_ROW] << 2 & 0x44) | (half[-1] << 2 & 0x88);
    unsigned open = ~bars >> 4 & 15; /* a closed portcullis stops everyone */

    return (uint8_t)((bars & open) << 4 | (open & ~bars));
}

/* Make the pass bytes of a block of squares, whose grounds and whose neighbours' are known. */
static void refresh_block(const struct dt_rulebook *book, struct dt_state *state, unsigned west,
                          unsigned east, unsigned south, unsigned north)
{
    uint8_t half[HALVES];

    memset(half, NOT_THERE, sizeof half);
    for (unsigned row = south ? south - 1 : 0; row <= north + 1 && row < DT_ROWS; row++)
        for (unsigned column = west ? west - 1 : 0; column <= east + 1 && column < DT_COLUMNS;
             column++) {
            unsigned square = row * DT_COLUMNS + column;

            if (state->ground[square] != DT_GROUND_NONE)
                half[half_index(row, column)] = (uint8_t)own_half(book, state, square);
        }
    for (unsigned row = south; row <= north; row++)
        for (unsigned column = west; column <= east; column++) {
            unsigned square = row * DT_COLUMNS + column;

            state->pass[square] = state->ground[square] == DT_GROUND_NONE
                                      ? 0
                                      : pass_of(&half[half_index(row, column)]);
        }
}

/* Lay the markers of Illusionists that lie in a slot over its floor. */
static void lay_illusions(struct dt_state *state, unsigned slot)
{
    for (unsigned side = 0; side < DT_SIDES; side++)
        for (unsigned which = 0; which < DT_ILLUSIONS; which++) {
            unsigned square = state->illusion[side][which];

            if (square < DT_SQUARES && dt_slot_of(state, square) == slot)
                state->ground[square] =
                    which == DT_FALSE_PIT ? DT_GROUND_FALSE_PIT : DT_GROUND_RUBBLE;
        }
}

static void lay_grounds(const struct dt_rulebook *book, struct dt_state *state, unsigned slot)
{
    bool shown = state->revealed >> slot & 1;

    for (unsigned place = 0; place < DT_ROOM_CELLS; place++) {
        unsigned square = dt_slot_square(slot, place % DT_ROOM_SIDE, place / DT_ROOM_SIDE);

        state->ground[square] = DT_GROUND_NONE;
        if (shown)
            state->ground[square] =
                book->room[state->room[slot]].ground[book->cell_at[state->turned[slot]][place]];
    }
    if (state->agreed.boxes)
        lay_illusions(state, slot);
}

void dt_refresh_slot(const struct dt_rulebook *book, struct dt_state *state, unsigned slot)
{
    unsigned first_column = slot / 4 * DT_ROOM_SIDE, first_row = 1 + slot % 4 * DT_ROOM_SIDE;
    unsigned west = first_column ? first_column - 1 : 0;
    unsigned east = first_column ? DT_COLUMNS - 1 : DT_ROOM_SIDE;

    lay_grounds(book, state, slot);
    refresh_block(book, state, west, east, first_row - 1, first_row + DT_ROOM_SIDE);
}

void dt_refresh(const struct dt_rulebook *book, struct dt_state *state)
{
    unsigned last = state->agreed.rows - 1u;

    for (unsigned square = 0; square < DT_SQUARES; square++) {
        unsigned row = square / DT_COLUMNS;

        state->ground[square] = row == 0 || row == last ? DT_GROUND_LINE : (uint8_t)DT_GROUND_NONE;
    }
    for (unsigned slot = 0; slot < DT_SLOTS; slot++)
        if (state->agreed.slots >> slot & 1)
            lay_grounds(book, state, slot);
    refresh_block(book, state, 0, DT_COLUMNS - 1, 0, DT_ROWS - 1);
}
