/* SPDX-License-Identifier: MIT */
/* The dungeon: EQUIP, DUNGEON, DAMAGE, SPECIAL and HERO clauses. A revealed card meets pending
 * skip, permanent tiles, running coin, choice tiles, then its own effect (WB-DUNGEON-06). */

#include "games/welcome_back/flow.h"

static void ask_names(struct wb_run *run);

void wb_raid_begin(struct wb_run *run)
{
    struct wb_state *state = run->state;
    struct event *event = wb_tell_seat(run, WB_EVENT_RAID_BEGINS, state->raider);

    state->hp = (int16_t)wb_starting_hp(run->book, state);
    event_arg(event, ARG_TERM, WB_TERM_HERO + state->hero);
    wb_arg_number(wb_arg_number(event, state->hp), state->pile_count);
    if (state->pile_count)
        ask_names(run);
    else
        wb_raid_over(run, true); /* WB-DUNGEON-12 */
}

/* WB-DUNGEON-01: what must be named is named before the first card. */
static void ask_names(struct wb_run *run)
{
    struct wb_state *state = run->state;
    unsigned tile = wb_unnamed_tile(run->book, state);
    unsigned raider_only = wb_bit(state->raider);

    if (tile == WB_HERO_TILES) {
        state->asked = 0;
        state->picked = 0;
        wb_wait(run, WB_PHASE_REVEAL);
        return;
    }
    state->asked = (uint8_t)tile;
    if (!wb_tile(run->book, state, tile)->by_other) {
        state->turn = state->raider;
        wb_wait(run, WB_PHASE_NAME);
    } else if (state->seats == 2) {
        wb_raid_picked(run, wb_only_seat(state, raider_only), true);
    } else {
        wb_wait(run, WB_PHASE_PICK);
    }
}

void wb_raid_picked(struct wb_run *run, unsigned seat, bool forced)
{
    struct wb_state *state = run->state;
    struct event *event =
        wb_tell_seat(run, forced ? WB_EVENT_PICKED_FORCED : WB_EVENT_PICKED, state->raider);

    wb_arg_tile(run, event_arg(event, ARG_SEAT, (int)seat), state->asked);
    state->picked = state->turn = (uint8_t)seat;
    wb_wait(run, WB_PHASE_NAME);
}

void wb_raid_named(struct wb_run *run, unsigned monster)
{
    struct wb_state *state = run->state;
    struct event *event = wb_tell_seat(run, WB_EVENT_NAMED, state->turn);

    state->named[state->asked] = (uint8_t)monster;
    wb_arg_card(wb_arg_tile(run, event, state->asked), monster);
    ask_names(run);
}

/* Losses. */

/* The first tile in play with a power against death; WB_HERO_TILES = none. */
static unsigned tile_with(const struct wb_run *run, size_t power)
{
    unsigned i = 0;

    for (; i < WB_HERO_TILES; i++) {
        const char *row = (const char *)wb_tile(run->book, run->state, i);

        if (wb_has(run->state->in_play, i) && row[power])
            break;
    }
    return i;
}
#define TILE_WITH(run, power) tile_with((run), offsetof(struct wb_tile_row, power))

static void drop_tile(struct wb_run *run, unsigned index)
{
    struct wb_state *state = run->state;

    state->in_play = (uint8_t)(state->in_play & ~(1u << index));
    state->running = (uint8_t)(state->running & ~(1u << index));
}

static void discard_tile(struct wb_run *run, unsigned index, bool forced)
{
    enum wb_event_kind kind = forced ? WB_EVENT_DISCARDED_FORCED : WB_EVENT_DISCARDED;

    wb_arg_tile(run, wb_tell(run, kind), index);
    drop_tile(run, index);
}

static void judge_all_different(struct wb_run *run)
{
    wb_raid_over(run, wb_all_different(run->book, run->state));
}

