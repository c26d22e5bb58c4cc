/* SPDX-License-Identifier: MIT */
/* Whole turns: a beam of chains of the mover's orders, then the same for whoever answers. */

#include "bot/bot_p.h"

enum { DEPTH_MAX = 20, NO_STEP = UINT16_MAX, STEP_COST = 1, LOST = INT32_MIN / 8 };

/* A chain as far as it has come. */
struct link {
    int32_t value;  /* to the mover, with the offset */
    int32_t offset; /* what the likeliest outcomes on the way left out */
    uint64_t hash;
    uint16_t step;  /* its last, or NO_STEP */
    uint16_t place; /* of its position */
    uint8_t rest;   /* enum bot_rest */
};

/* The best links so far, their positions in `count` + 1 places: one is free for the next. */
struct beam {
    struct link *link;
    unsigned count, width, worst, fresh;
    unsigned char *states;
};

struct step {
    struct order order;
    struct practice_place place; /* after it */
    uint16_t before;
};

struct bot_turn {
    struct beam own[2], reply[2], finals;
    struct step step[BOT_STEPS_MAX];
    unsigned steps;
};

/* What one search is about. */
struct search {
    struct bot_room *room;
    unsigned mover;
    const struct practice_place *been; /* where the turn was when the search began, last here */
    unsigned been_count;
    struct practice_place place; /* of the link that is extended; `turned` 0 outside a turn */
    struct beam *finals;         /* NULL: only the best value is wanted */
    struct beam *from, *to;
    struct order *list;
    int32_t best; /* of turns that are over */
};

/* ---- memory ---- */

static void lay_out(struct beam *beam, unsigned width, size_t state, unsigned char *memory,
                    size_t *used)
{
    struct link *link = bot_take(memory, used, width * sizeof *link);
    unsigned char *states = bot_take(memory, used, (width + 1) * state);

    if (beam) {
        beam->link = link;
        beam->states = states;
    }
}

size_t bot_turn_init(struct bot_room *room, void *memory)
{
    size_t used = 0, state = room->bot->game->state_bytes;
    struct bot_turn *turn = bot_take(memory, &used, sizeof *turn);

    room->turn = turn;
    for (unsigned i = 0; i < 2; i++) {
        lay_out(turn ? &turn->own[i] : NULL, BOT_WIDTH_MAX, state, memory, &used);
        lay_out(turn ? &turn->reply[i] : NULL, BOT_REPLY_MAX, state, memory, &used);
    }
    lay_out(turn ? &turn->finals : NULL, BOT_FINALS_MAX, state, memory, &used);
    return used;
}

/* ---- beams ---- */

static void clear(struct beam *beam, unsigned width)
{
    beam->count = beam->worst = beam->fresh = 0;
    beam->width = width;
}

static void *state_at(const struct bot_room *room, const struct beam *beam, unsigned place)
{
    return beam->states + (size_t)place * room->bot->game->state_bytes;
}

static void find_worst(struct beam *beam)
{
    beam->worst = 0;
    for (unsigned i = 1; i < beam->count; i++)
        if (beam->link[i].value < beam->link[beam->worst].value)
            beam->worst = i;
}

/* Is the same position among the links? Equal ones have equal values. */
static bool is_kept(const struct beam *beam, const struct link *link)
{
    for (unsigned i = 0; i < beam->count; i++)
        if (beam->link[i].value == link->value && beam->link[i].hash == link->hash)
            return true;
    return false;
}

/* Keep a link whose position stands in the beam's fresh place, if it is among the best. */
static struct link *keep(struct bot_room *room, struct beam *beam, struct link *link)
{
    struct link *kept;

    if (!beam->width ||
        (beam->count == beam->width && beam->link[beam->worst].value >= link->value))
        return NULL;
    link->hash = bot_hash(state_at(room, beam, beam->fresh), room->bot->game->state_bytes);
    if (is_kept(beam, link))
        return NULL;
    link->place = (uint16_t)beam->fresh;
    if (beam->count < beam->width) {
        kept = &beam->link[beam->count++];
        beam->fresh = beam->count;
        *kept = *link;
        if (beam->count == beam->width)
            find_worst(beam);
        return kept;
    }
    kept = &beam->link[beam->worst];
    beam->fresh = kept->place;
    *kept = *link;
    find_worst(beam);
    return kept;
}

/* ---- one search ---- */

