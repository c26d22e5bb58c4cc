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
#include "tests/record/attack.h"
#include "tests/toy/toy.h"
#include "tests/test.h"

OWN_FREED(join)

/* Two games of two seats: two players; seat 2 of the house. */
static struct playing people, house;
/* The last entry before the gap, the entry that declares it, and the order that came behind it. */
static unsigned before, lost;
static struct row order;
static const char *why;

static void play(struct playing *playing, const struct playing_plan *plan)
{
    const struct game_file file = {"toy.tiles", toy_tiles_text, strlen(toy_tiles_text)};

    for (uint64_t seed = 1;; seed++) {
        bool has = false;

        playing_start(playing, &toy_game, &file, 1, plan, seed);
        while (playing_step(playing))
            ;
        for (unsigned n = 0; n < playing->entry_count && playing->is_finished; n++)
            has |= strstr(playing->entry[n].text, " order bid ") != NULL;
        if (has)
            return;
        playing_fini(playing);
    }
}

static int start(void **state)
{
    const struct playing_plan two = {.seats = TOY_SEATS, .is_quiet = true},
                              one = {.seats = TOY_SEATS, .is_quiet = true, .house = 2};

    (void)state;
    edit = calloc(1, sizeof *edit);
    if (!edit || secret_start(NULL))
        return -1;
    play(&people, &two);
    play(&house, &one);
    return 0;
}

static int finish(void **state)
{
    (void)state;
    free(edit);
    playing_fini(&people);
    playing_fini(&house);
    return 0;
}

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
    attack_load(all, &people);
    attack_load(edit, &people);
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
    lose(&people, 3);
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
    assert_int_equal(record_write(&record, playing_sign, &people, &again, NULL), RC_OK);
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

    lose(&house, 1);
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

    lose(&people, 3);
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

/* The number of a row behind the gap, and of the last one, which is wrong unless `edit->wrong` says
 * another; `why` stands in what is said of it. */
static unsigned number_of(unsigned n)
{
    return lost + n - before - 1;
}

static unsigned last(void)
{
    return edit->wrong ? edit->wrong : number_of(edit->count);
}

static void order_before_anybody_agreed(void)
{
    lose(&people, 3);
    go_on_with(&order);
    why = "when every player agreed";
}

static void order_before_all_agreed(void)
{
    lose(&people, 3);
    say_of("seat/1 agree go-on %u", lost);
    go_on_with(&order);
    why = "when every player agreed";
}

static void consent_of_the_house_in_place_of_the_players(void)
{
    lose(&house, 3);
    say_of("seat/2 agree go-on %u", lost);
    go_on_with(&order);
    why = "when every player agreed";
}

static void consent_to_another_gap(void)
{
    lose(&people, 3);
    say_of("seat/1 agree go-on %u", lost - 1);
    why = "when every player agreed";
}

static void consent_to_the_gap_before(void)
{
    lose_and_agree();
    say_of("keeper lost from=%u to=%u", lost + 3, lost + 4);
    lost += 2; /* the numbers from here on */
    say_of("seat/1 agree go-on %u", lost - 2);
    why = "when every player agreed";
}

static void an_undo_is_agreed_to_meanwhile(void)
{
    lose(&people, 3);
    say_of("seat/1 agree undo %u", before);
    why = "when every player agreed";
}

static void order_after_one_declined(void)
{
    lose(&people, 3);
    say_of("seat/1 agree go-on %u", lost);
    say_of("seat/1 decline go-on %u", lost);
    say_of("seat/2 agree go-on %u", lost);
    go_on_with(&order);
    why = "when every player agreed";
}

static void a_draw_meanwhile(void)
{
    lose(&people, 3);
    say("table draw toy/deck deck 2");
    why = "when every player agreed";
}

static void a_clock_that_runs_meanwhile(void)
{
    lose(&people, 3);
    say("table due decision=17 seat/1 2027-01-01T00:00:00Z");
    why = "when every player agreed";
}

static void the_table_ends_it_meanwhile(void)
{
    lose(&people, 3);
    say("table end void");
    why = "when every player agreed";
}

static void the_keeper_takes_back_meanwhile(void)
{
    lose(&people, 3);
    say_of("keeper undo to=%u", before - 1);
    why = "when every player agreed";
}

static void lines_are_left_meanwhile(void)
{
    struct row row = {.seals = 4};

    lose(&people, 3);
    for (unsigned i = 0; i < 4; i++) {
        snprintf(row.seal[i].name, sizeof row.seal[i].name, "own/1/%u", i + 1);
        row.seal[i].seat = 1;
        attack_commit(&row.seal[i]);
    }
    snprintf(row.text, sizeof row.text, "%.20s seat/1 own [own/1/1] [own/1/2] [own/1/3] [own/1/4]",
             attack_row(edit->count)->text);
    go_on_with(&row);
    why = "when every player agreed";
}

