/* SPDX-License-Identifier: MIT */
/* The record of a practice game: genesis and luck at its beginning, so that every draw comes from
 * the joint seed as on a server; entries and seals when it is over. Nobody signs it, and nobody saw
 * a commitment before the end: it can be stepped through, looked through, and proves nothing. */

#include "seal/chain.h"
#include "seal/seal.h"
#include "seal/secret.h"
#include "table/table_p.h"

enum { FILES_MAX = 8 };

/* ---- the beginning ---- */

static void take_tables(const struct table *table, struct genesis *genesis)
{
    const struct game *game = table->game;
    struct chain_file file[FILES_MAX];
    unsigned count = game_file_count(game, table->rules);

    for (unsigned i = 0; i < count; i++) {
        const struct table_file *found = table_find_file(table, game->files[i]);

        file[i] = (struct chain_file){found->name, found->text, found->length};
    }
    chain_tables(game->name, table->rules, file, count, &genesis->tables);
}

/* Bytes for one use of the game's chance. */
static void take_chance(const char *chance, const char *what, unsigned char *out, size_t bytes)
{
    struct hash_job job;
    struct hash hash;

    hash_start(&job, what, 1);
    hash_add(&job, chance, strlen(chance));
    hash_end(&job, &hash);
    memcpy(out, hash.at, bytes < sizeof hash.at ? bytes : sizeof hash.at);
    secret_wipe(&hash, sizeof hash);
}

static enum rc make_genesis(struct table *table, const struct game_setup *setup, const char *chance,
                            struct practised *practice, struct err *err)
{
    struct genesis *genesis = &practice->genesis;
    OWN(buf) text = {0};
    struct chain chain;
    struct text out;

    genesis->number = 1;
    text_copy(genesis->game, sizeof genesis->game, table->game->name);
    text_copy(genesis->rules, sizeof genesis->rules, table->rules);
    take_tables(table, genesis);
    text_init(&out, genesis->options, sizeof genesis->options);
    table->game->text->write_options(setup, &out, NULL);
    genesis->seats = setup->seats;
    text_copy(genesis->time, sizeof genesis->time, "turn 72h, answer 48h");
    genesis->started_s = practice->now_s;
    take_chance(chance, "practice/key", genesis->key, sizeof genesis->key);
    take_chance(chance, "practice/box", genesis->box, sizeof genesis->box);
    take_chance(chance, "practice/secret", practice->secret, sizeof practice->secret);
    chain_secret(genesis->key, genesis->number, practice->secret, &genesis->secret);
    TRY(genesis_write(genesis, &text, err));
    chain_start(&chain, buf_text(&text), text.length);
    practice->game = chain.genesis;
    return RC_OK;
}

/* The player's luck is as many random letters; his opponents have none. */
static void give_luck(struct practised *practice, const char *chance)
{
    unsigned char random[PRACTICE_WORDS];

    take_chance(chance, "practice/luck", random, sizeof random);
    for (unsigned i = 0; i < PRACTICE_WORDS; i++)
        practice->words[i] = (char)('a' + random[i] % 26);
    practice->words[PRACTICE_WORDS] = '\0';
    for (unsigned seat = 1; seat <= practice->genesis.seats; seat++)
        luck_of_seat(&practice->game, seat, practice->words,
                     seat == practice->seat ? strlen(practice->words) : 0,
                     &practice->luck[seat - 1]);
    luck_seed(&practice->game, practice->secret, practice->luck, practice->genesis.seats,
              &practice->seed);
}

enum rc table_practise(struct table *table, const char *options, unsigned seats, unsigned seat,
                       uint32_t now, const char *chance)
{
    const struct game_setup setup = {options, seats};
    struct practised *practice;
    struct err err = {0};
    enum rc rc;

    TRY(table_start(table, options, seats));
    practice = calloc(1, sizeof *practice);
    if (!practice)
        return table_refuse(table, RC_NO_MEMORY, "no memory for a practice game", "");
    practice->seat = seat;
    practice->now_s = now;
    table_drop_practice(table);
    rc = make_genesis(table, &setup, chance, practice, &err);
    if (rc != RC_OK) {
        free(practice);
        return table_fail(table, &err);
    }
    give_luck(practice, chance);
    table->practice = practice;
    return RC_OK;
}

/* ---- the record ---- */

struct writing {
    struct table *table;
    const struct practised *practice;
    struct record *record;
    struct replay *replay;
    struct err *err;
};

static const char *payload_of(const struct entry *entry, const struct secret *secret,
                              unsigned secrets, const char *const *payload, unsigned *given,
                              const char *name)
{
    for (unsigned k = 0; k < secrets; k++)
        if (text_equal(secret[k].name, name))
            return secret[k].payload;
    if (text_starts_with(name, "words/"))
        return entry->words;
    return payload[(*given)++];
}

