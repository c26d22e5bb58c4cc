/* SPDX-License-Identifier: MIT */
/* What posts do at the desk, and what the forum is told of it; transports in memory. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "outbound/forum_compose.h"
#include "outbound/forum_send.h"
#include "outbound/forum_queue.h"
#include "outbound/forum_trouble.h"
#include "ledger/topics.h"
#include "people/people.h"
#include "schedule/schedule.h"
#include "tests/house/posting.h"
#include "tests/house/talking.h"
#include "tests/rows.h"
#include "tests/test.h"

#define KEEPER "keeper@robot.example"

enum { TOPIC = 45, ALICE = 7, BEN = 8, EVE = 9 };

static struct post_sink *sink;

/* ---- a server with a forum ---- */

/* Everything that waits is handed to the forum. */
static void post_all(struct fixture *fixture)
{
    posting_send(fixture, sink);
}

static void link_account(struct fixture *fixture, int64_t player, const char *address,
                         const char *account)
{
    assert_int_equal(desk_begin(fixture->desk, NULL), RC_OK);
    assert_int_equal(people_address_add(fixture->desk, player, address, NULL), RC_OK);
    assert_int_equal(people_change(fixture->desk, player, "account", account, NULL), RC_OK);
    assert_int_equal(desk_commit(fixture->desk, NULL), RC_OK);
}

static void give_topic(struct fixture *fixture)
{
    const struct ledger_topic topic = {
        .game = 1, .topic = TOPIC, .post = TOPIC + 1, .state = LEDGER_TOPIC_OPEN};

    assert_int_equal(ledger_topic_put(fixture->desk->ledger, &topic, NULL), RC_OK);
}

static void start(struct fixture *fixture, const char *more)
{
    post_sink_free(sink); /* of the test before */
    talking_start(fixture);
    posting_open(fixture, more, &sink);
    link_account(fixture, 1, "user-7@forum.example", "7:alice");
    give_topic(fixture);
}

/* ---- posts ---- */

/* The outcome, as "rejected no-orders". Static storage. */
static const char *outcome_of(struct fixture *fixture, const struct posted *post)
{
    static char told[128];
    struct inbound_result result;

    posting_take(fixture, post, &result);
    snprintf(told, sizeof told, "%s %s", ledger_outcome_name(result.outcome), result.reason);
    return told;
}

/* Alice, who is Anna, in the game's topic. */
static const char *alice_posts(struct fixture *fixture, unsigned number, const char *html)
{
    return outcome_of(fixture, &(struct posted){number, "post", TOPIC, ALICE, "alice", html, NULL});
}

static const char *by_message(struct fixture *fixture, unsigned number, int user, const char *name,
                              const char *html)
{
    return outcome_of(fixture, &(struct posted){number, "message", 0, user, name, html, NULL});
}

/* What was posted to a place, with these words in it; "" = any. */
static unsigned posted(const char *to, const char *words)
{
    return posting_count(sink, to, words);
}

/* ---- accounts ---- */

#define FORUM_TEST(name) FIXTURE_TEST(name, start(fixture, ""))

FORUM_TEST(accounts_are_addresses_that_mails_do_not_have)
{
    const struct config *config = &((struct fixture *)fixture)->config;

    assert_true(config_is_account(config, "user-7@forum.example"));
    assert_true(config_is_account(config, "user-7@FORUM.example"));
    assert_false(config_is_account(config, "user-7@forum.example.org"));
    assert_false(config_is_account(config, "user-x@forum.example"));
    assert_false(config_is_account(config, "user-@forum.example"));
    assert_false(config_is_account(config, "ada@forum.example"));
    assert_false(config_is_account(config, ""));
}

FORUM_TEST(names_with_blanks_have_places_and_mentions)
{
    char place[FORUM_PLACE_BYTES], mention[FORUM_NAME_BYTES + 1];

    forum_place_of("7:Ada Lovelace", place);
    assert_string_equal(place, "user/7:Ada_Lovelace");
    forum_mention("7:Ada Lovelace", mention);
    assert_string_equal(mention, "@Ada-Lovelace");
    forum_mention("7:", mention);
    assert_string_equal(mention, "");
    forum_mention("", mention);
    assert_string_equal(mention, "");
}

