/* SPDX-License-Identifier: MIT */
/* Reads and writes who a player is and how he likes his letters. Addresses are in
 * people_address.c, names in people_names.c. */
#include "people/people_p.h"

#include "ledger/facts.h"
#include "letter/value.h"
#include "people/naming.h"
#include "seal/encode.h"

/* ---- persons in memory ---- */

enum { PEOPLE_KEPT = 1024 };

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
static const char *const formats[] = {"html", "text", "svg", "wide", NULL};
static const char *const digests[] = {"each", "daily", NULL};
static const char *const amounts[] = {"mine", "all", "daily", NULL};
static const char *const profiles[] = {"club", "public", "hidden", NULL};
static const char *const switches[] = {"off", "on", NULL};
static const char *const links[] = {"off", "on", "block", NULL};
enum { FORMAT_HTML, FORMAT_TEXT, FORMAT_SVG, FORMAT_WIDE };

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
    struct calendar spans = {0};

    return strlen(value) < PERSON_VACATION_BYTES && calendar_read_spans(value, &spans);
}

static void set_format(struct person *person, int format)
{
    person->text_only = format == FORMAT_TEXT;
    person->with_svg = format == FORMAT_SVG;
    person->wide = format == FORMAT_WIDE;
}

const char *people_format(const struct person *person)
{
    return formats[person->text_only  ? FORMAT_TEXT
                   : person->with_svg ? FORMAT_SVG
                   : person->wide     ? FORMAT_WIDE
                                      : FORMAT_HTML];
}

static void set_amount(struct person *person, int amount)
{
    person->hears_all = amount == 1;
    person->digest = amount == 2;
}

const char *people_profile(const struct person *person)
{
    return profiles[person->profile];
}

static void set_links(struct person *person, int choice)
{
    person->no_links = choice == 0;
    person->block_in_text = choice == 2;
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
        set_format(person, choice);
    else if (text_equal(kind, "digest") && (choice = choice_of(digests, value)) >= 0)
        person->digest = choice == 1;
    else if (text_equal(kind, "letters") && (choice = choice_of(amounts, value)) >= 0)
        set_amount(person, choice);
    else if (text_equal(kind, "links") && (choice = choice_of(links, value)) >= 0)
        set_links(person, choice);
    else if (text_equal(kind, "profile") && (choice = choice_of(profiles, value)) >= 0)
        person->profile = (enum person_profile)choice;
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
    else if (text_equal(kind, "stock") && (choice = choice_of(switches, value)) >= 0)
        person->draws = choice == 1;
    else if (text_equal(kind, "draft") && (choice = choice_of(switches, value)) >= 0)
        person->drafts = choice == 1;
    else if (text_equal(kind, "key") && is_key(value))
        text_copy(person->key, sizeof person->key, text_equal(value, "none") ? "" : value);
    else if (text_equal(kind, "zone") && calendar_zone_exists(value))
        text_copy(person->zone, sizeof person->zone, value);
    else if (text_equal(kind, "knock") && strlen(value) < PERSON_KNOCK_BYTES)
        text_copy(person->knock, sizeof person->knock, text_equal(value, "none") ? "" : value);
    else if (text_equal(kind, "usual") && strchr(value, '='))
        ; /* usual.h */
    else if (text_equal(kind, "vacation") && is_vacation(value))
        text_copy(person->vacation, sizeof person->vacation, value);
    else
        return false;
    return true;
}

const char *people_setting(const struct person *person, const char *kind)
{
    const struct {
        const char *kind, *value;
    } all[] = {
        {"language", person->language},
        {"board", boards[person->board]},
        {"format", people_format(person)},
        {"digest", digests[person->digest]},
        {"letters", amounts[person->hears_all ? 1 : 2 * person->digest]},
        {"links", links[person->no_links ? 0 : 1 + person->block_in_text]},
        {"profile", people_profile(person)},
        {"strict", switches[person->strict]},
        {"signature", switches[person->signs]},
    };
    const char *value = NULL;

    for (size_t i = 0; i < sizeof all / sizeof *all && !value; i++)
        value = text_equal(all[i].kind, kind) ? all[i].value : NULL;
    return value;
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
    OWN_AT(values) values = values_new();
    OWN_WIPED(buf) text = {0};
    struct value *map = NULL;

    TRY(vault_open(desk, place, box, &text, err));
    TRY(value_read(values, buf_text(&text), text.length, &map, err));
    read_settings(person, map);
    return RC_OK;
}

static enum rc close_setting(struct desk *desk, const struct vault_place *place,
                             const char *const *pair, unsigned pairs, struct buf *box,
                             struct err *err)
{
    OWN_AT(values) values = values_new();
    struct value *map = value_map(values);
    OWN_WIPED(buf) text = {0};

