/* SPDX-License-Identifier: MIT */
/* Any bytes as a token: what is read is written again as the same text, in lower case. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "letter/token.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char text[TOKEN_TEXT_BYTES], address[256];
    struct token token;

    if (token_read((const char *)data, size, &token)) {
        token_write(&token, text);
        if (strlen(text) != size)
            abort();
        for (size_t i = 0; i < size; i++)
            if (text[i] != text_lower((char)data[i]))
                abort();
    }
    if (size < sizeof address) {
        memcpy(address, data, size);
        address[size] = '\0';
        token_read_address(address, &token);
    }
    return 0;
}
