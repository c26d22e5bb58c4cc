/* SPDX-License-Identifier: MIT */
/* Seals words for one player in a public place, and opens them with his key. */
#include "seal/private.h"

#include <sodium.h>

#include "seal/block.h"
#include "seal/footer.h"
#include "seal/secret.h"
#include "seal/words.h"

enum {
    LENGTH_BYTES = 4,
    CHUNK_BYTES = 325, /* 40 whole groups */
    PER_LINE = 5,
    WORDS_BYTES = 64, /* those around the groups */
    SEALED_MAX = PRIVATE_STEPS_MAX * PRIVATE_STEP_BYTES + crypto_box_SEALBYTES
};

size_t private_room(size_t post_bytes)
{
    /* 13 letters and a blank hold 8.125 bytes; 4 in 7 is a little less. */
    size_t bytes = post_bytes > WORDS_BYTES ? (post_bytes - WORDS_BYTES) / 7 * 4 : 0;
    size_t steps =
        bytes > crypto_box_SEALBYTES ? (bytes - crypto_box_SEALBYTES) / PRIVATE_STEP_BYTES : 0;

    if (steps > PRIVATE_STEPS_MAX)
        steps = PRIVATE_STEPS_MAX;
    return steps ? steps * PRIVATE_STEP_BYTES - LENGTH_BYTES : 0;
}

enum rc private_close(const unsigned char pen[KEY_BYTES], const unsigned char entropy[KEY_BYTES],
                      const char *text, size_t length, struct buf *out, struct err *err)
{
    size_t steps = (length + LENGTH_BYTES + PRIVATE_STEP_BYTES - 1) / PRIVATE_STEP_BYTES;
    size_t inside = steps * PRIVATE_STEP_BYTES, bytes = inside + crypto_box_SEALBYTES;
    unsigned char key[KEY_BYTES], *room;

    if (length > PRIVATE_TEXT_MAX)
        return ERR(err, RC_TOO_LONG, "a private answer is too long to be sealed");
    if (crypto_sign_ed25519_pk_to_curve25519(key, pen) != 0)
        return ERR(err, RC_BAD_KEY, "nothing can be sealed to this player's key");
    room = calloc(2, SEALED_MAX);
    FAIL_IF(!room, err, RC_NO_MEMORY, "no memory for a private answer");
    for (unsigned i = 0; i < LENGTH_BYTES; i++)
        room[i] = (unsigned char)(length >> (8 * i));
    memcpy(room + LENGTH_BYTES, text, length);
    block_seal_to(key, entropy, room, inside, room + SEALED_MAX);
    buf_printf(out, "postern-private %u\n", (unsigned)steps);
    for (size_t at = 0; at < bytes; at += CHUNK_BYTES)
        footer_write_groups(room + SEALED_MAX + at,
                            bytes - at < CHUNK_BYTES ? bytes - at : CHUNK_BYTES, PER_LINE, out);
    buf_put(out, "end-private\n");
    secret_wipe(room, SEALED_MAX);
    free(room);
    return buf_rc(out, err);
}

static bool read_sealed(struct words *words, unsigned char *sealed, size_t *bytes)
{
    int64_t steps;

    if (!words_next(words) || !text_to_int(words->word, words->word_length, &steps) || steps < 1 ||
        steps > PRIVATE_STEPS_MAX)
        return false;
    *bytes = (size_t)steps * PRIVATE_STEP_BYTES + crypto_box_SEALBYTES;
    for (size_t at = 0; at < *bytes; at += CHUNK_BYTES)
        if (!words_read_groups(words, sealed + at,
                               *bytes - at < CHUNK_BYTES ? *bytes - at : CHUNK_BYTES))
            return false;
    return words_next(words) && words_is(words, "end-private");
}

static bool unseal(const unsigned char seed[KEY_BYTES], const unsigned char *sealed, size_t bytes,
                   unsigned char *inside)
{
    unsigned char pen[KEY_BYTES], signing[crypto_sign_SECRETKEYBYTES];
    unsigned char public_key[KEY_BYTES], secret_key[KEY_BYTES];
    WIPED_AT_END(signing);
    WIPED_AT_END(secret_key);

    crypto_sign_seed_keypair(pen, signing, seed);
    return crypto_sign_ed25519_pk_to_curve25519(public_key, pen) == 0 &&
           crypto_sign_ed25519_sk_to_curve25519(secret_key, signing) == 0 &&
           crypto_box_seal_open(inside, sealed, bytes, public_key, secret_key) == 0;
}

static enum rc put_inside(const unsigned char *inside, size_t bytes, struct buf *out,
                          struct err *err)
{
    size_t length = 0;

    for (unsigned i = LENGTH_BYTES; i-- > 0;)
        length = length << 8 | inside[i];
    if (length > bytes - LENGTH_BYTES)
        return ERR(err, RC_BAD_SEAL, "what is inside this private answer is not well-formed");
    buf_put_bytes(out, (const char *)inside + LENGTH_BYTES, length);
    return buf_rc(out, err);
}

enum rc private_open(const unsigned char seed[KEY_BYTES], const char *text, size_t length,
                     size_t *from, struct buf *out, struct err *err)
{
    struct words words;
    OWN_MEMORY unsigned char *room = NULL;
    size_t bytes = 0;
    enum rc rc;

    words_start(&words, text, length, *from);
    if (!words_find(&words, "postern-private")) {
        *from = length;
        return ERR(err, RC_NOT_FOUND, "no private answer stands here");
    }
    *from = words.at;
    room = calloc(2, SEALED_MAX);
    FAIL_IF(!room, err, RC_NO_MEMORY, "no memory for a private answer");
    if (!read_sealed(&words, room, &bytes))
        rc = ERR(err, RC_BAD_INPUT, "a private answer begins here but is not whole; save all of ",
                 "it, from postern-private to end-private");
    else if (!unseal(seed, room, bytes, room + SEALED_MAX))
        rc = ERR(err, RC_BAD_SEAL, "this private answer is for another key, or was altered");
    else
        rc = put_inside(room + SEALED_MAX, bytes - crypto_box_SEALBYTES, out, err);
    if (rc == RC_OK)
        *from = words.at;
    secret_wipe(room, 2 * SEALED_MAX);
    return rc;
}