FORUM_TEST(players_are_found_by_what_the_forum_calls_them)
{
    int64_t player = 0;

    assert_int_equal(forum_player_called(fixture->desk, "alice", &player, NULL), RC_OK);
    assert_int_equal(player, 1);
    assert_int_equal(forum_player_called(fixture->desk, "Anna", &player, NULL), RC_OK);
    assert_int_equal(player, 0); /* her name here, not there */
    link_account(fixture, 2, "user-8@forum.example", "8:Big Ben");
    assert_int_equal(forum_player_called(fixture->desk, "big-ben", &player, NULL), RC_OK);
    assert_int_equal(player, 2);
}

FORUM_TEST(text_in_a_post_means_nothing_and_calls_nobody)
{
    OWN(buf) out = {0};

    forum_escape("*a* [b](c) `d` <e> @f\n# g ~h~ | & !", &out);
    assert_string_equal(buf_text(&out), "\\*a\\* \\[b\\]\\(c\\) \\`d\\` \\<e\\> @\xE2\x80\x8B"
                                        "f \\# g \\~h\\~ \\| \\& \\!");
}

FORUM_TEST(a_stranger_joins_by_one_post_and_goes_on_in_it)
{
    assert_string_equal(
        outcome_of(fixture, &(struct posted){21, "post", 9, EVE, "eve", "<p>! games</p>", NULL}),
        "answered stranger");
    assert_string_equal(outcome_of(fixture, &(struct posted){22, "post", 9, EVE, "eve",
                                                             "<p>! join<br>! games</p>", NULL}),
                        "answered command");
    post_all(fixture);
    assert_int_equal(posted("user/9:eve", "Welcome, eve!"), 1);
    assert_int_equal(posted("user/9:eve", "You have no games."), 1);
    assert_string_equal(by_message(fixture, 23, EVE, "evelyn", "<p>join Bob</p>"),
                        "answered command"); /* no second sign-up */
    assert_string_equal(by_message(fixture, 24, EVE + 1, "bob2", "<p>join Bob</p>"),
                        "answered name-taken");
}

/* A sentence is nobody's name, and what it wishes for is done. */
FORUM_TEST(a_stranger_joins_in_words_of_his_own)
{
    ROWS_EACH(row, "tests/inbound/forum_posts.rows", "a_stranger_joins_in_words_of_his_own") {
        const struct posted post = {200 + row.number, "post",      9,   20 + (int)row.number,
                                    row.cell[0],      row.cell[1], NULL};
        char place[FORUM_PLACE_BYTES];
        struct person person;

        outcome_of(fixture, &post);
        assert_int_equal(people_get(fixture->desk, 3 + row.number, &person, NULL), RC_OK);
        assert_string_equal(person.name, row.cell[2]);
        post_all(fixture);
        snprintf(place, sizeof place, "user/%d:%s", 20 + (int)row.number, row.cell[0]);
        assert_int_equal(posted(place, row.cell[3]), 1);
    }
}

FORUM_TEST(a_code_links_an_account_and_is_used_up)
{
    char code[FORUM_CODE_BYTES], line[FORUM_CODE_BYTES + 16];
    struct person person;

    assert_int_equal(forum_link_code(fixture->desk, 2, fixture->now_s, code, NULL), RC_OK);
    snprintf(line, sizeof line, "<p>link %sx</p>", code);
    assert_string_equal(by_message(fixture, 31, BEN, "ben", line), "rejected bad-code");
    snprintf(line, sizeof line, "<p>link %s</p>", code);
    assert_string_equal(by_message(fixture, 32, BEN, "ben", line), "answered linked");
    assert_int_equal(people_get(fixture->desk, 2, &person, NULL), RC_OK);
    assert_string_equal(person.account, "8:ben");
    assert_string_equal(by_message(fixture, 33, EVE, "eve", line), "rejected bad-code");
}

FORUM_TEST(a_code_is_good_for_a_day_and_the_next)
{
    char code[FORUM_CODE_BYTES];
    int64_t player = 0;

    assert_int_equal(forum_link_code(fixture->desk, 2, fixture->now_s, code, NULL), RC_OK);
    fixture->now_s += 86400;
    assert_int_equal(forum_link_read(fixture->desk, code, &player, NULL), RC_OK);
    assert_int_equal(player, 2);
    fixture->now_s += 86400;
    assert_int_equal(forum_link_read(fixture->desk, code, &player, NULL), RC_OK);
    assert_int_equal(player, 0);
}

