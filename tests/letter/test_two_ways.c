/* A header as the standard has it is read without the library, any other one by the library; what
 * is read may not differ. A field that only the library takes ("X-Odd : 1") makes it read any
 * letter: those of tests/letters, and such as they become by damage. */
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/buf.h"
#include "base/text.h"
#include "letter/mime_in.h"
#include "letter/mime_in_p.h"

enum { DAMAGES = 24, LETTERS_WANTED = 120, SPLIT_WANTED = 2000 };

static void put_text(struct buf *out, const char *name, const char *text)
{
    buf_printf(out, "%s %s\n", name, text);
}

static void describe_header(const struct letter *letter, struct buf *out)
{
    put_text(out, "id", letter->message_id);
    put_text(out, "reply", letter->in_reply_to);
    for (unsigned i = 0; i < letter->reference_count; i++)
        put_text(out, "reference", letter->references[i]);
    put_text(out, "name", letter->from.name);
    put_text(out, "from", letter->from.address);
    put_text(out, "sender", letter->sender);
    put_text(out, "answer to", letter->reply_to);
    for (unsigned i = 0; i < letter->recipient_count; i++)
        put_text(out, "to", letter->recipient[i]);
    put_text(out, "path", letter->return_path);
    put_text(out, "subject", letter->subject);
    put_text(out, "date", letter->date);
    put_text(out, "language", letter->content_language);
    put_text(out, "auto", letter->auto_submitted);
    put_text(out, "precedence", letter->precedence);
    put_text(out, "suppress", letter->response_suppress);
    put_text(out, "list", letter->list_id);
    buf_printf(out, "%u %d %d %d %d %d\n", letter->from_count, letter->has_return_path,
               letter->list_fields, letter->auto_fields, letter->failed_recipients,
               letter->loop_field);
    for (unsigned i = 0; i < letter->auth_count; i++) {
        put_text(out, "by", letter->auth[i].server);
        put_text(out, letter->auth[i].method, letter->auth[i].result);
        put_text(out, "of", letter->auth[i].property);
    }
}

static void describe_body(const struct letter *letter, struct buf *out)
{
    for (unsigned i = 0; i < letter->report_recipient_count; i++) {
        put_text(out, "not for", letter->report_recipient[i].address);
        put_text(out, letter->report_recipient[i].action, letter->report_recipient[i].status);
        put_text(out, "since", letter->report_recipient[i].diagnostic);
    }
    put_text(out, "about", letter->reported_id);
    put_text(out, "written to", letter->reported_to);
    put_text(out, "charset", letter->text_charset);
    buf_printf(out, "%d %d %d %d %u %d %d %d\n", letter->flaw, letter->report, letter->reaction,
               letter->is_signed, letter->attachment_count, letter->text_from_html,
               letter->text_cut, letter->text_repaired);
    buf_put_bytes(out, letter->text, letter->text_length);
}

static void describe(const struct buf *bytes, struct buf *out)
{
    struct letter letter = {0};

    if (letter_read(bytes->at, bytes->length, NULL, &letter, NULL) != RC_OK) {
        buf_put(out, "no letter");
        return;
    }
    describe_header(&letter, out);
    describe_body(&letter, out);
    letter_fini(&letter);
}

/* The same letter with the odd field behind its first one; false: it has no second line. */
static bool make_odd(const struct buf *bytes, struct buf *odd)
{
    const char *end = bytes->at + bytes->length, *at = bytes->at;

    do {
        at = memchr(at, '\n', (size_t)(end - at));
        at = at ? at + 1 : end;
    } while (at < end && (*at == ' ' || *at == '\t'));
    buf_put_bytes(odd, bytes->at, (size_t)(at - bytes->at));
    buf_put(odd, "X-Odd : 1\r\n");
    buf_put_bytes(odd, at, (size_t)(end - at));
    return at < end;
}

/* Returns whether it is read without the library. */
static bool compare(const char *name, unsigned damage, const struct buf *bytes)
{
    struct buf odd = {0}, here = {0}, there = {0};
    struct letter_header header;
    bool is_split = letter_header_split(bytes->at, bytes->length, &header);

    letter_header_fini(&header);
    if (is_split && make_odd(bytes, &odd)) {
        describe(bytes, &here);
        describe(&odd, &there);
        if (here.length != there.length || memcmp(here.at, there.at, here.length) != 0)
            fail_msg("%s, damage %u:\n%s\n---- by the library:\n%s", name, damage, here.at,
                     there.at);
    }
    buf_fini(&odd);
    buf_fini(&here);
    buf_fini(&there);
    return is_split;
}

static unsigned below(uint64_t *state, size_t bound)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return bound ? (unsigned)((*state >> 11) % bound) : 0;
}

/* Insert a piece, drop some bytes, change one, or end there; mostly in the header. */
static void do_damage(const struct buf *bytes, uint64_t *state, struct buf *out)
{
    static const char *const pieces[] = {"\r\n",
                                         "\n",
                                         " ",
                                         "\t",
                                         ":",
                                         ";",
                                         "\"",
                                         "<",
                                         ">",
                                         ",",
                                         "@",
                                         "(",
                                         ")",
                                         "\\",
                                         "=?",
                                         "\r",
                                         ".",
                                         "\v",
                                         "xn--",
                                         "text/html",
                                         "8",
                                         "\xC3\xA9",
                                         "=\r\n",
                                         "-",
                                         "--x\n",
                                         "base64",
                                         "\f",
                                         "=",
                                         "\x7F",
                                         "charset=",
                                         "Content-Type: text/plain\r\n",
                                         "Content-Disposition: inline\r\n",
                                         "To: a b@c\r\n",
                                         "From: \"A, B.\" <a@b.c>\r\n"};
    unsigned at = below(state, below(state, 4) ? bytes->length / 3 : bytes->length);
    unsigned kind = below(state, 8), more = 0;

    buf_put_bytes(out, bytes->at, at);
    if (kind < 4)
        buf_put(out, pieces[below(state, sizeof pieces / sizeof *pieces)]);
    else if (kind < 6)
        more = 1 + below(state, 20);
    else if (kind == 6)
        buf_put_char(out, (char)below(state, 256));
    if (at + more < bytes->length && kind < 7)
        buf_put_bytes(out, bytes->at + at + more, bytes->length - at - more);
}

