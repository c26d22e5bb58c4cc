/* SPDX-License-Identifier: MIT */
/* The last turn, drawn on the board: arrows below the pieces, numbers and marks above them. */
#include "draw/svg_p.h"

#include <limits.h>

enum {
    SHIFT = 6,
    HEAD = 13,
    BADGES_MAX = 96,
    MARK = 23 /* no mark reaches so far from its middle */
};

struct spot {
    int x, y;
};

static const struct draw_seat *seat_of(const struct scene_step *step)
{
    return &draw_seats[step->seat <= SEATS_MAX ? step->seat : 0];
}

/* Middle of a step's point; paths of different steps run beside each other. */
static struct spot spot_of(const struct svg *svg, const struct scene_step *step, unsigned i)
{
    int shift = (step->number % 3 - 1) * SHIFT;
    struct spot spot = {svg_x(svg, step->point[i].x) + svg->cell / 2 + shift,
                        svg_y(svg, step->point[i].y) + svg->cell / 2 + shift};

    return spot;
}

static bool are_neighbours(const struct scene_step *step, unsigned i)
{
    return abs(step->point[i].x - step->point[i + 1].x) +
               abs(step->point[i].y - step->point[i + 1].y) ==
           1;
}

/* From a towards b, `near` units before b; lengths without floats. */
static struct spot before(struct spot a, struct spot b, int near)
{
    int dx = b.x - a.x, dy = b.y - a.y, length = 1;

    while (length * length < dx * dx + dy * dy)
        length++;
    return (struct spot){b.x - dx * near / length, b.y - dy * near / length};
}

static void put_head(struct svg *svg, struct spot from, struct spot tip, const char *colour)
{
    struct spot neck = before(from, tip, HEAD);
    int dx = tip.x - neck.x, dy = tip.y - neck.y;

    svg_put(svg,
            "<path d=\"M%d %dL%d %dL%d %dZ\" fill=\"%s\" stroke=\"" PALETTE_CARD
            "\" stroke-width=\"2\"/>",
            tip.x, tip.y, neck.x - dy * 3 / 4, neck.y + dx * 3 / 4, neck.x + dy * 3 / 4,
            neck.y - dx * 3 / 4, colour);
}

static void put_path_data(struct svg *svg, const struct scene_step *step, struct spot end)
{
    struct spot from = spot_of(svg, step, 0);
    unsigned last = step->point_count - 1u;

    svg_put(svg, "M%d %d", from.x, from.y);
    if (step->kind == SCENE_STEP_JUMP) {
        struct spot mid = spot_of(svg, step, last / 2);

        svg_put(svg, "Q%d %d %d %d", mid.x + (mid.x == from.x ? 30 : 0),
                mid.y - (mid.y == from.y ? 30 : 0), end.x, end.y);
        return;
    }
    for (unsigned i = 0; i < last; i++) {
        struct spot to = i + 1 == last ? end : spot_of(svg, step, i + 1);

        svg_put(svg, "%s%d %d", are_neighbours(step, i) ? "L" : "M", to.x, to.y);
    }
}

/* An arrow along the points, with a pale line around it. */
static void put_arrow(struct svg *svg, const struct scene_step *step)
{
    unsigned last = step->point_count - 1u;
    struct spot tip, neck, from;
    const char *colour = seat_of(step)->path;

    from = spot_of(svg, step, last - 1);
    tip = before(from, spot_of(svg, step, last), step->kind == SCENE_STEP_EXIT ? 26 : 20);
    neck = before(from, tip, HEAD - 3);
    for (int pass = 0; pass < 2; pass++) {
        svg_put(svg, "<path d=\"");
        put_path_data(svg, step, neck);
        svg_put(svg,
                "\" fill=\"none\" stroke=\"%s\" stroke-width=\"%d\" "
                "stroke-linejoin=\"round\"/>",
                pass ? colour : PALETTE_CARD, pass ? 5 : 9);
    }
    if (step->kind == SCENE_STEP_JUMP || are_neighbours(step, last - 1))
        put_head(svg, from, tip, colour);
    else { /* the last leg was torn off by a turn: a dot where it ended */
        from = spot_of(svg, step, last);
        svg_put(svg,
                "<circle cx=\"%d\" cy=\"%d\" r=\"6\" fill=\"%s\" stroke=\"" PALETTE_CARD
                "\" stroke-width=\"2\"/>",
                from.x, from.y, colour);
    }
}