FORUM_TEST(a_name_in_the_forum_follows_its_number)
{
    struct person person;

    assert_string_equal(by_message(fixture, 41, ALICE, "alicia", "<p>games</p>"),
                        "answered command");
    assert_int_equal(people_get(fixture->desk, 1, &person, NULL), RC_OK);
    assert_string_equal(person.account, "7:alicia");
    post_all(fixture);
    assert_int_equal(posted("user/7:alicia", ""), 1);
}

FORUM_TEST(a_mail_that_bears_an_account_is_a_strangers)
{
    struct forum_letter post;
    static const char raw[] = "From: user-7@forum.example\r\nPostern-Forum: post=1 topic=45 user=7 "
                              "kind=post name=alice\r\n\r\n! bid 3\r\n";

    forum_read_letter(&fixture->config, "maildir:in", raw, strlen(raw), &post);
    assert_int_equal(post.kind, FORUM_POST_NONE);
    forum_read_letter(&fixture->config, "discourse:forum", raw, strlen(raw), &post);
    assert_int_equal(post.kind, FORUM_POST_PUBLIC);
    assert_int_equal(post.topic, TOPIC);
    assert_string_equal(post.name, "alice");
}

/* ---- orders ---- */

FORUM_TEST(an_order_in_the_topic_counts_and_is_told_to_all)
{
    uint64_t before = head(fixture);

    assert_string_equal(alice_posts(fixture, 51, "<p>Here we go.</p><p>! bid 3</p>"), "accepted ");
    assert_true(head(fixture) > before);
    post_all(fixture);
    assert_true(posted("topic/45", "Anna") > 0);
    assert_int_equal(posted("topic/45", "bid 3"), 0); /* a bid is secret */
    assert_int_equal(posted("topic/45", "stood here for all to read"), 1);
    assert_int_equal(posted("user/7:alice", ""), 0); /* all is said */
}

FORUM_TEST(what_others_wrote_and_talk_are_no_orders)
{
    uint64_t before = head(fixture);

    ROWS_EACH(row, "tests/inbound/forum_posts.rows", "what_others_wrote_and_talk_are_no_orders")
        assert_string_equal(alice_posts(fixture, 60 + row.number, row.cell[0]), "ignored talk");
    post_all(fixture);
    assert_int_equal(head(fixture), before);
    assert_int_equal(post_memory_sink_count(sink), 0);
}

FORUM_TEST(what_is_refused_is_told_in_private_alone)
{
    assert_string_equal(alice_posts(fixture, 71, "<p>! bid zebra</p>"), "rejected no-line");
    post_all(fixture);
    assert_int_equal(posted("user/7:alice", "zebra"), 1);
    assert_int_equal(posted("topic/45", "zebra"), 0);
    assert_int_equal(posted("topic/45", "refused"), 0);
}

FIXTURE_TEST(where_nobody_can_be_told_alone_the_topic_says_no_more_than_that,
             start(fixture, "messages = no\n"))
{
    assert_string_equal(
        outcome_of(fixture, &(struct posted){72, "post", 9, EVE, "eve", "<p>! join</p>", NULL}),
        "answered signed-up");
    assert_string_equal(
        outcome_of(fixture, &(struct posted){73, "post", 9, EVE, "eve", "<p>! nonsense</p>", NULL}),
        "rejected no-game");
    post_all(fixture);
    assert_int_equal(posted("topic/9", "was not carried out"), 2);
    assert_int_equal(posted("topic/9", "nonsense"), 0);
    assert_string_equal(alice_posts(fixture, 74, "<p>! bid zebra</p>"), "rejected no-line");
    post_all(fixture);
    assert_int_equal(posted("topic/45", "zebra"), 0); /* she has mail */
}

FORUM_TEST(a_private_order_is_not_repeated_in_the_topic)
{
    assert_string_equal(by_message(fixture, 81, ALICE, "alice", "<p>game 1</p><p>bid 3</p>"),
                        "accepted ");
    post_all(fixture);
    assert_int_equal(posted("topic/45", "bid 3"), 0);
    assert_true(posted("topic/45", "sealed or private") > 0);
    assert_int_equal(posted("user/7:alice", "bid 3"), 1);
}

