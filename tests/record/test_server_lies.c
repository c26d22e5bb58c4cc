/* SPDX-License-Identifier: MIT */
/* Lies of a server about luck, words, the end and undo: each signed with its own key, refused and
 * named. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "record/verify.h"
#include "seal/encode.h"
#include "tests/record/lying.h"
#include "tests/toy/toy.h"
#include "tests/test.h"

#define HASH  "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
#define SIGN  HASH "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
#define AT    "2026-11-21T22:30:00Z "
#define LINES "[own/1/3] [own/1/4] [own/1/5] [own/1/6]"

/* ---- lies ---- */

static void words_that_are_not_the_hashs(void)
{
    edit->wrong = attack_find(" luck words ", "");
    attack_reseal(edit->wrong, 0, "other words");
}

static void words_of_201_bytes(void)
{
    char words[202];

    memset(words, 'x', 201);
    words[201] = '\0';
    edit->wrong = attack_find(" luck words ", "");
    attack_reseal(edit->wrong, 0, words);
}

static void lucks_of_another_hash(void)
{
    char *value;

    edit->wrong = attack_find(" lucks ", "");
    value = strstr(attack_row(edit->wrong)->text, "1=words ") + strlen("1=words ");
    *value = *value == 'b' ? 'c' : 'b';
}

static void luck_said_for_a_silent_player(void)
{
    const char *value = strstr(attack_row(2)->text, "words ") + 6;
    char said[80];

    snprintf(said, sizeof said, "1=words %.52s", value);
    attack_drop(2);
    edit->wrong = attack_find(" lucks ", "");
    attack_replace(edit->wrong, said, "1=none");
}

static void sealed_luck_that_is_words(void)
{
    lying_say(attack_find(" luck sealed ", ""), "luck/", "quiet words");
}

static void sealed_luck_of_51_letters(void)
{
    char payload[64];
    const unsigned n = attack_find(" luck sealed ", "");

    text_copy(payload, 52, lying_seal(n, "luck/")->payload);
    lying_say(n, "luck/", payload);
}

static void luck_from_before_the_game(void)
{
    edit->wrong = attack_find(" luck words ", "");
    attack_replace(edit->wrong, "luck words", "luck came=2020-01-01T00:00:00Z words");
}

/* ---- letters older than what they answer ---- */

/* The last order that no line gave, and no letter that came in earlier. */
static unsigned last_order(void)
{
    unsigned n = edit->count;

    while (!strstr(attack_row(n)->text, " order bid "))
        n--;
    return n;
}

/* Entry n, "order" or "agree", says that it came in when entry `then` was logged. */
static void came(unsigned n, unsigned then, const char *kind)
{
    char old[16], new[64];

    snprintf(old, sizeof old, " %s ", kind);
    snprintf(new, sizeof new, " %s came=%.20s ", kind, attack_row(then)->text);
    attack_replace(n, old, new);
    edit->wrong = n;
}

/* This happens at the time of the last order. Returns its number. */
static unsigned happens_before_it(const char *words)
{
    const unsigned n = last_order();

    attack_insert_text(n, words);
    memcpy(attack_row(n)->text, attack_row(n + 1)->text, 20);
    return n;
}

static void an_order_older_than_the_game(void)
{
    edit->wrong = last_order();
    attack_replace(edit->wrong, " order ", " order came=2020-01-01T00:00:00Z ");
}

static void an_order_older_than_its_question(void)
{
    came(last_order(), attack_find(" lucks ", ""), "order");
}

static void an_order_older_than_an_undo(void)
{
    char words[32];
    unsigned n;

    snprintf(words, sizeof words, "keeper undo to=%u", last_order() - 1);
    n = happens_before_it(words);
    came(n + 1, n - 1, "order");
}

static void an_order_older_than_its_person(void)
{
    char words[32];
    unsigned n;

    snprintf(words, sizeof words, "keeper seat %.6s=player", attack_row(last_order())->text + 21);
    n = happens_before_it(words);
    came(n + 1, n - 1, "order");
}

