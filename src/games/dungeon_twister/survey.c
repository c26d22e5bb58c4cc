/* SPDX-License-Identifier: MIT */
/* Measures the rooms of a rulebook for whoever makes rooms. Play does not use it. */
#include "games/dungeon_twister/survey.h"

#include <stdbool.h>
#include <string.h>

#include "base/text.h"
#include "games/dungeon_twister/rooms.h"

enum { FAR = 99, SIDES = DT_DIRECTIONS, HUNDRED = 100 };

enum column {
    ROOM,
    MADE,
    EXITS,
    STAND,
    TOKENS,
    WALLS,
    GATES,
    PITS,
    RIFTS,
    ROCKS,
    FOUNTAINS,
    PENTACLE,
    MIST,
    FARTHEST,
    MEAN,
    ACROSS,
    CORNERS,
    MEETS,
    SHUT,
    COLUMNS
};
static const char *const titles[COLUMNS] = {[ROOM] = "room",
                                            [MADE] = "made",
                                            [EXITS] = "exits N E S W",
                                            [STAND] = "squares to stand on",
                                            [TOKENS] = "take tokens",
                                            [WALLS] = "inner walls",
                                            [GATES] = "portcullises",
                                            [PITS] = "pits",
                                            [RIFTS] = "rifts",
                                            [ROCKS] = "falling rocks",
                                            [FOUNTAINS] = "fountains",
                                            [PENTACLE] = "pentacle",
                                            [MIST] = "mist",
                                            [FARTHEST] = "farthest way out",
                                            [MEAN] = "mean way out",
                                            [ACROSS] = "across N-S/W-E",
                                            [CORNERS] = "round a corner",
                                            [MEETS] = "open to the next",
                                            [SHUT] = "shut off, percent"};
static const char signs[COLUMNS] = {
    [PITS] = 'P', [RIFTS] = 'X', [ROCKS] = 'K', [FOUNTAINS] = 'F', [PENTACLE] = '*', [MIST] = '~'};

/* What is measured of a room as it is drawn. */
struct measure {
    unsigned exits[SIDES]; /* by direction */
    unsigned stand, tokens, walls, gates;
    unsigned farthest, way_sum; /* steps from a square out of the room */
    unsigned across[2];         /* fewest squares from side to side: north-south, east-west */
    unsigned corner_least, corner_most;
};

/* Rooms are looked at in orientation 0, by places from the south-west corner. */
static unsigned neighbour(unsigned place, unsigned direction)
{
    unsigned x = place % DT_ROOM_SIDE, y = place / DT_ROOM_SIDE;

    switch (direction) {
    case DT_NORTH:
        return y + 1 < DT_ROOM_SIDE ? place + DT_ROOM_SIDE : DT_NONE;
    case DT_SOUTH:
        return y > 0 ? place - DT_ROOM_SIDE : DT_NONE;
    case DT_EAST:
        return x + 1 < DT_ROOM_SIDE ? place + 1 : DT_NONE;
    default:
        return x > 0 ? place - 1 : DT_NONE;
    }
}

static bool may_stand(const struct dt_rulebook *book, unsigned room, unsigned place)
{
    return dt_grounds[book->room[room].ground[book->cell_at[0][place]]].stand;
}

static bool is_walled(const struct dt_rulebook *book, unsigned room, unsigned turn, unsigned place,
                      unsigned direction)
{
    return book->bars[room][turn][place] >> direction & 1;
}

static bool is_exit(const struct dt_rulebook *book, unsigned room, unsigned place,
                    unsigned direction)
{
    return neighbour(place, direction) == DT_NONE && !is_walled(book, room, 0, place, direction);
}