/* A turn that one letter plays is one post, however many orders it has and whatever the table does
 * behind them: openings, the next tile, the next questions. */
FORUM_TEST(a_turn_is_one_post)
{
    static const struct {
        int number;
        const char *name;
    } players[2] = {{ALICE, "alice"}, {BEN, "ben"}};
    unsigned number = 800;

    link_account(fixture, 2, "user-8@forum.example", "8:ben");
    for (unsigned card = 0; card < 3; card++) {
        char orders[64];

        for (unsigned i = 0; i < 2; i++) {
            const unsigned before = posted("topic/45", ""), who = (card + i) % 2;

            snprintf(orders, sizeof orders, "<p>game 1</p>%s<p>bid %u</p>",
                     card == 1 ? "<p>peek</p>" : "", card);
            assert_string_equal(
                by_message(fixture, number++, players[who].number, players[who].name, orders),
                "accepted ");
            post_all(fixture);
            assert_int_equal(posted("topic/45", ""), before + 1);
        }
    }
}

FORUM_TEST(an_edit_changes_nothing_and_is_answered_once)
{
    uint64_t before;

    assert_string_equal(alice_posts(fixture, 91, "<p>! bid 3</p>"), "accepted ");
    before = head(fixture);
    assert_string_equal(outcome_of(fixture, &(struct posted){91, "edit", TOPIC, ALICE, "alice",
                                                             "<p>! bid 4</p>", "post-91.edit"}),
                        "answered edited");
    post_all(fixture);
    assert_int_equal(head(fixture), before);
    assert_int_equal(posted("user/7:alice", "edited after it was read"), 1);
    assert_string_equal(alice_posts(fixture, 92, "<p>nice</p>"), "ignored talk");
    assert_string_equal(outcome_of(fixture, &(struct posted){92, "edit", TOPIC, ALICE, "alice",
                                                             "<p>nicer</p>", "post-92.edit"}),
                        "ignored edited-talk");
}

/* ---- finding each other ---- */

FORUM_TEST(a_challenge_in_a_topic_calls_who_is_asked)
{
    assert_string_equal(by_message(fixture, 100, EVE, "eve", "<p>join</p>"), "answered signed-up");
    assert_string_equal(outcome_of(fixture, &(struct posted){101, "post", 9, ALICE, "alice",
                                                             "<p>! challenge <a>@eve</a> dungeon "
                                                             "twister</p>",
                                                             NULL}),
                        "answered command");
    post_all(fixture);
    assert_int_equal(posted("topic/9", "@eve Anna offers you a game of Dungeon Twister"), 1);
    assert_int_equal(posted("user/9:eve", "Anna invites you"), 1);
    assert_string_equal(by_message(fixture, 102, EVE, "eve", "<p>accept</p>"), "answered command");
    post_all(fixture);
    assert_int_equal(fixture_position(fixture, 2)->player[2], 3);
}

FORUM_TEST(a_challenge_by_message_is_told_to_nobody_else)
{
    assert_string_equal(
        by_message(fixture, 111, ALICE, "alice", "<p>challenge @nobody dungeon twister</p>"),
        "answered command");
    post_all(fixture);
    assert_int_equal(posted("user/7:alice", "Nobody here can be invited as \"@nobody\""), 1);
    assert_string_equal(
        by_message(fixture, 112, ALICE, "alice", "<p>challenge dungeon twister</p>"),
        "answered command");
    post_all(fixture);
    assert_int_equal(posted("user/7:alice", "is open to everybody"), 1);
    assert_int_equal(posted("topic/0", "") + posted("category/3", ""), 0);
}

static void add_opponent(struct fixture *fixture)
{
    int64_t player;

    assert_int_equal(desk_begin(fixture->desk, NULL), RC_OK);
    assert_int_equal(
        people_add(fixture->desk, "Robo", "robo@practice.invalid", "en", &player, NULL), RC_OK);
    assert_int_equal(people_change(fixture->desk, player, "practice", "easy", NULL), RC_OK);
    assert_int_equal(desk_commit(fixture->desk, NULL), RC_OK);
}

