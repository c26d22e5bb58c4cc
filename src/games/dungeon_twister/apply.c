#include "games/dungeon_twister/apply.h"

#include <stddef.h>
#include <string.h>

#include "games/dungeon_twister/check.h"
#include "games/dungeon_twister/combat.h"
#include "games/dungeon_twister/flow.h"
#include "games/dungeon_twister/force.h"
#include "games/dungeon_twister/seals.h"

/* What every step of an order needs. */
struct run {
    const struct dt_rulebook *book;
    struct dt_state *state;
    const struct order *order;
    struct event_list *events;
    const struct dt_walk *walk;
    unsigned token; /* who acts */
};

static struct event *say(struct run *run, enum dt_event kind)
{
    return event_add(run->events, kind);
}
static struct event *say_token(struct run *run, enum dt_event kind, unsigned token)
{
    return dt_event_token(say(run, kind), token);
}
static void say_seat(struct run *run, enum dt_event kind, unsigned seat)
{
    event_arg(say(run, kind), ARG_SEAT, (int)seat);
}
static void add_place(struct event *event, unsigned place)
{
    event_arg(event, ARG_PLACE, (int)place);
}

/* An argument as the position keeps it. */
static uint8_t kept(int arg)
{
    return arg == ORDER_UNKNOWN ? (uint8_t)DT_UNKNOWN : (uint8_t)arg;
}

/* ---- set-up ---- */

static void apply_pairs(struct run *run)
{
    struct event *event = say(run, DT_EVENT_PAIRS_DRAWN);

    for (unsigned i = 0; i < 3; i++) {
        run->state->agreed.pairs |= (uint16_t)(1u << run->order->arg[i]);
        event_arg(event, ARG_NUMBER, run->order->arg[i]);
    }
    dt_enter(run->state, DT_PHASE_ROOMS, 1);
}

static void apply_rooms(struct run *run)
{
    struct dt_state *state = run->state;
    unsigned i = 0;

    for (unsigned slot = 0; slot < DT_SLOTS; slot++) {
        int value;

        if (!(state->agreed.slots >> slot & 1))
            continue;
        value = run->order->arg[i++];
        state->room[slot] = state->turned[slot] = DT_UNKNOWN;
        if (value == ORDER_UNKNOWN)
            continue;
        state->room[slot] = (uint8_t)(value / DT_TURNS);
        state->turned[slot] = (uint8_t)(value % DT_TURNS);
    }
    say(run, DT_EVENT_ROOMS_LAID);
    dt_enter(state, DT_PHASE_TEAMS, DT_SIDES);
}

static void apply_choose(struct run *run)
{
    struct dt_state *state = run->state;
    unsigned side = run->order->seat - 1u;
    struct event *event = say(run, DT_EVENT_FORCE_CHOSEN);

    dt_add_to_force(state, side, kept(run->order->arg[0]));
    event_arg(event, ARG_SEAT, run->order->seat);
    event_arg(event, ARG_NUMBER, state->force_count[side]);
    dt_next_choice(state);
}

static void apply_first_picker(struct run *run)
{
    say_seat(run, DT_EVENT_FIRST_PICKER, (unsigned)run->order->arg[0]);
    run->state->placer = (uint8_t)(2 - run->order->arg[0]); /* the other one, as if he had picked */
    dt_next_choice(run->state);
}

/* PD-ROOM-01: to be labelled. */
static bool is_home_made(const struct dt_rulebook *book, unsigned pair)
{
    for (unsigned room = 0; room < book->room_count; room++)
        if (book->room[room].pair == pair && book->room[room].home_made)
            return true;
    return false;
}

static void apply_pair(struct run *run)
{
    struct event *event = say(run, DT_EVENT_PAIR_PICKED);

    event_arg(event, ARG_SEAT, run->order->seat);
    event_arg(event, ARG_NUMBER, run->order->arg[0]);
    event_arg(event, ARG_NUMBER, is_home_made(run->book, (unsigned)run->order->arg[0]));
    run->state->agreed.pairs |= (uint16_t)(1u << run->order->arg[0]);
    dt_next_choice(run->state);
}

