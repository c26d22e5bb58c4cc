/* SPDX-License-Identifier: MIT */
#include "draw_support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../games/dungeon_twister/dt_support.h"

enum {
    TERM_KNIGHT,
    TERM_MOUSE,
    TERM_CROWN,
    TERM_BOOK,
    TERM_WHEEL,
    TERM_HOLE,
    TERM_FOG,
    TERM_RED,
    TERM_WHITE,
    TERM_HALL,
    TERM_DOOR,
    TERM_SPEED,
    TERM_FORCE,
    TERM_POINTS,
    TERM_CARDS,
    TERM_HERO,
    TERM_TILES,
    TERM_PILE,
    TERM_LAMP,
    TERM_TABLE_HEAD
};
static const char *const toy_terms[TOY_TERMS] = {
    "toy.knight", "toy.mouse", "toy.crown", "toy.book", "toy.wheel", "toy.hole",   "toy.fog",
    "toy.red",    "toy.white", "toy.hall",  "toy.door", "toy.speed", "toy.force",  "toy.points",
    "toy.cards",  "toy.hero",  "toy.tiles", "toy.pile", "toy.lamp",  "toy.dungeon"};

enum { KNIGHT = 1, MOUSE, CROWN, BOOK, WHEEL, HOLE, FOG, HERO, LAMP, SYMBOLS };
static const struct scene_symbol toy_symbols[SYMBOLS] = {
    {.term = SCENE_NO_TERM, .letters = "??"},
    {.term = TERM_KNIGHT,
     .kind = SCENE_SYMBOL_FIGURE,
     .letters = "kn",
     .fill = "M4 22V10L12 2L20 10V22Z",
     .cut = "M8 12H16V14H8Z"},
    {.term = TERM_MOUSE,
     .kind = SCENE_SYMBOL_FIGURE,
     .letters = "mo",
     .fill = "M4 16A8 6 0 0 1 20 16Z",
     .line = "M20 16L23 12",
     .etch = "M8 14H9"},
    {.term = TERM_CROWN,
     .kind = SCENE_SYMBOL_THING,
     .letters = "cr",
     .fill = "M3 20V6L8 12L12 4L16 12L21 6V20Z"},
    {.term = TERM_BOOK, .kind = SCENE_SYMBOL_THING, .letters = "bo", .fill = "M4 4H20V20H4Z"},
    {.term = TERM_WHEEL,
     .kind = SCENE_SYMBOL_GROUND,
     .letters = "@",
     .line = "M12 3A9 9 0 1 1 12 21A9 9 0 1 1 12 3Z"},
    {.term = TERM_HOLE, .kind = SCENE_SYMBOL_GROUND, .letters = "o", .fill = "M4 4H20V20H4Z"},
    {.term = TERM_FOG, .kind = SCENE_SYMBOL_GROUND, .letters = "~", .line = "M2 8H22M2 16H22"},
    {.term = TERM_HERO, .kind = SCENE_SYMBOL_CARD, .letters = "he"},
    {.term = TERM_LAMP,
     .kind = SCENE_SYMBOL_CARD,
     .letters = "la",
     .fill = "M8 2H16V12H8ZM6 14H18V22H6Z"},
};

struct lexicon *key_lexicon(const char *const *terms, unsigned count)
{
    struct lexicon *lexicon = calloc(1, sizeof *lexicon);
    struct arena *arena = calloc(1, sizeof *arena + 65536);
    OWN(buf) words = {0};
    struct err err = {0};

    if (!lexicon || !arena)
        exit(99);
    arena_init(arena, arena + 1, 65536);
    lexicon_init(lexicon, terms, count, arena);
    for (unsigned i = 0; i < count; i++) {
        const char *name = strrchr(terms[i], '.') + 1;

        buf_printf(&words, "%s = %c%s\n", terms[i], name[0] - 'a' + 'A', name + 1);
    }
    if (lexicon_add(lexicon, "keys", buf_text(&words), words.length, &err) != RC_OK) {
        fprintf(stderr, "%s\n", err.text);
        exit(99);
    }
    return lexicon;
}

const struct lexicon *toy_lexicon(void)
{
    static struct lexicon *lexicon;

    if (!lexicon)
        lexicon = key_lexicon(toy_terms, TOY_TERMS);
    return lexicon;
}

