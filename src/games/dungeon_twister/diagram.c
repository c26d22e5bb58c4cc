/* SPDX-License-Identifier: MIT */
/* Turns a view into a scene. Colours, sizes and words are left to src/draw. */
#include "games/dungeon_twister/diagram.h"

#include "games/dungeon_twister/art.h"
#include "games/dungeon_twister/check.h"
#include "games/dungeon_twister/combat.h"
#include "games/dungeon_twister/state.h"

static const char slot_names[DT_SLOTS][3] = {"w1", "w2", "w3", "w4", "e1", "e2", "e3", "e4"};

static int column_of(unsigned square)
{
    return (int)(square % DT_COLUMNS);
}

static int row_of(unsigned square)
{
    return (int)(square / DT_COLUMNS);
}

/* The sign of a kind; both boxes' Ropes look the same. */
static unsigned symbol_of_kind(unsigned kind)
{
    return DT_SYMBOL_OF(dt_kinds[kind].like ? dt_kinds[kind].like : kind);
}

static unsigned symbol_of(unsigned token)
{
    return token < DT_TOKENS ? symbol_of_kind(dt_kind_of(token)) : DT_SYMBOL_NONE;
}

/* How grounds are drawn; markers and mist lie over them. */
static const struct {
    uint8_t symbol, cover;
} looks[DT_GROUNDS] = {
    [DT_GROUND_GEAR] = {DT_SYMBOL_GEAR, 0},
    [DT_GROUND_PIT] = {DT_SYMBOL_PIT, 0},
    [DT_GROUND_RIFT] = {DT_SYMBOL_RIFT, 0},
    [DT_GROUND_ROCKS] = {DT_SYMBOL_ROCKS, 0},
    [DT_GROUND_FOUNTAIN] = {DT_SYMBOL_FOUNTAIN, 0},
    [DT_GROUND_PENTACLE] = {DT_SYMBOL_PENTACLE, 0},
    [DT_GROUND_MISTY_FLOOR] = {0, DT_SYMBOL_MIST},
    [DT_GROUND_MISTY_GEAR] = {DT_SYMBOL_GEAR, DT_SYMBOL_MIST},
    [DT_GROUND_MISTY_PIT] = {DT_SYMBOL_PIT, DT_SYMBOL_MIST},
    [DT_GROUND_MISTY_ROCKS] = {DT_SYMBOL_ROCKS, DT_SYMBOL_MIST},
    [DT_GROUND_FALSE_PIT] = {0, DT_SYMBOL_PIT},
    [DT_GROUND_RUBBLE] = {0, DT_SYMBOL_RUBBLE},
};

/* Rooms. */

static bool slot_is_shown(const struct dt_state *state, unsigned slot)
{
    return state->revealed >> slot & 1 && state->room[slot] < DT_ROOMS_MAX;
}

static void add_area(const struct dt_rulebook *book, const struct dt_state *state, unsigned slot,
                     struct scene *scene)
{
    unsigned corner = dt_slot_square(slot, 0, 0);
    struct scene_area *area =
        scene_add_area(scene, column_of(corner), row_of(corner), DT_ROOM_SIDE, DT_ROOM_SIDE);
    struct text text;

    text_init(&text, area->name, sizeof area->name);
    text_put(&text, slot_names[slot]);
    area->hidden = !slot_is_shown(state, slot);
    if (area->hidden)
        return;
    text_init(&text, area->title, sizeof area->title);
    text_put(&text, book->room[state->room[slot]].id);
    area->turn = book->room[state->room[slot]].ccw ? -1 : 1;
    area->heading = state->turned[slot];
    area->home_made = book->room[state->room[slot]].home_made;
}