static void read_file(const char *folder, const char *name, struct buf *out)
{
    char path[4096];
    FILE *file;

    snprintf(path, sizeof path, "%s/%s", folder, name);
    file = fopen(path, "rb");
    assert_non_null(file);
    for (int c; (c = getc(file)) != EOF;)
        buf_put_char(out, (char)c);
    fclose(file);
}

static unsigned compare_file(const char *folder, const char *name, uint64_t *state)
{
    struct buf whole = {0};
    unsigned split;

    read_file(folder, name, &whole);
    split = compare(name, 0, &whole);
    for (unsigned i = 1; i <= DAMAGES; i++) {
        struct buf first = {0}, second = {0};

        do_damage(&whole, state, &first);
        do_damage(&first, state, &second);
        split += compare(name, i, i % 2 ? &first : &second);
        buf_fini(&first);
        buf_fini(&second);
    }
    buf_fini(&whole);
    return split;
}

static int compare_names(const void *left, const void *right)
{
    return strcmp(*(char *const *)left, *(char *const *)right);
}

static void a_letter_reads_the_same_with_the_library_and_without(void **state)
{
    const char *top = getenv("top_srcdir");
    char folder[2048], *names[1000];
    unsigned count = 0, split = 0;
    uint64_t random = 42;
    struct dirent *entry;
    DIR *dir;

    (void)state;
    snprintf(folder, sizeof folder, "%s/tests/letters", top ? top : ".");
    dir = opendir(folder);
    assert_non_null(dir);
    while ((entry = readdir(dir)) && count < 1000) {
        const char *dot = strrchr(entry->d_name, '.');

        if (dot && text_equal(dot, ".eml"))
            names[count++] = strdup(entry->d_name);
    }
    closedir(dir);
    assert_true(count >= LETTERS_WANTED);
    qsort(names, count, sizeof *names, compare_names); /* so that each meets the same damage */
    for (unsigned i = 0; i < count; i++) {
        split += compare_file(folder, names[i], &random);
        free(names[i]);
    }
    assert_true(split >= SPLIT_WANTED);
}

static void the_odd_field_is_the_librarys(void **state)
{
    struct letter_header header;
    const char *const odd[] = {"A: b\r\nX-Odd : 1\r\n\r\n",
                               "A: b\n\tc\n \n\n",
                               "A: b\rc\n\n",
                               "A: b\n",
                               " a: b\n\n",
                               "A\n\n",
                               "\x80: b\n\n"};
    const char fine[] = "A: b\r\nX-Even: 1\r\n\t2 \r\nb:\n\r\nc: d\n";

    (void)state;
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++)
        assert_false(letter_header_split(odd[i], strlen(odd[i]), &header));
    assert_false(letter_header_split("A: \0b\n\n", 8, &header));
    assert_true(letter_header_split(fine, strlen(fine), &header));
    assert_int_equal(header.count, 3);
    assert_string_equal(header.field[1].name, "X-Even");
    assert_string_equal(header.field[1].value, " 1\r\n\t2 ");
    assert_string_equal(header.field[2].value, "");
    assert_string_equal(fine + header.length, "c: d\n");
    letter_header_fini(&header);
}

static void only_one_mailbox_in_plain_words_needs_no_library(void **state)
{
    static const char *const plain[][3] = {
        {"ann@example.org", "", "ann@example.org"},
        {" <ann+tok_en@Example.org> ", "", "ann+tok_en@Example.org"},
        {"Ann B Example <a.n@x-y.org>", "Ann B Example", "a.n@x-y.org"},
        {"\"Example, Ann B.\" <ann@x.org>", "Example, Ann B.", "ann@x.org"}};
    static const char *const others[] = {"",
                                         "ann",
                                         "ann@",
                                         "@x.org",
                                         "<ann@x.org",
                                         "ann@x.org>",
                                         "a@x, b@y",
                                         "Ann  B <a@x>",
                                         "A. B <a@x>",
                                         "a..b@x",
                                         ".a@x",
                                         "a.@x",
                                         "a@x.",
                                         "a@xn--c",
                                         "Ann <a@x> (comment)",
                                         "=?utf-8?q?A?= <a@x>",
                                         "\"A\\\"\" <a@x>",
                                         "\"A <a@x>",
                                         "list: a@x;",
                                         "a b@x",
                                         "Ann\r\n <a@x>",
                                         "\xC3\xA9 <a@x>",
                                         "<<a@x>>",
                                         "a@x b"};
    struct letter_mailbox mailbox;

    (void)state;
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) {
        assert_true(letter_read_mailbox(plain[i][0], &mailbox));
        assert_string_equal(mailbox.name, plain[i][1]);
        assert_string_equal(mailbox.address, plain[i][2]);
    }
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        assert_false(letter_read_mailbox(others[i], &mailbox));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_letter_reads_the_same_with_the_library_and_without),
        cmocka_unit_test(the_odd_field_is_the_librarys),
        cmocka_unit_test(only_one_mailbox_in_plain_words_needs_no_library),
    };

    return cmocka_run_group_tests_name("two_ways", tests, NULL, NULL);
}