/* False: not in the middle of a turn. */
static bool place_of(const struct bot *bot, const void *state, struct practice_place *place)
{
    const struct practice *practice = bot->game->practice;

    *place = (struct practice_place){0};
    return practice->place && practice->place(bot->rulebook, state, place);
}

static void remember(struct search *search, const struct beam *beam, struct link *kept,
                     const struct order *order)
{
    struct bot_turn *turn = search->room->turn;
    struct step *step = &turn->step[turn->steps];

    if (!search->finals || !kept)
        return;
    step->order = *order;
    step->before = kept->step;
    place_of(search->room->bot, state_at(search->room, beam, kept->place), &step->place);
    kept->step = (uint16_t)turn->steps++;
}

/* Is a part that was just turned turned back to how it lay in an earlier place? */
static bool is_turned_back(uint64_t turned, const struct practice_place *now,
                           const struct practice_place *then)
{
    for (unsigned at = 0; turned >> at; at += 4)
        if ((turned >> at & 15) && (then->turned >> at & 15) == (now->turned >> at & 15))
            return true;
    return false;
}

/* Does an order lead back to where the turn has been, or turn back what the turn has turned? */
static bool is_idle(const struct search *search, const struct link *from, const void *after)
{
    const struct bot_turn *turn = search->room->turn;
    struct practice_place now;
    uint64_t turned;

    if (!place_of(search->room->bot, after, &now))
        return false;
    turned = search->place.turned ^ now.turned;
    for (unsigned i = 0; i < search->been_count; i++)
        if (search->been[i].where == now.where ||
            (search->been[i].turn == now.turn && is_turned_back(turned, &now, &search->been[i])))
            return true;
    for (unsigned at = from->step; at != NO_STEP; at = turn->step[at].before)
        if (turn->step[at].place.where == now.where ||
            is_turned_back(turned, &now, &turn->step[at].place))
            return true;
    return false;
}

/* What the points cost that a turn leaves: the more, the longer nothing was gained. */
static int32_t idleness(const struct search *search)
{
    const struct bot_room *room = search->room;
    const struct practice_memory *memory = room->memory;
    unsigned turns = 1;

    for (unsigned i = 0; i < search->been_count; i++)
        turns += search->been[i].gained == search->place.gained &&
                 (i == 0 || search->been[i].turn != search->been[i - 1].turn);
    return memory->weight[room->bot->game->practice->idle] * (int32_t)(turns * search->place.idle);
}

/* Try one order from a link; what goes on is kept for the next step, what is over for the end. */
static void try_order(struct search *search, const struct link *from, const void *before,
                      const struct order *order)
{
    struct bot_room *room = search->room;
    const struct bot *bot = room->bot;
    void *state = state_at(room, search->to, search->to->fresh);
    struct link link = {.offset = from->offset, .step = from->step};
    struct link *kept;

    if (search->finals && room->turn->steps == BOT_STEPS_MAX)
        return; /* more chains than the widths of bot_efforts ever keep */
    memcpy(state, before, bot->game->state_bytes);
    if (!bot->game->rules->apply(bot->rulebook, state, order, NULL) || is_idle(search, from, state))
        return;
    link.rest = (uint8_t)bot_settle(room, state, search->mover, &link.offset);
    if (link.rest == BOT_REST_OTHER && search->finals && search->mover == room->seat)
        link.offset += idleness(search);
    link.value = bot_value(room, state) + link.offset;
    if (search->mover != room->seat)
        link.value = -link.value;
    if (link.rest == BOT_REST_OWN) {
        kept = keep(room, search->to, &link);
        remember(search, search->to, kept, order);
        return;
    }
    if (link.value > search->best)
        search->best = link.value;
    if (!search->finals)
        return;
    memcpy(state_at(room, search->finals, search->finals->fresh), state, bot->game->state_bytes);
    kept = keep(room, search->finals, &link);
    remember(search, search->finals, kept, order);
}

/* All orders from each link; false when time is up. */
static bool extend(struct search *search)
{
    struct bot_room *room = search->room;
    const struct bot *bot = room->bot;

    for (unsigned i = 0; i < search->from->count; i++) {
        const struct link *link = &search->from->link[i];
        const void *before = state_at(room, search->from, link->place);
        unsigned count =
            bot->game->rules->legal(bot->rulebook, before, search->mover, search->list);

        if (bot_is_late(room))
            return false;
        place_of(bot, before, &search->place);
        for (unsigned j = 0; j < count; j++)
            try_order(search, link, before, &search->list[j]);
    }
    return true;
}

