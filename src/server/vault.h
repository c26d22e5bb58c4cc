/* SPDX-License-Identifier: MIT */
/* Keys of boxes, by what they belong to, and the boxes made with them: one key for each game,
 * player and month of raw letters, wrapped by the key file and kept as a row of the ledger.
 *
 * Forgetting a person or an old month is deleting its key row. Source: design, 4 and 5.8. */
#pragma once

#include "ledger/work.h"
#include "seal/hash.h"
#include "server/desk.h"

/* Whose key. */
struct vault_owner {
    enum ledger_key_kind kind;
    int64_t subject;
};

/* Where a box stands; genesis NULL = in no game. */
struct vault_place {
    struct vault_owner owner;
    const char *column; /* "addresses.box" */
    int64_t row;
    const struct hash *genesis;
};

struct vault *vault_new(void);
void vault_free(struct vault *vault);
/* Keys of rows that are not there after all: a change was rolled back. */
void vault_forget(struct vault *vault);

/* Make the key of an owner if there is none yet; inside a change. */
enum rc vault_make_key(struct desk *desk, struct vault_owner owner, struct err *err);

/* Box content[length]; appends the box to out. The owner's key must be there. */
enum rc vault_close(struct desk *desk, const struct vault_place *place, const void *content,
                    size_t length, struct buf *out, struct err *err);
/* Append a box's content to out; the caller wipes it.
 * fails  RC_NOT_FOUND: the key was forgotten; RC_BAD_SEAL: altered or moved */
enum rc vault_open(struct desk *desk, const struct vault_place *place, struct ledger_bytes box,
                   struct buf *out, struct err *err);

/* Keyed hash by which something is found again without standing in clear: tag says what. */
enum rc vault_lookup(struct desk *desk, const char *tag, const char *text, size_t length,
                     struct hash *out, struct err *err);

/* The key itself, borrowed until the next call of this module. fails RC_NOT_FOUND: forgotten */
enum rc vault_key(struct desk *desk, struct vault_owner owner, const unsigned char **key,
                  struct err *err);
/* What the wrapped key of an owner is bound to, for keys_wrap. */
void vault_key_place(struct vault_owner owner, struct hash *where);
/* Number of the key row of an owner. */
enum rc vault_key_id(struct desk *desk, struct vault_owner owner, int64_t *id, struct err *err);

/* A buffer's content as the ledger takes it. */
struct ledger_bytes vault_bytes(const struct buf *buf);

/* Months since 1970-01, as month keys are numbered. */
int64_t vault_month(int64_t time_s);
/* Key of letters that belong to no game: the month's. */
enum rc vault_owner_of(struct desk *desk, int64_t game, int64_t made_s, struct vault_owner *owner,
                       struct err *err);
