#include "desk/people.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "desk/forum.h"
#include "desk/outbox.h"
#include "desk/vault.h"
#include "ledger/derived.h"
#include "ledger/facts.h"
#include "ledger/work.h"
#include "letter/value.h"
#include "seal/encode.h"

static struct vault_place place_of(int64_t player, const char *column, int64_t row)
{
    return (struct vault_place){{LEDGER_KEY_PLAYER, player}, column, row, NULL};
}

/* ---- persons in memory ---- */

enum { PEOPLE_KEPT = 256 };

struct people {
    int64_t stamp;                 /* of the ledger, when they were read */
    unsigned count;                /* places in use, at most */
    struct person at[PEOPLE_KEPT]; /* by number; id 0 = free */
};

struct people *people_new(void)
{
    return calloc(1, sizeof(struct people));
}

void people_free(struct people *people)
{
    if (people)
        people_forget(people);
    free(people);
}

void people_forget(struct people *people)
{
    for (unsigned i = 0; i < PEOPLE_KEPT && people->count; i++)
        if (people->at[i].id)
            secret_wipe(&people->at[i], sizeof people->at[i]);
    people->count = 0;
}

/* Only inside a change is it certain that nobody writes. */
static struct person *kept_person(struct desk *desk, int64_t player)
{
    struct people *people = desk->people;
    int64_t stamp = ledger_people_stamp(desk->ledger);

    if (people->stamp != stamp)
        people_forget(people);
    people->stamp = stamp;
    return &people->at[(uint64_t)player % PEOPLE_KEPT];
}

/* ---- settings ---- */

static const char *const boards[] = {"unicode", "ascii", "none", NULL};
static const char *const formats[] = {"html", "text", NULL};
static const char *const digests[] = {"each", "daily", NULL};
static const char *const switches[] = {"off", "on", NULL};

static int choice_of(const char *const *choices, const char *word)
{
    for (int i = 0; choices[i]; i++)
        if (text_equal_folded(choices[i], word))
            return i;
    return -1;
}

static bool is_key(const char *value)
{
    unsigned char key[KEY_BYTES];

    return text_equal(value, "none") ||
           (strlen(value) < PERSON_KEY_BYTES && base32_read(value, strlen(value), key, sizeof key));
}

static bool is_vacation(const char *value)
{
    struct freetime spans = {0};

    return strlen(value) < PERSON_VACATION_BYTES && freetime_read_spans(value, &spans);
}

/* Apply one setting to a person; false if kind or value is unknown. */
static bool set(struct person *person, const char *kind, const char *value)
{
    int64_t number;
    int choice;

    if (text_equal(kind, "account"))
        text_copy(person->account, sizeof person->account, value);
    else if (text_equal(kind, "practice"))
        text_copy(person->practice, sizeof person->practice, value);
    else if (text_equal(kind, "name"))
        text_copy(person->name, sizeof person->name, value);
    else if (text_equal(kind, "language"))
        text_copy(person->language, sizeof person->language, value);
    else if (text_equal(kind, "board") && (choice = choice_of(boards, value)) >= 0)
        person->board = (enum person_board)choice;
    else if (text_equal(kind, "format") && (choice = choice_of(formats, value)) >= 0)
        person->text_only = choice == 1;
    else if (text_equal(kind, "digest") && (choice = choice_of(digests, value)) >= 0)
        person->digest = choice == 1;
    else if (text_equal(kind, "strict") && (choice = choice_of(switches, value)) >= 0)
        person->strict = choice == 1;
    else if (text_equal(kind, "blocked") && strspn(value, "0123456789 ") == strlen(value))
        text_copy(person->blocked, sizeof person->blocked, value);
    else if (text_equal(kind, "banned") && (choice = choice_of(switches, value)) >= 0)
        person->banned = choice == 1;
    else if (text_equal(kind, "merged") && text_to_int(value, strlen(value), &number))
        person->merged = number;
    else if (text_equal(kind, "signature") && (choice = choice_of(switches, value)) >= 0)
        person->signs = choice == 1;
    else if (text_equal(kind, "draft") && (choice = choice_of(switches, value)) >= 0)
        person->drafts = choice == 1;
    else if (text_equal(kind, "key") && is_key(value))
        text_copy(person->key, sizeof person->key, text_equal(value, "none") ? "" : value);
    else if (text_equal(kind, "zone") && freetime_zone_exists(value))
        text_copy(person->zone, sizeof person->zone, value);
    else if (text_equal(kind, "vacation") && is_vacation(value))
        text_copy(person->vacation, sizeof person->vacation, value);
    else
        return false;
    return true;
}

