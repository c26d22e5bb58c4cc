/* SPDX-License-Identifier: MIT */
/* Turns a view into a scene, and introduces a new hero. Drawing is left to src/draw. */
#include "games/welcome_back/diagram.h"

#include "games/welcome_back/check.h"
#include "games/welcome_back/symbols.h"

struct picture {
    const struct wb_rulebook *book;
    const struct wb_state *state;
    struct scene *scene;
    struct scene_panel *panel;
    unsigned reader;
};

static struct scene_row *add_row(struct picture *picture, unsigned label)
{
    return scene_add_row(picture->scene, picture->panel, label);
}

static struct scene_row *add_number(struct picture *picture, unsigned label, unsigned symbol,
                                    int number)
{
    struct scene_row *row = add_row(picture, label);

    scene_add_item(picture->scene, row, symbol, number);
    return row;
}

/* The strength that a known card shows: as printed. */
static int printed_strength(const struct picture *picture, unsigned card)
{
    const struct wb_monster_row *row = &picture->book->monster[card];

    return row->strength_kind == WB_STRENGTH_NUMBER ? row->strength : ORDER_UNKNOWN;
}

/* A card of the round; face down unless all have seen it, though the reader may know it. */
static struct scene_item *add_card(struct picture *picture, struct scene_row *row, unsigned place)
{
    const struct wb_state *state = picture->state;
    unsigned card = state->card[place] == WB_UNKNOWN ? 0 : state->card[place];
    struct scene_item *item = scene_add_item(
        picture->scene, row, card, card ? printed_strength(picture, card) : ORDER_UNKNOWN);

    item->hidden = !(state->seen[state->round - 1][place] & WB_SEEN_ALL);
    return item;
}

static unsigned tile_symbol(const struct picture *picture, unsigned index)
{
    return WB_TERM_TILE + wb_tile(picture->book, picture->state, index)->tile;
}

/* The table's panel. */

static void add_tiles(struct picture *picture)
{
    struct scene_row *row = add_row(picture, WB_LABEL_TILES);

    for (unsigned i = 0; i < WB_HERO_TILES; i++) {
        struct scene_item *item =
            scene_add_item(picture->scene, row, tile_symbol(picture, i), ORDER_UNKNOWN);

        item->gone = !wb_has(picture->state->in_play, i);
    }
}

/* What was named for a tile stands in a row of that tile. */
static void add_names(struct picture *picture)
{
    for (unsigned i = 0; i < WB_HERO_TILES; i++)
        if (picture->state->named[i])
            add_number(picture, tile_symbol(picture, i), picture->state->named[i], ORDER_UNKNOWN);
}

static void add_dungeon(struct picture *picture)
{
    const struct wb_state *state = picture->state;
    struct scene_item *item = NULL;
    struct scene_row *row;

    if (!state->revealed)
        return;
    row = add_row(picture, WB_LABEL_DUNGEON);
    for (unsigned position = 1; position <= state->revealed; position++)
        item = add_card(picture, row, wb_place_at(state, position));
    if (state->identity && state->strength >= 0)
        item->number = state->strength; /* the card that the raider is asked about */
}

static void add_table(struct picture *picture)
{
    const struct wb_state *state = picture->state;

    picture->panel = scene_add_panel(picture->scene, 0, WB_LABEL_TABLE);
    add_number(picture, WB_LABEL_ROUND, 0, state->round);
    if (!state->hero)
        return;
    add_number(picture, WB_LABEL_HERO, WB_TERM_HERO + state->hero, ORDER_UNKNOWN);
    add_tiles(picture);
    add_names(picture);
    if (wb_raid_runs(state))
        add_number(picture, WB_LABEL_HP, 0, state->hp);
    if (!state->card[0])
        return;
    if (state->phase == WB_PHASE_BID || state->phase == WB_PHASE_PLACE)
        add_number(picture, WB_LABEL_ENTERING, 0, wb_starting_hp(picture->book, state));
    add_number(picture, WB_LABEL_DECK, 0, WB_CARDS - state->taken);
    add_number(picture, WB_LABEL_PILE, 0, state->pile_count - state->revealed)->backs = true;
    add_dungeon(picture);
}

/* A player's panel. */

static void add_states(struct picture *picture, unsigned seat)
{
    const struct wb_state *state = picture->state;
    const struct {
        bool holds;
        unsigned symbol;
    } rows[] = {
        {state->starter == seat && state->card[0], WB_SYMBOL_STARTER},
        {wb_has(state->passed, seat), WB_SYMBOL_PASSED},
        {state->raider == seat && wb_raid_runs(state), WB_SYMBOL_RAIDER},
        {wb_has(state->out, seat), WB_SYMBOL_OUT},
    };
    struct scene_row *row = NULL;

    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].holds) {
            if (!row)
                row = add_row(picture, WB_LABEL_STATE);
            scene_add_item(picture->scene, row, rows[i].symbol, ORDER_UNKNOWN);
        }
}