static void apply_pick(struct run *run)
{
    unsigned kind = (unsigned)run->order->arg[0];
    struct event *event = say(run, DT_EVENT_PICKED);

    event_arg(event, ARG_SEAT, run->order->seat);
    event_arg(event, ARG_TERM, dt_kinds[kind].term);
    for (unsigned side = 0; side < DT_SIDES; side++)
        dt_add_to_force(run->state, side, kind);
    dt_next_choice(run->state);
}

static void apply_team(struct run *run)
{
    struct dt_state *state = run->state;
    unsigned side = run->order->seat - 1u;

    for (unsigned i = 0; i < DT_TEAM; i++)
        state->team[side][i] = kept(run->order->arg[i]);
    say_seat(run, DT_EVENT_TEAM_CHOSEN, run->order->seat);
    state->answered |= (uint8_t)(1u << side);
    if (state->answered == 3)
        dt_enter(state, DT_PHASE_FIRST_PLACER, 1);
}

static void apply_first_placer(struct run *run)
{
    say_seat(run, DT_EVENT_FIRST_PLACER, (unsigned)run->order->arg[0]);
    run->state->placer = (uint8_t)(2 - run->order->arg[0]); /* the other one, who has just had */
    dt_next_placer(run->state);
}

static void apply_place(struct run *run)
{
    struct dt_state *state = run->state;
    unsigned side = state->placer;
    int kind = run->order->arg[0];
    struct dt_placed *placed = &state->placed[side][state->placed_count[side]++];
    struct event *event = say(run, DT_EVENT_PLACED);

    placed->slot = (uint8_t)run->order->arg[1];
    placed->token = kept(kind);
    event_arg(event, ARG_SEAT, (int)side + 1);
    event_arg(event, ARG_TERM, kind == ORDER_UNKNOWN ? ORDER_UNKNOWN : dt_kinds[kind].term);
    add_place(event, DT_PLACE_SLOT + placed->slot);
    dt_next_placer(state);
}

static void begin(struct run *run, unsigned seat)
{
    say_seat(run, DT_EVENT_FIRST_PLAYER, seat);
    dt_begin_turn(run->state, seat - 1, run->events);
}

/* Both teams are open: stand them on their dots (DT-TEAM-02, -03). */
static void show_teams(struct run *run)
{
    struct dt_state *state = run->state;

    for (unsigned side = 0; side < DT_SIDES; side++)
        for (unsigned i = 0; i < DT_TEAM; i++) {
            unsigned token = dt_token(side, state->team[side][i]), square = dt_dot(state, side, i);

            dt_put(state, token, square);
            state->team[side][i] = DT_NONE;
            add_place(say_token(run, DT_EVENT_TEAM_SHOWN, token), square);
        }
    if (state->agreed.begins) /* PD-MODE-11 */
        begin(run, state->agreed.begins);
    else
        dt_enter(state, DT_PHASE_FIRST_PLAYER, 1);
}

/* ---- openings ---- */

/* The room and all its tokens are open: turn it up, then they are placed. */
static void show_room(struct run *run)
{
    struct dt_state *state = run->state;
    unsigned slot = state->slot;

    for (unsigned side = 0; side < DT_SIDES; side++)
        for (unsigned k = 0; k < state->placed_count[side]; k++)
            if (state->placed[side][k].slot == slot)
                state->placed[side][k].slot = state->placed[side][k].token = DT_NONE;
    state->revealed |= (uint8_t)(1u << slot);
    dt_refresh_slot(run->book, state, slot);
    state->phase = DT_PHASE_PUT_FIRST;
    dt_next_put(state, true);
}

static void open_room(struct run *run)
{
    struct dt_state *state = run->state;
    int value = run->order->arg[3];
    const struct dt_room *room = &run->book->room[value / DT_TURNS];
    struct event *event = say(run, DT_EVENT_ROOM_SHOWN);

    state->room[state->slot] = (uint8_t)(value / DT_TURNS);
    state->turned[state->slot] = (uint8_t)(value % DT_TURNS);
    add_place(event, DT_PLACE_SLOT + state->slot);
    event_arg(event, ARG_NUMBER, room->pair);
    event_arg(event, ARG_NUMBER, room->ccw);
    event_arg(event, ARG_NUMBER, value % DT_TURNS);
    event_arg(event, ARG_NUMBER, room->home_made);
}

