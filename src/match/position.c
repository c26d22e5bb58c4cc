#include "match/position.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ledger/archive.h"
#include "ledger/derived.h"
#include "ledger/facts.h"
#include "ledger/work.h"
#include "match/known.h"
#include "match/opened.h"
#include "seal/encode.h"
#include "seal/seal.h"
#include "server/vault.h"

/* ---- boxes of a game ---- */

static struct vault_place place_of(const struct position *position, const char *column, int64_t row)
{
    return (struct vault_place){
        {LEDGER_KEY_GAME, position->game}, column, row, &position->chain.genesis};
}

enum { COLUMN_BYTES = 64 };

/* A person's name stands under his own key, so that forgetting him takes it along. Others may sit
 * there now: whose it is stands beside the entry, once that is written. */
static struct vault_place seal_place(struct desk *desk, const struct position *position,
                                     const char *name, int64_t n, char column[COLUMN_BYTES])
{
    struct vault_place place;
    struct text text;
    uint64_t seat, entry;
    int64_t player = 0;

    text_init(&text, column, COLUMN_BYTES);
    text_put(&text, "seals.box:");
    text_put(&text, name);
    place = place_of(position, column, n);
    if (seal_name_family(name, &seat, &entry) != SEAL_PERSON || seat > SEATS_MAX)
        return place;
    if (ledger_seat_at(desk->ledger, position->game, (int)seat, n, &player, NULL) != RC_OK ||
        !player)
        player = position->player[seat];
    if (player)
        place.owner = (struct vault_owner){LEDGER_KEY_PLAYER, player};
    return place;
}

/* A box's content: nonce, then payload. */
static enum rc open_seal_box(struct desk *desk, const struct position *position,
                             const struct ledger_seal_row *row,
                             unsigned char nonce[SEAL_NONCE_BYTES], struct buf *payload,
                             struct err *err)
{
    char column[COLUMN_BYTES], number[TEXT_INT_BYTES];
    struct vault_place place = seal_place(desk, position, row->seal.name, row->n, column);
    const size_t start = payload->length;
    size_t length;
    enum rc rc;

    if (!row->seal.box.at)
        return ERR(err, RC_NOT_FOUND, "the seal ", row->seal.name, " is held by its player");
    if (row->seal.box.length == LEDGER_AWAY_BOX_BYTES)
        return desk->above->opening(desk, position->game, row->n, row->seal.name, nonce, payload,
                                    err);
    rc = vault_open(desk, &place, row->seal.box, payload, NULL);
    length = payload->length - start;
    if (rc == RC_OK && length < SEAL_NONCE_BYTES)
        rc = RC_BAD_SEAL;
    if (rc == RC_BAD_SEAL)
        rc = ERR(err, rc, "the box of seal ", row->seal.name, " of game ",
                 text_of_int(number, position->game),
                 " does not open: it was altered or exchanged with another; restore a backup");
    else if (rc != RC_OK)
        rc = ERR(err, rc, "the box of seal ", row->seal.name, " cannot be read");
    if (rc == RC_OK) {
        memcpy(nonce, payload->at + start, SEAL_NONCE_BYTES);
        payload->length -= SEAL_NONCE_BYTES;
        memmove(payload->at + start, payload->at + start + SEAL_NONCE_BYTES,
                length - SEAL_NONCE_BYTES + 1);
    }
    return rc;
}

enum rc position_seal_box(struct desk *desk, const struct position *position, const char *name,
                          int64_t n, const unsigned char nonce[SEAL_NONCE_BYTES],
                          const char *payload, size_t length, struct buf *out, struct err *err)
{
    char column[COLUMN_BYTES];
    struct vault_place place = seal_place(desk, position, name, n, column);
    struct buf content = {0};
    enum rc rc;

    buf_put_bytes(&content, nonce, SEAL_NONCE_BYTES);
    buf_put_bytes(&content, payload, length);
    rc = buf_rc(&content, err);
    if (rc == RC_OK)
        rc = vault_close(desk, &place, content.at, content.length, out, err);
    buf_wipe(&content);
    return rc;
}

struct opening_reader {
    struct desk *desk;
    const struct position *position;
    unsigned char *nonce;
    struct buf *out;
};

static enum rc read_opening(void *user, const struct ledger_seal_row *row, struct err *err)
{
    struct opening_reader *reader = user;

    return open_seal_box(reader->desk, reader->position, row, reader->nonce, reader->out, err);
}