/* Squares from the open edges of some sides (a mask), portcullises open, no obstacle crossed. */
static void spread(const struct dt_rulebook *book, unsigned room, unsigned sides,
                   uint8_t way[DT_ROOM_CELLS])
{
    bool nearer = true;

    memset(way, FAR, DT_ROOM_CELLS);
    while (nearer) {
        nearer = false;
        for (unsigned place = 0; place < DT_ROOM_CELLS; place++)
            for (unsigned d = 0; d < SIDES; d++) {
                unsigned next = neighbour(place, d), steps = FAR;

                if (!may_stand(book, room, place) || is_walled(book, room, 0, place, d))
                    continue;
                if (next == DT_NONE)
                    steps = sides >> d & 1 ? 1 : FAR;
                else if (way[next] < FAR)
                    steps = way[next] + 1u;
                if (steps < way[place]) {
                    way[place] = (uint8_t)steps;
                    nearer = true;
                }
            }
    }
}

/* Fewest squares of a way from one side of the room to another; FAR: there is none. */
static unsigned crossing(const struct dt_rulebook *book, unsigned room, unsigned from, unsigned to)
{
    uint8_t way[DT_ROOM_CELLS];
    unsigned best = FAR;

    spread(book, room, 1u << from, way);
    for (unsigned place = 0; place < DT_ROOM_CELLS; place++)
        if (may_stand(book, room, place) && is_exit(book, room, place, to) && way[place] < best)
            best = way[place];
    return best;
}

static void measure_ways(const struct dt_rulebook *book, unsigned room, struct measure *measure)
{
    uint8_t way[DT_ROOM_CELLS];

    spread(book, room, (1u << SIDES) - 1, way);
    for (unsigned place = 0; place < DT_ROOM_CELLS; place++) {
        if (!may_stand(book, room, place))
            continue;
        measure->way_sum += way[place];
        if (way[place] > measure->farthest)
            measure->farthest = way[place];
    }
    measure->across[0] = crossing(book, room, DT_SOUTH, DT_NORTH);
    measure->across[1] = crossing(book, room, DT_WEST, DT_EAST);
    measure->corner_least = FAR;
    for (unsigned d = 0; d < SIDES; d++) {
        unsigned squares = crossing(book, room, d, (d + 1) % SIDES);

        if (squares < measure->corner_least)
            measure->corner_least = squares;
        if (squares > measure->corner_most)
            measure->corner_most = squares;
    }
}

static void measure_room(const struct dt_rulebook *book, unsigned room, struct measure *measure)
{
    memset(measure, 0, sizeof *measure);
    for (unsigned place = 0; place < DT_ROOM_CELLS; place++) {
        const struct dt_ground_row *ground =
            &dt_grounds[book->room[room].ground[book->cell_at[0][place]]];

        measure->stand += ground->stand;
        measure->tokens += ground->place;
        for (unsigned d = 0; d < SIDES; d++) {
            measure->exits[d] += is_exit(book, room, place, d);
            if (neighbour(place, d) == DT_NONE || d == DT_SOUTH || d == DT_WEST)
                continue; /* inner edges are counted once */
            measure->walls += is_walled(book, room, 0, place, d);
            measure->gates += book->bars[room][0][place] >> (d + 4) & 1;
        }
    }
    measure_ways(book, room, measure);
}

/* ---- what meets what ---- */

/* Open edges of the north side as bits from west to east, in an orientation. */
static unsigned north_side(const struct dt_rulebook *book, unsigned room, unsigned turn)
{
    unsigned open = 0;

    for (unsigned x = 0; x < DT_ROOM_SIDE; x++)
        if (!is_walled(book, room, turn, (DT_ROOM_SIDE - 1) * DT_ROOM_SIDE + x, DT_NORTH))
            open |= 1u << x;
    return open;
}

static unsigned south_side(const struct dt_rulebook *book, unsigned room, unsigned turn)
{
    unsigned open = 0;

    for (unsigned x = 0; x < DT_ROOM_SIDE; x++)
        if (!is_walled(book, room, turn, x, DT_SOUTH))
            open |= 1u << x;
    return open;
}

/* Passages between the room and every other one, in all rotations of both: how many on average,
 * in hundredths, and how often none. */
