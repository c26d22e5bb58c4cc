/* SPDX-License-Identifier: MIT */
/* Any bytes as a letter: whatever is read keeps the promises of mime_in.h, and what quotes and
 * orders make of its text lies inside that text. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/own.h"
#include "base/text.h"
#include "letter/classify.h"
#include "letter/orders_in.h"
#include "letter/quotes.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void demand(bool kept)
{
    if (!kept)
        abort();
}

static void check_field(const char *field)
{
    demand(field && !strpbrk(field, "\r\n") && text_is_utf8(field, strlen(field)));
}

static void check_header(const struct letter *letter)
{
    check_field(letter->message_id);
    check_field(letter->in_reply_to);
    check_field(letter->from.name);
    check_field(letter->from.address);
    check_field(letter->subject);
    check_field(letter->return_path);
    check_field(letter->list_id);
    check_field(letter->reported_id);
    for (unsigned i = 0; i < letter->reference_count; i++)
        check_field(letter->references[i]);
    for (unsigned i = 0; i < letter->recipient_count; i++)
        check_field(letter->recipient[i]);
    for (unsigned i = 0; i < letter->auth_count; i++)
        check_field(letter->auth[i].property);
    for (unsigned i = 0; i < letter->report_recipient_count; i++)
        check_field(letter->report_recipient[i].diagnostic);
}

static void check_orders(const struct letter *letter)
{
    static const struct orders_word words[] = {{"preview", 1}, {"all", 2}, {NULL, 0}};
    struct letter_lines lines = {0};
    struct orders_in orders = {0};

    if (quotes_split(letter->text, letter->text_length, NULL, &lines, NULL) != RC_OK)
        return;
    for (size_t i = 0; i < lines.count; i++)
        demand(lines.line[i].at >= letter->text &&
               lines.line[i].at + lines.line[i].length <= letter->text + letter->text_length);
    if (orders_gather(&lines, words, &orders, NULL) == RC_OK) {
        demand(orders.count <= ORDERS_LINES_MAX && orders.count <= lines.own_count);
        for (size_t i = 0; i < orders.count; i++) {
            demand(orders.line[i].line >= 1 && orders.line[i].line <= lines.count);
            demand(orders.line[i].column >= 1);
            demand(strlen(orders.line[i].text) <= ORDERS_LINE_BYTES);
            check_field(orders.line[i].text);
        }
    }
    orders_fini(&orders);
    quotes_fini(&lines);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct classify_context context;
    struct classification got;
    OWN(letter) letter = {0};
    struct err err = {0};

    if (letter_read(data, size, NULL, &letter, &err) != RC_OK) {
        demand(err.text[0] != '\0');
        return 0;
    }
    demand(letter.text_length == strlen(letter.text));
    demand(letter.text_length <= letter_limits_usual.text_bytes);
    demand(text_is_utf8(letter.text, letter.text_length));
    check_header(&letter);
    letter_classify(&letter, &context, &got);
    demand(got.kind < LETTER_CLASS_COUNT && (got.reason[0] == '\0') == got.may_answer);
    check_orders(&letter);
    return 0;
}
