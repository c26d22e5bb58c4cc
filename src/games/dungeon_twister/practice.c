/* SPDX-License-Identifier: MIT */
/* How a position looks to the practice opponent: points first, then how many action points its
 * characters are from the way out, who lies wounded, what is held and what is left in hand. */
#include "games/dungeon_twister/practice.h"

#include "games/dungeon_twister/combat.h"
#include "games/dungeon_twister/flow.h"
#include "games/dungeon_twister/hope.h"
#include "games/dungeon_twister/offer.h"
#include "games/dungeon_twister/reach.h"
#include "games/dungeon_twister/state.h"

enum { GAME = 1000000, SPEEDS = 8 };

/* The terms; weights in thousandths of a victory point, found by self-play (doc/opponent.md). */
#define TERM_LIST(X)                                                                               \
    X(POINT, "point", 1000)     /* a victory point */                                              \
    X(ESCAPE, "escape", 679)    /* of a point, for a character at the exit */                      \
    X(PACE, "pace", 805)        /* what is left of it for each action point that it takes */       \
    X(BODY, "body", 65)         /* an unwounded character on the board */                          \
    X(STRENGTH, "strength", 11) /* each strength of one */                                         \
    X(SPEED, "speed", 4)        /* each square of speed */                                         \
    X(WOUND, "wound", -175)     /* a wounded one */                                                \
    X(HEALER, "healer", 42)     /* a Cleric or Troll who may still stand up */                     \
    X(HIDDEN, "hidden", 370)    /* of a character's worth while he lies face down */               \
    X(START, "start", 100)      /* until the first turn, of `starts`: a side sees its own alone */ \
    X(CARD, "combat-card", 17)  /* each strength in hand */                                        \
    X(TOP_CARD, "top-card", 27) /* the 5 and the 6 beyond that */                                  \
    X(JUMP, "jump-card", 28)                                                                       \
    X(TEMPO, "tempo", 25)             /* each action point in hand beyond the cycle's mean */      \
    X(LEFT, "points-left", 48)        /* each action point not spent yet */                        \
    X(SIGHT, "sight", 117)            /* a room about to be seen */                                \
    X(SIGHT_OWN, "sight-own", 72)     /* an own token in it */                                     \
    X(SIGHT_OTHER, "sight-other", 32) /* another's */                                              \
    X(HELD, "held", 29)               /* a thing that somebody carries */                          \
    X(WAND, "wand", 200)              /* with its Wizard */                                        \
    X(POTION, "potion", 95)                                                                        \
    X(LOOT, "loot", 387) /* of the Treasure's carrier's worth */                                   \
    X(GEAR, "gear", 26)  /* to stand on one */                                                     \
    X(IDLE, "idle", -40) /* a point that a turn leaves, for each turn without a gain */

PRACTICE_TERMS(TERM_LIST);

enum { ROWS = 4 };

/* What it is worth, in thousandths of a victory point, to have a kind in the force, in the starting
 * team, or face down in a room of each row, that at the way out first: found by games that began at
 * random (doc/opponent.md). What gains most is laid first, since rooms fill up. */
