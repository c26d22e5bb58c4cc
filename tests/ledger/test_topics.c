/* SPDX-License-Identifier: MIT */
/* Topics of games in the forum. */
#include "fixture.h"

#include <stdio.h>

#include "base/buf.h"
#include "ledger/letters.h"
#include "ledger/topics.h"

static void note_topic(struct buf *out, const struct ledger_topic *topic)
{
    buf_printf(out, "%d:%d/%d %s %d ", (int)topic->game, (int)topic->topic, (int)topic->post,
               ledger_topic_name(topic->state), (int)topic->board);
}

static void make_games(struct fixture *fixture)
{
    OK(ledger_begin_immediate(fixture->ledger, ERR_P));
    fixture_address(fixture->ledger, fixture_player(fixture->ledger, "anna"), "a@x");
    fixture_game(fixture->ledger);
    fixture_game(fixture->ledger);
    OK(ledger_commit(fixture->ledger, ERR_P));
}

TEST_WITH(a_topic_leads_to_its_game_and_back, fixture_setup, fixture_teardown)
{
    struct fixture *fixture = *state;
    struct ledger *ledger = fixture->ledger;
    struct ledger_topic topic = {.game = 1, .state = LEDGER_TOPIC_WANTED}, found;
    OWN(buf) out = {0};

    make_games(fixture);
    OK(ledger_topic_put(ledger, &topic, ERR_P));
    OK(ledger_topic_find(ledger, 45, &found, ERR_P));
    assert_int_equal(found.game, 0);
    topic = (struct ledger_topic){1, 45, 99, LEDGER_TOPIC_OPEN, 7};
    OK(ledger_topic_put(ledger, &topic, ERR_P));
    OK(ledger_topic_find(ledger, 45, &found, ERR_P));
    assert_int_equal(found.game, 1);
    OK(ledger_topic_get(ledger, 2, &found, ERR_P));
    assert_int_equal(found.game, 0);
    topic = (struct ledger_topic){2, 46, 100, LEDGER_TOPIC_GONE, 0};
    OK(ledger_topic_put(ledger, &topic, ERR_P));
    OK_EACH(ledger_topics(ledger, ERR_P), ledger_topic, note_topic, &out);
    assert_string_equal(buf_text(&out), "1:45/99 open 7 2:46/100 gone 0 ");
    topic.game = 77;
    assert_int_equal(ledger_topic_put(ledger, &topic, ERR_P), RC_NOT_FOUND);
}

static int64_t put_post(struct ledger *ledger, int seat)
{
    struct ledger_recipient to = {.channel = "forum", .box = fixture_bytes("game/1")};
    char message_id[64];
    struct ledger_out out = {.made_s = 100,
                             .kind = seat == 255 ? "post" : "turn",
                             .message_id = message_id,
                             .game = 1,
                             .seat = seat,
                             .n = -1,
                             .form = "1",
                             .values_box = fixture_bytes("v"),
                             .to = &to,
                             .to_count = 1,
                             .due_s = 100};

    OK(ledger_next_id(ledger, LEDGER_LETTERS_OUT, &out.id, ERR_P));
    snprintf(message_id, sizeof message_id, "%lld@test", (long long)out.id);
    OK(ledger_out_put(ledger, &out, ERR_P));
    return out.id;
}

TEST_WITH(a_post_waits_for_the_older_ones_of_its_game, fixture_setup, fixture_teardown)
{
    struct fixture *fixture = *state;
    struct ledger *ledger = fixture->ledger;
    int64_t private, first, second;
    bool behind = true;

    make_games(fixture);
    OK(ledger_begin_immediate(ledger, ERR_P));
    private = put_post(ledger, 1);
    first = put_post(ledger, 255);
    second = put_post(ledger, 255);
    OK(ledger_commit(ledger, ERR_P));
    OK(ledger_topic_is_behind(ledger, 1, first, &behind, ERR_P));
    assert_true(private < first);
    assert_false(behind);
    OK(ledger_topic_is_behind(ledger, 1, second, &behind, ERR_P));
    assert_true(behind);
    OK(ledger_delivery_end(ledger, first, 0, LEDGER_DELIVERY_SENT, 100, "", ERR_P));
    OK(ledger_topic_is_behind(ledger, 1, second, &behind, ERR_P));
    assert_false(behind);
}

TESTS(NULL, NULL)
