/* SPDX-License-Identifier: MIT */
/* A seat lent to a practice opponent, a game left before it began, and a server that lies about
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

#define RULES "rules setup=7d turn=7d reply=3d lend=3"
enum { DAY_S = 86400 };

static struct playing lent;

static void log_words(unsigned who, enum entry_kind kind, const char *words)
{
    struct entry entry;

    entry_init(&entry, 0, 0, who, kind);
    text_copy(entry.words, sizeof entry.words, words);
    playing_log(&lent, &entry, NULL);
}

static const char *newest(void)
{
    return lent.entry[lent.entry_count - 1].text;
}

/* Up to an order of seat 2 that has a seal. */
static void play_on(void)
{
    do {
        lent.now_s += 10;
        assert_true(playing_step(&lent));
        assert_false(lent.is_ended);
    } while (!strstr(newest(), " seat/2 order ") || !strchr(newest(), '['));
}

static int start(void **state)
{
    const struct playing_plan plan = {.seats = 2, .is_quiet = true, .options = "rounds=5"};
    const struct game_file file = {"toy.tiles", toy_tiles_text, strlen(toy_tiles_text)};
    char words[ENTRY_AWAY_BYTES + 8] = REPLAY_LEND;

    if (attack_start(state))
        return -1;
    playing_start(&lent, &toy_game, &file, 1, &plan, 3);
    log_words(ENTRY_KEEPER, ENTRY_CLOCK, RULES);
    play_on();
    timetext_write(lent.now_s + DAY_S, words + sizeof REPLAY_LEND - 1);
    strcat(words, " hard");
    log_words(2, ENTRY_AGREE, words);
    play_on();
    log_words(ENTRY_TABLE, ENTRY_REMARK, REPLAY_BACK "2");
    while (playing_step(&lent))
        ;
    return 0;
}

static int finish(void **state)
{
    playing_fini(&lent);
    return attack_stop(state);
}

/* ---- lies ---- */

static unsigned loan(void)
{
    return attack_find(" seat/2 agree lend ", "");
}

static unsigned played(void)
{
    unsigned n = loan();

    while (!strstr(attack_row(n)->text, " seat/2 order "))
        n++;
    return n;
}

static void a_seat_lent_without_terms(void)
{
    attack_replace(attack_find(" clock rules ", ""), " lend=3", "");
    edit->wrong = loan();
}

static void set_until(int64_t by_s)
{
    char *until = strstr(attack_row(loan())->text, "agree lend ") + 11, text[TIMETEXT_BYTES];
    int64_t until_s;

    assert_true(timetext_read(until, 20, &until_s));
    timetext_write(until_s + by_s, text);
    memcpy(until, text, 20);
}

static void a_seat_lent_for_longer_than_the_terms_say(void)
{
    set_until(3 * DAY_S);
    edit->wrong = loan();
}

static void a_seat_played_for_longer_than_it_was_lent(void)
{
    set_until(1 - DAY_S);
    edit->wrong = played();
}

static void a_lent_seat_that_agrees(void)
{
    edit->wrong = loan() + 1;
    attack_insert_text(edit->wrong, "seat/2 agree pause");
}

static void a_lent_seat_that_speaks_for_itself(void)
{
    edit->wrong = loan() + 1;
    attack_insert_text(edit->wrong, "seat/2 decline pause");
}

static void a_lent_seat_that_resigns(void)
{
    char *words = strstr(attack_row(played())->text, " order ") + 7;

    edit->wrong = played();
    attack_row(played())->seals = 0;
    strcpy(words, "resign");
}

static void a_seat_back_that_was_not_lent(void)
{
    edit->wrong = attack_find(" table remark back seat/2", "") + 1;
    attack_insert_text(edit->wrong, "table remark back seat/2");
}

static void another_seat_is_back(void)
{
    edit->wrong = attack_find(" table remark back seat/2", "");
    attack_replace(edit->wrong, "seat/2", "seat/1");
}

static void a_seat_lent_while_its_player_held_a_seal(void)
{
    char name[SEAL_NAME_MAX + 2] = "", part[SEAL_NAME_MAX + 24];
    unsigned n = loan() - 1;

    snprintf(name, sizeof name, "%s", strchr(attack_row(n)->text, '[') + 1);
    name[strcspn(name, "]")] = '\0';
    snprintf(part, sizeof part, " open %s ", name);
    attack_drop(attack_find(" table remark back seat/2", ""));
    edit->wrong = attack_find(part, "");
    attack_insert_text(edit->wrong++, "table remark back seat/2");
    attack_why = "held a seal";
    attack_replace(edit->wrong, " table open", " seat/2 open");
}

static void a_game_left_that_had_begun(void)
{
    edit->wrong = loan();
    attack_insert_text(edit->wrong, "seat/2 agree leave");
}

static void a_void_game_that_nobody_left(void)
{
    unsigned n = attack_find(" luck ", "");

    attack_insert_text(n, "table end void left seat/2");
    edit->wrong = n;
}

static void a_void_game_that_another_left(void)
{
    unsigned n = attack_find(" luck ", "");

    attack_insert_text(n, "seat/1 agree leave");
    attack_insert_text(n + 1, "table end void left seat/2");
    edit->wrong = n + 1;
}

static const struct lie lies[] = {
    LIE(lent, a_seat_lent_without_terms),
    LIE(lent, a_seat_lent_for_longer_than_the_terms_say),
    LIE(lent, a_seat_played_for_longer_than_it_was_lent),
    LIE(lent, a_lent_seat_that_agrees),
    LIE(lent, a_lent_seat_that_speaks_for_itself),
    LIE(lent, a_lent_seat_that_resigns),
    LIE(lent, a_seat_back_that_was_not_lent),
    LIE(lent, another_seat_is_back),
    LIE(lent, a_game_left_that_had_begun),
    LIE(lent, a_void_game_that_nobody_left),
    LIE(lent, a_void_game_that_another_left),
    LIE(lent, a_seat_lent_while_its_player_held_a_seal),
};

TEST(a_lie_about_a_lent_seat_is_found_out)
{
    lying_find_out(lies, sizeof lies / sizeof *lies);
}

TESTS(start, finish)
