/* SPDX-License-Identifier: MIT */
/* Entries that are declared lost: how a game goes on behind them, and the lies of a server about
 * it, each signed with its own key, refused and named. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "record/delta.h"
#include "record/join.h"
#include "record/record_p.h"
#include "record/verify.h"
#include "seal/encode.h"
#include "seal/keys.h"
#include "tests/record/lying.h"
#include "tests/toy/toy.h"
#include "tests/test.h"

OWN_FREED(join)

/* The last entry before the gap, the entry that declares it, and the order that came behind it. */
#define before LYING_KEPT('b')
#define lost   LYING_KEPT('l')
static struct row order;

/* Put an entry at the end. */
static void say(const char *rest)
{
    attack_insert_text(edit->count + 1, rest);
}

__attribute__((format(printf, 1, 2))) static void say_of(const char *form, ...)
{
    char words[96];
    va_list args;

    va_start(args, form);
    vsnprintf(words, sizeof words, form, args);
    va_end(args);
    say(words);
}

static void go_on_with(const struct row *row)
{
    attack_insert(edit->count + 1, row);
}

static void lose(struct playing *playing, unsigned entries)
{
    unsigned n;

    attack_load(edit, playing);
    n = attack_find(" order bid ", "");
    order = *attack_row(n);
    before = edit->count = n - 1;
    lost = before + entries + 1;
    say_of("keeper lost from=%u to=%u", before + 1, lost - 1);
}

/* The whole game with a gap where its first draw stood; that and all behind it once more. */
static void lose_a_draw(void)
{
    OWN_MEMORY struct edit *all = calloc(1, sizeof *all);
    unsigned n;

    assert_non_null(all);
    attack_load(all, &lying_bare);
    attack_load(edit, &lying_bare);
    n = attack_find(" draw toy/deck ", "");
    before = edit->count = n - 1;
    lost = before + 2;
    say_of("keeper lost from=%u to=%u", lost - 1, lost - 1);
    say_of("seat/1 agree go-on %u", lost);
    say_of("seat/2 agree go-on %u", lost);
    for (; n <= all->count; n++)
        go_on_with(&all->row[n - 1]);
}

static void lose_and_agree(void)
{
    lose(&lying_bare, 3);
    say_of("seat/1 agree go-on %u", lost);
    say_of("seat/2 agree go-on %u", lost);
}

static void verify(struct verify *found, struct buf *text)
{
    attack_compose(text);
    assert_int_equal(verify_bytes(text->at, text->length, toy_find, found, NULL), RC_OK);
    if (!found->is_good)
        fail_msg("%s", found->err.text);
}

TEST(a_game_goes_on_behind_lost_entries_when_all_agreed)
{
    OWN(verify) found = {0};
    struct record record;
    OWN(buf) text = {0}, again = {0};
    struct chain at;

    lose_and_agree();
    go_on_with(&order);
    verify(&found, &text);
    assert_int_equal(found.entries, lost + 3);
    assert_int_equal(found.end.number, lost + 3);
    assert_int_equal(found.count[VERIFY_LOST][VERIFY_UNPROVED], 3);
    assert_true(replay_is_lost(found.replay, before + 1));
    assert_true(replay_is_lost(found.replay, lost - 1));
    assert_false(replay_is_lost(found.replay, lost));
    assert_int_equal(replay_lost(found.replay), 0);

    assert_int_equal(record_read(text.at, text.length, &record, NULL), RC_OK);
    assert_int_equal(record.entry_count, lost + 3);
    assert_true(verify_entry_hash(&record, lost, &at));
    assert_int_equal(at.number, lost);
    assert_int_equal(record_write(&record, playing_sign, &lying_bare, &again, NULL), RC_OK);
    assert_string_equal(buf_text(&again), buf_text(&text));
    record_fini(&record);
}

TEST(what_is_drawn_again_comes_out_as_it_did)
{
    OWN(verify) found = {0};
    OWN(buf) text = {0};

    lose_a_draw();
    verify(&found, &text);
    assert_true(found.finished);
    assert_int_equal(found.count[VERIFY_LOST][VERIFY_UNPROVED], 1);
}