static const struct {
    int16_t force, team, row[ROWS];
} starts[DT_KINDS] = {
    [DT_CLERIC] = {0, 50, {0, -150, 100, 0}},
    [DT_GOBLIN] = {500, -300, {700, 0, 0, 0}},
    [DT_MEKANORK] = {-50, 100, {-100, -50, 50, 0}},
    [DT_THIEF] = {0, 150, {-50, -150, 150, 0}},
    [DT_TROLL] = {0, 100, {0, -50, -100, 0}},
    [DT_WALL_WALKER] = {0, 0, {50, 0, 100, 0}},
    [DT_WARRIOR] = {-100, 50, {100, 0, -100, -200}},
    [DT_WIZARD] = {0, 0, {-100, 0, 100, 50}},
    [DT_RED_DRAGON] = {-100, 100, {50, -200, -50, 0}},
    [DT_ELF_SCOUT] = {0, -50, {250, 0, -200, 0}},
    [DT_GHOST] = {0, 0, {150, 0, -150, 0}},
    [DT_GOLEM] = {0, -150, {250, 150, -150, 0}},
    [DT_ILLUSIONIST] = {-200, -100, {200, 0, 0, 0}},
    [DT_WEAPONS_MASTER] = {150, 50, {200, 0, -250, 0}},
    [DT_PALADIN] = {200, 50, {150, -100, -150, -100}},
    [DT_PICKPOCKET] = {0, 100, {-50, -250, 0, 0}},
    [DT_ARMOR] = {-200, 0, {-200, 0, 100, 200}},
    [DT_WAND] = {0, 0, {-100, 0, 200, 600}},
    [DT_ROPE] = {0, 0, {-250, 0, 50, 300}},
    [DT_POTION] = {200, 0, {-200, 0, 200, 700}},
    [DT_SWORD] = {0, 0, {-250, -50, 100, 200}},
    [DT_TREASURE] = {200, 0, {0, 50, 50, -150}},
    [DT_RING] = {100, 0, {-200, 0, -300, 450}},
    [DT_SHIELD] = {0, 0, {0, -50, 0, 350}},
    [DT_KEY] = {0, 0, {-50, 50, 0, 50}},
    [DT_SCROLL] = {-150, 0, {50, -50, 0, 350}},
    [DT_SLAYER] = {0, 0, {0, 0, 0, 250}},
};

struct memory {
    struct practice_memory common;
    struct dt_reach_memory reach;
    int32_t pace[SPEEDS][DT_REACH_FAR + 1]; /* worth of a way by speed and steps */
    struct dt_state after[3];               /* what comes of a combat */
    bool begun;
};

/* ---- a side's standing ---- */

struct judge {
    const struct dt_state *state;
    struct memory *memory;
    const int32_t *weight;
    struct dt_reach *reach;
    unsigned side;
};

/* ESCAPE * PACE ^ (action points), by tenths of them. */
static void find_paces(const int32_t *weight, int32_t pace[DT_REACH_FAR + 1])
{
    int32_t at = weight[TERM_ESCAPE] * 64;

    for (unsigned ten = 0; ten <= DT_REACH_FAR; ten += 10) {
        int32_t next = (int32_t)((int64_t)at * weight[TERM_PACE] / 1000);

        for (unsigned i = 0; i < 10 && ten + i <= DT_REACH_FAR; i++)
            pace[ten + i] = (at + (next - at) * (int32_t)i / 10) / 64;
        at = next;
    }
}

/* Once for each set of weights. A movement that is begun is an action point spent: a third of the
 * way counts in whole ones. */
static void begin(struct memory *memory)
{
    int32_t pace[DT_REACH_FAR + 1];

    find_paces(memory->common.weight, pace);
    for (unsigned speed = 0; speed < SPEEDS; speed++)
        for (unsigned steps = 0; steps <= DT_REACH_FAR; steps++) {
            unsigned tenths =
                speed ? (steps * 20 / speed + (steps + speed - 1) / speed * 10) / 3 : DT_REACH_FAR;

            memory->pace[speed][steps] = pace[tenths < DT_REACH_FAR ? tenths : DT_REACH_FAR];
        }
    memory->begun = true;
}

/* How one of a kind passes what others do not. */
static enum dt_gait gait_of(unsigned kind)
{
    uint32_t flags = dt_kinds[kind].flags;

    if (flags & (DT_FLAG(DT_STEPS_WALLS) | DT_FLAG(DT_PASSES_ALL)))
        return DT_GAIT_THROUGH;
    return flags & (DT_FLAG(DT_FLIES) | DT_FLAG(DT_WALKS_PITS) | DT_FLAG(DT_RUNS_PITS))
               ? DT_GAIT_OVER
               : DT_GAIT_WALK;
}

