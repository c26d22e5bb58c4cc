/* SPDX-License-Identifier: MIT */
/* The board in sentences, for those who hear it: first who is to decide and what happened, then
 * scores and cards, then who stands where, then the ground, area by area. */

#include "draw/grid.h"
#include "draw/safe.h"
#include "draw/say.h"

enum { SENTENCE_BYTES = 4096, TITLE_COLUMNS = 100, NAME_COLUMNS = 60, FAR = 99 };

struct speech {
    const struct scene *scene;
    const struct draw_look *look;
    struct grid grid;
    struct buf *out;
    struct text text; /* the sentence being put together */
    char at[SENTENCE_BYTES];
};

static void begin(struct speech *speech)
{
    text_init(&speech->text, speech->at, sizeof speech->at);
}

static void end(struct speech *speech)
{
    char first = speech->at[0];

    if (first >= 'a' && first <= 'z')
        speech->at[0] = (char)(first - 'a' + 'A');
    BUF_PUT(speech->out, speech->at, "\n");
}

/* A list as a value of a phrase. */
static const char *list_text(const struct say_list *list, char out[SAY_LIST_BYTES])
{
    struct text text = text_in(out, SAY_LIST_BYTES);

    say_list_put(list, &text);
    return out;
}

static void put_title(struct text *out, const struct draw_look *look)
{
    struct safe title;

    safe_clean(&title, look->title, TITLE_COLUMNS, false);
    TEXT_PUT(out, title.length ? title.at : say_phrase(look, DRAW_BOARD), ".");
}

/* Nothing while the board waits for nobody: the game is over, or luck is still to come. */
static void put_decision(struct text *out, const struct scene *scene, const struct draw_look *look)
{
    char name[SAY_NAME_BYTES], who[SAY_LIST_BYTES];
    struct say_list list;

    say_list_init(&list, look);
    for (int i = 0; i < scene->panel_count; i++)
        if (scene->panel[i].to_act)
            say_list_add(&list, say_panel(name, scene, look, &scene->panel[i], NAME_COLUMNS));
    if (!list.count)
        return;
    text_put(out, " ");
    say_put(out, look, DRAW_ON_MOVE, SAY_VALUES({"who", list_text(&list, who)}));
}

static void say_last_turn(struct speech *speech)
{
    const struct scene *scene = speech->scene;
    char what[SAY_LIST_BYTES], number[TEXT_INT_BYTES];
    struct text text;

    bool headed = false;

    for (int i = 0; i < scene->step_count; i++) {
        if (say_is_unseen(&scene->step[i]))
            continue;
        if (!headed) {
            begin(speech);
            say_put(&speech->text, speech->look, DRAW_SAY_LAST_TURN, NULL);
            end(speech);
        }
        headed = true;
        text_init(&text, what, sizeof what);
        say_step(&text, scene, speech->look, &scene->step[i]);
        begin(speech);
        say_put(&speech->text, speech->look, DRAW_STEP,
                SAY_VALUES({"number", text_of_int(number, scene->step[i].number)}, {"what", what}));
        end(speech);
    }
}

/* Panels. */

static const char *item_words(const struct speech *speech, const struct scene_item *item,
                              char out[SAY_NAME_BYTES])
{
    char piece[SAY_NAME_BYTES], count[TEXT_INT_BYTES];
    bool known = item->symbol && item->symbol < speech->scene->symbol_count;
    bool plain = item->number != ORDER_UNKNOWN && speech->scene->columns > 0;
    struct text text;

    text_init(&text, piece, sizeof piece);
    if (known && !plain) /* a card of the board game is told by its label and number */
        text_put(&text, say_symbol(speech->scene, speech->look, item->symbol));
    else if (item->number == ORDER_UNKNOWN || item->hidden)
        text_put(&text, say_phrase(speech->look, item->hidden ? DRAW_FACE_DOWN : DRAW_UNKNOWN));
    if (item->number != ORDER_UNKNOWN)
        TEXT_PUT(&text, text.length ? " " : "", TEXT_INT(item->number));
    text_init(&text, out, SAY_NAME_BYTES);
    if (item->gone)
        say_put(&text, speech->look, DRAW_GONE, SAY_VALUES({"piece", piece}));
    else if (item->count > 1)
        say_put(&text, speech->look, DRAW_TIMES,
                SAY_VALUES({"count", text_of_int(count, item->count)}, {"piece", piece}));
    else
        text_put(&text, piece);
    return out;
}

