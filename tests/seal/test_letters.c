/* SPDX-License-Identifier: MIT */
/* What stands in letters and posts: footers, receipts, sealed blocks. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "seal/block.h"
#include "seal/footer.h"
#include "seal/private.h"
#include "seal/receipt.h"
#include "seal/signed_head.h"
#include "tests/seal/start.h"
#include "tests/test.h"

static void make_footer(struct footer *footer)
{
    footer->game = 17;
    footer->entry = 42;
    for (unsigned i = 0; i < HASH_BYTES; i++)
        footer->head.at[i] = (unsigned char)(i * 5 + 1);
    for (unsigned i = 0; i < SIGNATURE_BYTES; i++)
        footer->signature[i] = (unsigned char)(i * 11 + 3);
}

/* Ways in which mail programs hand on a text. */
typedef void mangle_fn(const char *text, struct buf *out);

static void untouched(const char *text, struct buf *out)
{
    buf_put(out, text);
}

static void quoted_twice(const char *text, struct buf *out)
{
    buf_put(out, "On Friday Ada wrote:\r\n> > ");
    for (; *text; text++) {
        if (*text == '\n')
            buf_put(out, "\r\n> > ");
        else
            buf_put_char(out, *text);
    }
}

static void broken_anew(const char *text, struct buf *out)
{
    unsigned column = 0;

    for (; *text; text++) {
        bool blank = *text == ' ' || *text == '\n';

        if (blank && column > 30) {
            buf_put(out, "\n>");
            column = 0;
        }
        buf_put_char(out, blank ? ' ' : *text);
        column++;
    }
}

static void as_html(const char *text, struct buf *out)
{
    buf_put(out, "<html><body><p style=\"margin: 0\">Hello&nbsp;there</p><pre class='x'>");
    for (; *text; text++) {
        if (*text == '\n')
            buf_put(out, "<br/>");
        else if (*text == ' ')
            buf_put(out, "&nbsp;");
        else
            buf_put_char(out, *text);
    }
    buf_put(out, "</pre></body></html>");
}

static void as_quoted_printable(const char *text, struct buf *out)
{
    unsigned column = 0;

    for (; *text; text++) {
        if (++column == 50) {
            buf_put(out, "=\r\n");
            column = 0;
        }
        if (*text == '\n')
            buf_put(out, "=20\r\n");
        else
            buf_put_char(out, *text);
    }
}

/* Lines broken wherever a hyphen allows it, in a quote too. */
static void broken_at_hyphens(const char *text, struct buf *out)
{
    buf_put(out, "> -- well-known\n> ");
    for (; *text; text++) {
        buf_put_char(out, *text == '\n' ? ' ' : *text);
        if (*text == '-')
            buf_put(out, "\n> ");
    }
}

static mangle_fn *const mangles[] = {untouched, quoted_twice,        broken_anew,
                                     as_html,   as_quoted_printable, broken_at_hyphens};
enum { MANGLES = sizeof mangles / sizeof mangles[0] };

TEST(a_footer_survives_what_mail_programs_do)
{
    struct footer footer, back;
    OWN(buf) text = {0};

    make_footer(&footer);
    buf_put(&text, "Your turn.\n\n");
    footer_write(&footer, &text);
    for (unsigned i = 0; i < MANGLES; i++) {
        OWN(buf) out = {0};
        size_t from = 0;

        mangles[i](buf_text(&text), &out);
        memset(&back, 0, sizeof back);
        assert_int_equal(footer_read(buf_text(&out), out.length, &from, &back, NULL), RC_OK);
        assert_int_equal(back.game, 17);
        assert_int_equal(back.entry, 42);
        assert_true(hash_equal(&back.head, &footer.head));
        assert_memory_equal(back.signature, footer.signature, SIGNATURE_BYTES);
        assert_int_equal(footer_read(buf_text(&out), out.length, &from, &back, NULL), RC_NOT_FOUND);
    }
}

TEST(footers_of_quoted_letters_are_found_in_turn)
{
    struct footer footer, back;
    OWN(buf) text = {0};
    size_t from = 0;

    make_footer(&footer);
    footer_write(&footer, &text);
    footer.entry = 41;
    footer_write(&footer, &text);
    assert_int_equal(footer_read(buf_text(&text), text.length, &from, &back, NULL), RC_OK);
    assert_int_equal(back.entry, 42);
    assert_int_equal(footer_read(buf_text(&text), text.length, &from, &back, NULL), RC_OK);
    assert_int_equal(back.entry, 41);
}

