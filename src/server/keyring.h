/* SPDX-License-Identifier: MIT */
/* The server's keys in use: a key file that another program changed is read again, games sign with
 * the newest key, and boxes' keys are wrapped by it. rekey.h changes keys.
 *
 * Source: design, section 4 ("Rotation rewraps"), 5.6; doc/seals.md, "Signatures". */
#pragma once

#include "seal/hash.h"
#include "server/desk.h"

/* Read the key file again if it is not the one that was read. */
enum rc keyring_refresh(struct desk *desk, struct err *err);

/* Is the key file this ledger's? A new ledger has no key yet that would say.
 * fails  RC_BAD_KEY: it is another server's */
enum rc keyring_check(struct desk *desk, struct err *err);

/* Sign a digest with the secret half of a public key, which may have come into the file since.
 * fails  RC_BAD_KEY: the file lacks it */
enum rc keyring_sign(struct desk *desk, const unsigned char public_key[KEY_BYTES],
                     const struct hash *digest, unsigned char signature[SIGNATURE_BYTES],
                     struct err *err);
/* Unwrap a row's key; as keys_unwrap, with a key file that may have changed since. */
enum rc keyring_unwrap(struct desk *desk, const unsigned char wrapped[KEY_WRAPPED_BYTES],
                       const struct hash *where, unsigned char key[KEY_BYTES], struct err *err);
