/* SPDX-License-Identifier: MIT */
/* Reads the rooms from data, checks them, and lays them out for each orientation. */
#include "games/dungeon_twister/rooms.h"

enum { DRAWING_LINES = 11, DRAWING_COLUMNS = 21, ALL_ROOMS = 8 };

/* Where the reader stands in the file. */
struct reader {
    const struct game_file *file;
    struct err *err;
    size_t at;
    uint32_t number; /* of the line last read */
    const char *line;
    size_t length;
    struct dt_room *room;
    uint32_t header;      /* line of the room's header */
    unsigned first, last; /* pairs of this file */
    bool plain;           /* base signs only */
};

static bool next_line(struct reader *reader)
{
    const struct game_file *file = reader->file;

    if (reader->at >= file->length)
        return false;
    reader->line = file->text + reader->at;
    reader->length = 0;
    while (reader->at + reader->length < file->length && reader->line[reader->length] != '\n')
        reader->length++;
    reader->at += reader->length + 1;
    reader->number++;
    return true;
}

static bool is_comment_or_blank(const struct reader *reader)
{
    if (reader->length > 0 && reader->line[0] == ';')
        return true;
    for (size_t i = 0; i < reader->length; i++)
        if (!text_is_space(reader->line[i]))
            return false;
    return true;
}

/* Refuse the file at a line and column with what is wrong and the clause that says so. */
static enum rc refuse(struct reader *reader, uint32_t line, size_t column, const char *what,
                      const char *clause)
{
    const char *id = reader->room ? reader->room->id : "";

    err_where(reader->err, reader->file->name, line, (uint32_t)column);
    return ERR(reader->err, RC_BAD_INPUT, *id ? "room " : "", id, *id ? ": " : "", what, " (",
               clause, ")");
}

static enum rc refuse_here(struct reader *reader, size_t column, const char *what)
{
    return refuse(reader, reader->number, column, what, "PD-ROOM-02");
}

/* Take a literal from the line at *column (from 0). */
static bool take(const struct reader *reader, size_t *column, const char *literal)
{
    size_t length = strlen(literal);

    if (*column + length > reader->length || memcmp(reader->line + *column, literal, length) != 0)
        return false;
    *column += length;
    return true;
}

/* Read "room 1D pair 1 arrow cw". */
static enum rc read_header(struct reader *reader)
{
    struct dt_room *room = reader->room;
    size_t at = 0;

    if (!take(reader, &at, "room ") || reader->length < at + 2)
        return refuse_here(reader, at + 1,
                           "a header \"room <id> pair <number> arrow <cw|ccw>\" is wanted here");
    memcpy(room->id, reader->line + at, 2);
    at += 2;
    if (!take(reader, &at, " pair ") || at >= reader->length || !text_is_digit(reader->line[at]))
        return refuse_here(reader, at + 1, "\"pair\" and a number are wanted after the id");
    room->pair = (uint8_t)(reader->line[at++] - '0');
    if (room->pair < 1 || room->pair > DT_PAIRS_MAX)
        return refuse_here(reader, at, "pairs are numbered 1 to 8");
    if (room->pair < reader->first || room->pair > reader->last)
        return refuse(reader, reader->number, at,
                      "the first file holds pairs 1 to 4, the second 5 to 8", "PD-ROOM-12");
    if (take(reader, &at, " arrow ccw"))
        room->ccw = 1;
    else if (!take(reader, &at, " arrow cw"))
        return refuse_here(reader, at + 1, "\"arrow cw\" or \"arrow ccw\" is wanted here");
    room->home_made = take(reader, &at, " home-made");
    if (at != reader->length)
        return refuse_here(reader, at + 1, "nothing may follow the arrow");
    if (room->id[0] != (char)('0' + room->pair) || room->id[1] != (room->ccw ? 'G' : 'D'))
        return refuse_here(reader, 6, "the id is the pair number and D for cw or G for ccw");
    return RC_OK;
}