/* What the way out is worth from a square, for one point. */
static int32_t way_out(const struct judge *judge, unsigned kind, unsigned square)
{
    unsigned steps = dt_reach_steps(judge->reach, judge->side, gait_of(kind), square);

    return judge->memory->pace[dt_kinds[kind].speed][steps];
}

static int32_t worth(const struct judge *judge, unsigned kind, unsigned square)
{
    const int32_t *weight = judge->weight;
    int32_t points = dt_kinds[kind].out_points ? dt_kinds[kind].out_points : 1;

    return weight[TERM_BODY] + weight[TERM_STRENGTH] * dt_kinds[kind].strength +
           weight[TERM_SPEED] * dt_kinds[kind].speed + points * way_out(judge, kind, square);
}

static int32_t things_of(const struct judge *judge, unsigned token, unsigned square)
{
    const struct dt_state *state = judge->state;
    const int32_t *weight = judge->weight;
    unsigned kind = dt_kind_of(token);
    int32_t value = 0;

    for (uint64_t set = state->at[square] & DT_OBJECTS; set; set &= set - 1) {
        unsigned thing = dt_kind_of(dt_first(set));

        value += weight[TERM_HELD];
        if (thing == DT_TREASURE)
            value += way_out(judge, kind, square) * weight[TERM_LOOT] / 1000;
        else if (thing == DT_WAND && dt_is(token, DT_USES_WAND))
            value += weight[TERM_WAND];
        else if (thing == DT_POTION)
            value += weight[TERM_POTION];
    }
    return value;
}

static int32_t on_board(const struct judge *judge)
{
    const struct dt_state *state = judge->state;
    const int32_t *weight = judge->weight;
    int32_t value = 0;

    for (unsigned kind = 0; kind < DT_CHARACTER_KINDS; kind++) {
        unsigned token = dt_token(judge->side, kind), square = state->where[token];

        if (square >= DT_SQUARES)
            continue;
        if (state->wounded >> token & 1) {
            value += weight[TERM_WOUND];
            if (dt_is(token, DT_REGENERATES))
                value += weight[TERM_HEALER];
            continue;
        }
        value += worth(judge, kind, square) + things_of(judge, token, square);
        if (dt_is(token, DT_HEALS))
            value += weight[TERM_HEALER];
        if (dt_grounds[state->ground[square]].gear)
            value += weight[TERM_GEAR];
    }
    return value;
}

/* A slot's middle, as far as anybody knows. */
static unsigned middle_of(unsigned slot)
{
    return dt_slot_square(slot, 2, 2);
}

/* Tokens that lie face down, as far as this view knows them: others' count as a middling one. */
static int32_t face_down(const struct judge *judge)
{
    const struct dt_state *state = judge->state;
    int32_t value = 0;

    for (unsigned k = 0; k < state->placed_count[judge->side]; k++) {
        const struct dt_placed *placed = &state->placed[judge->side][k];

        if (placed->slot == DT_NONE)
            continue;
        if (placed->token < DT_CHARACTER_KINDS)
            value += worth(judge, placed->token, middle_of(placed->slot));
        else if (placed->token == DT_UNKNOWN)
            value += worth(judge, DT_CLERIC, middle_of(placed->slot)) * 2 / 5;
    }
    return value * judge->weight[TERM_HIDDEN] / 1000;
}

/* Until the first turn: which kinds a side has, who starts, and what lies where. */
static int32_t start(const struct judge *judge)
{
    const struct dt_state *state = judge->state;
    unsigned side = judge->side, last = (state->agreed.rows - 2u) / DT_ROOM_SIDE - 1;
    int32_t value = 0;

    for (unsigned i = 0; i < state->force_count[side]; i++)
        if (state->force[side][i] < DT_KINDS)
            value += starts[state->force[side][i]].force;
    for (unsigned i = 0; i < DT_TEAM; i++)
        if (state->team[side][i] < DT_KINDS)
            value += starts[state->team[side][i]].team;
    for (unsigned k = 0; k < state->placed_count[side]; k++) {
        const struct dt_placed *placed = &state->placed[side][k];
        unsigned row = placed->slot % ROWS;

        if (placed->token < DT_KINDS)
            value += starts[placed->token].row[side == 0 ? last - row : row];
    }
    return value * judge->weight[TERM_START] / 1000;
}

