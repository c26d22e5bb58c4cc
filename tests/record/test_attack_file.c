/* SPDX-License-Identifier: MIT */
/* Attacks on records by anybody who edits a file: each is refused, or marked as what it is. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/timetext.h"
#include "record/verify.h"
#include "seal/encode.h"
#include "tests/record/attack.h"
#include "tests/rows.h"
#include "tests/toy/toy.h"
#include "tests/test.h"

enum { LONG_SAMPLES = 1500 };

static void put_with(const char *from, const char *old, const char *new, struct buf *out)
{
    const char *at = strstr(from, old);

    assert_non_null(at);
    buf_put_bytes(out, from, (size_t)(at - from));
    buf_put(out, new);
    buf_put(out, at + strlen(old));
}

TEST(a_file_in_another_encoding_is_refused)
{
    OWN(buf) text = {0};

    attack_load(edit, &honest);
    attack_compose(&text);
    ROWS_EACH(row, "tests/record/attack_file.rows", "a_file_in_another_encoding_is_refused") {
        OWN(verify) verify = {0};
        OWN(buf) out = {0};

        put_with(text.at, row.cell[1], row.cell[2], &out);
        assert_int_equal(verify_bytes(out.at, out.length, toy_find, &verify, NULL), RC_OK);
        if (verify.is_good)
            fail_msg("taken: %s", row.cell[0]);
    }
}

static bool is_taken(const char *text, size_t length)
{
    OWN(verify) verify = {0};

    assert_int_equal(verify_bytes(text, length, toy_find, &verify, NULL), RC_OK);
    return verify.is_good;
}

TEST(every_bit_of_a_small_record_counts)
{
    const struct playing_plan plan = {.seats = TOY_SEATS, .is_quiet = true};
    const struct game_file file = {"toy.tiles", toy_tiles_text, strlen(toy_tiles_text)};
    struct playing playing;
    OWN(buf) text = {0};

    playing_start(&playing, &toy_game, &file, 1, &plan, 1);
    playing_export(&playing, 1, &text);
    assert_true(is_taken(text.at, text.length));
    for (size_t bit = 0; bit < 8 * text.length; bit++) {
        text.at[bit / 8] = (char)(text.at[bit / 8] ^ (1 << bit % 8));
        if (is_taken(text.at, text.length))
            fail_msg("bit %u of byte %u does not count", (unsigned)(bit % 8), (unsigned)(bit / 8));
        text.at[bit / 8] = (char)(text.at[bit / 8] ^ (1 << bit % 8));
    }
    playing_fini(&playing);
}

TEST(bits_of_a_long_record_count)
{
    OWN(buf) text = {0};

    attack_load(edit, &honest);
    attack_compose(&text);
    for (unsigned i = 0; i < LONG_SAMPLES; i++) {
        size_t byte = (size_t)i * 7919 % text.length;
        char kept = text.at[byte];

        text.at[byte] = (char)(kept ^ (1 << i % 8));
        assert_false(is_taken(text.at, text.length));
        text.at[byte] = kept;
    }
}

TEST(a_file_cut_short_anywhere_is_refused)
{
    OWN(buf) text = {0};

    attack_load(edit, &honest);
    attack_compose(&text);
    for (size_t n = 0; n < text.length; n += n < 600 ? 1 : 37)
        assert_false(is_taken(text.at, n));
}

TEST(a_line_left_out_or_doubled_is_refused)
{
    OWN(buf) text = {0};
    char *line;

    attack_load(edit, &honest);
    attack_compose(&text);
    for (line = text.at; *line; line = strchr(line, '\n') + 1) {
        size_t length = (size_t)(strchr(line, '\n') + 1 - line), before = (size_t)(line - text.at);
        OWN(buf) out = {0};

        buf_put_bytes(&out, text.at, before);
        buf_put(&out, line + length);
        assert_false(is_taken(out.at, out.length));
        buf_clear(&out);
        buf_put_bytes(&out, text.at, before + length);
        buf_put(&out, line);
        assert_false(is_taken(out.at, out.length));
    }
}

TEST(an_older_tail_with_its_signature_reads_as_open)
{
    OWN(verify) verify = {0};
    OWN(buf) text = {0};

    attack_load(edit, &honest);
    edit->count = attack_find(" open bid/", "");
    attack_compose(&text);
    assert_int_equal(verify_bytes(text.at, text.length, toy_find, &verify, NULL), RC_OK);
    assert_true(verify.is_good);
    assert_false(verify.finished);
    assert_int_equal(verify.entries, edit->count);
}

TEST(a_chain_rewritten_without_the_key_is_not_signed)
{
    OWN(buf) text = {0}, signed_text = {0}, out = {0};
    OWN(verify) verify = {0};

    attack_load(edit, &honest);
    attack_compose(&signed_text);
    edit->is_unsigned = true;
    attack_insert_text(attack_find(" open deck/1 ", ""), "table remark anonymous");
    attack_compose(&text);
    assert_int_equal(verify_bytes(text.at, text.length, toy_find, &verify, NULL), RC_OK);
    assert_true(verify.is_good);
    assert_int_equal(verify.count[VERIFY_HEAD][VERIFY_UNPROVED], 1);
    /* The old signature does not fit the new head. */
    {
        char sign[2][128];

        sscanf(strstr(signed_text.at, "\nsign ") + 1, "sign %127s", sign[0]);
        sscanf(strstr(signed_text.at, "\nexport ") + 1, "export %127s", sign[1]);
        put_with(text.at, "\nsign none", "\nsign ", &out);
        buf_clear(&signed_text);
        put_with(out.at, "\nsign ", "\nsign ", &signed_text);
        buf_clear(&out);
        buf_put_bytes(&out, text.at, (size_t)(strstr(text.at, "\nsign none") - text.at));
        buf_printf(&out, "\nsign %s", sign[0]);
        put_with(strstr(text.at, "\nsign none") + 10, "export none", "export ", &signed_text);
        buf_put_bytes(&out, strstr(text.at, "\nsign none") + 10,
                      (size_t)(strstr(text.at, "export none") - strstr(text.at, "\nsign none")) -
                          10);
        buf_printf(&out, "export %s\n", sign[1]);
    }
    attack_expect("old signature", &out, false, 0);
}