static void add_edges(const struct dt_rulebook *book, const struct dt_state *state, unsigned slot,
                      unsigned square, struct scene *scene)
{
    const struct dt_room *room = &book->room[state->room[slot]];
    unsigned corner = dt_slot_square(slot, 0, 0);

    for (unsigned d = 0; d < DT_DIRECTIONS; d++) {
        unsigned edge = dt_edge(book, state, square, d);
        bool broken = state->broken[slot] >> edge & 1, open = state->open[slot] >> edge & 1;

        /* An edge within the room is listed once, by its southern or western square. */
        if ((d == DT_SOUTH && row_of(square) != row_of(corner)) ||
            (d == DT_WEST && column_of(square) != column_of(corner)))
            continue;
        if (room->walls >> edge & 1)
            scene_add_edge(scene, column_of(square), row_of(square), (enum scene_side)d,
                           broken ? SCENE_EDGE_WALL_BROKEN : SCENE_EDGE_WALL);
        else if (room->gates >> edge & 1)
            scene_add_edge(scene, column_of(square), row_of(square), (enum scene_side)d,
                           broken ? SCENE_EDGE_GATE_BROKEN
                           : open ? SCENE_EDGE_GATE_OPEN
                                  : SCENE_EDGE_GATE);
    }
}

static void add_room(const struct dt_rulebook *book, const struct dt_state *state, unsigned slot,
                     struct scene *scene)
{
    for (unsigned place = 0; place < DT_ROOM_CELLS; place++) {
        unsigned square = dt_slot_square(slot, place % DT_ROOM_SIDE, place / DT_ROOM_SIDE);
        unsigned ground = state->ground[square];
        struct scene_cell *cell = scene_add_cell(scene, column_of(square), row_of(square));

        cell->symbol = looks[ground].symbol;
        cell->cover = looks[ground].cover;
        if (dt_grounds[ground].gear)
            cell->turn = book->room[state->room[slot]].ccw ? -1 : 1;
        cell->barred = dt_grounds[ground].rough;
        add_edges(book, state, slot, square, scene);
    }
}

static void add_board(const struct dt_rulebook *book, const struct dt_state *state,
                      struct scene *scene)
{
    scene->columns = DT_COLUMNS;
    scene->rows = (int8_t)state->agreed.rows;
    for (unsigned side = 0; side < DT_SIDES; side++)
        for (int x = 0; x < DT_COLUMNS; x++)
            scene_add_cell(scene, x, (int)dt_home_row(state, side))->home = (uint8_t)(side + 1);
    for (unsigned slot = 0; slot < DT_SLOTS; slot++)
        if (state->agreed.slots >> slot & 1) {
            add_area(book, state, slot, scene);
            if (slot_is_shown(state, slot))
                add_room(book, state, slot, scene);
        }
}

/* The scene's area of a slot, -1 where the slot is not in the game. */
static int area_of(const struct dt_state *state, unsigned slot)
{
    int area = 0;

    if (slot >= DT_SLOTS || !(state->agreed.slots >> slot & 1))
        return -1;
    for (unsigned i = 0; i < slot; i++)
        area += state->agreed.slots >> i & 1;
    return area;
}

/* Pieces. */

/* A token or, where it is not known, a side's face-down one. */
static struct scene_piece *add_token(unsigned token, unsigned side, struct scene *scene)
{
    struct scene_piece *piece = scene_add_piece(scene, symbol_of(token), side + 1);

    if (token < DT_TOKENS && dt_kind_of(token) < DT_CHARACTER_KINDS) {
        piece->number[0] = (int8_t)dt_kinds[dt_kind_of(token)].speed;
        piece->number[1] = (int8_t)dt_kinds[dt_kind_of(token)].strength;
    }
    return piece;
}

static struct scene_piece *add_piece(const struct dt_state *state, unsigned token,
                                     struct scene *scene)
{
    struct scene_piece *piece = add_token(token, dt_side_of(token), scene);

    piece->x = (int8_t)column_of(state->where[token]);
    piece->y = (int8_t)row_of(state->where[token]);
    piece->down = state->wounded >> token & 1;
    piece->spent = state->restored >> token & 1;
    return piece;
}