static void open_token(struct run *run, unsigned side, unsigned k)
{
    unsigned kind = (unsigned)run->order->arg[3];

    run->state->placed[side][k - 1].token = (uint8_t)kind;
    run->state->where[dt_token(side, kind)] = DT_SHOWN;
    add_place(say_token(run, DT_EVENT_TOKEN_SHOWN, dt_token(side, kind)),
              DT_PLACE_SLOT + run->state->slot);
}

static void open_combat(struct run *run, unsigned side)
{
    struct event *event = say(run, DT_EVENT_COMBAT_SHOWN);

    run->state->chosen[side] = (uint8_t)run->order->arg[3];
    event_arg(event, ARG_SEAT, (int)side + 1);
    event_arg(event, ARG_NUMBER, run->order->arg[3]);
}

/* DT-TIMER-10: it counts as 0, and the highest card of the hand leaves the game. */
static void forfeit_card(struct run *run, unsigned side)
{
    struct event *event = say(run, DT_EVENT_COMBAT_UNOPENED);
    unsigned card = DT_CARD_VALUES - 1;

    while (card > 0 && !run->state->combat[side][card])
        card--;
    if (card > 0)
        run->state->combat[side][card]--;
    run->state->chosen[side] = 0;
    event_arg(event, ARG_SEAT, (int)side + 1);
    event_arg(event, ARG_NUMBER, (int)card);
}

/* The cards asked for are open: now the one that waited for them, or the end of it. */
static void go_on_fighting(struct run *run)
{
    struct dt_state *state = run->state;

    if (state->chosen[0] == DT_NONE || state->chosen[1] == DT_NONE) { /* PD-CHAR-MASTER-02 */
        dt_enter(state, DT_PHASE_COMBAT, 1);
        return;
    }
    dt_resolve_combat(run->book, state, run->events);
    dt_enter(state, DT_PHASE_ACT, 1);
}

static void apply_open(struct run *run)
{
    struct dt_state *state = run->state;
    const int16_t *arg = run->order->arg;
    struct dt_seal_name name = {(uint8_t)arg[0], (uint16_t)arg[1], (uint16_t)arg[2]};
    unsigned index = dt_asked_index(state, &name), all = (1u << dt_asked_count(state)) - 1;

    if (name.seal == DT_SEAL_ROOM)
        open_room(run);
    else if (name.seal == DT_SEAL_TOKEN)
        open_token(run, name.a - 1u, name.b);
    else if (name.seal == DT_SEAL_COMBAT)
        open_combat(run, name.a % 4 - 1u);
    else
        for (unsigned i = 0; i < DT_TEAM; i++)
            state->team[index][i] = (uint8_t)arg[3 + i];
    state->answered |= (uint8_t)(1u << index);
    if (state->answered != all)
        return;
    if (state->phase == DT_PHASE_OPEN_ROOM)
        show_room(run);
    else if (state->phase == DT_PHASE_OPEN_TEAMS)
        show_teams(run);
    else
        go_on_fighting(run);
}

static void apply_unopened(struct run *run)
{
    struct dt_state *state = run->state;
    const int16_t *arg = run->order->arg;
    struct dt_seal_name name = {(uint8_t)arg[0], (uint16_t)arg[1], (uint16_t)arg[2]};
    unsigned index = dt_asked_index(state, &name), all;

    if (name.seal != DT_SEAL_COMBAT) { /* DT-TIMER-11 */
        say_seat(run, DT_EVENT_UNOPENED, name.a);
        dt_finish(state, DT_END_UNOPENED, 2u - name.a, run->events);
        return;
    }
    all = (1u << dt_asked_count(state)) - 1;
    forfeit_card(run, name.a % 4 - 1u);
    state->answered |= (uint8_t)(1u << index);
    if (state->answered == all)
        go_on_fighting(run);
}

/* ---- cards and answers ---- */

static void apply_card(struct run *run)
{
    struct dt_state *state = run->state;
    unsigned card = (unsigned)run->order->arg[0];
    struct event *event = say(run, DT_EVENT_CARD_PLAYED);

    state->actions[state->active] &= (uint8_t) ~(1u << card);
    state->ap = (uint8_t)card;
    if (card > state->highest)
        state->highest = (uint8_t)card;
    event_arg(event, ARG_SEAT, run->order->seat);
    event_arg(event, ARG_NUMBER, (int)card);
    dt_enter(state, DT_PHASE_ACT, 1);
}

