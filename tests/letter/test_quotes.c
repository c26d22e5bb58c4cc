/* SPDX-License-Identifier: MIT */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/text.h"
#include "letter/orders_in.h"
#include "letter/quotes.h"
#include "tell/said_words.h"
#include "tests/phrases/shipped.h"
#include "tests/rows.h"
#include "tests/test.h"

/* One sign for each kind of line, in the order of enum line_kind. */
static const char signs[] = "o.>wahscmbp";

static void assert_kinds(const char *text, const char *kinds)
{
    struct letter_lines lines = {0};
    char found[64] = "";

    assert_int_equal(quotes_split(text, strlen(text), NULL, &lines, NULL), RC_OK);
    assert_true(lines.count < sizeof found);
    for (size_t i = 0; i < lines.count; i++) {
        assert_int_equal(lines.line[i].number, i + 1);
        found[i] = signs[lines.line[i].kind];
    }
    if (strcmp(found, kinds) != 0)
        fail_msg("%s\nis %s, not %s", text, found, kinds);
    quotes_fini(&lines);
}

TEST(quoted_lines_are_told_from_own_ones)
{
    assert_kinds("end\n\n> a\n>b\n> > c\n", "o.>>>");
    assert_kinds("> a\n> -=-=- Write above -=-=-\n> b\n\nend\n", ">>>.o");
    assert_kinds("> a\nthief to d5\n> b\nend\n", ">o>o");
    assert_kinds("end\n-=-=- Write above -=-=-\nthief to d5\n> a\n", "omb>");
    assert_kinds("AB> a\nend\n", ">o");
    assert_kinds("  > a\nend", ">o");
    assert_kinds("\xC2\xA0\n\xE2\x80\x8B\n", "..");
    assert_kinds("", "");
}

TEST(attributions_are_known_in_many_languages)
{
    ROWS_EACH(row, "tests/letter/quotes.rows", "attributions_are_known_in_many_languages") {
        OWN(buf) text = {0};

        buf_put(&text, "thief to d5\nend\n");
        buf_put(&text, row.cell[0]);
        buf_put(&text, "\n\n> -=-=- orders -=-=-\n");
        assert_kinds(buf_text(&text), "ooa.>");
    }
}

TEST(wrapped_attributions_take_no_orders_with_them)
{
    assert_kinds("end\nOn Sat, Nov 21, 2026 at 10:15 PM Postern\n<p@games.example>\nwrote:\n> x\n",
                 "oaaa>");
    assert_kinds(
        "thief to d5\nEl s\xC3\xA1"
        "b, 21 nov 2026 a las 22:15, Postern (\n<p@games.example>) escribi\xC3\xB3:\n\n> x\n",
        "oaa.>");
    assert_kinds("Postern <p@games.example> schrieb am Sa., 21. Nov. 2026, 22:15:\n> x\nend\n",
                 "a>o");
}

TEST(a_colon_alone_is_no_attribution)
{
    assert_kinds("rope: e4 too\n\nOn 21 Nov 2026, at 22:15, P <p@x> wrote:\n>\n> -=-=- x\n",
                 "o.a>>");
    assert_kinds("rope: e4 too\n\nOn 21 Nov 2026, at 22:15, P <p@x>\nwrote:\n>\n> -=-=- x\n",
                 "o.aa>>");
    assert_kinds("if attacked with troll:\ncombat 3\n", "oo");
    assert_kinds("here is what I do:\n\n> move\nthief to d5\n", "o.>o");
    assert_kinds("preview:\nend\n-=-=- x\n", "oom");
}

TEST(header_blocks_of_outlook_are_cut)
{
    assert_kinds(
        "end\n\n-----Original Message-----\nFrom: P\nSent: x\nTo: A\nSubject: y\n\nthief to d5\n",
        "o.hhhhh.b");
    assert_kinds(
        "end\n________________________________\nFrom: P <p@x>\nSent: a\nTo: b\nSubject: c\n\nx\n",
        "ohhhhh.b");
    assert_kinds("end\n\nVon: P\nGesendet: Samstag\nAn: A\nBetreff: y\n\nx\n", "o.hhhh.b");
    assert_kinds("end\n\nDe : P\nEnvoy\xC3\xA9 : x\n\xC3\x80 : A\nObjet : y\nx\n", "o.hhhhb");
    assert_kinds("end\n\n*From:* P\n*Date:* x\n*To:* A\n\nx\n", "o.hhh.b");
    assert_kinds("Da: P\nInviato: x\nA: y\nOggetto: z\n\nend\n", "hhhh.b");
    assert_kinds("Begin forwarded message:\n\nx\n", "h.b");
    assert_kinds("from: a friend\nend\n", "oo");
    assert_kinds("-----\nend\n", ".o");
}

TEST(signatures_are_no_orders)
{
    assert_kinds("end\n-- \nAnn\nthief to d5\n", "osss");
    assert_kinds("end\n--\nAnn\n\n> x\n", "oss.>");
    assert_kinds("end\n-- \nAnn\n> x\nthief to d5\n", "oss>o");
    assert_kinds("end\n\nSent from my iPhone\n", "o.s");
    assert_kinds("end\n\nVon meinem iPhone gesendet\n", "o.s");
    assert_kinds("end\nEnviado desde mi iPhone\n", "os");
    assert_kinds("end\nInviato da iPhone\n", "os");
}

TEST(the_frame_of_a_clear_signed_letter_is_no_order)
{
    assert_kinds("-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\nend\n"
                 "-----BEGIN PGP SIGNATURE-----\n\nabc\n-----END PGP SIGNATURE-----\n",
                 "pp.op.pp");
}

