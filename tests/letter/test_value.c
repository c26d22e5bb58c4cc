/* SPDX-License-Identifier: MIT */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "letter/value.h"
#include "tests/rows.h"
#include "tests/test.h"

TEST(values_are_found_by_key_and_place)
{
    OWN_AT(values) values = values_new();
    struct value *map = value_map(values), *list;

    value_set_text(map, "name", "Ann");
    value_set_int(map, "turn", -7);
    value_set_flag(map, "over", false);
    list = value_set_list(map, "orders");
    for (int i = 0; i < 40; i++)
        value_set_int(value_add_map(list), "number", i);
    value_set_text(map, "name", "Bea");
    assert_int_equal(values_rc(values, NULL), RC_OK);
    assert_int_equal(value_count(map), 4);
    assert_string_equal(value_get_text(value_get(map, "name")), "Bea");
    assert_string_equal(value_get_text(value_get(map, "turn")), "-7");
    assert_false(value_is_true(value_get(map, "over")));
    assert_string_equal(value_key_at(map, 3), "orders");
    assert_string_equal(value_get_text(value_get(value_at(value_get(map, "orders"), 39), "number")),
                        "39");
    assert_null(value_at(list, 40));
    assert_null(value_get(map, "none"));
    assert_null(value_get(list, "none"));
}

TEST(values_come_back_from_their_text_unchanged)
{
    static const char json[] =
        "{\"a\":\"q\\\"\\\\ \\u0001\\n\xC3\xA9\xF0\x9F\x91\xA9\",\"b\":[true,false,\"\",[],{}],"
        "\"c\":{\"d\":\"1\"}}";
    OWN_AT(values) values = values_new();
    struct value *root = NULL;
    OWN(buf) out = {0};

    assert_int_equal(value_read(values, json, strlen(json), &root, NULL), RC_OK);
    value_write(root, &out);
    assert_string_equal(buf_text(&out), json);
}

TEST(damaged_json_is_refused_with_its_place)
{
    ROWS_EACH(row, "tests/letter/value.rows", "damaged_json_is_refused_with_its_place") {
        OWN_AT(values) values = values_new();
        struct value *root = NULL;
        struct err err = {0};

        assert_int_equal(value_read(values, row.cell[0], strlen(row.cell[0]), &root, &err),
                         RC_BAD_INPUT);
        assert_null(root);
        assert_int_equal(err.line, 1);
        assert_int_equal(err.column, (uint32_t)row_number(&row, 1));
    }
}

TEST(json_nested_without_end_is_refused)
{
    OWN_AT(values) values = values_new();
    struct value *root = NULL;
    OWN(buf) deep = {0};

    for (int i = 0; i < 100000; i++)
        buf_put_char(&deep, '[');
    assert_int_equal(value_read(values, deep.at, deep.length, &root, NULL), RC_TOO_LONG);
}

TEST(bytes_that_are_no_text_become_replacement_characters)
{
    OWN_AT(values) values = values_new();

    assert_string_equal(value_get_text(value_bytes(values, "a\xFF\0b\xC3", 5)),
                        "a\xEF\xBF\xBD\xEF\xBF\xBD"
                        "b\xEF\xBF\xBD");
    assert_string_equal(value_get_text(value_text(values, NULL)), "");
}

TEST(all_makers_take_what_is_not_there)
{
    struct err err = {0};

    assert_null(value_map(NULL));
    value_set_text(NULL, "a", "b");
    value_add(NULL, NULL);
    assert_null(value_set_list(NULL, "a"));
    assert_null(value_add_map(NULL));
    assert_false(value_is_true(NULL));
    assert_int_equal(values_rc(NULL, &err), RC_NO_MEMORY);
    values_free(NULL);
}

TESTS(NULL, NULL)