static void apply_combat(struct run *run)
{
    struct dt_state *state = run->state;
    unsigned side = run->order->seat - 1u, asked[DT_SIDES];
    unsigned count = dt_card_sides(state, asked), index = asked[0] == side ? 0 : 1;
    int card = run->order->arg[0];

    state->chosen[side] = kept(card);
    state->answered |= (uint8_t)(1u << index);
    say_seat(run, DT_EVENT_COMBAT_CHOSEN, run->order->seat);
    if (state->answered == (1u << count) - 1)
        dt_enter(state, DT_PHASE_OPEN_COMBAT, count);
}

static void apply_put(struct run *run)
{
    unsigned token = (unsigned)run->order->arg[0], square = (unsigned)run->order->arg[1];
    struct event *event = say(run, DT_EVENT_PUT);

    event_arg(event, ARG_SEAT, run->order->seat);
    add_place(dt_event_token(event, token), square);
    dt_put(run->state, token, square);
    dt_next_put(run->state, false);
}

static void apply_leave(struct run *run)
{
    struct dt_state *state = run->state;

    state->placer = (uint8_t)(1 - state->placer);
    say_seat(run, DT_EVENT_LEFT_TO_OTHER, state->placer + 1u);
    dt_enter(state, (enum dt_phase)state->phase, 1);
    state->handed = 1;
}

/* ---- Actions ---- */

static void pay(struct run *run)
{
    struct dt_state *state = run->state;
    unsigned side = dt_side_of(run->token), kind = dt_kind_of(run->token);
    uint8_t *potion = &state->potion[side][kind];

    if (run->order->arg[1] != DT_ACCOUNT_CARD && *potion)
        --*potion;
    else if (side == state->active)
        state->ap--;
    else
        state->charm[kind]--;
}

/* The mover has entered the enemy's line with what he holds: DT-EXIT-01 to -05. */
static void leave_labyrinth(struct run *run, uint64_t held, unsigned square)
{
    struct dt_state *state = run->state;
    unsigned side = dt_side_of(run->token), points = dt_kinds[dt_kind_of(run->token)].out_points;

    add_place(say_token(run, DT_EVENT_ESCAPED, run->token), square);
    dt_leave_play(state, run->token, DT_ESCAPED);
    for (; held; held &= held - 1) {
        unsigned thing = dt_first(held), worth = dt_kinds[dt_kind_of(thing)].out_points;

        say_token(run, DT_EVENT_CARRIED_OUT, thing);
        if (dt_kind_of(thing) < DT_CHARACTER_KINDS) {
            dt_leave_play(state, thing, DT_SAVED);
        } else if (worth) {
            dt_remove(state, thing, DT_ESCAPED);
            state->taken_out[dt_side_of(thing)] = (uint8_t)(side + 1);
            points += worth;
        } else {
            dt_remove(state, thing, DT_GONE);
        }
    }
    dt_score(state, side, points, run->events);
}

/* Bring the mover and what he holds to a square, or out. */
static void arrive(struct run *run, uint64_t held, unsigned square, bool exit)
{
    struct dt_state *state = run->state;

    if (exit) {
        leave_labyrinth(run, held, square);
        return;
    }
    dt_put(state, run->token, square);
    for (; held; held &= held - 1)
        dt_put(state, dt_first(held), square);
}

/* The mover ends under falling rocks: who is with him dies too, and what he holds stays unless
 * something lies there already (PD-ROCKS-07). */
static void die_under_rocks(struct run *run, uint64_t held, unsigned square)
{
    struct dt_state *state = run->state;
    bool full = state->at[square] & DT_OBJECTS;

    dt_put(state, run->token, square);
    for (; held; held &= held - 1) {
        unsigned thing = dt_first(held);

        if (dt_kind_of(thing) >= DT_CHARACTER_KINDS && full) {
            add_place(say_token(run, DT_EVENT_VANISHED, thing), square);
            dt_remove(state, thing, DT_GONE);
        } else {
            dt_put(state, thing, square);
        }
    }
    dt_kill_all(run->book, state, square, run->events);
}