/* Whoever stands on the square first, what lies under him after (DT-CARRY-02). */
static void add_pieces_at(const struct dt_state *state, unsigned square, struct scene *scene)
{
    uint64_t here = state->at[square], able = here & DT_CHARACTERS & ~state->wounded;
    uint64_t order[] = {able, here & DT_CHARACTERS & state->wounded, here & DT_OBJECTS};
    int bearer = -1;

    for (unsigned group = 0; group < sizeof order / sizeof *order; group++)
        for (uint64_t rest = order[group]; rest; rest &= rest - 1) {
            struct scene_piece *piece = add_piece(state, dt_first(rest), scene);

            piece->on = (int8_t)bearer;
            if (bearer < 0 && scene->piece_count)
                bearer = scene->piece_count - 1;
        }
}

/* Starting teams that are not yet shown, and tokens face down in rooms. */
static void add_hidden_pieces(const struct dt_state *state, struct scene *scene)
{
    for (unsigned side = 0; side < DT_SIDES; side++) {
        for (unsigned dot = 0; dot < DT_TEAM; dot++) {
            unsigned kind = state->team[side][dot], square = dt_dot(state, side, dot);
            struct scene_piece *piece;

            if (kind == DT_NONE)
                continue;
            piece = add_token(kind < DT_KINDS ? dt_token(side, kind) : DT_NONE, side, scene);
            piece->x = (int8_t)column_of(square);
            piece->y = (int8_t)row_of(square);
        }
        for (unsigned k = 0; k < state->placed_count[side]; k++) {
            const struct dt_placed *placed = &state->placed[side][k];

            if (placed->slot < DT_SLOTS)
                add_token(placed->token, side, scene)->area = (int8_t)area_of(state, placed->slot);
        }
    }
}

/* Panels. */

/* Has this side an open question? */
static bool side_is_asked(const struct dt_state *state, unsigned side)
{
    switch (state->phase) {
    case DT_PHASE_TEAMS:
        return state->team[side][0] == DT_NONE;
    case DT_PHASE_FORCES:
        return state->force_count[side] < DT_FORCE;
    case DT_PHASE_PICK:
    case DT_PHASE_PLACE:
    case DT_PHASE_PUT_FIRST:
    case DT_PHASE_PUT_SECOND:
        return state->placer == side;
    case DT_PHASE_CARD:
    case DT_PHASE_ACT:
        return state->active == side;
    case DT_PHASE_COMBAT:
        return state->chosen[side] == DT_NONE && dt_is_asked_card(state, side);
    default:
        return false;
    }
}

static void add_tokens_row(const struct dt_state *state, unsigned side, unsigned where,
                           unsigned term, struct scene *scene, struct scene_panel *panel)
{
    struct scene_row *row = NULL;

    for (unsigned kind = 0; kind < DT_KINDS; kind++)
        if (state->where[dt_token(side, kind)] == where) {
            if (!row)
                row = scene_add_row(scene, panel, term);
            scene_add_item(scene, row, symbol_of_kind(kind), ORDER_UNKNOWN);
        }
}

static void add_combat_cards(const struct dt_state *state, unsigned side, unsigned seat,
                             struct scene *scene, struct scene_panel *panel)
{
    struct scene_row *row;

    if (seat != side + 1 && !state->agreed.show_hands && state->phase != DT_PHASE_OVER)
        return; /* DT-INFO-04 */
    row = scene_add_row(scene, panel, DT_TERM_PANEL_COMBAT);
    for (unsigned value = 0; value < DT_CARD_VALUES; value++)
        for (unsigned copy = 0; copy < state->combat[side][value]; copy++)
            scene_add_item(scene, row, DT_SYMBOL_NONE, (int)value);
}

static void add_cards(const struct dt_state *state, unsigned side, unsigned seat,
                      struct scene *scene, struct scene_panel *panel)
{
    struct scene_row *row = scene_add_row(scene, panel, DT_TERM_PANEL_ACTIONS);

