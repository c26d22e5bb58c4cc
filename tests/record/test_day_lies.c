/* SPDX-License-Identifier: MIT */
/* Days beyond deadlines, drawn from a stock and given for the asking, and a server that lies about
 * them: each lie signed with its own key, refused and named. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/timetext.h"
#include "record/verify.h"
#include "tests/record/lying.h"
#include "tests/record/playing_p.h"
#include "tests/toy/toy.h"
#include "tests/test.h"

#define RULES "rules setup=7d turn=7d reply=3d stock=3 once=2 extensions=1"
enum { DAY_S = 86400 };

static struct playing days;

/* ---- the honest game ---- */

static void log_words(unsigned who, enum entry_kind kind, const char *words)
{
    struct entry entry;

    entry_init(&entry, 0, 0, who, kind);
    text_copy(entry.words, sizeof entry.words, words);
    playing_log(&days, &entry, NULL);
}

/* Until seat 2 is asked something that has a default. */
static struct decision next_question(void)
{
    for (;;) {
        const struct decision *question;
        unsigned count = replay_questions(days.replay, &question);

        for (unsigned i = 0; i < count; i++)
            if (question[i].seat == 2 && question[i].kind == DECISION_ORDER)
                return question[i];
        assert_false(days.is_ended);
        days.now_s += 10;
        assert_true(playing_step(&days));
    }
}

/* Its deadline passes, and so many days more. */
static void miss_after(unsigned drawn)
{
    const struct decision question = next_question();
    int64_t due_s = playing_due(&days, &question);

    for (unsigned i = 0; i < drawn; i++) {
        assert_true(replay_draws(days.replay, 2, days.now_s));
        log_words(ENTRY_TABLE, ENTRY_CLOCK, "vacation seat/2");
        due_s += DAY_S;
        assert_int_equal(replay_due(days.replay, 2, question.id), due_s);
        assert_false(replay_draws(days.replay, 2, days.now_s));
        days.now_s += DAY_S;
    }
    playing_miss(&days, &question, due_s);
}

static int start(void **state)
{
    const struct playing_plan plan = {.seats = 2, .is_quiet = true, .options = "rounds=5"};
    const struct game_file file = {"toy.tiles", toy_tiles_text, strlen(toy_tiles_text)};
    struct decision question;

    if (attack_start(state))
        return -1;
    playing_start(&days, &toy_game, &file, 1, &plan, 3);
    log_words(ENTRY_KEEPER, ENTRY_CLOCK, RULES);
    log_words(2, ENTRY_AGREE, REPLAY_VACATION);
    miss_after(2);
    miss_after(0); /* two in a row, and no more */
    question = next_question();
    days.now_s = playing_due(&days, &question) - 500;
    log_words(2, ENTRY_AGREE, REPLAY_EXTENSION);
    log_words(ENTRY_TABLE, ENTRY_CLOCK, "extension seat/2");
    while (playing_step(&days))
        ;
    return 0;
}

static int finish(void **state)
{
    playing_fini(&days);
    return attack_stop(state);
}

/* ---- lies ---- */

static unsigned drawn(void)
{
    return attack_find(" table clock vacation seat/2", "");
}

static unsigned given(void)
{
    return attack_find(" table clock extension seat/2", "");
}

static unsigned missed_behind(unsigned n)
{
    while (!strstr(attack_row(n)->text, " seat/2 default "))
        n++;
    return n;
}

static void a_day_that_its_player_had_not_wanted(void)
{
    attack_drop(attack_find(" agree vacation", ""));
    edit->wrong = drawn();
}

static void a_day_for_another_seat(void)
{
    edit->wrong = drawn();
    attack_replace(edit->wrong, "seat/2", "seat/1");
}

static void a_day_before_time_ran_out(void)
{
    edit->wrong = drawn() + 1; /* the day before has just been drawn */
    attack_insert(edit->wrong, attack_row(drawn()));
}

static void more_days_than_the_terms_say(void)
{
    attack_replace(attack_find(" clock rules ", ""), "stock=3", "stock=1");
    edit->wrong = drawn() + 1;
}