static void say_acts(struct run *run, unsigned from)
{
    unsigned square = from;

    if (!run->events)
        return;
    for (unsigned i = 2; i < run->order->count; i++) {
        unsigned arg = (unsigned)run->order->arg[i];

        if (arg < DT_TAKE) {
            square = arg;
            continue;
        }
        add_place(dt_event_token(
                      say_token(run, arg < DT_DROP ? DT_EVENT_TOOK : DT_EVENT_DROPPED, run->token),
                      arg % DT_TOKENS),
                  square);
    }
}

static void apply_move(struct run *run)
{
    struct dt_state *state = run->state;
    const struct dt_walk *walk = run->walk;
    unsigned from = state->where[run->token];
    struct event *event = say_token(run, DT_EVENT_MOVED, run->token);
    uint64_t set;

    add_place(event, from);
    add_place(event, walk->square);
    say_acts(run, from);
    for (unsigned i = 0; i < walk->count; i++)
        for (set = walk->trail[i].left & ~state->at[walk->trail[i].square]; set; set &= set - 1)
            dt_put(state, dt_first(set), walk->trail[i].square);
    for (set = walk->killed; set; set &= set - 1)
        dt_kill(run->book, state, dt_first(set), run->events);
    if (walk->dies)
        die_under_rocks(run, walk->held, walk->square);
    else
        arrive(run, walk->held, walk->square, walk->exit);
}

/* A jump or a wall step: everything goes along, and what lies there is taken up. */
static void apply_leap(struct run *run, unsigned square)
{
    struct dt_state *state = run->state;
    unsigned from = state->where[run->token];
    bool exit = square / DT_COLUMNS == dt_home_row(state, 1u - dt_side_of(run->token));
    bool carries = dt_kinds[dt_kind_of(run->token)].carries;

    arrive(run, carries ? state->at[from] & ~DT_BIT(run->token) : 0, square, exit);
}

static void apply_jump(struct run *run)
{
    struct event *event = say_token(run, DT_EVENT_JUMPED, run->token);

    add_place(event, run->state->where[run->token]);
    add_place(event, (unsigned)run->order->arg[2]);
    add_place(event, (unsigned)run->order->arg[3]);
    run->state->jumps[run->state->active]--;
    apply_leap(run, (unsigned)run->order->arg[3]);
}

static void apply_step(struct run *run)
{
    struct event *event = say_token(run, DT_EVENT_WALKED_WALL, run->token);

    add_place(event, run->state->where[run->token]);
    add_place(event, (unsigned)run->order->arg[2]);
    apply_leap(run, (unsigned)run->order->arg[2]);
}

static void apply_reveal(struct run *run)
{
    struct dt_state *state = run->state;
    unsigned slot = (unsigned)run->order->arg[2];

    add_place(say_token(run, DT_EVENT_REVEALS, run->token), DT_PLACE_SLOT + slot);
    state->slot = (uint8_t)slot;
    dt_enter(state, DT_PHASE_OPEN_ROOM, 1 + dt_hidden_in(state, slot));
}

/* Where a square of a slot is after a quarter-turn. */
static unsigned turned_square(unsigned slot, unsigned x, unsigned y, bool ccw)
{
    return ccw ? dt_slot_square(slot, 4 - y, x) : dt_slot_square(slot, y, 4 - x);
}

static void turn_illusions(struct dt_state *state, unsigned slot, bool ccw)
{
    unsigned corner = dt_slot_square(slot, 0, 0);

    for (unsigned side = 0; side < DT_SIDES; side++)
        for (unsigned which = 0; which < DT_ILLUSIONS; which++) {
            unsigned square = state->illusion[side][which];

            if (square < DT_SQUARES && dt_slot_of(state, square) == slot)
                state->illusion[side][which] =
                    (uint8_t)turned_square(slot, square % DT_COLUMNS - corner % DT_COLUMNS,
                                           square / DT_COLUMNS - corner / DT_COLUMNS, ccw);
        }
}