static unsigned owner_of(const struct entry *entry, const struct secret *secret, unsigned secrets,
                         const char *name)
{
    uint64_t first, second;

    for (unsigned k = 0; k < secrets; k++)
        if (text_equal(secret[k].name, name))
            return secret[k].seat;
    if (seal_name_family(name, &first, &second) == SEAL_WORDS)
        return entry->who <= SEATS_MAX ? entry->who : 0;
    return (unsigned)first;
}

/* What luck draws is opened by S alone, as a server's (doc/seals.md, "Seals"). */
static enum rc add_seal(struct writing *writing, const struct entry *entry, const char *name,
                        unsigned seat, const char *payload)
{
    const struct practised *practice = writing->practice;
    struct opening opening = {.payload = payload, .length = strlen(payload)};
    struct hash commitment;

    if (entry->kind == ENTRY_DRAW)
        seal_drawn_nonce(practice->secret, &practice->game, entry->number, name, opening.nonce);
    else
        entropy_system(NULL, opening.nonce, sizeof opening.nonce);
    seal_make(&practice->game, name, seat, &opening, &commitment);
    TRY(record_add_seal(writing->record, name, seat, &commitment, writing->err));
    return record_add_opening(writing->record, &opening, writing->err);
}

/* payload: of seals that are not the game's own, in their order. */
static enum rc put(struct writing *writing, struct entry *entry, const struct secret *secret,
                   unsigned secrets, const char *const *payload)
{
    char name[CHAIN_SEALS_MAX][SEAL_NAME_MAX + 1];
    unsigned given = 0;
    OWN(buf) text = {0};

    entry->number = writing->record->entry_count + 1;
    entry->time_s = writing->practice->now_s + (int64_t)entry->number;
    entry->hides_words = !entry_words_are_open(entry);
    TRY(entry_write(entry, &text, writing->err));
    TRY(record_add_entry(writing->record, buf_text(&text), text.length, writing->err));
    for (unsigned i = 0, count = entry_seals(entry, name); i < count; i++)
        TRY(add_seal(writing, entry, name[i], owner_of(entry, secret, secrets, name[i]),
                     payload_of(entry, secret, secrets, payload, &given, name[i])));
    return replay_entry(writing->replay, entry, table_lookup, writing->record, writing->err);
}

static enum rc put_roster(struct writing *writing)
{
    const struct practised *practice = writing->practice;
    const char *people[SEATS_MAX] = {0};
    struct entry entry;

    entry_init(&entry, 0, 0, ENTRY_TABLE, ENTRY_ROSTER);
    entry.count = (uint8_t)practice->genesis.seats;
    for (unsigned seat = 1; seat <= entry.count; seat++) {
        entry.person[seat] = true;
        entry.holder[seat] = seat == practice->seat ? ENTRY_PLAYER : ENTRY_HOUSE;
        people[seat - 1] = writing->table->name[seat];
    }
    return put(writing, &entry, NULL, 0, people);
}

static enum rc put_luck(struct writing *writing)
{
    const struct practised *practice = writing->practice;
    struct entry luck, lucks;

    entry_init(&luck, 0, 0, practice->seat, ENTRY_LUCK);
    luck.luck[0] = ENTRY_LUCK_WORDS;
    luck.value[0] = practice->luck[practice->seat - 1];
    text_copy(luck.words, sizeof luck.words, practice->words);
    entry_init(&lucks, 0, 0, ENTRY_TABLE, ENTRY_LUCKS);
    lucks.count = (uint8_t)practice->genesis.seats;
    for (unsigned seat = 1; seat <= practice->genesis.seats; seat++) {
        lucks.luck[seat] = seat == practice->seat ? ENTRY_LUCK_WORDS : ENTRY_LUCK_HOUSE;
        lucks.value[seat] = practice->luck[seat - 1];
    }
    TRY(put(writing, &luck, NULL, 0, NULL));
    return put(writing, &lucks, NULL, 0, NULL);
}

static enum rc put_order(struct writing *writing, struct entry *entry, const struct order *order)
{
    const struct game *game = writing->table->game;
    const void *rulebook = replay_rulebook(writing->replay), *state = replay_state(writing->replay);
    struct secret secret[SECRETS_MAX];
    struct text text = text_in(entry->words, sizeof entry->words);

    game->text->write_order(rulebook, state, order, ORDER_PUBLIC, &text);
    return put(writing, entry, secret, game_secrets_of(game, rulebook, state, order, secret), NULL);
}

static enum rc put_opening(struct writing *writing, const char *name)
{
    const struct record *record = writing->record;
    struct entry entry;