/* Search the mover's whole turn from a position, `width` chains wide. */
static void search_turn(struct search *search, const void *start, unsigned width,
                        struct beam beam[2])
{
    struct bot_room *room = search->room;

    search->best = INT32_MIN;
    clear(&beam[0], width);
    clear(&beam[1], width);
    memcpy(state_at(room, &beam[0], 0), start, room->bot->game->state_bytes);
    beam[0].link[0] = (struct link){.step = NO_STEP};
    beam[0].count = 1;
    for (unsigned d = 0; d < DEPTH_MAX && beam[d % 2].count; d++) {
        search->from = &beam[d % 2];
        search->to = &beam[(d + 1) % 2];
        clear(search->to, width);
        if (!extend(search))
            break;
    }
}

/* ---- answers ---- */

/* Whose turn it is in a position that rests; 0: nobody's. */
static unsigned mover_of(struct bot_room *room, const void *state, bool *setup)
{
    struct decision asked[DECISIONS_MAX];
    unsigned count = room->bot->game->rules->open_decisions(room->bot->rulebook, state, asked);

    if (count == 0 || asked[0].kind != DECISION_ORDER)
        return 0;
    *setup = asked[0].time_class == TIME_SETUP;
    return asked[0].seat;
}

/* What a position at the end of a turn is worth once it is answered, in the room's seat's eyes. */
static int32_t answered(struct bot_room *room, const void *state, unsigned width)
{
    bool setup = false;
    unsigned mover = mover_of(room, state, &setup);
    struct practice_place start;
    struct search search = {.room = room, .mover = mover, .list = room->reply, .been = &start};

    if (!mover || setup)
        return bot_value(room, state);
    search.been_count = place_of(room->bot, state, &start);
    search_turn(&search, state, width, room->turn->reply);
    if (search.best == INT32_MIN)
        return bot_value(room, state);
    return mover == room->seat ? search.best : -search.best;
}

/* Go on with the own turn, each order the best at once, until it is over. */
static void finish_turn(struct bot_room *room, void *state)
{
    const struct bot *bot = room->bot;
    struct search search = {.room = room, .mover = room->seat, .list = room->reply};

    for (unsigned n = 0; n < DEPTH_MAX; n++) {
        bool setup;
        unsigned count, best = 0;
        int32_t most = INT32_MIN, offset = 0;

        if (mover_of(room, state, &setup) != room->seat)
            return;
        count = bot->game->rules->legal(bot->rulebook, state, room->seat, search.list);
        for (unsigned i = 0; i < count; i++) {
            int32_t worth = 0;

            memcpy(room->spare[1], state, bot->game->state_bytes);
            if (!bot->game->rules->apply(bot->rulebook, room->spare[1], &search.list[i], NULL))
                continue;
            bot_settle(room, room->spare[1], room->seat, &worth);
            worth += bot_value(room, room->spare[1]);
            if (worth > most) {
                most = worth;
                best = i;
            }
        }
        if (!count || !bot->game->rules->apply(bot->rulebook, state, &search.list[best], NULL) ||
            bot_settle(room, state, room->seat, &offset) != BOT_REST_OWN)
            return;
    }
}

/* The mean over guesses at what is about to be seen. */
static int32_t guessed(struct bot_room *room, const void *state, unsigned width, unsigned guesses)
{
    const struct bot *bot = room->bot;
    const struct practice *practice = bot->game->practice;
    int64_t sum = 0;
    uint64_t kept = bot->seed;

    if (!practice->guess || !guesses)
        return bot_value(room, state);
    for (unsigned i = 0; i < guesses; i++) {
        int32_t offset = 0;

        room->bot->seed = (kept + i) * UINT64_C(0x9e3779b97f4a7c15) | 1; /* the same for all */
        memcpy(room->spare[0], state, bot->game->state_bytes);
        practice->guess(bot->rulebook, room->spare[0], room->seat, &room->dice);
        if (bot_settle(room, room->spare[0], room->seat, &offset) == BOT_REST_OWN)
            finish_turn(room, room->spare[0]);
        sum += answered(room, room->spare[0], width) + offset;
    }
    room->bot->seed = kept;
    return (int32_t)(sum / (int64_t)guesses);
}

