/* SPDX-License-Identifier: MIT */
/* Who gives luck and how, words that are forgotten, and undo against
 * the house. Each record is held against both verifiers. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "games/games.h"
#include "admin/keeper.h"
#include "commands/seating.h"
#include "play/export.h"
#include "people/people.h"
#include "record/record.h"
#include "record/verify.h"
#include "server/files.h"
#include "commands/newgame.h"
#include "tests/house/fixture.h"
#include "tests/house/talking.h"
#include "tests/toy/toy.h"
#include "tests/test.h"

enum { WEEK_S = 7 * 86400 };

static const struct game *const toy[] = {&toy_game, NULL};

static void start(struct fixture *fixture)
{
    fixture_pair(fixture, toy);
    fixture_game(fixture, &toy_game, "");
    fixture_round(fixture);
}

static void write_letter(struct fixture *fixture, const char *from, const char *body,
                         const char *outcome)
{
    writes(fixture, from, body);
    if (!text_starts_with(fixture_outcome(fixture), outcome))
        fail_msg("%s: %s", body, fixture_outcome(fixture));
}

static bool is_told(struct fixture *fixture, const char *address, const char *words)
{
    OWN(letter) letter = {0};

    fixture_newest(fixture, address, &letter, NULL);
    return strstr(letter.text, words) != NULL;
}

/* Both verifiers find the record for a reader true. */
static void assert_true_record(struct fixture *fixture, unsigned reader, struct verify *out,
                               struct buf *file)
{
    static unsigned files;
    const char *top = getenv("top_srcdir");
    char path[FIXTURE_PATH * 2], command[FIXTURE_PATH * 4];
    struct err err = {0};

    if (export_game(fixture->desk, 1, reader, file, &err) != RC_OK)
        fail_msg("%s", err.text);
    assert_int_equal(verify_bytes(file->at, file->length, toy_find, out, &err), RC_OK);
    if (!out->is_good)
        fail_msg("for %u, entry %u: %s\n%s", reader, (unsigned)out->bad_entry, out->err.text,
                 buf_text(file));
    snprintf(path, sizeof path, "%s/record.%u", fixture->folder, ++files);
    assert_int_equal(files_create(path, 0600, file->at, file->length, NULL), RC_OK);
    snprintf(command, sizeof command, "/usr/bin/python3 %s/tests/proof/second_verifier.py %s >&2",
             top ? top : ".", path);
    assert_int_equal(system(command), 0);
    verify_fini(out);
}

static void assert_true_records(struct fixture *fixture, bool is_whole)
{
    static const unsigned readers[] = {RECORD_FOR_ALL, 1, 2, RECORD_FOR_WHOLE};

    for (unsigned i = 0; i < (is_whole ? 4 : 3); i++) {
        struct verify verify;
        OWN(buf) file = {0};

        assert_true_record(fixture, readers[i], &verify, &file);
    }
}

static void play_to_the_end(struct fixture *fixture)
{
    static const char *const addresses[] = {"", ANNA, BOB};

    for (unsigned steps = 0; steps < 100; steps++) {
        struct position *position = fixture_position(fixture, 1);
        char order[ORDER_TEXT_BYTES];
        bool any = false;

        if (position->phase == POSITION_OVER)
            return;
        for (unsigned seat = 1; seat <= 2 && !any; seat++)
            if (fixture_random_order(fixture, 1, seat, order)) {
                write_letter(fixture, addresses[seat], order, "accepted");
                any = true;
            }
        assert_true(any);
    }
    fail_msg("the game does not end");
}

static void keeper_says(struct fixture *fixture, const char *words)
{
    struct position *position;

    assert_int_equal(desk_begin(fixture->desk, NULL), RC_OK);
    assert_int_equal(position_get(fixture->desk, 1, &position, NULL), RC_OK);
    assert_int_equal(keeper_remark(fixture->desk, position, words, NULL), RC_OK);
    assert_int_equal(desk_commit(fixture->desk, NULL), RC_OK);
}

FIXTURE_TEST(a_greeting_is_no_luck_and_words_are_shown_back, start(fixture))
{
    struct verify verify;
    OWN(buf) file = {0};

    write_letter(fixture, ANNA, "Hello Bob, have a nice game", "answered greeting");
    assert_int_equal(fixture_position(fixture, 1)->luck[1], ENTRY_LUCK_NONE);
    write_letter(fixture, ANNA, "help", "answered");
    assert_int_equal(fixture_position(fixture, 1)->luck[1], ENTRY_LUCK_NONE);
    write_letter(fixture, ANNA, "luck apples and pears", "answered");
    assert_true(is_told(fixture, ANNA, "apples and pears"));
    write_letter(fixture, BOB, "luck none", "answered");
    assert_int_equal(fixture_position(fixture, 1)->luck[2], ENTRY_LUCK_REFUSED);
    assert_int_not_equal(fixture_position(fixture, 1)->phase, POSITION_LUCK);
    keeper_says(fixture, "Anna wrote to the keeper");
    write_letter(fixture, ANNA, "note I should bid high", "answered");
    assert_true_record(fixture, RECORD_FOR_ALL, &verify, &file);
    assert_null(strstr(buf_text(&file), "words apples"));
    assert_non_null(strstr(buf_text(&file), " apples and pears\n"));
    assert_string_equal(verify.luck_words[1], "apples and pears");
    play_to_the_end(fixture);
    assert_true_records(fixture, true);
    is_whole(fixture);
}

