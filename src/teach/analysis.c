/* SPDX-License-Identifier: MIT */
/* Looks through a finished game for the turns that cost most. Judging a turn is bot/lesson.c's
 * work, words for it are found in src/outbound. */
#include "teach/analysis.h"

#include <stdlib.h>
#include <string.h>

#include "record/entry.h"
#include "seal/secret.h"

enum {
    POSITIONS = 4000000, /* looked at for a whole game */
    LEAST = 2000,        /* and for a turn of a long one */
    MOST = 60000,
    WORTH_TELLING = 15 /* of BOT_CHANCE_WHOLE: less is the judge's own doubt */
};

/* A turn as it is read from the log, with what its player saw. */
struct part {
    struct analysis_turn turn;
    int32_t chance; /* the reader's, before it */
};

struct reading {
    struct analysis *analysis;
    struct part *part; /* owned */
    unsigned count, room;
    bool open;                       /* the last one goes on */
    void *memory;                    /* of the bot */
    struct bot bot;                  /* who judges */
    const struct position *position; /* after the walk */
};

void analysis_fini(struct analysis *analysis)
{
    for (unsigned i = 0; i < analysis->worst_count; i++) {
        secret_wipe(analysis->worst[i].view, GAME_STATE_MAX);
        free(analysis->worst[i].view);
    }
    free(analysis->point);
    *analysis = (struct analysis){0};
}

/* ---- reading the log ---- */

static const char *look(void *context, const char *name, size_t *length)
{
    return position_payload(context, name, length);
}

/* The order of an entry with what it hid: the game is over, and it was the player's own. */
static bool read_order(const struct position_step *step, struct order *order)
{
    const struct position *position = step->position;
    char text[ENTRY_WORDS_BYTES + SEAL_NAME_MAX + 8];

    return entry_substitute(step->entry->words, look, (void *)(uintptr_t)position, text,
                            sizeof text, NULL) == RC_OK &&
           position->played->text->read_order(position_rulebook(position), step->entry->who, text,
                                              strlen(text), order);
}

/* Was this seat asked, for a whole turn, before the entry? */
static bool began_turn(const struct position *position, const void *before, unsigned seat)
{
    struct decision asked[DECISIONS_MAX];
    unsigned count =
        position->played->rules->open_decisions(position_rulebook(position), before, asked);

    for (unsigned i = 0; i < count; i++)
        if (asked[i].kind == DECISION_ORDER && asked[i].seat == seat)
            return asked[i].time_class == TIME_TURN;
    return false;
}

static enum rc add_part(struct reading *reading, const struct position_step *step, struct err *err)
{
    const struct game *game = step->position->played;
    void *view = malloc(GAME_STATE_MAX);
    struct part *part;

    if (reading->count == reading->room) {
        unsigned room = reading->room ? 2 * reading->room : 64;
        struct part *grown = realloc(reading->part, room * sizeof *grown);

        if (grown) {
            reading->part = grown;
            reading->room = room;
        }
    }
    if (!view || reading->count == reading->room) {
        free(view);
        return ERR(err, RC_NO_MEMORY, "no memory for the turns of a game");
    }
    part = &reading->part[reading->count++];
    *part = (struct part){
        .turn = {.n = step->entry->number - 1, .seat = step->entry->who, .view = view}};
    reading->bot.game = game;
    reading->bot.rulebook = position_rulebook(step->position);
    game_view(game, reading->bot.rulebook, step->before, reading->analysis->seat, view);
    part->chance = bot_chance(&reading->bot, view, reading->analysis->seat, reading->memory);
    game_view(game, reading->bot.rulebook, step->before, step->entry->who, view);
    return RC_OK;
}

static void drop_undone(struct reading *reading, uint64_t to)
{
    while (reading->count && reading->part[reading->count - 1].turn.n >= to)
        free(reading->part[--reading->count].turn.view);
}

static enum rc read_step(void *user, const struct position_step *step, struct err *err)
{
    struct reading *reading = user;
    const struct entry *entry = step->entry;
    struct analysis_turn *turn;
    struct order order;
    enum rc rc = RC_OK;

    if (entry->kind == ENTRY_UNDO)
        drop_undone(reading, entry->to);
    if (entry->kind != ENTRY_ORDER || !read_order(step, &order)) {
        /* words, notes and the like come between orders without parting them */
        if (entry->kind != ENTRY_PRESS && entry->kind != ENTRY_DUE && entry->kind != ENTRY_OWN)
            reading->open = false;
        return RC_OK;
    }
    turn = reading->open && reading->count ? &reading->part[reading->count - 1].turn : NULL;
    if (!turn || turn->seat != entry->who || turn->count == ANALYSIS_ORDERS) {
        reading->open = began_turn(step->position, step->before, entry->who);
        if (!reading->open)
            return RC_OK;
        rc = add_part(reading, step, err);
        if (rc != RC_OK)
            return rc;
        turn = &reading->part[reading->count - 1].turn;
    }
    turn->played[turn->count++] = order;
    return RC_OK;
}

/* ---- judging ---- */

static int32_t cost_of(const struct analysis_turn *turn)
{
    return turn->judged.best - turn->judged.played;
}

