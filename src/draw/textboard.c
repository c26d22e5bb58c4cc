/* SPDX-License-Identifier: MIT */
/* The board as text: two lines to a row of squares, walls as lines, pieces as two letters, in
 * capitals for seat 1 and small for seat 2. Panels, last turn and legend stand around it. */

#include "draw/grid.h"
#include "draw/safe.h"
#include "draw/say.h"
#include "draw/textline.h"

enum { MARGIN = 3, INNER_MAX = 6, NOTES_MAX = 16, ASIDE_BYTES = 16 };

/* The characters of one style. */
struct style {
    const char *junction[16];                     /* by arms: 1 north, 2 east, 4 south, 8 west */
    const char *corner;                           /* of areas, where no wall meets */
    const char *across[SCENE_EDGE_KIND_COUNT][3]; /* level edges: end, beside it, middle */
    const char *upright[SCENE_EDGE_KIND_COUNT];
    const char *hidden, *barred;
    const char *turn[2]; /* clockwise, counter-clockwise */
};

static const struct style unicode = {
    .junction = {"\xC2\xB7", "\xE2\x95\xB9", "\xE2\x95\xBA", "\xE2\x94\x97", "\xE2\x95\xBB",
                 "\xE2\x94\x83", "\xE2\x94\x8F", "\xE2\x94\xA3", "\xE2\x95\xB8", "\xE2\x94\x9B",
                 "\xE2\x94\x81", "\xE2\x94\xBB", "\xE2\x94\x93", "\xE2\x94\xAB", "\xE2\x94\xB3",
                 "\xE2\x95\x8B"},
    .corner = "\xE2\x94\xBC",
    .across = {[SCENE_EDGE_OPEN] = {" ", " ", " "},
               [SCENE_EDGE_WALL] = {"\xE2\x94\x81", "\xE2\x94\x81", "\xE2\x94\x81"},
               [SCENE_EDGE_GATE] = {"\xE2\x94\x81", "\xE2\x95\xAB", "\xE2\x95\xAB"},
               [SCENE_EDGE_GATE_OPEN] = {"\xE2\x94\x81", "\xE2\x97\xA6", " "},
               [SCENE_EDGE_GATE_BROKEN] = {"\xE2\x94\x81", "\xC3\x97", " "},
               [SCENE_EDGE_WALL_BROKEN] = {"\xE2\x94\x81", " ", "\xC3\x97"}},
    .upright = {" ", "\xE2\x94\x83", "\xE2\x95\xAA", "\xE2\x97\xA6", "\xC3\x97", "\xE2\x95\xB3"},
    .hidden = "\xE2\x96\x91",
    .barred = "\xE2\x96\x92",
    .turn = {"\xE2\x86\xBB", "\xE2\x86\xBA"},
};

static const struct style ascii = {
    .junction = {".", "|", "-", "+", "|", "|", "+", "+", "-", "+", "-", "+", "+", "+", "+", "+"},
    .corner = "+",
    .across = {[SCENE_EDGE_OPEN] = {" ", " ", " "},
               [SCENE_EDGE_WALL] = {"-", "-", "-"},
               [SCENE_EDGE_GATE] = {"-", "#", "#"},
               [SCENE_EDGE_GATE_OPEN] = {"-", "o", " "},
               [SCENE_EDGE_GATE_BROKEN] = {"-", "x", " "},
               [SCENE_EDGE_WALL_BROKEN] = {"-", " ", "x"}},
    .upright = {" ", "|", "#", "o", "x", "%"},
    .hidden = ":",
    .barred = ";",
    .turn = {">", "<"},
};

/* A square whose content did not fit whole. */
struct note {
    int8_t x, y;
};

struct board {
    const struct scene *scene;
    const struct draw_look *look;
    const struct style *style;
    struct grid grid;
    unsigned inner; /* columns of a square, without its edge */
    struct textline line;
    unsigned note_count;
    struct note note[NOTES_MAX];
};

/* Letters of a symbol in its seat's way: AB, ab, Ab, aB; a thing of nobody is Ab too. */
static void put_letters(const struct scene *scene, const struct draw_look *look, unsigned symbol,
                        unsigned seat, struct text *out)
{
    const char *letters;

    if (symbol == 0 || symbol >= scene->symbol_count) {
        text_put_char(out, '?');
        if (seat)
            text_put_int(out, seat);
        return;
    }
    letters = say_letters(scene, look, symbol);
    for (unsigned i = 0; letters[i]; i++) {
        bool upper = seat == 1 || (i == 0 && (seat == 0 || seat == 3)) || (i == 1 && seat == 4);
        char c = text_lower(letters[i]);

        text_put_char(out, upper && c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c);
    }
}