static void say_row(struct speech *speech, const char *panel, const struct scene_row *row)
{
    char item[SAY_NAME_BYTES], items[SAY_LIST_BYTES];
    struct say_list list;

    say_list_init(&list, speech->look);
    for (int i = 0; i < row->count && !(row->score && i); i++)
        say_list_add(&list, item_words(speech, &row->item[i], item));
    begin(speech);
    say_put(&speech->text, speech->look, DRAW_SAY_PANEL,
            SAY_VALUES({"panel", panel}, {"label", say_term(speech->look, row->term)},
                       {"items", list_text(&list, items)}));
    end(speech);
}

static void say_panels(struct speech *speech)
{
    char name[SAY_NAME_BYTES];

    for (int i = 0; i < speech->scene->panel_count; i++) {
        const struct scene_panel *panel = &speech->scene->panel[i];

        if (panel->seat && panel->term == SCENE_NO_TERM) /* the colour says it, and is short */
            say_colour(name, speech->scene, speech->look, panel->seat);
        else
            say_panel(name, speech->scene, speech->look, panel, NAME_COLUMNS);
        for (int row = 0; row < panel->row_count; row++)
            say_row(speech, name, &panel->row[row]);
    }
}

/* Pieces. */

static unsigned kind_of(const struct scene *scene, const struct scene_piece *piece)
{
    return piece->symbol < scene->symbol_count ? scene->symbols[piece->symbol].kind
                                               : (unsigned)SCENE_SYMBOL_FIGURE;
}

static void add_piece_at(const struct speech *speech, struct say_list *list, int piece)
{
    const struct scene_piece *at = &speech->scene->piece[piece];
    char name[SAY_NAME_BYTES], place[SAY_PLACE_BYTES], words[SAY_NAME_BYTES];
    struct text text = text_in(words, sizeof words);

    say_put(
        &text, speech->look, DRAW_SAY_AT,
        SAY_VALUES({"piece", say_owned(name, speech->scene, speech->look, at->symbol, at->seat)},
                   {"place", say_place(place, at->x, at->y)}));
    say_list_add(list, words);
}

/* An able piece of another seat on that square bars the way. */
static bool is_held(const struct speech *speech, int x, int y, unsigned seat)
{
    int first = grid_piece(&speech->grid, x, y);
    const struct scene_piece *piece = first >= 0 ? &speech->scene->piece[first] : NULL;

    return piece && kind_of(speech->scene, piece) == SCENE_SYMBOL_FIGURE && !piece->down &&
           piece->seat != seat;
}

struct walk {
    uint8_t far[GRID_ROWS_MAX][GRID_COLUMNS_MAX]; /* steps to get there; FAR = out of reach */
};

/* Breadth first over open edges and plain ground, as far as `most` steps. */
static void walk_from(const struct speech *speech, const struct scene_piece *piece, int most,
                      struct walk *walk)
{
    uint8_t queue[GRID_ROWS_MAX * GRID_COLUMNS_MAX][2];
    unsigned head = 0, tail = 0;

    memset(walk->far, FAR, sizeof walk->far);
    walk->far[piece->y][piece->x] = 0;
    queue[tail][0] = (uint8_t)piece->x;
    queue[tail++][1] = (uint8_t)piece->y;
    while (head < tail) {
        int x = queue[head][0], y = queue[head][1];
        uint8_t far = walk->far[y][x];

        head++;
        for (unsigned side = 0; side < 4 && far < most; side++) {
            int tx = x, ty = y;
            const struct scene_cell *cell;

            grid_step(&tx, &ty, (enum scene_side)side);
            cell = grid_cell(&speech->grid, tx, ty);
            if (!cell || cell->barred || walk->far[ty][tx] != FAR ||
                !grid_edge_passes(grid_edge(&speech->grid, x, y, (enum scene_side)side)) ||
                is_held(speech, tx, ty, piece->seat))
                continue;
            walk->far[ty][tx] = (uint8_t)(far + 1);
            queue[tail][0] = (uint8_t)tx;
            queue[tail++][1] = (uint8_t)ty;
        }
    }
}

/* Can he get beside that square, over an edge that he could strike across? */
static bool comes_beside(const struct speech *speech, const struct walk *walk, int x, int y)
{
    for (unsigned side = 0; side < 4; side++) {
        int tx = x, ty = y;

        grid_step(&tx, &ty, (enum scene_side)side);
        if (grid_cell(&speech->grid, tx, ty) && walk->far[ty][tx] != FAR &&
            grid_edge_passes(grid_edge(&speech->grid, x, y, (enum scene_side)side)))
            return true;
    }
    return false;
}