/* DT-ROTATE-05: tokens keep their squares of the room. */
static void apply_rotate(struct run *run)
{
    struct dt_state *state = run->state;
    unsigned slot = (unsigned)run->order->arg[2], ccw = (unsigned)run->order->arg[3];
    uint64_t before[DT_ROOM_CELLS];
    struct event *event = say_token(run, DT_EVENT_ROTATED, run->token);

    add_place(event, DT_PLACE_SLOT + slot);
    event_arg(event, ARG_NUMBER, (int)ccw);
    for (unsigned place = 0; place < DT_ROOM_CELLS; place++) {
        unsigned square = dt_slot_square(slot, place % DT_ROOM_SIDE, place / DT_ROOM_SIDE);

        before[place] = state->at[square];
        state->at[square] = 0;
    }
    for (unsigned place = 0; place < DT_ROOM_CELLS; place++) {
        unsigned x = place % DT_ROOM_SIDE, y = place / DT_ROOM_SIDE;
        unsigned square = turned_square(slot, x, y, ccw);

        state->at[square] = before[place];
        for (uint64_t set = before[place]; set; set &= set - 1)
            state->where[dt_first(set)] = (uint8_t)square;
    }
    turn_illusions(state, slot, ccw);
    state->turned[slot] = (uint8_t)((state->turned[slot] + (ccw ? 3 : 1)) % DT_TURNS);
    dt_refresh_slot(run->book, state, slot);
}

static void apply_attack(struct run *run)
{
    struct dt_state *state = run->state;
    unsigned target = (unsigned)run->order->arg[2];
    struct event *event = say_token(run, DT_EVENT_ATTACKED, run->token);

    add_place(dt_event_token(event, target), state->where[target]);
    state->attacker = (uint8_t)run->token;
    state->target = (uint8_t)target;
    state->fighters = dt_fighters(state, run->token, target);
    for (uint64_t set = state->fighters; set; set &= set - 1) {
        unsigned token = dt_first(set);

        event_arg(say_token(run, DT_EVENT_FIGHTER, token), ARG_NUMBER,
                  (int)dt_strength(state, token, dt_side_of(token) == dt_side_of(run->token)));
    }
    dt_enter(state, DT_PHASE_COMBAT, dt_seer(state) == DT_NONE ? DT_SIDES : 1);
}

static void restore(struct run *run, unsigned token)
{
    run->state->wounded &= ~DT_BIT(token);
    run->state->restored |= DT_BIT(token);
}

static void apply_gate(struct run *run)
{
    struct dt_state *state = run->state;
    unsigned square = (unsigned)run->order->arg[2], direction = (unsigned)run->order->arg[3];
    unsigned slot = dt_slot_of(state, square);
    uint64_t edge = UINT64_C(1) << dt_edge(run->book, state, square, direction);
    enum dt_event kind = DT_EVENT_BROKE;
    struct event *event;

    if (run->order->kind == DT_ORDER_BREAK) {
        state->broken[slot] |= edge;
    } else if (run->order->kind == DT_ORDER_LIFT) {
        state->open[slot] |= edge;
        kind = DT_EVENT_LIFTED;
    } else {
        state->open[slot] &= ~edge;
        kind = DT_EVENT_LOWERED;
    }
    dt_refresh_slot(run->book, state, slot);
    event = say_token(run, kind, run->token);
    add_place(event, square);
    add_place(event, (unsigned)((int)square + dt_step[direction]));
}

/* The carried object with a flag leaves the game: DT-CARRY-14. */
static void use_up(struct run *run, enum dt_flag flag)
{
    struct dt_state *state = run->state;

    dt_remove(state, dt_first(state->at[state->where[run->token]] & run->book->with[flag]),
              DT_GONE);
}

static void apply_fire(struct run *run)
{
    struct dt_state *state = run->state;
    unsigned square =
        dt_line_of_sight(state, state->where[run->token], (unsigned)run->order->arg[2]);
    uint64_t hit = state->at[square] & DT_CHARACTERS, up = hit & ~state->wounded;
    unsigned target = dt_first(up ? up : hit);
    bool breath = dt_is(run->token, DT_BREATHES);
    bool harmless = dt_uses(run->book, state, target, DT_IS_SHIELD);
    enum dt_event kind = harmless ? DT_EVENT_SHIELDED : breath ? DT_EVENT_BREATHED : DT_EVENT_FIRED;

    add_place(dt_event_token(say_token(run, kind, run->token), target), square);
    if (!breath)
        use_up(run, DT_IS_WAND);
    if (!harmless)
        dt_kill_all(run->book, state, square, run->events);
}