    for (unsigned i = 0; i < pairs; i++)
        value_set_text(map, pair[2 * i], pair[2 * i + 1]);
    value_write(map, &text);
    TRY(values_rc(values, err));
    return vault_close(desk, place, buf_text(&text), text.length, box, err);
}

/* ---- reading ---- */

static enum rc read_player(struct desk *desk, int64_t player, struct person *person,
                           struct err *err)
{
    struct ledger_rows rows = ledger_player_get(desk->ledger, player, err);

    for (struct ledger_player row; ledger_next(&rows, &row);) {
        struct vault_place place = people_place(row.id, "players.box", row.id);

        person->id = row.id;
        person->made_s = row.made_s;
        rows.rc = open_settings(desk, &place, row.box, person, err);
    }
    return ledger_end(&rows);
}

static enum rc read_changes(struct desk *desk, int64_t player, struct person *person,
                            struct err *err)
{
    struct ledger_rows rows = ledger_player_changes(desk->ledger, player, err);

    for (struct ledger_player_change row; ledger_next(&rows, &row);) {
        struct vault_place place = people_place(player, "player_changes.box", row.id);

        rows.rc = open_settings(desk, &place, row.box, person, err);
    }
    return ledger_end(&rows);
}

/* The newest confirmed address wins, of those whose letters do not come back; an account of the
 * forum only where there is no mail. */
static enum rc read_address(struct desk *desk, const struct ledger_address *row,
                            struct person *person, struct err *err)
{
    const struct config *config = desk->config;
    char address[PERSON_ADDRESS_BYTES];
    struct ledger_bounce bounce = {0};

    if (row->state != LEDGER_ADDRESS_CONFIRMED)
        return RC_OK;
    TRY(ledger_bounce_get(desk->ledger, row->id, &bounce, err));
    TRY(people_address_open(desk, row, address, err));
    if (person->address_id && (bounce.is_stopped || (config_is_account(config, address) &&
                                                     !config_is_account(config, person->address))))
        return RC_OK;
    person->address_id = row->id;
    text_copy(person->address, sizeof person->address, address);
    return RC_OK;
}

static enum rc read_addresses(struct desk *desk, int64_t player, struct person *person,
                              struct err *err)
{
    struct ledger_rows rows = ledger_addresses(desk->ledger, player, err);

    for (struct ledger_address row; ledger_next(&rows, &row);)
        rows.rc = read_address(desk, &row, person, err);
    return ledger_end(&rows);
}

enum rc people_get(struct desk *desk, int64_t player, struct person *person, struct err *err)
{
    struct person *kept = ledger_is_in_transaction(desk->ledger) ? kept_person(desk, player) : NULL;

    if (kept && kept->id == player) {
        *person = *kept;
        return RC_OK;
    }
    *person = (struct person){0};
    TRY(read_player(desk, player, person, err));
    TRY(read_changes(desk, player, person, err));
    TRY(read_addresses(desk, player, person, err));
    if (kept) {
        *kept = *person;
        desk->people->count++;
    }
    return RC_OK;
}

bool people_may_play(struct desk *desk, int64_t player)
{
    struct person person;

    return people_get(desk, player, &person, NULL) == RC_OK && !person.banned && !person.merged;
}

struct ledger_rows people_walk(struct desk *desk, struct err *err)
{
    return ledger_players(desk->ledger, err);
}

bool people_next(struct desk *desk, struct ledger_rows *players, struct person *person)
{
    struct ledger_player row;
    enum rc rc;

    if (!ledger_next(players, &row))
        return false;
    rc = people_get(desk, row.id, person, NULL);
    if (rc == RC_NOT_FOUND || rc == RC_BAD_SEAL) /* a person who was forgotten */
        *person = (struct person){.id = row.id, .made_s = row.made_s, .name = "(forgotten)"};
    return true;
}

/* ---- writing ---- */

bool people_is_name(const char *name)
{
    char look[NAMING_LOOK_BYTES];
    size_t length = strlen(name);
    int64_t number;

    if (length == 0 || length >= PERSON_NAME_BYTES || strchr(name, '@') ||
        text_to_int(name, length, &number))
        return false;
    for (size_t at = 0, step; at < length; at += step) {
        uint32_t code = 0;

        step = text_utf8_at(name + at, length - at, &code);
        if (!step || code < ' ' || (code >= 0x7f && code < 0xa0) || code == 0x2028 ||
            code == 0x2029)
            return false;
    }
    return naming_look(name, NAMING_AS_IS, look, NULL) == RC_OK && look[0];
}

/* May somebody be called so? own: whose name it may look like already; 0 = nobody's. */
static enum rc check_name(struct desk *desk, const char *given, const char *name, int64_t own,
                          struct err *err)
{
    int64_t player = 0;