FIXTURE_TEST(an_order_or_an_empty_letter_gives_luck, start(fixture))
{
    write_letter(fixture, ANNA, "", "accepted luck");
    assert_int_equal(fixture_position(fixture, 1)->luck[1], ENTRY_LUCK_LETTER);
    write_letter(fixture, BOB, "resign", "accepted");
    assert_int_equal(fixture_position(fixture, 1)->luck[2], ENTRY_LUCK_LETTER);
    assert_true_records(fixture, fixture_position(fixture, 1)->phase == POSITION_OVER);
}

TEST(a_list_gives_luck)
{
    static const struct game *list[2];
    struct fixture fixture;

    list[0] = games_find("dungeon_twister");
    fixture_pair(&fixture, list);
    fixture_game(&fixture, list[0], "");
    fixture_round(&fixture);
    write_letter(&fixture, ANNA,
                 "preview\nstanding team cleric goblin troll thief; the rest by lot", "answered");
    assert_int_equal(fixture_position(&fixture, 1)->luck[1], ENTRY_LUCK_NONE);
    write_letter(&fixture, ANNA, "standing team cleric goblin troll thief; the rest by lot",
                 "answered");
    assert_int_equal(fixture_position(&fixture, 1)->luck[1], ENTRY_LUCK_LETTER);
    assert_int_equal(fixture_position(&fixture, 1)->luck[2], ENTRY_LUCK_NONE);
    fixture_remove(&fixture);
}

FIXTURE_TEST(who_plays_against_himself_gives_luck_once, fixture_make(fixture, toy))
{
    const struct newgame wanted = {
        .played = &toy_game, .options = "", .seats = 2, .player = {0, 1, 1}};
    struct verdict verdict;
    int64_t number;

    fixture_player(fixture, "Anna", ANNA);
    assert_int_equal(desk_begin(fixture->desk, NULL), RC_OK);
    assert_int_equal(newgame_make(fixture->desk, &wanted, &number, &verdict, NULL), RC_OK);
    assert_int_equal(desk_commit(fixture->desk, NULL), RC_OK);
    fixture_round(fixture);
    write_letter(fixture, ANNA, "luck apples", "answered");
    assert_int_equal(fixture_position(fixture, 1)->phase, POSITION_PLAY);
    assert_false(hash_equal(&fixture_position(fixture, 1)->luck_hash[1],
                            &fixture_position(fixture, 1)->luck_hash[2]));
    assert_true_records(fixture, false);
}

/* Who had which seat when all luck was fixed decides what is drawn. */
FIXTURE_TEST(seats_are_exchanged_only_before_all_luck_is_fixed, start(fixture))
{
    struct position *position;

    fixture_player(fixture, "Cleo", "cleo@three.example");
    write_letter(fixture, ANNA, "luck apples", "answered");
    assert_int_equal(desk_begin(fixture->desk, NULL), RC_OK);
    position = fixture_position(fixture, 1);
    assert_int_equal(seating_swap(fixture->desk, position, 1, 2, NULL), RC_OK);
    assert_int_equal(desk_commit(fixture->desk, NULL), RC_OK);
    assert_true(position_wants_luck(position, 1) && position_wants_luck(position, 2));
    fixture_luck(fixture, 1);
    assert_int_equal(desk_begin(fixture->desk, NULL), RC_OK);
    position = fixture_position(fixture, 1);
    assert_int_equal(seating_swap(fixture->desk, position, 1, 2, NULL), RC_CONFLICT);
    assert_int_equal(seating_replace(fixture->desk, position, ENTRY_KEEPER, 1, 3, false, NULL),
                     RC_OK);
    assert_int_equal(seating_replace(fixture->desk, position, ENTRY_KEEPER, 2, 2, false, NULL),
                     RC_CONFLICT);
    assert_int_equal(seating_replace(fixture->desk, position, ENTRY_KEEPER, 1, 2, false, NULL),
                     RC_OK);
    assert_int_equal(desk_commit(fixture->desk, NULL), RC_OK);
    assert_true_records(fixture, false);
}

FIXTURE_TEST(a_silent_player_voids_the_game, start(fixture))
{
    struct position *position;

    write_letter(fixture, ANNA, "luck apples", "answered");
    fixture->now_s += 3 * WEEK_S;
    fixture_round(fixture);
    fixture_settle(fixture);
    position = fixture_position(fixture, 1);
    assert_int_equal(position->phase, POSITION_OVER);
    assert_string_equal(position->end_reason, "luck-missing seat/2");
    assert_true_records(fixture, true);
    is_whole(fixture);
}

FIXTURE_TEST(who_is_forgotten_takes_his_words_along, start(fixture))
{
    struct verify verify;
    OWN(buf) file = {0};

    write_letter(fixture, ANNA, "luck my own birthday", "answered");
    write_letter(fixture, BOB, "luck pears", "answered");
    play_to_the_end(fixture);
    assert_int_equal(desk_begin(fixture->desk, NULL), RC_OK);
    assert_int_equal(people_erase(fixture->desk, 1, NULL), RC_OK);
    assert_int_equal(desk_commit(fixture->desk, NULL), RC_OK);
    fixture_close(fixture);
    fixture_open(fixture);
    assert_true_record(fixture, RECORD_FOR_ALL, &verify, &file);
    assert_null(strstr(buf_text(&file), "birthday"));
    assert_int_equal(verify.count[VERIFY_LUCK][VERIFY_ERASED], 1);
    assert_int_equal(verify.count[VERIFY_DRAWS][VERIFY_SEALED], 0);
    assert_int_equal(export_game(fixture->desk, 1, RECORD_FOR_WHOLE, &file, NULL), RC_CONFLICT);
}

TESTS(NULL, NULL)