static unsigned kind_of(const struct scene *scene, unsigned symbol)
{
    return symbol && symbol < scene->symbol_count ? scene->symbols[symbol].kind
                                                  : (unsigned)SCENE_SYMBOL_FIGURE;
}

/* "TH+SW", "cl!", "+RO". */
static void put_pieces(const struct board *board, int first, struct text *out)
{
    for (int i = first; i >= 0; i = board->grid.next[i]) {
        const struct scene_piece *piece = &board->scene->piece[i];

        if (i != first || kind_of(board->scene, piece->symbol) == SCENE_SYMBOL_THING)
            text_put_char(out, '+');
        put_letters(board->scene, board->look, piece->symbol, piece->seat, out);
        if (piece->down)
            text_put_char(out, '!');
    }
}

/* The sign of a square's ground; "" for plain floor. */
static void put_ground(const struct board *board, const struct scene_cell *cell, struct text *out)
{
    if (!cell)
        return;
    if (cell->cover)
        put_letters(board->scene, board->look, cell->cover, 2, out);
    if (cell->symbol)
        put_letters(board->scene, board->look, cell->symbol, 2, out);
}

/* A square with somebody on it: the ground's sign first, then the pieces. What has no room here is
 * told in full below the board. */
static void put_taken_square(struct board *board, int x, int y, const char *ground)
{
    unsigned left = board->inner, length;
    TEXT_IN(text, pieces, 64);

    put_pieces(board, grid_piece(&board->grid, x, y), &text);
    length = (unsigned)text.length;
    if (strlen(ground) + length > left) {
        if (board->note_count < NOTES_MAX)
            board->note[board->note_count++] = (struct note){(int8_t)x, (int8_t)y};
        ground = "";
    }
    if (!*ground && length < left)
        ground = " ";
    textline_put(&board->line, ground);
    left -= (unsigned)strlen(ground);
    if (length > left)
        pieces[left] = '\0';
    textline_put(&board->line, pieces);
    textline_fill(&board->line, " ", length < left ? left - length : 0);
}

static void put_free_square(struct board *board, const struct scene_cell *cell, const char *ground)
{
    const char *filler = cell && cell->barred ? board->style->barred : " ";
    const char *turn = cell && cell->turn ? board->style->turn[cell->turn < 0] : "";
    unsigned length = (unsigned)strlen(ground) + (*turn ? 1 : 0);
    unsigned before = length < board->inner ? (board->inner - length) / 2 : 0;

    textline_fill(&board->line, filler, before);
    textline_put(&board->line, ground);
    textline_put(&board->line, turn);
    textline_fill(&board->line, filler, board->inner - before - length);
}

static void put_square(struct board *board, int x, int y)
{
    const struct scene_cell *cell = grid_cell(&board->grid, x, y);
    TEXT_IN(text, ground, 8);

    put_ground(board, cell, &text);
    if (grid_piece(&board->grid, x, y) >= 0)
        put_taken_square(board, x, y, ground);
    else
        put_free_square(board, cell, ground);
}

/* The index of the hidden area that covers a square, or GRID_NONE. */
static int hidden_at(const struct board *board, int x, int y)
{
    int area = grid_area(&board->grid, x, y);

    return area >= 0 && board->scene->area[area].hidden ? area : GRID_NONE;
}

/* What lies face down in an area: "Blue ?? FW  Yellow ?". */
static void put_hidden_pieces(const struct board *board, int area, struct text *out)
{
    char colour[SAY_NAME_BYTES];

    for (unsigned seat = 0; seat <= SEATS_MAX; seat++) {
        bool any = false;

        for (int i = 0; i < board->scene->piece_count; i++) {
            const struct scene_piece *piece = &board->scene->piece[i];

            if (piece->area != area || piece->seat != seat)
                continue;
            if (!any) {
                TEXT_PUT(out, out->length ? "  " : "",
                         seat ? say_colour(colour, board->scene, board->look, seat) : "", " ");
            } else if (piece->symbol)
                text_put(out, " ");
            any = true;
            if (piece->symbol)
                put_letters(board->scene, board->look, piece->symbol, seat, out);
            else
                text_put(out, "?");
        }
    }
}

