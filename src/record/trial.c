#include "record/trial.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "record/replay_p.h"

/* Bytes first; a version may keep the same position in other bytes, so then its text. */
static enum rc states_differ(const struct game *game, const struct position *old,
                             const struct position *next, bool *differ, struct err *err)
{
    enum { TEXT_BYTES = 1 << 16 };
    char *text;
    struct text a, b;

    *differ = memcmp(old->state, next->state, game->state_bytes) != 0;
    if (!*differ)
        return RC_OK;
    text = malloc(2 * TEXT_BYTES);
    if (!text)
        return ERR(err, RC_NO_MEMORY, "no memory for positions");
    text_init(&a, text, TEXT_BYTES);
    text_init(&b, text + TEXT_BYTES, TEXT_BYTES);
    game->write(old->rulebook, old->state, &a);
    game->write(next->rulebook, next->state, &b);
    *differ = a.cut || b.cut || strcmp(text, text + TEXT_BYTES) != 0;
    secret_wipe(text, 2 * TEXT_BYTES);
    free(text);
    return RC_OK;
}

static void refuse(struct trial *trial, uint64_t number, const struct err *why)
{
    trial->kind = TRIAL_ILLEGAL;
    trial->number = number;
    text_copy(trial->why, sizeof trial->why, why->text);
}

/* Play step by step under both; the new rules end it with their first refusal. */
static enum rc play_both(const struct replay *replay, struct position *old, struct position *next,
                         struct asking *asking, struct trial *trial, struct err *err)
{
    bool differ = false;
    enum rc rc = RC_OK;

    for (size_t i = 0; i < replay->step_count && rc == RC_OK; i++) {
        const struct step *step = &replay->step[i];
        struct err why = {0};

        rc = position_step(replay, step, asking, old, err);
        if (rc != RC_OK)
            break;
        if (position_step(replay, step, asking, next, &why) != RC_OK) {
            refuse(trial, step->number, &why);
            return RC_OK;
        }
        if (trial->kind == TRIAL_SAME)
            rc = states_differ(replay->game, old, next, &differ, err);
        if (differ && trial->kind == TRIAL_SAME) {
            trial->kind = TRIAL_DIFFERS;
            trial->number = step->number;
        }
    }
    return rc;
}

enum rc replay_try(const struct replay *replay, const char *rules, const struct hash *tables,
                   replay_lookup_fn *lookup, void *context, struct trial *trial, struct err *err)
{
    struct asking asking = {.lookup = lookup, .context = context};
    struct position old = {0}, next = {0};
    struct err why = {0};
    enum rc rc = position_restart(replay, &old, err);

    *trial = (struct trial){.kind = TRIAL_SAME};
    if (rc != RC_OK)
        return rc;
    rc = position_start(replay, rules, tables, &next, &why);
    if (rc == RC_BAD_INPUT) {
        refuse(trial, 0, &why);
        rc = RC_OK;
    } else if (rc != RC_OK)
        rc = ERR(err, rc, why.text);
    else
        rc = play_both(replay, &old, &next, &asking, trial, err);
    position_fini(replay->game, &old);
    position_fini(replay->game, &next);
    return rc;
}