static struct scene_piece *put_piece(struct scene *scene, unsigned symbol, unsigned seat, int x,
                                     int y)
{
    struct scene_piece *piece = scene_add_piece(scene, symbol, seat);

    piece->x = (int8_t)x;
    piece->y = (int8_t)y;
    if (symbol == KNIGHT || symbol == MOUSE) {
        piece->number[0] = symbol == KNIGHT ? 3 : 4;
        piece->number[1] = symbol == KNIGHT ? 3 : 1;
    }
    return piece;
}

static struct scene_step *put_step(struct scene *scene, enum scene_step_kind kind, unsigned number,
                                   unsigned symbol, unsigned seat)
{
    struct scene_step *step = scene_add_step(scene, kind, number);

    step->symbol = (uint8_t)symbol;
    step->seat = (uint8_t)seat;
    return step;
}

static void toy_ground(struct scene *scene)
{
    struct scene_area *area = scene_add_area(scene, 0, 1, 5, 3);
    struct scene_cell *cell;

    strcpy(area->name, "s1");
    strcpy(area->title, "A");
    area->turn = 1;
    area->home_made = true;
    area = scene_add_area(scene, 0, 4, 5, 2);
    strcpy(area->name, "s2");
    area->hidden = true;
    for (int x = 0; x < 5; x++)
        scene_add_cell(scene, x, 0)->home = 1;
    for (int y = 1; y < 4; y++)
        for (int x = 0; x < 5; x++) {
            cell = scene_add_cell(scene, x, y);
            if (x == 2 && y == 2) {
                cell->symbol = WHEEL;
                cell->turn = 1;
            }
            cell->barred = x == 4 && y == 3;
            if (cell->barred || (x == 3 && y == 1))
                cell->symbol = HOLE;
            if (x == 0 && y == 3)
                cell->cover = FOG;
        }
    scene_add_edge(scene, 0, 1, SCENE_EAST, SCENE_EDGE_WALL);
    scene_add_edge(scene, 0, 2, SCENE_EAST, SCENE_EDGE_GATE);
    scene_add_edge(scene, 1, 2, SCENE_NORTH, SCENE_EDGE_GATE_OPEN);
    scene_add_edge(scene, 2, 1, SCENE_NORTH, SCENE_EDGE_GATE_BROKEN);
    scene_add_edge(scene, 3, 2, SCENE_EAST, SCENE_EDGE_WALL_BROKEN);
    scene_add_edge(scene, 1, 3, SCENE_NORTH, SCENE_EDGE_WALL);
    scene_add_edge(scene, 4, 1, SCENE_SOUTH, SCENE_EDGE_WALL);
}

static void toy_pieces(struct scene *scene)
{
    struct scene_piece *piece;

    put_piece(scene, KNIGHT, 1, 1, 1);
    put_piece(scene, CROWN, 2, 1, 1)->on = 0;
    put_piece(scene, MOUSE, 2, 2, 2);
    piece = put_piece(scene, MOUSE, 1, 1, 2);
    piece->down = true;
    put_piece(scene, BOOK, 0, 4, 1);
    piece = put_piece(scene, KNIGHT, 2, 3, 2);
    piece->spent = true;
    piece = put_piece(scene, MOUSE, 2, 3, 2);
    piece->down = true;
    piece->on = (int8_t)(scene->piece_count - 2);
    put_piece(scene, 0, 1, 4, 0);
    scene_add_piece(scene, 0, 2)->area = 1;
    scene_add_piece(scene, CROWN, 1)->area = 1;
}

static void toy_steps(struct scene *scene)
{
    struct scene_step *step = put_step(scene, SCENE_STEP_MOVE, 1, KNIGHT, 1);

    scene_add_point(scene, step, 1, 0);
    scene_add_point(scene, step, 1, 1);
    step->with = CROWN;
    step->with_seat = 2;
    step = put_step(scene, SCENE_STEP_JUMP, 2, MOUSE, 2);
    scene_add_point(scene, step, 3, 2);
    scene_add_point(scene, step, 3, 1);
    scene_add_point(scene, step, 2, 1);
    step = put_step(scene, SCENE_STEP_EXIT, 3, MOUSE, 2);
    scene_add_point(scene, step, 0, 1);
    scene_add_point(scene, step, 0, 0);
    scene_add_point(scene, step, 0, -1);
    for (unsigned kind = SCENE_STEP_BLOW; kind <= SCENE_STEP_SHOT; kind++) {
        step = put_step(scene, (enum scene_step_kind)kind, kind + 1, KNIGHT, 1);
        scene_add_point(scene, step, 1, 1);
        scene_add_point(scene, step, 1, 2);
        step->with = MOUSE;
        step->with_seat = 1;
    }
    step = put_step(scene, SCENE_STEP_TURN, 6, MOUSE, 2);
    step->area = 0;
    step->turn = -1;
    put_step(scene, SCENE_STEP_REVEAL, 7, KNIGHT, 1)->area = 0;
    for (unsigned kind = SCENE_STEP_EDGE; kind < SCENE_STEP_KIND_COUNT; kind++) {
        step = put_step(scene, (enum scene_step_kind)kind, kind + 1, MOUSE, 2);
        step->edge = SCENE_EDGE_GATE_OPEN;
        scene_add_point(scene, step, 2, 2);
        scene_add_point(scene, step, 3, 2);
    }
}

