/* The server's keys in use: a key file that another program changed is read again, games sign with
 * the newest key, and boxes' keys are wrapped by it.
 *
 * A rotation goes in three steps, each of which may be the last before a crash: the new key is put
 * into the file; then rows are wrapped anew, or each game gets an entry `key` signed by its old
 * one; then the old key may be retired. keyring_apply does what is left of the second step.
 *
 * Source: design, section 4 ("Rotation rewraps"), 5.6; doc/seals.md, "Signatures". */
#ifndef POSTERN_DESK_KEYRING_H
#define POSTERN_DESK_KEYRING_H

#include "desk/desk.h"
#include "seal/hash.h"

/* Read the key file again if it is not the one that was read. */
enum rc keyring_refresh(struct desk *desk, struct err *err) MUST_CHECK;

/* Sign a digest with the secret half of a public key, which may have come into the file since.
 * fails  RC_BAD_KEY: the file lacks it */
enum rc keyring_sign(struct desk *desk, const unsigned char public_key[KEY_BYTES],
                     const struct hash *digest, unsigned char signature[SIGNATURE_BYTES],
                     struct err *err) MUST_CHECK;
/* Unwrap a row's key; as keys_unwrap, with a key file that may have changed since. */
enum rc keyring_unwrap(struct desk *desk, const unsigned char wrapped[KEY_WRAPPED_BYTES],
                       const struct hash *where, unsigned char key[KEY_BYTES],
                       struct err *err) MUST_CHECK;

/* What a rotation has done, or what keeps an old key in use. */
struct keyring_count {
    uint64_t wrapped; /* keys of boxes */
    uint64_t games;   /* that sign with another key now */
    uint64_t frozen;  /* games that cannot change their key while they are frozen */
};

/* Put a new key of a purpose into the file; outside a change. Nothing uses it but through
 * keyring_apply, and what is made from now on. */
enum rc keyring_rotate(struct desk *desk, enum key_purpose purpose, struct err *err) MUST_CHECK;
/* Wrap with the newest key, sign with the newest key; adds to *count. Changes of its own, each of
 * a few games, so that others may write in between. */
enum rc keyring_apply(struct desk *desk, struct keyring_count *count, struct err *err) MUST_CHECK;
/* What there still is to apply: keys of boxes that are not wrapped with the newest key, games that
 * are not signed with it. */
enum rc keyring_left(struct desk *desk, struct keyring_count *left, struct err *err) MUST_CHECK;
/* Forget an old key for good.
 * fails  RC_CONFLICT: it is the newest, or rows or games still need it (which, in err);
 *        RC_NOT_FOUND */
enum rc keyring_retire(struct desk *desk, enum key_purpose purpose, uint32_t generation,
                       struct err *err) MUST_CHECK;

#endif