/* Things he can walk to, and pieces of others he can come beside, but for those next to him. */
static void list_reach(const struct speech *speech, int piece, const struct walk *walk, bool near,
                       struct say_list *list)
{
    const struct scene_piece *self = &speech->scene->piece[piece];

    for (int i = 0; i < speech->scene->piece_count; i++) {
        const struct scene_piece *at = &speech->scene->piece[i];
        bool figure = kind_of(speech->scene, at) == SCENE_SYMBOL_FIGURE, next, in_reach;

        if (i == piece || at->area >= 0 || at->on >= 0 || (at->x == self->x && at->y == self->y) ||
            (figure && at->seat == self->seat && !at->down) ||
            !grid_cell(&speech->grid, at->x, at->y))
            continue;
        next = (at->x - self->x) * (at->x - self->x) + (at->y - self->y) * (at->y - self->y) == 1 &&
               grid_edge_passes(grid_edge(&speech->grid, self->x, self->y,
                                          at->y > self->y   ? SCENE_NORTH
                                          : at->x > self->x ? SCENE_EAST
                                          : at->y < self->y ? SCENE_SOUTH
                                                            : SCENE_WEST));
        in_reach =
            figure ? comes_beside(speech, walk, at->x, at->y) : walk->far[at->y][at->x] != FAR;
        if (near ? next : in_reach && !next)
            add_piece_at(speech, list, i);
    }
}

/* Facts about a piece stand one after the other with semicolons between. */
static void add_fact(struct speech *speech, struct text *facts, enum draw_phrase phrase,
                     const struct say_value *values)
{
    if (facts->length)
        text_put(facts, "; ");
    say_put(facts, speech->look, phrase, values);
}

static void add_list(struct speech *speech, struct text *facts, enum draw_phrase phrase,
                     const struct say_list *things)
{
    char value[SAY_LIST_BYTES];

    if (things->count)
        add_fact(speech, facts, phrase, SAY_VALUES({"things", list_text(things, value)}));
}

static void add_numbers(struct speech *speech, const struct scene_piece *piece, struct text *facts)
{
    char number[TEXT_INT_BYTES];

    for (unsigned i = 0; i < 2; i++) {
        const char *label = say_term(speech->look, speech->scene->number_term[i]);

        if (piece->number[i] >= 0 && *label)
            add_fact(
                speech, facts, DRAW_SAY_NUMBER,
                SAY_VALUES({"label", label}, {"number", text_of_int(number, piece->number[i])}));
    }
}

static void add_burden(struct speech *speech, int piece, struct text *facts)
{
    char name[SAY_NAME_BYTES];
    struct say_list things;

    say_list_init(&things, speech->look);
    for (int i = 0; i < speech->scene->piece_count; i++)
        if (speech->scene->piece[i].on == piece)
            say_list_add(&things,
                         say_owned(name, speech->scene, speech->look,
                                   speech->scene->piece[i].symbol, speech->scene->piece[i].seat));
    add_list(speech, facts, DRAW_CARRIES, &things);
}

static void add_ground(struct speech *speech, const struct scene_piece *piece, struct text *facts)
{
    const struct scene_cell *cell = grid_cell(&speech->grid, piece->x, piece->y);

    if (cell && (cell->symbol || cell->cover))
        add_fact(speech, facts, DRAW_SAY_GROUND_HERE,
                 SAY_VALUES({"ground", say_symbol(speech->scene, speech->look,
                                                  cell->cover ? cell->cover : cell->symbol)}));
}

static void add_reach(struct speech *speech, int piece, struct text *facts)
{
    const struct scene_piece *self = &speech->scene->piece[piece];
    struct say_list things;
    struct walk walk;

    if (self->down || self->number[0] < 0 || self->on >= 0)
        return;
    walk_from(speech, self, self->number[0], &walk);
    say_list_init(&things, speech->look);
    list_reach(speech, piece, &walk, true, &things);
    add_list(speech, facts, DRAW_SAY_NEXT_TO, &things);
    say_list_init(&things, speech->look);
    list_reach(speech, piece, &walk, false, &things);
    add_list(speech, facts, DRAW_SAY_REACH, &things);
}

