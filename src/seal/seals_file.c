/* SPDX-License-Identifier: MIT */
/* Writes and reads lines of a player's own file of seals. It does no I/O. */
#include "seal/seals_file.h"

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

/* The next line of this name behind `line`, as what stands behind "G NAME "; NULL = no more. */
static const char *next_of(const char *line, const char *wanted)
{
    while ((line = strchr(line, '\n')) && *++line)
        if (text_starts_with(line, wanted))
            return line + strlen(wanted);
    return NULL;
}

enum { WANTED_BYTES = BASE32_HASH_BYTES + SEAL_NAME_MAX + 3 };

static const char *begins(const char *genesis, const char *name, char wanted[WANTED_BYTES])
{
    struct text out = text_in(wanted, WANTED_BYTES);

    TEXT_PUT(&out, genesis, " ", name, " ");
    return wanted;
}

const char *seals_file_find(const char *text, const char *genesis, const char *name,
                            const char *commitment)
{
    char wanted[WANTED_BYTES];
    const char *found = NULL;

    begins(genesis, name, wanted);
    for (const char *line = text; (line = next_of(line, wanted));)
        if (!commitment || text_starts_with(line + strlen("1 "), commitment))
            found = line;
    return found;
}

unsigned seals_file_count(const char *text, const char *genesis, const char *name)
{
    char wanted[WANTED_BYTES];
    unsigned count = 0;

    begins(genesis, name, wanted);
    for (const char *line = text; (line = next_of(line, wanted));)
        count++;
    return count;
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
