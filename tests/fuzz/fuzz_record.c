/* SPDX-License-Identifier: MIT */
/* Any bytes as a record of a game: verified or refused, never a crash; what is read is written as
 * the same bytes. Footers, receipts and blocks are looked for in them, too. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "record/verify.h"
#include "seal/block.h"
#include "seal/footer.h"
#include "seal/receipt.h"
#include "seal/secret.h"
#include "tests/fuzz/chain_anew.h"
#include "tests/toy/toy.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void look_for_words(const char *text, size_t size)
{
    struct block_sealed sealed;
    OWN(receipt_found) found = {0};
    struct footer footer;
    size_t from = 0;

    while (from < size && footer_read(text, size, &from, &footer, NULL) == RC_OK)
        ;
    if (receipt_read(text, size, &(size_t){0}, &found, NULL) == RC_OK && !found.receipt.outcome)
        abort();
    if (block_read(text, size, &sealed, NULL) == RC_OK && size < BLOCK_BYTES)
        abort();
}

/* Each line as an entry, though the record may be refused for another's sake. */
static void read_lines(const char *text, size_t size)
{
    for (const char *end = text + size; text < end; text++) {
        const char *stop = memchr(text, '\n', (size_t)(end - text));
        const size_t length = (size_t)((stop ? stop : end) - text);
        OWN(buf) again = {0};
        struct entry entry;

        if (entry_read(7, text, length, &entry, NULL) == RC_OK &&
            (entry_write(&entry, &again, NULL) != RC_OK || again.length != length ||
             memcmp(again.at, text, length) != 0))
            abort();
        text += length;
    }
}

/* The same with its hashes counted anew: what was changed reaches the rules. A true record stays
 * true, though nobody signed it. */
static void verify_anew(const char *text, size_t size, bool is_good)
{
    struct verify verify;
    OWN(buf) anew = {0};

    chain_anew(text, size, &anew);
    if (verify_bytes(buf_text(&anew), anew.length, toy_find, &verify, NULL) == RC_OK) {
        if (is_good ? !verify.is_good : !verify.is_good && !verify.err.text[0])
            abort();
        verify_fini(&verify);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    OWN(verify) verify = {0};

    if (secret_start(NULL))
        abort();
    if (verify_bytes(text, size, toy_find, &verify, NULL) == RC_OK && !verify.is_good &&
        !verify.err.text[0])
        abort();
    verify_anew(text, size, verify.is_good);
    look_for_words(text, size);
    read_lines(text, size);
    return 0;
}