static void consent_of_who_left(void)
{
    lose(&people, 3);
    say_of("seat/1 agree go-on %u", lost);
    say("keeper seat seat/1=player");
    say_of("seat/2 agree go-on %u", lost);
    go_on_with(&order);
    why = "when every player agreed";
}

/* The house takes the seat of who has not agreed, for a moment. */
static void consent_spared_by_the_house(void)
{
    lose(&people, 3);
    say_of("seat/1 agree go-on %u", lost);
    say("keeper seat seat/2=house");
    say("keeper seat seat/2=player");
    go_on_with(&order);
    why = "when every player agreed";
}

/* The same while nobody plays at all. */
static void consent_spared_of_all(void)
{
    lose(&people, 3);
    say("keeper seat seat/1=house");
    say("keeper seat seat/2=house");
    say("keeper seat seat/1=player");
    say("keeper seat seat/2=player");
    say_of("seat/1 agree go-on %u", lost);
    go_on_with(&order);
    why = "when every player agreed";
}

static void an_order_signed_in_the_gap(void)
{
    unsigned char signature[SIGNATURE_BYTES] = {1}, pen[KEY_BYTES];
    char sign[BASE32_SIGNATURE_BYTES], key[BASE32_HASH_BYTES];
    unsigned question = 0, seat = 0;
    const char *words;
    struct row row;

    lose_and_agree();
    row = order;
    words = strstr(order.text, "seat/");
    assert_int_equal(sscanf(words, "seat/%u order bid [bid/%u/", &seat, &question), 2);
    assert_true(keys_public(people.keys, 1, pen));
    say_of("seat/%u pen %s", seat, base32_write(pen, KEY_BYTES, key));
    snprintf(row.text, sizeof row.text, "%.20s seat/%u order sign=%u/%u/%s %s", order.text, seat,
             question, lost - 1, base32_write(signature, SIGNATURE_BYTES, sign),
             strstr(order.text, "bid ["));
    go_on_with(&row);
    why = "that is declared lost";
}

static void a_draw_behind_the_gap_is_another(void)
{
    char opening[24], first[8];
    unsigned n, count;

    lose_a_draw();
    n = attack_find(" draw toy/deck ", "");
    count = attack_row(n)->seals;
    text_copy(first, sizeof first, attack_row(n)->seal[0].payload);
    for (unsigned i = 0; i < count; i++) {
        attack_reseal(n, i, i + 1 < count ? attack_row(n)->seal[i + 1].payload : first);
        snprintf(opening, sizeof opening, " open deck/%u ", i + 1);
        for (unsigned k = 1; k <= edit->count; k++)
            if (strstr(attack_row(k)->text, opening))
                attack_write_opening(attack_row(k), &attack_row(n)->seal[i]);
    }
    edit->wrong = number_of(n);
    why = "not what the seed gives";
}

static void declared_lost_what_stands(void)
{
    lose(&people, 3);
    edit->count--;
    lost = before + 1;
    say_of("keeper lost from=%u to=%u", before, before);
    why = "that stand in the log";
}

/* The entry that declares it says that more was lost: none of these forms is read. */
static void say_lost(const char *from, const char *to)
{
    char words[96];
    struct row *row = attack_row(edit->count);

    snprintf(words, sizeof words, "%.20s keeper lost from=%s to=%s", row->text, from, to);
    text_copy(row->text, sizeof row->text, words);
}

static void a_gap_that_ends_before_it_begins(void)
{
    lose(&people, 3);
    say_lost("9", "7");
    edit->wrong = before + 1;
    why = "lost";
}

static void a_gap_declared_twice(void)
{
    lose(&people, 3);
    say_of("keeper lost from=%u to=%u", before + 1, lost - 1);
    edit->wrong = lost + 1;
    why = "lost";
}

static void a_gap_inside_a_gap(void)
{
    lose(&people, 3);
    say_of("keeper lost from=%u to=%u", before + 2, lost - 1);
    edit->wrong = lost + 1;
    why = "lost";
}

static void consent_older_than_the_gap(void)
{
    char words[64];

    lose(&people, 3);
    snprintf(words, sizeof words, "seat/1 agree came=%.20s go-on %%u", attack_row(1)->text);
    say_of(words, lost);
    edit->wrong = lost + 1;
    why = "older than what it answers";
}

/* A finished game, up to its entry `end`, and a gap behind it. */
static void lose_behind_the_end(void)
{
    attack_load(edit, &people);
    before = edit->count = attack_find(" end ", "");
    lost = before + 3;
    say_of("keeper lost from=%u to=%u", before + 1, before + 2);
}

