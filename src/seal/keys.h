/* SPDX-License-Identifier: MIT */
/* The server's keys and their file.
 *
 * Three purposes, each with keys of its own: signing (Ed25519), storage (wraps the keys of boxes),
 * token (MAC of reply addresses). A purpose may hold several generations: the newest is used, the
 * older ones still open what was made with them until they are retired.
 *
 * The file is text, mode 0600, owned by who runs the program; one that others can read is refused.
 * Keys live in locked memory and are wiped by keys_free. Source: design, 5.8; doc/seals.md. */
#pragma once

#include "seal/hash.h"
#include "seal/secret.h"

enum {
    KEY_BYTES = 32,
    SIGNATURE_BYTES = 64,
    KEYS_GENERATIONS_MAX = 16,                  /* kept of one purpose at a time */
    KEY_WRAPPED_BYTES = 4 + 24 + KEY_BYTES + 16 /* generation, nonce, key, tag */
};

enum key_purpose { KEY_SIGNING, KEY_STORAGE, KEY_TOKEN, KEY_PURPOSE_COUNT };

struct keys; /* opaque, in locked memory */

/* New keys, generation 1 of each purpose.  fails  RC_NO_MEMORY
 * out    *keys: caller frees */
enum rc keys_make(entropy_fn *entropy, void *context, struct keys **keys, struct err *err);
void keys_free(struct keys *keys);
OWN_FREED(keys)

/* Write a new file, mode 0600, and sync it with its folder.
 * fails  RC_EXISTS: never overwrites; RC_IO, RC_PERMISSION */
enum rc keys_create_file(const struct keys *keys, const char *path, struct err *err);
/* Put a changed set in place of an existing file: whole or not at all. */
enum rc keys_replace_file(const struct keys *keys, const char *path, struct err *err);
/* Read a file.
 * fails  RC_NOT_FOUND (says what is lost without it); RC_PERMISSION: readable or writable by
 *        others, or not owned by this user; RC_BAD_KEY with line: not a key file */
enum rc keys_read_file(const char *path, struct keys **keys, struct err *err);

/* Add a new generation of a purpose, which is used from now on. Write the file before using it.
 * fails  RC_TOO_LONG: KEYS_GENERATIONS_MAX are kept, retire one first */
enum rc keys_rotate(struct keys *keys, enum key_purpose purpose, entropy_fn *entropy, void *context,
                    struct err *err);
/* Forget an old generation.  fails  RC_NOT_FOUND, RC_CONFLICT: the newest one is in use */
enum rc keys_retire(struct keys *keys, enum key_purpose purpose, uint32_t generation,
                    struct err *err);
/* Newest generation of a purpose, from 1; the next older one below `generation`, 0 = none. */
uint32_t keys_newest(const struct keys *keys, enum key_purpose purpose);
uint32_t keys_older(const struct keys *keys, enum key_purpose purpose, uint32_t generation);

/* The public half of a signing key; false if the generation is not held. */
bool keys_public(const struct keys *keys, uint32_t generation, unsigned char public_key[KEY_BYTES]);
/* The generation of a public signing key, 0 = not ours. */
uint32_t keys_find_public(const struct keys *keys, const unsigned char public_key[KEY_BYTES]);
/* Sign a digest with one generation of the signing key; false if it is not held. */
bool keys_sign(const struct keys *keys, uint32_t generation, const struct hash *digest,
               unsigned char signature[SIGNATURE_BYTES]);
/* Needs no keys of ours. */
bool signature_is_good(const unsigned char public_key[KEY_BYTES], const struct hash *digest,
                       const unsigned char signature[SIGNATURE_BYTES]);

/* A player's own signing key, from its 32 random bytes: public half, and a signature. */
void pen_public(const unsigned char seed[KEY_BYTES], unsigned char public_key[KEY_BYTES]);
void pen_sign(const unsigned char seed[KEY_BYTES], const struct hash *digest,
              unsigned char signature[SIGNATURE_BYTES]);

/* Wrap a key of boxes (see box.h) with the newest storage key.
 * in     where: what the row is, as for boxes (box_place); nonce: 24 random bytes */
void keys_wrap(const struct keys *keys, const unsigned char key[KEY_BYTES],
               const struct hash *where, const unsigned char nonce[24],
               unsigned char wrapped[KEY_WRAPPED_BYTES]);
/* out    key: memory of secret_new, written on RC_OK only
 * fails  RC_BAD_SEAL: altered, moved from another row, or its storage key is not in the file */
enum rc keys_unwrap(const struct keys *keys, const unsigned char wrapped[KEY_WRAPPED_BYTES],
                    const struct hash *where, unsigned char key[KEY_BYTES], struct err *err);
/* Generation of the storage key that wrapped it: rotation rewraps those below keys_newest. */
uint32_t keys_wrapped_generation(const unsigned char wrapped[KEY_WRAPPED_BYTES]);
