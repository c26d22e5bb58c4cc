/* SPDX-License-Identifier: MIT */
/* Finds a win within a turn that nothing can prevent: some order of the mover's, whatever the
 * others answer. Positions that cannot be won any more are left out as the game knows them. */

#include "bot/bot_p.h"

enum { DEPTH_MAX = 32, SEEN_MAX = 1 << 15, VARIANTS_MAX = 16 };

struct bot_win {
    uint64_t seen[SEEN_MAX]; /* positions without a win, each where its key falls */
    struct {
        uint64_t key;
        int32_t hope;
    } known[SEEN_MAX];       /* what hope a position leaves: most are come to by many orders */
    int16_t hope[LEGAL_MAX]; /* of the orders that are kept */
    unsigned kept;           /* orders still to be tried, of all depths, in the room's `reply` */
    unsigned char *state;    /* DEPTH_MAX positions, then where the win ends */
};

struct hunt {
    struct bot_room *room;
    struct bot_win *win;
    unsigned mover;
    unsigned long left;        /* positions that may still be looked at */
    bool cut;                  /* some were not */
    unsigned orders;           /* of the mover's turn, that may still be given */
    bool longer;               /* more would have led on */
    bool parted;               /* others have answered on the way */
    uint64_t where[DEPTH_MAX]; /* how the board lies on the way, 0 = not looked at */
    unsigned length;           /* of the line, until then */
    struct order line[BOT_PLAN_MAX];
};

size_t bot_win_init(struct bot_room *room, void *memory)
{
    size_t states = (DEPTH_MAX + 1) * room->bot->game->state_bytes;

    room->win = memory;
    if (room->win)
        room->win->state = (unsigned char *)memory + sizeof *room->win;
    return (sizeof *room->win + states + 15) & ~(size_t)15;
}

static void *state_at(const struct hunt *hunt, unsigned depth)
{
    return hunt->win->state + (size_t)depth * hunt->room->bot->game->state_bytes;
}

static bool wins(struct hunt *hunt, unsigned depth);

/* The next position, by an order; false if the order is not legal. */
static bool step(struct hunt *hunt, unsigned depth, const struct order *order)
{
    const struct bot *bot = hunt->room->bot;

    if (depth + 1 == DEPTH_MAX || !hunt->left) {
        hunt->cut = true;
        return false;
    }
    hunt->left--;
    memcpy(state_at(hunt, depth + 1), state_at(hunt, depth), bot->game->state_bytes);
    return bot->game->rules->apply(bot->rulebook, state_at(hunt, depth + 1), order, NULL);
}

static int32_t hope_of(struct hunt *hunt, unsigned depth)
{
    const struct bot *bot = hunt->room->bot;
    const struct practice *practice = bot->game->practice;
    const void *state = state_at(hunt, depth);
    struct practice_place place;
    uint64_t key;
    size_t at;

    if (!practice->place || !practice->place(bot->rulebook, state, &place))
        return practice->hope(bot->rulebook, state, hunt->mover);
    key = place.where ^ (place.left + 3 * place.gained) * UINT64_C(0x9e3779b97f4a7c15);
    at = key % SEEN_MAX;
    if (hunt->win->known[at].key != key) {
        hunt->win->known[at].key = key;
        hunt->win->known[at].hope = practice->hope(bot->rulebook, state, hunt->mover);
    }
    return hunt->win->known[at].hope;
}

/* The mover's orders, into the room's `list`; where one more may be given, those that may win. */
static unsigned list_own(struct hunt *hunt, unsigned depth, bool last)
{
    enum { CHEAPER = 16 }; /* to be listed than to be looked at */
    struct bot_room *room = hunt->room;
    const struct bot *bot = room->bot;
    const struct practice *practice = bot->game->practice;
    const void *state = state_at(hunt, depth);
    unsigned all = bot->game->rules->legal(bot->rulebook, state, hunt->mover, room->list);
    unsigned count = all, cost = all / CHEAPER;

    hunt->left =
        hunt->left > cost && !(bot->late && bot->late(bot->context)) ? hunt->left - cost : 0;
    if (last && practice->last)
        count = practice->last(bot->rulebook, state, hunt->mover, room->list, all);
    hunt->longer |= count < all;
    return count;
}