static void the_end_is_taken_back_over_a_gap(void)
{
    lose_behind_the_end();
    say_of("keeper undo to=%u", before - 1);
    why = "after the end";
}

static void lose_before_luck_was_fixed(void)
{
    attack_load(edit, &people);
    before = edit->count = attack_find(" lucks ", "") - 1;
    lost = before + 3;
    say_of("keeper lost from=%u to=%u", before + 1, before + 2);
}

static void other_luck_behind_a_gap(void)
{
    lose_before_luck_was_fixed();
    say_of("seat/1 agree go-on %u", lost);
    why = "as void";
}

static void a_winner_behind_a_gap_in_the_luck(void)
{
    lose_before_luck_was_fixed();
    say("keeper end won seat/1");
    why = "as void";
}

static void undo_over_the_gap(void)
{
    lose_and_agree();
    say_of("keeper undo to=%u", before);
    why = "cannot take back lost";
}

static void undo_into_the_gap(void)
{
    lose_and_agree();
    say_of("keeper undo to=%u", lost - 1);
    why = "to an entry that stands";
}

static void lost_before_the_roster(void)
{
    lose(&people, 3);
    edit->count = before = 0;
    lost = 4;
    snprintf(order.text + 20, sizeof order.text - 20,
             " keeper lost from=1 to=3"); /* its time stays */
    order.seals = 0;
    go_on_with(&order);
    why = "before the roster";
}

#define LIE(name)                                                                                  \
    {                                                                                              \
#name, name                                                                                \
    }
static const struct {
    const char *name;
    void (*make)(void);
} lies[] = {
    LIE(order_before_anybody_agreed),
    LIE(order_before_all_agreed),
    LIE(consent_of_the_house_in_place_of_the_players),
    LIE(consent_to_another_gap),
    LIE(consent_to_the_gap_before),
    LIE(consent_older_than_the_gap),
    LIE(order_after_one_declined),
    LIE(an_undo_is_agreed_to_meanwhile),
    LIE(a_draw_meanwhile),
    LIE(a_clock_that_runs_meanwhile),
    LIE(the_table_ends_it_meanwhile),
    LIE(the_keeper_takes_back_meanwhile),
    LIE(lines_are_left_meanwhile),
    LIE(consent_of_who_left),
    LIE(consent_spared_by_the_house),
    LIE(consent_spared_of_all),
    LIE(an_order_signed_in_the_gap),
    LIE(a_draw_behind_the_gap_is_another),
    LIE(declared_lost_what_stands),
    LIE(a_gap_that_ends_before_it_begins),
    LIE(a_gap_declared_twice),
    LIE(a_gap_inside_a_gap),
    LIE(the_end_is_taken_back_over_a_gap),
    LIE(other_luck_behind_a_gap),
    LIE(a_winner_behind_a_gap_in_the_luck),
    LIE(undo_over_the_gap),
    LIE(undo_into_the_gap),
    LIE(lost_before_the_roster),
};

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
    attack_load(all, &people);
    lose_behind_the_end();
    for (unsigned n = before + 1; n <= all->count; n++)
        go_on_with(&all->row[n - 1]);
    verify(&found, &text);
    assert_true(found.finished);
    assert_int_equal(found.count[VERIFY_LOST][VERIFY_UNPROVED], 2);
    verify_fini(&found);
}

static void expect_refused(const char *name, const struct buf *text, unsigned wrong)
{
    OWN(verify) found = {0};

    assert_int_equal(verify_bytes(text->at, text->length, toy_find, &found, NULL), RC_OK);
    if (found.is_good || found.bad_entry != wrong || !strstr(found.err.text, why))
        fail_msg("%s: entry %u in place of %u: %s", name, (unsigned)found.bad_entry, wrong,
                 found.is_good ? "it was taken" : found.err.text);
}

TEST(a_lying_server_is_found_out)
{
    for (size_t i = 0; i < sizeof lies / sizeof lies[0]; i++) {
        OWN(buf) text = {0};

        lies[i].make();
        attack_compose(&text);
        attack_dump(lies[i].name, &text);
        expect_refused(lies[i].name, &text, last());
    }
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
    assert_true(playing_sign(&people, digest, signature));
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

    chain_start(&genesis, people.genesis_text, people.genesis_length);
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

    attack_load(edit, &people);
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

    attack_load(edit, &people);
    edit->count = attack_find(" order bid ", "") + 3;
    attack_compose(&old);
    lose(&people, 3);
    attack_compose(&new);
    join = join_of(&old, &new, &joined);
    assert_false(join_is_good(join));
}

TESTS(start, finish)
