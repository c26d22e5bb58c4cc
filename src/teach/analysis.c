/* SPDX-License-Identifier: MIT */
/* Looks through a finished game for the turns that cost most. Judging a turn is bot/lesson.c's
 * work, words for it are found in src/outbound. */
#include "teach/analysis.h"

#include "record/entry.h"
#include "seal/secret.h"

enum {
    POSITIONS = 4000000, /* looked at for a whole game */
    LEAST = 2000,        /* and for a turn of a long one */
    MOST = 60000,
    WORTH_TELLING = 15 /* of BOT_CHANCE_WHOLE: less is the judge's own doubt */
};

struct reading {
    struct analysis *analysis;
    struct analysis_turn *turn; /* owned */
    unsigned count, room;
    unsigned points;                 /* room for those of the curve */
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

static enum rc no_memory(struct err *err)
{
    return ERR(err, RC_NO_MEMORY, "no memory for the turns of a game");
}

/* Room for one more of a list that grows. */
static bool has_room(void **list, unsigned *room, unsigned count, size_t bytes)
{
    unsigned wanted = *room ? 2 * *room : 64;
    void *grown = count < *room ? *list : realloc(*list, wanted * bytes);

    if (!grown)
        return false;
    *room = count < *room ? *room : wanted;
    *list = grown;
    return true;
}

static enum rc add_point(struct reading *reading, uint64_t n, int32_t chance, struct err *err)
{
    struct analysis *analysis = reading->analysis;
    void *list = analysis->point;

    if (!has_room(&list, &reading->points, analysis->count, sizeof *analysis->point))
        return no_memory(err);
    analysis->point = list;
    analysis->point[analysis->count++] = (struct analysis_point){.n = n, .chance = chance};
    return RC_OK;
}

/* How it stood for the reader before an order, as his view showed it. */
static enum rc look_before(struct reading *reading, const struct position_step *step,
                           struct err *err)
{
    const struct game *game = step->position->played;
    unsigned seat = reading->analysis->seat;
    OWN_MEMORY void *view = malloc(GAME_STATE_MAX);
    enum rc rc;

    if (!view)
        return no_memory(err);
    reading->bot.game = game;
    reading->bot.rulebook = position_rulebook(step->position);
    reading->bot.seed = step->entry->number; /* the same whoever asks */
    game_view(game, reading->bot.rulebook, step->before, seat, view);
    rc = add_point(reading, step->entry->number - 1,
                   bot_chance(&reading->bot, view, seat, reading->memory), err);
    secret_wipe(view, GAME_STATE_MAX);
    return rc;
}

static enum rc add_turn(struct reading *reading, const struct position_step *step, struct err *err)
{
    void *view = malloc(GAME_STATE_MAX), *list = reading->turn;

    if (!view || !has_room(&list, &reading->room, reading->count, sizeof *reading->turn)) {
        free(view);
        return no_memory(err);
    }
    reading->turn = list;
    reading->turn[reading->count++] = (struct analysis_turn){
        .n = step->entry->number - 1, .seat = step->entry->who, .view = view};
    game_view(step->position->played, position_rulebook(step->position), step->before,
              step->entry->who, view);
    return RC_OK;
}

static void drop_undone(struct reading *reading, uint64_t to)
{
    struct analysis *analysis = reading->analysis;

    while (reading->count && reading->turn[reading->count - 1].n >= to)
        free(reading->turn[--reading->count].view);
    while (analysis->count && analysis->point[analysis->count - 1].n >= to)
        analysis->count--;
}

static enum rc read_step(void *user, const struct position_step *step, struct err *err)
{
    struct reading *reading = user;
    const struct entry *entry = step->entry;
    struct analysis_turn *turn;
    struct order order;
    enum rc rc;

