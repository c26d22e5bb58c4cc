/* SPDX-License-Identifier: MIT */
/* What a player wishes for when his time runs out, boards of past turns, and what the administrator
 * is written about a game. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <glib.h>

#include "outbound/news.h"
#include "play/adjudicate.h"
#include "play/turns.h"
#include "tests/house/talking.h"
#include "tests/test.h"

#define KEEPER "keeper@robot.example"

static void time_runs_out(struct fixture *fixture)
{
    fixture->now_s += 8 * 86400;
    fixture_round(fixture);
    fixture_settle(fixture);
}

/* ---- on time ---- */

#define ONTIME(name) FIXTURE_TEST(name, talking_start(fixture))

ONTIME(a_draft_is_carried_out_when_its_player_wished_so)
{
    hears(fixture, ANNA, "on time", "default is taken for you");
    hears(fixture, ANNA, "on time draft", "the draft that you left is carried out");
    says(fixture, ANNA, "draft\nbid 3", "answered draft");
    says(fixture, BOB, "draft\nbid 4", "answered draft");
    time_runs_out(fixture);
    newest_has(fixture, ANNA, "  bid 4\n");
    newest_lacks(fixture, ANNA, "  bid 3\n"); /* it was played */
    hears(fixture, BOB, "status", "A draft of yours waits");
    newest_lacks(fixture, BOB, "on time");
    is_true(fixture);
}

ONTIME(a_draft_that_fits_no_more_gives_way_to_the_default)
{
    uint64_t before;

    says(fixture, ANNA, "on time draft", "answered command");
    says(fixture, ANNA, "draft\nall\nbid 3", "answered draft");
    says(fixture, ANNA, "bid 3", "accepted ");
    says(fixture, BOB, "bid 1", "accepted ");
    before = head(fixture);
    time_runs_out(fixture);
    assert_true(head(fixture) > before);
    hears(fixture, ANNA, "confirm", "no draft of yours");
    is_true(fixture);
}

ONTIME(who_wished_to_resign_does_when_his_time_runs_out)
{
    hears(fixture, ANNA, "on time resign", "you resign. Nobody else knows");
    newest_lacks(fixture, BOB, "on time");
    assert_false(export_has(fixture, RECORD_FOR_ALL, "on time"));
    assert_false(export_has(fixture, 2, "on time"));
    says(fixture, ANNA, "notes", "answered command");
    newest_lacks(fixture, ANNA, "on time");
    says(fixture, BOB, "bid 1", "accepted ");
    time_runs_out(fixture);
    assert_int_equal(fixture_position(fixture, 1)->phase, POSITION_OVER);
    assert_true(export_has(fixture, RECORD_FOR_ALL, "#on time resign"));
    assert_true(export_has(fixture, RECORD_FOR_ALL, " resign\n"));
    newest_has(fixture, BOB, "resign");
    is_true(fixture);
}

ONTIME(a_wish_is_taken_back_and_moved_deadlines_do_not_hinder_it)
{
    says(fixture, ANNA, "on time resign", "answered command");
    says(fixture, ANNA, "on time pass", "answered command");
    says(fixture, BOB, "on time resign", "answered command");
    says(fixture, BOB, "vacation 2026-11-20..2026-11-22", "answered command");
    hears(fixture, BOB, "on time never", "Write \"on time pass\"");
    says(fixture, ANNA, "pause", "answered command");
    says(fixture, BOB, "pause", "answered command");
    fixture->now_s += 5 * 86400;
    says(fixture, ANNA, "resume", "answered command");
    says(fixture, BOB, "resume", "answered command"); /* the deadlines are entries now */
    says(fixture, ANNA, "bid 2", "accepted ");
    time_runs_out(fixture);
    time_runs_out(fixture);
    assert_int_equal(fixture_position(fixture, 1)->phase, POSITION_OVER);
    newest_has(fixture, ANNA, "Anna has won. outcome.resigned");
    is_true(fixture);
}

/* A question books nothing; the days that it names are offered, in the words that book them. */
ONTIME(days_in_a_question_are_offered_as_vacation)
{
    static const char *const asked[] = {
        "what do I do if I am ill? I'm away from Dec 20 until January 3rd, can you stop my clocks",
        "Can you stop my clocks from Dec 20 until January 3rd?",
        "I'm away from Dec 20 until January 3rd, can you stop my clocks"};

    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        hears(fixture, ANNA, asked[i], "vacation 2026-12-20..2027-01-03");
        newest_has(fixture, ANNA, "stops your clocks");
        newest_lacks(fixture, ANNA, "Your vacation:");
    }
    hears(fixture, ANNA, "vacation 2026-12-20..2027-01-03", "Your vacation:");
}

ONTIME(nothing_is_wished_in_a_preview_or_after_the_end)
{
    uint64_t before = head(fixture);

    hears(fixture, ANNA, "preview\non time resign", "In a preview");
    assert_int_equal(head(fixture), before);
    says(fixture, ANNA, "resign", "accepted ");
    hears(fixture, ANNA, "on time pass", "is over");
}

/* ---- past turns ---- */