/* One line of a hidden area, `columns` wide, with words in its middle rows. */
static void put_hidden_line(struct board *board, int area, int row, unsigned columns)
{
    const struct scene_area *at = &board->scene->area[area];
    int middle = at->y + at->height / 2;
    char words[SAY_NAME_BYTES] = "";
    struct safe safe;
    unsigned before;
    struct text text = text_in(words, sizeof words);

    if (row == middle + 1)
        text_put(&text, at->name);
    else if (row == middle)
        text_put(&text, say_phrase(board->look, DRAW_FACE_DOWN));
    else if (row == middle - 1)
        put_hidden_pieces(board, area, &text);
    safe_clean(&safe, words, columns > 4 ? columns - 4 : 0, board->look->ascii);
    if (!safe.length) {
        textline_fill(&board->line, board->style->hidden, columns);
        return;
    }
    before = (columns - safe.columns) / 2 - 1;
    textline_fill(&board->line, board->style->hidden, before);
    textline_put(&board->line, " ");
    textline_put_text(&board->line, safe.at);
    textline_put(&board->line, " ");
    textline_fill(&board->line, board->style->hidden, columns - before - safe.columns - 2);
}

/* The margin beside the line of edges below row y: the name of the area on that side of the
 * board above its middle row, what it is and how it turns below. */
static void put_margin(struct board *board, int y, bool east)
{
    int x = east ? board->grid.columns - 1 : 0;
    char aside[ASIDE_BYTES] = "";
    struct text text = text_in(aside, sizeof aside);

    for (int lower = 0; lower < 2; lower++) {
        int row = y - 1 + lower, area = grid_area(&board->grid, x, row);
        const struct scene_area *at = area >= 0 ? &board->scene->area[area] : NULL;

        if (!at || row != at->y + at->height / 2)
            continue;
        if (!lower)
            text_put(&text, at->name);
        else if (!at->hidden)
            TEXT_PUT(&text, at->title, at->turn ? board->style->turn[at->turn < 0] : "");
    }
    if (east)
        textline_put(&board->line, text.length < MARGIN ? " " : "");
    textline_put(&board->line, aside);
    if (!east && board->line.columns < MARGIN)
        textline_fill(&board->line, " ", MARGIN - board->line.columns);
}

/* Where four squares meet, (x, y) being the one to the north-east. */
static void put_junction(struct board *board, int x, int y)
{
    const struct grid *grid = &board->grid;
    int around[4] = {grid_area(grid, x, y), grid_area(grid, x, y - 1),
                     grid_area(grid, x - 1, y - 1), grid_area(grid, x - 1, y)};
    unsigned arms = 0;

    if (hidden_at(board, x, y) >= 0 && around[0] == around[1] && around[1] == around[2] &&
        around[2] == around[3]) {
        textline_put(&board->line, board->style->hidden);
        return;
    }
    arms |= y < grid->rows && grid->west[y][x] ? 1u : 0;
    arms |= x < grid->columns && grid->south[y][x] ? 2u : 0;
    arms |= y > 0 && grid->west[y - 1][x] ? 4u : 0;
    arms |= x > 0 && grid->south[y][x - 1] ? 8u : 0;
    if (!arms && (around[0] != around[1] || around[1] != around[2] || around[2] != around[3] ||
                  x == 0 || x == grid->columns || y == 0 || y == grid->rows))
        textline_put(&board->line, board->style->corner);
    else
        textline_put(&board->line, board->style->junction[arms]);
}

/* The level edge south of (x, y). */
static void put_level_edge(struct board *board, int x, int y)
{
    const char *const *across = board->style->across[board->grid.south[y][x]];
    unsigned inner = board->inner;

    if (y > 0 && hidden_at(board, x, y) >= 0 &&
        hidden_at(board, x, y) == hidden_at(board, x, y - 1)) {
        textline_fill(&board->line, board->style->hidden, inner);
        return;
    }
    for (unsigned i = 0; i < inner; i++) {
        unsigned far = i < inner - 1 - i ? i : inner - 1 - i;

        textline_put(&board->line, across[far < 2 ? far : 2]);
    }
}

/* The line of edges below row y; y = rows is the line above all. The line above an area's middle
 * row names it, the line below says which one it is. */
static void put_edge_line(struct board *board, int y)
{
    put_margin(board, y, false);
    for (int x = 0; x < board->grid.columns; x++) {
        put_junction(board, x, y);
        put_level_edge(board, x, y);
    }
    put_junction(board, board->grid.columns, y);
    put_margin(board, y, true);
    textline_end(&board->line);
}