/* Keep the turns that cost most; few are enough to be sorted by hand. */
static void keep_worst(struct analysis *analysis, const struct analysis_turn *turn)
{
    unsigned least = 0;

    if (cost_of(turn) < WORTH_TELLING)
        return;
    if (analysis->worst_count < ANALYSIS_WORST) {
        analysis->worst[analysis->worst_count++] = *turn;
        return;
    }
    for (unsigned i = 1; i < ANALYSIS_WORST; i++)
        if (cost_of(&analysis->worst[i]) < cost_of(&analysis->worst[least]))
            least = i;
    if (cost_of(turn) <= cost_of(&analysis->worst[least]))
        return;
    for (unsigned i = least; i + 1 < ANALYSIS_WORST; i++) /* the order of the game stays */
        analysis->worst[i] = analysis->worst[i + 1];
    analysis->worst[ANALYSIS_WORST - 1] = *turn;
}

static void judge_all(struct reading *reading)
{
    struct analysis *analysis = reading->analysis;
    unsigned long share = reading->count ? POSITIONS / 2 / reading->count : 0;

    reading->bot.nodes = share < LEAST ? LEAST : share > MOST ? MOST : share;
    for (unsigned i = 0; i < reading->count; i++) {
        struct analysis_turn *turn = &reading->part[i].turn;

        turn->turn = turns_at(reading->position, turn->n);
        analysis->point[analysis->count++] =
            (struct analysis_point){turn->n, turn->turn, reading->part[i].chance};
        reading->bot.seed = turn->n + 1; /* the same whoever asks */
        if (bot_judge(&reading->bot, turn->view, turn->seat, turn->played, turn->count,
                      reading->memory, &turn->judged))
            keep_worst(analysis, turn);
    }
}

/* The views of turns that are not told of. */
static void drop_others(struct reading *reading)
{
    const struct analysis *analysis = reading->analysis;

    for (unsigned i = 0; i < reading->count; i++) {
        bool kept = false;

        for (unsigned w = 0; w < analysis->worst_count; w++)
            kept |= analysis->worst[w].view == reading->part[i].turn.view;
        if (!kept)
            free(reading->part[i].turn.view);
    }
}

static enum rc judge(struct reading *reading, struct err *err)
{
    const struct position *position = reading->position;

    if (position->phase != POSITION_OVER)
        return ERR(err, RC_CONFLICT, "the game is not over yet");
    reading->analysis->point = calloc(reading->count + 1u, sizeof *reading->analysis->point);
    if (!reading->analysis->point)
        return ERR(err, RC_NO_MEMORY, "no memory for the course of a game");
    reading->bot.rulebook = position_rulebook(position);
    if (position->played->practice)
        judge_all(reading);
    return RC_OK;
}

enum rc analysis_make(struct desk *desk, int64_t game, unsigned seat, struct analysis *analysis,
                      struct err *err)
{
    struct reading reading = {.analysis = analysis, .bot = {.level = BOT_HARD, .seed = 1}};
    struct position *position = NULL;
    enum rc rc = position_get(desk, game, &position, err);

    analysis->seat = seat;
    if (rc != RC_OK)
        return rc;
    reading.memory = malloc(bot_bytes(position->played));
    if (!reading.memory)
        return ERR(err, RC_NO_MEMORY, "no memory to think");
    position = NULL;
    rc = position_walk(desk, game, INT64_MAX, read_step, &reading, &position, err);
    reading.position = position;
    if (rc == RC_OK)
        rc = judge(&reading, err);
    position_free(position);
    drop_others(&reading);
    free(reading.part);
    free(reading.memory);
    return rc;
}

/* ---- boards ---- */

/* The better orders one after the other, each from the view before it.
 * in     view: the first's, of ANALYSIS_ORDERS + 1 of GAME_STATE_MAX bytes
 * returns how many can be known beforehand */
static unsigned play_better(const struct position *position, const struct analysis_turn *turn,
                            unsigned char *view, struct game_past past[ANALYSIS_ORDERS])
{
    const struct game *game = position->played;
    unsigned count = 0;

    for (; count < turn->judged.count; count++, view += GAME_STATE_MAX) {
        memcpy(view + GAME_STATE_MAX, view, GAME_STATE_MAX);
        if (!game->rules->apply(position_rulebook(position), view + GAME_STATE_MAX,
                                &turn->judged.better[count], NULL))
            break;
        past[count] = (struct game_past){view, &turn->judged.better[count]};
    }
    return count;
}

enum rc analysis_scene(const struct position *position, const struct analysis_turn *turn,
                       bool better, struct scene *scene, struct err *err)
{
    struct game_past past[ANALYSIS_ORDERS];
    unsigned char *view = calloc(ANALYSIS_ORDERS + 1, GAME_STATE_MAX);
    unsigned count = 0;

    if (!view)
        return ERR(err, RC_NO_MEMORY, "no memory for a board");
    memcpy(view, turn->view, position->played->state_bytes);
    if (better)
        count = play_better(position, turn, view, past);
    game_scene(position->played, position_rulebook(position), view + count * GAME_STATE_MAX,
               turn->seat, past, count, scene);
    secret_wipe(view, (ANALYSIS_ORDERS + 1) * GAME_STATE_MAX);
    free(view);
    return RC_OK;
}