/* Each monster set aside, with the tile that lies on it. */
static void add_asides(struct picture *picture, unsigned seat)
{
    const struct wb_state *state = picture->state;
    struct scene_row *row = NULL;

    for (unsigned i = 0; i < state->aside_count; i++)
        if (state->aside[i].seat == seat) {
            if (!row)
                row = add_row(picture, WB_LABEL_ASIDE);
            add_card(picture, row, state->aside[i].place);
            scene_add_item(picture->scene, row, tile_symbol(picture, state->aside[i].tile),
                           ORDER_UNKNOWN);
        }
}

/* What the card in the reader's hand would do, were it met first in a raid with what is in play. */
static void add_meeting(struct picture *picture, unsigned seat)
{
    struct wb_state raid = *picture->state;
    unsigned card = raid.card[raid.hand - 1u];
    struct scene_row *row = NULL;
    struct wb_face face;

    if (seat != picture->reader || card == WB_UNKNOWN)
        return;
    raid.raider = (uint8_t)seat;
    raid.hp_before = (int16_t)wb_starting_hp(picture->book, &raid);
    face = wb_face_at(picture->book, &raid, card, 1);
    if (face.strength < 0)
        return;
    for (unsigned i = 0; i < WB_HERO_TILES; i++)
        if (wb_has(raid.in_play, i) &&
            wb_tile_defeats(picture->book, &raid, i, &face, raid.hp_before)) {
            row = row ? row : add_row(picture, WB_LABEL_MEETS);
            row->hand = true;
            scene_add_item(picture->scene, row, tile_symbol(picture, i), ORDER_UNKNOWN);
        }
    if (!row)
        add_number(picture, WB_LABEL_COSTS, 0, wb_damage(picture->book, &raid, face.strength))
            ->hand = true;
}

/* WB-INFO-02: what the reader drew this round and added to the pile. */
static void add_drawn(struct picture *picture, unsigned seat)
{
    const struct wb_state *state = picture->state;
    struct scene_row *row = NULL;

    if (seat != picture->reader)
        return;
    for (unsigned i = 0; i < state->pile_count; i++) {
        unsigned place = state->pile[i];

        if ((state->seen[state->round - 1][place] & WB_SEEN_BY) != seat)
            continue;
        if (!row)
            row = add_row(picture, WB_LABEL_DRAWN);
        add_card(picture, row, place);
    }
}

static void add_player(struct picture *picture, unsigned seat)
{
    const struct wb_state *state = picture->state;
    struct scene_row *row;

    picture->panel = scene_add_panel(picture->scene, seat, SCENE_NO_TERM);
    picture->panel->to_act = state->phase != WB_PHASE_OVER && wb_asked_seat(state) == seat;
    row = add_row(picture, WB_LABEL_SUCCESS);
    row->score = true;
    scene_add_item(picture->scene, row, 0, state->success[seat]);
    add_number(picture, WB_LABEL_HELP,
               wb_has(state->red, seat) ? WB_SYMBOL_HELP_RED : WB_SYMBOL_HELP_WHITE, ORDER_UNKNOWN);
    add_states(picture, seat);
    if (state->hand && state->turn == seat) {
        row = add_row(picture, WB_LABEL_HAND);
        row->hand = seat == picture->reader;
        add_card(picture, row, state->hand - 1u);
        add_meeting(picture, seat);
    }
    add_asides(picture, seat);
    add_drawn(picture, seat);
}

void wb_scene(const void *rulebook, const void *view, unsigned seat, const struct game_past *last,
              unsigned count, struct scene *scene)
{
    struct picture picture = {rulebook, view, scene, NULL, seat};

    (void)last; /* steps are drawn on a board, and there is none */
    (void)count;
    scene_init(scene, wb_symbols, WB_SYMBOLS, seat);
    add_table(&picture);
    for (unsigned player = 1; player <= picture.state->seats; player++)
        add_player(&picture, player);
}

/* A special monster that its reader sees; of two at once the first. */
static unsigned introduce_special(const struct event *event, uint16_t term[], unsigned most)
{
    for (unsigned i = 0; i < event->count && most; i++)
        if (event->arg[i].type == ARG_TERM &&
            event->arg[i].value >= (int)WB_TERM_MONSTER + (int)WB_FIRST_SPECIAL &&
            event->arg[i].value <= (int)WB_TERM_MONSTER + (int)WB_MONSTERS) {
            term[0] = (uint16_t)event->arg[i].value;
            return 1;
        }
    return 0;
}

unsigned wb_introduce(const void *rulebook, const void *view, const struct event *event,
                      uint16_t term[], unsigned most)
{
    const struct wb_state *state = view;
    unsigned count = 0;

    if (event->kind == WB_EVENT_REVEALED || event->kind == WB_EVENT_REVEALED_PLAIN ||
        event->kind == WB_EVENT_DREW)
        return introduce_special(event, term, most);
    if (event->kind != WB_EVENT_ROUND_BEGINS || most < 1 + WB_HERO_TILES ||
        state->phase < WB_PHASE_DECK || state->winner) /* that round is over again */
        return 0;
    term[count++] = (uint16_t)(WB_TERM_HERO + state->hero);
    for (unsigned i = 0; i < WB_HERO_TILES; i++)
        term[count++] = (uint16_t)(WB_TERM_TILE + wb_tile(rulebook, state, i)->tile);
    return count;
}