ONTIME(a_past_board_is_shown_by_its_turn)
{
    OWN(letter) letter = {0};
    char second[TILE_BYTES], third[TILE_BYTES];

    hears(fixture, ANNA, "show 0", "The board below is that after turn 0");
    newest_has(fixture, ANNA, ", turn 1\n");
    hears(fixture, ANNA, "show 1", "Turn 1 has not been played to its end; this is turn 1");
    says(fixture, ANNA, "bid 3", "accepted ");
    says(fixture, BOB, "bid 1", "accepted ");
    says(fixture, BOB, "bid 2", "accepted ");
    says(fixture, ANNA, "bid 4", "accepted ");
    newest_has(fixture, ANNA, ", turn 3\n");
    says(fixture, ANNA, "show", "answered command");
    tile_shown(fixture, 2, second);
    tile_shown(fixture, 3, third);
    newest_has(fixture, ANNA, third);
    hears(fixture, ANNA, "show 1", "that after turn 1 (entry ");
    newest_has(fixture, ANNA, second);
    newest_lacks(fixture, ANNA, third);
    hears(fixture, ANNA, "show turn 2", third);
    hears(fixture, ANNA, "show 3", "this is turn 3");
    hears(fixture, ANNA, "show 3 or 4", "\"show 3\" for the board after turn 3");
    says(fixture, ANNA, "show 99999999999999999999", "answered command");
    says(fixture, ANNA, "show -1", "answered command");
    hears(fixture, ANNA, "status", "This is turn 3.");
    fixture_newest(fixture, ANNA, &letter, NULL);
    assert_null(strstr(letter.subject, "turn")); /* one subject, one thread (O4) */
}

ONTIME(a_turn_that_was_taken_back_is_not_counted)
{
    const struct position *position;
    uint64_t n;

    says(fixture, ANNA, "bid 3", "accepted ");
    says(fixture, BOB, "bid 1", "accepted ");
    assert_int_equal(turns_now(fixture_position(fixture, 1)), 2);
    take_back(fixture, 1);
    position = fixture_position(fixture, 1);
    assert_int_equal(turns_now(position), 1);
    assert_false(turns_end(position, 1, &n));
    assert_true(turns_end(position, 0, &n));
    says(fixture, ANNA, "bid 3", "accepted ");
    says(fixture, BOB, "bid 1", "accepted ");
    says(fixture, BOB, "resign", "accepted ");
    position = fixture_position(fixture, 1);
    assert_int_equal(turns_now(position), 2);
    assert_true(turns_end(position, 2, &n));
    assert_int_equal(n, position->chain.number);
    assert_false(turns_end(position, 3, &n));
    assert_int_equal(turns_at(position, 1), 0);
}

/* ---- the administrator's letters ---- */

/* The newest letter's words, and those of the file that came along. */
static void keeper_has(struct fixture *fixture, const char *words, const char *attached)
{
    static const char mark[] = "Content-Transfer-Encoding: base64";
    OWN(letter) letter = {0};
    OWN(buf) raw = {0};
    const char *part;
    guchar *text;
    gsize length;

    fixture_newest(fixture, KEEPER, &letter, &raw);
    assert_non_null(strstr(letter.text, words));
    part = strstr(buf_text(&raw), mark);
    assert_non_null(part);
    part = strstr(part, "\n\n") ? strstr(part, "\n\n") : strstr(part, "\r\n\r\n");
    text = g_base64_decode(part, &length);
    text[length ? length - 1 : 0] = '\0';
    if (!strstr((char *)text, attached))
        print_error("%s\n", (char *)text);
    assert_non_null(strstr((char *)text, attached));
    g_free(text);
}

ONTIME(the_keeper_is_written_a_dispute_with_its_case_file)
{
    strcpy(fixture->config.keeper, KEEPER);
    says(fixture, ANNA, "bid 9", "rejected no-line");
    says(fixture, ANNA, "dispute nine is a card", "answered command");
    assert_true(fixture_position(fixture, 1)->timing.pause_s != 0);
    assert_int_equal(fixture_mail_count(fixture, KEEPER), 1);
    keeper_has(fixture, "Dispute 1 in game 1", "game: toy");
    keeper_has(fixture, "postern dispute rule 1", "1> bid 9 => illegal TOY-04");
    keeper_has(fixture, "by Anna, seat 1", "# nine is a card");
    time_runs_out(fixture); /* the clocks stand: nothing is missed */
    assert_int_equal(fixture_position(fixture, 1)->phase, POSITION_PLAY);
    assert_true(adjudicate_is_asked(fixture_position(fixture, 1), 1));
}

ONTIME(the_keeper_is_written_reported_words)
{
    strcpy(fixture->config.keeper, KEEPER);
    says(fixture, ANNA, "say you cheat", "answered command");
    says(fixture, BOB, "report she is rude", "answered command");
    keeper_has(fixture, "Report 1 in game 1", "# she is rude");
    keeper_has(fixture, "by Bob, seat 2", "you cheat");
    assert_int_equal(fixture_mail_count(fixture, KEEPER), 1);
}

ONTIME(without_an_address_the_keeper_is_told_by_the_log_alone)
{
    hears(fixture, ANNA, "dispute nine is a card", "Your dispute has number 1");
    assert_int_equal(fixture_mail_count(fixture, KEEPER), 0);
}

/* ---- subjects ---- */

ONTIME(an_answer_has_one_mark_in_its_subject)
{
    static const char bytes[] = "From: Anna <" ANNA ">\r\nTo: games@robot.example\r\n"
                                "Subject: AW: Re: RE: hello\r\nMessage-ID: <c1@three.example>\r\n"
                                "\r\nhelp\r\n";
    OWN(letter) letter = {0};

    fixture_deliver(fixture, bytes, sizeof bytes - 1);
    fixture_settle(fixture);
    fixture_newest(fixture, ANNA, &letter, NULL);
    assert_string_equal(letter.subject, "Re: hello");
}

TESTS(NULL, NULL)