bool people_blocks(const struct person *person, int64_t player)
{
    char number[TEXT_INT_BYTES];
    const char *word = text_of_int(number, player);
    size_t length = strlen(word);

    for (const char *at = person->blocked; *at; at += strcspn(at, " "), at += strspn(at, " "))
        if (strcspn(at, " ") == length && memcmp(at, word, length) == 0)
            return true;
    return false;
}

static void read_settings(struct person *person, const struct value *map)
{
    for (size_t i = 0; i < value_count(map); i++) {
        const char *key = value_key_at(map, i);

        set(person, key, value_get_text(value_get(map, key)));
    }
}

/* Open a box of settings and apply them. */
static enum rc open_settings(struct desk *desk, const struct vault_place *place,
                             struct ledger_bytes box, struct person *person, struct err *err)
{
    struct values *values = values_new();
    struct buf text = {0};
    struct value *map = NULL;
    enum rc rc = vault_open(desk, place, box, &text, err);

    if (rc == RC_OK)
        rc = value_read(values, buf_text(&text), text.length, &map, err);
    if (rc == RC_OK)
        read_settings(person, map);
    buf_wipe(&text);
    values_free(values);
    return rc;
}

static enum rc close_setting(struct desk *desk, const struct vault_place *place,
                             const char *const *pair, unsigned pairs, struct buf *box,
                             struct err *err)
{
    struct values *values = values_new();
    struct value *map = value_map(values);
    struct buf text = {0};
    enum rc rc;

    for (unsigned i = 0; i < pairs; i++)
        value_set_text(map, pair[2 * i], pair[2 * i + 1]);
    value_write(map, &text);
    rc = values_rc(values, err);
    if (rc == RC_OK)
        rc = vault_close(desk, place, buf_text(&text), text.length, box, err);
    buf_wipe(&text);
    values_free(values);
    return rc;
}

/* ---- look-ups ---- */

/* Letters compare without regard to case, in both parts of the address. */
static void fold(const char *text, char *out, size_t capacity)
{
    struct text folded;

    text_init(&folded, out, capacity);
    for (; *text; text++)
        text_put_char(&folded, text_lower(*text));
}

static const char *const tags[LEDGER_LOOKUP_COUNT] = {
    [LEDGER_BY_ADDRESS] = "address", [LEDGER_BY_NAME] = "name"};

static enum rc lookup_hash(struct desk *desk, enum ledger_lookup_kind kind, const char *text,
                           struct hash *hash, struct err *err)
{
    char folded[PERSON_ADDRESS_BYTES];

    fold(text, folded, sizeof folded);
    return vault_lookup(desk, tags[kind], folded, strlen(folded), hash, err);
}

static enum rc lookup(struct desk *desk, enum ledger_lookup_kind kind, const char *text,
                      int64_t *player, int64_t *address, struct err *err)
{
    struct hash hash;
    enum rc rc = lookup_hash(desk, kind, text, &hash, err);

    return rc == RC_OK ? ledger_lookup_get(desk->ledger, kind, hash.at, player, address, err) : rc;
}

static enum rc put_lookup(struct desk *desk, enum ledger_lookup_kind kind, const char *text,
                          int64_t player, int64_t address, struct err *err)
{
    struct hash hash;
    enum rc rc = lookup_hash(desk, kind, text, &hash, err);

    return rc == RC_OK ? ledger_lookup_put(desk->ledger, kind, hash.at, player, address, err) : rc;
}

