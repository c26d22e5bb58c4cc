/* SPDX-License-Identifier: MIT */
/* Panels beside the board, or all there is of a card table; and the legend. */
#include "draw/svg_p.h"

enum {
    HEADING = 38,  /* height of a panel's first line */
    LINE = 35,     /* height of a line of cards */
    CARD = 30,     /* height of a card */
    ROW_SIZE = 16, /* of its words */
    OVERHANG = 3,  /* of a letter such as J, to its left */
    LEFT = SVG_PANEL_SIDE + 14,
    RIGHT = SVG_WIDTH - SVG_PANEL_SIDE - 12,
    LEGEND_COLUMNS = 4,
    LEGEND_TOP = 24, /* height of its heading */
    LEGEND_LINE = 30,
    LEGEND_SIZE = 15, /* of its text */
    LEGEND_TEXT = 28  /* from sign to text */
};

/* A pen that writes from left to right and wraps. */
struct flow {
    struct svg *svg;
    int x, y; /* top left of the next thing */
    int indent;
    const struct scene_panel *panel;
};

static void make_room(struct flow *flow, int width)
{
    if (flow->x + width > RIGHT && flow->x > flow->indent) {
        flow->x = flow->indent;
        flow->y += LINE;
    }
}

static const struct scene_symbol *symbol_of(const struct svg *svg, unsigned symbol)
{
    return symbol && symbol < svg->scene->symbol_count ? &svg->scene->symbols[symbol] : NULL;
}

static bool has_art(const struct scene_symbol *symbol)
{
    return symbol && (symbol->fill || symbol->line || symbol->cut || symbol->etch);
}

/* What is written on a card: name where there is no picture or room enough, number, count. */
static void label_item(const struct svg *svg, const struct scene_item *item, struct text *out)
{
    const struct scene_symbol *symbol = symbol_of(svg, item->symbol);

    if (item->hidden && !symbol)
        text_put(out, "?");
    if (symbol && (!has_art(symbol) || svg->grid.columns == 0))
        text_put(out, say_symbol(svg->scene, svg->look, item->symbol));
    if (item->number != ORDER_UNKNOWN) {
        if (out->length)
            text_put_char(out, ' ');
        text_put_int(out, item->number);
    }
    if (item->count > 1)
        TEXT_PUT(out, out->length ? " \xC3\x97" : "\xC3\x97", TEXT_INT(item->count));
}

/* A figure or thing stands in its seat's shape, as on the board. */
static bool is_piece(const struct scene_symbol *symbol)
{
    return symbol && symbol->kind <= SCENE_SYMBOL_THING;
}

static void put_item_sign(struct flow *flow, const struct scene_item *item)
{
    unsigned owner = item->seat ? item->seat : flow->panel->seat;
    const struct draw_seat *seat = &draw_seats[owner <= SEATS_MAX ? owner : 0];
    const struct scene_symbol *symbol = symbol_of(flow->svg, item->symbol);
    bool pale = symbol->kind == SCENE_SYMBOL_THING;

    if (is_piece(symbol)) {
        svg_shape(flow->svg, seat->shape, 15, 15, 15, pale ? seat->pale : seat->face, seat->rim, 2,
                  false);
        svg_symbol(flow->svg, item->symbol, 5, 5, 20, 0, pale ? PALETTE_INK : seat->ink,
                   pale ? seat->pale : seat->face);
    } else
        svg_symbol(flow->svg, item->symbol, 4, 5, 20, 0,
                   item->hidden ? PALETTE_ON_HIDDEN : PALETTE_INK,
                   item->hidden ? PALETTE_HIDDEN : PALETTE_CARD);
}

static void put_label(struct svg *svg, int x, int y, bool bold, const char *colour,
                      const char *label)
{
    if (svg_is_pen_text(label))
        svg_pen_text(svg, x, y, 17, bold, colour, label);
    else
        svg_text(svg, x, y, 17, "middle", bold, colour, label);
}

