/* SPDX-License-Identifier: MIT */
#include "respond.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "rules/practice.h"

enum { NODES = 1 << 14, ARMS_MAX = 16, PATH_MAX = 64, ORDERS_MAX = 400, WALKS = 20000 };

struct node {
    uint64_t key; /* 0: free */
    double sum[ARMS_MAX];
    unsigned tried[ARMS_MAX], walks;
};

struct response {
    const struct game *game;
    const void *rulebook;
    unsigned seat;
    struct practice_dice dice;
    struct practice_memory *memory;
    void *state, *view;
    struct order *list;
    struct node *node;
    unsigned nodes;

    struct node *at[PATH_MAX];
    unsigned arm[PATH_MAX], length;
    bool blind; /* beyond the tree */
};

static unsigned below(void *context, unsigned bound)
{
    uint64_t *seed = context;

    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return (unsigned)((*seed * UINT64_C(0x2545f4914f6cdd1d) >> 33) % bound);
}

/* What the seat knows in a position, as a number. */
static uint64_t key_of(struct response *response, const void *state)
{
    const unsigned char *byte = response->view;
    uint64_t key = 1;

    game_view(response->game, response->rulebook, state, response->seat, response->view);
    for (size_t i = 0; i < response->game->state_bytes; i++)
        key = (key ^ byte[i]) * UINT64_C(0x100000001b3);
    return (key ^ key >> 29) | 1;
}

static struct node *find(struct response *response, uint64_t key, bool *fresh)
{
    unsigned at = (unsigned)(key >> 20) % NODES;

    *fresh = false;
    for (; response->node[at].key; at = (at + 1) % NODES)
        if (response->node[at].key == key)
            return &response->node[at];
    if (response->nodes == NODES / 8 * 7)
        return NULL;
    response->nodes++;
    *fresh = true;
    response->node[at].key = key;
    return &response->node[at];
}

static unsigned select_arm(const struct node *node, unsigned count)
{
    unsigned best = 0;
    double most = -1;

    for (unsigned i = 0; i < count; i++) {
        double bound = node->tried[i] ? node->sum[i] / node->tried[i] +
                                            550 * sqrt(log(node->walks + 1.0) / node->tried[i])
                                      : 1e6;

        if (bound > most) {
            most = bound;
            best = i;
        }
    }
    return best;
}

/* The own choices learn; those of others, and what lies beyond the tree, go by habit. */
static unsigned choose(struct response *response, unsigned seat, unsigned count)
{
    struct node *node = NULL;
    unsigned arm;
    bool fresh = false;

    if (seat == response->seat && !response->blind && count <= ARMS_MAX &&
        response->length < PATH_MAX) {
        node = find(response, key_of(response, response->state), &fresh);
        response->blind = !node || fresh;
    }
    arm = node && !fresh
              ? select_arm(node, count)
              : response->game->practice->prefer(response->rulebook, response->state, seat,
                                                 response->list, count, &response->dice);
    if (node) {
        response->at[response->length] = node;
        response->arm[response->length++] = arm;
    }
    return arm;
}

static bool step(struct response *response, const struct decision *asked)
{
    const struct game *game = response->game;
    struct order order;

    if (asked->kind == DECISION_DRAW) {
        uint16_t number[DRAW_NUMBERS_MAX] = {0};

        for (unsigned i = 0; i < asked->bound_count; i++)
            number[i] = (uint16_t)below(response->dice.context, asked->bound[i]);
        game->rules->draw_order(response->rulebook, response->state, asked, number, &order);
    } else {
        unsigned seat = asked->kind == DECISION_OPEN ? SEAT_TABLE : asked->seat;
        unsigned count =
            game->rules->legal(response->rulebook, response->state, seat, response->list);

        if (!count)
            return false;
        order =
            response->list[seat == SEAT_TABLE || count == 1 ? 0 : choose(response, seat, count)];
    }
    return game->rules->apply(response->rulebook, response->state, &order, NULL);
}

/* One guess at what is hidden, followed to the end of the round. */
static void walk(struct response *response, const void *view)
{
    const struct game *game = response->game;
    const struct practice *practice = game->practice;
    struct decision asked[DECISIONS_MAX];
    uint32_t stretch = practice->stretch(response->rulebook, view);
    int32_t worth;

    memcpy(response->state, view, game->state_bytes);
    practice->guess(response->rulebook, response->state, response->seat, &response->dice);
    response->length = 0;
    response->blind = false;
    for (unsigned n = 0; n < ORDERS_MAX; n++)
        if (!game->rules->open_decisions(response->rulebook, response->state, asked) ||
            practice->stretch(response->rulebook, response->state) != stretch ||
            !step(response, &asked[0]))
            break;
    worth = practice->value(response->rulebook, response->state, response->seat, response->memory);
    for (unsigned i = 0; i < response->length; i++) {
        response->at[i]->walks++;
        response->at[i]->tried[response->arm[i]]++;
        response->at[i]->sum[response->arm[i]] += worth;
    }
}

static void prepare(struct response *response)
{
    const struct practice *practice = response->game->practice;

    response->memory = calloc(1, practice->memory_bytes);
    response->state = malloc(response->game->state_bytes);
    response->view = malloc(response->game->state_bytes);
    response->list = malloc(LEGAL_MAX * sizeof *response->list);
    response->node = calloc(NODES, sizeof *response->node);
    if (!response->memory || !response->state || !response->view || !response->list ||
        !response->node)
        exit(1);
    for (unsigned i = 0; practice->terms[i].name; i++)
        response->memory->weight[i] = practice->terms[i].weight;
}

static void clear(struct response *response)
{
    free(response->memory);
    free(response->state);
    free(response->view);
    free(response->list);
    free(response->node);
}

bool respond(const struct game *game, const void *rulebook, const void *view, unsigned seat,
             uint64_t *seed, struct order *order)
{
    struct response response = {
        .game = game, .rulebook = rulebook, .seat = seat, .dice = {below, seed, false}};
    const struct node *root;
    unsigned count, best = 0;
    bool fresh;

    if (!game->practice->prefer)
        return false;
    prepare(&response);
    for (unsigned i = 0; i < WALKS; i++)
        walk(&response, view);
    root = find(&response, key_of(&response, view), &fresh);
    count = game->rules->legal(rulebook, view, seat, response.list);
    for (unsigned i = 1; i < count && i < ARMS_MAX && root; i++)
        if (root->tried[i] > root->tried[best])
            best = i;
    if (count)
        *order = response.list[best];
    clear(&response);
    return count > 0;
}