enum rc people_by_address(struct desk *desk, const char *address, int64_t *player,
                          int64_t *address_id, struct err *err)
{
    return lookup(desk, LEDGER_BY_ADDRESS, address, player, address_id, err);
}

enum rc people_find(struct desk *desk, const char *word, int64_t *player, struct err *err)
{
    struct person person;
    int64_t address;
    enum rc rc;

    if (text_to_int(word, strlen(word), player)) {
        rc = people_get(desk, *player, &person, err);
        return rc;
    }
    rc = lookup(desk, strchr(word, '@') ? LEDGER_BY_ADDRESS : LEDGER_BY_NAME, word, player,
                &address, err);
    if (rc == RC_OK && *player == 0)
        rc = ERR(err, RC_NOT_FOUND, "nobody here is called '", word,
                 "'; `postern player add NAME ADDRESS` adds a player");
    return rc;
}

/* ---- reading ---- */

struct reader {
    struct desk *desk;
    struct person *person;
};

static enum rc read_player(void *user, const struct ledger_player *row, struct err *err)
{
    struct reader *reader = user;
    struct vault_place place = place_of(row->id, "players.box", row->id);

    reader->person->id = row->id;
    reader->person->made_s = row->made_s;
    return open_settings(reader->desk, &place, row->box, reader->person, err);
}

static enum rc read_change(void *user, const struct ledger_player_change *row, struct err *err)
{
    struct reader *reader = user;
    struct vault_place place = place_of(row->player, "player_changes.box", row->id);

    return open_settings(reader->desk, &place, row->box, reader->person, err);
}

static enum rc open_address(struct desk *desk, const struct ledger_address *row,
                            char out[PERSON_ADDRESS_BYTES], struct err *err)
{
    struct vault_place place = place_of(row->player, "addresses.box", row->id);
    struct buf text = {0};
    enum rc rc = vault_open(desk, &place, row->box, &text, err);

    if (rc == RC_OK)
        text_copy(out, PERSON_ADDRESS_BYTES, buf_text(&text));
    buf_wipe(&text);
    return rc;
}

/* The newest confirmed address wins, of those whose letters do not come back; an account of the
 * forum only where there is no mail. */
static enum rc read_address(void *user, const struct ledger_address *row, struct err *err)
{
    struct reader *reader = user;
    const struct config *config = reader->desk->config;
    char address[PERSON_ADDRESS_BYTES];
    struct ledger_bounce bounce = {0};
    enum rc rc;

    if (row->state != LEDGER_ADDRESS_CONFIRMED)
        return RC_OK;
    rc = ledger_bounce_get(reader->desk->ledger, row->id, &bounce, err);
    if (rc == RC_OK)
        rc = open_address(reader->desk, row, address, err);
    if (rc != RC_OK ||
        (reader->person->address_id &&
         (bounce.is_stopped || (forum_is_account(config, address) &&
                                !forum_is_account(config, reader->person->address)))))
        return rc;
    reader->person->address_id = row->id;
    text_copy(reader->person->address, sizeof reader->person->address, address);
    return RC_OK;
}

enum rc people_get(struct desk *desk, int64_t player, struct person *person, struct err *err)
{
    struct reader reader = {desk, person};
    struct person *kept = ledger_is_in_transaction(desk->ledger) ? kept_person(desk, player) : NULL;
    enum rc rc;

    if (kept && kept->id == player) {
        *person = *kept;
        return RC_OK;
    }
    *person = (struct person){0};
    rc = ledger_player_get(desk->ledger, player, read_player, &reader, err);
    if (rc == RC_OK)
        rc = ledger_player_changes(desk->ledger, player, read_change, &reader, err);
    if (rc == RC_OK)
        rc = ledger_addresses(desk->ledger, player, read_address, &reader, err);
    if (rc == RC_OK && kept) {
        *kept = *person;
        desk->people->count++;
    }
    return rc;
}

struct address_reader {
    struct desk *desk;
    char *out;
};