TEST(a_seat_of_the_house_need_not_agree)
{
    OWN(verify) found = {0};
    OWN(buf) text = {0};

    lose(&lying_house, 1);
    say_of("seat/1 agree go-on %u", lost);
    go_on_with(&order);
    verify(&found, &text);
}

TEST(entries_may_be_lost_again_behind_a_gap)
{
    OWN(verify) found = {0};
    OWN(buf) text = {0};

    lose_and_agree();
    say_of("keeper lost from=%u to=%u", lost + 3, lost + 3);
    say_of("seat/2 agree go-on %u", lost + 4);
    say_of("seat/1 agree go-on %u", lost + 4);
    go_on_with(&order);
    verify(&found, &text);
    assert_int_equal(found.count[VERIFY_LOST][VERIFY_UNPROVED], 4);
}

TEST(the_keeper_may_end_it_in_place_of_consent)
{
    OWN(verify) found = {0};
    OWN(buf) text = {0};

    lose(&lying_bare, 3);
    say("keeper end void");
    verify(&found, &text);
}

TEST(who_sits_down_later_need_not_agree)
{
    OWN(verify) found = {0};
    OWN(buf) text = {0};

    lose_and_agree();
    say("keeper seat seat/2=house");
    say("keeper seat seat/2=player");
    go_on_with(&order);
    verify(&found, &text);
}

/* ---- lies ---- */

static void lose_three(void)
{
    lose(edit->playing, 3);
}

static void add_order(void)
{
    go_on_with(&order);
}

static void own_lines(void)
{
    struct row row = {.seals = 4};

    for (unsigned i = 0; i < 4; i++) {
        snprintf(row.seal[i].name, sizeof row.seal[i].name, "own/1/%u", i + 1);
        row.seal[i].seat = 1;
        attack_commit(&row.seal[i]);
    }
    snprintf(row.text, sizeof row.text, "%.20s seat/1 own [own/1/1] [own/1/2] [own/1/3] [own/1/4]",
             attack_row(edit->count)->text);
    go_on_with(&row);
}

static void signed_order(void)
{
    unsigned char signature[SIGNATURE_BYTES] = {1}, pen[KEY_BYTES];
    char sign[BASE32_SIGNATURE_BYTES], key[BASE32_HASH_BYTES];
    unsigned question = 0, seat = 0;
    struct row row = order;

    assert_int_equal(
        sscanf(strstr(order.text, "seat/"), "seat/%u order bid [bid/%u/", &seat, &question), 2);
    assert_true(keys_public(lying_bare.keys, 1, pen));
    say_of("seat/%u pen %s", seat, base32_write(pen, KEY_BYTES, key));
    snprintf(row.text, sizeof row.text, "%.20s seat/%u order sign=%u/%u/%s %s", order.text, seat,
             question, lost - 1, base32_write(signature, SIGNATURE_BYTES, sign),
             strstr(order.text, "bid ["));
    go_on_with(&row);
}

/* A finished game, up to its entry `end`, and a gap behind it. */
static void lose_behind_the_end(void)
{
    attack_load(edit, &lying_bare);
    before = edit->count = attack_find(" end ", "");
    lost = before + 3;
    say_of("keeper lost from=%u to=%u", before + 1, before + 2);
}

static void lose_before_luck_was_fixed(void)
{
    attack_load(edit, &lying_bare);
    before = edit->count = attack_find(" lucks ", "") - 1;
    lost = before + 3;
    say_of("keeper lost from=%u to=%u", before + 1, before + 2);
}

TEST(a_lying_server_is_found_out)
{
    static const struct lying_game games[] = {
        {"bare", &lying_bare}, {"house", &lying_house}, {NULL, NULL}};
    static const struct lying_more more[] = {
        {"lose", lose_three},
        {"lose_and_agree", lose_and_agree},
        {"lose_a_draw", lose_a_draw},
        {"lose_behind_the_end", lose_behind_the_end},
        {"lose_before_luck_was_fixed", lose_before_luck_was_fixed},
        {"order", add_order},
        {"own_lines", own_lines},
        {"signed_order", signed_order},
        {NULL, NULL},
    };

    lying_find_out_file("lost", games, more);
}

