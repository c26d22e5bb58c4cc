/* SPDX-License-Identifier: MIT */
/* Any bytes as a file of sentences: all that are read can be written, with and without their
 * arguments, and a language does not differ from itself. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "letter/sentences.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void differs(void *context, enum sentence_difference difference, const char *key)
{
    (void)context;
    (void)difference;
    (void)key;
    abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct sentence_arg args[] = {{NULL, "1"}, {NULL, "two"}, {"n", "3"}};
    OWN_AT(sentences) sentences = sentences_new();

    if (sentences_add(sentences, "f", "fuzz", (const char *)data, size, NULL) == RC_OK)
        sentences_compare(sentences, sentences, differs, NULL);
    for (size_t i = 0; i < sentences_count(sentences); i++)
        for (unsigned count = 0; count <= 3; count++) {
            const char *key = sentences_key_at(sentences, i);
            OWN(buf) out = {0};
            enum rc rc = sentences_write(sentences, key, args, count, &out, NULL);

            if (!sentences_find(sentences, key) || (rc != RC_OK && rc != RC_NOT_FOUND))
                abort();
        }
    return 0;
}