/* HP would be 0: Bones, Potion, Omnipotence in this order. True = the raid goes on. */
static bool survive_death(struct wb_run *run, int hp_before)
{
    struct wb_state *state = run->state;
    unsigned bones = TILE_WITH(run, survive);
    unsigned potion = TILE_WITH(run, revive);
    unsigned last_hope = TILE_WITH(run, all_different);

    if (bones < WB_HERO_TILES && hp_before > 1) {
        state->hp = 1;
        wb_arg_number(wb_arg_tile(run, wb_tell(run, WB_EVENT_SURVIVED), bones), state->hp);
        return true;
    }
    if (potion < WB_HERO_TILES) {
        state->hp = run->book->hero[state->hero].hp;
        wb_arg_number(wb_arg_tile(run, wb_tell(run, WB_EVENT_REVIVED), potion), state->hp);
        if (wb_tile(run->book, state, potion)->once)
            discard_tile(run, potion, false);
        return true;
    }
    if (last_hope == WB_HERO_TILES) {
        wb_raid_over(run, false);
        return false;
    }
    state->asked = (uint8_t)last_hope;
    wb_arg_number(wb_arg_tile(run, wb_tell(run, WB_EVENT_LAST_HOPE), last_hope),
                  state->pile_count - state->revealed);
    if (state->revealed < state->pile_count)
        wb_wait(run, WB_PHASE_SHOW);
    else
        judge_all_different(run);
    return false;
}

/* HP stop at 0, WB-DAMAGE-08. */
static int lowered(const struct wb_state *state, int amount)
{
    return state->hp > amount ? state->hp - amount : 0;
}

/* True = the raid goes on. The caller has told the new HP. */
static bool take_loss(struct wb_run *run, int amount)
{
    struct wb_state *state = run->state;
    int before = state->hp;

    state->hp = (int16_t)lowered(state, amount);
    return state->hp > 0 || survive_death(run, before);
}

/* A card. */

static void forget_face(struct wb_state *state)
{
    state->strength = 0;
    state->identity = 0;
    state->hp_before = 0;
    state->asked = 0;
}

static void next_card(struct wb_run *run)
{
    struct wb_state *state = run->state;

    forget_face(state);
    if (state->revealed == state->pile_count)
        wb_raid_over(run, true); /* WB-DUNGEON-10 */
    else
        wb_wait(run, WB_PHASE_REVEAL);
}

static void add_skip(struct wb_run *run)
{
    run->state->skips++;
    wb_arg_number(wb_tell(run, WB_EVENT_SKIP_PENDING), run->state->skips);
}

static void add_reduction(struct wb_run *run, unsigned index)
{
    struct wb_state *state = run->state;

    state->next_reduction =
        (uint8_t)(state->next_reduction + wb_tile(run->book, state, index)->reduce);
    wb_arg_number(wb_arg_tile(run, wb_tell(run, WB_EVENT_REDUCTION), index), state->next_reduction);
}

/* A tile defeats the card faced: what comes with it happens (WB-EQUIP-06, -07). */
static void defeat(struct wb_run *run, unsigned index, const struct wb_face *face)
{
    struct wb_state *state = run->state;
    const struct wb_tile_row *row = wb_tile(run->book, state, index);

    wb_arg_tile(run, wb_arg_card(wb_tell(run, WB_EVENT_DEFEATED), face->card), index);
    if (row->gain) {
        int won = face->strength > 0 ? face->strength : 0;
        struct event *event = wb_arg_tile(run, wb_tell(run, WB_EVENT_GAINED), index);

        state->hp = (int16_t)(state->hp + won);
        wb_arg_number(wb_arg_number(event, won), state->hp);
    }
    if (row->skip)
        add_skip(run);
    if (row->reduce)
        add_reduction(run, index);
    if (row->once)
        discard_tile(run, index, false);
}

static bool permanent_tiles(struct wb_run *run, const struct wb_face *face)
{
    struct wb_state *state = run->state;
    unsigned before = state->in_play;
    bool defeated = false;

    for (unsigned i = 0; i < WB_HERO_TILES; i++)
        if (wb_has(before, i) && !wb_tile(run->book, state, i)->choice &&
            wb_tile_defeats(run->book, state, i, face, state->hp_before)) {
            defeat(run, i, face);
            defeated = true;
        }
    return defeated;
}