static enum rc read_one_address(void *user, const struct ledger_address *row, struct err *err)
{
    struct address_reader *reader = user;

    return open_address(reader->desk, row, reader->out, err);
}

enum rc people_address(struct desk *desk, int64_t address_id, char out[PERSON_ADDRESS_BYTES],
                       struct err *err)
{
    struct address_reader reader = {desk, out};

    return ledger_address_get(desk->ledger, address_id, read_one_address, &reader, err);
}

struct each {
    struct desk *desk;
    people_fn fn;
    void *user;
};

static enum rc each_player(void *user, const struct ledger_player *row, struct err *err)
{
    struct each *each = user;
    struct person person;
    enum rc rc = people_get(each->desk, row->id, &person, NULL);

    if (rc == RC_NOT_FOUND || rc == RC_BAD_SEAL) /* a person who was forgotten */
        person = (struct person){.id = row->id, .made_s = row->made_s, .name = "(forgotten)"};
    return each->fn(each->user, &person, err);
}

enum rc people_each(struct desk *desk, people_fn fn, void *user, struct err *err)
{
    struct each each = {desk, fn, user};

    return ledger_players(desk->ledger, each_player, &each, err);
}

/* ---- writing ---- */

bool people_is_address(const char *address)
{
    size_t length = strlen(address), local = config_local_part(address);

    if (length >= PERSON_ADDRESS_BYTES || local == 0 || local + 1 >= length)
        return false;
    for (const char *c = address; *c; c++)
        if ((unsigned char)*c <= ' ' || *c == 0x7f || strchr("<>()[]\\,;:\"", *c))
            return false;
    return text_is_utf8(address, length);
}

bool people_is_name(const char *name)
{
    size_t length = strlen(name);
    int64_t number;

    if (length == 0 || length >= PERSON_NAME_BYTES || strchr(name, '@') ||
        text_to_int(name, length, &number))
        return false;
    for (const char *c = name; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 0x7f)
            return false;
    return text_is_utf8(name, length);
}

static enum rc check_new(struct desk *desk, const char *name, const char *address, struct err *err)
{
    int64_t player = 0, ignored;
    enum rc rc;

    if (!people_is_address(address))
        return ERR(err, RC_BAD_INPUT, "'", address, "' is not a mail address");
    if (!people_is_name(name))
        return ERR(err, RC_BAD_INPUT, "'", name,
                   "' cannot be a name: 1 to 127 bytes of text, no '@', not a number");
    rc = lookup(desk, LEDGER_BY_ADDRESS, address, &player, &ignored, err);
    if (rc == RC_OK && player)
        return ERR(err, RC_EXISTS, "the address ", address, " belongs to a player already");
    if (rc == RC_OK)
        rc = lookup(desk, LEDGER_BY_NAME, name, &player, &ignored, err);
    if (rc == RC_OK && player)
        return ERR(err, RC_EXISTS, "there is a player called ", name, " already");
    return rc;
}

static enum rc add_address(struct desk *desk, int64_t player, const char *address, struct err *err)
{
    struct ledger_address row = {.player = player, .state = LEDGER_ADDRESS_CONFIRMED};
    struct vault_place place;
    struct buf box = {0};
    enum rc rc = ledger_next_id(desk->ledger, LEDGER_ADDRESSES, &row.id, err);

    place = place_of(player, "addresses.box", row.id);
    if (rc == RC_OK)
        rc = vault_close(desk, &place, address, strlen(address), &box, err);
    row.at_s = desk_now(desk);
    row.box = vault_bytes(&box);
    if (rc == RC_OK)
        rc = ledger_address_put(desk->ledger, &row, err);
    if (rc == RC_OK)
        rc = put_lookup(desk, LEDGER_BY_ADDRESS, address, player, row.id, err);
    buf_fini(&box);
    return rc;
}

enum rc people_by_name(struct desk *desk, const char *name, int64_t *player, struct err *err)
{
    int64_t address;

    return lookup(desk, LEDGER_BY_NAME, name, player, &address, err);
}

