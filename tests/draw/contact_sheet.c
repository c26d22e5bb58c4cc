/* SPDX-License-Identifier: MIT */
/* Play a game that looks like one and draw every turn of it: FOLDER/turn-NN.svg and .png, and all
 * of them small on FOLDER/sheet.png; and every sign, large, on pieces, and 24 pixels small, on
 * FOLDER/signs.png. For looking at pictures; not a test.
 *
 * usage: contact_sheet FOLDER [SEED [OPTIONS]] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../games/dungeon_twister/dt_support.h"
#include "draw/palette.h"
#include "draw_support.h"
#include "games/dungeon_twister/art.h"

enum { TURNS_MAX = 60, SHEET_COLUMNS = 8, TILE = 250, TILE_HEIGHT = 640 };

static struct lexicon *words;
static struct draw_cache *cache;
static const char *folder;

static void die(const char *what)
{
    fprintf(stderr, "contact_sheet: %s\n", what);
    exit(1);
}

static void write_file(const char *name, const struct buf *bytes)
{
    char path[1024];
    FILE *file;

    snprintf(path, sizeof path, "%s/%s", folder, name);
    file = fopen(path, "wb");
    if (!file || fwrite(buf_text(bytes), 1, bytes->length, file) != bytes->length ||
        fclose(file) != 0)
        die(path);
}

/* How much a player likes what an order leads to: points, then enemies down, then ground won. */
static int liking(const struct dt_rulebook *book, const struct dt_state *before,
                  const struct order *order, unsigned side)
{
    struct dt_state after = *before;
    int sum = 0;

    dungeon_twister.rules->apply(book, &after, order, NULL);
    sum += 400 * (after.score[side] - after.score[1 - side]);
    for (unsigned token = 0; token < DT_TOKENS; token++) {
        unsigned own = dt_side_of(token);
        int row;

        if (dt_kind_of(token) >= DT_CHARACTER_KINDS || !dt_on_board(&after, token))
            continue;
        row = after.where[token] / DT_COLUMNS;
        sum += (own == side ? 1 : -1) * (own ? 21 - row : row) * 4;
        sum += (after.wounded >> token & 1) ? (own == side ? -60 : 60) : 0;
    }
    sum += 50 * (int)dt_count(after.revealed);
    sum += order->kind == DT_ORDER_ATTACK ? 30 : 0;
    sum -= order->kind == DT_ORDER_END ? 20 : 0;
    return sum;
}

static bool next_order(struct playing *playing, struct dt_chance *chance, struct order *order)
{
    static struct order list[LEGAL_MAX];
    struct dt_state *state = &playing->state;
    unsigned count;
    int best = INT32_MIN;

    if (state->phase != DT_PHASE_ACT)
        return dt_random_order(&playing->book, state, chance, order);
    count = dungeon_twister.rules->legal(&playing->book, state, state->active + 1u, list);
    for (unsigned i = 0; i < count; i++) {
        int like =
            liking(&playing->book, state, &list[i], state->active) + (int)dt_below(chance, 40);

        if (like > best) {
            best = like;
            *order = list[i];
        }
    }
    return count > 0;
}

/* One turn of a player, kept as the watcher on seat 1 saw it. */
static bool play_turn(struct playing *playing, struct dt_chance *chance)
{
    uint32_t turn = playing->state.turn;
    struct order order;

    playing->past_count = 0;
    do {
        unsigned at = playing->past_count;

        if (!next_order(playing, chance, &order))
            return false;
        if (at < PAST_MAX) {
            game_view(&dungeon_twister, &playing->book, &playing->state, 1, &playing->before[at]);
            playing->order[at] = order;
            playing->past[at] = (struct game_past){&playing->before[at], &playing->order[at]};
            playing->past_count++;
        }
        dungeon_twister.rules->apply(&playing->book, &playing->state, &order, NULL);
    } while (playing->state.turn == turn && playing->state.phase != DT_PHASE_OVER);
    return true;
}

static void draw_turn(struct playing *playing, struct scene *scene, unsigned number,
                      struct buf *sheet)
{
    char title[64], name[32], id[16];
    struct draw_look look = {.lexicon = words, .title = title, .name = {NULL, "Anna", "Ben"}};
    static struct draw_parts parts;
    OWN(buf) svg = {0}, png = {0};
    struct err err = {0};

    snprintf(title, sizeof title, "Dungeon Twister 17 \xC2\xB7 turn %u", number);
    playing_scene(playing, 1, scene);
    if (draw_svg_parts(scene, &look, &svg, &parts, &err) != RC_OK ||
        draw_png_parts(cache, svg.at, svg.length, &parts, DRAW_PNG_WIDTH_MAIL, &png, &err) != RC_OK)
        die(err.text);
    snprintf(name, sizeof name, "turn-%02u.svg", number);
    write_file(name, &svg);
    snprintf(name, sizeof name, "turn-%02u.png", number);
    write_file(name, &png);
    buf_clear(&svg);
    snprintf(id, sizeof id, "t%u-", number);
    look.id = id;
    look.no_legend = true;
    if (draw_svg(scene, &look, &svg, &err) != RC_OK)
        die(err.text);
    buf_printf(sheet, "<g transform=\"translate(%u %u)scale(.375)\">%s</g>",
               (number - 1) % SHEET_COLUMNS * TILE + 5, (number - 1) / SHEET_COLUMNS * TILE_HEIGHT,
               svg.at);
}