static void put_number(struct board *board, int number, bool east)
{
    textline_put(&board->line, east || number < 10 ? " " : "");
    textline_put(&board->line, TEXT_INT(number));
    textline_put(&board->line, east ? "" : " ");
}

static void put_square_line(struct board *board, int y)
{
    const struct grid *grid = &board->grid;

    put_number(board, y, false);
    for (int x = 0; x < grid->columns; x++) {
        int area = hidden_at(board, x, y);

        if (area >= 0 && area == hidden_at(board, x - 1, y))
            continue;
        textline_put(&board->line, board->style->upright[grid->west[y][x]]);
        if (area >= 0)
            put_hidden_line(board, area, y,
                            (unsigned)board->scene->area[area].width * (board->inner + 1) - 1);
        else
            put_square(board, x, y);
    }
    textline_put(&board->line, board->style->upright[grid->west[y][grid->columns]]);
    put_number(board, y, true);
    textline_end(&board->line);
}

static void put_letters_line(struct board *board)
{
    textline_fill(&board->line, " ", MARGIN + (board->inner + 1) / 2);
    for (int x = 0; x < board->grid.columns; x++) {
        char letter[2] = {(char)('a' + x), '\0'};

        textline_put(&board->line, letter);
        textline_fill(&board->line, " ", board->inner);
    }
    textline_end(&board->line);
}

static void put_board(struct board *board)
{
    put_letters_line(board);
    put_edge_line(board, board->grid.rows);
    for (int y = board->grid.rows - 1; y >= 0; y--) {
        put_square_line(board, y);
        put_edge_line(board, y);
    }
    put_letters_line(board);
}

/* "2", "(3)" for what is gone, "[?]" face down, "Greatsword", "Goblin 1 x2". */
static void put_item(const struct board *board, const struct scene_item *item, struct text *out)
{
    const struct scene *scene = board->scene;
    bool known = item->symbol && item->symbol < scene->symbol_count;
    bool card = known && scene->columns > 0 && item->number != ORDER_UNKNOWN;
    size_t start;

    text_put(out, item->gone ? "(" : item->hidden ? "[" : "");
    start = out->length;
    if (known && !card) /* a card of the board game is told by its label and number */
        text_put(out, say_symbol(scene, board->look, item->symbol));
    else if (!known && item->number == ORDER_UNKNOWN)
        text_put(out, "?");
    if (item->number != ORDER_UNKNOWN)
        TEXT_PUT(out, out->length > start ? " " : "", TEXT_INT(item->number));
    if (item->count > 1)
        TEXT_PUT(out, " x", TEXT_INT(item->count));
    text_put(out, item->gone ? ")" : item->hidden ? "]" : "");
}

static void put_row(const struct board *board, const struct scene_row *row, struct text *out)
{
    TEXT_PUT(out, say_term(board->look, row->term), ":");
    for (int i = 0; i < row->count; i++) {
        bool named = row->item[i].symbol &&
                     (board->scene->columns == 0 || row->item[i].number == ORDER_UNKNOWN);

        text_put(out, row->score && i ? "/" : i && named ? ", " : " ");
        put_item(board, &row->item[i], out);
    }
    if (row->count == 0)
        text_put(out, " -");
}

static void put_panel(struct board *board, const struct scene_panel *panel)
{
    char name[SAY_NAME_BYTES], row[SAY_LIST_BYTES];
    struct text text;

    textline_put(&board->line, panel->to_act ? "> " : "  ");
    textline_put_text(&board->line,
                      say_panel(name, board->scene, board->look, panel, DRAW_TEXT_COLUMNS / 2));
    if (panel->to_act) {
        textline_put(&board->line, "  * ");
        textline_put_text(&board->line, say_phrase(board->look, DRAW_TO_ACT));
    }
    textline_end(&board->line);
    board->line.indent = 4;
    textline_fill(&board->line, " ", 4);
    for (int i = 0; i < panel->row_count; i++) {
        text_init(&text, row, sizeof row);
        put_row(board, &panel->row[i], &text);
        if (i + 1 < panel->row_count)
            text_put(&text, "  |");
        textline_put_words(&board->line, row);
    }
    textline_end(&board->line);
    board->line.indent = 0;
}

/* Paragraphs below the board. */

static void put_heading(struct board *board, enum draw_phrase phrase)
{
    textline_end(&board->line);
    textline_put_text(&board->line, say_phrase(board->look, phrase));
    textline_put(&board->line, ":");
    textline_end(&board->line);
}