    for (int card = DT_ACTION_CARD_MIN; card <= DT_ACTION_CARD_MAX; card++)
        scene_add_item(scene, row, DT_SYMBOL_ACTION, card)->gone =
            !(state->actions[side] >> card & 1);
    row = scene_add_row(scene, panel, DT_TERM_PANEL_JUMPS);
    scene_add_item(scene, row, DT_SYMBOL_JUMP, state->jumps[side]);
    add_combat_cards(state, side, seat, scene, panel);
}

int dt_points(const void *rulebook, const void *view, unsigned seat)
{
    const struct dt_state *state = view;
    int points;

    (void)rulebook;
    if (!seat || state->active != seat - 1 || state->phase < DT_PHASE_ACT ||
        state->phase >= DT_PHASE_OVER)
        return -1;
    points = state->ap;
    for (unsigned i = 0; i < DT_CHARACTER_KINDS; i++)
        points += state->potion[seat - 1][i];
    return points;
}

static void add_panel(const struct dt_state *state, unsigned side, unsigned seat,
                      struct scene *scene)
{
    struct scene_panel *panel = scene_add_panel(scene, side + 1, SCENE_NO_TERM);
    struct scene_row *row = scene_add_row(scene, panel, DT_TERM_PANEL_POINTS);

    panel->to_act = side_is_asked(state, side);
    row->score = true;
    scene_add_item(scene, row, DT_SYMBOL_NONE, state->score[side]);
    scene_add_item(scene, row, DT_SYMBOL_NONE, state->agreed.target);
    if (state->active == side && state->phase >= DT_PHASE_ACT && state->phase < DT_PHASE_OVER)
        scene_add_item(scene, scene_add_row(scene, panel, DT_TERM_PANEL_AP), DT_SYMBOL_NONE,
                       state->ap);
    add_cards(state, side, seat, scene, panel);
    add_tokens_row(state, side, DT_SHOWN, DT_TERM_PANEL_TO_PLACE, scene, panel);
    add_tokens_row(state, side, DT_ESCAPED, DT_TERM_PANEL_OUT, scene, panel);
    add_tokens_row(state, side, DT_KILLED, DT_TERM_PANEL_KILLED, scene, panel);
}

/* The last turn. */

/* One order of the past, and what it changed. */
struct past {
    const struct dt_state *before, *after;
    const struct order *order;
    struct scene *scene;
    unsigned number;
    unsigned token; /* who acted; DT_NONE for answers */
};

/* Numbers begin with 1 even where the past begins amid an action: with its outcome. */
static struct scene_step *add_step(struct past *past, enum scene_step_kind kind, unsigned token)
{
    struct scene_step *step;

    past->number += past->number == 0;
    step = scene_add_step(past->scene, kind, past->number);
    step->symbol = (uint8_t)symbol_of(token);
    step->seat = (uint8_t)(token < DT_TOKENS ? dt_side_of(token) + 1u : past->order->seat);
    return step;
}

static void add_square(struct past *past, struct scene_step *step, unsigned square)
{
    if (square < DT_SQUARES)
        scene_add_point(past->scene, step, column_of(square), row_of(square));
}

static void set_with(struct scene_step *step, unsigned token)
{
    if (token >= DT_TOKENS)
        return;
    step->with = (uint8_t)symbol_of(token);
    step->with_seat = (uint8_t)(dt_side_of(token) + 1u);
}

/* What the token bears on its square, or DT_NONE. */
static unsigned burden_of(const struct dt_state *state, unsigned token)
{
    uint64_t here;

    if (!dt_on_board(state, token))
        return DT_NONE;
    here = state->at[state->where[token]] & ~DT_BIT(token);
    return here ? dt_first(here) : DT_NONE;
}

/* Entering the enemy's line is leaving the board: the arrow leads one row beyond. */
static void end_path(struct past *past, struct scene_step *step)
{
    unsigned last = step->point_count - 1u;
    int row = (int)dt_home_row(past->before, 1u - dt_side_of(past->token));

    if (step->point_count == 0 || past->after->where[past->token] != DT_ESCAPED ||
        step->point[last].y != row)
        return;
    step->kind = SCENE_STEP_EXIT;
    scene_add_point(past->scene, step, step->point[last].x, row == 0 ? -1 : row + 1);
}