static int32_t card_worth(const int32_t *weight, unsigned card)
{
    return weight[TERM_CARD] * (int32_t)card + (card >= 5 ? weight[TERM_TOP_CARD] : 0);
}

static int32_t in_hand(const struct judge *judge)
{
    const struct dt_state *state = judge->state;
    const int32_t *weight = judge->weight;
    int32_t value = weight[TERM_JUMP] * state->jumps[judge->side];
    int32_t tempo = 0;

    for (unsigned card = 1; card < DT_CARD_VALUES; card++)
        value += card_worth(weight, card) * state->combat[judge->side][card];
    for (unsigned card = DT_ACTION_CARD_MIN; card <= DT_ACTION_CARD_MAX; card++)
        if (state->actions[judge->side] >> card & 1)
            tempo += 2 * (int32_t)card - 7; /* the mean of 2 to 5, twice */
    return value + weight[TERM_TEMPO] * tempo / 2;
}

static int32_t points_left(const struct judge *judge)
{
    const struct dt_state *state = judge->state;
    unsigned left = state->active == judge->side ? state->ap : 0;

    for (unsigned kind = 0; kind < DT_CHARACTER_KINDS; kind++)
        left += state->potion[judge->side][kind];
    return judge->weight[TERM_LEFT] * (int32_t)left;
}

/* A reveal is for the side that has ordered it. */
static int32_t about_to_see(const struct judge *judge)
{
    const struct dt_state *state = judge->state;
    const int32_t *weight = judge->weight;
    int32_t value = weight[TERM_SIGHT];

    for (unsigned side = 0; side < DT_SIDES; side++)
        for (unsigned k = 0; k < state->placed_count[side]; k++)
            if (state->placed[side][k].slot == state->slot)
                value += side == judge->side ? weight[TERM_SIGHT_OWN] : weight[TERM_SIGHT_OTHER];
    return value;
}

static int32_t side_value(struct judge *judge, unsigned side)
{
    const struct dt_state *state = judge->state;
    int32_t value;

    judge->side = side;
    value = judge->weight[TERM_POINT] * state->score[side] + in_hand(judge);
    value +=
        state->phase < DT_PHASE_FIRST_PLAYER ? start(judge) : on_board(judge) + face_down(judge);
    if (state->active == side && state->phase >= DT_PHASE_ACT && state->phase < DT_PHASE_OVER) {
        value += points_left(judge);
        if (state->phase == DT_PHASE_OPEN_ROOM)
            value += about_to_see(judge);
    }
    return value;
}

static int32_t value(const void *rulebook, const void *view, unsigned seat, void *memory)
{
    const struct dt_state *state = view;
    struct memory *own = memory;
    struct judge judge = {.state = state, .memory = own, .weight = own->common.weight};
    unsigned side = seat - 1;

    (void)rulebook;
    if (!own->begun)
        begin(own);
    if (state->phase == DT_PHASE_OVER)
        return !state->winner ? 0 : state->winner == seat ? GAME : -GAME;
    judge.reach = dt_reach_of(&own->reach, state);
    return side_value(&judge, side) - side_value(&judge, 1 - side);
}

/* ---- the unseen ---- */

static void shuffle(uint8_t *what, unsigned count, const struct practice_dice *dice)
{
    for (unsigned i = count; i > 1; i--) {
        unsigned at = dice->below(dice->context, i);
        uint8_t kept = what[i - 1];

        what[i - 1] = what[at];
        what[at] = kept;
    }
}

