/* SPDX-License-Identifier: MIT */
#include <stdint.h>
#include <string.h>

#include "draw/safe.h"
#include "tests/test.h"

static const char *clean(struct safe *safe, const char *text, unsigned columns)
{
    safe_clean(safe, text, columns, false);
    return safe->at;
}

TEST(controls_go_and_blanks_become_one)
{
    struct safe safe;

    assert_string_equal(clean(&safe, " \x1b[31mred\x07\r\n\tblue \x7f ", 40), "[31mred blue");
    assert_string_equal(clean(&safe,
                              "a\xE2\x80\xAE\xE2\x81\xA6"
                              "b\xC2\xAD"
                              "c\xEF\xBB\xBF",
                              40),
                        "abc");
    assert_string_equal(clean(&safe,
                              "a\xC2\x85"
                              "b\xE2\x80\xA8"
                              "c",
                              40),
                        "ab c");
    assert_string_equal(clean(&safe, NULL, 40), "");
}

TEST(malformed_bytes_become_one_sign_each)
{
    struct safe safe;

    assert_string_equal(clean(&safe, "a\xFF\xC3", 40), "a\xEF\xBF\xBD\xEF\xBF\xBD");
    assert_string_equal(clean(&safe, "\xED\xA0\x80", 40), "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");
}

TEST(right_to_left_text_stands_in_an_isolate)
{
    struct safe safe;

    assert_string_equal(clean(&safe, "\xD7\xA9\xD7\x9C\xD7\x95\xD7\x9D", 40),
                        "\xE2\x81\xA8\xD7\xA9\xD7\x9C\xD7\x95\xD7\x9D\xE2\x81\xA9");
    assert_int_equal(safe.columns, 4);
    assert_string_equal(clean(&safe, "Anna", 40), "Anna");
}

TEST(what_is_too_wide_is_cut_with_an_ellipsis)
{
    struct safe safe;
    char longest[3000];

    assert_string_equal(clean(&safe, "abcdef", 6), "abcdef");
    assert_string_equal(clean(&safe, "abcdefg", 6), "abcde\xE2\x80\xA6");
    assert_string_equal(clean(&safe, "\xE6\x97\xA5\xE6\x9C\xAC\xE8\xAA\x9E", 5),
                        "\xE6\x97\xA5\xE6\x9C\xAC\xE2\x80\xA6");
    assert_int_equal(safe.columns, 5);
    assert_string_equal(clean(&safe, "abc", 0), "");
    memset(longest, 'x', sizeof longest - 1);
    longest[sizeof longest - 1] = '\0';
    clean(&safe, longest, 100000);
    assert_int_equal(safe.columns, SAFE_COLUMNS_MAX);
}

TEST(piled_up_accents_are_thinned_to_two)
{
    struct safe safe;
    char zalgo[400] = "a";

    for (int i = 0; i < 100; i++)
        strcat(zalgo, "\xCC\x81");
    assert_string_equal(clean(&safe, zalgo, 40), "a\xCC\x81\xCC\x81");
    assert_int_equal(safe.columns, 1);
}

TEST(the_worst_text_still_fits_its_array)
{
    struct safe safe;
    char worst[SAFE_COLUMNS_MAX * 12 + 100] = "";

    for (int i = 0; i < SAFE_COLUMNS_MAX; i++) /* right to left, four bytes, two marks of four */
        strcat(worst, "\xF0\x90\xA0\x80\xF3\xA0\x84\x80\xF3\xA0\x84\x80");
    clean(&safe, worst, SAFE_COLUMNS_MAX);
    assert_int_equal(safe.columns, SAFE_COLUMNS_MAX);
    assert_true(safe.length < SAFE_BYTES);
    assert_int_equal(strlen(safe.at), safe.length);
}

TEST(ascii_keeps_letters_and_drops_accents)
{
    struct safe safe;

    safe_clean(&safe, "J\xC3\xBCrgen \xE2\x80\x9Cx\xE2\x80\x9D \xE6\x97\xA5", 40, true);
    assert_string_equal(safe.at, "Jurgen \"x\" ?");
    safe_clean(&safe, "abcdefg", 6, true);
    assert_string_equal(safe.at, "abcde.");
}

TEST(the_five_characters_of_xml_are_escaped)
{
    OWN(buf) out = {0};

    safe_put_xml(&out, "<b a='1' c=\"2\">&amp;</b>");
    assert_string_equal(buf_text(&out),
                        "&lt;b a=&#39;1&#39; c=&quot;2&quot;&gt;&amp;amp;&lt;/b&gt;");
}

TESTS(NULL, NULL)