static void put_shot(struct svg *svg, const struct scene_step *step)
{
    struct spot from, to, tip;

    from = spot_of(svg, step, 0);
    to = spot_of(svg, step, step->point_count - 1u);
    tip = before(from, to, 20);
    svg_put(svg,
            "<path d=\"M%d %dL%d %d\" stroke=\"" PALETTE_CARD "\" stroke-width=\"9\"/>"
            "<path d=\"M%d %dL%d %d\" stroke=\"" PALETTE_BLOW
            "\" stroke-width=\"5\" stroke-dasharray=\"12 7\"/>",
            from.x, from.y, tip.x, tip.y, from.x, from.y, tip.x, tip.y);
    put_head(svg, from, tip, PALETTE_BLOW);
}

/* How often the area was turned before this step: each turn takes the next corner. */
static int turn_rank(const struct scene *scene, const struct scene_step *step)
{
    int rank = 0;

    for (const struct scene_step *other = scene->step; other < step; other++)
        rank += other->kind == SCENE_STEP_TURN && other->area == step->area;
    return rank;
}

static struct spot area_middle(const struct svg *svg, const struct scene_area *area)
{
    return (struct spot){svg_x(svg, area->x) + area->width * svg->cell / 2,
                         svg_y(svg, area->y + area->height - 1) + area->height * svg->cell / 2};
}

/* A curved arrow in a corner of the turned area. */
static void put_turn(struct svg *svg, const struct scene_step *step)
{
    const struct scene_area *area = &svg->scene->area[step->area];
    struct spot middle = area_middle(svg, area);
    int rank = turn_rank(svg->scene, step), half = area->width * svg->cell / 2;

    for (int pass = 0; pass < 2; pass++) {
        svg_put(svg,
                "<path fill=\"none\" stroke=\"%s\" stroke-width=\"%d\" "
                "transform=\"translate(%d %d)rotate(%d)%s\" d=\"M%d %dq4-58 62-62\"/>",
                pass ? seat_of(step)->path : PALETTE_CARD, pass ? 6 : 11, middle.x, middle.y,
                rank * 90, step->turn < 0 ? "scale(-1 1)" : "", 18 - half, 80 - half);
    }
    svg_put(svg,
            "<path fill=\"%s\" stroke=\"" PALETTE_CARD
            "\" stroke-width=\"2\" transform=\"translate(%d %d)rotate(%d)%s\" "
            "d=\"M%d %dl-2-13l20 11l-18 15z\"/>",
            seat_of(step)->path, middle.x, middle.y, rank * 90, step->turn < 0 ? "scale(-1 1)" : "",
            80 - half, 19 - half);
}

static void put_reveal(struct svg *svg, const struct scene_step *step)
{
    const struct scene_area *area = &svg->scene->area[step->area];

    svg_put(svg,
            "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"8\" fill=\"none\" "
            "stroke=\"%s\" stroke-width=\"4\" stroke-dasharray=\"14 9\"/>",
            svg_x(svg, area->x) + 9, svg_y(svg, area->y + area->height - 1) + 9,
            area->width * svg->cell - 18, area->height * svg->cell - 18, seat_of(step)->path);
}

static bool area_is_known(const struct svg *svg, const struct scene_step *step)
{
    return step->area >= 0 && step->area < svg->scene->area_count;
}

/* Squares that a drawing of a step does not leave. */
struct extent {
    int x, y, right, top;
};

static struct extent extent_of_points(const struct scene_step *step)
{
    struct extent extent = {INT_MAX, INT_MAX, INT_MIN, INT_MIN};

    for (unsigned i = 0; i < step->point_count; i++) {
        int x = step->point[i].x, y = step->point[i].y;

        extent.x = x < extent.x ? x : extent.x;
        extent.y = y < extent.y ? y : extent.y;
        extent.right = x > extent.right ? x : extent.right;
        extent.top = y > extent.top ? y : extent.top;
    }
    return extent;
}

static struct extent extent_of_area(const struct scene_area *area)
{
    return (struct extent){area->x, area->y, area->x + area->width - 1, area->y + area->height - 1};
}

/* A box in units of the SVG. */
struct box {
    int x, y, width, height;
};

static struct box box_of_extent(const struct svg *svg, struct extent extent)
{
    return (struct box){svg_x(svg, extent.x), svg_y(svg, extent.top),
                        (extent.right - extent.x + 1) * svg->cell,
                        (extent.top - extent.y + 1) * svg->cell};
}

/* An area is turned about its middle. */
static struct box box_of_turn(const struct svg *svg, const struct scene_area *area)
{
    struct spot middle = area_middle(svg, area);
    int half = area->width * svg->cell / 2;

    return (struct box){middle.x - half, middle.y - half, 2 * half, 2 * half};
}