/* Rooms of the pairs in the game that lie nowhere yet, in any order and orientation. */
static void guess_rooms(const struct dt_rulebook *book, struct dt_state *state,
                        const struct practice_dice *dice)
{
    uint8_t left[DT_ROOMS_MAX];
    unsigned count = 0;

    for (unsigned room = 0; room < book->room_count; room++) {
        bool lies = !(state->agreed.pairs >> book->room[room].pair & 1);

        for (unsigned slot = 0; slot < DT_SLOTS && !lies; slot++)
            lies = state->room[slot] == room;
        if (!lies)
            left[count++] = (uint8_t)room;
    }
    shuffle(left, count, dice);
    for (unsigned slot = 0; slot < DT_SLOTS; slot++)
        if (state->room[slot] == DT_UNKNOWN && count > 0) {
            state->room[slot] = left[--count];
            state->turned[slot] = (uint8_t)dice->below(dice->context, DT_TURNS);
        }
}

/* A side's kinds that are out of sight, over its places and its team. */
static void guess_tokens(struct dt_state *state, unsigned side, const struct practice_dice *dice)
{
    uint8_t character[DT_CHARACTER_KINDS], left[DT_KINDS];
    unsigned characters = 0, count = 0;
    bool known[DT_KINDS] = {false};

    for (unsigned k = 0; k < state->placed_count[side]; k++)
        if (state->placed[side][k].token < DT_KINDS)
            known[state->placed[side][k].token] = true;
    for (unsigned i = 0; i < DT_TEAM; i++)
        if (state->team[side][i] < DT_KINDS)
            known[state->team[side][i]] = true;
    for (unsigned kind = 0; kind < DT_KINDS; kind++)
        if (dt_kinds[kind].word && state->where[dt_token(side, kind)] == DT_HIDDEN &&
            !known[kind]) {
            if (kind < DT_CHARACTER_KINDS)
                character[characters++] = (uint8_t)kind;
            else
                left[count++] = (uint8_t)kind;
        }
    shuffle(character, characters, dice);
    for (unsigned i = 0; i < DT_TEAM; i++)
        if (state->team[side][i] == DT_UNKNOWN && characters > 0)
            state->team[side][i] = character[--characters];
    while (characters > 0)
        left[count++] = character[--characters];
    shuffle(left, count, dice);
    for (unsigned k = 0; k < state->placed_count[side]; k++)
        if (state->placed[side][k].token == DT_UNKNOWN && count > 0)
            state->placed[side][k].token = left[--count];
}

/* A card that a side has chosen, by the copies in its hand. */
static void guess_card(struct dt_state *state, unsigned side, const struct practice_dice *dice)
{
    unsigned cards = 0, card = 0, at;

    for (unsigned n = 0; n < DT_CARD_VALUES; n++)
        cards += state->combat[side][n];
    at = dice->below(dice->context, cards);
    for (; at >= state->combat[side][card]; card++)
        at -= state->combat[side][card];
    state->chosen[side] = (uint8_t)card;
}

static void guess(const void *rulebook, void *view, unsigned seat, const struct practice_dice *dice)
{
    struct dt_state *state = view;

    (void)seat;
    guess_rooms(rulebook, state, dice);
    for (unsigned side = 0; side < DT_SIDES; side++) {
        guess_tokens(state, side, dice);
        if (state->chosen[side] == DT_UNKNOWN)
            guess_card(state, side, dice); /* there is always the 0 */
    }
}

/* ---- combat ---- */

enum { ROUNDS = 96, OUTCOMES = 3 };

/* Both hands, what comes of each pair of cards, and the best mixtures. */
struct fight {
    const struct dt_rulebook *book;
    const struct dt_state *state;
    unsigned attacker; /* side */
    uint8_t card[DT_SIDES][DT_CARD_VALUES];
    unsigned cards[DT_SIDES];
    int difference;                   /* attackers' strength above defenders' */
    struct dt_state *after[OUTCOMES]; /* lost, tied, won by the attacker */
    bool possible[OUTCOMES];
    int32_t worth[OUTCOMES]; /* of those, to the attacker, cards in hand */
    int32_t payoff[DT_CARD_VALUES][DT_CARD_VALUES];
    unsigned played[DT_SIDES][DT_CARD_VALUES]; /* how often in ROUNDS */
};

