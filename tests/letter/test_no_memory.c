/* SPDX-License-Identifier: MIT */
/* The n-th allocation fails, for each n: every function of our own says so and leaves nothing
 * behind. What goes through GMime is not tried: GLib ends the program by design. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "letter/orders_in.h"
#include "letter/quotes.h"
#include "letter/sentences.h"
#include "letter/template.h"
#include "tests/base/failing_memory.h"
#include "tests/test.h"

static enum rc gather_orders(void)
{
    static const char text[] = "preview\n1. thief to d5\nend\n\n> quoted\n";
    static const struct orders_word words[] = {{"preview", 1}, {NULL, 0}};
    struct letter_lines lines = {0};
    struct orders_in orders = {0};
    enum rc rc = quotes_split(text, strlen(text), NULL, &lines, NULL);

    if (rc == RC_OK)
        rc = orders_gather(&lines, words, &orders, NULL);
    if (rc == RC_OK)
        assert_int_equal(orders.count, 2);
    else
        assert_null(orders.line);
    orders_fini(&orders);
    quotes_fini(&lines);
    return rc;
}

static enum rc write_sentence(void)
{
    static const char text[] = "moves = {1} moves\n    on\nends = {1?one|many}\n";
    static const struct sentence_arg arg = {NULL, "Thief"};
    OWN_AT(sentences) sentences = sentences_new();
    OWN(buf) out = {0};
    enum rc rc = RC_NO_MEMORY;

    if (sentences)
        rc = sentences_add(sentences, "game", "en", text, strlen(text), NULL);
    if (rc == RC_OK)
        rc = sentences_write(sentences, "game.moves", &arg, 1, &out, NULL);
    if (rc == RC_OK)
        assert_string_equal(buf_text(&out), "Thief moves on");
    return rc;
}

static enum rc render_values(void)
{
    static const char json[] = "{\"list\":[{\"name\":\"<Ann>\"},{\"name\":\"Bob\"}]}";
    static const char text[] = "{{#list}}\n - {{name}}\n{{/list}}\n";
    const struct render how = {.escape = ESCAPE_HTML, .strict = true};
    OWN_AT(values) values = values_new();
    OWN_AT(template) template = NULL;
    struct value *root = NULL;
    OWN(buf) out = {0}, again = {0};
    enum rc rc = value_read(values, json, strlen(json), &root, NULL);

    if (rc == RC_OK)
        value_write(root, &again);
    if (rc == RC_OK)
        rc = buf_rc(&again, NULL);
    if (rc == RC_OK)
        rc = template_compile("t", text, strlen(text), &template, NULL);
    if (rc == RC_OK)
        rc = template_render(template, root, &how, &out, NULL);
    if (rc == RC_OK)
        assert_string_equal(buf_text(&out), " - &lt;Ann&gt;\n - Bob\n");
    return rc;
}

static enum rc make_values(void)
{
    OWN_AT(values) values = values_new();
    struct value *map = value_map(values), *list = value_set_list(map, "list");
    enum rc rc;

    for (int i = 0; i < 200; i++)
        value_set_int(value_add_map(list), "a number", i);
    value_set_text(map, "text", "a text");
    value_set_flag(map, "flag", true);
    rc = values_rc(values, NULL);
    if (rc == RC_OK)
        assert_int_equal(value_count(list), 200);
    return rc;
}

static void sweep(enum rc (*work)(void))
{
    unsigned tries = 0;

    do {
        enum rc rc;

        memory_failed = false;
        memory_until = ++tries;
        rc = work();
        memory_until = 0;
        assert_int_equal(rc, memory_failed ? RC_NO_MEMORY : RC_OK);
    } while (memory_failed && tries < 10000);
    assert_false(memory_failed);
    assert_true(tries > 2);
}

TEST(orders_survive_lost_memory)
{
    sweep(gather_orders);
}

TEST(sentences_survive_lost_memory)
{
    sweep(write_sentence);
}

TEST(templates_survive_lost_memory)
{
    sweep(render_values);
}

TEST(values_survive_lost_memory)
{
    sweep(make_values);
}

TESTS(NULL, NULL)
