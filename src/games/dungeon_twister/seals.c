/* SPDX-License-Identifier: MIT */
/* Names the game's secrets, says who may know them, and makes views. Commitments are made in
 * src/seal. */
#include "games/dungeon_twister/seals.h"

#include "games/dungeon_twister/combat.h"
#include "games/dungeon_twister/flow.h"
#include "games/dungeon_twister/order_text.h"

static const char *const stems[DT_SEALS] = {[DT_SEAL_ROOM] = "room/",
                                            [DT_SEAL_TOKEN] = "token/",
                                            [DT_SEAL_TEAM] = "team/",
                                            [DT_SEAL_COMBAT] = "combat/",
                                            [DT_SEAL_FORCE] = "force/"};

const char *const dt_held_seals[] = {"combat/QUESTION/SEAT", "team/SEAT", "token/SEAT/NUMBER",
                                     "force/SEAT/NUMBER", NULL};

enum { COMBAT_UNIT = 10000 };

/* The seal that a side's combat card goes under in the present COMBAT phase. */
static struct dt_seal_name dt_combat_seal(uint32_t question, unsigned side)
{
    struct dt_seal_name name = {DT_SEAL_COMBAT, (uint16_t)(question / COMBAT_UNIT * 4 + side + 1),
                                (uint16_t)(question % COMBAT_UNIT)};
    return name;
}

static uint32_t combat_question(const struct dt_seal_name *name)
{
    return (uint32_t)(name->a / 4) * COMBAT_UNIT + name->b;
}

void dt_seal_write(const struct dt_seal_name *name, struct text *out)
{
    text_put(out, stems[name->seal]);
    switch (name->seal) {
    case DT_SEAL_ROOM:
        dt_write_place(DT_PLACE_SLOT + name->a, out);
        break;
    case DT_SEAL_TEAM:
        text_put_int(out, name->a);
        break;
    default:
        TEXT_PUT(out, TEXT_INT(name->seal == DT_SEAL_COMBAT ? combat_question(name) : name->a), "/",
                 TEXT_INT(name->seal == DT_SEAL_COMBAT ? name->a % 4 : name->b));
        break;
    }
}

/* Read the numbers "17/2" behind a stem; count wanted. */
static bool read_numbers(const char *text, size_t length, unsigned count, int64_t number[2])
{
    for (unsigned i = 0; i < count; i++) {
        size_t end = 0;

        while (end < length && text[end] != '/')
            end++;
        if (end == 0 || (text[0] == '0' && end > 1) || text[0] == '-' ||
            !text_to_int(text, end, &number[i]))
            return false;
        if (i + 1 < count && end == length)
            return false;
        text += end + (i + 1 < count);
        length -= end + (i + 1 < count);
    }
    return length == 0;
}

static bool name_numbers(struct dt_seal_name *name, const int64_t number[2])
{
    if (name->seal == DT_SEAL_COMBAT) {
        if (number[0] >= (int64_t)COMBAT_UNIT * 4000 || number[1] < 1 || number[1] > DT_SIDES)
            return false;
        *name = dt_combat_seal((uint32_t)number[0], (unsigned)number[1] - 1);
        return true;
    }
    if (number[0] < 1 || number[0] > DT_SIDES)
        return false;
    name->a = (uint16_t)number[0];
    if (name->seal == DT_SEAL_TEAM)
        return true;
    name->b = (uint16_t)number[1];
    return number[1] >= 1 && number[1] <= DT_PLACED_MAX;
}

bool dt_seal_read(const char *text, size_t length, struct dt_seal_name *name)
{
    int64_t number[2] = {0, 0};

    for (unsigned seal = 0; seal < DT_SEALS; seal++) {
        size_t stem = strlen(stems[seal]);
        int slot;

        if (length <= stem || memcmp(text, stems[seal], stem) != 0)
            continue;
        name->seal = (uint8_t)seal;
        name->a = name->b = 0;
        if (seal != DT_SEAL_ROOM)
            return read_numbers(text + stem, length - stem, seal == DT_SEAL_TEAM ? 1 : 2, number) &&
                   name_numbers(name, number);
        slot = dt_read_slot(text + stem, length - stem);
        name->a = (uint16_t)slot;
        return slot >= 0;
    }
    return false;
}

unsigned dt_asked_count(const struct dt_state *state)
{
    unsigned asked[DT_SIDES];

    switch (state->phase) {
    case DT_PHASE_OPEN_TEAMS:
        return DT_SIDES;
    case DT_PHASE_OPEN_COMBAT:
        return dt_card_sides(state, asked);
    case DT_PHASE_OPEN_ROOM:
        return 1 + dt_hidden_in(state, state->slot);
    default:
        return 0;
    }
}

struct dt_seal_name dt_asked_seal(const struct dt_state *state, unsigned index)
{
    struct dt_seal_name name = {DT_SEAL_ROOM, state->slot, 0};
    unsigned side, k;

