/* SPDX-License-Identifier: MIT */
/* Plays a log entry by entry, by the rules, for one reader. What each kind of entry does is in
 * the replay_*.c files; hashes and signatures are not looked at. */
#include "record/replay.h"

#include "record/replay_p.h"
#include "seal/chain.h"

/* Owner of a seal by its name, or by the secrets of the order just read. */
static bool owner_of(const struct replay *replay, const struct entry *entry, const char *name,
                     uint8_t *seat)
{
    uint64_t first, second;

    switch (seal_name_family(name, &first, &second)) {
    case SEAL_GAME:
        for (unsigned i = 0; i < replay->secret_count; i++)
            if (text_equal(replay->secret[i].name, name)) {
                *seat = replay->secret[i].seat;
                return true;
            }
        return false;
    case SEAL_LUCK:
    case SEAL_PERSON:
    case SEAL_OWN:
        *seat = (uint8_t)first;
        return first <= SEATS_MAX;
    case SEAL_PRESS:
    case SEAL_LETTER:
    case SEAL_WORDS:
    case SEAL_BY:
        *seat = entry->who <= SEATS_MAX ? entry->who : 0;
        return true;
    default:
        return false;
    }
}

/* A name seals one thing in a game, so that an opening cannot be taken for another; one that was
 * undone is free again. */
static enum rc check_names(const struct replay *replay, char name[][SEAL_NAME_MAX + 1],
                           unsigned count, struct err *err)
{
    for (unsigned i = 0; i < count; i++) {
        if (replay_live_seal(replay, name[i]))
            return ERR(err, RC_BAD_INPUT, "the name ", name[i], " was used before");
        for (unsigned k = 0; k < i; k++)
            if (text_equal(name[i], name[k]))
                return ERR(err, RC_BAD_INPUT, "the name ", name[i], " stands twice");
    }
    return RC_OK;
}

/* After the entry was carried out: remember its seals and whose they are. */
static enum rc add_names(struct replay *replay, const struct entry *entry,
                         char name[][SEAL_NAME_MAX + 1], unsigned count, struct asking *asking,
                         struct err *err)
{
    for (unsigned i = 0; i < count; i++) {
        struct name *added;
        size_t length;
        uint8_t seat;

        if (!owner_of(replay, entry, name[i], &seat))
            return ERR(err, RC_BUG, "the rules write a seal that they do not know: ", name[i]);
        added = names_add(&replay->names, name[i], false);
        added->entry = entry->number;
        added->seat = seat;
        added->is_known =
            asking->lookup && asking->lookup(asking->context, asking->number, name[i], &length);
    }
    return RC_OK;
}

static enum rc hash_genesis(const struct genesis *genesis, struct hash *hash, struct err *err)
{
    OWN(buf) text = {0};
    struct chain chain;

    TRY(genesis_write(genesis, &text, err));
    chain_start(&chain, text.at, text.length);
    *hash = chain.genesis;
    return RC_OK;
}

static enum rc start(const struct game *game, const struct genesis *genesis, replay_files_fn *files,
                     replay_book_fn *book, void *context, struct replay **replay, struct err *err)
{
    OWN_AT(replay) made = calloc(1, sizeof *made);

    FAIL_IF(!made, err, RC_NO_MEMORY, "no memory for a game");
    made->game = game;
    made->genesis = *genesis;
    replay_read_time(made, genesis->time);
    made->files = files;
    made->book = book;
    made->files_context = context;
    made->time_s = genesis->started_s;
    TRY(hash_genesis(genesis, &made->game_hash, err));
    text_copy(made->rules, sizeof made->rules, genesis->rules);
    TRY(position_start(made, made->rules, &genesis->tables, &made->now, err));
    *replay = made;
    made = NULL;
    return RC_OK;
}

enum rc replay_start(const struct game *game, const struct genesis *genesis, replay_files_fn *files,
                     void *context, struct replay **replay, struct err *err)
{
    return start(game, genesis, files, NULL, context, replay, err);
}

enum rc replay_start_lent(const struct game *game, const struct genesis *genesis,
                          replay_book_fn *book, void *context, struct replay **replay,
                          struct err *err)
{
    return start(game, genesis, NULL, book, context, replay, err);
}

void replay_free(struct replay *replay)
{
    if (!replay)
        return;
    position_fini(replay->game, &replay->now);
    free(replay->step);
    buf_wipe(&replay->texts);
    free(replay->kind);
    free(replay->at_s);
    free(replay->by);
    free(replay->dropped);
    free(replay->left);
    names_fini(&replay->names);
    secret_wipe(replay, sizeof *replay);
    free(replay);
}

static bool reserve_kind(struct replay *replay, uint64_t number)
{
    size_t room = replay->kind_room ? replay->kind_room : 64;
    uint8_t *kind;
    int64_t *at_s;

    while (number + 1 > room)
        room *= 2;
    if (room == replay->kind_room)
        return true;
    kind = realloc(replay->kind, room);
    replay->kind = kind ? kind : replay->kind;
    at_s = realloc(replay->at_s, room * sizeof *at_s);
    replay->at_s = at_s ? at_s : replay->at_s;
    if (!kind || !at_s)
        return false;
    replay->kind_room = room;
    return true;
}