static void more_days_than_the_terms_say_of_a_year(void)
{
    attack_replace(attack_find(" clock rules ", ""), "stock=3", "yearly=1");
    edit->wrong = drawn() + 1;
}

static void more_days_at_once_than_the_terms_say(void)
{
    attack_replace(attack_find(" clock rules ", ""), "once=2", "once=1");
    edit->wrong = drawn() + 1;
}

static void days_without_terms(void)
{
    attack_replace(attack_find(" clock rules ", ""), " stock=3 once=2", "");
    edit->wrong = drawn();
}

static void a_day_drawn_after_it_was_taken_back(void)
{
    attack_insert_text(attack_find(" agree vacation", "") + 1, "seat/2 decline vacation");
    edit->wrong = drawn();
}

static void a_day_drawn_while_the_clocks_stand(void)
{
    edit->wrong = drawn() + 1;
    attack_insert_text(drawn(), "keeper clock pause");
}

static void a_day_that_the_keeper_draws(void)
{
    edit->wrong = drawn();
    attack_replace(edit->wrong, " table ", " keeper ");
}

/* The default names the deadline as it was before the day. */
static void set_due(unsigned n, int64_t by_s)
{
    char *due = strstr(attack_row(n)->text, " due=") + 5, text[TIMETEXT_BYTES];
    int64_t due_s;

    assert_true(timetext_read(due, 20, &due_s));
    timetext_write(due_s + by_s, text);
    memcpy(due, text, 20);
}

static void a_deadline_missed_though_a_day_was_left(void)
{
    unsigned n = drawn();

    attack_drop(n + 1);
    edit->wrong = missed_behind(n);
    set_due(edit->wrong, -DAY_S);
}

static void a_deadline_longer_than_the_days_drawn(void)
{
    edit->wrong = missed_behind(drawn());
    set_due(edit->wrong, 500);
}

static void a_deadline_that_no_entry_set(void)
{
    unsigned n = missed_behind(missed_behind(drawn()) + 1), due = n;

    while (!strstr(attack_row(due)->text, " table due "))
        due--;
    attack_drop(due);
    edit->wrong = n - 1;
}

static void an_extension_that_nobody_asked_for(void)
{
    attack_drop(attack_find(" agree extension", ""));
    edit->wrong = given();
}

static void an_extension_given_twice(void)
{
    edit->wrong = given() + 1;
    attack_insert_text(edit->wrong, "table clock extension seat/2");
}

static void an_extension_more_than_the_terms_say(void)
{
    edit->wrong = given() + 1;
    attack_insert_text(edit->wrong, "seat/2 agree extension");
}

static void an_extension_without_terms(void)
{
    attack_replace(attack_find(" clock rules ", ""), " extensions=1", "");
    edit->wrong = attack_find(" agree extension", "");
}

static void an_extension_that_was_taken_back(void)
{
    attack_insert_text(given(), "seat/2 decline extension");
    edit->wrong = given();
}

static const struct lie lies[] = {
    LIE(days, a_day_that_its_player_had_not_wanted),
    LIE(days, a_day_for_another_seat),
    LIE(days, a_day_before_time_ran_out),
    LIE(days, more_days_than_the_terms_say),
    LIE(days, more_days_than_the_terms_say_of_a_year),
    LIE(days, more_days_at_once_than_the_terms_say),
    LIE(days, days_without_terms),
    LIE(days, a_day_drawn_after_it_was_taken_back),
    LIE(days, a_day_drawn_while_the_clocks_stand),
    LIE(days, a_day_that_the_keeper_draws),
    LIE(days, a_deadline_missed_though_a_day_was_left),
    LIE(days, a_deadline_longer_than_the_days_drawn),
    LIE(days, a_deadline_that_no_entry_set),
    LIE(days, an_extension_that_nobody_asked_for),
    LIE(days, an_extension_given_twice),
    LIE(days, an_extension_more_than_the_terms_say),
    LIE(days, an_extension_without_terms),
    LIE(days, an_extension_that_was_taken_back),
};

TEST(a_lie_about_days_is_found_out)
{
    lying_find_out(lies, sizeof lies / sizeof *lies);
}

TESTS(start, finish)
