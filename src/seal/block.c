/* SPDX-License-Identifier: MIT */
#include "seal/block.h"

#include <sodium.h>
#include <string.h>

#include "base/buf.h"
#include "seal/encode.h"
#include "seal/footer.h"
#include "seal/secret.h"
#include "seal/words.h"

_Static_assert(BLOCK_BYTES - BLOCK_INSIDE_BYTES == crypto_box_SEALBYTES, "as promised");

enum { PER_LINE = 5, PRINT_LETTERS = 20, PRINT_GROUP = 5 };
_Static_assert(PRINT_LETTERS + PRINT_LETTERS / PRINT_GROUP == BLOCK_PRINT_BYTES, "as promised");

void block_make_key(const unsigned char seed[KEY_BYTES], unsigned char public_key[KEY_BYTES],
                    unsigned char secret_key[KEY_BYTES])
{
    crypto_box_seed_keypair(public_key, secret_key, seed);
}

char *block_print(const struct hash *genesis, const unsigned char public_key[KEY_BYTES],
                  char out[BLOCK_PRINT_BYTES])
{
    char text[BASE32_HASH_BYTES], *at = out;
    struct hash_job job;
    struct hash hash;

    hash_start(&job, "print", 2);
    hash_add(&job, genesis->at, HASH_BYTES);
    hash_add(&job, public_key, KEY_BYTES);
    hash_end(&job, &hash);
    base32_write(hash.at, HASH_BYTES, text);
    for (unsigned i = 0; i < PRINT_LETTERS; i++) {
        if (i && i % PRINT_GROUP == 0)
            *at++ = '-';
        *at++ = text[i];
    }
    *at = '\0';
    return out;
}

static void put_number(unsigned char *out, uint64_t number)
{
    for (unsigned i = 0; i < 8; i++)
        out[i] = (unsigned char)(number >> (8 * i));
}

static uint64_t get_number(const unsigned char *in)
{
    uint64_t number = 0;

    for (unsigned i = 0; i < 8; i++)
        number |= (uint64_t)in[i] << (8 * i);
    return number;
}

/* Where the parts of the inside stand. */
enum {
    AT_GENESIS = 0,
    AT_DECISION = AT_GENESIS + HASH_BYTES,
    AT_SEAT = AT_DECISION + 8,
    AT_ID = AT_SEAT + 8,
    AT_LENGTH = AT_ID + BLOCK_ID_BYTES,
    AT_TEXT = AT_LENGTH + 8
};
_Static_assert(AT_TEXT + BLOCK_TEXT_MAX == BLOCK_INSIDE_BYTES, "parts fill the inside");

void block_seal_to(const unsigned char public_key[KEY_BYTES], const unsigned char seed[KEY_BYTES],
                   const void *inside, size_t bytes, unsigned char *out)
{
    unsigned char once_public[KEY_BYTES], once_secret[KEY_BYTES], both[2 * KEY_BYTES];
    unsigned char nonce[crypto_box_NONCEBYTES];

    crypto_box_seed_keypair(once_public, once_secret, seed);
    memcpy(both, once_public, KEY_BYTES);
    memcpy(both + KEY_BYTES, public_key, KEY_BYTES);
    crypto_generichash(nonce, sizeof nonce, both, sizeof both, NULL, 0);
    memcpy(out, once_public, KEY_BYTES);
    if (crypto_box_easy(out + KEY_BYTES, inside, bytes, nonce, public_key, once_secret) != 0)
        memset(out, 0,
               bytes + crypto_box_SEALBYTES); /* a key of small order: nobody could open it */
    secret_wipe(once_secret, sizeof once_secret);
}