static void apply_drink(struct run *run)
{
    enum { POTION_POINTS = 4 }; /* DT-OBJ-POTION-01 */

    use_up(run, DT_IS_POTION);
    run->state->potion[dt_side_of(run->token)][dt_kind_of(run->token)] += POTION_POINTS;
    run->state->drunk++;
    say_token(run, DT_EVENT_DRANK, run->token);
}

/* ---- Actions of Paladins & Dragons ---- */

static void apply_heal(struct run *run)
{
    dt_event_token(say_token(run, DT_EVENT_HEALED, run->token), (unsigned)run->order->arg[2]);
    restore(run, (unsigned)run->order->arg[2]);
}

static void apply_regenerate(struct run *run)
{
    say_token(run, DT_EVENT_REGENERATED, run->token);
    restore(run, run->token);
}

/* Unlike the healed he may act and fight at once, PD-FOUNTAIN-02. */
static void apply_recover(struct run *run)
{
    say_token(run, DT_EVENT_RECOVERED, run->token);
    run->state->wounded &= ~DT_BIT(run->token);
}

static void apply_teleport(struct run *run)
{
    struct dt_state *state = run->state;
    unsigned from = state->where[run->token], to = (unsigned)run->order->arg[2];
    struct event *event = say_token(run, DT_EVENT_TELEPORTED, run->token);

    add_place(event, from);
    add_place(event, to);
    use_up(run, DT_IS_RING);
    arrive(run, state->at[from] & ~DT_BIT(run->token), to, false);
}

static void apply_charm(struct run *run)
{
    enum { CHARM_ACTIONS = 3 }; /* PD-CHARM-03 */
    unsigned target = (unsigned)run->order->arg[2];

    dt_event_token(say_token(run, DT_EVENT_CHARMED, run->token), target);
    use_up(run, DT_IS_SCROLL);
    run->state->charm[dt_kind_of(target)] += CHARM_ACTIONS;
    run->state->drunk++; /* PD-CHARM-15: as after a Potion */
}

/* PD-CHAR-PICKPOCKET-03: without the Rope he falls. */
static void fall(struct run *run, unsigned square)
{
    struct dt_state *state = run->state;

    if (!dt_holds(run->book, state, square, state->at[square]))
        dt_kill_all(run->book, state, square, run->events);
}

static void apply_steal(struct run *run)
{
    struct dt_state *state = run->state;
    unsigned thing = (unsigned)run->order->arg[2], from = state->where[thing];
    struct event *event = say_token(run, DT_EVENT_STOLE, run->token);

    add_place(dt_event_token(event, thing), from);
    dt_put(state, thing, state->where[run->token]);
    fall(run, from);
}

static void apply_breach(struct run *run)
{
    struct dt_state *state = run->state;
    unsigned square, side, slot, from = state->where[run->token];
    int next;
    bool rim;
    struct event *event;

    dt_find_breach(run->book, state, from, (unsigned)run->order->arg[2], &square, &side);
    slot = dt_slot_of(state, square);
    state->broken[slot] |= UINT64_C(1) << dt_edge(run->book, state, square, side);
    state->breaches[dt_side_of(run->token)]++;
    dt_refresh_slot(run->book, state, slot);
    next = (int)square + dt_step[side];
    rim = next < 0 || next >= state->agreed.rows * DT_COLUMNS ||
          dt_direction(square, (unsigned)next) == DT_NONE;
    event = say_token(run, rim ? DT_EVENT_BREACHED_RIM : DT_EVENT_BREACHED, run->token);
    add_place(event, square);
    if (!rim)
        add_place(event, (unsigned)next);
}

static void apply_dispel(struct run *run)
{
    dt_dispel(run->book, run->state, dt_side_of(run->token), (unsigned)run->order->arg[2],
              run->events);
}

static void apply_conjure(struct run *run)
{
    struct dt_state *state = run->state;
    unsigned which = (unsigned)run->order->arg[2], square = (unsigned)run->order->arg[3];

    apply_dispel(run);
    state->illusion[dt_side_of(run->token)][which] = (uint8_t)square;
    dt_refresh_slot(run->book, state, dt_slot_of(state, square));
    add_place(say_token(run,
                        which == DT_FALSE_PIT ? DT_EVENT_CONJURED_PIT : DT_EVENT_CONJURED_RUBBLE,
                        run->token),
              square);
}