    if (entry->kind == ENTRY_UNDO)
        drop_undone(reading, entry->to);
    if (entry->kind != ENTRY_ORDER || !read_order(step, &order)) {
        /* words, notes and the like come between orders without parting them */
        if (entry->kind != ENTRY_PRESS && entry->kind != ENTRY_DUE && entry->kind != ENTRY_OWN)
            reading->open = false;
        return RC_OK;
    }
    rc = reading->analysis->seat && step->position->played->practice
             ? look_before(reading, step, err)
             : RC_OK;
    turn = reading->open && reading->count ? &reading->turn[reading->count - 1] : NULL;
    if (!turn || turn->seat != entry->who || turn->count == ANALYSIS_ORDERS) {
        reading->open = began_turn(step->position, step->before, entry->who);
        if (!reading->open || rc != RC_OK)
            return rc;
        TRY(add_turn(reading, step, err));
        turn = &reading->turn[reading->count - 1];
    }
    turn->played[turn->count++] = order;
    return rc;
}

/* ---- judging ---- */

/* A missed win before all else. */
static int32_t cost_of(const struct analysis_turn *turn)
{
    return turn->judged.best - turn->judged.played + (turn->judged.missed ? BOT_CHANCE_WHOLE : 0);
}

/* Keep the turns that cost most, and missed wins as long as there is room. */
static void keep_worst(struct analysis *analysis, const struct analysis_turn *turn)
{
    struct analysis_turn *worst = analysis->worst;
    unsigned least = 0;

    if (cost_of(turn) < WORTH_TELLING)
        return;
    for (unsigned i = 1; i < analysis->worst_count; i++)
        if (cost_of(&worst[i]) < cost_of(&worst[least]))
            least = i;
    if (analysis->worst_count >= ANALYSIS_TOLD && cost_of(turn) <= cost_of(&worst[least]) &&
        !(turn->judged.missed && analysis->worst_count < ANALYSIS_WORST))
        return;
    if (analysis->worst_count >= ANALYSIS_TOLD &&
        (!worst[least].judged.missed || analysis->worst_count == ANALYSIS_WORST)) {
        memmove(worst + least, worst + least + 1,
                (--analysis->worst_count - least) * sizeof *worst);
    }
    worst[analysis->worst_count++] = *turn;
}

/* The turn that ended the game for its seat has missed nothing, whatever luck it took. */
static bool has_won(const struct reading *reading, unsigned i)
{
    struct outcome outcome = {0};

    position_outcome(reading->position, &outcome);
    return i + 1 == reading->count && outcome.over == GAME_WON &&
           outcome.winner == reading->turn[i].seat;
}

static void judge_all(struct reading *reading)
{
    unsigned long share = reading->count ? POSITIONS / 2 / reading->count : 0;

    reading->bot.nodes = share < LEAST ? LEAST : share > MOST ? MOST : share;
    for (unsigned i = 0; i < reading->count; i++) {
        struct analysis_turn *turn = &reading->turn[i];

        turn->turn = turns_at(reading->position, turn->n);
        reading->bot.seed = turn->n + 1; /* the same whoever asks */
        if (bot_judge(&reading->bot, turn->view, turn->seat, turn->played, turn->count,
                      reading->memory, &turn->judged) &&
            !has_won(reading, i))
            keep_worst(reading->analysis, turn);
    }
}

/* The curve ends at the result. */
static enum rc end_curve(struct reading *reading, struct err *err)
{
    struct analysis *analysis = reading->analysis;
    const struct position *position = reading->position;
    struct outcome outcome = {0};

    position_outcome(position, &outcome);
    if (outcome.over == GAME_WON || outcome.over == GAME_DRAWN)
        TRY(add_point(reading, position->chain.number,
                      outcome.over == GAME_DRAWN         ? BOT_CHANCE_WHOLE / 2
                      : outcome.winner == analysis->seat ? BOT_CHANCE_WHOLE
                                                         : 0,
                      err));
    for (unsigned i = 0; i < analysis->count; i++)
        analysis->point[i].turn = turns_at(position, analysis->point[i].n);
    return RC_OK;
}

/* The views of turns that are not told of. */
static void drop_others(struct reading *reading)
{
    const struct analysis *analysis = reading->analysis;

    for (unsigned i = 0; i < reading->count; i++) {
        bool kept = false;

        for (unsigned w = 0; w < analysis->worst_count; w++)
            kept |= analysis->worst[w].view == reading->turn[i].view;
        if (!kept)
            free(reading->turn[i].view);
    }
}

static enum rc judge(struct reading *reading, struct err *err)
{
    const struct position *position = reading->position;

    FAIL_IF(position->phase != POSITION_OVER, err, RC_CONFLICT, "the game is not over yet");
    reading->bot.game = position->played;
    reading->bot.rulebook = position_rulebook(position);
    if (position->played->practice)
        judge_all(reading);
    return end_curve(reading, err);
}

enum rc analysis_make(struct desk *desk, int64_t game, unsigned seat, struct analysis *analysis,
                      struct err *err)
{
    struct reading reading = {.analysis = analysis, .bot = {.level = BOT_HARD, .seed = 1}};
    struct position *position = NULL;
    enum rc rc = position_get(desk, game, &position, err);

    analysis->seat = seat;
    TRY(rc);
    reading.memory = malloc(bot_bytes(position->played));
    FAIL_IF(!reading.memory, err, RC_NO_MEMORY, "no memory to think");
    position = NULL;
    rc = position_walk(desk, game, INT64_MAX, read_step, &reading, &position, err);
    reading.position = position;
    THEN(rc, judge(&reading, err));
    position_free(position);
    drop_others(&reading);
    free(reading.turn);
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
    OWN_MEMORY unsigned char *view = calloc(ANALYSIS_ORDERS + 1, GAME_STATE_MAX);
    unsigned count = 0;

    FAIL_IF(!view, err, RC_NO_MEMORY, "no memory for a board");
    memcpy(view, turn->view, position->played->state_bytes);
    if (better)
        count = play_better(position, turn, view, past);
    game_scene(position->played, position_rulebook(position), view + count * GAME_STATE_MAX,
               turn->seat, past, count, scene);
    secret_wipe(view, (ANALYSIS_ORDERS + 1) * GAME_STATE_MAX);
    return RC_OK;
}