static void add_path(struct past *past, enum scene_step_kind kind)
{
    struct scene_step *step = add_step(past, kind, past->token);
    unsigned bears = burden_of(past->before, past->token);

    add_square(past, step, past->before->where[past->token]);
    for (unsigned i = 2; i < past->order->count; i++) {
        int arg = past->order->arg[i];

        if (arg >= 0 && arg < DT_TAKE)
            add_square(past, step, (unsigned)arg);
        else if (arg >= DT_DROP && arg < DT_ACT_END)
            bears = bears == (unsigned)(arg - DT_DROP) ? DT_NONE : bears;
        else if (arg >= DT_TAKE && arg < DT_DROP)
            bears = (unsigned)(arg - DT_TAKE);
    }
    if (dt_on_board(past->after, past->token))
        bears = burden_of(past->after, past->token);
    set_with(step, bears);
    end_path(past, step);
}

/* Where a point lies after its room of side 5 at (x, y) was turned. */
static void turn_point(int8_t *px, int8_t *py, int x, int y, int turn)
{
    int dx = *px - x, dy = *py - y, far = DT_ROOM_SIDE - 1;

    if (dx < 0 || dx > far || dy < 0 || dy > far)
        return;
    *px = (int8_t)(x + (turn > 0 ? dy : far - dy));
    *py = (int8_t)(y + (turn > 0 ? far - dx : dx));
}

static void add_turn(struct past *past)
{
    unsigned slot = (unsigned)past->order->arg[2];
    int turn = past->order->arg[3] ? -1 : 1;
    unsigned corner = slot < DT_SLOTS ? dt_slot_square(slot, 0, 0) : 0;
    struct scene_step *turned = add_step(past, SCENE_STEP_TURN, past->token);

    turned->area = (int8_t)area_of(past->before, slot);
    turned->turn = (int8_t)turn;
    add_square(past, turned, past->before->where[past->token]);
    for (unsigned i = 0; i < past->scene->step_count; i++) {
        struct scene_step *step = &past->scene->step[i];

        for (unsigned k = 0; k < step->point_count; k++)
            turn_point(&step->point[k].x, &step->point[k].y, column_of(corner), row_of(corner),
                       turn);
    }
}

static void add_reveal(struct past *past)
{
    struct scene_step *step = add_step(past, SCENE_STEP_REVEAL, past->token);

    step->area = (int8_t)area_of(past->before, (unsigned)past->order->arg[2]);
}

/* From who acts to the token named by argument 2. */
static void add_aimed(struct past *past, enum scene_step_kind kind)
{
    struct scene_step *step = add_step(past, kind, past->token);
    unsigned target = (unsigned)past->order->arg[2];

    add_square(past, step, past->before->where[past->token]);
    if (target < DT_TOKENS && dt_on_board(past->before, target)) {
        add_square(past, step, past->before->where[target]);
        set_with(step, target);
    }
}

/* The Fireball: at the first character in its direction. */
static void add_fire(struct past *past)
{
    struct scene_step *step = add_step(past, SCENE_STEP_SHOT, past->token);
    unsigned square = past->before->where[past->token], direction = (unsigned)past->order->arg[2];

    add_square(past, step, square);
    square =
        direction < DT_DIRECTIONS ? dt_line_of_sight(past->before, square, direction) : DT_NONE;
    if (square != DT_NONE) {
        add_square(past, step, square);
        set_with(step, dt_first(past->before->at[square] & DT_CHARACTERS));
    }
}

static void add_edge_work(struct past *past)
{
    struct scene_step *step = add_step(past, SCENE_STEP_EDGE, past->token);
    unsigned square = (unsigned)past->order->arg[2], direction = (unsigned)past->order->arg[3];

    step->edge = past->order->kind == DT_ORDER_LIFT    ? SCENE_EDGE_GATE_OPEN
                 : past->order->kind == DT_ORDER_LOWER ? SCENE_EDGE_GATE
                                                       : SCENE_EDGE_GATE_BROKEN;
    add_square(past, step, square);
    if (direction < DT_DIRECTIONS)
        add_square(past, step, (unsigned)((int)square + dt_step[direction]));
}