struct address_walk {
    struct desk *desk;
    people_address_fn fn;
    void *user;
};

static enum rc walk_address(void *user, const struct ledger_address *row, struct err *err)
{
    struct address_walk *walk = user;
    char address[PERSON_ADDRESS_BYTES];
    enum rc rc;

    if (row->state != LEDGER_ADDRESS_CONFIRMED)
        return RC_OK;
    rc = open_address(walk->desk, row, address, err);
    return rc == RC_OK ? walk->fn(walk->user, address, err) : rc;
}

enum rc people_addresses(struct desk *desk, int64_t player, people_address_fn fn, void *user,
                         struct err *err)
{
    struct address_walk walk = {desk, fn, user};

    return ledger_addresses(desk->ledger, player, walk_address, &walk, err);
}

static enum rc count_address(void *user, const char *address, struct err *err)
{
    (void)address;
    (void)err;
    ++*(unsigned *)user;
    return RC_OK;
}

static enum rc drop_address(struct desk *desk, int64_t address_id, const char *address,
                            struct err *err)
{
    struct hash hash;
    enum rc rc = lookup_hash(desk, LEDGER_BY_ADDRESS, address, &hash, err);

    if (rc == RC_OK)
        rc = ledger_lookup_drop(desk->ledger, LEDGER_BY_ADDRESS, hash.at, err);
    if (rc == RC_OK)
        rc = ledger_address_change(desk->ledger, address_id, LEDGER_ADDRESS_DROPPED, desk_now(desk),
                                   err);
    return rc;
}

enum rc people_address_add(struct desk *desk, int64_t player, const char *address, struct err *err)
{
    int64_t owner = 0, address_id = 0;
    enum rc rc;

    if (!people_is_address(address))
        return ERR(err, RC_BAD_INPUT, "'", address, "' is not a mail address");
    people_forget(desk->people);
    rc = lookup(desk, LEDGER_BY_ADDRESS, address, &owner, &address_id, err);
    if (rc == RC_OK && owner && owner != player)
        return ERR(err, RC_EXISTS, "the address ", address, " belongs to another player");
    if (rc == RC_OK && owner)
        rc = drop_address(desk, address_id, address, err);
    return rc == RC_OK ? add_address(desk, player, address, err) : rc;
}

enum rc people_address_drop(struct desk *desk, int64_t player, const char *address, struct err *err)
{
    int64_t owner = 0, address_id = 0;
    unsigned count = 0;
    enum rc rc = lookup(desk, LEDGER_BY_ADDRESS, address, &owner, &address_id, err);

    if (rc == RC_OK && owner != player)
        return ERR(err, RC_NOT_FOUND, "the address ", address, " is not this player's");
    if (rc == RC_OK)
        rc = people_addresses(desk, player, count_address, &count, err);
    if (rc == RC_OK && count < 2)
        return ERR(err, RC_USAGE, "a player's last address stays; add another one first");
    people_forget(desk->people);
    return rc == RC_OK ? drop_address(desk, address_id, address, err) : rc;
}

enum rc people_add(struct desk *desk, const char *name, const char *address, const char *language,
                   int64_t *player, struct err *err)
{
    const char *const pairs[] = {"name", name, "language", language};
    struct ledger_player row = {0};
    struct vault_place place;
    struct buf box = {0};
    enum rc rc = check_new(desk, name, address, err);

    if (rc == RC_OK)
        rc = ledger_next_id(desk->ledger, LEDGER_PLAYERS, &row.id, err);
    place = place_of(row.id, "players.box", row.id);
    if (rc == RC_OK)
        rc = vault_make_key(desk, place.owner, err);
    if (rc == RC_OK)
        rc = close_setting(desk, &place, pairs, 2, &box, err);
    row.made_s = desk_now(desk);
    row.box = vault_bytes(&box);
    if (rc == RC_OK)
        rc = ledger_player_put(desk->ledger, &row, err);
    if (rc == RC_OK)
        rc = put_lookup(desk, LEDGER_BY_NAME, name, row.id, 0, err);
    if (rc == RC_OK)
        rc = add_address(desk, row.id, address, err);
    if (rc == RC_OK)
        *player = row.id;
    buf_fini(&box);
    return rc;
}

