/* SPDX-License-Identifier: MIT */
/* A tree of what each seat can know (multiple-observer information-set tree search): guess by
 * guess at the unseen a game is followed to the end of its stretch, each seat choosing by what its
 * own view has taught so far. Cowling, Powley, Whitehouse, "Information Set Monte Carlo Tree
 * Search", 2012. Nodes are found by the hash of the view, so ways that meet share what they learn.
 */

#include "bot/bot_p.h"

enum {
    NODES_MAX = 1 << 15,
    ARMS_MAX = 16,
    PATH_MAX = 96,
    ORDERS_MAX = 400, /* of a walk */
    BASE = 1024       /* of the fixed-point numbers */
};

struct arm {
    uint32_t walks;
    uint32_t sum; /* of values, each 0 to 1000 */
};

struct node {
    uint64_t key; /* 0: free */
    uint32_t walks;
    struct arm arm[ARMS_MAX];
};

struct bot_tree {
    unsigned places; /* a power of two: as many as the level's walks can want */
    unsigned count;
    struct node node[NODES_MAX];
};

/* A choice on the way that learns from the end. */
struct choice {
    struct node *node;
    uint8_t arm, seat;
};

struct walk {
    struct bot_room *room;
    void *state;
    struct choice path[PATH_MAX];
    unsigned length;
    bool blind; /* beyond the tree: no more nodes on this walk */
};

size_t bot_tree_init(struct bot_room *room, void *memory)
{
    room->tree = memory;
    return sizeof *room->tree;
}

/* The node of a key, made if there is room; NULL if not. */
static struct node *find(struct bot_tree *tree, uint64_t key, bool *fresh)
{
    unsigned at = (unsigned)(key >> 20) % tree->places;

    key |= 1;
    *fresh = false;
    for (; tree->node[at].key; at = (at + 1) % tree->places)
        if (tree->node[at].key == key)
            return &tree->node[at];
    if (tree->count == tree->places / 8 * 7)
        return NULL;
    tree->count++;
    *fresh = true;
    tree->node[at].key = key;
    return &tree->node[at];
}

/* Square root and logarithm in BASE-ths: the core has no floating point. x is below 2^26, since a
 * logarithm is below 23. */
static uint32_t root_of(uint32_t x)
{
    uint32_t root = 0, first = 1u << (31 - __builtin_clz(x | 1)) / 2;

    for (uint32_t bit = first; bit; bit >>= 1)
        if ((root + bit) * (root + bit) <= x)
            root += bit;
    return root;
}

static uint32_t log_of(uint32_t x)
{
    unsigned whole = 31u - (unsigned)__builtin_clz(x | 1);
    uint64_t rest = ((uint64_t)(x | 1) << 10) >> whole; /* BASE to 2 BASE */

    /* ln x = ln 2 * (whole + (rest - 1)), nearly */
    return (uint32_t)((whole * BASE + (rest - BASE)) * 710 / BASE);
}

/* Upper confidence bound: what has served best, and what was tried too little. */
static unsigned pick_arm(struct bot_room *room, const struct node *node, unsigned count)
{
    enum { DARING = 550 }; /* thousandths */
    uint32_t log = log_of(node->walks + 1);
    unsigned best = 0, untried = 0;
    uint64_t most = 0;

    for (unsigned i = 0; i < count; i++)
        untried += node->arm[i].walks == 0;
    if (untried) {
        unsigned at = bot_below(room->bot, untried);

        for (unsigned i = 0;; i++)
            if (node->arm[i].walks == 0 && at-- == 0)
                return i;
    }
    for (unsigned i = 0; i < count; i++) {
        const struct arm *arm = &node->arm[i];
        uint64_t bound = (uint64_t)arm->sum * BASE / arm->walks +
                         (uint64_t)DARING * root_of(log * BASE / arm->walks);

        if (bound > most) {
            most = bound;
            best = i;
        }
    }
    return best;
}

/* What few walks have taught says less than how players are wont to go on: a seat that has been
 * somewhere three times has not even tried each order. The own choice now is learnt from the start.
 * The plainer judgement knows no habits. */
static bool is_learnt(const struct walk *walk, const struct node *node)
{
    enum { TRUST = 10 }; /* walks after which both count the same */
    struct bot_room *room = walk->room;

    return room->dice.plain || !room->bot->game->practice->prefer || walk->length == 0 ||
           bot_below(room->bot, node->walks + TRUST) >= TRUST;
}

/* In the tree by the bound. The first node beyond is made and ends it: from there on the game goes
 * by preference, or by chance. */
static const struct order *choose(struct walk *walk, unsigned seat)
{
    struct bot_room *room = walk->room;
    const struct bot *bot = room->bot;
    const struct game *game = bot->game;
    unsigned count = game->rules->legal(bot->rulebook, walk->state, seat, room->reply), arm = 0;
    struct node *node = NULL;
    bool fresh = false;

    if (count == 0)
        return NULL;
    if (count == 1)
        return &room->reply[0];
    if (!walk->blind && count <= ARMS_MAX && walk->length < PATH_MAX) {
        void *view = room->spare[1];

        game_view(game, bot->rulebook, walk->state, seat, view);
        node = find(room->tree, bot_hash(view, game->state_bytes) + seat, &fresh);
        walk->blind = !node || fresh;
    }
    if (node && !fresh && is_learnt(walk, node))
        arm = pick_arm(room, node, count);
    else if (game->practice->prefer)
        arm = game->practice->prefer(bot->rulebook, walk->state, seat, room->reply, count,
                                     &room->dice);
    else
        arm = (unsigned)(bot_pick(room->bot, room->reply, count) - room->reply);
    if (node)
        walk->path[walk->length++] = (struct choice){node, (uint8_t)arm, (uint8_t)seat};
    return &room->reply[arm];
}