TEST(luck_of_ten_megabytes_is_refused)
{
    static const char before[] = "\n2 2026-11-21T22:30:00Z seat/1 luck words ";
    OWN(buf) text = {0}, out = {0};
    const char *at;

    attack_load(edit, &honest);
    attack_compose(&text);
    at = strstr(text.at, "\n2 ");
    buf_put_bytes(&out, text.at, (size_t)(at - text.at));
    buf_put(&out, before);
    for (unsigned i = 0; i < 10u << 20; i++)
        buf_put_char(&out, 'x');
    buf_put(&out, strchr(at + 1, '\n'));
    assert_false(is_taken(out.at, out.length));
}

static bool sign_by_other(void *context, const struct hash *digest,
                          unsigned char signature[SIGNATURE_BYTES])
{
    (void)context;
    return keys_sign(other.keys, 1, digest, signature);
}

/* By the server's own key: a genesis of another protocol wrapped as a record of this one. */
TEST(a_genesis_of_another_protocol_is_not_read_by_these_rules)
{
    char *number = strchr(honest.genesis_text, '2');
    struct chain kept = honest.chain;

    assert_non_null(number);
    assert_true(text_starts_with(honest.genesis_text, "postern-genesis 2\n"));
    for (const char *other_number = "013"; *other_number; other_number++) {
        OWN(buf) text = {0};

        *number = *other_number;
        chain_start(&honest.chain, honest.genesis_text, honest.genesis_length);
        attack_load(edit, &honest);
        for (unsigned n = 1; n <= edit->count; n++)
            for (unsigned i = 0; i < attack_row(n)->seals; i++)
                attack_commit(&attack_row(n)->seal[i]);
        attack_compose(&text);
        attack_expect("another protocol", &text, false, 0);
    }
    *number = '2';
    honest.chain = kept;
}

TEST(another_key_does_not_sign_for_the_game)
{
    struct record record;
    OWN(buf) text = {0};

    playing_record(&honest, RECORD_FOR_ALL, &record);
    assert_int_equal(record_write(&record, sign_by_other, NULL, &text, NULL), RC_OK);
    attack_expect("other key", &text, false, 0);
    record_fini(&record);
}

/* What could be signed in place of the head, or of the file. */
static void other_head(const struct hash *digest, struct chain *at, struct hash *out)
{
    (void)digest;
    at->genesis = other.chain.genesis;
    chain_head(at, out);
}

static void other_number(const struct hash *digest, struct chain *at, struct hash *out)
{
    (void)digest;
    at->number--;
    chain_head(at, out);
}

static void other_tag(const struct hash *digest, struct chain *at, struct hash *out)
{
    (void)digest;
    chain_export(&at->genesis, (const char *)at->entry.at, sizeof at->entry.at, out);
}

static void other_bit(const struct hash *digest, struct chain *at, struct hash *out)
{
    (void)at;
    *out = *digest;
    out->at[0] ^= 1;
}

struct swapped {
    void (*change)(const struct hash *digest, struct chain *at, struct hash *out);
    unsigned call, wrong; /* 0 = the head's, 1 = the file's signature */
};