static void put_item(struct flow *flow, const struct scene_item *item)
{
    const struct scene_symbol *symbol = symbol_of(flow->svg, item->symbol);
    int sign = has_art(symbol) ? 28 : 0, width, label_width;
    bool bare = is_piece(symbol) && flow->svg->grid.columns > 0;
    TEXT_IN(text, label, SAY_NAME_BYTES);

    label_item(flow->svg, item, &text);
    label_width = !label[0]                ? 0
                  : svg_is_pen_text(label) ? svg_pen_width(label, 17)
                                           : svg_text_width(label, 17, true);
    width = sign + label_width + (label_width ? 12 : bare ? 4 : 2);
    width = width < 28 ? 28 : svg_align(width, SVG_HALF);
    make_room(flow, width);
    svg_part_begin(flow->svg, flow->x, flow->y);
    if (!bare)
        svg_put(flow->svg,
                "<rect x=\".5\" y=\".5\" width=\"%d\" height=\"%d\" rx=\"5\" fill=\"%s\" "
                "stroke=\"" PALETTE_SOFT_INK "\"%s/>",
                width - 1, CARD - 1, item->hidden ? PALETTE_HIDDEN : PALETTE_CARD,
                item->gone ? " stroke-opacity=\".4\"" : "");
    if (sign)
        put_item_sign(flow, item);
    if (label[0])
        put_label(flow->svg, sign + (width - sign) / 2, 21, !item->gone,
                  item->hidden ? PALETTE_ON_HIDDEN
                  : item->gone ? PALETTE_SOFT_INK
                               : PALETTE_INK,
                  label);
    if (item->gone && !bare)
        svg_put(flow->svg,
                "<path d=\"M3 %dL%d 4\" stroke=\"" PALETTE_SOFT_INK "\" stroke-width=\"2\"/>",
                CARD - 4, width - 3);
    svg_part_end(flow->svg, -1, -1, width + 2, CARD + 2);
    flow->x += width + 4;
}

/* Words in a row, a part of their own. */
static int put_words(struct flow *flow, int indent, const char *colour, const char *words)
{
    int width = svg_text_width(words, ROW_SIZE, false);

    svg_part_begin(flow->svg, flow->x, flow->y);
    svg_text(flow->svg, indent, 21, ROW_SIZE, "start", false, colour, words);
    svg_part_end(flow->svg, -OVERHANG, 0, indent + width + OVERHANG, CARD);
    return width;
}

static void put_row(struct flow *flow, const struct scene_row *row)
{
    const char *label = say_term(flow->svg->look, row->term);
    int width = *label ? svg_align(svg_text_width(label, ROW_SIZE, false) + 8, SVG_HALF) : 0;

    /* A label stays with its first card. */
    make_room(flow, width + 34);
    if (*label)
        put_words(flow, 0, PALETTE_SOFT_INK, label);
    flow->x += width;
    for (int i = 0; i < row->count; i++)
        put_item(flow, &row->item[i]);
    if (row->count == 0) {
        put_words(flow, 2, PALETTE_INK, "\xE2\x80\x93");
        flow->x += 16;
    }
    flow->x += 12;
}

/* A score, large, and what it counts, with their right end at x; returns where they begin. */
static int put_one_score(struct svg *svg, const char *label, const char *digits, int x, int y)
{
    int width = svg_pen_width(digits, 26), words = svg_text_width(label, 16, false);
    int left = (x - width - 10 - words) / SVG_HALF * SVG_HALF;

    svg_part_begin(svg, left, y);
    svg_pen_text(svg, x - width / 2 - left, 29, 26, true, PALETTE_INK, digits);
    svg_text(svg, x - width - 10 - left, 27, 16, "end", false, PALETTE_SOFT_INK, label);
    svg_part_end(svg, -OVERHANG, 4, x - left + 2 * OVERHANG, HEADING - 6);
    return left;
}

/* The scores, from the right; returns the x where they begin. */
static int put_score(struct svg *svg, const struct scene_panel *panel, int y)
{
    char digits[2 * TEXT_INT_BYTES];
    struct text text;
    int x = RIGHT;

    for (int i = panel->row_count - 1; i >= 0; i--) {
        const struct scene_row *row = &panel->row[i];

        if (!row->score || row->count == 0)
            continue;
        text_init(&text, digits, sizeof digits);
        text_put_int(&text, row->item[0].number);
        if (row->count > 1)
            TEXT_PUT(&text, "/", TEXT_INT(row->item[1].number));
        x = put_one_score(svg, say_term(svg->look, row->term), digits, x, y) - 14;
    }
    return x;
}

static int put_to_act(struct svg *svg, int right, int y)
{
    const char *words = say_phrase(svg->look, DRAW_TO_ACT);
    int width = svg_text_width(words, 16, true) + 34;
    int left = (right - width) / SVG_HALF * SVG_HALF;

    svg_part_begin(svg, left, y);
    svg_put(svg,
            "<rect y=\"8\" width=\"%d\" height=\"26\" rx=\"13\" fill=\"" PALETTE_INK
            "\"/><path d=\"M12 14l11 7l-11 7z\" fill=\"" PALETTE_PAPER "\"/>",
            width);
    svg_text(svg, 28, 27, 16, "start", true, PALETTE_PAPER, words);
    svg_part_end(svg, 0, 8, width, 26);
    return left - 10;
}