enum rc position_open_row(struct desk *desk, const struct position *position,
                          const struct ledger_seal_row *row, unsigned char nonce[SEAL_NONCE_BYTES],
                          struct buf *out, struct err *err)
{
    return open_seal_box(desk, position, row, nonce, out, err);
}

enum rc position_opening(struct desk *desk, const struct position *position, const char *name,
                         unsigned char nonce[SEAL_NONCE_BYTES], struct buf *out, struct err *err)
{
    struct opening_reader reader = {desk, position, nonce, out};

    return ledger_seal_get(desk->ledger, position->game, name, read_opening, &reader, err);
}

const char *position_payload(const struct position *position, const char *name, size_t *length)
{
    return known_get(position->known, name, UINT64_MAX, length);
}

const char *position_lookup(void *context, uint64_t number, const char *name, size_t *length)
{
    const struct position *position = context;

    return known_get(position->known, name, number, length);
}

enum rc position_undo_is_free(const struct position *position, unsigned seat, uint64_t to,
                              struct err *err)
{
    return replay_undo_is_free(position->replay, seat, to, position_lookup,
                               (void *)(uintptr_t)position, err);
}

/* ---- what the desk itself keeps of each entry ---- */

static void note_roster(struct position *position, const struct entry *entry)
{
    position->rostered = true;
    for (unsigned seat = 1; seat <= entry->count; seat++)
        position->house[seat] = entry->holder[seat] == ENTRY_HOUSE;
}

/* Sealed luck counts when it is opened. */
static void note_luck(struct position *position, unsigned seat, enum entry_luck luck,
                      const char *words, size_t length)
{
    position->luck[seat] = (uint8_t)luck;
    luck_of_seat(&position->chain.genesis, seat, words, length, &position->luck_hash[seat]);
}

static bool is_luck_closed(const struct position *position, unsigned seat)
{
    char name[SEAL_NAME_MAX + 1];
    size_t length;

    seal_name_write(SEAL_LUCK, seat, 0, name);
    return position->luck[seat] == ENTRY_LUCK_SEALED &&
           !known_get(position->known, name, UINT64_MAX, &length);
}

static bool luck_is_whole(const struct position *position)
{
    for (unsigned seat = 1; seat <= position->genesis.seats; seat++)
        if (is_luck_closed(position, seat))
            return false;
    return true;
}

static void note_seed(struct position *position)
{
    position->phase = position->phase == POSITION_OVER ? POSITION_OVER : POSITION_PLAY;
    if (!luck_is_whole(position))
        return;
    for (unsigned seat = 1; seat <= position->genesis.seats; seat++)
        if (position->luck[seat] == ENTRY_LUCK_NONE)
            luck_of_seat(&position->chain.genesis, seat, "", 0, &position->luck_hash[seat]);
    luck_seed(&position->chain.genesis, position->secret, position->luck_hash + 1,
              position->genesis.seats, &position->seed);
    position->has_seed = true;
}

static void note_opening(struct position *position, const struct entry *entry)
{
    uint64_t first, second;
    const char *known;
    size_t length;

    enum seal_family family = seal_name_family(entry->name, &first, &second);

    /* What a player held stays out of it: the rules read it in its opening alone. */
    if (family == SEAL_GAME) {
        own_note(position, entry);
        return;
    }
    known = known_get(position->known, entry->name, entry->number, &length);
    if (!known || length != strlen(entry->words) || memcmp(known, entry->words, length) != 0)
        known_put(position->known, entry->name, entry->number, entry->words, strlen(entry->words));
    own_note(position, entry);
    if (family != SEAL_LUCK || first > SEATS_MAX)
        return;
    luck_of_seat(&position->chain.genesis, (unsigned)first, entry->words, strlen(entry->words),
                 &position->luck_hash[first]);
    if (position->phase == POSITION_PLAY && !position->has_seed)
        note_seed(position);
}

/* An order that may be given at any time (resigning, offering a draw) is news to all others. */
static bool is_unasked(const struct position *position)
{
    unsigned kind = replay_order_kind(position->replay);

    return kind < position->played->text->kind_count &&
           position->played->text->kinds[kind].flags & ORDER_ALWAYS;
}