static unsigned length_of(const struct bot_turn *turn, const struct link *link)
{
    unsigned length = 0;

    for (unsigned at = link->step; at != NO_STEP; at = turn->step[at].before)
        length++;
    return length;
}

/* Judge one turn anew: by its answer, and shorter is better where all else is the same. */
static void judge(struct bot_room *room, struct link *link, unsigned width)
{
    const void *state = state_at(room, &room->turn->finals, link->place);
    int32_t value;

    if (link->rest == BOT_REST_OVER)
        value = bot_value(room, state);
    else if (link->rest == BOT_REST_SEE)
        value = guessed(room, state, width, room->effort->guesses);
    else
        value = answered(room, state, width);
    link->value = value + link->offset - STEP_COST * (int32_t)length_of(room->turn, link);
}

static void sort(struct link *link, unsigned count)
{
    for (unsigned i = 1; i < count; i++) {
        struct link moved = link[i];
        unsigned at = i;

        for (; at > 0 && link[at - 1].value < moved.value; at--)
            link[at] = link[at - 1];
        link[at] = moved;
    }
}

/* Look at the answers to the best turns: all a little, the best of those harder, and so on. A turn
 * whose answer was cut off seems better than it is: it is left out, and so is what comes after. */
static void weigh_answers(struct bot_room *room)
{
    const struct bot_effort *effort = room->effort;
    struct beam *finals = &room->turn->finals;
    unsigned count = finals->count, width = effort->reply;

    for (unsigned round = 0; round < effort->rounds && count > (round ? 1 : 0); round++) {
        unsigned judged = 0;
        bool cut;

        for (; judged < count && (judged == 0 || !bot_is_late(room)); judged++)
            judge(room, &finals->link[judged], width);
        cut = bot_is_late(room);
        if (cut && round > 0)
            return; /* what the round before said of the rest cannot be compared */
        if (cut && judged > 1)
            finals->count = --judged;
        sort(finals->link, judged);
        count = (judged + 3) / 4;
        width = round + 2u >= effort->rounds ? effort->reply_end
                                             : (effort->reply + effort->reply_end + 0u) / 3;
    }
}

/* Rather any other turn than one after which the other side wins with certainty. */
static void ward_off(struct bot_room *room)
{
    struct beam *finals = &room->turn->finals;

    for (unsigned n = 0; n < finals->count && !bot_is_late(room); n++) {
        struct link *best = &finals->link[0];
        const void *state = state_at(room, finals, best->place);
        bool setup = false;
        unsigned mover = best->rest == BOT_REST_OTHER ? mover_of(room, state, &setup) : 0;

        if (!mover || mover == room->seat || best->value <= LOST ||
            !bot_win_is_near(room, state, mover, room->effort->ward))
            return;
        best->value = best->value / 2 + 2 * LOST;
        sort(finals->link, finals->count);
    }
}

/* ---- the choice ---- */

/* A chain's orders; returns how many of them there is room for. */
static unsigned chain_of(const struct bot_turn *turn, const struct link *link,
                         struct order order[BOT_PLAN_MAX])
{
    unsigned length = length_of(turn, link), n = length;

    for (unsigned at = link->step; at != NO_STEP; at = turn->step[at].before)
        if (--n < BOT_PLAN_MAX)
            order[n] = turn->step[at].order;
    return length < BOT_PLAN_MAX ? length : BOT_PLAN_MAX;
}

/* Note the orders of a turn and the views that they are for. */
static void plan(struct bot_room *room, const void *view, unsigned count)
{
    struct bot *bot = room->bot;
    void *state = room->spare[0];

    bot->planned = count;
    memcpy(state, view, bot->game->state_bytes);
    for (unsigned n = 0; n < bot->planned; n++) {
        struct decision asked[DECISIONS_MAX];

        bot->expected[n] = bot_hash(state, bot->game->state_bytes);
        if (!bot->game->rules->apply(bot->rulebook, state, &bot->plan[n], NULL) ||
            bot->game->rules->open_decisions(bot->rulebook, state, asked) != 1 ||
            asked[0].kind != DECISION_ORDER || asked[0].seat != room->seat) {
            bot->planned = n + 1; /* others answer: what follows is thought out then */
            return;
        }
    }
}