static enum rc add_edge(struct reader *reader, size_t column, unsigned edge, bool border, char sign,
                        char wall, char gate, char open)
{
    if (sign == wall)
        reader->room->walls |= UINT64_C(1) << edge;
    else if (sign == gate && border)
        return refuse(reader, reader->number, column, "no portcullis lies on a border",
                      "PD-ROOM-10");
    else if (sign == gate)
        reader->room->gates |= UINT64_C(1) << edge;
    else if (sign != open)
        return refuse_here(reader, column, "this is no sign of an edge");
    return RC_OK;
}

/* Read a line of horizontal edges; line counts from 0 at the top. */
static enum rc read_edges(struct reader *reader, unsigned line)
{
    for (unsigned c = 0; c < DT_ROOM_SIDE; c++) {
        const char *sign = reader->line + 4 * c;

        if (sign[0] != '+')
            return refuse_here(reader, 4 * c + 1, "a corner + is wanted here");
        if (sign[1] != sign[2] || sign[2] != sign[3])
            return refuse_here(reader, 4 * c + 2, "the three signs of an edge must agree");
        TRY(add_edge(reader, 4 * c + 2, line * 5 + c, line == 0 || line == 5, sign[1], '-', '=',
                     ' '));
    }
    if (reader->line[DRAWING_COLUMNS - 1] != '+')
        return refuse_here(reader, DRAWING_COLUMNS, "a corner + is wanted here");
    return RC_OK;
}

static enum rc read_cell(struct reader *reader, unsigned row, unsigned column)
{
    const char *sign = reader->line + 4 * column + 1;
    bool mist = !reader->plain && sign[0] == '~';

    if ((!mist && sign[0] != ' ') || sign[2] != ' ')
        return refuse_here(reader, 4 * column + 2, "a square's sign stands between two blanks");
    for (unsigned g = 0; g < (reader->plain ? DT_GROUND_LINE : DT_GROUNDS); g++)
        if (dt_grounds[g].sign && dt_grounds[g].sign == sign[1] && dt_grounds[g].mist == mist) {
            reader->room->ground[row * DT_ROOM_SIDE + column] = (uint8_t)g;
            return RC_OK;
        }
    if (mist)
        return refuse(reader, reader->number, 4 * column + 3,
                      "mist lies over floor, a gear, a pit or falling rocks only", "PD-ROOM-11");
    return refuse_here(reader, 4 * column + 3, "this is no sign of a square");
}

/* Read a line of squares and vertical edges; row counts from 0 at the top. */
static enum rc read_squares(struct reader *reader, unsigned row)
{
    for (unsigned c = 0; c <= DT_ROOM_SIDE; c++) {
        TRY(add_edge(reader, 4 * c + 1, 30 + row * 6 + c, c == 0 || c == DT_ROOM_SIDE,
                     reader->line[4 * c], '|', '#', ':'));
        if (c < DT_ROOM_SIDE)
            TRY(read_cell(reader, row, c));
    }
    return RC_OK;
}

static enum rc read_drawing(struct reader *reader)
{
    for (unsigned line = 0; line < DRAWING_LINES; line++) {
        if (!next_line(reader))
            return refuse_here(reader, 0, "the drawing ends before its eleventh line");
        if (reader->length != DRAWING_COLUMNS)
            return refuse_here(
                reader, reader->length < DRAWING_COLUMNS ? reader->length + 1 : DRAWING_COLUMNS + 1,
                "a drawing line has exactly 21 characters");
        TRY(line % 2 ? read_squares(reader, line / 2) : read_edges(reader, line / 2));
    }
    return RC_OK;
}

/* Edge at a side of a cell of the reference drawing. */
static unsigned reference_edge(unsigned cell, unsigned direction)
{
    unsigned row = cell / DT_ROOM_SIDE, column = cell % DT_ROOM_SIDE;

    switch (direction) {
    case DT_NORTH:
        return row * 5 + column;
    case DT_SOUTH:
        return (row + 1) * 5 + column;
    case DT_WEST:
        return 30 + row * 6 + column;
    default:
        return 30 + row * 6 + column + 1;
    }
}

