/* SPDX-License-Identifier: MIT */
/* Rows of wrapped keys. Wrapping and unwrapping is done in server/vault.c. */
#include "ledger/ledger_p.h"
#include "ledger/work.h"

static const char *const kind_names[LEDGER_KEY_KIND_COUNT] = {
    [LEDGER_KEY_GAME] = "game", [LEDGER_KEY_PLAYER] = "player", [LEDGER_KEY_MONTH] = "month",
    [LEDGER_KEY_BOX] = "box",   [LEDGER_KEY_SIGN] = "sign",     [LEDGER_KEY_TOKEN] = "token",
};

static const char NO_KEY[] = "no such key: it was never made, or forgotten";

FORM(key_form, ledger_key, COLUMN(ledger_key, id), COLUMN_OF_NAMES(ledger_key, kind, kind_names),
     COLUMN(ledger_key, subject), COLUMN(ledger_key, made_s), COLUMN(ledger_key, wrapped));

ASK(put, ledger_key_put, WITH(const struct ledger_key *key), &key_form,
    "INSERT INTO keyring (id, kind, subject, made_s, wrapped) VALUES (?, ?, ?, ?, ?)", key);

ASK(one_box, ledger_key_get,
    WITH(enum ledger_key_kind kind, int64_t subject, int64_t *id, struct buf *out), NULL,
    "SELECT id, wrapped FROM keyring"
    " WHERE kind = ? AND subject = ? AND wrapped IS NOT NULL",
    VALUES(TEXT(kind_names[kind]), INT(subject)), id, out, NO_KEY);

ASK(rows, ledger_keys, WITH_NOTHING, &key_form,
    "SELECT id, kind, subject, made_s, wrapped FROM keyring WHERE wrapped IS NOT NULL"
    " ORDER BY id",
    NULL);

STATEMENT(KEY_REWRAP, "UPDATE keyring SET wrapped = ?2 WHERE id = ?1 AND wrapped IS NOT NULL");

enum rc ledger_key_rewrap(struct ledger *ledger, int64_t id, struct ledger_bytes wrapped,
                          struct err *err)
{
    if (!wrapped.at) /* NULL would forget it */
        return ERR(err, RC_BUG, "a key is rewrapped with nothing");
    return query_run_found(ledger, &ST_KEY_REWRAP, VALUES(INT(id), BYTES(wrapped)), NO_KEY, err);
}

STATEMENT(KEY_FORGET, "UPDATE keyring SET wrapped = NULL"
                      " WHERE kind = ? AND subject = ? AND wrapped IS NOT NULL");

enum rc ledger_key_forget(struct ledger *ledger, enum ledger_key_kind kind, int64_t subject,
                          struct err *err)
{
    ledger->people_stamp++; /* a person may be gone with it */
    ledger->keys_stamp++;
    return query_run_found(ledger, &ST_KEY_FORGET, VALUES(TEXT(kind_names[kind]), INT(subject)),
                           NO_KEY, err);
}
