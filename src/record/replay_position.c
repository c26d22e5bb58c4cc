/* SPDX-License-Identifier: MIT */
/* Keeps the position of a replay, asks the rules, and plays steps again after an undo. */

#include "base/grow.h"
#include "record/replay_p.h"
#include "seal/chain.h"

enum { FILES_MAX = 16 };
enum { ORDER_WITH_SECRETS_BYTES = ENTRY_WORDS_BYTES + SECRETS_MAX * SEAL_PAYLOAD_BYTES };

/* ---- positions ---- */

void position_fini(const struct game *game, struct position *position)
{
    if (position->state)
        secret_wipe(position->state, game->state_bytes);
    free(position->owned);
    free(position->state);
    memset(position, 0, sizeof *position);
}

/* A question that was open before, and since when. */
struct old_question {
    uint64_t since;
    uint32_t id;
    uint8_t seat, kind;
};

static uint64_t since_of(const struct old_question *old, unsigned count,
                         const struct decision *question, uint64_t number)
{
    for (unsigned i = 0; i < count; i++)
        if (old[i].id == question->id && old[i].seat == question->seat &&
            old[i].kind == question->kind)
            return old[i].since;
    return number;
}

/* Ask for the open questions; those that were open before keep their `since`. */
static void ask_again(const struct game *game, struct position *position, uint64_t number)
{
    struct old_question old[DECISIONS_MAX];
    const unsigned count = position->question_count;

    for (unsigned i = 0; i < count; i++)
        old[i] = (struct old_question){position->since[i], position->question[i].id,
                                       position->question[i].seat, position->question[i].kind};
    position->question_count =
        game->rules->open_decisions(position->rulebook, position->state, position->question);
    for (unsigned i = 0; i < position->question_count; i++)
        position->since[i] = since_of(old, count, &position->question[i], number);
}

static enum rc check_tables(const char *rules, const struct hash *has, const struct hash *tables,
                            struct err *err)
{
    FAIL_IF(!hash_equal(has, tables), err, RC_BAD_INPUT, "the data files of rules ", rules,
            " are not those the game was promised");
    return RC_OK;
}

static enum rc hash_files(const struct game *game, const char *rules, const struct game_file *file,
                          unsigned count, struct hash *hash, struct err *err)
{
    struct chain_file files[FILES_MAX];

    FAIL_IF(count > FILES_MAX, err, RC_BAD_INPUT, "too many data files");
    for (unsigned i = 0; i < count; i++)
        files[i] = (struct chain_file){file[i].name, file[i].text, file[i].length};
    chain_tables(game->name, rules, files, count, hash);
    return RC_OK;
}

/* Rulebook and first position of a rules version. */
static enum rc set_up(const struct replay *replay, struct position *position, struct err *err)
{
    const struct game_setup setup = {replay->genesis.options, replay->genesis.seats};

    if (replay->game->rules->setup(position->rulebook, &setup, position->state, NULL))
        return ERR(err, RC_BAD_INPUT, "the game does not take these options: ", setup.options);
    ask_again(replay->game, position, 0);
    return RC_OK;
}

static enum rc new_state(const struct game *game, struct position *position, struct err *err)
{
    position->state = calloc(1, game->state_bytes);
    return position->state ? RC_OK : ERR(err, RC_NO_MEMORY, "no memory for a position");
}

/* A rulebook of its own, from files that are the promised ones. */
static enum rc read_book(const struct replay *replay, const char *rules, const struct hash *tables,
                         struct position *position, struct err *err)
{
    const struct game *game = replay->game;
    struct game_file file[FILES_MAX] = {{0}};
    unsigned count = FILES_MAX;
    struct hash hash;

    TRY(replay->files(replay->files_context, rules, file, &count, err));
    TRY(hash_files(game, rules, file, count, &hash, err));
    TRY(check_tables(rules, &hash, tables, err));
    position->rulebook = position->owned =
        calloc(1, game->rulebook_bytes ? game->rulebook_bytes : 1);
    FAIL_IF(!position->owned, err, RC_NO_MEMORY, "no memory for a rulebook");
    return game->rules->load(file, count, rules, position->owned, err);
}