TEST(a_footer_cut_short_is_told_from_none)
{
    struct footer footer, back;
    OWN(buf) text = {0};

    make_footer(&footer);
    footer_write(&footer, &text);
    for (size_t n = 0; n + 1 < text.length; n++) {
        size_t from = 0;
        enum rc rc = footer_read(buf_text(&text), n, &from, &back, NULL);

        assert_int_equal(rc, n < strlen("postern-head") ? RC_NOT_FOUND : RC_BAD_INPUT);
    }
}

static void sign_with_sevens(void *context, const struct hash *digest,
                             unsigned char signature[SIGNATURE_BYTES])
{
    *(struct hash *)context = *digest;
    memset(signature, 7, SIGNATURE_BYTES);
}

TEST(a_receipt_survives_what_mail_programs_do)
{
    struct receipt receipt = {
        .game = 17,
        .entry = 42,
        .head = {{9}},
        .seat = 2,
        .came_s = 1795300200,
        .message_id = "a.b=c%d@example.org",
        .count = 3,
        .line = {"wall-walker - to d5-", "", "say <b>postern-sign & \"caf\xC3\xA9\" = outcome"},
        .outcome = "part",
    };
    struct hash genesis = {{4}}, signed_digest, digest;
    OWN(buf) text = {0};

    receipt_write(&receipt, &genesis, sign_with_sevens, &signed_digest, &text);
    for (unsigned i = 0; i < MANGLES; i++) {
        OWN(receipt_found) found = {0};
        OWN(buf) out = {0};

        mangles[i](buf_text(&text), &out);
        assert_int_equal(receipt_read(buf_text(&out), out.length, &(size_t){0}, &found, NULL),
                         RC_OK);
        receipt_digest(&found, &genesis, &digest);
        assert_true(hash_equal(&digest, &signed_digest));
        assert_int_equal(found.receipt.game, 17);
        assert_int_equal(found.receipt.entry, 42);
        assert_int_equal(found.receipt.seat, 2);
        assert_int_equal(found.receipt.came_s, receipt.came_s);
        assert_true(hash_equal(&found.receipt.head, &receipt.head));
        assert_string_equal(found.receipt.message_id, receipt.message_id);
        assert_int_equal(found.receipt.count, 3);
        for (unsigned k = 0; k < 3; k++)
            assert_string_equal(found.receipt.line[k], receipt.line[k]);
        assert_string_equal(found.receipt.outcome, "part");
        assert_int_equal(found.signature[63], 7);
    }
}

/* A receipt's words stand in a row: the widest line has 78 characters, but for one long word. */
TEST(a_receipt_fills_its_lines)
{
    char longest[3 * 60 + 1] = "";
    struct receipt receipt = {.game = 17,
                              .entry = 42,
                              .head = {{9}},
                              .seat = 2,
                              .came_s = 1795300200,
                              .message_id = "abc@example.org",
                              .count = 2,
                              .outcome = "accepted"};
    struct hash genesis = {{4}}, digest;
    OWN(buf) text = {0};
    unsigned lines = 0, wide = 0;

    memset(longest, '=', 60);
    receipt.line[0] = "thief to d5";
    receipt.line[1] = longest;
    receipt_write(&receipt, &genesis, sign_with_sevens, &digest, &text);
    for (const char *at = buf_text(&text); *at; at += strcspn(at, "\n") + 1) {
        size_t length = strcspn(at, "\n");

        assert_true(length > 0 && at[0] != ' ' && at[length - 1] != ' ');
        wide += length > RECEIPT_COLUMNS;
        lines++;
    }
    assert_int_equal(wide, 1); /* 60 signs as %3D */
    assert_in_range(lines, 5, 9);
}