static void toy_panels(struct scene *scene)
{
    struct scene_panel *panel = scene_add_panel(scene, 1, SCENE_NO_TERM);
    struct scene_row *row = scene_add_row(scene, panel, TERM_POINTS);

    panel->to_act = true;
    row->score = true;
    scene_add_item(scene, row, 0, 2);
    scene_add_item(scene, row, 0, 5);
    row = scene_add_row(scene, panel, TERM_CARDS);
    scene_add_item(scene, row, LAMP, 3);
    scene_add_item(scene, row, LAMP, 4)->gone = true;
    scene_add_item(scene, row, 0, ORDER_UNKNOWN)->hidden = true;
    scene_add_item(scene, row, 0, 7)->count = 3;
    panel = scene_add_panel(scene, 2, SCENE_NO_TERM);
    row = scene_add_row(scene, panel, TERM_CARDS);
    scene_add_item(scene, row, CROWN, ORDER_UNKNOWN)->seat = 1;
    scene_add_row(scene, panel, TERM_PILE);
}

void toy_board(struct scene *scene)
{
    scene_init(scene, toy_symbols, SYMBOLS, 1);
    scene->columns = 5;
    scene->rows = 6;
    scene->seat_term[1] = TERM_RED;
    scene->seat_term[2] = TERM_WHITE;
    scene->area_term = TERM_HALL;
    scene->gate_term = TERM_DOOR;
    scene->number_term[0] = TERM_SPEED;
    scene->number_term[1] = TERM_FORCE;
    toy_ground(scene);
    toy_pieces(scene);
    toy_steps(scene);
    toy_panels(scene);
}

void toy_table(struct scene *scene)
{
    struct scene_panel *panel;
    struct scene_row *row;

    scene_init(scene, toy_symbols, SYMBOLS, 2);
    scene->seat_term[1] = TERM_RED;
    panel = scene_add_panel(scene, SEAT_TABLE, TERM_TABLE_HEAD);
    row = scene_add_row(scene, panel, TERM_HERO);
    scene_add_item(scene, row, HERO, 11);
    row = scene_add_row(scene, panel, TERM_TILES);
    scene_add_item(scene, row, LAMP, ORDER_UNKNOWN);
    scene_add_item(scene, row, CROWN, 5)->gone = true;
    scene_add_item(scene, row, BOOK, ORDER_UNKNOWN);
    row = scene_add_row(scene, panel, TERM_PILE);
    scene_add_item(scene, row, 0, ORDER_UNKNOWN)->hidden = true;
    for (unsigned seat = 1; seat <= 3; seat++) {
        panel = scene_add_panel(scene, seat, SCENE_NO_TERM);
        panel->to_act = seat == 2;
        row = scene_add_row(scene, panel, TERM_POINTS);
        row->score = true;
        scene_add_item(scene, row, 0, (int)seat - 1);
        row = scene_add_row(scene, panel, TERM_CARDS);
        scene_add_item(scene, row, MOUSE, seat == 2 ? 1 : ORDER_UNKNOWN)->hidden = seat != 2;
    }
}

/* Random games. */

void playing_read(struct playing *playing, const char *path, unsigned index)
{
    size_t length;
    char *text = read_source(path, &length), *at = text, *end;
    struct err err = {0};

    memset(playing, 0, sizeof *playing);
    dt_load_shipped(&playing->book);
    while (at && index-- > 0 && (at = strstr(at, "--\n")) != NULL)
        at += 3;
    end = at ? strstr(at, "--\n") : NULL;
    if (!at || dungeon_twister.text->read(&playing->book, at, end ? (size_t)(end - at) : strlen(at),
                                          &playing->state, &err) != RC_OK) {
        fprintf(stderr, "%s: %s\n", path, err.text);
        exit(99);
    }
    free(text);
}