enum rc people_change(struct desk *desk, int64_t player, const char *kind, const char *value,
                      struct err *err)
{
    struct ledger_player_change row = {.player = player, .kind = kind};
    const char *const pairs[] = {kind, value};
    struct person trial = {0};
    struct vault_place place;
    struct buf box = {0};
    enum rc rc;

    if (!set(&trial, kind, value))
        return ERR(err, RC_BAD_INPUT, "'", kind, " ", value, "' is not a setting");
    rc = ledger_next_id(desk->ledger, LEDGER_PLAYER_CHANGES, &row.id, err);
    place = place_of(player, "player_changes.box", row.id);
    if (rc == RC_OK)
        rc = close_setting(desk, &place, pairs, 1, &box, err);
    row.at_s = desk_now(desk);
    row.box = vault_bytes(&box);
    if (rc == RC_OK)
        rc = ledger_player_change_put(desk->ledger, &row, err);
    buf_fini(&box);
    return rc;
}

/* ---- leaving ---- */

enum { OWN_ADDRESSES_MAX = 32, WAITING_MOST = 1000 };

struct leaving {
    struct desk *desk;
    unsigned count;
    int64_t id[OWN_ADDRESSES_MAX];
    char address[OWN_ADDRESSES_MAX][PERSON_ADDRESS_BYTES];
    int64_t game; /* that goes on */
    unsigned waiting;
    struct {
        int64_t out;
        int place;
    } letter[WAITING_MOST];
};

static enum rc note_running(void *user, const struct ledger_game_row *row, struct err *err)
{
    struct leaving *leaving = user;

    (void)err;
    if (row->status != LEDGER_OVER && !leaving->game)
        leaving->game = row->game;
    return RC_OK;
}

static enum rc check_leaves(struct leaving *leaving, int64_t player, struct err *err)
{
    char number[TEXT_INT_BYTES];
    enum rc rc = ledger_games_of_player(leaving->desk->ledger, player, note_running, leaving, err);

    if (rc == RC_OK && leaving->game)
        rc = ERR(err, RC_CONFLICT, "he has a seat in game ", text_of_int(number, leaving->game),
                 ", which goes on: postern seat replace, or end it, first");
    return rc;
}

static enum rc note_address(void *user, const struct ledger_address *row, struct err *err)
{
    struct leaving *leaving = user;

    if (row->state != LEDGER_ADDRESS_CONFIRMED || leaving->count == OWN_ADDRESSES_MAX)
        return RC_OK;
    leaving->id[leaving->count] = row->id;
    return open_address(leaving->desk, row, leaving->address[leaving->count++], err);
}

static enum rc note_letter(void *user, const struct ledger_delivery *delivery, struct err *err)
{
    struct leaving *leaving = user;

    (void)err;
    for (unsigned i = 0; i < leaving->count; i++)
        if (leaving->id[i] == delivery->address && leaving->waiting < WAITING_MOST) {
            leaving->letter[leaving->waiting].out = delivery->out;
            leaving->letter[leaving->waiting++].place = delivery->place;
        }
    return RC_OK;
}

static enum rc cancel_letters(struct leaving *leaving, struct err *err)
{
    struct ledger *ledger = leaving->desk->ledger;
    enum rc rc =
        ledger_deliveries_due(ledger, OUTBOX_MAIL, INT64_MAX, INT32_MAX, note_letter, leaving, err);

    for (unsigned i = 0; i < leaving->waiting && rc == RC_OK; i++)
        rc = ledger_delivery_end(ledger, leaving->letter[i].out, leaving->letter[i].place,
                                 LEDGER_DELIVERY_CANCELLED, desk_now(leaving->desk), "", err);
    return rc;
}