static unsigned outcome_of(const struct fight *fight, unsigned mine, unsigned theirs)
{
    int total = fight->difference + fight->card[0][mine] - fight->card[1][theirs];

    return total < 0 ? 0 : total == 0 ? 1 : 2;
}

/* The position after cards with that outcome, hands as before. */
static void fight_out(struct fight *fight, unsigned outcome, unsigned mine, unsigned theirs,
                      void *memory)
{
    struct dt_state *after = fight->after[outcome];

    memcpy(after, fight->state, sizeof *after);
    after->chosen[fight->attacker] = fight->card[0][mine];
    after->chosen[1 - fight->attacker] = fight->card[1][theirs];
    dt_resolve_combat(fight->book, after, NULL);
    memcpy(after->combat, fight->state->combat, sizeof after->combat);
    dt_enter(after, DT_PHASE_ACT, 1);
    fight->possible[outcome] = true;
    fight->worth[outcome] = value(fight->book, after, fight->attacker + 1, memory);
}

static void hand_of(struct fight *fight, unsigned of, unsigned side)
{
    unsigned chosen = fight->state->chosen[side];

    for (unsigned card = 0; card < DT_CARD_VALUES; card++)
        if (chosen < DT_CARD_VALUES ? card == chosen : fight->state->combat[side][card] > 0)
            fight->card[of][fight->cards[of]++] = (uint8_t)card;
}

/* Fictitious play: each side in turn answers best what the other has played so far. */
static void find_mixtures(struct fight *fight)
{
    int32_t sum[DT_SIDES][DT_CARD_VALUES] = {{0}};
    unsigned mine = 0, theirs = 0;

    for (unsigned round = 0; round < ROUNDS; round++) {
        fight->played[0][mine]++;
        fight->played[1][theirs]++;
        for (unsigned i = 0; i < fight->cards[0]; i++)
            sum[0][i] += fight->payoff[i][theirs];
        for (unsigned j = 0; j < fight->cards[1]; j++)
            sum[1][j] += fight->payoff[mine][j];
        mine = theirs = 0;
        for (unsigned i = 1; i < fight->cards[0]; i++)
            if (sum[0][i] > sum[0][mine])
                mine = i;
        for (unsigned j = 1; j < fight->cards[1]; j++)
            if (sum[1][j] < sum[1][theirs])
                theirs = j;
    }
}

/* Whoever sees the other's card answers it best; the other plays what suffers least by that. */
static void find_answers(struct fight *fight, unsigned seer)
{
    bool attacker_sees = seer == fight->attacker;
    unsigned blind = attacker_sees ? 1 : 0, best = 0, reply = 0;
    int32_t best_worth = INT32_MIN;

    for (unsigned i = 0; i < fight->cards[blind]; i++) {
        int32_t worst = INT32_MAX;
        unsigned answer = 0;

        for (unsigned j = 0; j < fight->cards[1 - blind]; j++) {
            int32_t worth = attacker_sees ? -fight->payoff[j][i] : fight->payoff[i][j];

            if (worth < worst) {
                worst = worth;
                answer = j;
            }
        }
        if (worst > best_worth) {
            best_worth = worst;
            best = i;
            reply = answer;
        }
    }
    fight->played[blind][best] = ROUNDS;
    fight->played[1 - blind][reply] = ROUNDS;
}

static void judge_fight(struct fight *fight, void *memory)
{
    const int32_t *weight = ((struct memory *)memory)->common.weight;
    unsigned seer = dt_seer(fight->state), defender = 1 - fight->attacker;

    fight->difference = (int)dt_side_strength(fight->state, fight->attacker) -
                        (int)dt_side_strength(fight->state, defender);
    hand_of(fight, 0, fight->attacker);
    hand_of(fight, 1, defender);
    for (unsigned i = 0; i < fight->cards[0]; i++)
        for (unsigned j = 0; j < fight->cards[1]; j++) {
            unsigned outcome = outcome_of(fight, i, j);

            if (!fight->possible[outcome])
                fight_out(fight, outcome, i, j, memory);
            fight->payoff[i][j] = fight->worth[outcome] - card_worth(weight, fight->card[0][i]) +
                                  card_worth(weight, fight->card[1][j]);
        }
    if (seer == DT_NONE)
        find_mixtures(fight);
    else
        find_answers(fight, seer);
}