/* Draw what does not leave a box as a part: its coordinates count from the box's corner. */
static void put_part(struct svg *svg, const struct scene_step *step, struct box box,
                     void (*put)(struct svg *svg, const struct scene_step *step))
{
    int left = svg->left, top = svg->top;

    svg_part_begin(svg, box.x, box.y);
    svg->left -= box.x;
    svg->top -= box.y;
    put(svg, step);
    svg->left = left;
    svg->top = top;
    svg_part_end(svg, 0, 0, box.width, box.height);
}

static void put_along_points(struct svg *svg, const struct scene_step *step,
                             void (*put)(struct svg *svg, const struct scene_step *step))
{
    if (step->point_count >= 2)
        put_part(svg, step, box_of_extent(svg, extent_of_points(step)), put);
}

void svg_steps_below(struct svg *svg)
{
    svg_put(svg, "<g id=\"%ilast-turn\">");
    for (int i = 0; i < svg->scene->step_count; i++) {
        const struct scene_step *step = &svg->scene->step[i];

        switch (step->kind) {
        case SCENE_STEP_MOVE:
        case SCENE_STEP_JUMP:
        case SCENE_STEP_EXIT:
            put_along_points(svg, step, put_arrow);
            break;
        case SCENE_STEP_SHOT:
            put_along_points(svg, step, put_shot);
            break;
        case SCENE_STEP_TURN:
            if (area_is_known(svg, step))
                put_part(svg, step, box_of_turn(svg, &svg->scene->area[step->area]), put_turn);
            break;
        case SCENE_STEP_REVEAL:
            if (area_is_known(svg, step))
                put_part(svg, step,
                         box_of_extent(svg, extent_of_area(&svg->scene->area[step->area])),
                         put_reveal);
            break;
        default:
            break;
        }
    }
    svg_put(svg, "</g>");
}

/* Badges already set, so that none hides another. */
struct badges {
    unsigned count;
    struct spot at[BADGES_MAX];
};

static bool is_free(const struct badges *badges, struct spot spot)
{
    for (unsigned i = 0; i < badges->count; i++)
        if (abs(badges->at[i].x - spot.x) < 20 && abs(badges->at[i].y - spot.y) < 20)
            return false;
    return true;
}

static struct spot settle(struct badges *badges, struct spot spot)
{
    static const struct spot tries[] = {{0, 0},   {22, 0},  {-22, 0}, {0, 22},
                                        {0, -22}, {22, 22}, {-22, 22}};
    unsigned i = 0;

    while (i + 1 < sizeof tries / sizeof *tries &&
           !is_free(badges, (struct spot){spot.x + tries[i].x, spot.y + tries[i].y}))
        i++;
    spot.x += tries[i].x;
    spot.y += tries[i].y;
    if (badges->count < BADGES_MAX)
        badges->at[badges->count++] = spot;
    return spot;
}

/* A star with rays between two squares: blows. */
static void put_star(struct svg *svg, unsigned number)
{
    bool large = svg->least > 15;

    if (large)
        svg_put(svg, "<g transform=\"scale(1.4)\">");
    svg_put(svg, "<path fill=\"" PALETTE_BLOW "\" stroke=\"" PALETTE_CARD
                 "\" stroke-width=\"2\" d=\"M0-19L4-11L13-14L11-5L19 0"
                 "L11 5L13 14L4 11L0 19L-4 11L-13 14L-11 5L-19 0L-11-5L-13-14L-4-11Z\"/>");
    svg_pen_text(svg, 0, 5,
                 large        ? 15
                 : number > 9 ? svg_size(svg, 11)
                              : svg_size(svg, 13),
                 true, PALETTE_ON_BLOW, TEXT_INT((int64_t)number));
    if (large)
        svg_put(svg, "</g>");
}

/* The corner of an area in which its turn is drawn; counter-clockwise ones begin at the right. */
static struct spot corner_spot(const struct svg *svg, const struct scene_step *step)
{
    static const struct spot clockwise[] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    static const struct spot counter[] = {{1, -1}, {1, 1}, {-1, 1}, {-1, -1}};
    const struct scene_area *area = &svg->scene->area[step->area];
    struct spot at = area_middle(svg, area);
    int half = area->width * svg->cell / 2 - 26, rank = turn_rank(svg->scene, step) % 4;
    struct spot corner = step->turn < 0 ? counter[rank] : clockwise[rank];

    return (struct spot){at.x + corner.x * half, at.y + corner.y * half};
}

/* Where a step's number stands: in the middle of its first leg, at the area's edge, or at the
 * square's corner. */
