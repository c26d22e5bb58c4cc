/* SPDX-License-Identifier: MIT */
/* A tournament in the forum: its topic, entered and left there, and a post for each round. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "ledger/topics.h"
#include "play/adjudicate.h"
#include "people/people.h"
#include "schedule/tournaments.h"
#include "schedule/schedule.h"
#include "tests/house/posting.h"
#include "tests/toy/toy.h"
#include "tests/test.h"

enum { PLAYERS = 4, DAY_S = 86400 };

static const struct game *const games_list[] = {&toy_game, NULL};
static struct post_sink *sink;
/* ---- a server with a forum ---- */

static void open_forum(struct fixture *fixture, const char *more)
{
    fixture_make(fixture, games_list);
    posting_open(fixture, more, &sink);
}

static void close_forum(struct fixture *fixture)
{
    post_sink_free(sink);
    fixture_remove(fixture);
}

static void post_all(struct fixture *fixture)
{
    fixture->now_s += 10; /* what waits for an earlier post is due */
    posting_send(fixture, sink);
}

/* Anna, Bert, … by mail; the first two show themselves to everybody, all but the last to the club.
 */
static void add_players(struct fixture *fixture)
{
    static const char *const names[PLAYERS] = {"Anna", "Bert", "Cora", "Dario"};

    for (unsigned i = 0; i < PLAYERS; i++) {
        char address[32];

        snprintf(address, sizeof address, "p%u@club.example", i + 1);
        fixture_player(fixture, names[i], address);
    }
    fixture_change(fixture, 1, "profile", "public");
    fixture_change(fixture, 2, "profile", "public");
    fixture_change(fixture, 4, "profile", "hidden");
}

/* The topic that the first post to the category opened. */
static int64_t topic_of(struct fixture *fixture)
{
    int64_t topic = -1;

    OK(ledger_tournament_topic_get(fixture->desk->ledger, 1, &topic, &err));
    return topic;
}

/* A post that Eve writes into the tournament's topic. */
static void eve_posts(struct fixture *fixture, unsigned number, const char *html)
{
    struct inbound_result result;

    posting_take(fixture,
                 &(struct posted){.number = number,
                                  .topic = (int)topic_of(fixture),
                                  .user = 7,
                                  .name = "eve",
                                  .html = html},
                 &result);
}

/* ---- a tournament ---- */

static struct tournament *load(struct fixture *fixture)
{
    struct tournament *tournament = NULL;

    OK(tournament_load(fixture->desk, 1, &tournament, &err));
    return tournament;
}

static void make_tournament(struct fixture *fixture, enum schedule_format format, bool announced)
{
    struct tournament_terms terms = {.game = "toy",
                                     .name = "Winter *cup*",
                                     .rules = {.format = format,
                                               .groups = 1,
                                               .games = 1,
                                               .reach = format == SCHEDULE_LADDER ? 2 : 0,
                                               .term_days = format == SCHEDULE_LADDER ? 100 : 0}};
    OWN_AT(tournament) tournament = NULL;
    int64_t id;

    OK(desk_begin(fixture->desk, &err));
    OK(tournament_new(fixture->desk, &terms, &id, &err));
    tournament = load(fixture);
    if (announced)
        OK(tournaments_announce(fixture->desk, tournament, &err));
    for (int64_t i = 1; i <= PLAYERS; i++)
        OK(tournament_enter(fixture->desk, tournament, i, "", &err));
    OK(desk_commit(fixture->desk, &err));
}

static void start(struct fixture *fixture)
{
    OWN_AT(tournament) tournament = load(fixture);

    OK(desk_begin(fixture->desk, &err));
    OK(tournament_start(fixture->desk, tournament, &err));
    OK(tournaments_advance(fixture->desk, tournament, &err));
    OK(desk_commit(fixture->desk, &err));
}

/* Nobody gives luck: days pass, and all are lost. */
static void pass_days(struct fixture *fixture, unsigned days)
{
    while (days--) {
        unsigned closed;

        fixture->now_s += DAY_S;
        OK(timers_run(fixture->desk, fixture->now_s, &closed, &err));
        OK(tournaments_run(fixture->desk, &err));
    }
    post_all(fixture);
}

/* ---- what was posted ---- */

static void see(const char *to, const char *words, unsigned wanted)
{
    if (posting_count(sink, to, words) == wanted)
        return;
    for (size_t i = 0; i < post_memory_sink_count(sink); i++)
        print_message("--- %s\n%s\n", post_memory_sink_at(sink, i)->to,
                      post_memory_sink_at(sink, i)->bytes);
    fail_msg("\"%s\" stands %u times in %s, not %u times", words, posting_count(sink, to, words),
             to, wanted);
}

static void in_topic(struct fixture *fixture, char place[32])
{
    assert_true(topic_of(fixture) > 0);
    snprintf(place, 32, "topic/%lld", (long long)topic_of(fixture));
}

/* ---- tests ---- */

