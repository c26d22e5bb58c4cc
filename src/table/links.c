/* SPDX-License-Identifier: MIT */
/* Links of letters: their dictionary, and whether the server signed them. */

#include "letter/link.h"
#include "seal/chain.h"
#include "seal/encode.h"
#include "seal/keys.h"
#include "table/table_p.h"

/* base64url without padding (letter/link.h) to base64 as seal/encode.h reads it. */
static bool read_signature(const char *text, unsigned char signature[SIGNATURE_BYTES])
{
    char plain[BASE64_CHARS(SIGNATURE_BYTES) + 1];
    size_t length = strlen(text), count;

    if (length != (SIGNATURE_BYTES * 8 + 5) / 6)
        return false;
    for (size_t i = 0; i < length; i++)
        plain[i] = text[i] == '-' ? '+' : text[i] == '_' ? '/' : text[i];
    while (length < BASE64_CHARS(SIGNATURE_BYTES))
        plain[length++] = '=';
    plain[length] = '\0';
    return base64_read(plain, length, signature, SIGNATURE_BYTES, &count) &&
           count == SIGNATURE_BYTES;
}

enum rc table_signed(struct table *table, const char *genesis, uint32_t number, unsigned seat,
                     const char *key, const char *signature, const char *bytes, size_t length)
{
    unsigned char public_key[KEY_BYTES], given[SIGNATURE_BYTES];
    struct hash game, digest;

    if (!base32_read(genesis, strlen(genesis), game.at, HASH_BYTES) ||
        !base32_read(key, strlen(key), public_key, KEY_BYTES) || !read_signature(signature, given))
        return table_refuse(table, RC_BAD_INPUT, "no link of a letter", "");
    chain_link(&game, number, seat, bytes, length, &digest);
    if (!signature_is_good(public_key, &digest, given))
        return table_refuse(table, RC_BAD_SEAL, "changed on its way, or not of this server", "");
    buf_clear(&table->answer);
    return RC_OK;
}

enum rc table_dictionary(struct table *table)
{
    size_t length;
    const char *words = link_words(&length);

    buf_clear(&table->answer);
    buf_put_bytes(&table->answer, words, length);
    return buf_rc(&table->answer, NULL);
}