/* Who must hear of an entry though it asks him nothing? */
static void note_news(struct position *position, const struct entry *entry)
{
    unsigned first = 1, last = position->genesis.seats;

    switch ((enum entry_kind)entry->kind) {
    case ENTRY_PRESS:
        if (!entry->to_all)
            first = last = entry->seat;
        break;
    case ENTRY_ORDER:
        if (!is_unasked(position))
            return;
        break;
    case ENTRY_AGREE:
    case ENTRY_DECLINE:
        if (!text_starts_with(entry->words, "undo ")) /* the clocks' consents tell themselves */
            return;
        break;
    case ENTRY_UNDO:
        break;
    default:
        return;
    }
    for (unsigned seat = first; seat <= last && seat < POSITION_SEATS; seat++)
        if (seat != entry->who)
            position->hear_n[seat] = (int64_t)entry->number;
}

static void note_end(struct position *position, const struct entry *entry)
{
    static const enum game_over results[] = {
        [ENTRY_WON] = GAME_WON, [ENTRY_DRAWN] = GAME_DRAWN, [ENTRY_VOID] = GAME_VOID};
    bool unlucky =
        entry->who == ENTRY_TABLE && text_starts_with(entry->words, POSITION_LUCK_UNOPENED);

    position->phase = POSITION_OVER;
    position->end_n = entry->number;
    text_copy(position->end_reason, sizeof position->end_reason, entry->words);
    if (entry->who != ENTRY_KEEPER && !unlucky)
        return;
    position->played->rules->outcome(position_rulebook(position), position_state(position),
                                     &position->by_hand); /* for the scores */
    position->by_hand.over = results[entry->result];
    position->by_hand.winner = entry->seat;
    position->by_hand.reason = unlucky ? POSITION_LUCK_UNOPENED : "keeper";
}

/* After the entry was carried out. */
static void note(struct position *position, const struct entry *entry)
{
    note_news(position, entry);
    switch ((enum entry_kind)entry->kind) {
    case ENTRY_ROSTER:
        note_roster(position, entry);
        break;
    case ENTRY_LUCK:
        note_luck(position, entry->who, (enum entry_luck)entry->luck[0], entry->words,
                  strlen(entry->words));
        break;
    case ENTRY_LUCKS:
        note_seed(position);
        break;
    case ENTRY_OPEN:
        note_opening(position, entry);
        break;
    case ENTRY_OWN:
        position->own_count[entry->who]++;
        own_note(position, entry);
        break;
    case ENTRY_PEN:
        position->has_pen[entry->who] = true;
        memcpy(position->pen[entry->who], entry->key, KEY_BYTES);
        break;
    case ENTRY_END:
        note_end(position, entry);
        break;
    case ENTRY_KEY:
        memcpy(position->key, entry->key, KEY_BYTES);
        break;
    case ENTRY_SEAT:
        position->has_pen[entry->seat] = false;
        position->house[entry->seat] = entry->holder[0] == ENTRY_HOUSE;
        break;
    case ENTRY_REMARK:
        position->anonymous |=
            entry->who == ENTRY_TABLE && text_equal(entry->words, POSITION_ANONYMOUS);
        position->press_open |=
            entry->who == ENTRY_TABLE && text_equal(entry->words, POSITION_PRESS_OPEN);
        break;
    case ENTRY_UPGRADE:
        text_copy(position->rules_version, sizeof position->rules_version, entry->words);
        break;
    default:
        break;
    }
}

/* Once all luck is fixed, sealed luck is to be opened. */
static unsigned add_open_luck_questions(struct position *position, unsigned count)
{
    for (unsigned seat = 1; seat <= position->genesis.seats && count < DECISIONS_MAX; seat++)
        if (is_luck_closed(position, seat)) {
            position->decision[count] =
                (struct decision){.id = POSITION_OPEN_LUCK_DECISION(seat),
                                  .kind = DECISION_OPEN,
                                  .seat = (uint8_t)seat,
                                  .time_class = TIME_SETUP,
                                  .clock = POSITION_OPEN_LUCK_DECISION(seat)};
            seal_name_write(SEAL_LUCK, seat, 0, position->decision[count++].name);
        }
    return count;
}

/* Before draws, the open question of each seat without luck is its luck. */
static unsigned add_luck_questions(struct position *position, unsigned count)
{
    for (unsigned seat = 1; seat <= position->genesis.seats && count < DECISIONS_MAX; seat++)
        if (position->luck[seat] == ENTRY_LUCK_NONE)
            position->decision[count++] = (struct decision){.id = POSITION_LUCK_DECISION(seat),
                                                            .kind = DECISION_ORDER,
                                                            .seat = (uint8_t)seat,
                                                            .time_class = TIME_SETUP,
                                                            .clock = POSITION_LUCK_DECISION(seat)};
    return count;
}

