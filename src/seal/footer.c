/* SPDX-License-Identifier: MIT */
/* Writes a game's signed head as words of a letter, and reads it back from what mail programs
 * leave of it. */
#include "seal/footer.h"

#include <assert.h>

#include "seal/encode.h"
#include "seal/words.h"

enum { PER_LINE = 4 };

void footer_write_groups(const void *bytes, size_t count, unsigned per_line, struct buf *out)
{
    char text[BASE32_CHARS(GROUPED_BYTES_MAX) + 1];
    size_t length = BASE32_CHARS(count);
    unsigned group = 0;

    assert(count <= GROUPED_BYTES_MAX);
    base32_write(bytes, count, text);
    for (size_t at = 0; at < length; at += GROUP_CHARS) {
        size_t take = length - at < GROUP_CHARS ? length - at : GROUP_CHARS;

        if (group)
            buf_put_char(out, group % per_line ? ' ' : '\n');
        buf_put_bytes(out, text + at, take);
        group++;
    }
    buf_put_char(out, '\n');
}

void footer_write(const struct footer *footer, struct buf *out)
{
    footer_write_columns(footer, PER_LINE, out);
}

void footer_write_columns(const struct footer *footer, unsigned per_line, struct buf *out)
{
    BUF_PUT(out, FOOTER_FIRST_WORD " game ", TEXT_INT((int64_t)footer->game), " entry ",
            TEXT_INT((int64_t)footer->entry), "\n");
    footer_write_groups(footer->head.at, HASH_BYTES, per_line, out);
    buf_put(out, per_line < PER_LINE ? "postern-sign\n" : "postern-sign ");
    footer_write_groups(footer->signature, SIGNATURE_BYTES, per_line, out);
}

/* Passes over a stray quote mark or two before the wanted word. */
static bool expect(struct words *words, const char *wanted)
{
    for (unsigned i = 0; i < 4 && words_next(words); i++)
        if (words_is(words, wanted) || words_are_ours(words))
            return words_is(words, wanted);
    return false;
}

static bool expect_number(struct words *words, uint64_t *number)
{
    int64_t value;

    for (unsigned i = 0; i < 4 && words_next(words); i++)
        if (text_to_int(words->word, words->word_length, &value) && value >= 0) {
            *number = (uint64_t)value;
            return true;
        }
    return false;
}

bool footer_read_behind(struct words *words, struct footer *footer)
{
    struct footer read = {0};
    bool whole =
        expect(words, "game") && expect_number(words, &read.game) && expect(words, "entry") &&
        expect_number(words, &read.entry) && words_read_groups(words, read.head.at, HASH_BYTES) &&
        expect(words, "postern-sign") && words_read_groups(words, read.signature, SIGNATURE_BYTES);

    if (whole)
        *footer = read;
    return whole;
}

enum rc footer_read(const char *text, size_t length, size_t *from, struct footer *footer,
                    struct err *err)
{
    bool begins = false;
    struct words words;

    words_start(&words, text, length, *from);
    while (words_find(&words, FOOTER_FIRST_WORD)) {
        struct words behind = words;

        begins = true;
        if (!footer_read_behind(&words, footer)) {
            words = behind; /* the next one may begin within what was read */
            continue;
        }
        *from = words.at;
        return RC_OK;
    }
    *from = length;
    return begins
               ? ERR(err, RC_BAD_INPUT, "a footer begins here but is not whole; save the letter ",
                     "as it came, with its source")
               : ERR(err, RC_NOT_FOUND, "no footer of a game stands in this letter");
}

bool footer_follows(const char *text, size_t length, size_t from, struct footer *footer)
{
    struct words words;

    words_start(&words, text, length, from);
    return expect(&words, FOOTER_FIRST_WORD) && footer_read_behind(&words, footer);
}
