/* SPDX-License-Identifier: MIT */
/* What a server says that no lie of one entry is: a game under a tournament's genesis; and what of
 * a true record is proved, owed, erased or its word. */
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