static void say_piece(struct speech *speech, int i)
{
    const struct scene_piece *piece = &speech->scene->piece[i];
    char who[SAY_NAME_BYTES], place[SAY_PLACE_BYTES], words[2 * SAY_LIST_BYTES];
    struct text facts = text_in(words, sizeof words);

    if (piece->down)
        text_put(&facts, say_down(speech->scene, speech->look));
    if (piece->spent)
        add_fact(speech, &facts, DRAW_SPENT, NULL);
    add_numbers(speech, piece, &facts);
    add_burden(speech, i, &facts);
    add_ground(speech, piece, &facts);
    add_reach(speech, i, &facts);
    begin(speech);
    say_put(
        &speech->text, speech->look, facts.length ? DRAW_SAY_PIECE : DRAW_SAY_PIECE_PLAIN,
        SAY_VALUES({"who", say_owned(who, speech->scene, speech->look, piece->symbol, piece->seat)},
                   {"place", say_place(place, piece->x, piece->y)}, {"facts", words}));
    end(speech);
}

/* Those who act first, seat by seat, then what lies about. */
static void say_pieces(struct speech *speech)
{
    for (unsigned pass = 0; pass < 2; pass++)
        for (unsigned seat = 0; seat <= SEATS_MAX; seat++)
            for (int i = 0; i < speech->scene->piece_count; i++) {
                const struct scene_piece *piece = &speech->scene->piece[i];
                bool thing = kind_of(speech->scene, piece) == SCENE_SYMBOL_THING;

                if (piece->area < 0 && piece->seat == seat && thing == (pass == 1) &&
                    !(thing && piece->on >= 0))
                    say_piece(speech, i);
            }
}

/* Areas. */

static bool is_in(const struct scene_area *area, int x, int y)
{
    return x >= area->x && x < area->x + area->width && y >= area->y && y < area->y + area->height;
}

static void say_grounds(struct speech *speech, const struct scene_area *area)
{
    const struct scene *scene = speech->scene;
    char place[SAY_PLACE_BYTES], places[SAY_LIST_BYTES];

    for (unsigned symbol = 1; symbol < scene->symbol_count; symbol++) {
        struct say_list list;

        if (scene->symbols[symbol].kind != SCENE_SYMBOL_GROUND)
            continue;
        say_list_init(&list, speech->look);
        for (int i = 0; i < scene->cell_count; i++)
            if ((scene->cell[i].symbol == symbol || scene->cell[i].cover == symbol) &&
                is_in(area, scene->cell[i].x, scene->cell[i].y))
                say_list_add(&list, say_place(place, scene->cell[i].x, scene->cell[i].y));
        if (!list.count)
            continue;
        begin(speech);
        say_put(&speech->text, speech->look, DRAW_SAY_GROUND,
                SAY_VALUES({"ground", say_symbol(scene, speech->look, symbol)},
                           {"places", list_text(&list, places)}));
        end(speech);
    }
}

static void say_edges(struct speech *speech, const struct scene_area *area,
                      enum scene_edge_kind kind)
{
    static const enum draw_phrase sides[] = {DRAW_NORTH, DRAW_EAST, DRAW_SOUTH, DRAW_WEST};
    const struct scene *scene = speech->scene;
    char place[SAY_PLACE_BYTES], words[SAY_NAME_BYTES], places[SAY_LIST_BYTES];
    struct say_list list;
    struct text text;

    say_list_init(&list, speech->look);
    for (int i = 0; i < scene->edge_count; i++) {
        const struct scene_edge *edge = &scene->edge[i];

        if (edge->kind != kind || !is_in(area, edge->x, edge->y))
            continue;
        text_init(&text, words, sizeof words);
        say_put(&text, speech->look, DRAW_SAY_EDGE,
                SAY_VALUES({"side", say_phrase(speech->look, sides[edge->side])},
                           {"place", say_place(place, edge->x, edge->y)}));
        say_list_add(&list, words);
    }
    if (!list.count)
        return;
    begin(speech);
    say_put(&speech->text, speech->look, DRAW_SAY_EDGES,
            SAY_VALUES({"edge", say_edge(words, scene, speech->look, kind)},
                       {"places", list_text(&list, places)}));
    end(speech);
}

static void list_hidden(const struct speech *speech, int area, struct say_list *list)
{
    char name[SAY_NAME_BYTES];

    for (int i = 0; i < speech->scene->piece_count; i++) {
        const struct scene_piece *piece = &speech->scene->piece[i];

        if (piece->area == area)
            say_list_add(list,
                         say_owned(name, speech->scene, speech->look, piece->symbol, piece->seat));
    }
}