static void put_layers(struct buf *out, const struct scene_symbol *symbol, const char *ink,
                       const char *face, unsigned x, unsigned y, unsigned size)
{
    buf_printf(out,
               "<g transform=\"translate(%u %u)scale(%.3f)\" stroke-linecap=\"round\" "
               "stroke-linejoin=\"round\">",
               x, y, size / 24.0);
    if (symbol->fill)
        buf_printf(out, "<path fill=\"%s\" d=\"%s\"/>", ink, symbol->fill);
    if (symbol->line)
        buf_printf(out, "<path fill=\"none\" stroke=\"%s\" stroke-width=\"1.8\" d=\"%s\"/>", ink,
                   symbol->line);
    if (symbol->cut)
        buf_printf(out, "<path fill=\"%s\" d=\"%s\"/>", face, symbol->cut);
    if (symbol->etch)
        buf_printf(out, "<path fill=\"none\" stroke=\"%s\" stroke-width=\"1.4\" d=\"%s\"/>", face,
                   symbol->etch);
    buf_put(out, "</g>");
}

/* One sign: large, on a piece of either side, and as small as it may become. */
static void put_sign(struct buf *out, const struct scene_symbol *symbol, unsigned x, unsigned y)
{
    const struct draw_seat *blue = &draw_seats[1], *yellow = &draw_seats[2];

    put_layers(out, symbol, PALETTE_INK, PALETTE_PAPER, x + 8, y + 8, 96);
    buf_printf(out,
               "<circle cx=\"%u\" cy=\"%u\" r=\"22\" fill=\"%s\" stroke=\"%s\" "
               "stroke-width=\"3\"/>",
               x + 136, y + 30, blue->face, blue->rim);
    put_layers(out, symbol, blue->ink, blue->face, x + 121, y + 15, 30);
    buf_printf(out,
               "<rect x=\"%u\" y=\"%u\" width=\"40\" height=\"40\" rx=\"5\" fill=\"%s\" "
               "stroke=\"%s\" stroke-width=\"3\"/>",
               x + 116, y + 62, yellow->face, yellow->rim);
    put_layers(out, symbol, yellow->ink, yellow->face, x + 121, y + 67, 30);
    put_layers(out, symbol, PALETTE_INK, PALETTE_PAPER, x + 168, y + 80, 24);
}

static void draw_marks(void)
{
    enum { ACROSS = 8, WIDTH = 204, HEIGHT = 118 };
    OWN(buf) body = {0}, svg = {0}, png = {0};
    struct err err = {0};
    unsigned count = 0;

    for (unsigned i = 1; i < DT_SYMBOLS; i++)
        if (dt_symbols[i].letters) {
            put_sign(&body, &dt_symbols[i], count % ACROSS * WIDTH, count / ACROSS * HEIGHT);
            count++;
        }
    buf_printf(&svg,
               "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%u\"><rect "
               "width=\"100%%\" height=\"100%%\" fill=\"" PALETTE_PAPER "\"/>%s</svg>",
               ACROSS * WIDTH, (count + ACROSS - 1) / ACROSS * HEIGHT, buf_text(&body));
    if (draw_png(svg.at, svg.length, ACROSS * WIDTH, &png, &err) != RC_OK)
        die(err.text);
    write_file("signs.png", &png);
}

int main(int argc, char **argv)
{
    OWN_MEMORY struct playing *playing = calloc(1, sizeof *playing);
    OWN_MEMORY struct scene *scene = calloc(1, sizeof *scene);
    struct dt_chance chance = {argc > 2 ? strtoull(argv[2], NULL, 10) : 1};
    OWN(buf) body = {0}, sheet = {0}, png = {0};
    struct err err = {0};
    unsigned turns = 0;

    cache = draw_cache_new(DRAW_CACHE_BYTES);
    if (argc < 2 || !playing || !scene || !chance.at || !cache)
        die("usage: contact_sheet FOLDER [SEED [OPTIONS]]");
    folder = argv[1];
    draw_marks();
    words = key_lexicon(dt_terms, DT_TERMS);
    playing_begin(playing, 1, argc > 3 ? argv[3] : "");
    play_turn(playing, &chance); /* set-up is one turn to the count */
    while (turns < TURNS_MAX && play_turn(playing, &chance))
        draw_turn(playing, scene, ++turns, &body);
    buf_printf(&sheet,
               "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%u\" height=\"%u\">"
               "<rect width=\"100%%\" height=\"100%%\" fill=\"#f6f1e5\"/>%s</svg>",
               SHEET_COLUMNS * TILE, (turns + SHEET_COLUMNS - 1) / SHEET_COLUMNS * TILE_HEIGHT,
               buf_text(&body));
    if (draw_png(sheet.at, sheet.length, SHEET_COLUMNS * TILE, &png, &err) != RC_OK)
        die(err.text);
    write_file("sheet.png", &png);
    printf("%u turns, points %u to %u\n", turns, playing->state.score[0], playing->state.score[1]);
    draw_cache_free(cache);
    free(words->arena);
    free(words);
    return 0;
}