static void consent_older_than_the_move_that_it_takes_back(void)
{
    char words[32];
    const unsigned n = last_order();

    snprintf(words, sizeof words, "seat/1 agree undo %u", n - 1);
    attack_insert_text(n, words);
    came(n, attack_find(" lucks ", ""), "agree");
}

static void consent_older_than_the_clocks(void)
{
    const unsigned n = happens_before_it("keeper clock pause");

    attack_insert_text(n + 1, "seat/1 agree resume");
    came(n + 1, n - 1, "agree");
}

static void luck_kept_for_the_next_person(void)
{
    attack_insert_text(attack_find(" lucks ", ""), "keeper seat seat/1=player");
    edit->wrong = attack_find(" lucks ", "");
}

static void void_while_luck_may_come(void)
{
    edit->wrong = attack_find(" lucks ", "");
    attack_insert_text(edit->wrong, "table end void luck-missing seat/1");
}

static void seats_that_change_places(void)
{
    struct row row = {.seals = 1};
    const struct playing_seal *ben = &attack_row(1)->seal[1];

    edit->wrong = attack_find(" end ", "");
    row.seal[0] = *ben;
    row.seal[0].seat = 1;
    snprintf(row.seal[0].name, sizeof row.seal[0].name, "person/1/%u", edit->wrong);
    attack_commit(&row.seal[0]);
    snprintf(row.text, sizeof row.text, "%.20s keeper seat seat/1=player [%s]",
             attack_row(edit->wrong - 1)->text, row.seal[0].name);
    attack_insert(edit->wrong, &row);
}

static void house_gives_luck(void)
{
    edit->wrong = attack_find(" lucks ", "");
    attack_insert_text(edit->wrong, "seat/2 luck none");
}

static void house_counts_as_a_player(void)
{
    edit->wrong = attack_find(" lucks ", "");
    attack_replace(edit->wrong, "2=house", "2=none");
}

static void words_left_out(void)
{
    edit->is_for_all = true;
    edit->wrong = attack_find(" luck words ", "");
    lying_seal(edit->wrong, "words/")->is_held = true;
}

static void a_bid_is_gone(void)
{
    edit->is_for_all = true;
    edit->wrong = attack_find(" order ", "[bid/");
    lying_seal(edit->wrong, "bid/")->is_erased = true;
}

static void luck_is_gone(void)
{
    edit->is_for_all = true;
    edit->wrong = attack_find(" luck sealed", "");
    lying_seal(edit->wrong, "luck/")->is_erased = true;
}

static void a_whole_file_with_something_gone(void)
{
    edit->wrong = attack_find(" luck words ", "");
    lying_seal(edit->wrong, "words/")->is_erased = true;
}

static void undo_that_the_house_did_not_agree_to(void)
{
    char words[64];
    const unsigned order = attack_find(" order bid ", "");

    snprintf(words, sizeof words, "seat/1 agree undo %u", order - 1);
    attack_insert_text(order + 1, words);
    snprintf(words, sizeof words, "table undo to=%u", order - 1);
    edit->wrong = order + 2;
    attack_insert_text(edit->wrong, words);
}

/* The house of seat 2 agrees to take back an entry that it may not. */
static void house_agrees_over(const char *kind)
{
    char words[64];
    const unsigned number = attack_find(kind, "");

    snprintf(words, sizeof words, "seat/2 agree undo %u", number - 1);
    edit->wrong = number + 1;
    attack_insert_text(edit->wrong, words);
}

static void house_agrees_over_a_draw(void)
{
    house_agrees_over(" draw ");
}

static void house_agrees_over_an_opening(void)
{
    house_agrees_over(" open bid/");
}

static void a_move_between_consent_and_undo(void)
{
    char words[64];
    const unsigned order = attack_find(" order bid ", "");

    for (unsigned seat = 1; seat <= 2; seat++) {
        snprintf(words, sizeof words, "seat/%u agree undo %u", seat, order - 1);
        attack_insert_text(order + seat, words);
    }
    for (edit->wrong = order + 3; !strstr(attack_row(edit->wrong)->text, " order ");)
        edit->wrong++;
    snprintf(words, sizeof words, "table undo to=%u", order - 1);
    attack_insert_text(++edit->wrong, words);
}