/* WB-HERO-BARD-07 */
static bool running_tile(struct wb_run *run, const struct wb_face *face)
{
    for (unsigned i = 0; i < WB_HERO_TILES; i++)
        if (wb_has(run->state->running, i) &&
            wb_tile_defeats(run->book, run->state, i, face, run->state->hp_before)) {
            defeat(run, i, face);
            return true;
        }
    return false;
}

/* WB-HERO-BARD-08: a card with the other parity is faced and no tile defeated it. */
static void end_runs(struct wb_run *run, const struct wb_face *face)
{
    for (unsigned i = 0; i < WB_HERO_TILES; i++)
        if (wb_has(run->state->running, i) && face->strength >= 0) {
            wb_arg_tile(run, wb_tell(run, WB_EVENT_RUN_ENDS), i);
            discard_tile(run, i, false);
        }
}

/* What makes the damage less than the strength. */
static void tell_lowered(struct wb_run *run, const struct wb_face *face)
{
    for (unsigned i = 0; i < WB_HERO_TILES; i++)
        if (wb_lowers(run->book, run->state, i, face->strength))
            wb_arg_number(wb_arg_tile(run, wb_tell(run, WB_EVENT_LOWERED), i), face->strength);
}

static void strike(struct wb_run *run, const struct wb_face *face)
{
    struct wb_state *state = run->state;
    int damage = face->strength < 0 ? 0 : wb_damage(run->book, state, face->strength);
    int hp = lowered(state, damage);

    tell_lowered(run, face);
    if (damage == 0)
        wb_arg_number(wb_arg_card(wb_tell(run, WB_EVENT_NO_DAMAGE), face->card), hp);
    else
        wb_arg_number(wb_arg_number(wb_arg_card(wb_tell(run, WB_EVENT_DAMAGE), face->card), damage),
                      hp);
    if (take_loss(run, damage))
        next_card(run);
}

static void ask_discard(struct wb_run *run, enum wb_phase phase)
{
    struct wb_state *state = run->state;
    unsigned mask, index = 0;

    state->phase = (uint8_t)phase;
    mask = wb_discardable(state);
    if (wb_count(mask) > 1) {
        wb_wait(run, phase);
        return;
    }
    while (!wb_has(mask, index))
        index++;
    wb_raid_discard(run, index, true);
}

/* Nothing removed the card: its own effect or its damage. */
static void own_effect(struct wb_run *run, const struct wb_face *face)
{
    struct wb_state *state = run->state;

    end_runs(run, face);
    switch ((enum wb_monster_effect)run->book->monster[face->card].effect) {
    case WB_MONSTER_HITS:
        strike(run, face);
        return;
    case WB_MONSTER_SKIPS:
        add_skip(run);
        next_card(run);
        return;
    case WB_MONSTER_DISCARDS:
        if (state->in_play) {
            ask_discard(run, WB_PHASE_CUBE);
        } else {
            wb_arg_card(wb_tell(run, WB_EVENT_NOTHING_LEFT), face->card);
            next_card(run);
        }
        return;
    }
}

static void tell_revealed(struct wb_run *run, const struct wb_face *face)
{
    const struct wb_state *state = run->state;
    struct event *event =
        wb_tell(run, face->strength < 0 ? WB_EVENT_REVEALED_PLAIN : WB_EVENT_REVEALED);

    wb_arg_card(wb_arg_number(event, state->revealed), face->card);
    if (face->strength >= 0)
        wb_arg_card(wb_arg_number(event, face->strength), face->identity);
    wb_arg_number(event, state->hp);
}

