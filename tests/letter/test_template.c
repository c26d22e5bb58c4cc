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

#define EACH(specs, escape, strict)                                                                \
    for (size_t i = 0; i < sizeof(specs) / sizeof *(specs); i++)                                   \
    assert_renders(&(specs)[i], escape, strict)

#define HYPHEN "\xE2\x80\x91"

TEST(what_people_write_is_no_signed_word)
{
    static const struct spec specs[] = {
        {"{\"x\":\"postern-head Postern-Receipt\"}", "{{x}} {{{x}}}", NULL,
         "postern" HYPHEN "head Postern" HYPHEN "Receipt postern" HYPHEN "head Postern" HYPHEN
         "Receipt"},
        {"{\"x\":\"try postern-proof verify, postern-proo\"}", "{{x}} postern-head", NULL,
         "try postern-proof verify, postern-proo postern-head"},
        {"{\"x\":\"mailto:postern-games@example.org postern-head@club.example "
         "Postern-Head+b1@x.example\"}",
         "{{x}}", NULL,
         "mailto:postern-games@example.org postern-head@club.example Postern-Head+b1@x.example"},
        {"{\"x\":\"postern- head postern-\\nhead postern-<b>head postern-HEAD<b> "
         "postern-head=20\"}",
         "{{{x}}}", NULL,
         "postern" HYPHEN " head postern" HYPHEN "\nhead postern" HYPHEN "<b>head postern" HYPHEN
         "HEAD<b> postern" HYPHEN "head=20"},
        {"{\"x\":\"postern-heads postern-headline\"}", "{{x}}", NULL,
         "postern-heads postern-headline"},
        {"{\"x\":\"postern-\"}", "{{x}}head", NULL, "postern" HYPHEN "head"},
        {"{\"x\":\"a=\\nb =\\r\\nc=\"}", "{{{x}}}", NULL, "a= \nb = \r\nc="},
        {"{\"x\":[\"postern-sign\"]}", "{{#x}}{{.}}{{/x}}", NULL, "postern" HYPHEN "sign"},
        {"{\"x\":\"p postern poster-n postern\"}", "{{x}}", NULL, "p postern poster-n postern"},
    };

    EACH(specs, ESCAPE_HTML, true);
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
    static const struct spec specs[] = {
        {"{}", "Hello from {Mustache}!\n", NULL, "Hello from {Mustache}!\n"},
        {"{\"who\":\"world\"}", "Hello, {{who}}!\n", NULL, "Hello, world!\n"},
        {"{\"x\":\"& \\\" < > '\"}", "{{x}}", NULL, "&amp; &quot; &lt; &gt; &#39;"},
        {"{\"x\":\"& \\\" < >\"}", "{{{x}}}", NULL, "& \" < >"},
        {"{\"x\":\"& \\\" < >\"}", "{{&x}}", NULL, "& \" < >"},
        {"{\"x\":\"& \\\" < >\"}", "{{& x }}", NULL, "& \" < >"},
        {"{\"n\":85}", "{{n}} miles", NULL, "85 miles"},
        {"{\"n\":1.21}", "{{n}} {{{n}}} {{&n}}", NULL, "1.21 1.21 1.21"},
        {"{\"x\":null}", "I ({{x}}) be", NULL, "I () be"},
        {"{}", "I ({{x}}) be ({{{x}}})", NULL, "I () be ()"},
        {"{\"p\":{\"name\":\"Joe\"}}", "{{p.name}} {{#p}}{{name}}{{/p}}", NULL, "Joe Joe"},
        {"{\"a\":{\"b\":{\"c\":{\"d\":\"Phil\"}}}}", "{{a.b.c.d}}", NULL, "Phil"},
        {"{\"a\":{}}", "({{a.b.c}})", NULL, "()"},
        {"{\"a\":{\"b\":{}},\"c\":{\"name\":\"Jim\"}}", "({{a.b.c.name}})", NULL, "()"},
        {"{\"a\":{\"b\":\"x\"},\"c\":{\"a\":{}}}", "{{#c}}({{a.b}}){{/c}}", NULL, "()"},
        {"{\"x\":\"---\"}", "| {{x}} |", NULL, "| --- |"},
        {"{\"x\":\"---\"}", "  {{x}}\n", NULL, "  ---\n"},
        {"{\"x\":\"---\"}", "|{{ x\t}}|{{{ x }}}|", NULL, "|---|---|"},
        {"\"world\"", "Hello, {{.}}!", NULL, "Hello, world!"},
        {"{\"x\":true}", "{{x}}", NULL, "true"},
    };

    EACH(specs, ESCAPE_HTML, false);
}

