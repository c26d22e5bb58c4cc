/* SPDX-License-Identifier: MIT */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "letter/template.h"
#include "tests/rows.h"
#include "tests/test.h"

/* One case: values as JSON, a template, what it must write; `partial` is the text of {{>p}}. */
struct spec {
    const char *values, *template, *partial, *result;
};

struct partials {
    struct template *p;
};

static const struct template *find_partial(void *context, const char *name)
{
    struct partials *partials = context;

    return text_equal(name, "p") ? partials->p : NULL;
}

static enum rc render(const struct spec *spec, enum escape escape, bool strict, struct buf *out,
                      struct err *err)
{
    OWN_AT(values) values = values_new();
    struct value *root = NULL;
    OWN_AT(template) template = NULL;
    struct partials partials = {NULL};
    const struct render how = {
        .escape = escape, .strict = strict, .partial = find_partial, .context = &partials};
    enum rc rc;

    assert_int_equal(value_read(values, spec->values, strlen(spec->values), &root, err), RC_OK);
    if (spec->partial)
        assert_int_equal(
            template_compile("p", spec->partial, strlen(spec->partial), &partials.p, err), RC_OK);
    rc = template_compile("t", spec->template, strlen(spec->template), &template, err);
    if (rc == RC_OK)
        rc = template_render(template, root, &how, out, err);
    template_free(partials.p);
    return rc;
}

static void assert_renders(const struct spec *spec, enum escape escape, bool strict)
{
    OWN(buf) out = {0};
    struct err err = {0};

    if (render(spec, escape, strict, &out, &err) != RC_OK)
        fail_msg("%s: %s", spec->template, err.text);
    assert_string_equal(buf_text(&out), spec->result);
}

static void render_all(const char *table, enum escape escape, bool strict)
{
    ROWS_EACH(row, "tests/letter/template.rows", table) {
        assert_renders(&(struct spec){row.cell[0], row.cell[1], row.cell[2], row.cell[3]}, escape,
                       strict);
    }
}

#define HYPHEN "\xE2\x80\x91"

TEST(what_people_write_is_no_signed_word)
{
    render_all("what_people_write_is_no_signed_word", ESCAPE_HTML, true);
}

/* Every marker, in every dress that a reader of letters takes off again. */
TEST(no_dress_hides_a_marker)
{
    static const char *const dresses[][2] = {
        {"", ""},     {"> ", " 1\n"},       {"a\n", "\nb"}, {"(", ")"}, {"x", ","},
        {"-", "=20"}, {"\xC2\xA0", "\r\n"}, {"*", "*"},     {"", ". "}, {"", ".\n"}};
    unsigned count = 0;

    for (; escape_markers[count]; count++)
        for (unsigned i = 0; i < sizeof dresses / sizeof *dresses; i++)
            for (unsigned upper = 0; upper < 2; upper++) {
                char word[64];
                OWN(buf) text = {0}, out = {0};

                text_copy(word, sizeof word, escape_markers[count]);
                if (upper)
                    word[0] = (char)(word[0] - 'a' + 'A');
                buf_printf(&text, "%s%s%s", dresses[i][0], word, dresses[i][1]);
                escape_defuse(buf_text(&text), text.length, &out);
                assert_null(strstr(buf_text(&out), word));
                assert_non_null(strstr(buf_text(&out), HYPHEN));
            }
    assert_true(count > 12);
}

TEST(what_the_program_signs_is_written_as_it_is)
{
    static const char text[] = "{{{head}}} {{other}}";
    const struct render how = {.escape = ESCAPE_TEXT};
    OWN_AT(values) values = values_new();
    struct value *root = value_map(values);
    OWN_AT(template) template = NULL;
    OWN(buf) out = {0};

    value_set_signed(root, "head", "postern-head game 1");
    value_set_text(root, "other", "postern-head game 1");
    assert_int_equal(template_compile("t", text, strlen(text), &template, NULL), RC_OK);
    assert_int_equal(template_render(template, root, &how, &out, NULL), RC_OK);
    assert_string_equal(buf_text(&out), "postern-head game 1 postern" HYPHEN "head game 1");
}

TEST(variables_are_replaced_and_escaped)
{
    render_all("variables_are_replaced_and_escaped", ESCAPE_HTML, false);
}

TEST(sections_are_written_for_what_is_true_and_for_each_member)
{
    render_all("sections_are_written_for_what_is_true_and_for_each_member", ESCAPE_HTML, false);
}

TEST(inverted_sections_are_written_for_what_is_not_true)
{
    render_all("inverted_sections_are_written_for_what_is_not_true", ESCAPE_HTML, false);
}

TEST(lists_within_lists_and_members_of_every_kind)
{
    render_all("lists_within_lists_and_members_of_every_kind", ESCAPE_HTML, false);
}