/* Each in a part of its own: a new game brings new names, but scores were seen elsewhere. */
static void put_heading(struct svg *svg, const struct scene_panel *panel, int y)
{
    const struct draw_seat *seat = &draw_seats[panel->seat <= SEATS_MAX ? panel->seat : 0];
    int right = put_score(svg, panel, y), x = panel->seat ? 34 : 0;
    char name[SAY_NAME_BYTES];

    if (panel->to_act)
        right = put_to_act(svg, right, y);
    for (unsigned columns = 40; columns > 4; columns -= 2) {
        say_panel(name, svg->scene, svg->look, panel, columns);
        if (LEFT + x + svg_text_width(name, 20, true) <= right)
            break;
    }
    svg_part_begin(svg, LEFT, y);
    if (panel->seat)
        svg_shape(svg, seat->shape, 12, 21, 12, seat->face, seat->rim, 3, false);
    svg_text(svg, x, 28, 20, "start", true, PALETTE_INK, name);
    svg_part_end(svg, -OVERHANG, 4, x + svg_text_width(name, 20, true) + 2 * OVERHANG, HEADING - 6);
}

/* The box under a panel; its height is known when what it holds is written. */
static void put_frame(struct svg *svg, const struct scene_panel *panel, int y, int height)
{
    svg_put(svg, "<g class=\"panel\">");
    svg_part_begin(svg, SVG_PANEL_SIDE, y);
    svg_put(svg,
            "<rect x=\".5\" y=\".5\" width=\"%d\" height=\"%d\" rx=\"10\" "
            "fill=\"" PALETTE_CARD "\" stroke=\"%s\" stroke-width=\"%d\"/>",
            SVG_WIDTH - 2 * SVG_PANEL_SIDE - 1, height - 1,
            panel->to_act ? PALETTE_INK : PALETTE_RULE, panel->to_act ? 3 : 1);
    svg_part_end(svg, -2, -2, SVG_WIDTH - 2 * SVG_PANEL_SIDE + 4, height + 4);
}

static int put_content(struct svg *svg, const struct scene_panel *panel, int y)
{
    struct flow flow = {svg, LEFT, y + HEADING, LEFT, panel};
    bool rows = false;

    put_heading(svg, panel, y);
    for (int i = 0; i < panel->row_count; i++)
        if (!panel->row[i].score) {
            put_row(&flow, &panel->row[i]);
            rows = true;
        }
    return flow.y + (rows ? LINE : 0) - y + 2;
}

int svg_panel(struct svg *svg, const struct scene_panel *panel, int y)
{
    struct buf content = {0}, *out = svg->out;
    unsigned first = svg->parts ? svg->parts->count : 0;
    int height;

    svg->out = &content;
    height = put_content(svg, panel, y);
    svg->out = out;
    put_frame(svg, panel, y, height);
    svg_parts_lead(svg, first);
    buf_put_bytes(out, buf_text(&content), content.length);
    out->failed = out->failed || content.failed;
    buf_fini(&content);
    svg_put(svg, "</g>");
    return height + 8;
}

/* The numbers of a figure, from any piece that shows it. */
static void put_numbers(const struct svg *svg, unsigned symbol, struct text *out)
{
    for (int i = 0; i < svg->scene->piece_count; i++) {
        const struct scene_piece *piece = &svg->scene->piece[i];

        if (piece->symbol != symbol || piece->number[0] < 0)
            continue;
        TEXT_PUT(out, " ", TEXT_INT(piece->number[0]), "\xC2\xB7",
                 TEXT_INT(piece->number[1] < 0 ? 0 : piece->number[1]));
        return;
    }
}

static const char *legend_label(const struct svg *svg, unsigned symbol, char out[SAY_NAME_BYTES])
{
    struct text text = text_in(out, SAY_NAME_BYTES);

    text_put(&text, say_symbol(svg->scene, svg->look, symbol));
    put_numbers(svg, symbol, &text);
    return out;
}

static bool is_in_legend(const struct svg *svg, unsigned symbol, unsigned kind)
{
    return svg->used[symbol] && svg->scene->symbols[symbol].kind == kind;
}