TEST(a_gap_in_the_luck_ends_the_game_and_one_behind_the_end_asks_nobody)
{
    OWN_MEMORY struct edit *all = calloc(1, sizeof *all);
    OWN(buf) text = {0};
    struct verify found;

    assert_non_null(all);
    lose_before_luck_was_fixed();
    say_of("keeper lost from=%u to=%u", lost + 1, lost + 2);
    say("keeper end void");
    verify(&found, &text);
    assert_true(found.over);
    verify_fini(&found);
    buf_clear(&text);
    /* what opened the game was lost, and is said again */
    attack_load(all, &lying_bare);
    lose_behind_the_end();
    for (unsigned n = before + 1; n <= all->count; n++)
        go_on_with(&all->row[n - 1]);
    verify(&found, &text);
    assert_true(found.finished);
    assert_int_equal(found.count[VERIFY_LOST][VERIFY_UNPROVED], 2);
    verify_fini(&found);
}

/* Put other words everywhere in place of some in a file. */
static void replace_all(struct buf *text, const char *old, const char *new)
{
    struct buf out = {0};

    for (const char *at = buf_text(text), *next; at; at = next ? next + strlen(old) : NULL) {
        next = strstr(at, old);
        buf_put_bytes(&out, at, next ? (size_t)(next - at) : strlen(at));
        buf_put(&out, next ? new : "");
    }
    buf_fini(text);
    *text = out;
}

static void replace_hash(struct buf *text, const struct hash *old, const struct hash *new)
{
    char right[BASE32_HASH_BYTES], wrong[BASE32_HASH_BYTES];

    replace_all(text, base32_write(old->at, HASH_BYTES, right),
                base32_write(new->at, HASH_BYTES, wrong));
}

/* From a line that begins so to its end. */
static void sign_anew(struct buf *text, const char *word, const struct hash *digest)
{
    unsigned char signature[SIGNATURE_BYTES];
    char sign[BASE32_SIGNATURE_BYTES], *at = strstr(text->at, word);

    assert_non_null(at);
    assert_true(playing_sign(&lying_bare, digest, signature));
    memcpy(at + strlen(word), base32_write(signature, SIGNATURE_BYTES, sign), sizeof sign - 1);
}

/* The entry that declares others lost follows the last but one: chained so, and so on from there,
 * and signed. */
static void chain_elsewhere(struct buf *text)
{
    struct hash old[ATTACK_ROWS_MAX], digest;
    struct record record;
    struct chain chain, last_but_one = {0}, at;
    uint32_t count;

    assert_int_equal(record_read(text->at, text->length, &record, NULL), RC_OK);
    record_chain(&record, &at);
    count = record.entry_count;
    assert_true(count < ATTACK_ROWS_MAX);
    chain_start(&chain, record.genesis, record.genesis_length);
    for (uint32_t i = 0; i < count; i++) {
        old[i] = record.entry[i].after;
        if (i + 1 == before)
            last_but_one = chain;
        if (i + 1 == lost)
            chain.entry = last_but_one.entry;
        record_append(&record, i, &chain);
        if (i + 1 >= lost)
            replace_hash(text, &old[i], &chain.entry);
    }
    record_fini(&record);
    chain_head(&chain, &digest);
    sign_anew(text, "\nsign ", &digest);
    chain_export(&chain.genesis, text->at, (size_t)(strstr(text->at, "\nexport ") + 1 - text->at),
                 &digest);
    sign_anew(text, "\nexport ", &digest);
}

TEST(lost_entries_chained_elsewhere_are_found_out)
{
    OWN(buf) text = {0};

    lose_and_agree();
    go_on_with(&order);
    attack_compose(&text);
    chain_elsewhere(&text);
    attack_dump("lost_chained_elsewhere", &text);
    attack_expect("lost entries chained elsewhere", &text, false, lost);
}

/* Put other words in place of the first ones in a file, and read it. */
static void expect_unread(const struct buf *text, const char *old, const char *new)
{
    const char *at = strstr(buf_text(text), old);
    struct record record;
    OWN(buf) lie = {0};

    assert_non_null(at);
    buf_put_bytes(&lie, text->at, (size_t)(at - text->at));
    buf_put(&lie, new);
    buf_put(&lie, at + strlen(old));
    assert_int_equal(record_read(lie.at, lie.length, &record, NULL), RC_BAD_INPUT);
    record_fini(&record);
}