void bot_turn_set(struct bot_room *room, const void *view, const struct order *order,
                  unsigned count, const void *end)
{
    struct beam *finals = &room->turn->finals;

    clear(finals, 1);
    finals->link[0] = (struct link){.step = NO_STEP, .rest = BOT_REST_OVER};
    memcpy(state_at(room, finals, 0), end, room->bot->game->state_bytes);
    memcpy(room->bot->plan, order, count * sizeof *order);
    plan(room, view, count);
    room->bot->value = bot_value(room, end);
}

bool bot_turn_judge(struct bot_room *room, const void *view, const struct order *played,
                    unsigned count, void *end, bool *unseen, int32_t *value)
{
    const struct bot *bot = room->bot;
    struct beam *finals = &room->turn->finals;
    struct link link = {.step = NO_STEP, .rest = BOT_REST_OWN};

    memcpy(end, view, bot->game->state_bytes);
    for (unsigned i = 0; i < count && link.rest == BOT_REST_OWN; i++) {
        if (!bot->game->rules->apply(bot->rulebook, end, &played[i], NULL))
            return false;
        link.rest = (uint8_t)bot_settle(room, end, room->seat, &link.offset);
    }
    clear(finals, 1);
    memcpy(state_at(room, finals, 0), end, bot->game->state_bytes);
    judge(room, &link, room->effort->reply_end);
    *unseen = link.rest == BOT_REST_SEE;
    *value = link.value;
    return true;
}

unsigned bot_turn_answer(struct bot_room *room, const void *state, struct order *order)
{
    struct bot_turn *turn = room->turn;
    bool setup = false;
    unsigned mover = mover_of(room, state, &setup);
    struct practice_place start;
    struct search search = {
        .room = room, .mover = mover, .finals = &turn->finals, .list = room->reply, .been = &start};

    if (!mover || mover == room->seat || setup)
        return 0;
    search.been_count = place_of(room->bot, state, &start);
    turn->steps = 0;
    clear(&turn->finals, 1);
    search_turn(&search, state, room->effort->reply_end, turn->reply);
    return turn->finals.count ? chain_of(turn, &turn->finals.link[0], order) : 0;
}

const void *bot_turn_end(const struct bot_room *room)
{
    const struct beam *finals = &room->turn->finals;

    return state_at(room, finals, finals->link[0].place);
}

/* Without time to think: the first order that is not idle, if there is one. */
static void take_first(struct search *search, const void *view, struct order *order)
{
    const struct bot_room *room = search->room;
    const struct bot *bot = room->bot;
    const struct link link = {.step = NO_STEP};
    unsigned count = bot->game->rules->legal(bot->rulebook, view, search->mover, room->list);

    place_of(bot, view, &search->place);
    for (unsigned i = 0; i < count; i++) {
        memcpy(room->spare[0], view, bot->game->state_bytes);
        if (bot->game->rules->apply(bot->rulebook, room->spare[0], &room->list[i], NULL) &&
            !is_idle(search, &link, room->spare[0])) {
            *order = room->list[i];
            return;
        }
    }
}

/* As many chains as can be followed to the end of the turn. */
static unsigned width_within(const struct bot_room *room)
{
    enum { CHAIN = 400 }; /* positions that one takes, a long turn through */
    unsigned long width = room->limit / CHAIN + 1;

    return width < room->effort->width ? (unsigned)width : room->effort->width;
}

bool bot_turn_choose(struct bot_room *room, const void *view, struct order *order)
{
    struct bot_turn *turn = room->turn;
    const struct bot_effort *effort = room->effort;
    struct search search = {
        .room = room, .mover = room->seat, .finals = &turn->finals, .list = room->list};
    unsigned long whole = room->limit;

    search.been = room->bot->trail;
    search.been_count = room->bot->trailed;
    turn->steps = 0;
    clear(&turn->finals, effort->finals ? effort->finals : 1);
    if (effort->finals) /* the rest is for the answers */
        room->limit = whole / 2;
    search_turn(&search, view, width_within(room), turn->own);
    room->limit = whole;
    if (turn->finals.count == 0) {
        take_first(&search, view, order);
        return true;
    }
    sort(turn->finals.link, turn->finals.count);
    if (effort->finals)
        weigh_answers(room);
    ward_off(room);
    plan(room, view, chain_of(turn, &turn->finals.link[0], room->bot->plan));
    *order = room->bot->plan[0];
    room->bot->value = turn->finals.link[0].value;
    bot_below(room->bot, 2); /* the next choice meets other guesses */
    return true;
}
