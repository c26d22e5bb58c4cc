/* SPDX-License-Identifier: MIT */
#include "ledger/ledger_p.h"
#include "ledger/work.h"

static const char *const kind_names[LEDGER_KEY_KIND_COUNT] = {
    [LEDGER_KEY_GAME] = "game", [LEDGER_KEY_PLAYER] = "player", [LEDGER_KEY_MONTH] = "month",
    [LEDGER_KEY_BOX] = "box",   [LEDGER_KEY_SIGN] = "sign",     [LEDGER_KEY_TOKEN] = "token",
};

static const char NO_KEY[] = "no such key: it was never made, or forgotten";

STATEMENT(KEY_PUT,
          "INSERT INTO keyring (id, kind, subject, made_s, wrapped) VALUES (?, ?, ?, ?, ?)");

enum rc ledger_key_put(struct ledger *ledger, const struct ledger_key *key, struct err *err)
{
    struct query query;

    query_begin(&query, ledger, &ST_KEY_PUT);
    query_int(&query, key->id);
    query_text(&query, kind_names[key->kind]);
    query_int(&query, key->subject);
    query_int(&query, key->made_s);
    query_bytes(&query, key->wrapped);
    return query_run(&query, err);
}

STATEMENT(KEY_GET, "SELECT id, wrapped FROM keyring"
                   " WHERE kind = ? AND subject = ? AND wrapped IS NOT NULL");

enum rc ledger_key_get(struct ledger *ledger, enum ledger_key_kind kind, int64_t subject,
                       int64_t *id, struct buf *out, struct err *err)
{
    struct query query;
    bool found;
    enum rc rc;

    query_begin(&query, ledger, &ST_KEY_GET);
    query_text(&query, kind_names[kind]);
    query_int(&query, subject);
    rc = query_one_box(&query, id, out, &found, err);
    return rc == RC_OK && !found ? ERR(err, RC_NOT_FOUND, NO_KEY) : rc;
}

STATEMENT(KEYS, "SELECT id, kind, subject, made_s, wrapped FROM keyring WHERE wrapped IS NOT NULL"
                " ORDER BY id");

enum rc ledger_keys(struct ledger *ledger, ledger_key_fn fn, void *user, struct err *err)
{
    enum rc rc = RC_OK, end;
    struct query query;

    query_begin(&query, ledger, &ST_KEYS);
    while (rc == RC_OK && query_next(&query)) {
        unsigned kind =
            ledger_index_of(kind_names, LEDGER_KEY_KIND_COUNT, query_get_text(&query, 1));
        struct ledger_key key = {.id = query_get_int(&query, 0),
                                 .kind = (enum ledger_key_kind)kind,
                                 .subject = query_get_int(&query, 2),
                                 .made_s = query_get_int(&query, 3),
                                 .wrapped = query_get_bytes(&query, 4)};
        rc = fn(user, &key, err);
    }
    end = query_end(&query, err);
    return rc != RC_OK ? rc : end;
}

STATEMENT(KEY_REWRAP, "UPDATE keyring SET wrapped = ?2 WHERE id = ?1 AND wrapped IS NOT NULL");

enum rc ledger_key_rewrap(struct ledger *ledger, int64_t id, struct ledger_bytes wrapped,
                          struct err *err)
{
    struct query query;

    if (!wrapped.at) /* NULL would forget it */
        return ERR(err, RC_BUG, "a key is rewrapped with nothing");
    query_begin(&query, ledger, &ST_KEY_REWRAP);
    query_int(&query, id);
    query_bytes(&query, wrapped);
    return query_run_found(&query, NO_KEY, err);
}

STATEMENT(KEY_FORGET, "UPDATE keyring SET wrapped = NULL"
                      " WHERE kind = ? AND subject = ? AND wrapped IS NOT NULL");

enum rc ledger_key_forget(struct ledger *ledger, enum ledger_key_kind kind, int64_t subject,
                          struct err *err)
{
    struct query query;

    ledger->people_stamp++; /* a person may be gone with it */
    ledger->keys_stamp++;
    query_begin(&query, ledger, &ST_KEY_FORGET);
    query_text(&query, kind_names[kind]);
    query_int(&query, subject);
    return query_run_found(&query, NO_KEY, err);
}