static const char rules_word[] = "rules ";

static void note_clock(struct timing *timing, const struct entry *entry)
{
    if (text_equal(entry->words, REPLAY_PAUSE))
        timing_pause(timing, entry->time_s);
    else if (text_equal(entry->words, REPLAY_RESUME))
        timing_resume(timing, entry->time_s, (int64_t)entry->number);
    else if (text_starts_with(entry->words, rules_word) &&
             timing_read(entry->words + sizeof rules_word - 1, &timing->rules, NULL) != RC_OK)
        return; /* of a newer program: the deadlines that were set count */
}

/* In the log, questions of luck are number 0. */
static uint32_t question_of_due(const struct position *position, const struct entry *entry)
{
    if (entry->decision)
        return (uint32_t)entry->decision;
    return position->phase == POSITION_LUCK ? POSITION_LUCK_DECISION(entry->seat)
                                            : POSITION_OPEN_LUCK_DECISION(entry->seat);
}

static void note_questions(struct position *position, const struct entry *entry)
{
    const struct replay *replay = position->replay;
    unsigned count = 0;

    if (position->phase != POSITION_OVER)
        count = position->played->rules->open_decisions(replay_rulebook(replay),
                                                        replay_state(replay), position->decision);
    if (position->phase == POSITION_LUCK && position->rostered)
        count = add_luck_questions(position, count);
    if (position->phase == POSITION_PLAY && !position->has_seed)
        count = add_open_luck_questions(position, count);
    position->decision_count = count;
    timing_update(&position->timing, position->decision, count, (int64_t)entry->number,
                  entry->time_s);
    if (entry->kind == ENTRY_DUE)
        timing_move(&position->timing, question_of_due(position, entry), entry->seat, entry->due_s,
                    (int64_t)entry->number);
    if (entry->kind == ENTRY_CLOCK)
        note_clock(&position->timing, entry);
    turns_note(position, entry);
}

const void *position_state(const struct position *position)
{
    return replay_state(position->replay);
}

void position_outcome(const struct position *position, struct outcome *outcome)
{
    if (position->by_hand.over != GAME_GOES_ON)
        *outcome = position->by_hand;
    else
        position->played->rules->outcome(position_rulebook(position), position_state(position),
                                         outcome);
}

const void *position_rulebook(const struct position *position)
{
    return replay_rulebook(position->replay);
}

/* ---- loading ---- */

void position_free(struct position *position)
{
    if (!position)
        return;
    replay_free(position->replay);
    known_free(position->known);
    own_fini(&position->own);
    turns_fini(&position->turns);
    secret_wipe(position, sizeof *position);
    free(position);
}

struct loader {
    struct desk *desk;
    struct position *position;
    int64_t to; /* last entry to read */
    position_step_fn fn;
    void *user;
    bool rules_only;
    const struct known *opened; /* by the log itself; NULL = not looked at */
    struct buf payload;         /* of the seal that is read; wiped at the end */
    _Alignas(max_align_t) unsigned char before[GAME_STATE_MAX];
};

static enum rc lend_book(void *context, const char *rules, const void **rulebook,
                         struct hash *tables, struct err *err)
{
    const struct position *position = context; /* a replay asks again when its rules change */

    return library_book(position->library, position->played, rules, rulebook, tables, err);
}

static enum rc load_game(void *user, const struct ledger_game *row, struct err *err)
{
    struct loader *loader = user;
    struct position *position = loader->position;
    struct vault_place place = place_of(position, "games.secret_box", row->id);
    struct buf secret = {0};
    enum rc rc = vault_open(loader->desk, &place, row->secret_box, &secret, err);

    if (rc == RC_OK && secret.length != CHAIN_SECRET_BYTES)
        rc = ERR(err, RC_BAD_SEAL, "the secret of the game is damaged");
    if (rc == RC_OK)
        memcpy(position->secret, secret.at, CHAIN_SECRET_BYTES);
    buf_wipe(&secret);
    return rc;
}

static enum rc start(struct loader *loader, const struct ledger_entry *row, struct err *err)
{
    struct position *position = loader->position;
    size_t length = strlen(row->text);
    enum rc rc = genesis_read(row->text, length, &position->genesis, err);