/* Footer and receipt, one behind the other and quoted: each is a head, in turn. */
TEST(heads_are_found_in_footers_and_receipts)
{
    const struct receipt receipt = {.game = 18,
                                    .entry = 43,
                                    .head = {{9}},
                                    .seat = 2,
                                    .came_s = 1795300200,
                                    .message_id = "abc@example.org",
                                    .count = 1,
                                    .line = {"thief to d5"},
                                    .outcome = "accepted"};
    struct hash genesis = {{4}}, signed_digest, digest;
    struct footer footer;
    OWN(buf) text = {0};

    make_footer(&footer);
    buf_put(&text, "postern-receipt 2 game\npostern-head game 17 entry 42\n"); /* begun twice */
    footer_write(&footer, &text);
    receipt_write(&receipt, &genesis, sign_with_sevens, &signed_digest, &text);
    buf_put(&text, "postern-receipt 2 game 17\n");
    for (unsigned i = 0; i < MANGLES; i++) {
        struct signed_head head;
        OWN(buf) out = {0};
        size_t from = 0;

        mangles[i](buf_text(&text), &out);
        assert_int_equal(signed_head_read(buf_text(&out), out.length, &from, &head, NULL), RC_OK);
        assert_false(head.is_receipt);
        assert_int_equal(head.footer.entry, 42);
        assert_true(hash_equal(&head.footer.head, &footer.head));
        signed_head_fini(&head);
        assert_int_equal(signed_head_read(buf_text(&out), out.length, &from, &head, NULL), RC_OK);
        assert_true(head.is_receipt);
        assert_int_equal(head.footer.game, 18);
        assert_int_equal(head.footer.entry, 43);
        assert_true(hash_equal(&head.footer.head, &receipt.head));
        assert_int_equal(head.footer.signature[63], 7);
        assert_string_equal(head.found.receipt.line[0], "thief to d5");
        signed_head_digest(&head, &genesis, &digest);
        assert_true(hash_equal(&digest, &signed_digest));
        signed_head_fini(&head);
        assert_int_equal(signed_head_read(buf_text(&out), out.length, &from, &head, NULL),
                         RC_BAD_INPUT);
        signed_head_fini(&head);
        assert_int_equal(signed_head_read(buf_text(&out), out.length, &from, &head, NULL),
                         RC_NOT_FOUND);
        signed_head_fini(&head);
    }
}

TEST(every_changed_word_of_a_receipt_shows)
{
    struct receipt receipt = {.game = 1,
                              .seat = 1,
                              .message_id = "x@y",
                              .count = 1,
                              .line = {"bid 3"},
                              .outcome = "accepted"};
    struct hash genesis = {{4}}, signed_digest, digest;
    OWN(buf) text = {0};
    size_t end;

    receipt_write(&receipt, &genesis, sign_with_sevens, &signed_digest, &text);
    end = (size_t)(strstr(text.at, "postern-sign") - text.at);
    for (size_t i = 0; i < end; i++) {
        OWN(receipt_found) found = {0};
        char kept = text.at[i];

        if (kept == ' ' || kept == '\n')
            continue;
        text.at[i] = kept == '3' ? '4' : kept == 'b' ? 'c' : (char)(kept ^ 1);
        if (receipt_read(text.at, text.length, &(size_t){0}, &found, NULL) == RC_OK) {
            receipt_digest(&found, &genesis, &digest);
            assert_false(hash_equal(&digest, &signed_digest));
        }
        text.at[i] = kept;
    }
}

TEST(a_sealed_block_is_opened_by_its_game_only)
{
    unsigned char public_key[KEY_BYTES], secret_key[KEY_BYTES], seed[KEY_BYTES] = {1};
    unsigned char other_public[KEY_BYTES], other_secret[KEY_BYTES];
    unsigned char entropy[BLOCK_ENTROPY_BYTES];
    struct block_sealed sealed, back;
    struct block block = {.decision = 17, .seat = 2, .seen = 118, .length = 8, .text = "combat 3"},
                 opened;

    assert_int_equal(BLOCK_BYTES, 1072);
    memset(entropy, 6, sizeof entropy);
    block.genesis.at[0] = 3;
    block_make_key(seed, public_key, secret_key);
    seed[0] = 2;
    block_make_key(seed, other_public, other_secret);
    assert_int_equal(block_close(public_key, &block, entropy, &sealed, NULL), RC_OK);
    for (unsigned i = 0; i < MANGLES; i++) {
        OWN(buf) text = {0}, out = {0};

        assert_int_equal(block_write(&sealed, &text, NULL), RC_OK);
        mangles[i](buf_text(&text), &out);
        assert_int_equal(block_read(buf_text(&out), out.length, &back, NULL), RC_OK);
        assert_memory_equal(sealed.bytes, back.bytes, BLOCK_BYTES);
    }
    assert_int_equal(block_open(public_key, secret_key, &back, &opened, NULL), RC_OK);
    assert_int_equal(opened.decision, 17);
    assert_int_equal(opened.seat, 2);
    assert_int_equal(opened.seen, block.seen);
    assert_string_equal(opened.text, "combat 3");
    assert_true(hash_equal(&opened.genesis, &block.genesis));
    assert_int_equal(opened.id[0], 6);
    assert_int_equal(block_open(other_public, other_secret, &back, &opened, NULL), RC_BAD_SEAL);
    for (size_t i = 0; i < BLOCK_BYTES; i++) {
        back.bytes[i] ^= 4;
        assert_int_equal(block_open(public_key, secret_key, &back, &opened, NULL), RC_BAD_SEAL);
        back.bytes[i] ^= 4;
    }
}