/* Nothing leads to him any more. */
static enum rc leave(struct leaving *leaving, int64_t player, struct err *err)
{
    struct desk *desk = leaving->desk;
    struct person person;
    struct hash hash;
    enum rc rc = people_get(desk, player, &person, err);

    if (rc == RC_OK)
        rc = check_leaves(leaving, player, err);
    if (rc == RC_OK)
        rc = ledger_addresses(desk->ledger, player, note_address, leaving, err);
    if (rc == RC_OK)
        rc = cancel_letters(leaving, err);
    for (unsigned i = 0; i < leaving->count && rc == RC_OK; i++)
        rc = drop_address(desk, leaving->id[i], leaving->address[i], err);
    if (rc == RC_OK)
        rc = lookup_hash(desk, LEDGER_BY_NAME, person.name, &hash, err);
    if (rc == RC_OK)
        rc = ledger_lookup_drop(desk->ledger, LEDGER_BY_NAME, hash.at, err);
    secret_wipe(&person, sizeof person);
    people_forget(desk->people);
    return rc;
}

static enum rc new_leaving(struct desk *desk, struct leaving **leaving, struct err *err)
{
    *leaving = calloc(1, sizeof **leaving);
    if (!*leaving)
        return ERR(err, RC_NO_MEMORY, "no memory for a player's addresses");
    (*leaving)->desk = desk;
    return RC_OK;
}

enum rc people_erase(struct desk *desk, int64_t player, struct err *err)
{
    struct leaving *leaving;
    enum rc rc = new_leaving(desk, &leaving, err);

    if (rc != RC_OK)
        return rc;
    rc = leave(leaving, player, err);
    if (rc == RC_OK)
        rc = ledger_key_forget(desk->ledger, LEDGER_KEY_PLAYER, player, err);
    secret_wipe(leaving, sizeof *leaving);
    free(leaving);
    return rc;
}

enum rc people_merge(struct desk *desk, int64_t player, int64_t into, struct err *err)
{
    char number[TEXT_INT_BYTES];
    struct leaving *leaving;
    struct person person;
    enum rc rc;

    if (player == into)
        return ERR(err, RC_USAGE, "this is one player already");
    rc = new_leaving(desk, &leaving, err);
    if (rc != RC_OK)
        return rc;
    rc = people_get(desk, into, &person, err);
    if (rc == RC_OK)
        rc = leave(leaving, player, err);
    for (unsigned i = 0; i < leaving->count && rc == RC_OK; i++)
        rc = people_address_add(desk, into, leaving->address[i], err);
    if (rc == RC_OK && leaving->count && person.address[0]) /* letters go where they went */
        rc = people_address_add(desk, into, person.address, err);
    if (rc == RC_OK)
        rc = people_change(desk, player, "merged", text_of_int(number, into), err);
    secret_wipe(leaving, sizeof *leaving);
    free(leaving);
    return rc;
}

/* ---- rebuilding ---- */

static enum rc rebuild_address(void *user, const struct ledger_address *row, struct err *err)
{
    struct desk *desk = user;
    char address[PERSON_ADDRESS_BYTES];
    enum rc rc;

    if (row->state != LEDGER_ADDRESS_CONFIRMED)
        return RC_OK;
    rc = open_address(desk, row, address, err);
    return rc == RC_OK ? put_lookup(desk, LEDGER_BY_ADDRESS, address, row->player, row->id, err)
                       : rc;
}

enum rc people_rebuild(struct desk *desk, int64_t player, struct err *err)
{
    struct person person;
    enum rc rc = people_get(desk, player, &person, NULL);

    if (rc == RC_NOT_FOUND || rc == RC_BAD_SEAL) /* forgotten: nothing leads to him */
        return RC_OK;
    if (rc == RC_OK && person.merged)
        return RC_OK;
    if (rc == RC_OK)
        rc = put_lookup(desk, LEDGER_BY_NAME, person.name, player, 0, err);
    if (rc == RC_OK)
        rc = ledger_addresses(desk->ledger, player, rebuild_address, desk, err);
    return rc;
}