static void meet(const struct dt_rulebook *book, unsigned room, unsigned *mean, unsigned *shut)
{
    unsigned cases = 0, passages = 0, none = 0;

    for (unsigned other = 0; other < book->room_count; other++)
        for (unsigned turns = 0; turns < DT_TURNS * DT_TURNS && other != room; turns++) {
            unsigned open = north_side(book, room, turns % DT_TURNS) &
                            south_side(book, other, turns / DT_TURNS);

            cases++;
            none += open == 0;
            for (; open; open &= open - 1)
                passages++;
        }
    *mean = cases ? passages * HUNDRED / cases : 0;
    *shut = cases ? (none * HUNDRED + cases / 2) / cases : 0;
}

/* ---- the table ---- */

static void put_hundredths(struct text *out, unsigned value)
{
    text_put_int(out, value / HUNDRED);
    text_put_char(out, '.');
    text_put_int(out, value / 10 % 10);
    text_put_int(out, value % 10);
}

/* How many squares have a sign; mist counts beside what it covers. */
static unsigned count_sign(const struct dt_room *room, char sign)
{
    unsigned count = 0;

    for (unsigned cell = 0; cell < DT_ROOM_CELLS; cell++) {
        const struct dt_ground_row *ground = &dt_grounds[room->ground[cell]];

        count += sign == '~' ? ground->mist : ground->sign == sign;
    }
    return count;
}

static void put_squares(struct text *out, unsigned squares)
{
    if (squares == FAR)
        text_put(out, "none");
    else
        text_put_int(out, squares);
}

/* What the room itself shows, and what stands in it. */
static void put_ground_cell(const struct dt_rulebook *book, unsigned room,
                            const struct measure *measure, enum column column, struct text *out)
{
    switch (column) {
    case ROOM:
        text_put(out, book->room[room].id);
        break;
    case MADE:
        text_put(out, book->room[room].home_made ? "home" : "printed");
        break;
    case EXITS:
        for (unsigned d = 0; d < SIDES; d++)
            text_put_int(out, measure->exits[d]);
        break;
    case STAND:
        text_put_int(out, measure->stand);
        break;
    case TOKENS:
        text_put_int(out, measure->tokens);
        break;
    case WALLS:
        text_put_int(out, measure->walls);
        break;
    case GATES:
        text_put_int(out, measure->gates);
        break;
    default:
        text_put_int(out, count_sign(&book->room[room], signs[column]));
        break;
    }
}

/* How far it is in the room, and between the rooms. */
static void put_way_cell(const struct dt_rulebook *book, unsigned room,
                         const struct measure *measure, enum column column, struct text *out)
{
    unsigned mean, shut;

    switch (column) {
    case FARTHEST:
        text_put_int(out, measure->farthest);
        break;
    case MEAN:
        put_hundredths(out, measure->way_sum * HUNDRED / measure->stand);
        break;
    case ACROSS:
        put_squares(out, measure->across[0]);
        text_put_char(out, '/');
        put_squares(out, measure->across[1]);
        break;
    case CORNERS:
        put_squares(out, measure->corner_least);
        text_put_char(out, '-');
        put_squares(out, measure->corner_most);
        break;
    case MEETS:
        meet(book, room, &mean, &shut);
        put_hundredths(out, mean);
        break;
    default:
        meet(book, room, &mean, &shut);
        text_put_int(out, shut);
        break;
    }
}

void dt_survey(const void *rulebook, struct game_survey *survey)
{
    const struct dt_rulebook *book = rulebook;

    memset(survey, 0, sizeof *survey);
    survey->columns = COLUMNS;
    survey->rows = book->room_count;
    for (unsigned column = 0; column < COLUMNS; column++)
        survey->title[column] = titles[column];
    for (unsigned room = 0; room < book->room_count; room++) {
        struct measure measure;

        measure_room(book, room, &measure);
        for (unsigned column = 0; column < COLUMNS; column++) {
            struct text out;

            text_init(&out, survey->cell[room][column], sizeof survey->cell[room][column]);
            if (column < FARTHEST)
                put_ground_cell(book, room, &measure, (enum column)column, &out);
            else
                put_way_cell(book, room, &measure, (enum column)column, &out);
        }
    }
}
