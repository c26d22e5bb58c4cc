/* SPDX-License-Identifier: MIT */
/* A game won against a player who stayed away, and a server that lies about it: each lie signed
 * with its own key, refused and named. */
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

#define RULES "rules setup=7d turn=7d reply=3d away=2"

static struct playing left, abandoned;

/* ---- the honest game ---- */

static void log_words(struct playing *game, unsigned who, enum entry_kind kind, const char *words)
{
    struct entry entry;

    entry_init(&entry, 0, 0, who, kind);
    text_copy(entry.words, sizeof entry.words, words);
    playing_log(game, &entry, NULL);
}

/* A question of these seats that has a default, if one stands open. */
static bool miss_one(struct playing *game, uint32_t seats)
{
    const struct decision *question;
    unsigned count = replay_questions(game->replay, &question);

    for (unsigned i = 0; i < count; i++)
        if (seats & 1u << question[i].seat && question[i].kind == DECISION_ORDER) {
            const struct decision kept = question[i];

            playing_miss(game, &kept, playing_due(game, &kept));
            return true;
        }
    return false;
}

/* Only seat 1 is asked now, or the table. */
static void play_on(void)
{
    while (replay_missed(left.replay, 2) < 2) {
        assert_false(left.is_ended);
        left.now_s += 10;
        if (!miss_one(&left, 1u << 2))
            assert_true(playing_step(&left));
    }
}

static void end_it(struct playing *game, enum entry_result result, const char *words)
{
    struct entry entry;

    entry_init(&entry, 0, 0, ENTRY_TABLE, ENTRY_END);
    entry.result = (uint8_t)result;
    entry.seat = result == ENTRY_WON;
    text_copy(entry.words, sizeof entry.words, words);
    playing_log(game, &entry, NULL);
    entry_init(&entry, 0, 0, ENTRY_TABLE, ENTRY_SECRET);
    memcpy(entry.key, game->secret, sizeof entry.key);
    playing_log(game, &entry, NULL);
    game->is_ended = true;
    while (playing_step(game))
        ;
}

static void leave_it(void)
{
    while (!replay_all_away(abandoned.replay)) {
        assert_false(abandoned.is_ended);
        abandoned.now_s += 10;
        if (!miss_one(&abandoned, 1u << 1 | 1u << 2))
            assert_true(playing_step(&abandoned));
    }
    end_it(&abandoned, ENTRY_VOID, REPLAY_ABANDONED " seat/1 seat/2");
}

static int start(void **state)
{
    const struct playing_plan plan = {.seats = 2, .is_quiet = true, .options = "rounds=5"};
    const struct game_file file = {"toy.tiles", toy_tiles_text, strlen(toy_tiles_text)};

    if (attack_start(state))
        return -1;
    playing_start(&left, &toy_game, &file, 1, &plan, 3);
    log_words(&left, ENTRY_KEEPER, ENTRY_CLOCK, RULES);
    play_on();
    log_words(&left, 1, ENTRY_AGREE, REPLAY_WAIT "2 5d");
    log_words(&left, ENTRY_TABLE, ENTRY_CLOCK, "extend seat/2 5d");
    play_on();
    log_words(&left, 1, ENTRY_AGREE, REPLAY_CLAIM "2");
    end_it(&left, ENTRY_WON, REPLAY_AWAY "2");
    playing_start(&abandoned, &toy_game, &file, 1, &plan, 4);
    log_words(&abandoned, ENTRY_KEEPER, ENTRY_CLOCK, RULES);
    leave_it();
    return 0;
}

static int finish(void **state)
{
    playing_fini(&abandoned);
    playing_fini(&left);
    return attack_stop(state);
}

/* ---- lies ---- */

static unsigned claim(void)
{
    return attack_find(" agree claim seat/2", "");
}

static void a_win_that_nobody_claimed(void)
{
    edit->wrong = attack_find(" end won seat/1 away seat/2", "") - 1;
    attack_drop(claim());
}

static void a_win_of_who_stayed_away(void)
{
    edit->wrong = attack_find(" end won seat/1 away seat/2", "");
    attack_replace(edit->wrong, "seat/1 away seat/2", "seat/2 away seat/1");
}

static void a_claim_after_fewer_than_the_terms_say(void)
{
    attack_replace(attack_find(" clock rules ", ""), "away=2", "away=3");
    edit->wrong = attack_find(" agree wait seat/2 5d", "");
}

