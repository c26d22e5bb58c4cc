/* SPDX-License-Identifier: MIT */
/* A link as a letter has it, signed with a key for tests.
 *
 *   make_link key                          its public key
 *   make_link GENESIS NUMBER SEAT <TEXT    the fragment for a text
 *   make_link box                          a game's public box key
 *   make_link open <BLOCK                  "SEAT DECISION ENTRY GENESIS" and the lines of a block
 * for it
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "letter/link.h"
#include "seal/block.h"
#include "seal/chain.h"
#include "seal/encode.h"
#include "seal/keys.h"
#include "seal/secret.h"

static const unsigned char seed[KEY_BYTES] = {7};

static int print_key(void)
{
    unsigned char key[KEY_BYTES];
    char text[BASE32_HASH_BYTES];

    pen_public(seed, key);
    puts(base32_write(key, sizeof key, text));
    return 0;
}

static void box_keys(unsigned char public_key[KEY_BYTES], unsigned char secret_key[KEY_BYTES])
{
    block_make_key(seed, public_key, secret_key);
}

static int print_box(void)
{
    unsigned char public_key[KEY_BYTES], secret_key[KEY_BYTES];
    char text[BASE32_HASH_BYTES];

    box_keys(public_key, secret_key);
    puts(base32_write(public_key, KEY_BYTES, text));
    return 0;
}

static int open_block(void)
{
    unsigned char public_key[KEY_BYTES], secret_key[KEY_BYTES];
    struct block_sealed sealed;
    char text[8192], genesis[BASE32_HASH_BYTES];
    size_t length = fread(text, 1, sizeof text, stdin);
    struct block block;
    struct err err = {0};

    box_keys(public_key, secret_key);
    if (block_read(text, length, &sealed, &err) != RC_OK ||
        block_open(public_key, secret_key, &sealed, &block, &err) != RC_OK) {
        fprintf(stderr, "make_link: %s\n", err.text);
        return 1;
    }
    printf("%u %u %u %s\n%s\n", (unsigned)block.seat, (unsigned)block.decision,
           (unsigned)block.seen, base32_write(block.genesis.at, HASH_BYTES, genesis), block.text);
    return 0;
}

int main(int argc, char **argv)
{
    static char text[LINK_TEXT_MAX + 1];
    unsigned char signature[SIGNATURE_BYTES];
    struct hash genesis, digest;
    OWN(buf) out = {0};
    struct err err = {0};
    size_t length;

    if (secret_start(&err) != RC_OK)
        return 1;
    if (argc == 2 && strcmp(argv[1], "key") == 0)
        return print_key();
    if (argc == 2 && strcmp(argv[1], "box") == 0)
        return print_box();
    if (argc == 2 && strcmp(argv[1], "open") == 0)
        return open_block();
    length = fread(text, 1, sizeof text, stdin);
    if (argc != 4 || !base32_read(argv[1], strlen(argv[1]), genesis.at, HASH_BYTES) ||
        link_pack(text, length, &out, &err) != RC_OK) {
        fprintf(stderr, "make_link: %s\n", *err.text ? err.text : "GENESIS NUMBER SEAT <TEXT");
        return 1;
    }
    chain_link(&genesis, strtoull(argv[2], NULL, 10), (unsigned)atoi(argv[3]), buf_text(&out),
               out.length, &digest);
    pen_sign(seed, &digest, signature);
    link_sign(signature, &out);
    puts(buf_text(&out));
    return 0;
}