/* Who has no address but the forum's has all of it, too; what a hint says is for him alone. */
FORUM_TEST(a_game_against_a_program_is_had_and_taught_by_posts)
{
    const struct ledger_topic topic = {
        .game = 2, .topic = TOPIC + 1, .post = TOPIC + 2, .state = LEDGER_TOPIC_OPEN};

    add_opponent(fixture);
    assert_string_equal(by_message(fixture, 120, EVE, "eve", "<p>join</p>"), "answered signed-up");
    assert_string_equal(
        outcome_of(fixture,
                   &(struct posted){121, "post", 9, EVE, "eve",
                                    "<p>! practice dungeon twister against easy</p>", NULL}),
        "answered command");
    post_all(fixture);
    assert_int_equal(posted("user/9:eve", "Robo is a practice opponent: a program (level: easy)"),
                     1);
    assert_true(fixture_position(fixture, 2)->house[2]);
    fixture_luck(fixture, 2);
    assert_int_equal(ledger_topic_put(fixture->desk->ledger, &topic, NULL), RC_OK);
    assert_string_equal(outcome_of(fixture, &(struct posted){122, "post", TOPIC + 1, EVE, "eve",
                                                             "<p>! hint</p>", NULL}),
                        "answered command");
    assert_string_equal(outcome_of(fixture, &(struct posted){123, "post", TOPIC + 1, EVE, "eve",
                                                             "<p>! analyse</p>", NULL}),
                        "answered command");
    post_all(fixture);
    assert_int_equal(posted("user/9:eve", "A sensible turn:"), 1);
    assert_int_equal(posted("user/9:eve", "analysed when it is over"), 1);
    assert_int_equal(posted("topic/46", "A sensible turn:") + posted("game/2", "sensible"), 0);
}

/* ---- posting ---- */

FORUM_TEST(a_text_refused_for_good_is_not_tried_again)
{
    unsigned handled;

    assert_int_equal(post_memory_sink_answer(sink, "topic/45", POST_PERMANENT, 422, "never"),
                     RC_OK);
    assert_string_equal(alice_posts(fixture, 121, "<p>! bid 3</p>"), "accepted ");
    post_all(fixture);
    fixture->now_s += 86400;
    assert_int_equal(forum_send_due(fixture->desk, sink, -1, &handled, NULL), RC_OK);
    assert_int_equal(handled, 0);
}

FORUM_TEST(a_forum_that_is_away_gets_everything_later_in_its_order)
{
    unsigned handled;

    post_memory_sink_fail(sink, RC_NETWORK, 1);
    assert_string_equal(alice_posts(fixture, 131, "<p>! bid 3</p>"), "accepted ");
    assert_int_equal(forum_send_due(fixture->desk, sink, -1, &handled, NULL), RC_NETWORK);
    assert_int_equal(post_memory_sink_count(sink), 0);
    fixture->now_s += 86400;
    post_all(fixture);
    assert_true(posted("topic/45", "Anna") > 0);
    assert_int_equal(ledger_parts_queued(fixture->desk->ledger, &(int64_t){0}, NULL), RC_OK);
}

/* The mark of what stands in the topic first. Static storage. */
static const char *first_mark(struct fixture *fixture)
{
    static char mark[64];

    assert_string_equal(alice_posts(fixture, 151, "<p>! bid 3</p>"), "accepted ");
    post_all(fixture);
    assert_true(posted("topic/45", "Anna") > 0);
    text_copy(mark, sizeof mark, post_memory_sink_at(sink, 0)->id);
    return mark;
}

FORUM_TEST(a_number_used_again_after_a_restore_has_another_mark)
{
    const char *after;
    char before[64];
    size_t number;

    text_copy(before, sizeof before, first_mark(fixture));
    fixture_remove(fixture);
    start(fixture, "");
    assert_string_equal(first_mark(fixture), before); /* the same in each try */
    fixture_remove(fixture);
    start(fixture, "");
    fixture->now_s += 60;
    number = strcspn(before + strlen("out-"), "-") + strlen("out-");
    after = first_mark(fixture);
    assert_memory_equal(after, before, number + 1);
    assert_string_not_equal(after, before);
}