static struct spot badge_spot(const struct svg *svg, const struct scene_step *step)
{
    bool leads = step->kind <= SCENE_STEP_SHOT || step->kind == SCENE_STEP_EDGE ||
                 step->kind == SCENE_STEP_DRAWN;
    struct spot a = {0, 0}, b;

    if (step->kind == SCENE_STEP_TURN && area_is_known(svg, step))
        return corner_spot(svg, step);
    if ((step->kind == SCENE_STEP_REVEAL || step->point_count == 0) && area_is_known(svg, step)) {
        const struct scene_area *area = &svg->scene->area[step->area];

        a = area_middle(svg, area);
        return (struct spot){a.x + area->width * svg->cell / 2 - 14,
                             a.y - area->height * svg->cell / 2 + 14};
    }
    if (step->point_count == 0)
        return a;
    a = spot_of(svg, step, 0);
    if (!leads || step->point_count < 2)
        return (struct spot){a.x - 18, a.y - 18};
    b = spot_of(svg, step, 1);
    return (struct spot){(a.x + b.x) / 2, (a.y + b.y) / 2};
}

/* Who was lost, pale and crossed out, where nobody stands now; else a small cross. */
static void put_lost(struct svg *svg, const struct scene_step *step, bool empty)
{
    int r = empty ? 15 : 7;

    if (empty)
        svg_symbol(svg, step->symbol, -16, -16, 32, 0, PALETTE_GROUND, PALETTE_FLOOR);
    for (int pass = 0; pass < 2; pass++)
        svg_put(svg,
                "<path d=\"M%d %dL%d %dM%d %dL%d %d\" stroke=\"%s\" stroke-width=\"%d\" "
                "stroke-linecap=\"round\"/>",
                -r, -r, r, r, r, -r, -r, r, pass ? PALETTE_BLOW : PALETTE_CARD, pass ? 5 : 9);
}

static bool is_marked(const struct svg *svg, const struct scene_step *step)
{
    if (step->kind == SCENE_STEP_DOWN || say_is_unseen(step)) /* the piece or the news shows it */
        return false;
    return step->point_count || (step->kind != SCENE_STEP_LOST && area_is_known(svg, step));
}

/* Does anybody stand where somebody was lost? */
static bool is_empty(const struct svg *svg, const struct scene_step *step)
{
    return grid_piece(&svg->grid, step->point[0].x, step->point[0].y) < 0;
}

static struct spot mark_spot(const struct svg *svg, const struct scene_step *step,
                             struct badges *badges)
{
    struct spot at;

    switch (step->kind) {
    case SCENE_STEP_LOST:
        at = spot_of(svg, step, 0);
        return is_empty(svg, step) ? at : (struct spot){at.x + 19, at.y - 19};
    case SCENE_STEP_DRAWN: /* the blow's star stands there; an equals sign below it */
        at = badge_spot(svg, step);
        return (struct spot){at.x, at.y + 25};
    default:
        return settle(badges, badge_spot(svg, step));
    }
}

static void put_mark(struct svg *svg, const struct scene_step *step)
{
    switch (step->kind) {
    case SCENE_STEP_BLOW:
        put_star(svg, step->number);
        break;
    case SCENE_STEP_DRAWN:
        svg_put(svg, "<path d=\"M-7-3h14m0 6h-14\" stroke=\"" PALETTE_BLOW
                     "\" stroke-width=\"3\" fill=\"none\"/>");
        break;
    case SCENE_STEP_LOST:
        put_lost(svg, step, is_empty(svg, step));
        break;
    default:
        svg_badge(svg, step->number, step->seat, 0, 0);
    }
}

void svg_steps_above(struct svg *svg)
{
    struct badges badges = {0};
    char sentence[512];
    struct text text;

    svg_put(svg, "<g id=\"%inumbers\">");
    for (int i = 0; i < svg->scene->step_count; i++) {
        const struct scene_step *step = &svg->scene->step[i];
        bool marked = is_marked(svg, step);
        struct spot at = marked ? mark_spot(svg, step, &badges) : (struct spot){0, 0};

        text_init(&text, sentence, sizeof sentence);
        say_step(&text, svg->said, svg->look, &svg->said->step[i]);
        if (marked)
            svg_part_begin(svg, at.x, at.y);
        else
            svg_put(svg, "<g>");
        svg_put(svg, "<title>%d: %x</title>", step->number, sentence);
        if (!marked) {
            svg_put(svg, "</g>");
            continue;
        }
        put_mark(svg, step);
        svg_part_end(svg, -MARK, -MARK, 2 * MARK, 2 * MARK);
    }
    svg_put(svg, "</g>");
}
