/* SPDX-License-Identifier: MIT */
/* A saved letter as bytes: its readable words, and the records and deltas attached to it. */

#include "proof/proof_p.h"
#include "record/delta.h"
#include "seal/encode.h"

static bool is_base64(char c)
{
    return text_is_letter(c) || text_is_digit(c) || c == '+' || c == '/' || c == '=';
}

/* Length of a line of base64, 0 if it is another. */
static size_t base64_line(const char *line, const char *end)
{
    size_t length = 0;

    while (line + length < end && is_base64(line[length]))
        length++;
    if (line + length < end && line[length] != '\r' && line[length] != '\n')
        return 0;
    return length >= 4 ? length : 0;
}

static const char *next_line(const char *line, const char *end)
{
    const char *stop = memchr(line, '\n', (size_t)(end - line));

    return stop ? stop + 1 : end;
}

/* A record in the letter holds words of all kinds of people, and a head of its own. */
static bool starts_file(const char *line, const char *end)
{
    static const char *const first[] = {"postern-record ", DELTA_FIRST_WORD};

    for (unsigned i = 0; i < sizeof first / sizeof first[0]; i++)
        if ((size_t)(end - line) >= strlen(first[i]) &&
            memcmp(line, first[i], strlen(first[i])) == 0)
            return true;
    return false;
}

/* Where what is found goes. */
struct finder {
    struct buf *text;
    proof_file_fn *fn;
    void *user;
};

static void found_file(const struct finder *finder, const char *bytes, size_t length)
{
    if (finder->fn)
        finder->fn(finder->user, bytes, length);
}

/* Decode one run of base64 lines that begins here; returns where it ends. */
static const char *decode_run(const struct finder *finder, const char *line, const char *end)
{
    OWN_WIPED(buf) joined = {0};
    OWN(buf) bytes = {0};
    size_t length, count = 0;

    for (; line < end && (length = base64_line(line, end)) > 0; line = next_line(line, end))
        buf_put_bytes(&joined, line, length);
    if (!joined.failed && buf_reserve(&bytes, joined.length) &&
        base64_read(buf_text(&joined), joined.length, bytes.at, bytes.capacity, &count)) {
        if (starts_file(bytes.at, bytes.at + count)) {
            found_file(finder, bytes.at, count);
        } else {
            buf_put_char(finder->text, '\n');
            buf_put_bytes(finder->text, bytes.at, count);
        }
        secret_wipe(bytes.at, count);
    }
    return line;
}

/* A file that stands in the letter as it is, up to the boundary; its line ends are LF again. */
static const char *take_part(const struct finder *finder, const char *line, const char *end)
{
    OWN_WIPED(buf) file = {0};

    while (line < end && !(end - line > 2 && line[0] == '-' && line[1] == '-')) {
        const char *next = next_line(line, end), *stop = next;

        while (stop > line && (stop[-1] == '\n' || stop[-1] == '\r'))
            stop--;
        buf_put_bytes(&file, line, (size_t)(stop - line));
        buf_put_char(&file, '\n');
        line = next;
    }
    found_file(finder, buf_text(&file), file.length);
    return line;
}

static void put_readable(const struct finder *finder, const struct buf *raw)
{
    const char *line = buf_text(raw), *end = line + raw->length, *next;

    for (; line < end; line = next) {
        next = starts_file(line, end) ? take_part(finder, line, end) : next_line(line, end);
        if (!starts_file(line, end))
            buf_put_bytes(finder->text, line, (size_t)(next - line));
    }
}

void proof_scan_letter(const struct buf *raw, struct buf *text, proof_file_fn *fn, void *user)
{
    const struct finder finder = {text, fn, user};
    const char *line = buf_text(raw), *end = line + raw->length;

    put_readable(&finder, raw);
    while (line < end)
        line = base64_line(line, end) ? decode_run(&finder, line, end) : next_line(line, end);
}

enum rc proof_read_letter(const char *path, struct buf *out, struct err *err)
{
    OWN(buf) raw = {0};

    TRY(proof_read_file(path, &raw, err));
    if (starts_file(buf_text(&raw), buf_text(&raw) + raw.length))
        buf_put_bytes(out, raw.at, raw.length); /* no letter, but a record */
    else
        proof_scan_letter(&raw, out, NULL, NULL);
    return buf_rc(out, err);
}