static void add_use(struct past *past, unsigned thing)
{
    struct scene_step *step = add_step(past, SCENE_STEP_USE, past->token);

    add_square(past, step, past->before->where[past->token]);
    set_with(step, thing);
}

/* A power or thing used on another square. */
static void add_spot(struct past *past, unsigned square, unsigned symbol)
{
    struct scene_step *step = add_step(past, SCENE_STEP_USE, past->token);

    add_square(past, step, past->before->where[past->token]);
    add_square(past, step, square);
    step->with = (uint8_t)symbol;
    step->with_seat = (uint8_t)(dt_side_of(past->token) + 1u);
}

/* A wall broken from the Golem's square. */
static void add_breach(struct past *past)
{
    struct scene_step *step = add_step(past, SCENE_STEP_EDGE, past->token);
    unsigned square = past->before->where[past->token], d = (unsigned)past->order->arg[2];
    unsigned to = (unsigned)((int)square + dt_step[d & 3]);

    step->edge = SCENE_EDGE_WALL_BROKEN;
    add_square(past, step, square);
    if (to < DT_SQUARES && dt_direction(square, to) == d)
        add_square(past, step, to);
}

/* The orders that are drawn: all spend an action point, and get a number each. */
static void add_action(struct past *past)
{
    switch (past->order->kind) {
    case DT_ORDER_MOVE:
    case DT_ORDER_STEP:
        add_path(past, SCENE_STEP_MOVE);
        break;
    case DT_ORDER_JUMP:
        add_path(past, SCENE_STEP_JUMP);
        break;
    case DT_ORDER_REVEAL:
        add_reveal(past);
        break;
    case DT_ORDER_ROTATE:
        add_turn(past);
        break;
    case DT_ORDER_ATTACK:
        add_aimed(past, SCENE_STEP_BLOW);
        break;
    case DT_ORDER_HEAL:
    case DT_ORDER_CHARM:
    case DT_ORDER_STEAL:
        add_aimed(past, SCENE_STEP_USE);
        break;
    case DT_ORDER_TELEPORT:
        add_spot(past, (unsigned)past->order->arg[2], DT_SYMBOL_RING);
        break;
    case DT_ORDER_CONJURE:
        add_spot(past, (unsigned)past->order->arg[3],
                 past->order->arg[2] == DT_FALSE_PIT ? DT_SYMBOL_PIT : DT_SYMBOL_RUBBLE);
        break;
    case DT_ORDER_BREACH:
        add_breach(past);
        break;
    case DT_ORDER_FIRE:
        add_fire(past);
        break;
    case DT_ORDER_LIFT:
    case DT_ORDER_LOWER:
    case DT_ORDER_BREAK:
        add_edge_work(past);
        break;
    case DT_ORDER_DRINK:
        add_use(past, burden_of(past->before, past->token));
        break;
    default:
        add_use(past, DT_NONE);
    }
}

static bool is_action(const struct order *order)
{
    return order->seat >= 1 && order->seat <= DT_SIDES && order->kind >= DT_ORDER_MOVE &&
           order->kind <= DT_LAST_ACTION;
}

/* What became of a token, seen by comparing the two positions. */
static void add_outcome(struct past *past, unsigned token)
{
    const struct dt_state *before = past->before, *after = past->after;
    bool was_down = before->wounded >> token & 1, is_down = after->wounded >> token & 1;
    struct scene_step *step;

    if (dt_on_board(before, token) && after->where[token] == DT_KILLED)
        step = add_step(past, SCENE_STEP_LOST, token);
    else if (dt_on_board(before, token) && dt_on_board(after, token) && was_down != is_down)
        step = add_step(past, is_down ? SCENE_STEP_DOWN : SCENE_STEP_UP, token);
    else if (past->order->kind == DT_ORDER_PUT && !dt_on_board(before, token) &&
             dt_on_board(after, token))
        step = add_step(past, SCENE_STEP_PLACE, token);
    else
        return;
    add_square(past, step,
               step->kind == SCENE_STEP_LOST ? before->where[token] : after->where[token]);
}

