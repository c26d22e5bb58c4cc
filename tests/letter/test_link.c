/* SPDX-License-Identifier: MIT */
/* What links carry: packed with the dictionary, and read back by any inflate that has it. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "letter/link.h"
#include "tests/test.h"

enum { ROOM = LINK_TEXT_MAX + 16, DICTIONARY_BYTES = 6280 };
#define DICTIONARY_CRC UINT32_C(0x2d5d6218)

static int value_of(char letter)
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    const char *at = strchr(letters, letter);

    assert_true(letter && at);
    return (int)(at - letters);
}

static size_t read_base64(const char *text, size_t length, unsigned char *out)
{
    unsigned held = 0, bits = 0;
    size_t count = 0;

    for (size_t i = 0; i < length; i++) {
        held = held << 6 | (unsigned)value_of(text[i]);
        bits += 6;
        if (bits >= 8) {
            bits -= 8;
            out[count++] = (unsigned char)(held >> bits);
        }
    }
    return count;
}

/* By zlib's other half, with the dictionary in place. */
static size_t unpack(const char *fragment, char *out)
{
    static unsigned char packed[ROOM];
    size_t count = read_base64(fragment + 2, strcspn(fragment + 2, "."), packed), length;
    const char *words = link_words(&length);
    z_stream stream = {0};

    assert_memory_equal(fragment, "1.", 2);
    assert_int_equal(inflateInit2(&stream, -15), Z_OK);
    assert_int_equal(inflateSetDictionary(&stream, (const unsigned char *)words, (unsigned)length),
                     Z_OK);
    stream.next_in = packed;
    stream.avail_in = (unsigned)count;
    stream.next_out = (unsigned char *)out;
    stream.avail_out = ROOM;
    assert_int_equal(inflate(&stream, Z_FINISH), Z_STREAM_END);
    count = stream.total_out;
    inflateEnd(&stream);
    return count;
}

static void round_trip(const char *text, size_t length)
{
    static char back[ROOM];
    OWN(buf) out = {0};

    assert_int_equal(link_pack(text, length, &out, NULL), RC_OK);
    assert_int_equal(unpack(buf_text(&out), back), length);
    assert_memory_equal(back, text, length);
}

TEST(a_text_comes_back_the_same)
{
    static char long_text[LINK_TEXT_MAX];
    unsigned chance = 1;

    round_trip("", 0);
    round_trip("postern-table 1\ngame dungeon_twister\n", 36);
    for (size_t i = 0; i < sizeof long_text; i++)
        long_text[i] = (char)((chance = chance * 1103515245u + 12345u) >> 24);
    round_trip(long_text, sizeof long_text);
}

TEST(a_text_that_is_too_long_is_refused)
{
    static char text[LINK_TEXT_MAX + 1];
    struct buf out = {0};

    assert_int_equal(link_pack(text, sizeof text, &out, NULL), RC_TOO_LONG);
    assert_int_equal(out.length, 0);
}

/* Letters of the first version are read for ever: its dictionary never changes. */
TEST(the_dictionary_is_that_of_its_version)
{
    size_t length;
    const char *words = link_words(&length);

    assert_int_equal(length, DICTIONARY_BYTES);
    assert_int_equal(crc32(0, (const unsigned char *)words, (unsigned)length), DICTIONARY_CRC);
}

TEST(a_block_holds_the_same_bytes_in_short_lines)
{
    static const unsigned char signature[LINK_SIGNATURE_BYTES] = {1, 2, 3};
    OWN(buf) out = {0}, block = {0}, joined = {0};

    assert_int_equal(link_pack("view of somebody", 16, &out, NULL), RC_OK);
    link_sign(signature, &out);
    assert_int_equal(strlen(strrchr(buf_text(&out), '.')), 1 + (LINK_SIGNATURE_BYTES * 8 + 5) / 6);
    link_write_block(buf_text(&out), &block);
    for (const char *line = buf_text(&block), *end; *line; line = end + 1) {
        end = strchr(line, '\n');
        assert_true(end - line <= LINK_COLUMNS);
        if (strncmp(line, "postern-table\n", 14) != 0 && strncmp(line, "end-table\n", 10) != 0)
            buf_put_bytes(&joined, line, (size_t)(end - line));
    }
    assert_string_equal(buf_text(&joined), buf_text(&out));
}

TESTS(NULL, NULL)