TEST(the_tail_of_a_broken_quoted_line_is_no_order)
{
    assert_kinds(
        "> a quoted line that was so long that the program that quoted it had to\nbreak it\n> x\n",
        ">w>");
    assert_kinds("> short\nend\n> x\n", ">o>");
}

TEST(quotes_without_signs_below_an_attribution_are_cut)
{
    assert_kinds(
        "end\nOn Saturday, 21 November 2026 at 22:15:00 GMT, P <p@x> wrote:\n\nthief to d5\n",
        "oa.b");
}

static bool is_order(void *context, const char *line, size_t length)
{
    (void)context;
    return length >= 5 && memcmp(line, "thief", 5) == 0;
}

TEST(orders_below_the_marker_are_noticed)
{
    ROWS_EACH(row, "tests/letter/quotes.rows", "orders_below_the_marker_are_noticed") {
        struct letter_lines lines = {0};

        assert_int_equal(quotes_split(row.cell[0], strlen(row.cell[0]), NULL, &lines, NULL), RC_OK);
        assert_int_equal(quotes_find_missed(&lines, is_order, NULL), (uint32_t)row_number(&row, 1));
        quotes_fini(&lines);
    }
}

TEST(a_letter_of_too_many_lines_is_refused)
{
    struct letter_lines lines = {0};
    OWN(buf) text = {0};

    for (int i = 0; i < 100001; i++)
        buf_put_char(&text, '\n');
    assert_int_equal(quotes_split(text.at, text.length, NULL, &lines, NULL), RC_TOO_LONG);
    assert_null(lines.line);
}

static struct orders_in gather(const char *text)
{
    static const struct orders_word words[] = {
        {"preview", 1}, {"vista", 1}, {"all", 2}, {"todo", 2}, {NULL, 0}};
    struct letter_lines lines = {0};
    struct orders_in orders = {.said = said_begins,
                               .said_context =
                                   language_said(library_language(shipped_library(), "en"))};

    assert_int_equal(quotes_split(text, strlen(text), NULL, &lines, NULL), RC_OK);
    assert_int_equal(orders_gather(&lines, words, &orders, NULL), RC_OK);
    quotes_fini(&lines);
    return orders;
}

TEST(order_lines_keep_their_places)
{
    static const struct {
        const char *text;
        uint32_t line, column;
    } rows[] = {
        {"thief to d5", 2, 1}, {"goblin to c8", 3, 5},      {"rope", 4, 4},
        {"end", 5, 3},         {"l\xC3\xA1\xC3\xA9", 6, 3}, {"ladr\xC3\xB3n x", 7, 3},
    };
    struct orders_in orders =
        gather("\n# my plan\nthief \t to\xC2\xA0"
               "d5\r\n 1) goblin to c8  \n2. rope\n"
               "\xE2\x80\xA2 end\n* l\xC3\xA1\xE2\x80\x8B\xC3\xA9\n- ladr\xC3\xB3n x\n");

    assert_int_equal(orders.count, 6);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_string_equal(orders.line[i].text, rows[i].text);
        assert_int_equal(orders.line[i].line, rows[i].line);
        assert_int_equal(orders.line[i].column, rows[i].column);
    }
    assert_true(orders.line[0].after_blank);
    assert_false(orders.line[1].after_blank);
    orders_fini(&orders);
}

/* Programs leave joiners in words where they show nothing; in an emoji, in Persian they are seen.
 */
TEST(joiners_stay_where_they_join)
{
    ROWS_EACH(row, "tests/letter/quotes.rows", "joiners_stay_where_they_join") {
        struct orders_in orders = gather(row.cell[0]);

        assert_int_equal(orders.count, 1);
        assert_string_equal(orders.line[0].text, row.cell[1]);
        orders_fini(&orders);
    }
}

TEST(words_on_the_first_line_are_flags)
{
    ROWS_EACH(row, "tests/letter/quotes.rows", "words_on_the_first_line_are_flags") {
        struct orders_in orders = gather(row.cell[0]);

        assert_int_equal(orders.flags, (unsigned)row_number(&row, 1));
        assert_int_equal(orders.count, (size_t)row_number(&row, 2));
        orders_fini(&orders);
    }
}

TEST(greetings_and_names_are_marked)
{
    ROWS_EACH(row, "tests/letter/quotes.rows", "greetings_and_names_are_marked") {
        struct orders_in orders = gather(row.cell[0]);

        assert_int_equal(orders.count, strlen(row.cell[1]));
        for (size_t j = 0; j < orders.count; j++)
            assert_int_equal(orders.line[j].civil, row.cell[1][j] == 'y');
        orders_fini(&orders);
    }
}

TEST(too_many_or_too_long_lines_are_cut_and_said_so)
{
    OWN(buf) text = {0};
    struct orders_in orders;

    for (int i = 0; i < 1000; i++)
        buf_put(&text, "end\n");
    orders = gather(buf_text(&text));
    assert_int_equal(orders.count, ORDERS_LINES_MAX);
    assert_true(orders.cut);
    orders_fini(&orders);
    buf_clear(&text);
    for (int i = 0; i < 5000; i++)
        buf_put(&text, "\xC3\xA9");
    orders = gather(buf_text(&text));
    assert_int_equal(orders.count, 1);
    assert_true(orders.cut);
    assert_true(strlen(orders.line[0].text) <= ORDERS_LINE_BYTES);
    assert_true(text_is_utf8(orders.line[0].text, strlen(orders.line[0].text)));
    orders_fini(&orders);
}

TESTS(NULL, NULL)