TEST(a_tournament_has_a_topic_of_its_own)
{
    struct fixture fixture;
    char topic[32];

    open_forum(&fixture, "");
    add_players(&fixture);
    make_tournament(&fixture, SCHEDULE_ROBIN, true);
    post_all(&fixture);
    see("category/3", "Winter *cup* – ", 1);
    see("category/3", "A tournament is open: Winter \\*cup\\*", 1);
    see("category/3", "\\! enter 1", 1);
    see("category/3", "takes orders in this topic", 0);
    start(&fixture);
    post_all(&fixture);
    in_topic(&fixture, topic);
    see(topic, "round 1: who meets whom", 1);
    see(topic, "Anna – a player without a name", 1);
    see(topic, "Cora", 0); /* she shows herself to the club alone */
    see(topic, "Dario", 0);
    pass_days(&fixture, 60);
    see(topic, "round 2: who meets whom", 1);
    see(topic, "is over. This is its table.", 1);
    see(topic, "1. Anna: ", 3); /* after two rounds and at the end */
    see("category/3", "Winter", 1);
    close_forum(&fixture);
}

TEST(who_writes_there_takes_part)
{
    struct fixture fixture;
    struct tournament *tournament;

    open_forum(&fixture, "");
    add_players(&fixture);
    make_tournament(&fixture, SCHEDULE_SWISS, true);
    post_all(&fixture);
    eve_posts(&fixture, 11, "<p>! join<br>! enter 1 red leaves</p>");
    post_all(&fixture);
    tournament = load(&fixture);
    assert_int_equal(tournament->log.entered, PLAYERS + 1);
    assert_true(tournament->log.luck[PLAYERS][0]);
    tournament_free(tournament);
    see("user/7:eve", "You take part in Winter", 1);
    eve_posts(&fixture, 12, "<p>! leave 1</p>");
    post_all(&fixture);
    tournament = load(&fixture);
    assert_true(tournament->log.gone[PLAYERS]);
    tournament_free(tournament);
    close_forum(&fixture);
}

TEST(after_a_topic_was_lost_another_is_opened)
{
    struct fixture fixture;
    char topic[32];

    open_forum(&fixture, "");
    add_players(&fixture);
    make_tournament(&fixture, SCHEDULE_ROBIN, true);
    post_all(&fixture);
    in_topic(&fixture, topic);
    OK(post_memory_sink_hold(sink, topic, POST_HOLD_GONE, "deleted"));
    start(&fixture);
    post_all(&fixture);
    assert_int_equal(topic_of(&fixture), -1);
    pass_days(&fixture, 60);
    see("category/3", "Winter", 2);
    see("category/3", "round 2: who meets whom", 1);
    in_topic(&fixture, topic);
    see(topic, "is over. This is its table.", 1);
    close_forum(&fixture);
}

TEST(a_forum_that_takes_no_topic_holds_nothing_up)
{
    struct fixture fixture;

    open_forum(&fixture, "");
    add_players(&fixture);
    OK(post_memory_sink_answer(sink, "category/3", POST_PERMANENT, 403, "not allowed"));
    make_tournament(&fixture, SCHEDULE_ROBIN, true);
    start(&fixture);
    pass_days(&fixture, 60);
    assert_int_equal(post_memory_sink_count(sink), 0);
    assert_int_equal(topic_of(&fixture), -1);
    close_forum(&fixture);
}

TEST(a_ladder_shows_each_new_order)
{
    struct fixture fixture;
    struct tournament *tournament;
    char topic[32];

    open_forum(&fixture, "");
    add_players(&fixture);
    make_tournament(&fixture, SCHEDULE_LADDER, true);
    start(&fixture);
    post_all(&fixture);
    in_topic(&fixture, topic);
    pass_days(&fixture, 101);
    tournament = load(&fixture);
    assert_int_equal(tournament->log.terms, 1);
    tournament_free(tournament);
    see(topic, "has a new order", 0); /* nobody played: nobody passes anybody */
    OK(desk_begin(fixture.desk, &err));
    tournament = load(&fixture);
    OK(tournaments_cancelled(fixture.desk, tournament, &err));
    OK(desk_commit(fixture.desk, &err));
    tournament_free(tournament);
    post_all(&fixture);
    see(topic, "is cancelled", 1);
    close_forum(&fixture);
}

TEST(where_members_alone_are_shown_others_open_no_topic)
{
    struct fixture fixture;

    open_forum(&fixture, "games = played\n");
    add_players(&fixture);
    make_tournament(&fixture, SCHEDULE_ROBIN, false);
    start(&fixture);
    post_all(&fixture);
    see("", "Winter", 0);
    fixture_change(&fixture, 3, "account", "9:cora");
    pass_days(&fixture, 60);
    see("category/3", "Winter", 1);
    close_forum(&fixture);
}

FIXTURE_TEST(without_a_forum_nothing_is_queued, fixture_make(fixture, games_list))
{
    add_players(fixture);
    make_tournament(fixture, SCHEDULE_ROBIN, true);
    start(fixture);
    assert_int_equal(topic_of(fixture), -1);
}

TESTS(NULL, NULL)
