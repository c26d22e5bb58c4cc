/* SPDX-License-Identifier: MIT */
/* Any bytes as the text of a letter, as HTML, as flowed text and as a line to wrap. What reads as
 * an order is found by the words that a server has in the first lines; those take a thousand times
 * as long as all else, and are fuzzed by fuzz_commands: of the others any line may read. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "commands/meaning.h"
#include "letter/flowed.h"
#include "letter/html_text.h"
#include "letter/mime_out.h"
#include "letter/orders_in.h"
#include "letter/quotes.h"
#include "tests/phrases/shipped.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { SIZE_MOST = 8192, REAL_LINES = 2 };

static bool reads(void *context, const char *line, size_t length)
{
    unsigned *asked = context, sum = 0;

    for (size_t i = 0; i < length; i++)
        sum = sum * 31 + (unsigned char)line[i];
    if ((*asked)++ >= REAL_LINES)
        return sum % 3 == 0;
    return meaning_reads(shipped_library(), library_language(shipped_library(), "en"), line,
                         length);
}

static void split(const char *text, size_t length)
{
    unsigned asked = 0;
    const struct quotes_known known = {reads, &asked, "Postern"};
    struct letter_lines lines = {0};
    struct orders_in orders = {0};
    size_t own = 0;

    if (quotes_split(text, length, &known, &lines, NULL) != RC_OK)
        return;
    for (size_t i = 0; i < lines.count; i++) {
        own += lines.line[i].kind == LINE_OWN;
        if (lines.line[i].number != i + 1 || lines.line[i].kind >= LINE_KIND_COUNT)
            abort();
    }
    if (own != lines.own_count)
        abort();
    if (orders_gather(&lines, NULL, &orders, NULL) == RC_OK && orders.flags)
        abort();
    orders_fini(&orders);
    quotes_fini(&lines);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    OWN(buf) out = {0};
    OWN_MEMORY char *text = malloc(size + 1);

    if (!text || size > SIZE_MOST)
        return 0;
    memcpy(text, data, size);
    text[size] = '\0';
    split(text, size);
    flowed_undo(text, size, true, &out);
    split(buf_text(&out), out.length);
    buf_clear(&out);
    if (html_to_text(text, size, &out, NULL) == RC_OK && !text_is_utf8(buf_text(&out), out.length))
        abort();
    split(buf_text(&out), out.length);
    buf_clear(&out);
    letter_wrap(text, &out);
    return 0;
}
