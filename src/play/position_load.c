/* SPDX-License-Identifier: MIT */
/* Positions out of the log: read whole, or from the shelf. */

#include "ledger/derived.h"
#include "ledger/facts.h"
#include "ledger/work.h"
#include "play/known.h"
#include "play/position_p.h"
#include "play/shelf.h"
#include "seal/seal.h"
#include "server/vault.h"

void position_free(struct position *position)
{
    if (!position)
        return;
    replay_free(position->replay);
    known_free(position->known);
    standing_order_fini(&position->own);
    turns_fini(&position->turns);
    secret_wipe(position, sizeof *position);
    free(position);
}

/* Enough for nine seats to change hands a hundred times each. */
enum { SEATINGS_MAX = 900 };

struct seating {
    int64_t n; /* entry */
    int64_t player;
    int seat;
};

struct loader {
    struct desk *desk;
    struct seating seating[SEATINGS_MAX]; /* in order */
    unsigned seating_count, seated;       /* of them, those who sit by now */
    struct position *position;
    int64_t to; /* last entry to read */
    position_step_fn fn;
    void *user;
    struct buf payload; /* of the seal that is read; wiped at the end */
    _Alignas(max_align_t) unsigned char before[GAME_STATE_MAX];
};

static enum rc lend_book(void *context, const char *rules, const void **rulebook,
                         struct hash *tables, struct err *err)
{
    const struct position *position = context; /* a replay asks again when its rules change */

    return library_book(position->library, position->played, rules, rulebook, tables, err);
}

static enum rc load_secret(struct loader *loader, struct err *err)
{
    struct position *position = loader->position;
    struct ledger_rows rows = ledger_game_get(loader->desk->ledger, position->game, err);
    struct vault_place place = position_place(position, "games.secret_box", position->game);
    OWN_WIPED(buf) secret = {0};
    struct ledger_game row;

    if (ledger_next(&rows, &row)) {
        rows.rc = vault_open(loader->desk, &place, row.secret_box, &secret, err);
        if (rows.rc == RC_OK && secret.length != CHAIN_SECRET_BYTES)
            rows.rc = ERR(err, RC_BAD_SEAL, "the secret of the game is damaged");
        if (rows.rc == RC_OK)
            memcpy(position->secret, secret.at, CHAIN_SECRET_BYTES);
    }
    return ledger_end(&rows);
}

static enum rc start(struct loader *loader, const struct ledger_entry *row, struct err *err)
{
    struct position *position = loader->position;
    size_t length = strlen(row->text);

    TRY(genesis_read(row->text, length, &position->genesis, err));
    position->played = library_game(loader->desk->library, position->genesis.game);
    FAIL_IF(!position->played, err, RC_NEWER, "this program does not know the game '",
            position->genesis.game, "'");
    memcpy(position->rules_version, position->genesis.rules, sizeof position->rules_version);
    memcpy(position->key, position->genesis.key, KEY_BYTES);
    chain_start(&position->chain, row->text, length);
    for (int class = 0; class < TIME_CLASS_COUNT; class ++)
        position->timing.rules.allowance_s[class] = 7 * 86400;
    TRY(timing_read(position->genesis.time, &position->timing.rules, err));
    TRY(replay_start_lent(position->played, &position->genesis, lend_book, position,
                          &position->replay, err));
    return load_secret(loader, err);
}

static enum rc load_seal(struct loader *loader, const struct ledger_seal_row *row, struct err *err)
{
    unsigned char nonce[SEAL_NONCE_BYTES] = {0};
    uint64_t first, second;
    enum seal_family family = seal_name_family(row->seal.name, &first, &second);
    enum rc rc;

    if (!row->seal.box.at || family == SEAL_PERSON || family == SEAL_LETTER)
        return RC_OK;
    buf_clear(&loader->payload);
    rc = position_open_row(loader->desk, loader->position, row, nonce, &loader->payload, err);
    if (rc == RC_NOT_FOUND && family != SEAL_GAME) { /* its person was forgotten */
        err_clear(err);
        return RC_OK;
    }
    if (rc == RC_OK && !known_put(loader->position->known, row->seal.name, (uint64_t)row->n,
                                  buf_text(&loader->payload), loader->payload.length))
        rc = ERR(err, RC_NO_MEMORY, "no memory for the seals of a game");
    secret_wipe(nonce, sizeof nonce);
    return rc;
}

static enum rc load_seals(struct loader *loader, struct err *err)
{
    struct ledger_rows rows = ledger_seal_boxes(loader->desk->ledger, loader->position->game, err);

    for (struct ledger_seal_row row; ledger_next(&rows, &row);)
        rows.rc = load_seal(loader, &row, err);
    return ledger_end(&rows);
}

/* Who began sits there from the start: what is sealed before its roster has his key. */
static enum rc load_seats(struct loader *loader, struct err *err)
{
    struct ledger_rows rows =
        ledger_seat_history(loader->desk->ledger, loader->position->game, err);

    for (struct ledger_seat row; ledger_next(&rows, &row);) {
        if (row.seat < 1 || row.seat > SEATS_MAX)
            continue;
        if (loader->seating_count == SEATINGS_MAX) {
            rows.rc = ERR(err, RC_TOO_LONG, "the seats of this game changed hands too often");
            break;
        }
        loader->seating[loader->seating_count++] = (struct seating){row.n, row.player, row.seat};
        if (!loader->position->player[row.seat])
            loader->position->player[row.seat] = row.player;
    }
    return ledger_end(&rows);
}