TEST(a_full_block_is_sealed_and_one_byte_more_is_not)
{
    unsigned char public_key[KEY_BYTES], secret_key[KEY_BYTES], seed[KEY_BYTES] = {1};
    unsigned char entropy[BLOCK_ENTROPY_BYTES] = {0};
    struct block block = {.length = BLOCK_TEXT_MAX}, opened;
    struct block_sealed sealed;

    block_make_key(seed, public_key, secret_key);
    assert_int_equal(BLOCK_TEXT_MAX, 944);
    memset(block.text, 'x', block.length);
    assert_int_equal(block_close(public_key, &block, entropy, &sealed, NULL), RC_OK);
    assert_int_equal(block_open(public_key, secret_key, &sealed, &opened, NULL), RC_OK);
    assert_int_equal(opened.length, block.length);
    assert_memory_equal(opened.text, block.text, block.length);
    block.length++;
    assert_int_equal(block_close(public_key, &block, entropy, &sealed, NULL), RC_TOO_LONG);
}

TEST(a_private_answer_is_read_by_its_player_alone)
{
    unsigned char seed[KEY_BYTES] = {1}, other[KEY_BYTES] = {2}, pen[KEY_BYTES];
    unsigned char entropy[KEY_BYTES] = {3};
    OWN(buf) long_text = {0};

    pen_public(seed, pen);
    for (unsigned i = 0; i < 300; i++)
        buf_printf(&long_text, "line %u: your card is 3\n", i);
    for (unsigned i = 0; i < MANGLES; i++) {
        OWN(buf) text = {0}, out = {0}, told = {0};
        size_t from = 0;

        assert_int_equal(private_close(pen, entropy, long_text.at, long_text.length, &text, NULL),
                         RC_OK);
        assert_null(strstr(buf_text(&text), "card"));
        mangles[i](buf_text(&text), &out);
        assert_int_equal(private_open(seed, buf_text(&out), out.length, &from, &told, NULL), RC_OK);
        assert_int_equal(told.length, long_text.length);
        assert_memory_equal(told.at, long_text.at, told.length);
        assert_int_equal(private_open(seed, buf_text(&out), out.length, &from, &told, NULL),
                         RC_NOT_FOUND);
        from = 0;
        assert_int_equal(private_open(other, buf_text(&out), out.length, &from, &told, NULL),
                         RC_BAD_SEAL);
        from = 0;
        assert_int_equal(private_open(seed, buf_text(&out), out.length / 2, &from, &told, NULL),
                         RC_BAD_INPUT);
    }
}

TEST(private_answers_fit_where_they_are_said_to)
{
    unsigned char seed[KEY_BYTES] = {1}, pen[KEY_BYTES], entropy[KEY_BYTES] = {3};

    pen_public(seed, pen);
    assert_int_equal(private_room(1000), 0);
    for (size_t post = 2500; post < 60000; post += 777) {
        size_t room = private_room(post);
        OWN_MEMORY char *letters = calloc(1, room + 1);
        OWN(buf) text = {0};

        assert_true(letters && room > 0);
        memset(letters, 'x', room);
        assert_int_equal(private_close(pen, entropy, letters, room, &text, NULL), RC_OK);
        assert_true(text.length <= post);
    }
}

TESTS(start, NULL)