    if (rc != RC_OK)
        return rc;
    position->played = library_game(loader->desk->library, position->genesis.game);
    if (!position->played)
        return ERR(err, RC_NEWER, "this program does not know the game '", position->genesis.game,
                   "'");
    memcpy(position->rules_version, position->genesis.rules, sizeof position->rules_version);
    memcpy(position->key, position->genesis.key, KEY_BYTES);
    chain_start(&position->chain, row->text, length);
    for (int class = 0; class < TIME_CLASS_COUNT; class ++)
        position->timing.rules.allowance_s[class] = 7 * 86400;
    rc = timing_read(position->genesis.time, &position->timing.rules, err);
    if (rc == RC_OK)
        rc = replay_start_lent(position->played, &position->genesis, lend_book, position,
                               &position->replay, err);
    if (rc == RC_OK && !loader->rules_only)
        rc = ledger_game_get(loader->desk->ledger, position->game, load_game, loader, err);
    return rc;
}

static enum rc load_seal(void *user, const struct ledger_seal_row *row, struct err *err)
{
    struct loader *loader = user;
    unsigned char nonce[SEAL_NONCE_BYTES] = {0};
    uint64_t first, second;
    enum seal_family family = seal_name_family(row->seal.name, &first, &second);
    const char *opened;
    size_t length;
    enum rc rc = RC_OK;

    if (!row->seal.box.at || (family != SEAL_GAME && loader->rules_only) ||
        (family != SEAL_GAME && family != SEAL_LUCK && family != SEAL_OWN && family != SEAL_PRESS))
        return RC_OK;
    buf_clear(&loader->payload);
    opened = loader->opened ? known_get(loader->opened, row->seal.name, 0, &length) : NULL;
    if (opened)
        buf_put_bytes(&loader->payload, opened, length);
    else
        rc = open_seal_box(loader->desk, loader->position, row, nonce, &loader->payload, err);
    if (rc == RC_OK && !known_put(loader->position->known, row->seal.name, (uint64_t)row->n,
                                  buf_text(&loader->payload), loader->payload.length))
        rc = ERR(err, RC_NO_MEMORY, "no memory for the seals of a game");
    secret_wipe(nonce, sizeof nonce);
    return rc;
}

static enum rc load_seat(void *user, const struct ledger_seat *seat, struct err *err)
{
    struct position *position = user;

    (void)err;
    if (seat->seat >= 1 && seat->seat <= SEATS_MAX)
        position->player[seat->seat] = seat->player;
    return RC_OK;
}

static void note_row(struct position *position, const struct ledger_entry *row,
                     const struct entry *entry)
{
    position->chain.number = (uint64_t)row->n;
    memcpy(position->chain.entry.at, row->hash, HASH_BYTES);
    position->at_s = row->at_s;
    note(position, entry);
    note_questions(position, entry);
}

static enum rc load_entry(void *user, const struct ledger_entry *row, struct err *err)
{
    struct loader *loader = user;
    struct position *position = loader->position;
    struct position_step step = {position, NULL, loader->rules_only ? NULL : loader->before};
    struct entry entry;
    enum rc rc;

    if (row->n > loader->to)
        return RC_STOPPED;
    if (row->n == 0) {
        rc = start(loader, row, err);
        position->at_s = row->at_s;
        return rc == RC_OK
                   ? ledger_seal_boxes(loader->desk->ledger, position->game, load_seal, loader, err)
                   : rc;
    }
    rc = entry_read((uint64_t)row->n, row->text, strlen(row->text), &entry, err);
    if (rc == RC_OK && loader->fn && !loader->rules_only)
        memcpy(loader->before, position_state(position), position->played->state_bytes);
    if (rc == RC_OK)
        rc = replay_entry(position->replay, &entry, position_lookup, position, err);
    if (rc != RC_OK) {
        err_where(err, "log", (uint32_t)row->n, 0);
        return rc;
    }
    if (!loader->rules_only)
        note_row(position, row, &entry);
    step.entry = &entry;
    return loader->fn ? loader->fn(loader->user, &step, err) : RC_OK;
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

static enum rc load_texts(struct loader *loader, struct err *err)
{
    struct ledger_entry row = {.game = loader->position->game};
    struct known *opened = NULL;
    struct buf texts = {0};
    enum rc rc = opened_read(loader->desk, row.game, &texts, &opened, err);
    const char *end = buf_text(&texts) + texts.length;