    if (state->phase == DT_PHASE_OPEN_TEAMS) {
        name.seal = DT_SEAL_TEAM;
        name.a = (uint16_t)(index + 1);
    } else if (state->phase == DT_PHASE_OPEN_COMBAT) {
        /* Blue's first; the cards' questions were asked just before these, in their own order */
        unsigned asked[DT_SIDES], count = dt_card_sides(state, asked);
        unsigned card_side = count == 1 ? asked[0] : index;

        name = dt_combat_seal(state->question - count + (asked[0] == card_side ? 0 : 1), card_side);
    } else if (index > 0 && dt_hidden_token(state, index, &side, &k)) {
        name.seal = DT_SEAL_TOKEN;
        name.a = (uint16_t)(side + 1);
        name.b = (uint16_t)k;
    }
    return name;
}

unsigned dt_asked_index(const struct dt_state *state, const struct dt_seal_name *name)
{
    unsigned count = dt_asked_count(state);

    for (unsigned i = 0; i < count; i++) {
        struct dt_seal_name asked = dt_asked_seal(state, i);

        if (asked.seal == name->seal && asked.a == name->a && asked.b == name->b)
            return i;
    }
    return DT_NONE;
}

bool dt_seal_values(const struct dt_state *state, const struct dt_seal_name *name,
                    struct order *order)
{
    unsigned value[DT_TEAM], count = 1;

    switch (name->seal) {
    case DT_SEAL_ROOM:
        value[0] = state->room[name->a] >= DT_UNKNOWN
                       ? DT_UNKNOWN
                       : state->room[name->a] * DT_TURNS + (unsigned)state->turned[name->a];
        break;
    case DT_SEAL_TOKEN:
        value[0] = state->placed[name->a - 1][name->b - 1].token;
        break;
    case DT_SEAL_FORCE:
        value[0] = state->force[name->a - 1][(name->b - 1) % DT_FORCE];
        break;
    case DT_SEAL_COMBAT:
        value[0] = state->chosen[name->a % 4 - 1];
        break;
    default:
        count = DT_TEAM;
        for (unsigned i = 0; i < DT_TEAM; i++)
            value[i] = state->team[name->a - 1][i];
        break;
    }
    for (unsigned i = 0; i < count; i++) {
        if (value[i] >= DT_UNKNOWN)
            return false;
        order->arg[order->count++] = (int16_t)value[i];
    }
    return true;
}

/* ---- secrets of orders ---- */

static void add_secret(struct secret *secret, const struct dt_seal_name *name, unsigned seat)
{
    struct text text;

    memset(secret, 0, sizeof *secret);
    secret->seat = (uint8_t)seat;
    text_init(&text, secret->name, sizeof secret->name);
    dt_seal_write(name, &text);
}

static struct text payload_of(struct secret *secret)
{
    struct text text = text_in(secret->payload, sizeof secret->payload);

    return text;
}

static unsigned room_secrets(const struct dt_rulebook *book, const struct dt_state *state,
                             const struct order *order, struct secret secret[SECRETS_MAX])
{
    unsigned count = 0;

    for (unsigned slot = 0; slot < DT_SLOTS; slot++) {
        struct dt_seal_name name = {DT_SEAL_ROOM, (uint16_t)slot, 0};
        struct text text;

        if (!(state->agreed.slots >> slot & 1) || count == order->count)
            continue;
        add_secret(&secret[count], &name, SEAT_TABLE);
        text = payload_of(&secret[count]);
        if (order->arg[count] != ORDER_UNKNOWN)
            dt_write_room(book, order->arg[count], &text);
        count++;
    }
    return count;
}

unsigned dt_secrets(const void *rulebook, const void *before, const struct order *order,
                    struct secret secret[SECRETS_MAX])
{
    const struct dt_state *state = before;
    unsigned side = order->seat - 1u;
    struct dt_seal_name name = {0, order->seat, 0};
    unsigned asked[DT_SIDES];
    struct text text;

    switch (order->kind) {
    case DT_ORDER_ROOMS:
        return room_secrets(rulebook, state, order, secret);
    case DT_ORDER_TEAM:
        name.seal = DT_SEAL_TEAM;
        break;
    case DT_ORDER_CHOOSE:
        name.seal = DT_SEAL_FORCE;
        name.b = (uint16_t)(state->force_count[side] + 1);
        break;
    case DT_ORDER_PLACE:
        name.seal = DT_SEAL_TOKEN;
        name.b = (uint16_t)(state->placed_count[side] + 1);
        break;
    case DT_ORDER_COMBAT:
        dt_card_sides(state, asked);
        name = dt_combat_seal(state->question + (side == asked[0] ? 0 : 1), side);
        break;
    default:
        return 0;
    }
    add_secret(secret, &name, order->seat);
    text = payload_of(secret);
    if (order->arg[0] == ORDER_UNKNOWN)
        return 1;
    if (order->kind == DT_ORDER_COMBAT)
        text_put_int(&text, order->arg[0]);
    else
        dt_write_kinds(order->arg, order->kind == DT_ORDER_TEAM ? DT_TEAM : 1, &text);
    return 1;
}