static enum rc borrow_book(const struct replay *replay, const char *rules,
                           const struct hash *tables, struct position *position, struct err *err)
{
    struct hash hash;

    TRY(replay->book(replay->files_context, rules, &position->rulebook, &hash, err));
    return check_tables(rules, &hash, tables, err);
}

enum rc position_start(const struct replay *replay, const char *rules, const struct hash *tables,
                       struct position *position, struct err *err)
{
    enum rc rc;

    memset(position, 0, sizeof *position);
    rc = replay->book ? borrow_book(replay, rules, tables, position, err)
                      : read_book(replay, rules, tables, position, err);
    THEN(rc, new_state(replay->game, position, err));
    THEN(rc, set_up(replay, position, err));
    if (rc)
        position_fini(replay->game, position);
    return rc;
}

/* The position lives no longer than the replay whose rulebook it looks into. */
enum rc position_restart(const struct replay *replay, struct position *position, struct err *err)
{
    enum rc rc;

    memset(position, 0, sizeof *position);
    position->rulebook = replay->now.rulebook;
    rc = new_state(replay->game, position, err);
    THEN(rc, set_up(replay, position, err));
    if (rc)
        position_fini(replay->game, position);
    return rc;
}

/* ---- orders ---- */

static const char *ask(void *context, const char *name, size_t *length)
{
    struct asking *asking = context;

    return asking->lookup ? asking->lookup(asking->context, asking->number, name, length) : NULL;
}

/* Read a public text with what the reader knows; *known: nothing is left open. */
static enum rc read_public(const struct game *game, const void *rulebook, unsigned seat,
                           const char *text, struct asking *asking, struct order *order,
                           bool *known, struct err *err)
{
    const bool is_open = !strchr(text, '[');
    char full[ORDER_WITH_SECRETS_BYTES];
    const char *read = is_open ? text : full;
    enum rc rc = is_open ? RC_OK : entry_substitute(text, ask, asking, full, sizeof full, err);

    TRY(rc);
    *known = is_open || !strchr(full, '[');
    if (!game->text->read_order(rulebook, seat, read, strlen(read), order))
        rc = ERR(err, RC_BAD_INPUT, "this is no order of the game: ", text);
    order->seat = (uint8_t)seat;
    if (!is_open)
        secret_wipe(full, strlen(full)); /* it always ends where what was written ends */
    return rc;
}

/* Say by which clause an order is refused. */
static enum rc refuse_order(const char *text, const struct verdict *verdict, struct err *err)
{
    const char *clause = verdict->clause ? verdict->clause : "";
    const char *reason = verdict->reason ? verdict->reason : "";

    return ERR(err, RC_BAD_INPUT, "the rules forbid \"", text, "\": ", clause, " ", reason);
}

/* Would the rules write the order so? Names of seals depend on the position: `before`. */
static enum rc check_text(const struct game *game, const struct position *position,
                          const void *before, const struct order *order, const char *text,
                          struct err *err)
{
    TEXT_IN(out, again, ENTRY_WORDS_BYTES);

    game->text->write_order(position->rulebook, before, order, before ? ORDER_PUBLIC : ORDER_FULL,
                            &out);
    FAIL_IF(out.cut || !text_equal(again, text), err, RC_BAD_INPUT, "the order is written as \"",
            text, "\", by the rules it is \"", again, "\"");
    return RC_OK;
}

/* What enters the log as seals, before the order is carried out. */
struct sealed {
    struct secret *secret; /* SECRETS_MAX; NULL: nobody asks */
    unsigned count;
};

/* Check an order, its text too, and carry it out; nothing changes on failure. */
static enum rc play(const struct game *game, struct position *position, const struct order *order,
                    const char *text, struct sealed *sealed, struct err *err)
{
    const bool has_secrets = game->text->kinds[order->kind].flags & ORDER_SECRET;
    struct verdict verdict;

    sealed->count = 0;
    /* `apply` checks by itself: most orders need no more, and are checked once. */
    if (!has_secrets && check_text(game, position, NULL, order, text, NULL) == RC_OK &&
        game->rules->apply(position->rulebook, position->state, order, NULL))
        return RC_OK;
    if (game->rules->check(position->rulebook, position->state, order, &verdict) != VERDICT_DONE)
        return refuse_order(text, &verdict, err);
    TRY(check_text(game, position, position->state, order, text, err));
    if (sealed->secret)
        sealed->count =
            game_secrets_of(game, position->rulebook, position->state, order, sealed->secret);
    return game->rules->apply(position->rulebook, position->state, order, NULL)
               ? RC_OK
               : ERR(err, RC_BUG, "the rules allow an order and then refuse it");
}