static bool sign_swapped(void *context, const struct hash *digest,
                         unsigned char signature[SIGNATURE_BYTES])
{
    struct swapped *swapped = context;
    struct chain at = honest.chain;
    struct hash signs = *digest;

    if (swapped->call++ == swapped->wrong)
        swapped->change(digest, &at, &signs);
    return playing_sign(&honest, &signs, signature);
}

TEST(a_signature_of_something_else_does_not_count)
{
    static void (*const changes[])(const struct hash *, struct chain *, struct hash *) = {
        other_head, other_number, other_tag, other_bit};

    for (unsigned i = 0; i < 2 * sizeof changes / sizeof changes[0]; i++) {
        struct swapped swapped = {changes[i / 2], 0, i % 2};
        struct record record;
        OWN(buf) text = {0};

        playing_record(&honest, RECORD_FOR_ALL, &record);
        assert_int_equal(record_write(&record, sign_swapped, &swapped, &text, NULL), RC_OK);
        attack_expect("signature of something else", &text, false, 0);
        record_fini(&record);
    }
}

/* Where entry n begins in a file. */
static const char *entry_at(const char *text, unsigned n)
{
    char start[24];
    const char *at;

    snprintf(start, sizeof start, "\n%u 20", n);
    at = strstr(text, start);
    return at ? at + 1 : NULL;
}

TEST(neighbours_exchanged_are_refused)
{
    OWN(buf) text = {0};

    attack_load(edit, &honest);
    attack_compose(&text);
    for (unsigned n = 1; n + 1 < edit->count; n++) {
        const char *first = entry_at(text.at, n), *second = entry_at(text.at, n + 1);
        const char *end = entry_at(text.at, n + 2);
        OWN(buf) out = {0};

        buf_put_bytes(&out, text.at, (size_t)(first - text.at));
        buf_put_bytes(&out, second, (size_t)(end - second));
        buf_put_bytes(&out, first, (size_t)(second - first));
        buf_put(&out, end);
        assert_int_equal(out.length, text.length);
        assert_false(is_taken(out.at, out.length));
    }
}

/* base32 has one form: lower case, and its last letter has spare bits, which are zero. */
TEST(another_form_of_the_same_hash_is_refused)
{
    static const char digits[] = "abcdefghijklmnopqrstuvwxyz234567";
    OWN(buf) text = {0};

    attack_load(edit, &honest);
    attack_compose(&text);
    for (char *at = strstr(text.at, " hash "); at; at = strstr(at + 1, " hash ")) {
        char *last = at + 6 + BASE32_HASH_BYTES - 2, kept = *last;

        *last = digits[strchr(digits, kept) - digits + 1];
        assert_false(is_taken(text.at, text.length));
        *last = kept;
        for (last = at + 6; *last >= '2' && *last <= '7'; last++)
            ;
        *last = (char)(*last - 'a' + 'A');
        assert_false(is_taken(text.at, text.length));
        *last = (char)(*last - 'A' + 'a');
    }
    assert_true(is_taken(text.at, text.length));
}

TEST(an_upgrade_all_agreed_to_goes_on_under_the_new_rules)
{
    const struct chain_file file = {"toy.tiles", toy_tiles_text, strlen(toy_tiles_text)};
    char text[160], hash[BASE32_HASH_BYTES];
    struct record record;
    OWN(verify) verify = {0};
    OWN(buf) out = {0};
    struct hash tables;
    unsigned n;

    attack_load(edit, &honest);
    chain_tables("toy", "toy-2", &file, 1, &tables);
    snprintf(text, sizeof text, "keeper upgrade rules=toy-2 tables=%s",
             base32_write(tables.at, HASH_BYTES, hash));
    n = attack_find(" open deck/2 ", "");
    attack_insert_text(n, text);
    attack_insert_text(n, "seat/2 agree upgrade toy-2");
    attack_insert_text(n, "seat/1 agree upgrade toy-2");
    attack_compose(&out);
    assert_int_equal(record_read(out.at, out.length, &record, NULL), RC_OK);
    assert_int_equal(record_add_file(&record, "toy-2", "toy.tiles", toy_tiles_text,
                                     strlen(toy_tiles_text), NULL),
                     RC_OK);
    buf_clear(&out);
    assert_int_equal(record_write(&record, playing_sign, &honest, &out, NULL), RC_OK);
    assert_int_equal(verify_bytes(out.at, out.length, toy_find, &verify, NULL), RC_OK);
    if (!verify.is_good)
        fail_msg("%s", verify.err.text);
    assert_true(verify.finished);
    assert_string_equal(replay_rules(verify.replay), "toy-2");
    record_fini(&record);
}

TESTS(attack_start, attack_stop)