/* Who erased the words of a seat's luck says that they were others. */
static void words_gone_and_another_hash(void)
{
    const unsigned luck = attack_find(" luck words ", ""), lucks = attack_find(" lucks ", "");
    char *value = strstr(attack_row(luck)->text, "words ") + strlen("words ");
    char old[53], other_value[53];

    text_copy(old, sizeof old, value);
    text_copy(other_value, sizeof other_value, value);
    other_value[0] = old[0] == 'b' ? 'c' : 'b';
    attack_replace(luck, old, other_value);
    attack_replace(lucks, old, other_value);
    lying_seal(luck, "words/")->is_erased = true;
    edit->is_for_all = true;
    edit->wrong = attack_find(" draw toy/deck ", "");
}

static void consent_in_hidden_words(void)
{
    const unsigned order = attack_find(" order bid ", "");
    struct row row = {.seals = 1};
    char words[64];

    snprintf(row.seal[0].name, sizeof row.seal[0].name, "words/%u", order + 1);
    snprintf(row.seal[0].payload, sizeof row.seal[0].payload, "undo %u", order - 1);
    row.seal[0].length = strlen(row.seal[0].payload);
    row.seal[0].seat = 1;
    attack_commit(&row.seal[0]);
    snprintf(row.text, sizeof row.text, "%.20s seat/1 agree [%s]", attack_row(order)->text,
             row.seal[0].name);
    attack_insert(order + 1, &row);
    snprintf(words, sizeof words, "seat/2 agree undo %u", order - 1);
    attack_insert_text(order + 2, words);
    snprintf(words, sizeof words, "table undo to=%u", order - 1);
    edit->wrong = order + 3;
    attack_insert_text(edit->wrong, words);
}

/* ---- forms ---- */

static void an_order_under_another_name_of_its_seal(void)
{
    struct playing_seal *seal;
    char old[SEAL_NAME_BYTES + 4], new[SEAL_NAME_BYTES + 4];

    edit->wrong = attack_find(" order bid ", "");
    seal = lying_seal(edit->wrong, "bid/");
    snprintf(old, sizeof old, "[%s]", seal->name);
    snprintf(seal->name, sizeof seal->name, "bid/999/%u", seal->seat);
    snprintf(new, sizeof new, "[%s]", seal->name);
    attack_commit(seal);
    attack_replace(edit->wrong, old, new);
}

static void a_tile_is_gone(void)
{
    edit->is_for_all = true;
    edit->wrong = attack_find(" draw toy/deck ", "");
    lying_seal(edit->wrong, "deck/")->is_erased = true;
}

static void open_anew(const struct playing_seal *seal)
{
    char part[SEAL_NAME_MAX + 16];

    snprintf(part, sizeof part, " open %s ", seal->name);
    attack_write_opening(attack_row(attack_find(part, "")), seal);
}

/* The last tile never opened, and two that lie before it exchanged. */
static void one_tile_closed_and_two_exchanged(void)
{
    struct playing_seal *tile = attack_row(attack_find(" draw toy/deck ", ""))->seal;
    char kept[8];

    edit->wrong = attack_find(" draw toy/deck ", "");
    text_copy(kept, sizeof kept, tile[3].payload);
    attack_reseal(edit->wrong, 3, tile[4].payload);
    attack_reseal(edit->wrong, 4, kept);
    open_anew(&tile[3]);
    open_anew(&tile[4]);
    tile[5].is_held = true;
    attack_drop(attack_find(" open deck/6 ", ""));
}

/* What nobody is told must follow from S all the same. */
static void a_closed_tile_that_is_another(void)
{
    edit->wrong = attack_find(" draw toy/deck ", "");
    attack_reseal(edit->wrong, 5, "17");
    lying_seal(edit->wrong, "deck/6")->is_held = true;
    attack_drop(attack_find(" open deck/6 ", ""));
}