static bool reserve_step(struct replay *replay, size_t length)
{
    struct step *grown;

    if (!buf_reserve(&replay->texts, length)) {
        replay->texts.failed = false; /* what is there is whole */
        return false;
    }
    grown = grow_array(replay->step, replay->step_count, &replay->step_room, sizeof *grown);
    if (!grown)
        return false;
    replay->step = grown;
    return true;
}

static bool keep_step(struct replay *replay, unsigned seat, const char *text)
{
    size_t length = strlen(text) + 1;

    if (!reserve_step(replay, length))
        return false;
    replay->step[replay->step_count++] =
        (struct step){replay->number + 1, replay->texts.length, (uint8_t)seat};
    buf_put_bytes(&replay->texts, text, length);
    return true;
}

void replay_drop_steps(struct replay *replay, size_t first)
{
    if (first == replay->step_count)
        return;
    replay->texts.length = replay->step[first].text;
    replay->step_count = first;
}

enum rc position_play(struct replay *replay, unsigned seat, const char *text, struct asking *asking,
                      struct err *err)
{
    struct sealed sealed = {.secret = replay->secret};
    struct position *now = &replay->now;
    enum rc rc = read_public(replay->game, now->rulebook, seat, text, asking, &replay->order,
                             &replay->order_known, err);

    TRY(rc);
    FAIL_IF(!keep_step(replay, seat, text), err, RC_NO_MEMORY, "no memory for the log");
    rc = play(replay->game, now, &replay->order, text, &sealed, err);
    replay->secret_count = sealed.count;
    if (rc)
        replay_drop_steps(replay, replay->step_count - 1);
    else
        ask_again(replay->game, now, asking->number);
    return rc;
}

const struct decision *position_question(const struct position *position, unsigned seat,
                                         uint64_t decision)
{
    for (unsigned i = 0; i < position->question_count; i++)
        if (position->question[i].seat == seat && position->question[i].id == decision)
            return &position->question[i];
    return NULL;
}

/* Read a kept step for another position. */
static enum rc read_step(const struct replay *replay, const struct step *step,
                         const struct asking *asking, const struct position *position,
                         struct order *order, struct err *err)
{
    struct asking then = *asking;
    bool known;

    then.number = step->number;
    return read_public(replay->game, position->rulebook, step->seat, replay->texts.at + step->text,
                       &then, order, &known, err);
}

enum rc position_step(const struct replay *replay, const struct step *step, struct asking *asking,
                      struct position *position, struct err *err)
{
    struct sealed unasked = {NULL, 0};
    struct order order;
    WIPED_AT_END(order);

    TRY(read_step(replay, step, asking, position, &order, err));
    return play(replay->game, position, &order, replay->texts.at + step->text, &unasked, err);
}

/* A step that these very rules allowed there before: only carried out. */
static enum rc repeat_step(const struct replay *replay, const struct step *step,
                           struct asking *asking, struct position *position, struct err *err)
{
    struct order order;
    WIPED_AT_END(order);

    TRY(read_step(replay, step, asking, position, &order, err));
    if (!replay->game->rules->apply(position->rulebook, position->state, &order, NULL))
        return ERR(err, RC_BUG, "the rules allow an order and then refuse it");
    return RC_OK;
}

enum rc position_play_again(const struct replay *replay, uint64_t to, bool same_rules,
                            struct asking *asking, struct position *position, struct err *err)
{
    for (size_t i = 0; i < replay->step_count; i++) {
        const struct step *step = &replay->step[i];

        if (step->number > to)
            break;
        TRY((same_rules ? repeat_step : position_step)(replay, step, asking, position, err));
        ask_again(replay->game, position, step->number);
    }
    return RC_OK;
}