/* As many columns as the longest label allows. */
static int legend_columns(const struct svg *svg)
{
    char label[SAY_NAME_BYTES];
    int widest = 1, columns;

    for (unsigned i = 1; i < svg->scene->symbol_count && i < sizeof svg->used; i++)
        if (svg->used[i] && svg->scene->symbols[i].kind < SCENE_SYMBOL_CARD) {
            int width = svg_text_width(legend_label(svg, i, label), LEGEND_SIZE, false);

            widest = width > widest ? width : widest;
        }
    columns = (RIGHT - LEFT) / (widest + LEGEND_TEXT);
    return columns < 1 ? 1 : columns > LEGEND_COLUMNS ? LEGEND_COLUMNS : columns;
}

/* Gates and broken walls, in a line of their own; returns its height. */
static int put_edge_legend(struct svg *svg, int y)
{
    bool there[SCENE_EDGE_KIND_COUNT] = {false};
    char label[SAY_NAME_BYTES];
    int x = LEFT, width;

    for (int i = 0; i < svg->scene->edge_count; i++)
        there[svg->scene->edge[i].kind] = true;
    for (int kind = SCENE_EDGE_GATE; kind < SCENE_EDGE_KIND_COUNT; kind++) {
        if (!there[kind])
            continue;
        say_edge(label, svg->scene, svg->look, (enum scene_edge_kind)kind);
        width = 46 + svg_text_width(label, LEGEND_SIZE, false);
        svg_part_begin(svg, x, y);
        svg_edge_sign(svg, (enum scene_edge_kind)kind, 20, 14, 40);
        svg_text(svg, 46, 19, LEGEND_SIZE, "start", false, PALETTE_INK, label);
        svg_part_end(svg, -2, 1, width + 2, LEGEND_LINE - 2);
        x += width + 16;
    }
    return x > LEFT ? LEGEND_LINE : 0;
}

/* What the two numbers behind a figure's name mean. */
static void put_legend_heading(struct svg *svg, int y)
{
    const struct scene *scene = svg->scene;
    TEXT_IN(text, label, 2 * SAY_NAME_BYTES);

    text_put(&text, say_phrase(svg->look, DRAW_LEGEND));
    if (*say_term(svg->look, scene->number_term[0]))
        TEXT_PUT(&text, "  (", say_term(svg->look, scene->number_term[0]), " \xC2\xB7 ",
                 say_term(svg->look, scene->number_term[1]), ")");
    svg_part_begin(svg, LEFT, y);
    svg_text(svg, 0, 17, 16, "start", true, PALETTE_SOFT_INK, label);
    svg_part_end(svg, -OVERHANG, 0, svg_text_width(label, 16, true) + OVERHANG, LEGEND_TOP);
}

/* Does the board show anything that is to be explained? */
static bool has_legend(const struct svg *svg)
{
    bool any = false;

    for (unsigned kind = 0; kind < SCENE_SYMBOL_CARD && svg->grid.columns; kind++)
        for (unsigned i = 1; i < svg->scene->symbol_count && i < sizeof svg->used && !any; i++)
            any = is_in_legend(svg, i, kind);
    return any;
}

int svg_legend(struct svg *svg, int y)
{
    int at = svg_align(y, SVG_EVEN), top = at + LEGEND_TOP, count = 0, columns, height;
    char label[SAY_NAME_BYTES];

    if (!has_legend(svg))
        return 0;
    svg_put(svg, "<g id=\"%ilegend\">");
    put_legend_heading(svg, at);
    columns = legend_columns(svg);
    for (unsigned kind = 0; kind < SCENE_SYMBOL_CARD; kind++)
        for (unsigned i = 1; i < svg->scene->symbol_count && i < sizeof svg->used; i++) {
            int x = LEFT + count % columns * ((RIGHT - LEFT) / columns);
            int line = top + count / columns * LEGEND_LINE;

            if (!is_in_legend(svg, i, kind))
                continue;
            svg_part_begin(svg, x, line);
            svg_symbol(svg, i, 0, 1, 24, 0, PALETTE_INK, PALETTE_PAPER);
            svg_text(svg, LEGEND_TEXT, 19, LEGEND_SIZE, "start", false, PALETTE_INK,
                     legend_label(svg, i, label));
            svg_part_end(svg, -1, 0, (RIGHT - LEFT) / columns, LEGEND_LINE - 2);
            count++;
        }
    height = (count + columns - 1) / columns * LEGEND_LINE;
    height += put_edge_legend(svg, top + height);
    svg_put(svg, "</g>");
    return top + height + 6 - y;
}