TEST(numbers_of_a_gap_are_never_used)
{
    char right[64], wrong[64];
    OWN(buf) text = {0};

    lose_and_agree();
    go_on_with(&order);
    attack_compose(&text);
    /* a jump without a word, and a number of the gap */
    for (unsigned n = 2; n < lost + 3; n++) {
        snprintf(right, sizeof right, "\n%u 2", lost + 3);
        snprintf(wrong, sizeof wrong, "\n%u 2", n);
        expect_unread(&text, right, wrong);
    }
    snprintf(wrong, sizeof wrong, "\n%u 2", lost + 4);
    expect_unread(&text, right, wrong);
    /* a gap that is not right behind what stands, or not right before its entry */
    snprintf(right, sizeof right, "lost from=%u to=%u", before + 1, lost - 1);
    for (int from = -1; from <= 1; from++)
        for (int to = -1; to <= 1; to++) {
            snprintf(wrong, sizeof wrong, "lost from=%d to=%d", (int)before + 1 + from,
                     (int)lost - 1 + to);
            if (from || to)
                expect_unread(&text, right, wrong);
        }
    snprintf(wrong, sizeof wrong, "lost from=%u to=%u", before + 1, 4000000000u);
    expect_unread(&text, right, wrong);
}

/* ---- letters ---- */

static void add(struct join *join, const struct buf *text, unsigned letter)
{
    struct record record;
    struct delta delta;

    assert_int_equal(record_read(text->at, text->length, &record, NULL), RC_OK);
    delta_of_record(&record, &delta);
    assert_int_equal(join_add(join, &delta, letter, NULL), RC_OK);
}

static struct join *join_of(const struct buf *a, const struct buf *b, struct buf *out)
{
    struct chain genesis;
    struct join *join;

    chain_start(&genesis, lying_bare.genesis_text, lying_bare.genesis_length);
    join = join_new(&genesis.genesis);
    assert_non_null(join);
    add(join, a, 1);
    if (b)
        add(join, b, 2);
    assert_int_equal(join_run(join, 1, out, NULL), RC_OK);
    return join;
}

TEST(letters_of_lost_entries_are_no_second_history)
{
    OWN(buf) old = {0}, new = {0}, joined = {0};
    const struct join_finding *finding;
    struct verify found;

    attack_load(edit, &lying_bare);
    edit->seat = 1;
    edit->count = attack_find(" order bid ", "") + 2; /* three entries of what is lost, one not */
    attack_compose(&old);
    lose_and_agree();
    edit->seat = 1;
    go_on_with(&order);
    attack_compose(&new);
    for (int turn = 0; turn < 2; turn++) {
        struct join *join = turn ? join_of(&new, &old, &joined) : join_of(&old, &new, &joined);

        assert_true(join_is_good(join));
        assert_int_equal(join_findings(join, &finding), 1);
        assert_int_equal(finding->fault, JOIN_LOST);
        assert_int_equal(finding->first, before + 1);
        assert_int_equal(finding->last, lost - 1);
        assert_int_equal(finding->letter, turn ? 2 : 1);
        assert_int_equal(finding->other, turn ? 1 : 2);
        assert_int_equal(join_end(join), lost + 3);
        assert_int_equal(verify_bytes(joined.at, joined.length, toy_find, &found, NULL), RC_OK);
        assert_true(found.is_good);
        verify_fini(&found);
        join_free(join);
        buf_clear(&joined);
    }
}

/* The server signed entry `lost` before and declares only those before it lost. */
TEST(a_gap_that_hides_too_little_is_a_second_history)
{
    OWN(buf) old = {0}, new = {0}, joined = {0};
    OWN_AT(join) join = NULL;

    attack_load(edit, &lying_bare);
    edit->count = attack_find(" order bid ", "") + 3;
    attack_compose(&old);
    lose(&lying_bare, 3);
    attack_compose(&new);
    join = join_of(&old, &new, &joined);
    assert_false(join_is_good(join));
}

TESTS(lying_start, lying_stop)