    loader->opened = opened;
    for (row.text = buf_text(&texts); rc == RC_OK && row.text < end;
         row.text += strlen(row.text) + 1) {
        rc = load_entry(loader, &row, err);
        row.n++;
    }
    loader->opened = NULL;
    known_free(opened);
    buf_fini(&texts);
    return rc;
}

static enum rc load_log(struct loader *loader, struct err *err)
{
    struct position *made = loader->position;
    struct ledger *ledger = loader->desk->ledger;
    enum rc rc = loader->rules_only
                     ? load_texts(loader, err)
                     : ledger_entries(ledger, made->game, 0, load_entry, loader, err);

    buf_wipe(&loader->payload);
    if (rc == RC_STOPPED)
        rc = RC_OK;
    if (rc == RC_OK && !made->replay)
        rc = ERR(err, RC_NOT_FOUND, "there is no such game; `postern game list` shows all");
    return rc;
}

enum rc position_walk(struct desk *desk, int64_t game, int64_t to, position_step_fn fn, void *user,
                      struct position **position, struct err *err)
{
    struct position *made = new_position(desk, game);
    struct loader loader = {.desk = desk, .position = made, .to = to, .fn = fn, .user = user};
    enum rc rc;

    if (!made)
        return ERR(err, RC_NO_MEMORY, "no memory for a game");
    rc = ledger_seats(desk->ledger, game, load_seat, made, err);
    if (rc == RC_OK)
        rc = load_log(&loader, err);
    if (rc == RC_OK)
        rc = ledger_is_frozen(desk->ledger, game, &made->is_frozen, err);
    if (rc == RC_OK)
        *position = made;
    else
        position_free(made);
    return rc;
}

enum rc position_replay(struct desk *desk, int64_t game, position_step_fn fn, void *user,
                        struct position **position, struct err *err)
{
    struct position *made = new_position(desk, game);
    struct loader loader = {.desk = desk,
                            .position = made,
                            .to = INT64_MAX,
                            .fn = fn,
                            .user = user,
                            .rules_only = true};
    enum rc rc;

    if (!made)
        return ERR(err, RC_NO_MEMORY, "no memory for a game");
    rc = load_log(&loader, err);
    if (rc == RC_OK)
        *position = made;
    else
        position_free(made);
    return rc;
}

/* ---- the shelf ---- */

enum {
    SHELF_POSITIONS = 256,  /* games that get letters within minutes */
    SHELF_BYTES = 16 << 20, /* of all of them; a game grows with its log, from 30 KB on */
    SHELF_HELD = 8          /* asked for last: these stay, however large */
};

struct shelf {
    uint64_t clock;
    size_t bytes; /* of all */
    size_t most;
    struct {
        struct position *position;
        uint64_t used;
        size_t bytes; /* when it was last weighed */
        bool changed;
    } at[SHELF_POSITIONS];
};

struct shelf *shelf_new(void)
{
    struct shelf *shelf = calloc(1, sizeof *shelf);