/* Behind the end everything is opened, and people may still talk. */
static bool may_follow_end(const struct replay *replay, const struct entry *entry)
{
    static const bool may[ENTRY_KIND_COUNT] = {
        [ENTRY_OPEN] = true, [ENTRY_SECRET] = true, [ENTRY_PRESS] = true,
        [ENTRY_LOST] = true, [ENTRY_REMARK] = true, [ENTRY_KEY] = true};

    return may[entry->kind] ||
           (!replay->lost_end && (entry->kind == ENTRY_OWN ||
                                  (entry->kind == ENTRY_UNDO && entry->who == ENTRY_KEEPER)));
}

enum rc replay_entry(struct replay *replay, const struct entry *entry, replay_lookup_fn *lookup,
                     void *lookup_context, struct err *err)
{
    struct asking asking = {lookup, lookup_context, entry->number};
    char name[CHAIN_SEALS_MAX][SEAL_NAME_MAX + 1];
    unsigned count = entry_seals(entry, name);
    size_t steps;
    enum rc rc;

    if (entry->number != (entry->kind == ENTRY_LOST ? entry->to : replay->number) + 1)
        return ERR(err, RC_BAD_INPUT, "an entry is missing or doubled before this one");
    FAIL_IF(entry->time_s < replay->time_s, err, RC_BAD_INPUT, "time runs backwards");
    if (replay->over && !may_follow_end(replay, entry))
        return ERR(err, RC_BAD_INPUT, "after the end come openings, words and keys alone");
    TRY(check_names(replay, name, count, err));
    TRY(replay_check_lost(replay, entry, err));
    TRY(replay_check_came(replay, entry, err));
    TRY(replay_check_lent(replay, entry, err));
    if (!reserve_kind(replay, entry->number) || !names_reserve(&replay->names, count + 1) ||
        (entry->by && !replay_reserve_by(replay)))
        return ERR(err, RC_NO_MEMORY, "no memory for the log");
    replay->was_due = false;
    replay->secret_count = 0;
    steps = replay->step_count;
    rc = replay_take(replay, entry, &asking, err);
    THEN(rc, add_names(replay, entry, name, count, &asking, err));
    secret_wipe(replay->secret, replay->secret_count * sizeof replay->secret[0]);
    TRY(rc);
    replay_note_by(replay, entry);
    replay_note_present(replay, entry);
    replay_note_lent(replay, entry);
    replay_note_host(replay, entry);
    /* only a declaration of lost entries passes numbers over */
    while (++replay->number < entry->number)
        replay->kind[replay->number] = REPLAY_NO_ENTRY;
    replay->time_s = replay->at_s[entry->number] = entry->time_s;
    replay->kind[entry->number] = entry->kind;
    if (!replay_lost_missing(replay)) /* for good: who sits down later finds a game that goes on */
        replay->lost = 0;
    if (replay->step_count != steps || entry->kind == ENTRY_UNDO ||
        entry->kind == ENTRY_LOST) /* what was agreed to lapses */
        memset(replay->taken_back, 0, sizeof replay->taken_back);
    return RC_OK;
}

const struct game *replay_game(const struct replay *replay)
{
    return replay->game;
}

const void *replay_rulebook(const struct replay *replay)
{
    return replay->now.rulebook;
}

const void *replay_state(const struct replay *replay)
{
    return replay->now.state;
}

const char *replay_rules(const struct replay *replay)
{
    return replay->rules;
}

uint64_t replay_number(const struct replay *replay)
{
    return replay->number;
}

bool replay_is_over(const struct replay *replay)
{
    return replay->over;
}

bool replay_secret_is_open(const struct replay *replay)
{
    return replay->secret_opened;
}

bool replay_is_lucked(const struct replay *replay)
{
    return replay->lucked;
}

bool replay_seal_owner(const struct replay *replay, const char *name, unsigned *seat)
{
    const struct name *found = replay_live_seal(replay, name);

    if (!found)
        return false;
    *seat = found->seat;
    return true;
}

uint64_t replay_seal_entry(const struct replay *replay, const char *name)
{
    const struct name *found = replay_live_seal(replay, name);

    return found ? found->entry : 0;
}

uint64_t replay_question_since(const struct replay *replay, unsigned seat, uint64_t decision)
{
    const struct decision *question = position_question(&replay->now, seat, decision);

    return question ? replay->now.since[question - replay->now.question] : 0;
}

bool replay_seal_is_opened(const struct replay *replay, const char *name)
{
    const struct name *found = replay_live_seal(replay, name);

    return found && found->opened;
}

bool replay_default_was_due(const struct replay *replay)
{
    return replay->was_due;
}

unsigned replay_questions(const struct replay *replay, const struct decision **question)
{
    *question = replay->now.question;
    return replay->now.question_count;
}

const struct order *replay_order(const struct replay *replay, bool *known)
{
    *known = replay->order_known;
    return &replay->order;
}

/* seat: SEATS_MAX + 1 = any */
static bool knows_all(const struct replay *replay, unsigned seat)
{
    for (uint32_t i = 0; i < replay->names.count; i++) {
        const struct name *name = &replay->names.name[i];
        uint64_t first, second;

        if (!name->is_label && !name->is_undone && !name->is_known && !name->opened &&
            (seat > SEATS_MAX || name->seat == seat) &&
            seal_name_family(name->text, &first, &second) == SEAL_GAME)
            return false;
    }
    return true;
}

bool replay_knows_all(const struct replay *replay)
{
    return knows_all(replay, SEATS_MAX + 1);
}

bool replay_knows_all_of(const struct replay *replay, unsigned seat)
{
    return knows_all(replay, seat);
}

unsigned replay_order_kind(const struct replay *replay)
{
    return replay->order.kind;
}