/* ---- at any time ---- */

static void apply_draw(struct run *run)
{
    struct dt_state *state = run->state;

    state->offers |= (uint8_t)(1u << (run->order->seat - 1));
    if (state->offers == 3)
        dt_finish(state, DT_END_AGREED, DT_NONE, run->events);
    else
        say_seat(run, DT_EVENT_DRAW_OFFERED, run->order->seat);
}

static void apply_resign(struct run *run)
{
    say_seat(run, DT_EVENT_RESIGNED, run->order->seat);
    dt_finish(run->state, DT_END_RESIGNED, 2u - run->order->seat, run->events);
}

static void apply_first_player(struct run *run)
{
    begin(run, (unsigned)run->order->arg[0]);
}

static void apply_end(struct run *run)
{
    dt_end_turn(run->state, run->events);
}

static void apply_no_draw(struct run *run)
{
    run->state->offers = 0;
    say_seat(run, DT_EVENT_DRAW_REFUSED, run->order->seat);
}

/* How each kind of order is carried out. */
static void (*const deeds[DT_ORDERS])(struct run *run) = {
    [DT_ORDER_PAIRS] = apply_pairs,
    [DT_ORDER_ROOMS] = apply_rooms,
    [DT_ORDER_FIRST_PICKER] = apply_first_picker,
    [DT_ORDER_CHOOSE] = apply_choose,
    [DT_ORDER_PICK] = apply_pick,
    [DT_ORDER_PAIR] = apply_pair,
    [DT_ORDER_FIRST_PLACER] = apply_first_placer,
    [DT_ORDER_FIRST_PLAYER] = apply_first_player,
    [DT_ORDER_OPEN] = apply_open,
    [DT_ORDER_UNOPENED] = apply_unopened,
    [DT_ORDER_TEAM] = apply_team,
    [DT_ORDER_PLACE] = apply_place,
    [DT_ORDER_CARD] = apply_card,
    [DT_ORDER_END] = apply_end,
    [DT_ORDER_MOVE] = apply_move,
    [DT_ORDER_JUMP] = apply_jump,
    [DT_ORDER_STEP] = apply_step,
    [DT_ORDER_REVEAL] = apply_reveal,
    [DT_ORDER_ROTATE] = apply_rotate,
    [DT_ORDER_ATTACK] = apply_attack,
    [DT_ORDER_HEAL] = apply_heal,
    [DT_ORDER_REGENERATE] = apply_regenerate,
    [DT_ORDER_LIFT] = apply_gate,
    [DT_ORDER_LOWER] = apply_gate,
    [DT_ORDER_BREAK] = apply_gate,
    [DT_ORDER_FIRE] = apply_fire,
    [DT_ORDER_DRINK] = apply_drink,
    [DT_ORDER_RECOVER] = apply_recover,
    [DT_ORDER_TELEPORT] = apply_teleport,
    [DT_ORDER_CHARM] = apply_charm,
    [DT_ORDER_STEAL] = apply_steal,
    [DT_ORDER_BREACH] = apply_breach,
    [DT_ORDER_CONJURE] = apply_conjure,
    [DT_ORDER_DISPEL] = apply_dispel,
    [DT_ORDER_COMBAT] = apply_combat,
    [DT_ORDER_PUT] = apply_put,
    [DT_ORDER_LEAVE] = apply_leave,
    [DT_ORDER_RESIGN] = apply_resign,
    [DT_ORDER_DRAW] = apply_draw,
    [DT_ORDER_NO_DRAW] = apply_no_draw,
};

bool dt_apply(const void *rulebook, void *state, const struct order *order,
              struct event_list *events)
{
    struct dt_walk walk;
    struct run run = {rulebook, state, order, events, &walk, 0};

    if (dt_check(run.book, run.state, order, &walk, NULL))
        return false;
    if (order->kind >= DT_ORDER_MOVE && order->kind <= DT_LAST_ACTION) {
        run.token = dt_actor(run.state->active, order->arg[0]);
        pay(&run);
    }
    deeds[order->kind](&run);
    if (run.state->agreed.boxes)
        dt_watch_pentacle(run.state, events);
    return true;
}