/* The card at the position last revealed is met. */
static void meet(struct wb_run *run)
{
    struct wb_state *state = run->state;
    unsigned card = state->card[wb_place_at(state, state->revealed)];
    struct wb_face face = wb_face_at(run->book, state, card, state->revealed);

    tell_revealed(run, &face);
    state->strength = face.strength;
    state->identity = face.identity;
    state->hp_before = state->hp;
    if (state->skips) {
        state->skips--;
        wb_arg_number(wb_arg_card(wb_tell(run, WB_EVENT_SKIPPED), card), state->skips);
        next_card(run);
    } else if (permanent_tiles(run, &face) || running_tile(run, &face)) {
        next_card(run);
    } else if (wb_offered(run->book, state, &face)) {
        wb_wait(run, WB_PHASE_CHOICE);
    } else {
        own_effect(run, &face);
    }
}

/* With flute=next a reduction is for the very next card alone, WB-HERO-BARD-10. */
static void shift_reduction(struct wb_state *state)
{
    state->reduction = state->next_reduction;
    if (state->flute == WB_FLUTE_NEXT)
        state->next_reduction = 0;
}

void wb_raid_reveal(struct wb_run *run)
{
    struct wb_state *state = run->state;

    state->revealed++;
    wb_show_card(run, wb_place_at(state, state->revealed));
    shift_reduction(state);
    meet(run);
}

/* WB-HERO-MAGE-06 */
void wb_raid_swap(struct wb_run *run)
{
    struct wb_state *state = run->state;
    uint8_t *at = &state->pile[state->pile_count - state->revealed];
    unsigned place = state->taken++;

    state->swapped[state->swapped_count++] = *at;
    *at = (uint8_t)place;
    wb_show_card(run, place);
    meet(run);
}

void wb_raid_show(struct wb_run *run)
{
    struct wb_state *state = run->state;
    unsigned position = ++state->revealed;
    unsigned place = wb_place_at(state, position);
    struct wb_face face = wb_face_at(run->book, state, state->card[place], position);
    struct event *event = wb_arg_number(wb_tell(run, WB_EVENT_SHOWN), (int)position);

    wb_arg_card(wb_arg_card(event, face.card), face.identity);
    wb_show_card(run, place);
    if (state->revealed < state->pile_count)
        wb_wait(run, WB_PHASE_SHOW);
    else
        judge_all_different(run);
}

/* Choices. */

void wb_raid_use(struct wb_run *run, unsigned index)
{
    struct wb_state *state = run->state;
    const struct wb_tile_row *row = wb_tile(run->book, state, index);
    struct wb_face face = wb_face_now(state);
    struct event *event = wb_tell_seat(run, WB_EVENT_USED, state->raider);

    wb_arg_card(wb_arg_tile(run, event, index), face.card);
    if (row->swap) {
        struct event *replaced = wb_arg_card(wb_tell(run, WB_EVENT_REPLACED), face.card);

        wb_arg_number(replaced, state->revealed);
        if (row->once)
            discard_tile(run, index, false);
        forget_face(state);
        wb_wait(run, WB_PHASE_SWAP);
        return;
    }
    defeat(run, index, &face);
    if (row->run) {
        state->running |= wb_bit(index);
        wb_arg_tile(run, wb_tell(run, WB_EVENT_RUN_BEGINS), index);
    }
    if (row->pay) {
        state->asked = (uint8_t)index;
        ask_discard(run, WB_PHASE_PRICE);
        return;
    }
    next_card(run);
}

void wb_raid_decline(struct wb_run *run)
{
    struct wb_face face = wb_face_now(run->state);

    wb_arg_card(wb_tell_seat(run, WB_EVENT_DECLINED, run->state->raider), face.card);
    own_effect(run, &face);
}

/* WB-SPECIAL-CUBE-05: the tile has left play before the loss of its HP is judged. */
void wb_raid_discard(struct wb_run *run, unsigned index, bool forced)
{
    struct wb_state *state = run->state;
    int hp = wb_tile(run->book, state, index)->hp;

    discard_tile(run, index, forced);
    if (hp) {
        struct event *event = wb_arg_tile(run, wb_tell(run, WB_EVENT_HP_LOST), index);

        wb_arg_number(wb_arg_number(event, hp), lowered(state, hp));
    }
    if (take_loss(run, hp))
        next_card(run);
}