TEST(comments_leave_nothing)
{
    render_all("comments_leave_nothing", ESCAPE_HTML, false);
}

TEST(delimiters_can_be_set_anew)
{
    render_all("delimiters_can_be_set_anew", ESCAPE_HTML, false);
}

TEST(partials_are_written_in_place_with_their_indentation)
{
    render_all("partials_are_written_in_place_with_their_indentation", ESCAPE_HTML, false);
}

TEST(a_name_in_plain_text_cannot_begin_a_new_line)
{
    render_all("a_name_in_plain_text_cannot_begin_a_new_line", ESCAPE_TEXT, true);
}

TEST(a_header_is_one_line_whatever_the_template_says)
{
    render_all("a_header_is_one_line_whatever_the_template_says", ESCAPE_HEADER, true);
}

TEST(a_strict_template_refuses_what_is_missing)
{
    static const struct {
        struct spec spec;
        uint32_t line, column;
    } rows[] = {
        {{"{}", "a\nb {{x}}", NULL, NULL}, 2, 3},
        {{"{}", "{{#x}}{{/x}}", NULL, NULL}, 1, 1},
        {{"{}", "{{^x}}{{/x}}", NULL, NULL}, 1, 1},
        {{"{\"a\":{}}", "{{a.b}}", NULL, NULL}, 1, 1},
        {{"{}", "{{>other}}", NULL, NULL}, 1, 1},
        {{"{\"x\":[]}", "{{x}}", NULL, NULL}, 1, 1},
        {{"{}", "{{>p}}", "\n\n  {{{x}}}", NULL}, 3, 3},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        OWN(buf) out = {0};
        struct err err = {0};

        buf_put(&out, "before");
        assert_int_equal(render(&rows[i].spec, ESCAPE_HTML, true, &out, &err), RC_NOT_FOUND);
        assert_int_equal(err.line, rows[i].line);
        assert_int_equal(err.column, rows[i].column);
        assert_string_equal(buf_text(&out), "before");
    }
}

TEST(a_malformed_template_is_refused_with_its_place)
{
    ROWS_EACH(row, "tests/letter/template.rows", "a_malformed_template_is_refused_with_its_place") {
        struct template *template = NULL;
        struct err err = {0};

        assert_int_equal(template_compile("t", row.cell[0], strlen(row.cell[0]), &template, &err),
                         RC_BAD_INPUT);
        assert_null(template);
        assert_int_equal(err.line, (uint32_t)row_number(&row, 1));
        assert_int_equal(err.column, (uint32_t)row_number(&row, 2));
        assert_string_equal(err.source, "t");
    }
}

TEST(endless_templates_stop)
{
    const struct spec itself = {"{}", "{{>p}}", "x{{>p}}", NULL};
    OWN(buf) out = {0}, deep = {0};
    struct template *template = NULL;
    struct err err = {0};

    assert_int_equal(render(&itself, ESCAPE_HTML, true, &out, &err), RC_TOO_LONG);
    assert_int_equal(out.length, 0);
    for (int i = 0; i <= TEMPLATE_DEPTH_MAX; i++)
        buf_put(&deep, "{{#a}}");
    err_clear(&err);
    assert_int_equal(template_compile("t", deep.at, deep.length, &template, &err), RC_TOO_LONG);
}

/* Ten lists within each other would write 10^10 lines. */
TEST(a_template_that_multiplies_is_cut_off)
{
    const struct spec many = {"{\"l\":[{},{},{},{},{},{},{},{},{},{}]}",
                              "{{#l}}{{#l}}{{#l}}{{#l}}{{#l}}{{#l}}{{#l}}{{#l}}{{#l}}{{#l}}text"
                              "{{/l}}{{/l}}{{/l}}{{/l}}{{/l}}{{/l}}{{/l}}{{/l}}{{/l}}{{/l}}",
                              NULL, NULL};
    OWN(buf) out = {0};

    assert_int_equal(render(&many, ESCAPE_HTML, true, &out, NULL), RC_TOO_LONG);
}

static void collect(void *context, char sign, const char *name)
{
    struct buf *out = context;

    buf_put_char(out, sign ? sign : '.');
    buf_put(out, name);
    buf_put_char(out, ' ');
}

TEST(the_names_of_a_template_can_be_listed)
{
    static const char text[] = "{{a}}{{#b}}{{{c.d}}}{{/b}}{{^e}}{{/e}}{{>f}}{{!g}}";
    OWN_AT(template) template = NULL;
    OWN(buf) out = {0};

    assert_int_equal(template_compile("t", text, strlen(text), &template, NULL), RC_OK);
    template_each_name(template, collect, &out);
    assert_string_equal(buf_text(&out), ".a #b &c.d ^e >f ");
}

TESTS(NULL, NULL)