/* Keep the mover's orders after which there is so much hope, the most hopeful first. */
static void keep_hopeful(struct hunt *hunt, unsigned depth, int32_t least)
{
    struct bot_room *room = hunt->room;
    struct bot_win *win = hunt->win;
    unsigned first = win->kept, at, count = list_own(hunt, depth, least == PRACTICE_HOPE_OPEN);

    for (unsigned i = 0; i < count; i++) {
        int32_t hope = step(hunt, depth, &room->list[i]) ? hope_of(hunt, depth + 1) : -1;

        hunt->longer |= hope >= 0 && hope < least;
        if (hope < least)
            continue;
        if (win->kept == LEGAL_MAX) {
            hunt->cut = true;
            return;
        }
        for (at = win->kept++; at > first && win->hope[at - 1] < hope; at--) {
            win->hope[at] = win->hope[at - 1];
            room->reply[at] = room->reply[at - 1];
        }
        win->hope[at] = (int16_t)hope;
        room->reply[at] = room->list[i];
    }
}

/* One of the mover's orders wins, of those that leave so much hope. */
static bool one_wins(struct hunt *hunt, unsigned depth, int32_t least)
{
    struct bot_win *win = hunt->win;
    unsigned first = win->kept, length = hunt->length;
    bool won = false, parted = hunt->parted;

    keep_hopeful(hunt, depth, least);
    for (unsigned i = first; i < win->kept && !won; i++) {
        const struct order *order = &hunt->room->reply[i];

        hunt->parted = parted;
        hunt->length = length;
        if (!parted && length < BOT_PLAN_MAX)
            hunt->line[hunt->length++] = *order;
        won = step(hunt, depth, order) && wins(hunt, depth + 1);
    }
    win->kept = first;
    return won;
}

/* All that another seat can answer is won; what is listed last is the strongest card. */
static bool all_win(struct hunt *hunt, unsigned depth, unsigned seat)
{
    struct bot_room *room = hunt->room;
    const struct bot *bot = room->bot;
    unsigned first = hunt->win->kept;
    unsigned count =
        bot->game->rules->legal(bot->rulebook, state_at(hunt, depth), seat, room->list);
    bool won = count > 0;

    if (first + count > LEGAL_MAX) {
        hunt->cut = true;
        return false;
    }
    memcpy(room->reply + first, room->list, count * sizeof *room->list);
    hunt->win->kept += count;
    hunt->parted = true;
    for (unsigned i = count; i-- > 0 && won;)
        won = step(hunt, depth, &room->reply[first + i]) && wins(hunt, depth + 1);
    hunt->win->kept = first;
    return won;
}

/* An opening that the table can give, or each of those that a hidden answer may lead to. */
static bool opened_wins(struct hunt *hunt, unsigned depth)
{
    struct bot_room *room = hunt->room;
    const struct bot *bot = room->bot;
    const struct practice *practice = bot->game->practice;
    bool won = true;

    if (bot->game->rules->legal(bot->rulebook, state_at(hunt, depth), SEAT_TABLE, room->answer))
        return step(hunt, depth, &room->answer[0]) && wins(hunt, depth + 1);
    hunt->parted = true;
    for (unsigned n = 0; won && n < VARIANTS_MAX; n++) {
        if (depth + 1 == DEPTH_MAX)
            return false;
        memcpy(state_at(hunt, depth + 1), state_at(hunt, depth), bot->game->state_bytes);
        if (!practice->variant(bot->rulebook, state_at(hunt, depth + 1), n))
            return n > 0;
        won = wins(hunt, depth + 1);
    }
    return won;
}

/* A key of the position and of how far it is looked into, 0 outside the middle of a turn; notes how
 * the board lies. */
static uint64_t key_of(struct hunt *hunt, unsigned depth)
{
    const struct bot *bot = hunt->room->bot;
    struct practice_place place;

    hunt->where[depth] = 0;
    if (!bot->game->practice->place ||
        !bot->game->practice->place(bot->rulebook, state_at(hunt, depth), &place))
        return 0;
    hunt->where[depth] = place.where | 1;
    return (place.where ^ (place.left + 256u * hunt->orders) * UINT64_C(0x9e3779b97f4a7c15)) | 1;
}

/* It lay so before on this way: with fewer points left nothing is gained. */
static bool comes_back(const struct hunt *hunt, unsigned depth)
{
    for (unsigned i = 0; i < depth; i++)
        if (hunt->where[depth] && hunt->where[i] == hunt->where[depth])
            return true;
    return false;
}

/* The mover's own choice comes first: he may not know what others choose with him. */
static const struct decision *first_asked(const struct decision *asked, unsigned count,
                                          unsigned mover)
{
    for (unsigned i = 0; i < count; i++)
        if (asked[i].kind == DECISION_ORDER && asked[i].seat == mover)
            return &asked[i];
    return &asked[0];
}

static bool is_won(const struct hunt *hunt, unsigned depth)
{
    const struct bot *bot = hunt->room->bot;
    struct outcome outcome;

    bot->game->rules->outcome(bot->rulebook, state_at(hunt, depth), &outcome);
    if (outcome.over != GAME_WON || outcome.winner != hunt->mover)
        return false;
    memcpy(state_at(hunt, DEPTH_MAX), state_at(hunt, depth), bot->game->state_bytes);
    return true;
}

