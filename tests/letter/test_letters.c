/* SPDX-License-Identifier: MIT */
/* Every letter of tests/letters: what is read of NAME.eml must be NAME.expect, line for line. */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/text.h"
#include "letter/classify.h"
#include "letter/orders_in.h"
#include "letter/quotes.h"
#include "letter/token.h"
#include "tell/said_words.h"
#include "tests/phrases/shipped.h"
#include "tests/read.h"
#include "tests/test.h"

enum { LETTERS_WANTED = 120 };

static const char *const own[] = {"postern@games.example", NULL};
static const struct orders_word words[] = {{"preview", 1}, {"all", 2}, {NULL, 0}};

static bool read_file(const char *folder, const char *name, const char *ending, struct buf *out)
{
    OWN_MEMORY char *text = NULL;
    char path[4096];
    size_t length;

    snprintf(path, sizeof path, "%s/%s%s", folder, name, ending);
    text = read_if_there(path, &length);
    buf_put_bytes(out, text, length);
    return text != NULL;
}

static bool looks_like_an_order(void *context, const char *line, size_t length)
{
    static const char *const starts[] = {"thief ", "troll "};

    (void)context;
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
        if (length > strlen(starts[i]) && memcmp(line, starts[i], strlen(starts[i])) == 0)
            return true;
    return false;
}

/* The first recipient that carries a token. */
static bool find_token(const struct letter *letter, struct token *token)
{
    for (unsigned i = 0; i < letter->recipient_count; i++)
        if (token_read_address(letter->recipient[i], token))
            return true;
    return false;
}

static void describe_orders(const struct letter *letter, struct buf *out)
{
    struct letter_lines lines = {0};
    struct orders_in orders = {.said = said_begins,
                               .said_context =
                                   language_said(library_language(shipped_library(), "en"))};
    uint32_t missed;

    assert_int_equal(quotes_split(letter->text, letter->text_length, NULL, &lines, NULL), RC_OK);
    assert_int_equal(orders_gather(&lines, words, &orders, NULL), RC_OK);
    orders_flag_name(&orders, letter->from.name);
    if (letter->calendar)
        orders_flag_all(&orders);
    if (orders.flags)
        buf_printf(out, "words%s%s\n", orders.flags & 1 ? " preview" : "",
                   orders.flags & 2 ? " all" : "");
    for (size_t i = 0; i < orders.count; i++)
        buf_printf(out, "%s %u %u %s\n", orders.line[i].civil ? "greeting" : "order",
                   orders.line[i].line, orders.line[i].column, orders.line[i].text);
    missed = quotes_find_missed(&lines, looks_like_an_order, NULL);
    if (missed)
        buf_printf(out, "missed %u\n", missed);
    orders_fini(&orders);
    quotes_fini(&lines);
}

static void describe_personal(const struct letter *letter, struct buf *out)
{
    static const char *const flaws[LETTER_FLAW_COUNT] = {[LETTER_WHOLE] = "",
                                                         [LETTER_TOO_BIG] = "too-big",
                                                         [LETTER_TOO_DEEP] = "too-deep",
                                                         [LETTER_TOO_MANY_PARTS] = "too-many-parts",
                                                         [LETTER_NO_TEXT] = "no-text",
                                                         [LETTER_ENCRYPTED] = "encrypted"};

    if (letter->flaw != LETTER_WHOLE)
        buf_printf(out, "flaw %s\n", flaws[letter->flaw]);
    buf_put(out, letter->text_from_html ? "html\n" : "");
    buf_put(out, letter->text_repaired ? "repaired\n" : "");
    buf_put(out, letter->is_signed ? "signed\n" : "");
    buf_put(out, letter->calendar ? "calendar\n" : "");
    describe_orders(letter, out);
}

static void describe_report(const struct letter *letter, const struct classification *got,
                            struct buf *out)
{
    static const char *const weights[BOUNCE_COUNT] = {"none", "ours", "soft", "hard"};

    if (got->kind == LETTER_BOUNCE)
        buf_printf(out, "weight %s\n", weights[got->weight]);
    for (unsigned i = 0; i < letter->report_recipient_count; i++)
        buf_printf(out, "report %s %s %s\n", letter->report_recipient[i].address,
                   letter->report_recipient[i].action, letter->report_recipient[i].status);
    if (letter->reported_id[0])
        buf_printf(out, "reported %s\n", letter->reported_id);
}

static void describe(const struct buf *bytes, struct buf *out)
{
    struct classify_context context = {.own = own};
    struct classification got;
    OWN(letter) letter = {0};
    struct err err = {0};
    struct token token;
    enum rc rc = letter_read(buf_text(bytes), bytes->length, NULL, &letter, &err);

    if (rc != RC_OK) {
        buf_printf(out, "failed %s\n", rc_name(rc));
        return;
    }
    context.token_valid = find_token(&letter, &token);
    letter_classify(&letter, &context, &got);
    buf_printf(out, "class %s%s%s\n", letter_class_name(got.kind), got.reason[0] ? " " : "",
               got.reason);
    buf_printf(out, "from%s%s\n", letter.from.address[0] ? " " : "", letter.from.address);
    if (context.token_valid)
        buf_printf(out, "token %u %u %u %u\n", token.game, token.seat, token.decision, token.entry);
    if (got.through_list)
        buf_put(out, "through-list\n");
    if (got.kind == LETTER_PERSONAL)
        describe_personal(&letter, out);
    else
        describe_report(&letter, &got, out);
}

/* True if the letter is read as expected. */
static bool check(const char *folder, const char *name)
{
    OWN(buf) bytes = {0}, expected = {0}, found = {0};
    bool same = false;

    if (!read_file(folder, name, ".eml", &bytes) || !read_file(folder, name, ".expect", &expected))
        fail_msg("%s: a letter and what is expected of it belong together", name);
    describe(&bytes, &found);
    same = text_equal(buf_text(&found), buf_text(&expected));
    if (!same)
        print_error("%s: expected\n%sbut read\n%s\n", name, buf_text(&expected), buf_text(&found));
    return same;
}

TEST(letters_of_real_mail_programs_are_read_as_expected)
{
    const char *top = getenv("top_srcdir");
    char folder[4000];
    unsigned count = 0, wrong = 0;
    struct dirent *entry;
    DIR *dir;

    snprintf(folder, sizeof folder, "%s/tests/letters", top ? top : ".");
    dir = opendir(folder);
    assert_non_null(dir);
    while ((entry = readdir(dir))) {
        char *dot = strrchr(entry->d_name, '.');

        if (!dot || !text_equal(dot, ".eml"))
            continue;
        *dot = '\0';
        wrong += !check(folder, entry->d_name);
        count++;
    }
    closedir(dir);
    print_message("%u letters\n", count);
    assert_int_equal(wrong, 0);
    assert_true(count >= LETTERS_WANTED);
}

TESTS(NULL, NULL)