static void begin_fight(struct fight *fight, const void *rulebook, const struct dt_state *state)
{
    memset(fight, 0, sizeof *fight);
    fight->book = rulebook;
    fight->state = state;
    fight->attacker = state->active;
}

/* Take from the hands the pair most often played with this outcome; its part of all. */
static unsigned spend(struct fight *fight, unsigned outcome)
{
    struct dt_state *after = fight->after[outcome];
    unsigned sum = 0, most = 0, mine = 0, theirs = 0;

    for (unsigned i = 0; i < fight->cards[0]; i++)
        for (unsigned j = 0; j < fight->cards[1]; j++) {
            unsigned often = fight->played[0][i] * fight->played[1][j];

            if (outcome_of(fight, i, j) != outcome)
                continue;
            sum += often;
            if (often > most) {
                most = often;
                mine = fight->card[0][i];
                theirs = fight->card[1][j];
            }
        }
    if (mine)
        after->combat[fight->attacker][mine]--;
    if (theirs)
        after->combat[1 - fight->attacker][theirs]--;
    return sum * PRACTICE_WHOLE / (ROUNDS * ROUNDS);
}

static unsigned fork(const void *rulebook, const void *view, unsigned seat, void *memory,
                     void *const fork[PRACTICE_FORKS_MAX], unsigned part[PRACTICE_FORKS_MAX])
{
    const struct dt_state *state = view;
    struct fight fight;
    unsigned count = 0;

    (void)seat;
    if (state->phase != DT_PHASE_COMBAT)
        return 0;
    begin_fight(&fight, rulebook, state);
    for (unsigned outcome = 0; outcome < OUTCOMES; outcome++)
        fight.after[outcome] = fork[outcome];
    judge_fight(&fight, memory);
    for (unsigned outcome = 0; outcome < OUTCOMES; outcome++) {
        unsigned share = fight.possible[outcome] ? spend(&fight, outcome) : 0;

        if (!share)
            continue;
        if (count != outcome)
            memcpy(fork[count], fork[outcome], sizeof *state);
        part[count++] = share;
    }
    return count;
}

/* A card of the mixture, by the dice. */
static bool answer(const void *rulebook, const void *view, unsigned seat, void *memory,
                   const struct practice_dice *dice, struct order *order)
{
    const struct dt_state *state = view;
    struct memory *own = memory;
    unsigned of = seat - 1 == state->active ? 0 : 1, at;
    struct fight fight;

    if (state->phase != DT_PHASE_COMBAT || !dt_is_asked_card(state, seat - 1))
        return false;
    begin_fight(&fight, rulebook, state);
    for (unsigned outcome = 0; outcome < OUTCOMES; outcome++)
        fight.after[outcome] = &own->after[outcome];
    judge_fight(&fight, memory);
    at = dice->below(dice->context, ROUNDS);
    for (unsigned i = 0; i < fight.cards[of]; i++) {
        if (at < fight.played[of][i]) {
            *order = (struct order){.kind = DT_ORDER_COMBAT, .seat = (uint8_t)seat, .count = 1};
            order->arg[0] = fight.card[of][i];
            return true;
        }
        at -= fight.played[of][i];
    }
    return false;
}

/* Bytes in whole words, since this is asked for each order that is tried. */
static uint64_t stir(uint64_t hash, const void *bytes, size_t count)
{
    const unsigned char *at = bytes;
    uint64_t word;

    for (size_t i = 0; i < count; i += sizeof word) {
        memcpy(&word, at + i, sizeof word);
        hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
        hash ^= hash >> 32;
    }
    return hash;
}