    if (shelf)
        shelf->most = SHELF_BYTES;
    return shelf;
}

static void take_down(struct shelf *shelf, unsigned i)
{
    position_free(shelf->at[i].position);
    shelf->bytes -= shelf->at[i].bytes;
    shelf->at[i].position = NULL;
    shelf->at[i].bytes = 0;
    shelf->at[i].changed = false;
    shelf->at[i].used = 0;
}

void shelf_free(struct shelf *shelf)
{
    for (unsigned i = 0; shelf && i < SHELF_POSITIONS; i++)
        take_down(shelf, i);
    free(shelf);
}

void shelf_drop_changed(struct shelf *shelf)
{
    for (unsigned i = 0; i < SHELF_POSITIONS; i++)
        if (shelf->at[i].changed)
            take_down(shelf, i);
}

static void weigh(struct shelf *shelf, unsigned i)
{
    const struct position *position = shelf->at[i].position;

    shelf->bytes -= shelf->at[i].bytes;
    shelf->at[i].bytes = sizeof *position + replay_bytes(position->replay) +
                         known_bytes(position->known) +
                         position->own.room * sizeof *position->own.line +
                         position->turns.room * sizeof *position->turns.at;
    shelf->bytes += shelf->at[i].bytes;
}

/* The one that was not asked for longest, of those that may go; SHELF_POSITIONS = none. */
static unsigned oldest(const struct shelf *shelf)
{
    unsigned best = SHELF_POSITIONS;

    for (unsigned i = 0; i < SHELF_POSITIONS; i++)
        if (shelf->at[i].position && !shelf->at[i].changed &&
            shelf->clock - shelf->at[i].used >= SHELF_HELD &&
            (best == SHELF_POSITIONS || shelf->at[i].used < shelf->at[best].used))
            best = i;
    return best;
}

static void make_room(struct shelf *shelf)
{
    unsigned i;

    while (shelf->bytes > shelf->most && (i = oldest(shelf)) < SHELF_POSITIONS)
        take_down(shelf, i);
}

void shelf_keep_changed(struct shelf *shelf)
{
    for (unsigned i = 0; i < SHELF_POSITIONS; i++) {
        if (shelf->at[i].changed)
            weigh(shelf, i);
        shelf->at[i].changed = false;
    }
    make_room(shelf);
}

void shelf_limit(struct shelf *shelf, size_t most)
{
    shelf->most = most;
    make_room(shelf);
}

size_t shelf_bytes(const struct shelf *shelf)
{
    return shelf->bytes;
}

/* The game's place, or the one that was not asked for longest. */
static unsigned find_place(const struct shelf *shelf, int64_t game)
{
    unsigned best = 0;

    for (unsigned i = 0; i < SHELF_POSITIONS; i++) {
        const struct position *position = shelf->at[i].position;

        if (position && position->game == game)
            return i;
        if (!shelf->at[i].changed && shelf->at[i].used < shelf->at[best].used)
            best = i;
    }
    return best;
}

enum rc position_get(struct desk *desk, int64_t game, struct position **position, struct err *err)
{
    struct shelf *shelf = desk->shelf;
    unsigned place = find_place(shelf, game);
    struct position *found = shelf->at[place].position;
    struct ledger_head head;
    enum rc rc = ledger_head_get(desk->ledger, game, &head, err);

    if (rc != RC_OK)
        return rc;
    if (!found || found->game != game || (int64_t)found->chain.number != head.n ||
        memcmp(found->chain.entry.at, head.hash, HASH_BYTES) != 0) {
        rc = position_walk(desk, game, INT64_MAX, NULL, NULL, &found, err);
        if (rc != RC_OK)
            return rc;
        take_down(shelf, place);
        shelf->at[place].position = found;
        weigh(shelf, place);
    }
    shelf->at[place].used = ++shelf->clock;
    make_room(shelf);
    rc = ledger_is_frozen(desk->ledger, game, &found->is_frozen, err);
    found->is_archived = false;
    if (rc == RC_OK && found->phase == POSITION_OVER)
        rc = ledger_is_archived(desk->ledger, game, &found->is_archived, err);
    /* An older ledger was restored: another history must not begin. */
    found->is_frozen |= !marks_agree(desk->marks, &(struct mark){game, head.n, head.hash});
    *position = found;
    return rc;
}

const char *position_closed(const struct position *position)
{
    return position->is_archived ? "desk.archived" : position->is_frozen ? "desk.frozen" : NULL;
}

static void mark_changed(struct shelf *shelf, const struct position *position)
{
    for (unsigned i = 0; i < SHELF_POSITIONS; i++)
        if (shelf->at[i].position == position)
            shelf->at[i].changed = true;
}

/* ---- appending ---- */

struct sealing {
    struct ledger_seal row[CHAIN_SEALS_MAX];
    struct hash commitment[CHAIN_SEALS_MAX];
    struct buf box[CHAIN_SEALS_MAX];
    unsigned count;
};

static enum rc close_seal(struct desk *desk, struct position *position, int64_t n,
                          const struct position_seal *seal, struct sealing *sealing,
                          struct err *err)
{
    unsigned i = sealing->count++;
    struct opening opening = {seal->payload, seal->length, {0}};
    enum rc rc;