static void a_claim_without_terms(void)
{
    attack_replace(attack_find(" clock rules ", ""), " away=2", "");
    edit->wrong = attack_find(" agree wait seat/2 5d", "");
}

static void a_claim_against_who_had_come_back(void)
{
    attack_insert_text(claim(), "seat/2 decline pause");
    edit->wrong = claim();
}

static void a_claim_while_the_clocks_stand(void)
{
    attack_insert_text(claim(), "keeper clock pause");
    edit->wrong = claim();
}

static void a_claim_for_a_deadline_that_nobody_set(void)
{
    unsigned n = attack_find(" agree wait seat/2 5d", "");

    while (!strstr(attack_row(n)->text, "table due "))
        n--;
    attack_drop(n);
    edit->wrong = attack_find(" agree wait seat/2 5d", "");
}

static void a_claim_for_a_deadline_of_half_a_minute(void)
{
    unsigned n = attack_find(" agree wait seat/2 5d", "");
    char *due;

    while (!strstr(attack_row(n)->text, "table due "))
        n--;
    due = attack_row(n)->text + strlen(attack_row(n)->text) - 20;
    memcpy(due, attack_row(n)->text, 20);
    while (!strstr(attack_row(n)->text, " seat/2 default "))
        n++;
    memcpy(strstr(attack_row(n)->text, " due=") + 5, due, 20);
    edit->wrong = attack_find(" agree wait seat/2 5d", "");
}

static void a_claim_of_who_is_away_himself(void)
{
    attack_replace(claim(), "seat/1 agree claim seat/2", "seat/2 agree claim seat/2");
    edit->wrong = claim();
}

static void more_time_that_nobody_agreed_to(void)
{
    edit->wrong = attack_find(" table clock extend seat/2 5d", "");
    attack_replace(edit->wrong, "5d", "9d");
}

static void more_time_for_who_is_there(void)
{
    edit->wrong = attack_find(" clock rules ", "") + 1;
    attack_insert_text(edit->wrong, "table clock extend seat/1 5d");
}

static void more_time_where_nobody_is_left_to_agree(void)
{
    edit->wrong = attack_find(" table clock extend seat/2 5d", "");
    attack_drop(edit->wrong - 1);
    attack_insert_text(edit->wrong - 1, "keeper seat seat/1=house");
}

static void a_claim_that_was_taken_back(void)
{
    edit->wrong = attack_find(" end won seat/1 away seat/2", "") + 1;
    attack_insert_text(edit->wrong - 1, "seat/1 decline claim seat/2");
}

static unsigned end_of_all(void)
{
    return edit->wrong = attack_find(" end void abandoned seat/1 seat/2", "");
}

static void an_abandoned_game_where_a_player_is_there(void)
{
    attack_insert_text(end_of_all(), "seat/1 decline pause");
    edit->wrong++;
}

static void an_abandoned_game_of_one(void)
{
    attack_replace(end_of_all(), " seat/1 seat/2", " seat/2");
}

static void an_abandoned_game_while_the_clocks_stand(void)
{
    attack_insert_text(end_of_all(), "keeper clock pause");
    edit->wrong++;
}

static void an_abandoned_game_that_somebody_wins(void)
{
    attack_replace(end_of_all(), "void", "won seat/1");
}

static const struct lie lies[] = {
    LIE(left, a_win_that_nobody_claimed),
    LIE(left, a_win_of_who_stayed_away),
    LIE(left, a_claim_after_fewer_than_the_terms_say),
    LIE(left, a_claim_without_terms),
    LIE(left, a_claim_against_who_had_come_back),
    LIE(left, a_claim_while_the_clocks_stand),
    LIE(left, a_claim_for_a_deadline_that_nobody_set),
    LIE(left, a_claim_for_a_deadline_of_half_a_minute),
    LIE(left, a_claim_of_who_is_away_himself),
    LIE(left, a_claim_that_was_taken_back),
    LIE(left, more_time_that_nobody_agreed_to),
    LIE(left, more_time_for_who_is_there),
    LIE(left, more_time_where_nobody_is_left_to_agree),
    LIE(abandoned, an_abandoned_game_where_a_player_is_there),
    LIE(abandoned, an_abandoned_game_of_one),
    LIE(abandoned, an_abandoned_game_while_the_clocks_stand),
    LIE(abandoned, an_abandoned_game_that_somebody_wins),
};

TEST(a_lie_about_who_stayed_away_is_found_out)
{
    lying_find_out(lies, sizeof lies / sizeof *lies);
}

TESTS(start, finish)