void playing_begin(struct playing *playing, uint64_t seed, const char *options)
{
    memset(playing, 0, sizeof *playing);
    playing->seed = seed;
    if (strstr(options, "boxes="))
        dt_load_boxes(&playing->book);
    else
        dt_load_shipped(&playing->book);
    dt_new_game(&playing->book, options, &playing->state);
}

static void remember(struct playing *playing, unsigned seat, const struct order *order)
{
    unsigned at = playing->past_count;

    if (at == PAST_MAX)
        return;
    game_view(&dungeon_twister, &playing->book, &playing->state, seat, &playing->before[at]);
    playing->order[at] = *order;
    playing->past[at] = (struct game_past){&playing->before[at], &playing->order[at]};
    playing->past_count++;
}

bool playing_turn(struct playing *playing, unsigned seat)
{
    struct dt_chance chance = {playing->seed};
    uint32_t turn = playing->state.turn;
    struct order order;
    bool goes_on;

    playing->past_count = 0;
    do {
        goes_on = dt_random_order(&playing->book, &playing->state, &chance, &order);
        if (!goes_on)
            break;
        remember(playing, seat, &order);
        dungeon_twister.rules->apply(&playing->book, &playing->state, &order, NULL);
    } while (playing->state.turn == turn);
    playing->seed = chance.at;
    return goes_on;
}

void playing_scene(struct playing *playing, unsigned seat, struct scene *scene)
{
    game_view(&dungeon_twister, &playing->book, &playing->state, seat, &playing->view);
    game_scene(&dungeon_twister, &playing->book, &playing->view, seat, playing->past,
               playing->past_count, scene);
}

/* Files. */

static FILE *open_source(const char *path, const char *mode)
{
    const char *top = getenv("top_srcdir");
    char full[1024];

    snprintf(full, sizeof full, "%s/%s", top ? top : ".", path);
    return fopen(full, mode);
}

char *read_source(const char *path, size_t *length)
{
    FILE *file = open_source(path, "rb");
    struct buf buf = {0};
    char part[4096];
    size_t count;

    if (!file)
        return NULL;
    while ((count = fread(part, 1, sizeof part, file)) > 0)
        buf_put_bytes(&buf, part, count);
    fclose(file);
    buf_reserve(&buf, 0);
    *length = buf.length;
    return buf_take(&buf);
}

bool golden_written(const char *name, const char *bytes, size_t length)
{
    char path[256];
    FILE *file;

    if (!getenv("DRAW_GOLDEN_WRITE"))
        return false;
    snprintf(path, sizeof path, "tests/draw/golden/%s", name);
    file = open_source(path, "wb");
    if (!file || fwrite(bytes, 1, length, file) != length || fclose(file) != 0)
        exit(99);
    return true;
}

/* Print the first line in which two texts differ. */
static void show_difference(const char *name, const char *want, const char *got)
{
    unsigned line = 1;

    while (*want && *want == *got) {
        line += *want == '\n';
        want++;
        got++;
    }
    fprintf(stderr, "# %s, line %u: from \"%.60s\"\n# got \"%.60s\"\n", name, line, want, got);
}

bool equals_golden(const char *name, const char *text, size_t length)
{
    char path[256], *want;
    size_t wanted = 0;
    bool equal;

    if (golden_written(name, text, length))
        return true;
    snprintf(path, sizeof path, "tests/draw/golden/%s", name);
    want = read_source(path, &wanted);
    equal = want && wanted == length && memcmp(want, text, length) == 0;
    if (!equal)
        show_difference(name, want ? want : "", text);
    free(want);
    return equal;
}

unsigned widest_line(const char *text)
{
    unsigned widest = 0, columns = 0;

    for (size_t at = 0, length = strlen(text); at < length;) {
        uint32_t code;
        size_t bytes = text_utf8_at(text + at, length - at, &code);

        if (!bytes)
            return UINT32_MAX; /* not even UTF-8 */
        at += bytes;
        if (code == '\n')
            columns = 0;
        else if (code != 0x2068 && code != 0x2069)
            columns++;
        widest = columns > widest ? columns : widest;
    }
    return widest;
}