/* The neighbour of a cell, or DT_NONE at the border. */
static unsigned reference_neighbour(unsigned cell, unsigned direction)
{
    static const int across[DT_DIRECTIONS] = {0, 1, 0, -1}, down[DT_DIRECTIONS] = {-1, 0, 1, 0};
    int row = (int)(cell / DT_ROOM_SIDE) + down[direction];
    int column = (int)(cell % DT_ROOM_SIDE) + across[direction];

    if (row < 0 || row >= DT_ROOM_SIDE || column < 0 || column >= DT_ROOM_SIDE)
        return DT_NONE;
    return (unsigned)(row * DT_ROOM_SIDE + column);
}

/* Cells joined to an open border edge, portcullises open, no obstacle crossed (PD-ROOM-08). */
static uint32_t joined_cells(const struct dt_room *room)
{
    uint32_t joined = 0, before;

    do {
        before = joined;
        for (unsigned cell = 0; cell < DT_ROOM_CELLS; cell++)
            for (unsigned d = 0; d < DT_DIRECTIONS; d++) {
                unsigned next = reference_neighbour(cell, d);

                if (room->walls >> reference_edge(cell, d) & 1 ||
                    !dt_grounds[room->ground[cell]].stand)
                    continue;
                if (next == DT_NONE || joined >> next & 1)
                    joined |= UINT32_C(1) << cell;
            }
    } while (joined != before);
    return joined;
}

static unsigned open_borders(const struct dt_room *room)
{
    unsigned open = 0;

    for (unsigned cell = 0; cell < DT_ROOM_CELLS; cell++)
        for (unsigned d = 0; d < DT_DIRECTIONS; d++)
            if (reference_neighbour(cell, d) == DT_NONE &&
                !(room->walls >> reference_edge(cell, d) & 1))
                open++;
    return open;
}

/* The line of the file that draws a cell. */
static uint32_t line_of(const struct reader *reader, unsigned cell)
{
    return reader->header + 2 + 2 * (cell / DT_ROOM_SIDE);
}
static size_t column_of(unsigned cell)
{
    return 4 * (cell % DT_ROOM_SIDE) + 3;
}

/* Refuse the room for one of its squares. */
static enum rc refuse_cell(struct reader *reader, unsigned cell, const char *what,
                           const char *clause)
{
    return refuse(reader, line_of(reader, cell), column_of(cell), what, clause);
}

/* Somebody can stand beside each fountain, no wall between. */
static enum rc check_fountains(struct reader *reader)
{
    const struct dt_room *room = reader->room;

    for (unsigned cell = 0; cell < DT_ROOM_CELLS; cell++) {
        bool reached = !dt_grounds[room->ground[cell]].fountain;

        for (unsigned d = 0; d < DT_DIRECTIONS && !reached; d++) {
            unsigned next = reference_neighbour(cell, d);

            reached = next != DT_NONE && dt_grounds[room->ground[next]].stand &&
                      !(room->walls >> reference_edge(cell, d) & 1);
        }
        if (!reached)
            return refuse_cell(reader, cell, "nobody can stand beside this fountain", "PD-ROOM-09");
    }
    return RC_OK;
}

/* The pentacle, if there is one, is a block of 2 × 2 without walls in it. */
static enum rc check_pentacle(struct reader *reader)
{
    static const uint8_t block[4] = {0, 1, DT_ROOM_SIDE, DT_ROOM_SIDE + 1};
    const struct dt_room *room = reader->room;
    unsigned first = 0, count = 0;

    while (first < DT_ROOM_CELLS && !dt_grounds[room->ground[first]].pentacle)
        first++;
    if (first == DT_ROOM_CELLS)
        return RC_OK;
    for (unsigned cell = first; cell < DT_ROOM_CELLS; cell++)
        count += dt_grounds[room->ground[cell]].pentacle;
    for (unsigned i = 0; i < 4; i++) {
        unsigned cell = first + block[i];

        if (count != 4 || first % DT_ROOM_SIDE == DT_ROOM_SIDE - 1 || cell >= DT_ROOM_CELLS ||
            !dt_grounds[room->ground[cell]].pentacle)
            return refuse_cell(reader, first, "a pentacle is one block of two by two squares",
                               "PD-ROOM-05");
    }
    if ((room->walls | room->gates) &
        (UINT64_C(1) << reference_edge(first, DT_EAST) |
         UINT64_C(1) << reference_edge(first, DT_SOUTH) |
         UINT64_C(1) << reference_edge(first + DT_ROOM_SIDE + 1, DT_NORTH) |
         UINT64_C(1) << reference_edge(first + DT_ROOM_SIDE + 1, DT_WEST)))
        return refuse_cell(reader, first, "a wall divides the pentacle", "PD-ROOM-05");
    return RC_OK;
}