    FAIL_IF(!people_is_name(name), err, RC_BAD_INPUT, "'", given,
            "' cannot be a name: it takes text in one line, no '@', not a number alone");
    TRY(people_by_name(desk, name, &player, err));
    FAIL_IF(player && player != own, err, RC_EXISTS, "there is a player called ", name, " already");
    FAIL_IF(naming_is_reserved(name, desk->config->name), err, RC_EXISTS, "'", given,
            "' looks like a name of the server's own; choose another");
    TRY(people_name_taken(desk, name, &player, err));
    FAIL_IF(player && player != own, err, RC_EXISTS, "'", given,
            "' looks like another player's name; choose another");
    return RC_OK;
}

static enum rc check_new(struct desk *desk, const char *given, const char *name,
                         const char *address, struct err *err)
{
    int64_t player = 0, ignored;

    TRY(people_address_check(desk, address, err));
    TRY(people_lookup(desk, LEDGER_BY_ADDRESS, address, &player, &ignored, err));
    FAIL_IF(player, err, RC_EXISTS, "the address ", address, " belongs to a player already");
    return check_name(desk, given, name, 0, err);
}

enum rc people_add(struct desk *desk, const char *name, const char *address, const char *language,
                   int64_t *player, struct err *err)
{
    char fitted[PERSON_NAME_BYTES];
    const char *const pairs[] = {"name", fitted, "language", language};
    struct ledger_player row = {0};
    struct vault_place place;
    OWN(buf) box = {0};

    naming_fit(name, fitted);
    TRY(check_new(desk, name, fitted, address, err));

    TRY(ledger_next_id(desk->ledger, LEDGER_PLAYERS, &row.id, err));
    place = people_place(row.id, "players.box", row.id);
    TRY(vault_make_key(desk, place.owner, err));
    TRY(close_setting(desk, &place, pairs, 2, &box, err));
    row.made_s = desk_now(desk);
    row.box = vault_bytes(&box);
    TRY(ledger_player_put(desk->ledger, &row, err));
    TRY(people_name_put(desk, fitted, row.id, err));
    TRY(people_address_put(desk, row.id, address, err));
    *player = row.id;
    return RC_OK;
}

enum rc people_change(struct desk *desk, int64_t player, const char *kind, const char *value,
                      struct err *err)
{
    struct ledger_player_change row = {.player = player, .kind = kind};
    const char *const pairs[] = {kind, value};
    struct person trial = {0};
    struct vault_place place;
    OWN(buf) box = {0};

    if (!set(&trial, kind, value))
        return ERR(err, RC_BAD_INPUT, "'", kind, " ", value, "' is not a setting");
    TRY(ledger_next_id(desk->ledger, LEDGER_PLAYER_CHANGES, &row.id, err));
    place = people_place(player, "player_changes.box", row.id);
    TRY(close_setting(desk, &place, pairs, 1, &box, err));
    row.at_s = desk_now(desk);
    row.box = vault_bytes(&box);
    return ledger_player_change_put(desk->ledger, &row, err);
}

enum rc people_rename(struct desk *desk, int64_t player, const char *name, struct err *err)
{
    char fitted[PERSON_NAME_BYTES];
    struct person person;

    TRY(people_get(desk, player, &person, err));
    naming_fit(name, fitted);
    TRY(check_name(desk, name, fitted, player, err));
    TRY(people_name_drop(desk, person.name, player, err));
    TRY(people_name_put(desk, fitted, player, err));
    return people_change(desk, player, "name", fitted, err);
}

/* ---- rebuilding ---- */

static enum rc rebuild_addresses(struct desk *desk, int64_t player, struct err *err)
{
    struct ledger_rows rows = ledger_addresses(desk->ledger, player, err);

    for (struct ledger_address row; ledger_next(&rows, &row);) {
        char address[PERSON_ADDRESS_BYTES];

        if (row.state != LEDGER_ADDRESS_CONFIRMED)
            continue;
        rows.rc = people_address_open(desk, &row, address, err);
        if (rows.rc == RC_OK)
            rows.rc = people_lookup_put(desk, LEDGER_BY_ADDRESS, address, player, row.id, err);
    }
    return ledger_end(&rows);
}

enum rc people_rebuild(struct desk *desk, int64_t player, struct err *err)
{
    struct person person;
    enum rc rc = people_get(desk, player, &person, NULL);

    if (rc == RC_NOT_FOUND || rc == RC_BAD_SEAL) /* forgotten: nothing leads to him */
        return RC_OK;
    TRY(rc);
    if (person.merged)
        return RC_OK;
    TRY(people_name_put(desk, person.name, player, err));
    return rebuild_addresses(desk, player, err);
}