static void put_sentence(struct board *board, const char *sentence)
{
    board->line.indent = 5;
    textline_fill(&board->line, " ", 2);
    textline_put_words(&board->line, sentence);
    textline_end(&board->line);
    board->line.indent = 0;
}

static void put_last_turn(struct board *board)
{
    char what[SAY_LIST_BYTES], sentence[SAY_LIST_BYTES], number[TEXT_INT_BYTES];
    struct text text;

    bool headed = false;

    for (int i = 0; i < board->scene->step_count; i++) {
        const struct scene_step *step = &board->scene->step[i];

        if (say_is_unseen(step))
            continue;
        if (!headed)
            put_heading(board, DRAW_LAST_TURN);
        headed = true;
        text_init(&text, what, sizeof what);
        say_step(&text, board->scene, board->look, step);
        text_init(&text, sentence, sizeof sentence);
        say_put(&text, board->look, DRAW_STEP,
                SAY_VALUES({"number", text_of_int(number, step->number)}, {"what", what}));
        put_sentence(board, sentence);
    }
}

/* In full what the squares had no room for. */
static void put_notes(struct board *board)
{
    char name[SAY_NAME_BYTES], place[SAY_PLACE_BYTES], line[SAY_LIST_BYTES];
    struct text text;

    for (unsigned i = 0; i < board->note_count; i++) {
        int x = board->note[i].x, y = board->note[i].y;
        const struct scene_cell *cell = grid_cell(&board->grid, x, y);

        text_init(&text, line, sizeof line);
        TEXT_PUT(&text, say_place(place, x, y), ": ");
        for (int k = grid_piece(&board->grid, x, y); k >= 0; k = board->grid.next[k]) {
            const struct scene_piece *piece = &board->scene->piece[k];

            text_put(&text, say_owned(name, board->scene, board->look, piece->symbol, piece->seat));
            if (piece->down)
                TEXT_PUT(&text, " (", say_down(board->scene, board->look), ")");
            text_put(&text, ", ");
        }
        if (cell && (cell->symbol || cell->cover))
            text_put(&text, say_symbol(board->scene, board->look,
                                       cell->symbol ? cell->symbol : cell->cover));
        while (text.length && (line[text.length - 1] == ' ' || line[text.length - 1] == ','))
            line[--text.length] = '\0';
        put_sentence(board, line);
    }
}

/* Which symbols stand on the board or lie hidden with their face known. */
static void mark_shown(const struct scene *scene, bool shown[256])
{
    for (int i = 0; i < scene->cell_count; i++)
        shown[scene->cell[i].symbol] = shown[scene->cell[i].cover] = true;
    for (int i = 0; i < scene->piece_count; i++)
        shown[scene->piece[i].symbol] = true;
    shown[0] = false;
}

static void put_numbers(const struct scene *scene, unsigned symbol, struct text *out)
{
    for (int i = 0; i < scene->piece_count; i++) {
        const struct scene_piece *piece = &scene->piece[i];

        if (piece->symbol != symbol || piece->number[0] < 0)
            continue;
        TEXT_PUT(out, " ", TEXT_INT(piece->number[0]), "/",
                 TEXT_INT(piece->number[1] < 0 ? 0 : piece->number[1]));
        return;
    }
}

static void put_symbols_of_kind(struct board *board, unsigned kind, const bool shown[256])
{
    const struct scene *scene = board->scene;
    char entry[SAY_NAME_BYTES + 16];
    bool any = false;

    board->line.indent = 2;
    textline_fill(&board->line, " ", 2);
    for (unsigned i = 1; i < scene->symbol_count && i < 256; i++) {
        struct text text;

        if (!shown[i] || scene->symbols[i].kind != kind)
            continue;
        text_init(&text, entry, sizeof entry);
        put_letters(scene, board->look, i, kind == SCENE_SYMBOL_GROUND ? 2 : 1, &text);
        TEXT_PUT(&text, " ", say_symbol(scene, board->look, i));
        put_numbers(scene, i, &text);
        text_put(&text, ";");
        textline_put_unit(&board->line, entry);
        any = true;
    }
    if (any)
        textline_end(&board->line);
    else
        textline_drop(&board->line);
    board->line.indent = 0;
}