    sealing->row[i] = (struct ledger_seal){.name = seal->name, .seat = (int)seal->seat};
    sealing->commitment[i] = seal->commitment;
    sealing->row[i].commitment =
        (struct ledger_bytes){sealing->commitment[i].at, sizeof sealing->commitment[i].at};
    if (!seal->payload)
        return RC_OK;
    desk_entropy(desk, opening.nonce, sizeof opening.nonce);
    seal_make(&position->chain.genesis, seal->name, seal->seat, &opening, &sealing->commitment[i]);
    rc = position_seal_box(desk, position, seal->name, n, opening.nonce, seal->payload,
                           seal->length, &sealing->box[i], err);
    sealing->row[i].box = vault_bytes(&sealing->box[i]);
    if (rc == RC_OK &&
        !known_put(position->known, seal->name, (uint64_t)n, seal->payload, seal->length))
        rc = ERR(err, RC_NO_MEMORY, "no memory for a seal");
    secret_wipe(&opening, sizeof opening);
    return rc;
}

/* The seal of the raw letter's hash comes first, as its bracket does. */
static enum rc close_letter(struct desk *desk, struct position *position, int64_t n,
                            const struct entry *entry, const struct position_letter *letter,
                            char name[SEAL_NAME_MAX + 1], struct sealing *sealing, struct err *err)
{
    char payload[BASE32_HASH_BYTES];
    struct position_seal seal = {.name = name, .seat = entry->who, .payload = payload};

    if (!entry->letter || !letter || !letter->raw)
        return RC_OK;
    seal_name_write(SEAL_LETTER, (uint64_t)n, 0, name);
    base32_write(letter->raw->at, HASH_BYTES, payload);
    seal.length = strlen(payload);
    return close_seal(desk, position, n, &seal, sealing, err);
}

static enum rc append_row(struct desk *desk, struct position *position, const struct entry *entry,
                          const struct sealing *sealing, const struct position_letter *letter,
                          struct err *err)
{
    struct ledger_opening opening = {.name = entry->name};
    struct chain next = position->chain;
    struct buf text = {0};
    struct ledger_entry row = {.game = position->game,
                               .n = (int64_t)entry->number,
                               .at_s = entry->time_s,
                               .seat = entry->who == ENTRY_KEEPER ? 0 : entry->who,
                               .letter = letter ? letter->id : 0,
                               .kind = entry_kind_word((enum entry_kind)entry->kind),
                               .previous = position->chain.entry.at,
                               .seals = sealing->row,
                               .seal_count = sealing->count,
                               .openings = &opening,
                               .opening_count = entry->kind == ENTRY_OPEN};
    enum rc rc = entry_write(entry, &text, err);

    if (rc == RC_OK) {
        chain_append(&next, buf_text(&text), text.length, sealing->commitment, sealing->count);
        row.text = buf_text(&text);
        row.hash = next.entry.at;
        rc = ledger_entry_append(desk->ledger, &row, err);
    }
    if (rc == RC_OK)
        rc = replay_entry(position->replay, entry, position_lookup, position, err);
    if (rc == RC_OK) {
        position->chain = next;
        position->at_s = entry->time_s;
    } else if (rc == RC_BAD_INPUT) {
        err_clear(err);
        rc = ERR(err, RC_BUG, "an order that was checked is refused by the replay");
    }
    buf_fini(&text);
    return rc;
}

enum rc position_append(struct desk *desk, struct position *position, struct entry *entry,
                        const struct position_seal *seal, unsigned count,
                        const struct position_letter *letter, struct err *err)
{
    struct sealing *sealing = calloc(1, sizeof *sealing);
    char letter_name[SEAL_NAME_MAX + 1];
    int64_t now = desk_now(desk);
    enum rc rc;

    if (!sealing)
        return ERR(err, RC_NO_MEMORY, "no memory for an entry");
    mark_changed(desk->shelf, position);
    entry->number = position->chain.number + 1;
    entry->time_s = now > position->at_s ? now : position->at_s;
    entry->came_s = letter && letter->arrived_s < entry->time_s && entry->who != ENTRY_TABLE &&
                            entry->who != ENTRY_KEEPER
                        ? letter->arrived_s
                        : ENTRY_NO_TIME;
    rc = close_letter(desk, position, (int64_t)entry->number, entry, letter, letter_name, sealing,
                      err);
    for (unsigned i = 0; i < count && rc == RC_OK; i++)
        rc = close_seal(desk, position, (int64_t)entry->number, &seal[i], sealing, err);
    if (rc == RC_OK)
        rc = append_row(desk, position, entry, sealing, letter, err);
    if (rc == RC_OK) {
        note(position, entry);
        note_questions(position, entry);
    }
    for (unsigned i = 0; i < sealing->count; i++)
        buf_fini(&sealing->box[i]);
    free(sealing);
    return rc;
}
