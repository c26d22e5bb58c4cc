/* SPDX-License-Identifier: MIT */
/* Any bytes, cut anywhere: the reader gives the same responses, keeps inside its buffer, and stays
 * broken once it is. The first byte of the input says how the rest is cut. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "post/imap_parser.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_slice(const struct imap_parser *reader, struct imap_slice slice)
{
    const char *begin = reader->in.at;

    if (slice.length > 0 &&
        (slice.at < begin || slice.at + slice.length > begin + reader->in.length))
        abort();
}

static uint64_t mix(uint64_t hash, struct imap_slice slice)
{
    for (size_t i = 0; i < slice.length; i++)
        hash = (hash ^ (uint8_t)slice.at[i]) * 0x100000001B3u;
    return hash * 31 + slice.length;
}

/* Take every response that is there; returns false once broken. */
static bool drain(struct imap_parser *reader, uint64_t *hash)
{
    struct imap_response r;
    enum imap_step step;

    while ((step = imap_parser_next(reader, &r)) == IMAP_RESPONSE) {
        const struct imap_slice slices[] = {r.tag, r.code, r.code_text, r.text, r.date, r.body};

        *hash = *hash * 31 + (uint64_t)r.kind * 8 + r.status + r.number + r.uid + r.size + r.has;
        for (size_t i = 0; i < sizeof slices / sizeof *slices; i++) {
            check_slice(reader, slices[i]);
            *hash = mix(*hash, slices[i]);
        }
    }
    if (step == IMAP_BROKEN && imap_parser_next(reader, &r) != IMAP_BROKEN)
        abort();
    return step == IMAP_MORE;
}

static uint64_t run(const uint8_t *data, size_t size, size_t step)
{
    OWN(imap_parser) reader = {0};
    uint64_t hash = 0;
    bool whole = true;

    for (size_t at = 0; at < size && whole; at += step) {
        buf_put_bytes(&reader.in, data + at, size - at < step ? size - at : step);
        whole = drain(&reader, &hash);
    }
    return hash * 2 + whole;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size > 1 && run(data + 1, size - 1, size) != run(data + 1, size - 1, data[0] + 1u))
        abort();
    return 0;
}
