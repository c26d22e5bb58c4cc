/* SPDX-License-Identifier: MIT */
/* Secrets that the player keeps himself: his orders are sent with commitments in their place, and
 * his file of seals, which the page keeps for him, opens them. */

#include "seal/encode.h"
#include "seal/seals_file.h"
#include "seal/secret.h"
#include "table/table_p.h"

/* A seal of the file, read; `room` is the payload's. */
struct found {
    struct opening opening;
    struct hash commitment;
    struct buf room;
};

static enum rc find(const char *file, const char *genesis, const char *name, struct found *found)
{
    const char *line = seals_file_find(file, genesis, name, NULL);
    struct hash game;

    if (!base32_read(genesis, strlen(genesis), game.at, HASH_BYTES))
        return RC_BAD_INPUT;
    if (!line)
        return RC_NOT_FOUND;
    return seals_file_read(line, &game, name, &found->opening, &found->commitment, &found->room)
               ? RC_OK
               : RC_BAD_SEAL;
}

static enum rc refuse(struct table *table, enum rc rc, const char *name)
{
    return rc == RC_BAD_INPUT ? table_refuse(table, rc, "no genesis of a game", "")
           : rc == RC_NOT_FOUND
               ? table_refuse(table, rc, "the file of seals does not have ", name)
               : table_refuse(table, rc,
                              "the file's line was changed and no longer fits its seal: ", name);
}

/* The order's one secret of that seat; false where it has none, or several. */
static bool secret_of(const struct table *table, const struct order *order, unsigned seat,
                      struct secret *own)
{
    struct secret secret[SECRETS_MAX];
    unsigned count = game_secrets_of(table->game, table->rulebook, table->state, order, secret);
    unsigned mine = 0;

    for (unsigned i = 0; i < count; i++)
        if (secret[i].seat == seat && *secret[i].payload && mine++ == 0)
            *own = secret[i];
    secret_wipe(secret, sizeof secret);
    return mine == 1;
}

/* "place [token/1/3] w2" with the commitment behind the name. */
static void put_sealed(const struct table *table, const struct order *order, const char *name,
                       const struct hash *commitment, struct buf *out)
{
    char text[ORDER_TEXT_BYTES], bracket[SEAL_NAME_MAX + 3], words[BASE32_HASH_BYTES];
    const char *at;
    struct text written;

    text_init(&written, text, sizeof text);
    table->game->text->write_order(table->rulebook, table->state, order, ORDER_PUBLIC, &written);
    text_init(&written, bracket, sizeof bracket);
    TEXT_PUT(&written, "[", name, "]");
    at = strstr(text, bracket);
    if (!at)
        return;
    buf_put_bytes(out, text, (size_t)(at - text));
    buf_printf(out, "%s sealed %s", name, base32_write(commitment->at, HASH_BYTES, words));
    buf_put(out, at + strlen(bracket));
}

static void make(const struct hash *game, const char *genesis, unsigned seat,
                 const struct secret *secret, struct hash *commitment, struct buf *line)
{
    struct opening opening = {.payload = secret->payload, .length = strlen(secret->payload)};

    entropy_system(NULL, opening.nonce, sizeof opening.nonce);
    seal_make(game, secret->name, seat, &opening, commitment);
    seals_file_put(line, genesis, secret->name, seat, &opening, commitment);
    secret_wipe(opening.nonce, sizeof opening.nonce);
}

/* The seal that the file has, or a new one, whose line is put. */
static enum rc seal(struct table *table, const char *genesis, const char *file, unsigned seat,
                    bool again, const struct secret *secret, struct hash *commitment,
                    struct buf *line)
{
    struct found found = {0};
    struct hash game;
    enum rc rc = find(file, genesis, secret->name, &found);
    const bool other = rc == RC_OK && !text_equal(found.opening.payload, secret->payload);

    if ((rc == RC_NOT_FOUND || (other && again)) &&
        base32_read(genesis, strlen(genesis), game.at, HASH_BYTES)) {
        make(&game, genesis, seat, secret, commitment, line);
        rc = RC_OK;
    } else if (rc != RC_OK) {
        (void)refuse(table, rc, secret->name);
    } else if (other) {
        rc = table_refuse(table, RC_EXISTS, "sealed already, with something else: ", secret->name);
    } else {
        *commitment = found.commitment;
    }
    buf_wipe(&found.room);
    secret_wipe(&found.opening, sizeof found.opening);
    return rc;
}

enum rc table_hold(struct table *table, unsigned seat, const char *genesis, const char *file,
                   size_t file_length, bool again, const char *line, size_t length)
{
    OWN_WIPED(buf) added = {0};
    OWN(buf) sealed = {0};
    struct table_judged judged;
    struct secret secret;
    struct hash commitment;
    OWN_AT(values) values = NULL;
    enum rc rc = RC_OK;

    (void)file_length; /* its NUL ends it */
    if (table_needs_position(table) != RC_OK)
        return RC_NOT_FOUND;
    table_judge(table, table->state, seat, line, length, &judged);
    if (judged.kind == VERDICT_DONE && secret_of(table, &judged.read.order, seat, &secret)) {
        rc = seal(table, genesis, file, seat, again, &secret, &commitment, &added);
        if (rc == RC_OK)
            put_sealed(table, &judged.read.order, secret.name, &commitment, &sealed);
        secret_wipe(&secret, sizeof secret);
    }
    values = values_new();
    if (rc == RC_OK) {
        struct value *root = value_map(values);

        table_add_verdict(table, &judged, root);
        value_set_text(root, "sealed", buf_text(&sealed));
        value_set_text(root, "seal", buf_text(&added));
        rc = table_json(table, values, root);
    }
    return rc;
}

enum rc table_held(struct table *table, const char *genesis, const char *name, const char *file,
                   size_t length)
{
    char nonce[BASE32_HASH_BYTES];
    struct found found = {0};
    enum rc rc = find(file, genesis, name, &found);

    (void)length; /* its NUL ends it */
    if (rc == RC_OK) {
        buf_clear(&table->answer);
        buf_printf(&table->answer, "open %s %s nonce %s", name, found.opening.payload,
                   base32_write(found.opening.nonce, SEAL_NONCE_BYTES, nonce));
        secret_wipe(nonce, sizeof nonce);
        rc = buf_rc(&table->answer, NULL);
    } else {
        (void)refuse(table, rc, name);
    }
    buf_wipe(&found.room);
    secret_wipe(&found.opening, sizeof found.opening);
    return rc;
}