static void a_tile_under_a_nonce_of_chance(void)
{
    struct playing_seal *tile;

    edit->wrong = attack_find(" draw toy/deck ", "");
    tile = lying_seal(edit->wrong, "deck/6");
    edit->keeps_nonces = true;
    tile->nonce[0] ^= 1;
    attack_commit(tile);
    open_anew(tile);
}

static void seals_made_anew(void)
{
    edit->wrong = attack_find(" end ", "");
    attack_insert_text(edit->wrong, "table reseal [reseal/4/1]");
}

static const struct lie lies[] = {
    LIE(lying_plain, words_that_are_not_the_hashs),
    LIE(lying_plain, words_of_201_bytes),
    LIE(lying_plain, lucks_of_another_hash),
    LIE(lying_bare, luck_said_for_a_silent_player),
    LIE(lying_plain, sealed_luck_that_is_words),
    LIE(lying_plain, sealed_luck_of_51_letters),
    LIE(lying_plain, luck_from_before_the_game),
    LIE(lying_bare, an_order_older_than_the_game),
    LIE(lying_bare, an_order_older_than_its_question),
    LIE(lying_bare, an_order_older_than_an_undo),
    LIE(lying_bare, an_order_older_than_its_person),
    LIE(lying_bare, consent_older_than_the_move_that_it_takes_back),
    LIE(lying_bare, consent_older_than_the_clocks),
    LIE(lying_bare, luck_kept_for_the_next_person),
    LIE(lying_bare, void_while_luck_may_come),
    LIE(lying_bare, seats_that_change_places),
    LIE(lying_house, house_gives_luck),
    LIE(lying_house, house_counts_as_a_player),
    LIE(lying_plain, words_left_out),
    LIE(lying_plain, a_bid_is_gone),
    LIE(lying_plain, luck_is_gone),
    LIE(lying_plain, a_whole_file_with_something_gone),
    LIE(lying_house, undo_that_the_house_did_not_agree_to),
    LIE(lying_house, house_agrees_over_a_draw),
    LIE(lying_house, house_agrees_over_an_opening),
    LIE(lying_house, consent_in_hidden_words),
    LIE(lying_bare, a_move_between_consent_and_undo),
    LIE(lying_plain, words_gone_and_another_hash),
    LIE(lying_plain, an_order_under_another_name_of_its_seal),
    LIE(lying_plain, a_tile_is_gone),
    LIE(lying_plain, one_tile_closed_and_two_exchanged),
    LIE(lying_plain, a_closed_tile_that_is_another),
    LIE(lying_plain, a_tile_under_a_nonce_of_chance),
    LIE(lying_plain, seals_made_anew),
};

TEST(a_lying_server_is_found_out_at_the_entry_of_its_lie)
{
    lying_find_out(lies, sizeof lies / sizeof lies[0]);
}

/* Whatever a tournament's log begins with, no game goes on from it. */
TEST(a_game_under_a_tournaments_genesis_is_none)
{
    static const char first[] = "|postern-genesis 2\n";
    static const char *const begins[] = {
        "|postern-cup 2\n",
        "|postern-cup 2\n|cup 1\n|name Winter cup\n|game toy\n",
    };

    for (size_t i = 0; i < sizeof begins / sizeof begins[0]; i++) {
        OWN(buf) text = {0}, lie = {0};
        const char *at;

        attack_load(edit, &lying_plain);
        attack_compose(&text);
        at = strstr(buf_text(&text), first);
        assert_non_null(at);
        buf_put_bytes(&lie, text.at, (size_t)(at - text.at));
        buf_put(&lie, begins[i]);
        buf_put(&lie, at + strlen(first));
        attack_dump(i ? "a_game_under_a_whole_tournament" : "a_game_under_a_tournament", &lie);
        attack_expect("a game of a tournament's genesis", &lie, false, 0);
    }
}