FORUM_TEST(parts_of_a_text_are_remembered_until_it_is_final)
{
    struct ledger *ledger = fixture->desk->ledger;
    enum ledger_part part;
    int64_t count = 0;

    assert_int_equal(ledger_part_get(ledger, 1, 1, &part, NULL), RC_OK);
    assert_int_equal(part, LEDGER_PART_NONE);
    assert_int_equal(ledger_part_put(ledger, 1, 1, LEDGER_PART_POSTED, 5, NULL), RC_OK);
    assert_int_equal(ledger_part_put(ledger, 1, 2, LEDGER_PART_QUEUED, 6, NULL), RC_OK);
    assert_int_equal(ledger_part_get(ledger, 1, 1, &part, NULL), RC_OK);
    assert_int_equal(part, LEDGER_PART_POSTED);
    assert_int_equal(ledger_parts_queued(ledger, &count, NULL), RC_OK);
    assert_int_equal(count, 1);
    assert_int_equal(ledger_part_put(ledger, 1, 2, LEDGER_PART_POSTED, 7, NULL), RC_OK);
    assert_int_equal(ledger_parts_queued(ledger, &count, NULL), RC_OK);
    assert_int_equal(count, 0);
    assert_int_equal(ledger_parts_drop(ledger, 1, NULL), RC_OK);
    assert_int_equal(ledger_part_get(ledger, 1, 1, &part, NULL), RC_OK);
    assert_int_equal(part, LEDGER_PART_NONE);
}

/* ---- what the administrator is written ---- */

static void start_with_keeper(struct fixture *fixture)
{
    start(fixture, "");
    strcpy(fixture->config.keeper, KEEPER);
}

/* Mail goes out; the forum of the configuration is not there. */
static unsigned keeper_letters(struct fixture *fixture)
{
    struct post_sink *forum = fixture->room.forum;

    fixture->room.forum = NULL;
    assert_int_equal(mailroom_send(fixture->desk, &fixture->room, NULL), RC_OK);
    fixture->room.forum = forum;
    return fixture_mail_count(fixture, KEEPER);
}

static void try_all_again(struct fixture *fixture)
{
    fixture->now_s += 86400;
    post_all(fixture);
}

#define TEST_TOLD(name) FIXTURE_TEST(name, start_with_keeper(fixture))

TEST_TOLD(a_topic_that_takes_no_posts_is_written_to_the_keeper_once)
{
    assert_int_equal(post_memory_sink_hold(sink, "topic/45", POST_HOLD_LOCKED, "it is closed"),
                     RC_OK);
    assert_string_equal(alice_posts(fixture, 141, "<p>! bid 3</p>"), "accepted ");
    post_all(fixture);
    assert_int_equal(keeper_letters(fixture), 1);
    newest_has(fixture, KEEPER, "the topic of game 1");
    newest_has(fixture, KEEPER, "https://forum.example/t/45");
    newest_has(fixture, KEEPER, "it is closed");
    newest_has(fixture, KEEPER, "postern forum retry");
    newest_lacks(fixture, KEEPER, "bid 3");
    try_all_again(fixture);
    assert_int_equal(keeper_letters(fixture), 1);
    assert_int_equal(post_memory_sink_hold(sink, "topic/45", POST_HOLD_GONE, "not found"), RC_OK);
    try_all_again(fixture);
    assert_int_equal(keeper_letters(fixture), 2); /* deleted by now: another trouble */
    newest_has(fixture, KEEPER, "postern forum reopen 1");
    assert_int_equal(post_memory_sink_answer(sink, "topic/45", POST_ACCEPTED, 200, ""), RC_OK);
    try_all_again(fixture);
    assert_true(posted("topic/45", "Anna") > 0);
    assert_int_equal(keeper_letters(fixture), 2);
}

TEST_TOLD(a_refused_post_is_written_to_the_keeper_once_a_day)
{
    assert_int_equal(post_memory_sink_answer(sink, "topic/45", POST_PERMANENT, 422,
                                             "too similar to an earlier post"),
                     RC_OK);
    assert_string_equal(alice_posts(fixture, 122, "<p>! bid 3</p>"), "accepted ");
    post_all(fixture);
    assert_int_equal(keeper_letters(fixture), 1);
    newest_has(fixture, KEEPER, "too similar to an earlier post");
    newest_has(fixture, KEEPER, "postern letter unsent");
    newest_lacks(fixture, KEEPER, "bid 3");
    assert_string_equal(alice_posts(fixture, 123, "<p>! undo</p>"), "answered command");
    post_all(fixture);
    assert_int_equal(keeper_letters(fixture), 1);
}