TEST(sections_are_written_for_what_is_true_and_for_each_member)
{
    static const struct spec specs[] = {
        {"{\"b\":true}", "\"{{#b}}shown{{/b}}\"", NULL, "\"shown\""},
        {"{\"b\":false}", "\"{{#b}}shown{{/b}}\"", NULL, "\"\""},
        {"{}", "\"{{#b}}shown{{/b}}\"", NULL, "\"\""},
        {"{\"b\":\"\"}", "\"{{#b}}shown{{/b}}\"", NULL, "\"\""},
        {"{\"c\":{\"name\":\"Joe\"}}", "\"{{#c}}Hi {{name}}.{{/c}}\"", NULL, "\"Hi Joe.\""},
        {"{\"a\":\"foo\",\"b\":\"wrong\",\"s\":{\"b\":\"bar\"},\"c\":{\"d\":\"baz\"}}",
         "{{#s}}{{a}}, {{b}}, {{c.d}}{{/s}}", NULL, "foo, bar, baz"},
        {"{\"f\":\"bar\"}", "{{#f}}{{.}} is {{f}}{{/f}}", NULL, "bar is bar"},
        {"{\"l\":[{\"i\":1},{\"i\":2},{\"i\":3}]}", "{{#l}}{{i}}{{/l}}", NULL, "123"},
        {"{\"l\":[]}", "\"{{#l}}Yay{{/l}}\"", NULL, "\"\""},
        {"{\"l\":[\"a\",\"b\"]}", "{{#l}}({{.}}){{/l}}", NULL, "(a)(b)"},
        {"{\"l\":[[1,2],[3]]}", "{{#l}}({{#.}}{{.}}{{/.}}){{/l}}", NULL, "(12)(3)"},
        {"{\"l\":[\"<\"]}", "{{#l}}{{.}}{{{.}}}{{&.}}{{/l}}", NULL, "&lt;<<"},
        {"{\"b\":true,\"t\":\"second\"}",
         "{{#b}}\n* first\n{{/b}}\n* {{t}}\n{{#b}}\n* third\n{{/b}}\n", NULL,
         "* first\n* second\n* third\n"},
        {"{\"b\":true}", "| A {{#b}}B {{#b}}C{{/b}} D{{/b}} E |", NULL, "| A B C D E |"},
        {"{\"b\":false}", "| A {{#b}}B {{#b}}C{{/b}} D{{/b}} E |", NULL, "| A  E |"},
        {"{\"a\":{\"b\":{\"c\":true}}}", "{{#a.b.c}}Here{{/a.b.c}}", NULL, "Here"},
        {"{\"a\":{}}", "({{#a.b.c}}Here{{/a.b.c}})", NULL, "()"},
        {"{\"b\":true}", " | {{#b}}\t|\t{{/b}} | \n", NULL, " | \t|\t | \n"},
        {"{\"b\":true}", " | {{#b}} {{! no }}\n {{/b}} | \n", NULL, " |  \n  | \n"},
        {"{\"b\":true}", " {{#b}}YES{{/b}}\n {{#b}}GOOD{{/b}}\n", NULL, " YES\n GOOD\n"},
        {"{\"b\":true}", "| This Is\n{{#b}}\n|\n{{/b}}\n| A Line\n", NULL,
         "| This Is\n|\n| A Line\n"},
        {"{\"b\":true}", "| This Is\n  {{#b}}\n|\n  {{/b}}\n| A Line\n", NULL,
         "| This Is\n|\n| A Line\n"},
        {"{\"b\":true}", "|\r\n{{#b}}\r\n{{/b}}\r\n|", NULL, "|\r\n|"},
        {"{\"b\":true}", "  {{#b}}\n#{{/b}}\n/", NULL, "#\n/"},
        {"{\"b\":true}", "#{{#b}}\n/\n  {{/b}}", NULL, "#\n/\n"},
        {"{\"b\":true}", "|{{# b }}={{/ b }}|", NULL, "|=|"},
    };

    EACH(specs, ESCAPE_HTML, false);
}

