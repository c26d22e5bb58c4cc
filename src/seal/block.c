/* SPDX-License-Identifier: MIT */
/* Closes and opens sealed blocks, and finds them in a text. Whose order is in one is judged
 * elsewhere. */
#include "seal/block.h"

#include <sodium.h>

#include "seal/encode.h"
#include "seal/footer.h"
#include "seal/secret.h"
#include "seal/words.h"

_Static_assert(BLOCK_SEAL_BYTES == crypto_box_SEALBYTES, "as promised");
_Static_assert((int)BLOCK_BYTES <= (int)GROUPED_BYTES_MAX, "written in groups");

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

static unsigned char *put_bytes(unsigned char *at, const void *bytes, size_t count)
{
    memcpy(at, bytes, count);
    return at + count;
}

static unsigned char *put_next(unsigned char *at, uint64_t number)
{
    put_number(at, number);
    return at + 8;
}

enum rc block_close(const unsigned char public_key[KEY_BYTES], const struct block *block,
                    const unsigned char entropy[BLOCK_ENTROPY_BYTES], struct block_sealed *out,
                    struct err *err)
{
    unsigned char inside[BLOCK_INSIDE_BYTES] = {0}, *at = inside;
    char most[TEXT_INT_BYTES];

    FAIL_IF(block->length > BLOCK_TEXT_MAX, err, RC_TOO_LONG, "orders in a sealed block may have ",
            text_of_int(most, BLOCK_TEXT_MAX), " bytes at most");
    at = put_bytes(at, block->genesis.at, HASH_BYTES);
    at = put_next(at, block->decision);
    at = put_next(at, block->seat);
    at = put_next(at, block->seen);
    at = put_bytes(at, entropy + KEY_BYTES, BLOCK_ID_BYTES);
    at = put_next(at, block->length);
    put_bytes(at, block->text, block->length);
    block_seal_to(public_key, entropy, inside, BLOCK_INSIDE_BYTES, out->bytes);
    secret_wipe(inside, sizeof inside);
    return RC_OK;
}

static const unsigned char *take_bytes(const unsigned char *at, void *bytes, size_t count)
{
    memcpy(bytes, at, count);
    return at + count;
}

static const unsigned char *take_next(const unsigned char *at, uint64_t *number)
{
    *number = get_number(at);
    return at + 8;
}

/* False: not as block_close writes it. */
static bool read_inside(const unsigned char *at, struct block *block)
{
    uint64_t length;

    memset(block, 0, sizeof *block);
    at = take_bytes(at, block->genesis.at, HASH_BYTES);
    at = take_next(at, &block->decision);
    at = take_next(at, &block->seat);
    at = take_next(at, &block->seen);
    at = take_bytes(at, block->id, BLOCK_ID_BYTES);
    at = take_next(at, &length);
    if (length > BLOCK_TEXT_MAX || !sodium_is_zero(at + length, BLOCK_TEXT_MAX - (size_t)length))
        return false;
    block->length = (size_t)length;
    memcpy(block->text, at, block->length);
    return true;
}

enum rc block_open(const unsigned char public_key[KEY_BYTES],
                   const unsigned char secret_key[KEY_BYTES], const struct block_sealed *sealed,
                   struct block *block, struct err *err)
{
    unsigned char inside[BLOCK_INSIDE_BYTES];
    WIPED_AT_END(inside);

    if (crypto_box_seal_open(inside, sealed->bytes, BLOCK_BYTES, public_key, secret_key) != 0)
        return ERR(err, RC_BAD_SEAL, "this sealed block is not for this game, or was altered");
    if (!read_inside(inside, block))
        return ERR(err, RC_BAD_SEAL, "what is inside this sealed block is not well-formed");
    return RC_OK;
}

enum rc block_write(const struct block_sealed *sealed, struct buf *out, struct err *err)
{
    buf_put(out, "postern-block 2\n");
    footer_write_groups(sealed->bytes, BLOCK_BYTES, PER_LINE, out);
    buf_put(out, "end-block\n");
    return buf_rc(out, err);
}

/* "2" behind the word just found: who made it by an older program is told so. */
static enum rc read_protocol(struct words *words, struct err *err)
{
    return words_next(words) && words_is(words, "2")
               ? RC_OK
               : ERR(err, RC_BAD_INPUT, "this is of an older program; make it anew with today's");
}

enum rc block_read(const char *text, size_t length, struct block_sealed *sealed, struct err *err)
{
    struct block_sealed read;
    struct words words;

    words_start(&words, text, length, 0);
    FAIL_IF(!words_find(&words, "postern-block"), err, RC_NOT_FOUND, "no sealed block stands here");
    TRY(read_protocol(&words, err));
    if (!words_read_groups(&words, read.bytes, BLOCK_BYTES) || !words_next(&words) ||
        !words_is(&words, "end-block"))
        return ERR(err, RC_BAD_INPUT, "a sealed block begins here but is not whole; paste it ",
                   "again, from postern-block to end-block");
    *sealed = read;
    return RC_OK;
}

/* "genesis", then 52 letters. */
static bool read_named(struct words *words, const char *name, void *out, size_t count)
{
    return words_find(words, name) && words_next(words) &&
           base32_read_folded(words->word, words->word_length, out, count);
}

enum rc block_read_ticket(const char *text, size_t length, struct block_ticket *ticket,
                          struct err *err)
{
    struct block_ticket read;
    struct words words;

    words_start(&words, text, length, 0);
    if (!words_find(&words, "postern-ticket"))
        return ERR(err, RC_NOT_FOUND, "no ticket of a game stands here");
    TRY(read_protocol(&words, err));
    if (!read_named(&words, "genesis", read.genesis.at, HASH_BYTES) ||
        !read_named(&words, "key", read.key, KEY_BYTES))
        return ERR(err, RC_BAD_INPUT, "a ticket begins here but is not whole; copy it again, from ",
                   "postern-ticket to the end of its key");
    *ticket = read;
    return RC_OK;
}