static void add_placed(struct past *past)
{
    unsigned kind = past->order->arg[0] >= 0 ? (unsigned)past->order->arg[0] : DT_NONE;
    unsigned side = past->order->seat ? past->order->seat - 1u : 0;
    struct scene_step *step =
        add_step(past, SCENE_STEP_PLACE, kind < DT_KINDS ? dt_token(side, kind) : DT_NONE);

    step->seat = past->order->seat;
    step->area = (int8_t)area_of(past->before, (unsigned)past->order->arg[1]);
}

/* A blow that hurt nobody: the combat is over and nothing was added since. */
static void add_drawn_blow(struct past *past)
{
    struct scene_step *step;

    for (unsigned i = past->scene->step_count; i-- > 0;) {
        const struct scene_step *blow = &past->scene->step[i];

        if (blow->number != past->number)
            return;
        if (blow->kind != SCENE_STEP_BLOW || blow->point_count < 2)
            continue;
        step = add_step(past, SCENE_STEP_DRAWN, DT_NONE);
        scene_add_point(past->scene, step, blow->point[0].x, blow->point[0].y);
        scene_add_point(past->scene, step, blow->point[1].x, blow->point[1].y);
        return;
    }
}

static void add_past(struct past *past)
{
    unsigned steps;
    bool fought =
        past->before->phase == DT_PHASE_COMBAT || past->before->phase == DT_PHASE_OPEN_COMBAT;

    past->token = DT_NONE;
    if (is_action(past->order)) {
        past->number++;
        past->token = dt_actor(past->order->seat - 1u, past->order->arg[0]);
        if (past->token < DT_TOKENS && dt_on_board(past->before, past->token))
            add_action(past);
    } else if (past->order->kind == DT_ORDER_PLACE) {
        past->number++;
        add_placed(past);
    }
    steps = past->scene->step_count;
    for (unsigned token = 0; token < DT_TOKENS; token++)
        add_outcome(past, token);
    if (fought && past->after->phase == DT_PHASE_ACT && past->scene->step_count == steps)
        add_drawn_blow(past);
}

static void add_last_turn(const struct dt_state *view, const struct game_past *last, unsigned count,
                          struct scene *scene)
{
    struct past past = {.scene = scene};

    for (unsigned i = 0; i < count; i++) {
        past.before = last[i].before;
        past.after = i + 1 < count ? last[i + 1].before : view;
        past.order = last[i].order;
        add_past(&past);
    }
}

void dt_scene(const void *rulebook, const void *view, unsigned seat, const struct game_past *last,
              unsigned count, struct scene *scene)
{
    const struct dt_state *state = view;

    scene_init(scene, dt_symbols, DT_SYMBOLS, seat);
    scene->seat_term[1] = DT_TERM_BLUE;
    scene->seat_term[2] = DT_TERM_YELLOW;
    scene->area_term = DT_TERM_ROOM;
    scene->gate_term = DT_TERM_GATE;
    scene->wall_term = DT_TERM_WALL;
    scene->floor_term = DT_TERM_FLOOR;
    scene->home_term = DT_TERM_LINE;
    scene->down_term = DT_TERM_WOUNDED;
    scene->number_term[0] = DT_TERM_SPEED;
    scene->number_term[1] = DT_TERM_STRENGTH;
    add_board(rulebook, state, scene);
    for (unsigned square = 0; square < DT_SQUARES; square++)
        if (state->at[square])
            add_pieces_at(state, square, scene);
    add_hidden_pieces(state, scene);
    for (unsigned side = DT_SIDES; side-- > 0;)
        add_panel(state, side, seat, scene);
    add_last_turn(state, last, count, scene);
}