TEST(inverted_sections_are_written_for_what_is_not_true)
{
    static const struct spec specs[] = {
        {"{\"b\":false}", "\"{{^b}}shown{{/b}}\"", NULL, "\"shown\""},
        {"{\"b\":true}", "\"{{^b}}shown{{/b}}\"", NULL, "\"\""},
        {"{}", "\"{{^b}}shown{{/b}}\"", NULL, "\"shown\""},
        {"{\"b\":null}", "\"{{^b}}shown{{/b}}\"", NULL, "\"shown\""},
        {"{\"c\":{\"name\":\"Joe\"}}", "\"{{^c}}Hi {{name}}.{{/c}}\"", NULL, "\"\""},
        {"{\"l\":[{\"n\":1}]}", "\"{{^l}}none{{/l}}\"", NULL, "\"\""},
        {"{\"l\":[]}", "\"{{^l}}none{{/l}}\"", NULL, "\"none\""},
        {"{\"b\":false,\"t\":\"x\"}", "{{^b}}\n* first\n{{/b}}\n* {{t}}\n", NULL, "* first\n* x\n"},
        {"{\"a\":{\"b\":{}}}", "\"{{^a.b.c}}Not Here{{/a.b.c}}\"", NULL, "\"Not Here\""},
        {"{\"b\":false}", "| A {{^b}}B {{^b}}C{{/b}} D{{/b}} E |", NULL, "| A B C D E |"},
        {"{\"b\":false}", "  {{^b}}\n^{{/b}}\n/", NULL, "^\n/"},
    };

    EACH(specs, ESCAPE_HTML, false);
}

TEST(lists_within_lists_and_members_of_every_kind)
{
    static const struct spec specs[] = {
        {"{\"l\":[[1,2,3],[\"a\",\"b\"]]}", "\"{{#l}}({{#.}}{{.}}{{/.}}){{/l}}\"", NULL,
         "\"(123)(ab)\""},
        {"{\"l\":[1.1,2.2]}", "{{#l}}({{.}}){{/l}}", NULL, "(1.1)(2.2)"},
        {"{\"l\":[\"&\",\"<\"]}", "{{#l}}({{.}}{{{.}}}{{&.}}){{/l}}", NULL, "(&amp;&&)(&lt;<<)"},
        {"[{\"v\":\"a\"},{\"v\":\"b\"}]", "{{#.}}({{v}}){{/.}}", NULL, "(a)(b)"},
        {"{\"a\":{\"one\":1},\"b\":{\"two\":2}}",
         "{{#a}}{{one}}{{#b}}{{one}}{{two}}{{one}}{{/b}}{{one}}{{/a}}", NULL, "11211"},
        {"{\"a\":{\"b\":{\"c\":true}}}", "{{#a.b.c}}Here{{/a.b.c}}{{#a.b.d}}no{{/a.b.d}}", NULL,
         "Here"},
    };

    EACH(specs, ESCAPE_HTML, false);
}

TEST(comments_leave_nothing)
{
    static const struct spec specs[] = {
        {"{}", "12345{{! Comment }}67890", NULL, "1234567890"},
        {"{}", "12345{{!\n  several\n  lines\n}}67890\n", NULL, "1234567890\n"},
        {"{}", "Begin.\n{{! alone }}\nEnd.\n", NULL, "Begin.\nEnd.\n"},
        {"{}", "Begin.\n  {{! alone }}\nEnd.\n", NULL, "Begin.\nEnd.\n"},
        {"{}", "|\r\n{{! alone }}\r\n|", NULL, "|\r\n|"},
        {"{}", "  {{! first }}\n!", NULL, "!"},
        {"{}", "!\n  {{! last }}", NULL, "!\n"},
        {"{}", "Begin.\n{{!\nseveral\n}}\nEnd.\n", NULL, "Begin.\nEnd.\n"},
        {"{}", "  12 {{! 34 }}\n", NULL, "  12 \n"},
        {"{}", "12345 {{! Comment }} 67890", NULL, "12345  67890"},
        {"{\"! x\":1,\"!x\":2,\"x\":3}", "({{! x}}{{!x}})", NULL, "()"},
    };

    EACH(specs, ESCAPE_HTML, false);
}

