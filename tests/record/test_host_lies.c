/* SPDX-License-Identifier: MIT */
/* A game with a host that gives time, stops the clocks, has somebody replaced and ends it with all,
 * and a server that lies about it: each lie signed with its own key, refused and named. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "record/verify.h"
#include "tests/record/lying.h"
#include "tests/record/playing_p.h"
#include "tests/toy/toy.h"
#include "tests/test.h"

/* Says nothing: a lie may stand in its place, and no number changes. */
#define IDLE  "go-on 9"
#define RULES "rules setup=7d turn=7d reply=3d away=2 host=5d"

static struct playing hosted;
static unsigned asked_at; /* two idle entries that the host is asked behind */

/* ---- the honest game ---- */

static void log_words(unsigned who, enum entry_kind kind, const char *words)
{
    struct entry entry;

    entry_init(&entry, 0, 0, who, kind);
    text_copy(entry.words, sizeof entry.words, words);
    playing_log(&hosted, &entry, NULL);
}

static bool miss_one(void)
{
    const struct decision *question;
    unsigned count = replay_questions(hosted.replay, &question);

    for (unsigned i = 0; i < count; i++)
        if (question[i].seat == 2 && question[i].kind == DECISION_ORDER) {
            const struct decision kept = question[i];

            playing_miss(&hosted, &kept, playing_due(&hosted, &kept));
            return true;
        }
    return false;
}

static void play_until(bool (*done)(void))
{
    while (!done()) {
        assert_false(hosted.is_ended);
        hosted.now_s += 10;
        if (!miss_one())
            assert_true(playing_step(&hosted));
    }
}

static bool host_is_asked(void)
{
    return !replay_host_pauses(hosted.replay);
}

static bool host_is_free(void)
{
    return replay_host_pauses(hosted.replay);
}

static bool is_away(void)
{
    return replay_is_away(hosted.replay, 2);
}

static void replace(void)
{
    static const char *const person[] = {"Eve <eve@example.org>"};
    struct entry entry;

    log_words(1, ENTRY_AGREE, REPLAY_REPLACE "2");
    log_words(1, ENTRY_DECLINE, IDLE);
    entry_init(&entry, 0, 0, ENTRY_TABLE, ENTRY_SEAT);
    entry.seat = 2;
    entry.person[0] = true;
    entry.holder[0] = ENTRY_PLAYER;
    playing_log(&hosted, &entry, person);
}

static void end_it(void)
{
    struct entry entry;

    log_words(1, ENTRY_AGREE, REPLAY_END "drawn");
    log_words(2, ENTRY_AGREE, REPLAY_END "drawn");
    entry_init(&entry, 0, 0, ENTRY_TABLE, ENTRY_END);
    entry.result = ENTRY_DRAWN;
    text_copy(entry.words, sizeof entry.words, REPLAY_AGREED);
    playing_log(&hosted, &entry, NULL);
    entry_init(&entry, 0, 0, ENTRY_TABLE, ENTRY_SECRET);
    memcpy(entry.key, hosted.secret, sizeof entry.key);
    playing_log(&hosted, &entry, NULL);
    hosted.is_ended = true;
    while (playing_step(&hosted))
        ;
}

static int start(void **state)
{
    const struct playing_plan plan = {.seats = 2, .is_quiet = true, .options = "rounds=5"};
    const struct game_file file = {"toy.tiles", toy_tiles_text, strlen(toy_tiles_text)};

    if (attack_start(state))
        return -1;
    playing_start(&hosted, &toy_game, &file, 1, &plan, 3);
    log_words(ENTRY_KEEPER, ENTRY_CLOCK, RULES);
    log_words(1, ENTRY_AGREE, REPLAY_HOST "1");
    log_words(2, ENTRY_AGREE, REPLAY_HOST "1");
    assert_int_equal(replay_host(hosted.replay), 1);
    log_words(1, ENTRY_AGREE, REPLAY_EXTEND "2 3d");
    log_words(ENTRY_TABLE, ENTRY_CLOCK, "extend seat/2 3d");
    log_words(1, ENTRY_DECLINE, IDLE);
    log_words(1, ENTRY_AGREE, REPLAY_EXTEND "1 5d");
    log_words(2, ENTRY_AGREE, REPLAY_EXTEND "1 5d");
    log_words(ENTRY_TABLE, ENTRY_CLOCK, "extend seat/1 5d");
    play_until(host_is_asked);
    log_words(1, ENTRY_DECLINE, IDLE);
    asked_at = hosted.entry_count;
    log_words(1, ENTRY_DECLINE, IDLE);
    play_until(host_is_free);
    log_words(1, ENTRY_AGREE, REPLAY_PAUSE);
    log_words(ENTRY_TABLE, ENTRY_CLOCK, REPLAY_PAUSE);
    log_words(2, ENTRY_AGREE, REPLAY_RESUME);
    log_words(ENTRY_TABLE, ENTRY_CLOCK, REPLAY_RESUME);
    play_until(is_away);
    replace();
    end_it();
    return 0;
}