TEST_TOLD(a_topic_that_moderators_reject_is_written_to_the_keeper_once)
{
    assert_int_equal(post_memory_sink_answer(sink, "category/3", POST_PERMANENT, 0,
                                             "a moderator has refused it"),
                     RC_OK);
    assert_int_equal(desk_begin(fixture->desk, NULL), RC_OK);
    assert_int_equal(forum_reopen(fixture->desk, 1, NULL), RC_OK);
    assert_int_equal(desk_commit(fixture->desk, NULL), RC_OK);
    post_all(fixture);
    assert_int_equal(keeper_letters(fixture), 1);
    newest_has(fixture, KEEPER, "refuses the topic of game 1");
    newest_has(fixture, KEEPER, "a moderator has refused it");
    try_all_again(fixture);
    assert_int_equal(keeper_letters(fixture), 1);
}

/* The forum is reached so once an hour, so many times. */
static void reach(struct fixture *fixture, enum rc rc, const char *text, unsigned hours)
{
    struct err last = {0};

    if (rc != RC_OK)
        ERR(&last, rc, text);
    for (unsigned i = 0; i < hours; i++) {
        fixture->now_s += 3600;
        assert_int_equal(forum_note_reached(fixture->desk, &last, NULL), RC_OK);
    }
}

TEST_TOLD(a_forum_that_is_away_for_a_day_is_written_to_the_keeper_once)
{
    reach(fixture, RC_NETWORK, "no answer", 20);
    reach(fixture, RC_OK, "", 1);
    reach(fixture, RC_NETWORK, "no answer", 20); /* an outage of its own */
    assert_int_equal(keeper_letters(fixture), 0);
    reach(fixture, RC_NETWORK, "no answer", 10);
    assert_int_equal(keeper_letters(fixture), 1);
    newest_has(fixture, KEEPER, "for more than a day: no answer");
    reach(fixture, RC_LATER, "out of order", 100);
    assert_int_equal(keeper_letters(fixture), 1);
    reach(fixture, RC_OK, "", 1);
    reach(fixture, RC_NETWORK, "no answer", 30);
    assert_int_equal(keeper_letters(fixture), 2);
}

TEST_TOLD(a_refused_token_is_written_to_the_keeper_once)
{
    reach(fixture, RC_NETWORK, "no answer", 2);
    reach(fixture, RC_LOGIN, "it refuses the key", 1);
    assert_int_equal(keeper_letters(fixture), 1);
    newest_has(fixture, KEEPER, "does not let the robot in: it refuses the key");
    reach(fixture, RC_LOGIN, "it refuses the key", 50);
    reach(fixture, RC_NETWORK, "no answer", 50);
    reach(fixture, RC_LOGIN, "in other words", 2);
    reach(fixture, RC_BUSY, "our own ledger", 2);
    assert_int_equal(keeper_letters(fixture), 1);
    reach(fixture, RC_OK, "", 1);
    reach(fixture, RC_LOGIN, "it refuses the key", 1);
    assert_int_equal(keeper_letters(fixture), 2);
}

FORUM_TEST(without_an_address_nobody_is_written_to)
{
    reach(fixture, RC_LOGIN, "it refuses the key", 3);
    reach(fixture, RC_OK, "", 1);
    assert_int_equal(keeper_letters(fixture), 0);
}

FORUM_TEST(a_pause_that_is_forgotten_is_recalled_by_message)
{
    unsigned closed;

    link_account(fixture, 2, "user-8@forum.example", "8:ben");
    OK(desk_begin(fixture->desk, &err)); /* Bob has no address but his account */
    OK(people_address_drop(fixture->desk, 2, BOB, &err));
    OK(desk_commit(fixture->desk, &err));
    assert_string_equal(alice_posts(fixture, 95, "<p>! pause</p>"), "answered command");
    assert_string_equal(outcome_of(fixture, &(struct posted){96, "post", TOPIC, ALICE + 1, "ben",
                                                             "<p>! pause</p>", NULL}),
                        "answered command");
    assert_true(fixture_position(fixture, 1)->timing.pause_s > 0);
    fixture->now_s += 7 * 86400 + 3600;
    OK(timers_run(fixture->desk, fixture->now_s, &closed, &err));
    posting_send(fixture, sink);
    assert_int_equal(posted("user/8:ben", "stopped for 7 days"), 1);
}

TESTS(NULL, NULL)