static void put_sign(struct board *board, const char *sign, const char *meaning)
{
    TEXT_IN(text, entry, SAY_NAME_BYTES);

    TEXT_PUT(&text, sign, " ", meaning, ";");
    /* Drawing signs are ours and stay as they are; words are cleaned. */
    if (board->line.columns + strlen(entry) > DRAW_TEXT_COLUMNS) {
        textline_end(&board->line);
        textline_fill(&board->line, " ", 2);
    }
    textline_put(&board->line, board->line.columns > 2 ? " " : "");
    textline_put(&board->line, sign);
    textline_put(&board->line, " ");
    textline_put_text(&board->line, meaning);
    textline_put(&board->line, ";");
}

static void put_side_signs(struct board *board)
{
    static const enum draw_phrase phrases[] = {DRAW_SIGN_UPPER, DRAW_SIGN_LOWER};
    char colour[SAY_NAME_BYTES], sign[SAY_NAME_BYTES];
    struct text text;

    for (unsigned seat = 1; seat <= 2; seat++) {
        text_init(&text, sign, sizeof sign);
        say_put(&text, board->look, phrases[seat - 1],
                SAY_VALUES({"colour", say_colour(colour, board->scene, board->look, seat)}));
        put_sign(board, seat == 1 ? "AB" : "ab", sign);
    }
}

static void put_edge_signs(struct board *board)
{
    bool there[SCENE_EDGE_KIND_COUNT] = {false};
    char name[SAY_NAME_BYTES];

    for (int i = 0; i < board->scene->edge_count; i++)
        there[board->scene->edge[i].kind] = true;
    for (int kind = SCENE_EDGE_GATE; kind < SCENE_EDGE_KIND_COUNT; kind++)
        if (there[kind]) {
            const char *const *across = board->style->across[kind];
            TEXT_IN(text, sign, 32);

            TEXT_PUT(&text, across[0], across[1], across[2], across[2], across[1], across[0]);
            put_sign(board, sign,
                     say_edge(name, board->scene, board->look, (enum scene_edge_kind)kind));
        }
}

/* Areas that are to be labelled as home-made, by their titles. */
static void put_home_made(struct board *board)
{
    TEXT_IN(text, titles, SAY_LIST_BYTES);

    for (int i = 0; i < board->scene->area_count; i++) {
        const struct scene_area *area = &board->scene->area[i];

        if (!area->home_made || area->hidden)
            continue;
        TEXT_PUT(&text, text.length ? " " : "", area->title);
    }
    if (text.length)
        put_sign(board, titles, say_phrase(board->look, DRAW_HOME_MADE));
}

/* Are there pieces that lie down in this game? */
static bool lies_down(const struct scene *scene)
{
    bool any = scene->down_term != SCENE_NO_TERM;

    for (int i = 0; i < scene->piece_count; i++)
        any |= scene->piece[i].down;
    return any;
}

static void put_legend(struct board *board)
{
    bool shown[256] = {false};

    mark_shown(board->scene, shown);
    put_heading(board, DRAW_LEGEND);
    for (unsigned kind = 0; kind < SCENE_SYMBOL_CARD; kind++)
        put_symbols_of_kind(board, kind, shown);
    textline_fill(&board->line, " ", 2);
    put_side_signs(board);
    if (lies_down(board->scene))
        put_sign(board, "!", say_down(board->scene, board->look));
    put_sign(board, "+", say_phrase(board->look, DRAW_THING));
    put_sign(board, board->style->turn[0], say_phrase(board->look, DRAW_CLOCKWISE));
    put_sign(board, board->style->turn[1], say_phrase(board->look, DRAW_COUNTER));
    put_edge_signs(board);
    put_home_made(board);
    textline_end(&board->line);
}

enum rc draw_text(const struct scene *scene, const struct draw_look *look, struct buf *out,
                  struct err *err)
{
    struct board board = {.scene = scene, .look = look, .style = look->ascii ? &ascii : &unicode};
    unsigned fit;

    grid_init(&board.grid, scene);
    textline_init(&board.line, out, look->ascii);
    fit = board.grid.columns
              ? (DRAW_TEXT_COLUMNS - 2 * MARGIN - 1) / (unsigned)board.grid.columns - 1
              : 0;
    board.inner = fit < INNER_MAX ? fit : INNER_MAX;
    if (look->title && *look->title) {
        textline_put_text(&board.line, look->title);
        textline_end(&board.line);
    }
    for (int i = 0; i < scene->panel_count; i++)
        put_panel(&board, &scene->panel[i]);
    if (board.grid.columns) {
        put_board(&board);
        put_notes(&board);
    }
    put_last_turn(&board);
    if (board.grid.columns && !look->no_legend)
        put_legend(&board);
    return buf_rc(out, err);
}