enum rc block_close(const unsigned char public_key[KEY_BYTES], const struct block *block,
                    const unsigned char entropy[BLOCK_ENTROPY_BYTES],
                    unsigned char out[BLOCK_BYTES], struct err *err)
{
    unsigned char inside[BLOCK_INSIDE_BYTES] = {0};

    if (block->length > BLOCK_TEXT_MAX)
        return ERR(err, RC_TOO_LONG, "an order in a sealed block may have 184 bytes at most");
    memcpy(inside + AT_GENESIS, block->genesis.at, HASH_BYTES);
    put_number(inside + AT_DECISION, block->decision);
    put_number(inside + AT_SEAT, block->seat);
    memcpy(inside + AT_ID, entropy + KEY_BYTES, BLOCK_ID_BYTES);
    put_number(inside + AT_LENGTH, block->length);
    memcpy(inside + AT_TEXT, block->text, block->length);
    block_seal_to(public_key, entropy, inside, BLOCK_INSIDE_BYTES, out);
    secret_wipe(inside, sizeof inside);
    return RC_OK;
}

enum rc block_open(const unsigned char public_key[KEY_BYTES],
                   const unsigned char secret_key[KEY_BYTES],
                   const unsigned char sealed[BLOCK_BYTES], struct block *block, struct err *err)
{
    unsigned char inside[BLOCK_INSIDE_BYTES];
    uint64_t length;
    enum rc rc = RC_OK;

    if (crypto_box_seal_open(inside, sealed, BLOCK_BYTES, public_key, secret_key) != 0)
        return ERR(err, RC_BAD_SEAL, "this sealed block is not for this game, or was altered");
    length = get_number(inside + AT_LENGTH);
    if (length > BLOCK_TEXT_MAX ||
        !sodium_is_zero(inside + AT_TEXT + length, BLOCK_TEXT_MAX - (size_t)length)) {
        rc = ERR(err, RC_BAD_SEAL, "what is inside this sealed block is not well-formed");
    } else {
        memset(block, 0, sizeof *block);
        memcpy(block->genesis.at, inside + AT_GENESIS, HASH_BYTES);
        block->decision = get_number(inside + AT_DECISION);
        block->seat = get_number(inside + AT_SEAT);
        memcpy(block->id, inside + AT_ID, BLOCK_ID_BYTES);
        block->length = (size_t)length;
        memcpy(block->text, inside + AT_TEXT, block->length);
    }
    secret_wipe(inside, sizeof inside);
    return rc;
}

enum rc block_write(const unsigned char sealed[BLOCK_BYTES], struct buf *out, struct err *err)
{
    buf_put(out, "postern-block\n");
    footer_write_groups(sealed, BLOCK_BYTES, PER_LINE, out);
    buf_put(out, "end-block\n");
    return buf_rc(out, err);
}

enum rc block_read(const char *text, size_t length, unsigned char sealed[BLOCK_BYTES],
                   struct err *err)
{
    unsigned char read[BLOCK_BYTES];
    struct words words;

    words_start(&words, text, length, 0);
    if (!words_find(&words, "postern-block"))
        return ERR(err, RC_NOT_FOUND, "no sealed block stands here");
    if (!words_read_groups(&words, read, BLOCK_BYTES) || !words_next(&words) ||
        !words_is(&words, "end-block"))
        return ERR(err, RC_BAD_INPUT, "a sealed block begins here but is not whole; paste it ",
                   "again, from postern-block to end-block");
    memcpy(sealed, read, BLOCK_BYTES);
    return RC_OK;
}

/* "genesis", then 52 letters. */
static bool read_named(struct words *words, const char *name, void *out, size_t count)
{
    return words_find(words, name) && words_next(words) &&
           base32_read_folded(words->word, words->word_length, out, count);
}

enum rc block_read_ticket(const char *text, size_t length, struct hash *genesis,
                          unsigned char public_key[KEY_BYTES], struct err *err)
{
    unsigned char key[KEY_BYTES];
    struct words words;
    struct hash read;

    words_start(&words, text, length, 0);
    if (!words_find(&words, "postern-ticket"))
        return ERR(err, RC_NOT_FOUND, "no ticket of a game stands here");
    if (!read_named(&words, "genesis", read.at, HASH_BYTES) ||
        !read_named(&words, "key", key, KEY_BYTES))
        return ERR(err, RC_BAD_INPUT, "a ticket begins here but is not whole; copy it again, from ",
                   "postern-ticket to the end of its key");
    *genesis = read;
    memcpy(public_key, key, KEY_BYTES);
    return RC_OK;
}
