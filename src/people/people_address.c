/* SPDX-License-Identifier: MIT */
/* A player's addresses, found by keyed hash. */
#include "people/people_p.h"

#include "ledger/facts.h"
#include "letter/classify.h"
#include "people/naming.h"

struct vault_place people_place(int64_t player, const char *column, int64_t row)
{
    return (struct vault_place){{LEDGER_KEY_PLAYER, player}, column, row, NULL};
}

/* ---- look-ups ---- */

/* Letters compare without regard to case, in both parts of the address. */
static void fold(const char *text, char *out, size_t capacity)
{
    struct text folded = text_in(out, capacity);

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

enum rc people_lookup(struct desk *desk, enum ledger_lookup_kind kind, const char *text,
                      int64_t *player, int64_t *address, struct err *err)
{
    struct hash hash;

    TRY(lookup_hash(desk, kind, text, &hash, err));
    return ledger_lookup_get(desk->ledger, kind, hash.at, player, address, err);
}

enum rc people_lookup_put(struct desk *desk, enum ledger_lookup_kind kind, const char *text,
                          int64_t player, int64_t address, struct err *err)
{
    struct hash hash;

    TRY(lookup_hash(desk, kind, text, &hash, err));
    return ledger_lookup_put(desk->ledger, kind, hash.at, player, address, err);
}

enum rc people_lookup_drop(struct desk *desk, enum ledger_lookup_kind kind, const char *text,
                           struct err *err)
{
    struct hash hash;

    TRY(lookup_hash(desk, kind, text, &hash, err));
    return ledger_lookup_drop(desk->ledger, kind, hash.at, err);
}

/* As it is written, or as it would be kept. */
enum rc people_by_name(struct desk *desk, const char *name, int64_t *player, struct err *err)
{
    char fitted[PERSON_NAME_BYTES];
    int64_t address;

    TRY(people_lookup(desk, LEDGER_BY_NAME, name, player, &address, err));
    naming_fit(name, fitted);
    if (!*player && fitted[0])
        TRY(people_lookup(desk, LEDGER_BY_NAME, fitted, player, &address, err));
    return RC_OK;
}

enum rc people_by_address(struct desk *desk, const char *address, int64_t *player,
                          int64_t *address_id, struct err *err)
{
    return people_lookup(desk, LEDGER_BY_ADDRESS, address, player, address_id, err);
}

enum rc people_find(struct desk *desk, const char *word, int64_t *player, struct err *err)
{
    struct person person;
    struct err own = {0};
    int64_t address;
    enum rc rc;

    if (text_to_int(word, strlen(word), player)) {
        rc = people_get(desk, *player, &person, &own);
        return rc == RC_OK ? RC_OK
               : rc == RC_NOT_FOUND
                   ? ERR(err, rc, "there is no player ", word, ", or he was forgotten")
                   : ERR(err, rc, own.text);
    }
    TRY(strchr(word, '@') ? people_by_address(desk, word, player, &address, err)
                          : people_by_name(desk, word, player, err));
    FAIL_IF(*player == 0, err, RC_NOT_FOUND, "nobody here is called '", word,
            "'; see postern player list, or add him: postern player add NAME ADDRESS");
    return RC_OK;
}

/* ---- addresses ---- */

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

enum rc people_address_open(struct desk *desk, const struct ledger_address *row,
                            char out[PERSON_ADDRESS_BYTES], struct err *err)
{
    struct vault_place place = people_place(row->player, "addresses.box", row->id);
    OWN_WIPED(buf) text = {0};

    TRY(vault_open(desk, &place, row->box, &text, err));
    text_copy(out, PERSON_ADDRESS_BYTES, buf_text(&text));
    return RC_OK;
}

enum rc people_address(struct desk *desk, int64_t address_id, char out[PERSON_ADDRESS_BYTES],
                       struct err *err)
{
    struct ledger_rows rows = ledger_address_get(desk->ledger, address_id, err);
    struct ledger_address row;

    if (ledger_next(&rows, &row))
        rows.rc = people_address_open(desk, &row, out, err);
    return ledger_end(&rows);
}

enum rc people_address_put(struct desk *desk, int64_t player, const char *address, struct err *err)
{
    struct ledger_address row = {.player = player, .state = LEDGER_ADDRESS_CONFIRMED};
    struct vault_place place;
    OWN(buf) box = {0};

    TRY(ledger_next_id(desk->ledger, LEDGER_ADDRESSES, &row.id, err));
    place = people_place(player, "addresses.box", row.id);
    TRY(vault_close(desk, &place, address, strlen(address), &box, err));
    row.at_s = desk_now(desk);
    row.box = vault_bytes(&box);
    TRY(ledger_address_put(desk->ledger, &row, err));
    return people_lookup_put(desk, LEDGER_BY_ADDRESS, address, player, row.id, err);
}

enum rc people_addresses(struct desk *desk, int64_t player, people_address_fn fn, void *user,
                         struct err *err)
{
    struct ledger_rows rows = ledger_addresses(desk->ledger, player, err);

    for (struct ledger_address row; ledger_next(&rows, &row);) {
        char address[PERSON_ADDRESS_BYTES];

        if (row.state != LEDGER_ADDRESS_CONFIRMED)
            continue;
        rows.rc = people_address_open(desk, &row, address, err);
        if (rows.rc == RC_OK)
            rows.rc = fn(user, address, err);
    }
    return ledger_end(&rows);
}

static enum rc count_address(void *user, const char *address, struct err *err)
{
    (void)address;
    (void)err;
    ++*(unsigned *)user;
    return RC_OK;
}

enum rc people_address_end(struct desk *desk, int64_t address_id, const char *address,
                           struct err *err)
{
    TRY(people_lookup_drop(desk, LEDGER_BY_ADDRESS, address, err));
    return ledger_address_change(desk->ledger, address_id, LEDGER_ADDRESS_DROPPED, desk_now(desk),
                                 err);
}

enum rc people_address_check(const struct desk *desk, const char *address, struct err *err)
{
    if (!people_is_address(address))
        return ERR(err, RC_BAD_INPUT, "'", address, "' is not a mail address");
    return letter_same_mailbox(address, desk->config->address)
               ? ERR(err, RC_BAD_INPUT, address, " is this server's own address")
               : RC_OK;
}

enum rc people_address_add(struct desk *desk, int64_t player, const char *address, struct err *err)
{
    int64_t owner = 0, address_id = 0;

    TRY(people_address_check(desk, address, err));
    people_forget(desk->people);
    TRY(people_lookup(desk, LEDGER_BY_ADDRESS, address, &owner, &address_id, err));
    if (owner && owner != player)
        return ERR(err, RC_EXISTS, "the address ", address, " belongs to another player");
    if (owner)
        TRY(people_address_end(desk, address_id, address, err));
    return people_address_put(desk, player, address, err);
}

enum rc people_address_drop(struct desk *desk, int64_t player, const char *address, struct err *err)
{
    int64_t owner = 0, address_id = 0;
    unsigned count = 0;
    enum rc rc = people_lookup(desk, LEDGER_BY_ADDRESS, address, &owner, &address_id, err);

    if (rc == RC_OK && owner != player)
        return ERR(err, RC_NOT_FOUND, "the address ", address, " is not this player's");
    THEN(rc, people_addresses(desk, player, count_address, &count, err));
    if (rc == RC_OK && count < 2)
        return ERR(err, RC_USAGE, "a player's last address stays; add another one first");
    people_forget(desk->people);
    return rc == RC_OK ? people_address_end(desk, address_id, address, err) : rc;
}
