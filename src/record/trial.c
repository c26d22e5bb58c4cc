/* SPDX-License-Identifier: MIT */
/* Plays a game's orders by another rules version beside its own, and says where they part. */
#include "record/trial.h"

#include "record/replay_p.h"

/* Bytes first; a version may keep the same position in other bytes, so then its text. */
static enum rc states_differ(const struct game *game, const struct position *old,
                             const struct position *next, bool *differ, struct err *err)
{
    enum { TEXT_BYTES = 1 << 16 };
    OWN_MEMORY char *text = NULL;
    struct text a, b;

    *differ = memcmp(old->state, next->state, game->state_bytes) != 0;
    if (!*differ)
        return RC_OK;
    text = malloc(2 * TEXT_BYTES);
    FAIL_IF(!text, err, RC_NO_MEMORY, "no memory for positions");
    text_init(&a, text, TEXT_BYTES);
    text_init(&b, text + TEXT_BYTES, TEXT_BYTES);
    game->text->write(old->rulebook, old->state, &a);
    game->text->write(next->rulebook, next->state, &b);
    *differ = a.cut || b.cut || strcmp(text, text + TEXT_BYTES) != 0;
    secret_wipe(text, 2 * TEXT_BYTES);
    return RC_OK;
}

struct trial_run {
    const struct replay *replay; /* may be gone before the run */
    const struct game *game;
    char rules[GENESIS_NAME_BYTES];
    struct hash tables;
    struct position next; /* under the rules that are tried */
    size_t steps;         /* of the replay, played on it */
    bool is_behind;       /* steps were taken back, or the replay's own rules changed */
    struct trial trial;
};

static void refuse(struct trial_run *run, uint64_t number, const struct err *why)
{
    run->trial.kind = TRIAL_ILLEGAL;
    run->trial.number = number;
    text_copy(run->trial.why, sizeof run->trial.why, why->text);
}

/* The rules may refuse the very options. */
static enum rc set_up(struct trial_run *run, struct err *err)
{
    struct err why = {0};
    enum rc rc = position_start(run->replay, run->rules, &run->tables, &run->next, &why);

    if (rc == RC_OK)
        return RC_OK;
    FAIL_IF(rc != RC_BAD_INPUT, err, rc, why.text);
    refuse(run, 0, &why);
    return RC_OK;
}

enum rc trial_start(const struct replay *replay, const char *rules, const struct hash *tables,
                    struct trial_run **run, struct err *err)
{
    OWN_AT(trial_run) made = calloc(1, sizeof *made);

    FAIL_IF(!made, err, RC_NO_MEMORY, "no memory for a trial");
    made->replay = replay;
    made->game = replay->game;
    made->tables = *tables;
    made->is_behind = replay->step_count > 0;
    text_copy(made->rules, sizeof made->rules, rules);
    TRY(set_up(made, err));
    *run = made;
    made = NULL;
    return RC_OK;
}

void trial_free(struct trial_run *run)
{
    if (!run)
        return;
    position_fini(run->game, &run->next);
    free(run);
}

/* Play a step; the new rules end the trial with their first refusal.
 * in     old: where the step led under the old rules */
static enum rc try_step(struct trial_run *run, const struct step *step, const struct position *old,
                        struct asking *asking, struct err *err)
{
    struct err why = {0};
    bool differ = false;
    enum rc rc = position_step(run->replay, step, asking, &run->next, &why);

    if (rc != RC_OK) {
        refuse(run, step->number, &why);
        return RC_OK;
    }
    if (run->trial.kind != TRIAL_SAME)
        return RC_OK;
    rc = states_differ(run->game, old, &run->next, &differ, err);
    if (differ) {
        run->trial.kind = TRIAL_DIFFERS;
        run->trial.number = step->number;
    }
    return rc;
}

enum rc trial_follow(struct trial_run *run, replay_lookup_fn *lookup, void *context,
                     struct err *err)
{
    const struct replay *replay = run->replay;
    struct asking asking = {.lookup = lookup, .context = context};
    const uint8_t kind = replay->number ? replay->kind[replay->number] : ENTRY_KIND_COUNT;

    run->is_behind |= kind == ENTRY_UNDO || kind == ENTRY_UPGRADE;
    if (run->is_behind || replay->step_count == run->steps)
        return RC_OK;
    run->steps++;
    if (run->trial.kind == TRIAL_ILLEGAL) /* it stays so, unless the order is taken back */
        return RC_OK;
    return try_step(run, &replay->step[run->steps - 1], &replay->now, &asking, err);
}

/* All steps that stand, under both rules. */
static enum rc play_both(struct trial_run *run, struct asking *asking, struct err *err)
{
    const struct replay *replay = run->replay;
    struct position old = {0};
    enum rc rc = position_restart(replay, &old, err);

    for (size_t i = 0; i < replay->step_count && rc == RC_OK && run->trial.kind != TRIAL_ILLEGAL;
         i++) {
        rc = position_step(replay, &replay->step[i], asking, &old, err);
        THEN(rc, try_step(run, &replay->step[i], &old, asking, err));
    }
    position_fini(replay->game, &old);
    return rc;
}

static enum rc begin_again(struct trial_run *run, struct asking *asking, struct err *err)
{
    position_fini(run->game, &run->next);
    run->trial = (struct trial){.kind = TRIAL_SAME};
    TRY(set_up(run, err));
    return play_both(run, asking, err);
}

enum rc trial_end(struct trial_run *run, replay_lookup_fn *lookup, void *context,
                  struct trial *trial, struct err *err)
{
    struct asking asking = {.lookup = lookup, .context = context};

    if (run->is_behind)
        TRY(begin_again(run, &asking, err));
    *trial = run->trial;
    return RC_OK;
}

enum rc replay_try(const struct replay *replay, const char *rules, const struct hash *tables,
                   replay_lookup_fn *lookup, void *context, struct trial *trial, struct err *err)
{
    struct trial_run *run = NULL;
    enum rc rc = trial_start(replay, rules, tables, &run, err);

    THEN(rc, trial_end(run, lookup, context, trial, err));
    trial_free(run);
    return rc;
}