/* Who gave luck and was replaced by the house before all was fixed gives none. */
TEST(luck_of_who_made_room_for_the_house_is_void)
{
    static const char *const kinds[] = {"seat/2 luck words", "seat/2 luck sealed"};

    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        const struct playing_plan plan = {.seats = TOY_SEATS, .is_quiet = true, .makes_room = 2};
        struct playing playing;
        OWN(verify) verify = {0};
        OWN(buf) text = {0};

        lying_play(&playing, 1, &plan, " luck ", kinds[i], "table secret ");
        playing_export(&playing, RECORD_FOR_WHOLE, &text);
        assert_int_equal(verify_bytes(text.at, text.length, toy_find, &verify, NULL), RC_OK);
        if (!verify.is_good)
            fail_msg("%s: entry %u: %s", kinds[i], (unsigned)verify.bad_entry, verify.err.text);
        assert_true(verify.finished);
        assert_int_equal(verify.count[VERIFY_DRAWS][VERIFY_PROVED], 1);
        playing_fini(&playing);
    }
}

/* Words that were erased, and a game of which all is told. */
static void look_at(struct verify *verify)
{
    OWN(buf) text = {0};

    attack_compose(&text);
    assert_int_equal(verify_bytes(text.at, text.length, toy_find, verify, NULL), RC_OK);
    if (!verify->is_good)
        fail_msg("%s", verify->err.text);
}

/* A tile that S gives again needs no opening; S itself does, and so does what no S gives. */
TEST(what_a_finished_game_owes_is_named)
{
    struct verify verify;

    attack_load(edit, &lying_plain);
    lying_seal(attack_find(" draw toy/deck ", ""), "deck/6")->is_held = true;
    attack_drop(attack_find(" open deck/6 ", ""));
    look_at(&verify);
    assert_true(verify.over && verify.finished);
    verify_fini(&verify);

    attack_load(edit, &lying_plain);
    attack_drop(attack_find(" table secret ", ""));
    look_at(&verify);
    assert_true(verify.over && !verify.finished);
    assert_non_null(strstr(verify.closed, "secret"));
    verify_fini(&verify);

    attack_load(edit, &lying_plain);
    attack_drop(attack_find(" open by/", ""));
    look_at(&verify);
    assert_true(verify.over && !verify.finished);
    assert_non_null(strstr(verify.closed, "by/"));
    verify_fini(&verify);
}

/* The quiet game has no letters: each order of its players is the server's word. */
TEST(what_is_the_servers_word_is_counted)
{
    OWN(verify) verify = {0};

    attack_load(edit, &lying_house);
    look_at(&verify);
    assert_true(verify.note[VERIFY_NOTE_HOUSE_ORDERS] > 0);
    assert_true(verify.note[VERIFY_NOTE_NO_LETTER] > 0);
    assert_int_equal(verify.note[VERIFY_NOTE_HOUSE_ORDERS] + verify.note[VERIFY_NOTE_NO_LETTER],
                     verify.count[VERIFY_ORDERS][VERIFY_PROVED]);
    assert_int_equal(verify.note[VERIFY_NOTE_KEEPER_ENDS], 0);
}

TEST(erased_words_leave_the_draws_proved)
{
    OWN(verify) verify = {0};
    OWN(buf) text = {0};

    attack_load(edit, &lying_plain);
    edit->is_for_all = true;
    lying_seal(attack_find(" luck words ", ""), "words/")->is_erased = true;
    attack_compose(&text);
    assert_int_equal(verify_bytes(text.at, text.length, toy_find, &verify, NULL), RC_OK);
    if (!verify.is_good)
        fail_msg("%s", verify.err.text);
    assert_true(verify.finished);
    assert_int_equal(verify.count[VERIFY_LUCK][VERIFY_ERASED], 1);
    assert_int_equal(verify.count[VERIFY_DRAWS][VERIFY_PROVED], 1);
    assert_int_equal(verify.count[VERIFY_DRAWS][VERIFY_SEALED], 0);
}

TESTS(lying_start, lying_stop)