    entry_init(&entry, 0, 0, ENTRY_TABLE, ENTRY_OPEN);
    for (uint32_t i = 0; i < record->seal_count; i++)
        if (text_equal(record->seal[i].name, name)) {
            text_copy(entry.name, sizeof entry.name, name);
            text_copy(entry.words, sizeof entry.words, record->seal[i].payload);
            memcpy(entry.nonce, record->seal[i].nonce, sizeof entry.nonce);
            return put(writing, &entry, NULL, 0, NULL);
        }
    return ERR(writing->err, RC_BUG, "no seal ", name);
}

static enum rc put_step(struct writing *writing, const struct order *order)
{
    struct decision decision[DECISIONS_MAX];
    unsigned count;
    struct entry entry;

    if (order->seat != SEAT_TABLE) {
        entry_init(&entry, 0, 0, order->seat, ENTRY_ORDER);
        return put_order(writing, &entry, order);
    }
    count = writing->table->game->rules->open_decisions(replay_rulebook(writing->replay),
                                                        replay_state(writing->replay), decision);
    FAIL_IF(count == 0, writing->err, RC_BUG, "the table answers nothing");
    if (decision[0].kind == DECISION_OPEN)
        return put_opening(writing, decision[0].name);
    entry_init(&entry, 0, 0, ENTRY_TABLE, ENTRY_DRAW);
    text_copy(entry.name, sizeof entry.name, decision[0].name);
    return put_order(writing, &entry, order);
}

static enum rc put_end(struct writing *writing)
{
    static const uint8_t results[] = {
        [GAME_WON] = ENTRY_WON, [GAME_DRAWN] = ENTRY_DRAWN, [GAME_VOID] = ENTRY_VOID};
    struct outcome outcome = {0};
    struct entry entry;
    enum rc rc;

    writing->table->game->rules->outcome(replay_rulebook(writing->replay),
                                         replay_state(writing->replay), &outcome);
    FAIL_IF(outcome.over == GAME_GOES_ON, writing->err, RC_REFUSED, "the game goes on");
    entry_init(&entry, 0, 0, ENTRY_TABLE, ENTRY_END);
    entry.result = results[outcome.over];
    entry.seat = outcome.over == GAME_WON ? outcome.winner : 0;
    text_copy(entry.words, sizeof entry.words, outcome.reason);
    rc = put(writing, &entry, NULL, 0, NULL);
    entry_init(&entry, 0, 0, ENTRY_TABLE, ENTRY_SECRET);
    memcpy(entry.key, writing->practice->secret, sizeof entry.key);
    return rc == RC_OK ? put(writing, &entry, NULL, 0, NULL) : rc;
}

/* What the game's seals still hide. */
static enum rc open_rest(struct writing *writing)
{
    char name[SEAL_NAME_MAX + 1];

    for (uint32_t i = 0; i < writing->record->seal_count; i++) {
        uint64_t first, second;
        unsigned seat;

        text_copy(name, sizeof name, writing->record->seal[i].name);
        if (seal_name_family(name, &first, &second) == SEAL_GAME &&
            replay_seal_owner(writing->replay, name, &seat) &&
            !replay_seal_is_opened(writing->replay, name))
            TRY(put_opening(writing, name));
    }
    return RC_OK;
}

static enum rc put_files(struct writing *writing)
{
    const struct table *table = writing->table;
    unsigned count = game_file_count(table->game, table->rules);

    for (unsigned i = 0; i < count; i++) {
        const struct table_file *file = table_find_file(table, table->game->files[i]);

        TRY(record_add_file(writing->record, table->rules, file->name, file->text, file->length,
                            writing->err));
    }
    return RC_OK;
}

static enum rc write_all(struct writing *writing)
{
    const struct table *table = writing->table;
    const struct genesis *genesis = &writing->practice->genesis;
    OWN(buf) text = {0};

    TRY(genesis_write(genesis, &text, writing->err));
    TRY(record_set_genesis(writing->record, buf_text(&text), text.length, writing->err));
    TRY(put_files(writing));
    TRY(replay_start(table->game, genesis, table_files_of, writing->record, &writing->replay,
                     writing->err));
    TRY(put_roster(writing));
    TRY(put_luck(writing));
    for (unsigned i = 0; i < table->step_count; i++)
        TRY(put_step(writing, &table->step[i].order));
    TRY(put_end(writing));
    return open_rest(writing);
}

enum rc table_practice_record(struct table *table)
{
    struct record record;
    struct err err = {0};
    struct writing writing = {table, table->practice, &record, NULL, &err};
    enum rc rc;

    if (!table->practice)
        return table_refuse(table, RC_NOT_FOUND, "this is no practice game", "");
    record_init(&record, RECORD_FOR_WHOLE);
    rc = write_all(&writing);
    buf_clear(&table->answer);
    THEN(rc, record_write(&record, NULL, NULL, &table->answer, &err));
    replay_free(writing.replay);
    record_fini(&record);
    return rc == RC_OK ? RC_OK : table_fail(table, &err);
}