static enum rc check_room(struct reader *reader)
{
    const struct dt_room *room = reader->room;
    uint32_t joined = joined_cells(room);
    unsigned gears = 0, places = 0;

    for (unsigned cell = 0; cell < DT_ROOM_CELLS; cell++) {
        gears += dt_grounds[room->ground[cell]].gear;
        places += dt_grounds[room->ground[cell]].place;
        if (gears == 2)
            return refuse(reader, line_of(reader, cell), column_of(cell), "a second gear",
                          "PD-ROOM-03");
    }
    if (gears == 0)
        return refuse(reader, reader->header, 0, "it has no gear", "PD-ROOM-03");
    if (places < 4)
        return refuse(reader, reader->header, 0, "fewer than four squares take tokens",
                      "PD-ROOM-06");
    if (open_borders(room) < 2)
        return refuse(reader, reader->header, 0, "fewer than two edges of its border are open",
                      "PD-ROOM-07");
    for (unsigned cell = 0; cell < DT_ROOM_CELLS; cell++)
        if (dt_grounds[room->ground[cell]].stand && !(joined >> cell & 1))
            return refuse(reader, line_of(reader, cell), column_of(cell),
                          "no way leads from this square to an open border edge", "PD-ROOM-08");
    return check_fountains(reader) ? RC_BAD_INPUT : check_pentacle(reader);
}

/* What the rooms of the second file must have between them, PD-ROOM-04, -05. */
static enum rc check_box(struct reader *reader, const struct dt_rulebook *book)
{
    static const struct {
        uint8_t ground;
        const char *what;
    } wanted[] = {
        {DT_GROUND_RIFT, "no room has a rift"},
        {DT_GROUND_ROCKS, "no room has falling rocks"},
        {DT_GROUND_FOUNTAIN, "no room has a fountain"},
        {DT_GROUND_PIT, "no room has a pit"},
    };
    unsigned seen[DT_GROUNDS] = {0}, mist = 0, gates = 0, pentacles = 0;

    for (unsigned r = 0; r < book->room_count; r++) {
        const struct dt_room *room = &book->room[r];
        bool pentacle = false;

        if (room->pair < reader->first)
            continue;
        for (unsigned cell = 0; cell < DT_ROOM_CELLS; cell++) {
            seen[room->ground[cell]]++;
            mist += dt_grounds[room->ground[cell]].mist;
            pentacle |= dt_grounds[room->ground[cell]].pentacle;
        }
        gates += room->gates != 0;
        pentacles += pentacle;
    }
    seen[DT_GROUND_PIT] += seen[DT_GROUND_MISTY_PIT];
    seen[DT_GROUND_ROCKS] += seen[DT_GROUND_MISTY_ROCKS];
    for (unsigned i = 0; i < sizeof wanted / sizeof *wanted; i++)
        if (!seen[wanted[i].ground])
            return refuse(reader, 0, 0, wanted[i].what, "PD-ROOM-04");
    if (!mist || !gates)
        return refuse(reader, 0, 0, mist ? "no room has a portcullis" : "no room has mist",
                      "PD-ROOM-04");
    return pentacles == 1 ? RC_OK
                          : refuse(reader, 0, 0, "exactly one room has a pentacle", "PD-ROOM-05");
}

unsigned dt_room_find(const struct dt_rulebook *book, const char *id)
{
    for (unsigned r = 0; r < book->room_count; r++)
        if (text_equal_folded(book->room[r].id, id))
            return r;
    return DT_NONE;
}