/* The mover's own question: one of his orders wins. */
static bool own_wins(struct hunt *hunt, unsigned depth, bool in_turn)
{
    static const int32_t least[] = {PRACTICE_HOPE_WON + 1, PRACTICE_HOPE_OPEN, 0};
    unsigned orders = hunt->orders;
    uint64_t key = key_of(hunt, depth);
    int32_t hope;
    bool won;

    if (comes_back(hunt, depth) || (key && hunt->win->seen[key % SEEN_MAX] == key))
        return false;
    hope = hope_of(hunt, depth);
    if (hope < 0)
        return false;
    if (in_turn && !orders && hope < PRACTICE_HOPE_WON) {
        hunt->longer = true;
        return false;
    }
    hunt->orders -= in_turn && orders;
    won = one_wins(hunt, depth, !in_turn ? 0 : least[orders < 2 ? orders : 2]);
    hunt->orders = orders;
    if (!won && key && !hunt->cut)
        hunt->win->seen[key % SEEN_MAX] = key;
    return won;
}

static bool wins(struct hunt *hunt, unsigned depth)
{
    struct decision asked[DECISIONS_MAX];
    const struct bot *bot = hunt->room->bot;
    unsigned count = bot->game->rules->open_decisions(bot->rulebook, state_at(hunt, depth), asked);
    const struct decision *first = first_asked(asked, count, hunt->mover);

    hunt->where[depth] = 0;
    if (count == 0)
        return is_won(hunt, depth);
    if (first->kind == DECISION_OPEN)
        return opened_wins(hunt, depth);
    if (first->kind == DECISION_DRAW ||
        (first->seat != hunt->mover && first->time_class != TIME_REPLY))
        return false;
    if (first->seat != hunt->mover)
        return all_win(hunt, depth, first->seat);
    return own_wins(hunt, depth, first->time_class != TIME_REPLY);
}

/* Hunt within so many orders, until so many positions are left. */
static bool hunt_within(struct hunt *hunt, unsigned orders, unsigned long most)
{
    memset(hunt->win->seen, 0, sizeof hunt->win->seen);
    hunt->win->kept = 0;
    hunt->length = 0;
    hunt->parted = hunt->cut = hunt->longer = false;
    hunt->orders = orders;
    hunt->left = most;
    return wins(hunt, 0);
}

/* Hunt for a win of a seat whose turn it is: a short one first, which a long way round would miss.
 */
static bool hunt_from(struct hunt *hunt, const void *view, unsigned long most)
{
    enum { SHORT = 3 };
    const struct bot *bot = hunt->room->bot;

    if (!bot->game->practice->hope || !most)
        return false;
    hunt->win = hunt->room->win;
    memset(hunt->win->known, 0, sizeof hunt->win->known);
    memcpy(state_at(hunt, 0), view, bot->game->state_bytes);
    if (hope_of(hunt, 0) < 0)
        return false;
    for (unsigned orders = 1; orders <= SHORT; orders++) {
        if (hunt_within(hunt, orders, most / 2))
            return true;
        if (!hunt->cut && !hunt->longer)
            return false;
        if (hunt->cut)
            break;
    }
    if (hunt_within(hunt, DEPTH_MAX, most))
        return true;
    hunt->room->bot->unfinished += hunt->cut;
    return false;
}

bool bot_win_is_near(struct bot_room *room, const void *state, unsigned mover, unsigned long most)
{
    struct hunt hunt = {.room = room, .mover = mover};

    return hunt_from(&hunt, state, most);
}

/* A choice that may look at fewer positions than its level does hunts less, too. */
static unsigned long limit_of(const struct bot_room *room)
{
    enum { LEAST = 20000, JUDGED = 4 };
    unsigned long hunt = room->effort->hunt, share = hunt;

    if (room->bot->misses_no_win)
        return JUDGED * hunt;
    if (room->limit < room->effort->nodes) /* a page's numbers have half as many bits */
        share = (unsigned long)((uint64_t)hunt * room->limit / room->effort->nodes);
    return share >= LEAST || hunt < LEAST ? share : LEAST;
}

bool bot_win_choose(struct bot_room *room, const void *view, struct order *order)
{
    struct hunt hunt = {.room = room, .mover = room->seat};

    if (!hunt_from(&hunt, view, limit_of(room)) || !hunt.length)
        return false;
    bot_turn_set(room, view, hunt.line, hunt.length, state_at(&hunt, DEPTH_MAX));
    room->bot->sure = true;
    *order = room->bot->plan[0];
    return true;
}