/* Who sits there after entry n, so that what comes before keeps the earlier name. */
static void seat_players(struct loader *loader, int64_t n)
{
    for (; loader->seated < loader->seating_count && loader->seating[loader->seated].n <= n;
         loader->seated++) {
        const struct seating *seating = &loader->seating[loader->seated];

        loader->position->player[seating->seat] = seating->player;
    }
}

/* Words that stand beside the log, as far as they were not forgotten. */
static void fill_words(const struct position *position, struct entry *entry)
{
    char name[SEAL_NAME_MAX + 1];
    const char *words;
    size_t length;

    if (!entry->hides_words)
        return;
    seal_name_write(SEAL_WORDS, entry->number, 0, name);
    words = position_payload(position, name, &length);
    text_copy(entry->words, sizeof entry->words, words ? words : "");
}

static void note_row(struct position *position, const struct ledger_entry *row,
                     const struct entry *entry)
{
    position->chain.number = (uint64_t)row->n;
    memcpy(position->chain.entry.at, row->hash, HASH_BYTES);
    position->at_s = row->at_s;
    position_note(position, entry);
}

static enum rc load_entry(struct loader *loader, const struct ledger_entry *row, struct err *err)
{
    struct position *position = loader->position;
    struct position_step step = {position, NULL, loader->before};
    struct entry entry;
    enum rc rc;

    seat_players(loader, row->n);
    if (row->n == 0) {
        rc = start(loader, row, err);
        position->at_s = row->at_s;
        return rc == RC_OK ? load_seals(loader, err) : rc;
    }
    rc = entry_read((uint64_t)row->n, row->text, strlen(row->text), &entry, err);
    if (rc == RC_OK && loader->fn)
        memcpy(loader->before, position_state(position), position->played->state_bytes);
    THEN(rc, replay_entry(position->replay, &entry, position_lookup, position, err));
    if (rc != RC_OK) {
        err_where(err, "log", (uint32_t)row->n, 0);
        return rc;
    }
    fill_words(position, &entry);
    note_row(position, row, &entry);
    step.entry = &entry;
    return loader->fn ? loader->fn(loader->user, &step, err) : RC_OK;
}

static enum rc load_entries(struct loader *loader, struct err *err)
{
    struct ledger_rows rows = ledger_entries(loader->desk->ledger, loader->position->game, 0, err);
    struct ledger_entry row;

    while (ledger_next(&rows, &row) && row.n <= loader->to)
        rows.rc = load_entry(loader, &row, err);
    return ledger_end(&rows);
}

static struct position *new_position(struct desk *desk, int64_t game)
{
    struct position *made = calloc(1, sizeof *made);

    if (!made || !(made->known = known_new())) {
        free(made);
        return NULL;
    }
    made->game = game;
    made->library = desk->library;
    return made;
}

static enum rc load_log(struct loader *loader, struct err *err)
{
    struct position *made = loader->position;
    enum rc rc = load_entries(loader, err);

    buf_wipe(&loader->payload);
    if (rc == RC_OK && !made->replay)
        rc = ERR(err, RC_NOT_FOUND, "there is no such game; `postern game list` shows all");
    return rc;
}

enum rc position_walk(struct desk *desk, int64_t game, int64_t to, position_step_fn fn, void *user,
                      struct position **position, struct err *err)
{
    OWN_AT(position) made = new_position(desk, game);
    struct loader loader = {.desk = desk, .position = made, .to = to, .fn = fn, .user = user};
    int64_t recovered_s = 0;

    FAIL_IF(!made, err, RC_NO_MEMORY, "no memory for a game");
    TRY(load_seats(&loader, err));
    TRY(load_log(&loader, err));
    TRY(ledger_is_frozen(desk->ledger, game, &made->is_frozen, err));
    TRY(ledger_recovered_until(desk->ledger, game, &recovered_s, err));
    if (recovered_s > made->lost_s)
        made->lost_s = recovered_s;
    *position = made;
    made = NULL;
    return RC_OK;
}

/* The shelf's, where it stands at the ledger's head; else read from the log and put there. */
static enum rc find(struct desk *desk, int64_t game, const struct ledger_head *head,
                    struct position **found, struct err *err)
{
    *found = shelf_find(desk->shelf, game, head);
    if (*found)
        return RC_OK;
    TRY(position_walk(desk, game, INT64_MAX, NULL, NULL, found, err));
    shelf_put(desk->shelf, *found);
    return RC_OK;
}

enum rc position_get(struct desk *desk, int64_t game, struct position **position, struct err *err)
{
    struct position *found;
    struct ledger_head head;
    enum rc rc = ledger_head_get(desk->ledger, game, &head, err);

    THEN(rc, find(desk, game, &head, &found, err));
    TRY(rc);
    rc = ledger_is_frozen(desk->ledger, game, &found->is_frozen, err);
    /* An older ledger was restored: another history must not begin. */
    found->is_frozen |= !marks_agree(desk->marks, &(struct mark){game, head.n, head.hash});
    *position = found;
    return rc;
}