/* All that an Action changes, but points and time. */
static uint64_t where_of(const struct dt_state *state)
{
    struct {
        uint64_t wounded;
        uint8_t combat[DT_SIDES][DT_CARD_VALUES], jumps[DT_SIDES], score[DT_SIDES];
        uint8_t illusion[DT_SIDES][DT_ILLUSIONS], breaches[DT_SIDES], revealed, spare[7];
    } rest = {.wounded = state->wounded, .revealed = state->revealed};
    uint64_t hash = 1;

    _Static_assert(sizeof state->where % 8 == 0 && sizeof state->turned % 8 == 0 &&
                       sizeof rest == 40,
                   "whole words, no padding");
    memcpy(rest.combat, state->combat, sizeof rest.combat);
    memcpy(rest.jumps, state->jumps, sizeof rest.jumps);
    memcpy(rest.score, state->score, sizeof rest.score);
    memcpy(rest.illusion, state->illusion, sizeof rest.illusion);
    memcpy(rest.breaches, state->breaches, sizeof rest.breaches);
    hash = stir(hash, &rest, sizeof rest);
    hash = stir(hash, state->where, sizeof state->where);
    hash = stir(hash, state->turned, sizeof state->turned);
    hash = stir(hash, state->open, sizeof state->open);
    return stir(hash, state->broken, sizeof state->broken);
}

/* Points, rooms seen and cards played. */
static uint64_t gained_of(const struct dt_state *state)
{
    uint64_t gained = state->revealed;

    for (unsigned side = 0; side < DT_SIDES; side++) {
        gained = gained << 8 | (state->score[side] & 15u) << 4 | (state->jumps[side] & 15u);
        for (unsigned card = 0; card < DT_CARD_VALUES; card++)
            gained = gained * 3 + state->combat[side][card];
    }
    return gained;
}

/* What is left of the turn, and who may not be fought or act any more in it. */
static uint64_t left_of(const struct dt_state *state)
{
    uint64_t rest[] = {state->hurt, state->restored, state->ap};
    uint64_t hash = stir(state->highest + 1u, rest, sizeof rest);

    _Static_assert(sizeof state->potion % 8 == 0 && sizeof state->charm % 8 == 0, "whole words");
    return stir(stir(hash, state->potion, sizeof state->potion), state->charm, sizeof state->charm);
}

static bool place(const void *rulebook, const void *view, struct practice_place *place)
{
    const struct dt_state *state = view;

    (void)rulebook;
    place->turn = state->turn;
    if (state->phase != DT_PHASE_ACT)
        return false;
    *place = (struct practice_place){.turn = state->turn,
                                     .where = where_of(state),
                                     .gained = gained_of(state),
                                     .idle = state->ap,
                                     .left = left_of(state)};
    for (unsigned slot = 0; slot < DT_SLOTS; slot++)
        if (state->revealed >> slot & 1)
            place->turned |= (uint64_t)(1u + (state->turned[slot] & 3u)) << (4 * slot);
    return true;
}

/* The n-th card that a side may have chosen unseen. */
static bool variant(const void *rulebook, void *view, unsigned n)
{
    struct dt_state *state = view;

    (void)rulebook;
    for (unsigned side = 0; side < DT_SIDES; side++)
        for (unsigned card = DT_CARD_VALUES; state->chosen[side] == DT_UNKNOWN && card-- > 0;)
            if (state->combat[side][card] && n-- == 0) {
                state->chosen[side] = (uint8_t)card;
                return true;
            }
    return false;
}

const struct practice dt_practice = {.memory_bytes = sizeof(struct memory),
                                     .terms = terms,
                                     .scale = 1200,
                                     .value = value,
                                     .guess = guess,
                                     .fork = fork,
                                     .answer = answer,
                                     .hope = dt_hope,
                                     .last = dt_last,
                                     .variant = variant,
                                     .place = place,
                                     .idle = TERM_IDLE,
                                     .offer = dt_offer};