/* ---- who may know ---- */

/* Has the seal been opened, as far as all can see? */
static bool is_opened(const struct dt_state *state, const struct dt_seal_name *name)
{
    unsigned index = dt_asked_index(state, name);

    if (state->phase == DT_PHASE_OVER)
        return true; /* DT-INFO-05 */
    if (index != DT_NONE)
        return state->answered >> index & 1;
    switch (name->seal) {
    case DT_SEAL_ROOM:
        return state->revealed >> name->a & 1;
    case DT_SEAL_FORCE:
        return false; /* PD-MODE-03: till the end */
    case DT_SEAL_TEAM:
        return state->phase > DT_PHASE_OPEN_TEAMS;
    case DT_SEAL_TOKEN:
        return name->b <= state->placed_count[name->a - 1] &&
               state->placed[name->a - 1][name->b - 1].slot == DT_NONE;
    default:
        return combat_question(name) < (state->phase == DT_PHASE_OPEN_COMBAT
                                            ? state->question - dt_asked_count(state)
                                            : state->question);
    }
}

bool dt_may_know(const void *rulebook, const void *state, const char *name, unsigned seat)
{
    struct dt_seal_name seal;

    (void)rulebook;
    if (!dt_seal_read(name, strlen(name), &seal))
        return false;
    if (is_opened(state, &seal))
        return true;
    switch (seal.seal) {
    case DT_SEAL_ROOM:
        return false;
    case DT_SEAL_COMBAT:
        return seal.a % 4 == seat;
    default:
        return seal.a == seat;
    }
}

/* ---- views ---- */

static bool opened(const struct dt_state *state, unsigned seal, unsigned a, unsigned b)
{
    struct dt_seal_name name = {(uint8_t)seal, (uint16_t)a, (uint16_t)b};

    return is_opened(state, &name);
}

/* Is the combat card that a side has chosen turned up? */
static bool card_is_open(const struct dt_state *state, unsigned side)
{
    unsigned asked[DT_SIDES], count;

    if (state->phase != DT_PHASE_COMBAT && state->phase != DT_PHASE_OPEN_COMBAT)
        return true;
    count = dt_card_sides(state, asked);
    if (count == 1 && asked[0] != side)
        return true; /* the Weapons Master's side sees it */
    return state->phase == DT_PHASE_OPEN_COMBAT && state->answered >> (count == 1 ? 0 : side) & 1;
}

/* A secret force may hold any kind that is not yet seen, PD-MODE-03. */
static void hide_force(const struct dt_state *state, unsigned side, struct dt_state *view)
{
    for (unsigned i = 0; i < state->force_count[side]; i++)
        view->force[side][i] = DT_UNKNOWN;
    for (unsigned kind = 0; kind < DT_KINDS; kind++)
        if (state->where[dt_token(side, kind)] == DT_ABSENT &&
            dt_is_available(&state->agreed, kind))
            view->where[dt_token(side, kind)] = DT_HIDDEN;
}

/* Make one side's secrets unknown where they are not open. */
static void hide_side(const struct dt_state *state, unsigned side, struct dt_state *view)
{
    for (unsigned k = 0; k < state->placed_count[side]; k++)
        if (!opened(state, DT_SEAL_TOKEN, side + 1, k + 1))
            view->placed[side][k].token = DT_UNKNOWN;
    if (state->agreed.mode == DT_MODE_FREE)
        hide_force(state, side, view);
    if (state->team[side][0] != DT_NONE && !opened(state, DT_SEAL_TEAM, side + 1, 0))
        memset(view->team[side], DT_UNKNOWN, DT_TEAM);
    if (state->chosen[side] != DT_NONE && !card_is_open(state, side))
        view->chosen[side] = DT_UNKNOWN;
}

void dt_view(const void *rulebook, const void *state, unsigned seat, void *view)
{
    const struct dt_state *from = state;
    struct dt_state *to = view;

    (void)rulebook;
    memcpy(to, from, sizeof *to);
    if (from->phase == DT_PHASE_OVER)
        return;
    for (unsigned slot = 0; slot < DT_SLOTS; slot++)
        if (from->room[slot] != DT_NONE && !opened(from, DT_SEAL_ROOM, slot, 0))
            to->room[slot] = to->turned[slot] = DT_UNKNOWN;
    for (unsigned side = 0; side < DT_SIDES; side++)
        if (side + 1 != seat)
            hide_side(from, side, to);
}