static int finish(void **state)
{
    playing_fini(&hosted);
    return attack_stop(state);
}

/* ---- lies ---- */

/* What is agreed is left out, and what follows from it is false. */
static void drop(const char *agreed, const char *follows)
{
    attack_replace(attack_find(agreed, ""), agreed + sizeof "seat/1", "decline " IDLE);
    edit->wrong = attack_find(follows, "");
}

static void a_host_to_whom_one_did_not_agree(void)
{
    drop("seat/2 agree host seat/1", "seat/1 agree extend seat/2 3d");
}

static void a_host_whom_the_terms_do_not_know(void)
{
    attack_replace(attack_find(" clock rules ", ""), " host=5d", "");
    edit->wrong = attack_find("seat/1 agree host seat/1", "");
}

static void more_days_than_the_terms_let_a_host_give(void)
{
    attack_replace(attack_find(" clock extend seat/2 3d", ""), "3d", "6d");
    edit->wrong = attack_find("seat/1 agree extend seat/2 3d", "");
    attack_replace(edit->wrong, "3d", "6d");
}

static void time_that_the_host_did_not_give(void)
{
    drop("seat/1 agree extend seat/2 3d", " clock extend seat/2 3d");
}

static void time_for_the_host_that_the_other_did_not_give(void)
{
    drop("seat/2 agree extend seat/1 5d", " clock extend seat/1 5d");
}

static void an_act_of_who_is_not_the_host(void)
{
    edit->wrong = attack_find("seat/1 agree extend seat/2 3d", "");
    attack_replace(edit->wrong, "seat/1 agree", "seat/2 agree");
}

static void time_that_was_given_once_and_twice(void)
{
    edit->wrong = attack_find(" clock extend seat/2 3d", "") + 1;
    attack_replace(edit->wrong, "seat/1 decline " IDLE, "table clock extend seat/2 3d");
}

static void a_pause_of_a_host_who_is_asked(void)
{
    attack_replace(asked_at, "decline " IDLE, "agree pause");
    edit->wrong = asked_at + 1;
    attack_replace(edit->wrong, "seat/1 decline " IDLE, "table clock pause");
}

static void a_pause_that_the_host_did_not_want(void)
{
    drop("seat/1 agree pause", " table clock pause");
}

static void clocks_that_nobody_wanted_to_go(void)
{
    drop("seat/2 agree resume", " table clock resume");
}

static void a_seat_that_the_host_did_not_give_away(void)
{
    drop("seat/1 agree replace seat/2", " table seat seat/2");
}

static void a_seat_of_who_had_come_back(void)
{
    edit->wrong = attack_find(" table seat seat/2", "");
    attack_replace(edit->wrong - 1, "seat/1 decline", "seat/2 decline");
}

static void an_end_to_which_one_did_not_agree(void)
{
    drop("seat/2 agree end drawn", " end drawn agreed");
}

static void an_end_that_was_taken_back(void)
{
    edit->wrong = attack_find(" end drawn agreed", "") + 1;
    attack_insert_text(edit->wrong - 1, "seat/2 decline end drawn");
}

static void another_end_than_was_agreed(void)
{
    edit->wrong = attack_find(" end drawn agreed", "");
    attack_replace(edit->wrong, "end drawn", "end void");
}

static const struct lie lies[] = {
    LIE(hosted, a_host_to_whom_one_did_not_agree),
    LIE(hosted, a_host_whom_the_terms_do_not_know),
    LIE(hosted, more_days_than_the_terms_let_a_host_give),
    LIE(hosted, time_that_the_host_did_not_give),
    LIE(hosted, time_for_the_host_that_the_other_did_not_give),
    LIE(hosted, an_act_of_who_is_not_the_host),
    LIE(hosted, time_that_was_given_once_and_twice),
    LIE(hosted, a_pause_of_a_host_who_is_asked),
    LIE(hosted, a_pause_that_the_host_did_not_want),
    LIE(hosted, clocks_that_nobody_wanted_to_go),
    LIE(hosted, a_seat_that_the_host_did_not_give_away),
    LIE(hosted, a_seat_of_who_had_come_back),
    LIE(hosted, an_end_to_which_one_did_not_agree),
    LIE(hosted, an_end_that_was_taken_back),
    LIE(hosted, another_end_than_was_agreed),
};

TEST(a_lie_about_a_host_is_found_out)
{
    lying_find_out(lies, sizeof lies / sizeof *lies);
}

TESTS(start, finish)
