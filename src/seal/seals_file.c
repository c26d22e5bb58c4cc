/* SPDX-License-Identifier: MIT */
#include "seal/seals_file.h"

#include <string.h>

#include "base/text.h"
#include "seal/encode.h"
#include "seal/secret.h"

void seals_file_put(struct buf *out, const char *genesis, const char *name, unsigned seat,
                    const struct opening *opening, const struct hash *commitment)
{
    char text[BASE32_HASH_BYTES];

    buf_printf(out, "%s %s %u ", genesis, name, seat);
    buf_printf(out, "%s ", base32_write(commitment->at, HASH_BYTES, text));
    buf_printf(out, "%s %s\n", base32_write(opening->nonce, SEAL_NONCE_BYTES, text),
               opening->payload);
    secret_wipe(text, sizeof text);
}

const char *seals_file_find(const char *text, const char *genesis, const char *name)
{
    char wanted[BASE32_HASH_BYTES + SEAL_NAME_MAX + 3];
    struct text out;

    text_init(&out, wanted, sizeof wanted);
    text_put(&out, genesis);
    text_put_char(&out, ' ');
    text_put(&out, name);
    text_put_char(&out, ' ');
    for (const char *line = strchr(text, '\n'); line && *++line; line = strchr(line, '\n'))
        if (text_starts_with(line, wanted))
            return line + out.length;
    return NULL;
}

/* "SEAT COMMITMENT NONCE PAYLOAD" */
bool seals_file_read(const char *line, const struct hash *genesis, const char *name,
                     struct opening *opening, struct hash *commitment, struct buf *payload)
{
    enum { TEXT = BASE32_HASH_BYTES - 1 };
    const char *end = strchr(line, '\n'), *at = line + 2;
    struct hash sealed;

    if (!end || end - line < 2 + 2 * (TEXT + 1) + 1 || !text_is_digit(line[0]) || line[1] != ' ' ||
        !base32_read(at, TEXT, sealed.at, HASH_BYTES) ||
        !base32_read(at + TEXT + 1, TEXT, opening->nonce, SEAL_NONCE_BYTES))
        return false;
    at += 2 * (TEXT + 1);
    buf_put_bytes(payload, at, (size_t)(end - at));
    opening->payload = buf_text(payload);
    opening->length = payload->length;
    if (commitment)
        *commitment = sealed;
    return seal_is_opened_by(&sealed, genesis, name, (unsigned)(line[0] - '0'), opening);
}