/* Read one file of eight rooms behind those already in the book. */
static enum rc read_rooms(struct reader *reader, struct dt_rulebook *book)
{
    unsigned before = book->room_count;

    while (next_line(reader)) {
        struct dt_room *room = &book->room[book->room_count];

        if (is_comment_or_blank(reader))
            continue;
        reader->room = NULL;
        if (book->room_count == before + ALL_ROOMS)
            return refuse_here(reader, 1, "more than eight rooms");
        reader->room = room;
        reader->header = reader->number;
        TRY(read_header(reader));
        if (dt_room_find(book, room->id) != DT_NONE)
            return refuse(reader, reader->header, 6, "this room comes twice", "PD-ROOM-03");
        TRY(read_drawing(reader));
        TRY(check_room(reader));
        book->room_count++;
    }
    reader->room = NULL;
    if (book->room_count != before + ALL_ROOMS)
        return refuse(reader, 0, 0, "eight rooms are wanted, four pairs of D and G", "PD-ROOM-03");
    return RC_OK;
}

/* Fill the tables that lay a room out in its four orientations. */
static void lay_out(struct dt_rulebook *book)
{
    for (unsigned turn = 0; turn < DT_TURNS; turn++)
        for (unsigned place = 0; place < DT_ROOM_CELLS; place++) {
            unsigned row = 4 - place / DT_ROOM_SIDE, column = place % DT_ROOM_SIDE;

            for (unsigned k = 0; k < turn; k++) {
                unsigned old = row;

                row = 4 - column;
                column = old;
            }
            book->cell_at[turn][place] = (uint8_t)(row * DT_ROOM_SIDE + column);
            for (unsigned d = 0; d < DT_DIRECTIONS; d++)
                book->edge_at[turn][place][d] =
                    (uint8_t)reference_edge(row * DT_ROOM_SIDE + column, (d + 4 - turn) % 4);
        }
}

/* Bars of a room's squares, in every orientation. */
static void lay_bars(struct dt_rulebook *book, unsigned index)
{
    const struct dt_room *room = &book->room[index];

    for (unsigned turn = 0; turn < DT_TURNS; turn++)
        for (unsigned place = 0; place < DT_ROOM_CELLS; place++)
            for (unsigned d = 0; d < DT_DIRECTIONS; d++) {
                unsigned edge = book->edge_at[turn][place][d];

                book->bars[index][turn][place] |= (uint8_t)((room->walls >> edge & 1) << d |
                                                            (room->gates >> edge & 1) << (d + 4));
            }
}

static void collect_flags(struct dt_rulebook *book)
{
    for (unsigned token = 0; token < DT_TOKENS; token++)
        for (unsigned flag = 0; flag < DT_FLAGS; flag++)
            if (dt_kinds[token % DT_KINDS].flags & DT_FLAG(flag))
                book->with[flag] |= UINT64_C(1) << token;
}

enum rc dt_load(const struct game_file *file, unsigned count, const char *version, void *rulebook,
                struct err *err)
{
    struct dt_rulebook *book = rulebook;

    while (dt_versions[book->version] && !text_equal(dt_versions[book->version], version))
        book->version++;
    FAIL_IF(!dt_versions[book->version], err, RC_NEWER, "no rules version \"", version,
            "\" of Dungeon Twister; a newer Postern may know it");
    FAIL_IF(count < dt_version_rows[book->version].files, err, RC_USAGE,
            count ? "the file of pairs 5 to 8 is wanted too" : "a file of rooms is wanted");
    lay_out(book);
    collect_flags(book);
    for (unsigned i = 0; i < dt_version_rows[book->version].files; i++) {
        struct reader reader = {
            .file = &file[i], .err = err, .first = 1 + 4 * i, .last = 4 + 4 * i, .plain = i == 0};

        TRY(read_rooms(&reader, book));
        if (i > 0)
            TRY(check_box(&reader, book));
    }
    for (unsigned room = 0; room < book->room_count; room++)
        lay_bars(book, room);
    return RC_OK;
}