static void say_area_line(struct speech *speech, int i)
{
    const struct scene_area *area = &speech->scene->area[i];
    char name[SAY_NAME_BYTES], things[SAY_LIST_BYTES], title[SAY_NAME_BYTES];
    char from[SAY_PLACE_BYTES], to[SAY_PLACE_BYTES];
    struct say_list list;
    struct text text = text_in(title, sizeof title);

    say_list_init(&list, speech->look);
    list_hidden(speech, i, &list);
    text_put(&text, area->title);
    if (area->home_made)
        TEXT_PUT(&text, ", ", say_phrase(speech->look, DRAW_HOME_MADE));
    begin(speech);
    say_put(&speech->text, speech->look,
            area->hidden ? DRAW_SAY_AREA_HIDDEN
            : area->turn ? DRAW_SAY_AREA
                         : DRAW_SAY_AREA_PLAIN,
            SAY_VALUES(
                {"area", say_area(name, speech->scene, speech->look, i)},
                {"from", say_place(from, area->x, area->y)},
                {"to", say_place(to, area->x + area->width - 1, area->y + area->height - 1)},
                {"title", title}, {"things", list_text(&list, things)},
                {"way", say_phrase(speech->look, area->turn < 0 ? DRAW_COUNTER : DRAW_CLOCKWISE)}));
    end(speech);
}

static void say_areas(struct speech *speech)
{
    for (int i = 0; i < speech->scene->area_count; i++) {
        const struct scene_area *area = &speech->scene->area[i];

        say_area_line(speech, i);
        if (area->hidden)
            continue;
        say_grounds(speech, area);
        for (int kind = SCENE_EDGE_WALL; kind < SCENE_EDGE_KIND_COUNT; kind++)
            say_edges(speech, area, (enum scene_edge_kind)kind);
    }
}

static void say_board(struct speech *speech)
{
    char columns[TEXT_INT_BYTES], rows[TEXT_INT_BYTES], top[TEXT_INT_BYTES];
    char last[2] = {(char)('a' + speech->grid.columns - 1), '\0'};

    begin(speech);
    say_put(&speech->text, speech->look, DRAW_SAY_BOARD,
            SAY_VALUES({"columns", text_of_int(columns, speech->grid.columns)}, {"last", last},
                       {"rows", text_of_int(rows, speech->grid.rows)},
                       {"top", text_of_int(top, speech->grid.rows - 1)}));
    end(speech);
}

enum rc draw_speech(const struct scene *scene, const struct draw_look *look, struct buf *out,
                    struct err *err)
{
    struct speech speech = {.scene = scene, .look = look, .out = out};

    grid_init(&speech.grid, scene);
    begin(&speech);
    put_title(&speech.text, look);
    put_decision(&speech.text, scene, look);
    end(&speech);
    say_last_turn(&speech);
    say_panels(&speech);
    if (speech.grid.columns) {
        say_board(&speech);
        say_pieces(&speech);
        say_areas(&speech);
    }
    return buf_rc(out, err);
}

/* "Blue 2 and Yellow 3". */
static unsigned list_scores(const struct scene *scene, const struct draw_look *look,
                            struct say_list *list)
{
    char colour[SAY_NAME_BYTES], number[TEXT_INT_BYTES], words[SAY_NAME_BYTES];

    for (int i = 0; i < scene->panel_count; i++)
        for (int k = 0; k < scene->panel[i].row_count; k++) {
            const struct scene_row *row = &scene->panel[i].row[k];
            struct text text;

            if (!row->score || row->count == 0)
                continue;
            text_init(&text, words, sizeof words);
            say_put(&text, look, DRAW_SAY_SCORE,
                    SAY_VALUES({"colour", say_colour(colour, scene, look, scene->panel[i].seat)},
                               {"number", text_of_int(number, row->item[0].number)}));
            say_list_add(list, words);
        }
    return list->count;
}

enum rc draw_alt(const struct scene *scene, const struct draw_look *look, struct buf *out,
                 struct err *err)
{
    char scores[SAY_LIST_BYTES], sentence[SENTENCE_BYTES];
    struct say_list list;
    struct text text = text_in(sentence, sizeof sentence);

    put_title(&text, look);
    say_list_init(&list, look);
    if (list_scores(scene, look, &list) > 0) {
        text_put(&text, " ");
        say_put(&text, look, DRAW_SAY_SCORES, SAY_VALUES({"scores", list_text(&list, scores)}));
    }
    put_decision(&text, scene, look);
    buf_put(out, sentence);
    return buf_rc(out, err);
}