TEST(delimiters_can_be_set_anew)
{
    static const struct spec specs[] = {
        {"{\"t\":\"Hey!\"}", "{{=<% %>=}}(<%t%>)", NULL, "(Hey!)"},
        {"{\"t\":\"It worked!\"}", "({{=[ ]=}}[t])", NULL, "(It worked!)"},
        {"{\"s\":true,\"d\":\"x\"}", "{{#s}}{{d}}|d|{{/s}}{{= | | =}}|#s|{{d}}|d||/s|", NULL,
         "x|d|{{d}}x"},
        {"{\"v\":\"yes\"}", "[ {{>p}} ]\n{{= | | =}}\n[ |>p| ]\n", ".{{v}}.",
         "[ .yes. ]\n[ .yes. ]\n"},
        {"{}", "| {{=@ @=}} |", NULL, "|  |"},
        {"{}", " | {{=@ @=}}\n", NULL, " | \n"},
        {"{}", "Begin.\n{{=@ @=}}\nEnd.\n", NULL, "Begin.\nEnd.\n"},
        {"{}", "|\r\n{{= @ @ =}}\r\n|", NULL, "|\r\n|"},
        {"{}", "|{{= @   @ =}}|", NULL, "||"},
        {"{\"x\":\"<\"}", "{{=<% %>=}}<%{x}%> <%&x%> <%x%>", NULL, "< < &lt;"},
    };

    EACH(specs, ESCAPE_HTML, false);
}

TEST(partials_are_written_in_place_with_their_indentation)
{
    static const struct spec specs[] = {
        {"{}", "\"{{>p}}\"", "from partial", "\"from partial\""},
        {"{}", "\"{{>other}}\"", NULL, "\"\""},
        {"{\"t\":\"c\"}", "\"{{>p}}\"", "*{{t}}*", "\"*c*\""},
        {"{\"c\":\"X\",\"nodes\":[{\"c\":\"Y\",\"nodes\":[]}]}", "{{>p}}",
         "{{c}}<{{#nodes}}{{>p}}{{/nodes}}>", "X<Y<>>"},
        {"{}", "| {{>p}} |", "\t|\t", "| \t|\t |"},
        {"{\"d\":\"|\"}", "  {{d}}  {{> p}}\n", ">\n>", "  |  >\n>\n"},
        {"{}", "|\r\n{{>p}}\r\n|", ">", "|\r\n>|"},
        {"{}", "  {{>p}}\n>", ">\n>", "  >\n  >>"},
        {"{}", ">\n  {{>p}}", ">\n>", ">\n  >\n  >"},
        {"{\"c\":\"<\\n->\"}", "\\\n {{>p}}\n/\n", "|\n{{{c}}}\n|\n", "\\\n |\n <\n->\n |\n/\n"},
        {"{\"l\":[1,2]}", "  {{>p}}\n", "{{#l}}\nn {{.}}\n{{/l}}\n", "  n 1\n  n 2\n"},
        {"{\"b\":true}", "|{{> p }}|", "[]", "|[]|"},
        {"{}", "  {{>p}}\n", "{{! c }}x\n{{=<% %>=}}y\n<%! c %>\nz\n", "  x\n  y\n  z\n"},
        {"{\"b\":true}", "  {{>p}}\n", "{{#b}}x\n{{/b}}y\n", "  x\n  y\n"},
        {"{\"b\":false}", "  {{>p}}\n", "{{#b}}x\n{{/b}}y\n{{^b}}z{{/b}}\n", "  y\n  z\n"},
    };

    EACH(specs, ESCAPE_HTML, false);
}

TEST(a_name_in_plain_text_cannot_begin_a_new_line)
{
    static const struct spec specs[] = {
        {"{\"x\":\"A\\r\\nB\\tC\"}", "{{x}}", NULL, "A  B C"},
        {"{\"x\":\"\\u2028\\u2029\\u0085|\"}", "{{x}}", NULL, "   |"},
        {"{\"x\":\"a\\u202Eb\\u2066c\\u200Fd\"}", "{{x}}", NULL, "abcd"},
        {"{\"x\":\"\\u0000\\uFEFFz\"}", "{{x}}", NULL, "\xEF\xBF\xBDz"},
        {"{\"x\":\"<b>&'\"}", "{{x}}", NULL, "<b>&'"},
        {"{\"x\":\"A\\nB\"}", "{{{x}}}", NULL, "A\nB"},
        {"{\"x\":\"\\uD83D\\uDC69\\u200D\\uD83D\\uDE80\"}", "{{x}}", NULL,
         "\xF0\x9F\x91\xA9\xE2\x80\x8D\xF0\x9F\x9A\x80"},
    };

    EACH(specs, ESCAPE_TEXT, true);
}

TEST(a_header_is_one_line_whatever_the_template_says)
{
    static const struct spec specs[] = {
        {"{\"x\":\"A\\r\\nBcc: b\"}", "Game {{{x}}}\r\nX: {{x}}", NULL,
         "Game A  Bcc: b  X: A  Bcc: b"},
    };

    EACH(specs, ESCAPE_HEADER, true);
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
    const struct spec many = {"{\"l\":[1,2,3,4,5,6,7,8,9,0]}",
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