static bool step(struct walk *walk, const struct decision *decision)
{
    struct bot_room *room = walk->room;
    const struct order *order;

    if (decision->kind != DECISION_ORDER)
        return bot_answer_table(room, walk->state, decision);
    order = choose(walk, decision->seat);
    return order && room->bot->game->rules->apply(room->bot->rulebook, walk->state, order, NULL);
}

/* Each choice learns what the seat that made it has in the end. */
static void learn(struct walk *walk)
{
    const struct bot *bot = walk->room->bot;
    int32_t value[SEATS_MAX + 1];

    for (unsigned seat = 0; seat <= SEATS_MAX; seat++)
        value[seat] = -1;
    for (unsigned i = 0; i < walk->length; i++) {
        struct choice *choice = &walk->path[i];
        int32_t *worth = &value[choice->seat];

        if (*worth < 0)
            *worth = bot->game->practice->value(bot->rulebook, walk->state, choice->seat,
                                                walk->room->memory);
        choice->node->walks++;
        choice->node->arm[choice->arm].walks++;
        choice->node->arm[choice->arm].sum += (uint32_t)*worth;
    }
}

static void follow(struct walk *walk)
{
    const struct bot *bot = walk->room->bot;
    const struct practice *practice = bot->game->practice;
    uint32_t stretch = practice->stretch(bot->rulebook, walk->state);
    struct decision asked[DECISIONS_MAX];

    for (unsigned n = 0; n < ORDERS_MAX; n++) {
        unsigned count = bot->game->rules->open_decisions(bot->rulebook, walk->state, asked);

        if (count == 0 || practice->stretch(bot->rulebook, walk->state) != stretch ||
            !step(walk, &asked[0]))
            break;
    }
    learn(walk);
}

/* The arm that was walked most is the one that has served best. */
static unsigned best_arm(const struct bot_room *room, const void *view, unsigned count)
{
    bool fresh;
    const struct node *node =
        find(room->tree, bot_hash(view, room->bot->game->state_bytes) + room->seat, &fresh);
    unsigned best = 0;

    if (!node || count > ARMS_MAX)
        return 0;
    for (unsigned i = 1; i < count; i++)
        if (node->arm[i].walks > node->arm[best].walks)
            best = i;
    room->bot->value =
        node->arm[best].walks ? (int32_t)(node->arm[best].sum / node->arm[best].walks) : 0;
    return best;
}

int32_t bot_tree_worth(struct bot_room *room, const void *view, const struct order *order)
{
    const struct game *game = room->bot->game;
    unsigned count = game->rules->legal(room->bot->rulebook, view, room->seat, room->list);
    bool fresh;
    const struct node *node =
        find(room->tree, bot_hash(view, game->state_bytes) + room->seat, &fresh);

    for (unsigned i = 0; node && i < count && i < ARMS_MAX; i++)
        if (memcmp(&room->list[i], order, offsetof(struct order, arg)) == 0 &&
            memcmp(room->list[i].arg, order->arg, order->count * sizeof *order->arg) == 0)
            return node->arm[i].walks ? (int32_t)(node->arm[i].sum / node->arm[i].walks) : -1;
    return -1;
}

/* What was walked most is chosen; can that still change? */
static bool is_decided(struct bot_room *room, const void *view, unsigned count, uint32_t left)
{
    bool fresh;
    const struct node *node =
        find(room->tree, bot_hash(view, room->bot->game->state_bytes) + room->seat, &fresh);
    uint32_t most = 0, next = 0;

    for (unsigned i = 0; node && i < count && i < ARMS_MAX; i++)
        if (node->arm[i].walks > most) {
            next = most;
            most = node->arm[i].walks;
        } else if (node->arm[i].walks > next)
            next = node->arm[i].walks;
    return most > next + left;
}

/* Each walk makes one node at most. Only what they can fill is cleared: most levels walk little. */
static void clear(struct bot_tree *tree, uint32_t walks)
{
    tree->places = 8;
    while (tree->places < NODES_MAX && tree->places / 8 * 7 <= walks)
        tree->places *= 2;
    tree->count = 0;
    memset(tree->node, 0, tree->places * sizeof *tree->node);
}

int32_t bot_tree_mean(struct bot_room *room, const void *view)
{
    enum { WALKS = 300 };
    const struct bot *bot = room->bot;
    int64_t sum = 0;

    for (unsigned i = 0; i < WALKS; i++) {
        struct walk walk = {.room = room, .state = room->spare[0], .blind = true};

        memcpy(walk.state, view, bot->game->state_bytes);
        if (bot->game->practice->guess)
            bot->game->practice->guess(bot->rulebook, walk.state, room->seat, &room->dice);
        follow(&walk);
        sum += bot_value(room, walk.state);
    }
    return (int32_t)(sum / WALKS);
}

bool bot_tree_choose(struct bot_room *room, const void *view, struct order *order)
{
    const struct game *game = room->bot->game;
    unsigned count = game->rules->legal(room->bot->rulebook, view, room->seat, room->list);

    clear(room->tree, room->effort->walks);
    for (uint32_t i = 0; i < room->effort->walks && (i % 16 || !bot_is_late(room)); i++) {
        struct walk walk = {.room = room, .state = room->spare[0]};

        if (i && i % 64 == 0 && is_decided(room, view, count, room->effort->walks - i))
            break;

        memcpy(walk.state, view, game->state_bytes);
        if (game->practice->guess)
            game->practice->guess(room->bot->rulebook, walk.state, room->seat, &room->dice);
        follow(&walk);
        room->nodes++;
    }
    *order = room->list[best_arm(room, view, count)];
    return true;
}
