/* SPDX-License-Identifier: MIT */
/* Forums against a small server of our own that follows their documented answers (Discourse's API
 * reference; NodeBB's write API of version 3). NodeBB 1.x runs for real in test_nodebb. */
#include <stdint.h>
#include <string.h>

#include "fake_http.h"
#include "letter/mime_in.h"
#include "post/post.h"
#include "post/post_config.h"
#include "reader/reader.h"
#include "tests/test.h"

enum { NOW_S = 2000000000, ROOM = 64 };

static struct post_forum_config config_for(const struct fake_http *http, enum post_forum kind)
{
    return (struct post_forum_config){.name = "f",
                                      .kind = kind,
                                      .url = http->url,
                                      .robot = "gm",
                                      .key = "k3y-secret",
                                      .after = 10,
                                      .timeout_s = 10,
                                      .stop_fd = -1,
                                      .reader = reader_here()};
}

static struct post_source *forum_source(const struct fake_http *http, enum post_forum kind)
{
    struct post_forum_config config = config_for(http, kind);
    struct post_source *source = NULL;

    assert_int_equal(post_forum_source_new(&config, &source, NULL), RC_OK);
    return source;
}

static struct post_sink *forum_sink(const struct fake_http *http, enum post_forum kind)
{
    struct post_forum_config config = config_for(http, kind);
    struct post_sink *sink = NULL;

    assert_int_equal(post_forum_sink_new(&config, &sink, NULL), RC_OK);
    return sink;
}

#define ME                                                                                         \
    {                                                                                              \
        "GET /u/gm.json", 200, "{\"user\":{\"id\":2,\"username\":\"gm\"}}", NULL, 0                \
    }
#define POST(id, user, html)                                                                       \
    {                                                                                              \
        "GET /posts/" #id ".json", 200,                                                            \
            "{\"id\":" #id ",\"topic_id\":5,\"user_id\":7,\"username\":\"" user                    \
            "\",\"created_at\":\"2026-11-21T22:16:57.123Z\",\"cooked\":\"" html "\"}",             \
            NULL, 0                                                                                \
    }
#define LAST                                                                                       \
    {                                                                                              \
        NULL, 0, NULL, NULL, 0                                                                     \
    }

TEST(new_posts_are_letters_once_and_our_own_are_none)
{
    const struct fake_page *const pages =
        fake_pages("new_posts_are_letters_once_and_our_own_are_none");
    struct fake_http http = {.pages = pages};
    struct post_letter letters[ROOM];
    OWN(letter) letter = {0};
    OWN(buf) raw = {0};
    OWN_AT(post_source) source = NULL;
    size_t count;

    letter_start();
    fake_http_start(&http);
    source = forum_source(&http, POST_FORUM_DISCOURSE);
    assert_int_equal(post_source_list(source, NOW_S, letters, ROOM, &count, NULL), RC_OK);
    assert_int_equal(count, 2);
    assert_string_equal(letters[0].id, "discourse:f/11");
    assert_string_equal(letters[1].id, "discourse:f/13");
    assert_int_equal(letters[0].arrived_s, 1795299417);
    assert_int_equal(post_source_fetch(source, &letters[0], 10000, &raw, NULL), RC_OK);
    assert_int_equal(letter_read(raw.at, raw.length, NULL, &letter, NULL), RC_OK);
    assert_string_equal(letter.message_id, "post-11@127.0.0.1");
    assert_string_equal(letter.from.name, "alice");
    assert_string_equal(letter.from.address, "user-7@127.0.0.1");
    assert_string_equal(letter.recipient[0], "topic-5@127.0.0.1");
    assert_string_equal(letter.subject, "Game 42");
    assert_non_null(strstr(letter.text, "! thief c4"));
    assert_non_null(strstr(buf_text(&raw), "Postern-Forum: post=11 topic=5 user=7 kind=post"));
    assert_int_equal(post_source_list(source, NOW_S, letters, ROOM, &count, NULL), RC_OK);
    assert_int_equal(count, 0);
    fake_http_end(&http);
}

TEST(private_messages_are_read_and_marked)
{
    const struct fake_page *const pages = fake_pages("private_messages_are_read_and_marked");
    struct fake_http http = {.pages = pages};
    struct post_letter letters[ROOM];
    OWN(buf) raw = {0};
    OWN_AT(post_source) source = NULL;
    size_t count;

    fake_http_start(&http);
    source = forum_source(&http, POST_FORUM_DISCOURSE);
    assert_int_equal(post_source_list(source, NOW_S, letters, ROOM, &count, NULL), RC_OK);
    assert_int_equal(count, 1);
    assert_int_equal(post_source_fetch(source, &letters[0], 10000, &raw, NULL), RC_OK);
    assert_non_null(strstr(buf_text(&raw), "topic=6 user=7 kind=private name=alice"));
    fake_http_end(&http);
}

TEST(a_post_that_shows_up_late_is_not_overlooked)
{
    const struct fake_page *const pages = fake_pages("a_post_that_shows_up_late_is_not_overlooked");
    struct fake_http http = {.pages = pages};
    struct post_letter letters[ROOM];
    OWN_AT(post_source) source = NULL;
    size_t count;

    fake_http_start(&http);
    source = forum_source(&http, POST_FORUM_DISCOURSE);
    assert_int_equal(post_source_list(source, NOW_S, letters, ROOM, &count, NULL), RC_OK);
    assert_int_equal(count, 1);
    assert_string_equal(letters[0].id, "discourse:f/12");
    assert_int_equal(post_source_list(source, NOW_S, letters, ROOM, &count, NULL), RC_OK);
    assert_int_equal(count, 1);
    assert_string_equal(letters[0].id, "discourse:f/11");
    fake_http_end(&http);
}

TEST(a_forum_with_many_new_posts_is_not_settled_before_all_are_read)
{
    const struct fake_page *const pages =
        fake_pages("a_forum_with_many_new_posts_is_not_settled_before_all_are_read");
    struct fake_http http = {.pages = pages};
    struct post_letter letters[ROOM];
    OWN_AT(post_source) source = NULL;
    size_t count;

    fake_http_start(&http);
    source = forum_source(&http, POST_FORUM_DISCOURSE);
    assert_int_equal(post_source_list(source, NOW_S, letters, ROOM, &count, NULL), RC_OK);
    assert_true(post_source_settled_s(source) == INT64_MIN);
    assert_int_equal(post_source_list(source, NOW_S, letters, ROOM, &count, NULL), RC_OK);
    assert_true(post_source_settled_s(source) == NOW_S - POST_MARGIN_S);
    fake_http_end(&http);
}

static struct post_job job_to(const char *to, const char *text)
{
    return (struct post_job){
        .id = "out-17", .from = "", .to = to, .bytes = text, .length = strlen(text)};
}

/* One job by a sink of its own, against these pages. */
static enum rc send_by(struct fake_http *http, enum post_forum kind, struct post_job *job,
                       struct err *err)
{
    struct post_sink *sink;
    enum rc rc;

    fake_http_start(http);
    sink = forum_sink(http, kind);
    rc = post_sink_send(sink, NOW_S, job, 1, err);
    post_sink_free(sink);
    fake_http_end(http);
    return rc;
}

TEST(each_place_is_written_to_as_the_documents_say)
{
    const struct fake_page *const discourse =
        fake_pages("each_place_is_written_to_as_the_documents_say/discourse");
    const struct fake_page *const nodebb =
        fake_pages("each_place_is_written_to_as_the_documents_say/nodebb");
    const struct {
        enum post_forum kind;
        const struct fake_page *pages;
        const char *to, *bytes, *line, *body, *made;
    } rows[] = {
        {POST_FORUM_DISCOURSE, discourse, "topic/5", "turn\n", "POST /posts.json ",
         "{\"raw\":\"turn\\n\\n`ref out-17`\\n\",\"topic_id\":5}", "77"},
        {POST_FORUM_DISCOURSE, discourse, "category/3", "Game 42\r\n\r\nboard", "POST /posts.json ",
         "{\"raw\":\"board\\n\\n`ref out-17`\\n\",\"title\":\"Game 42\",\"category\":3}", "77/5"},
        {POST_FORUM_DISCOURSE, discourse, "user/alice", "Secret\n\ncard 4", "POST /posts.json ",
         "{\"raw\":\"card 4\\n\\n`ref out-17`\\n\",\"title\":\"Secret\","
         "\"target_recipients\":\"alice\",\"archetype\":\"private_message\"}",
         "77"},
        {POST_FORUM_DISCOURSE, discourse, "post/70", "new board", "PUT /posts/70.json ",
         "{\"post\":{\"raw\":\"new board\\n\\n`ref out-17`\\n\"}}", "70"},
        {POST_FORUM_NODEBB, nodebb, "category/3", "Game 42\n\nboard", "POST /api/v3/topics ",
         "{\"cid\":3,\"title\":\"Game 42\",\"content\":\"board\\n\\n`ref out-17`\\n\"}", "77/5"},
        {POST_FORUM_NODEBB, nodebb, "topic/5", "turn", "POST /api/v3/topics/5 ",
         "{\"content\":\"turn\\n\\n`ref out-17`\\n\"}", "77"},
        {POST_FORUM_NODEBB, nodebb, "post/70", "new", "PUT /api/v3/posts/70 ",
         "{\"content\":\"new\\n\\n`ref out-17`\\n\"}", "70"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct fake_http http = {.pages = rows[i].pages};
        struct post_job job = job_to(rows[i].to, rows[i].bytes);

        assert_int_equal(send_by(&http, rows[i].kind, &job, NULL), RC_OK);
        assert_int_equal(job.fate, POST_ACCEPTED);
        assert_string_equal(job.made, rows[i].made);
        assert_ptr_equal(strstr(http.last, rows[i].line), http.last);
        assert_string_equal(strstr(http.last, "\r\n\r\n") + 4, rows[i].body);
        assert_non_null(strstr(http.last, rows[i].kind == POST_FORUM_DISCOURSE
                                              ? "Api-Key: k3y-secret\r\n"
                                              : "Authorization: Bearer k3y-secret\r\n"));
    }
}

TEST(nodebb_takes_a_private_message_by_a_room)
{
    const struct fake_page *const pages = fake_pages("nodebb_takes_a_private_message_by_a_room");
    struct fake_http http = {.pages = pages};
    struct post_job jobs[] = {job_to("user/alice", "Secret\n\ncard 4"),
                              job_to("user/alice", "Secret\n\ncard 4"),
                              job_to("user/nobody", "Secret\n\ncard 4")};
    OWN_AT(post_sink) sink = NULL;

    fake_http_start(&http);
    sink = forum_sink(&http, POST_FORUM_NODEBB);
    assert_int_equal(post_sink_send(sink, NOW_S, &jobs[0], 1, NULL), RC_OK);
    assert_int_equal(jobs[0].fate, POST_ACCEPTED);
    assert_string_equal(jobs[0].made, "");
    assert_non_null(strstr(http.last, "{\"message\":\"Secret\\n\\ncard 4\\n\\n`ref out-17`\\n\"}"));
    assert_int_equal(post_sink_send(sink, NOW_S, &jobs[1], 2, NULL), RC_OK);
    assert_int_equal(jobs[1].fate, POST_PERMANENT);
    assert_non_null(strstr(jobs[1].text, "chat-restricted"));
    assert_int_equal(jobs[2].fate, POST_PERMANENT);
    assert_string_equal(jobs[2].text, "no such user in the forum");
    fake_http_end(&http);
}

/* Room 9 is remembered and looked at before it is written to; after a restart the list shows it.
 * Who left it gets another. */
TEST(a_player_keeps_his_room_in_nodebb)
{
#define ALICE "{\"uid\":7,\"username\":\"alice\"}"
#define GM    "{\"uid\":2,\"username\":\"gm\"}"
#define OTHERS                                                                                     \
    "{\"roomId\":4,\"users\":[{\"uid\":8}," GM "]},{\"roomId\":5,\"users\":[" ALICE ",{\"uid\":8}" \
    "]}"
    const struct fake_page *const pages = fake_pages("a_player_keeps_his_room_in_nodebb");
    const struct fake_page *const left = fake_pages("a_player_keeps_his_room_in_nodebb/left");
    struct fake_http http = {.pages = pages};

    fake_http_start(&http);
    for (unsigned start = 0; start < 2; start++) {
        OWN_AT(post_sink) sink = forum_sink(&http, POST_FORUM_NODEBB);

        for (unsigned i = 0; i < 2; i++) {
            struct post_job job = job_to("user/alice", "Secret\n\ncard 4");

            assert_int_equal(post_sink_send(sink, NOW_S, &job, 1, NULL), RC_OK);
            assert_int_equal(job.fate, POST_ACCEPTED);
            assert_ptr_equal(strstr(http.last, "POST /api/v3/chats/9 "), http.last);
        }
        if (start == 1) {
            struct post_job job = job_to("user/alice", "Secret\n\ncard 5");

            fake_http_pages(&http, left);
            assert_int_equal(post_sink_send(sink, NOW_S, &job, 1, NULL), RC_OK);
            assert_ptr_equal(strstr(http.last, "POST /api/v3/chats/11 "), http.last);
        }
    }
    fake_http_end(&http);
#undef ALICE
#undef GM
#undef OTHERS
}

TEST(a_robot_that_may_open_no_topics_is_told_of)
{
    const struct fake_page *const none =
        fake_pages("a_robot_that_may_open_no_topics_is_told_of/none");
    const struct fake_page *const nodebb =
        fake_pages("a_robot_that_may_open_no_topics_is_told_of/nodebb");
    const struct {
        enum post_forum kind;
        const struct fake_page *pages;
    } rows[] = {{POST_FORUM_DISCOURSE, none}, {POST_FORUM_NODEBB, nodebb}};

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct fake_http http = {.pages = rows[i].pages};
        struct post_forum_config config;
        struct post_sink *sink = NULL;

        fake_http_start(&http);
        config = config_for(&http, rows[i].kind);
        config.category = 7;
        assert_int_equal(post_forum_sink_new(&config, &sink, NULL), RC_OK);
        for (unsigned time = 0; time < 3; time++) {
            struct err err = {0};
            enum rc rc = post_sink_check(sink, &err);

            assert_int_equal(rc, time < 2 ? RC_CONFIG : RC_OK);
            if (time < 2)
                assert_non_null(strstr(err.text, "may open no topics in category 7"));
        }
        post_sink_free(sink);
        fake_http_end(&http);
    }
}

TEST(a_post_whose_answer_was_lost_is_found_and_not_written_again)
{
    static const struct fake_page lost[] = {{"POST /posts.json", 0, "", NULL, 0}, LAST};
    const struct fake_page *const there =
        fake_pages("a_post_whose_answer_was_lost_is_found_and_not_written_again/there");
    const struct fake_page *const not_there =
        fake_pages("a_post_whose_answer_was_lost_is_found_and_not_written_again/not_there");
    struct fake_http http = {.pages = lost};
    struct post_job job = job_to("topic/5", "turn");
    OWN_AT(post_sink) sink = NULL;

    fake_http_start(&http);
    sink = forum_sink(&http, POST_FORUM_DISCOURSE);
    assert_int_equal(post_sink_send(sink, NOW_S, &job, 1, NULL), RC_NETWORK);
    assert_int_equal(job.fate, POST_UNTRIED);
    job.again = true;
    fake_http_pages(&http, there);
    assert_int_equal(post_sink_send(sink, NOW_S + 1000, &job, 1, NULL), RC_OK);
    assert_int_equal(job.fate, POST_ACCEPTED);
    assert_string_equal(job.made, "77");
    assert_int_equal(atomic_load(&http.posts), 1);
    fake_http_pages(&http, not_there);
    assert_int_equal(post_sink_send(sink, NOW_S + 2000, &job, 1, NULL), RC_OK);
    assert_string_equal(job.made, "81");
    assert_int_equal(atomic_load(&http.posts), 2);
    fake_http_end(&http);
}

TEST(refusals_are_told_apart)
{
    static const struct {
        struct fake_page page;
        enum rc rc;
        enum post_fate fate;
        const char *words;
    } rows[] = {
        {{"POST /posts.json", 422, "{\"errors\":[\"Body is too short\"]}", NULL, 0},
         RC_OK,
         POST_PERMANENT,
         "too short"},
        {{"POST /posts.json", 403, "{\"errors\":[\"topic closed\"]}", NULL, 0},
         RC_OK,
         POST_TEMPORARY,
         "topic closed"},
        {{"POST /posts.json", 409, "{\"errors\":[\"busy\"]}", NULL, 0},
         RC_OK,
         POST_TEMPORARY,
         "busy"},
        {{"POST /posts.json", 200, "{\"action\":\"enqueued\"}", NULL, 0},
         RC_OK,
         POST_TEMPORARY,
         "waits for a moderator"},
        {{"POST /posts.json", 429, "{\"errors\":[\"slow down\"]}", NULL, 0},
         RC_LATER,
         POST_UNTRIED,
         "send less"},
        {{"POST /posts.json", 401, "{}", NULL, 0}, RC_LOGIN, POST_UNTRIED, "make a new one"},
        {{"POST /posts.json", 502, "<html>Bad Gateway</html>", NULL, 0},
         RC_LATER,
         POST_UNTRIED,
         "out of order"},
        {{"POST /posts.json", 301, "", "Location: https://evil.example/\r\n", 0},
         RC_CONFIG,
         POST_UNTRIED,
         "has moved"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct fake_page pages[] = {rows[i].page, LAST};
        struct fake_http http = {.pages = pages};
        struct post_job job = job_to("topic/5", "turn");
        struct err err = {0};

        assert_int_equal(send_by(&http, POST_FORUM_DISCOURSE, &job, &err), rows[i].rc);
        assert_int_equal(job.fate, rows[i].fate);
        assert_non_null(strstr(rows[i].rc == RC_OK ? job.text : err.text, rows[i].words));
        assert_null(strstr(err.text, "k3y-secret"));
    }
}

TEST(nodebbs_limits_for_new_users_are_temporary)
{
    const struct fake_page *const pages = fake_pages("nodebbs_limits_for_new_users_are_temporary");
    struct fake_http http = {.pages = pages};
    struct post_job jobs[] = {job_to("topic/5", "a"), job_to("topic/5", "b"),
                              job_to("user/alice", "c"), job_to("topic/../x", "d")};
    static const enum post_fate fates[] = {POST_TEMPORARY, POST_TEMPORARY, POST_PERMANENT,
                                           POST_PERMANENT};
    OWN_AT(post_sink) sink = NULL;

    fake_http_start(&http);
    sink = forum_sink(&http, POST_FORUM_NODEBB);
    assert_int_equal(post_sink_send(sink, NOW_S, jobs, 4, NULL), RC_OK);
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(jobs[i].fate, fates[i]);
    assert_int_equal(jobs[0].hold, POST_HOLD_NONE);
    assert_int_equal(jobs[0].wait_s, 10);
    assert_int_equal(jobs[1].hold, POST_HOLD_LOCKED);
    assert_int_equal(atomic_load(&http.posts), 2);
    fake_http_end(&http);
}

/* ---- pictures ---- */

TEST(a_picture_is_uploaded_first_and_its_address_written_into_the_post)
{
    const struct fake_page *const pages =
        fake_pages("a_picture_is_uploaded_first_and_its_address_written_into_the_post");
    static const char bytes[] = "one\n![board](picture)\ntwo\n\0\x89PNG";
    struct fake_http http = {.pages = pages};
    struct post_job job = {
        .id = "out-17", .from = "", .to = "topic/5", .bytes = bytes, .length = sizeof bytes - 1};
    OWN_AT(post_sink) sink = NULL;

    fake_http_start(&http);
    sink = forum_sink(&http, POST_FORUM_DISCOURSE);
    assert_int_equal(post_sink_send(sink, NOW_S, &job, 1, NULL), RC_OK);
    assert_int_equal(job.fate, POST_ACCEPTED);
    assert_non_null(strstr(http.last, "one\\n![board](upload://abc.png)\\ntwo\\n\\n`ref out-17`"));
    assert_int_equal(post_sink_send(sink, NOW_S, &job, 1, NULL), RC_OK);
    assert_int_equal(job.fate, POST_ACCEPTED); /* the text board is there without it */
    assert_non_null(strstr(http.last, "\"raw\":\"one\\n\\ntwo\\n\\n`ref out-17`"));
    assert_int_equal(atomic_load(&http.posts), 4);
    fake_http_end(&http);
}

TEST(a_private_message_whose_answer_was_lost_is_found)
{
    const struct fake_page *const pages =
        fake_pages("a_private_message_whose_answer_was_lost_is_found");
    struct fake_http http = {.pages = pages};
    struct post_job job = job_to("user/7:alice", "Secret\n\ncard 4");

    job.again = true;
    assert_int_equal(send_by(&http, POST_FORUM_DISCOURSE, &job, NULL), RC_OK);
    assert_int_equal(job.fate, POST_ACCEPTED);
    assert_string_equal(job.made, "81");
    assert_int_equal(atomic_load(&http.posts), 0);
}

#define PENDING "GET /posts/gm/pending.json"
#define LATEST_NONE                                                                                \
    {                                                                                              \
        "GET /posts.json", 200, "{\"latest_posts\":[]}", NULL, 0                                   \
    }

/* What waits for a moderator is never posted again, whatever becomes of it. */
TEST(what_a_moderator_has_is_awaited)
{
    const struct fake_page *const waits = fake_pages("what_a_moderator_has_is_awaited/waits");
    const struct fake_page *const approved = fake_pages("what_a_moderator_has_is_awaited/approved");
    const struct fake_page *const rejected = fake_pages("what_a_moderator_has_is_awaited/rejected");
    static const struct fake_page not_told[] = {
        {PENDING, 404, "{\"errors\":[\"none\"]}", NULL, 0}, LATEST_NONE, LAST};
    const struct fake_page *const three_waits =
        fake_pages("what_a_moderator_has_is_awaited/three_waits");
    const struct fake_page *const three_rejected =
        fake_pages("what_a_moderator_has_is_awaited/three_rejected");
    const struct {
        enum post_forum kind;
        const struct fake_page *pages;
        enum post_fate fate;
        enum post_hold hold;
        const char *made;
    } rows[] = {
        {POST_FORUM_DISCOURSE, waits, POST_TEMPORARY, POST_HOLD_QUEUE, ""},
        {POST_FORUM_DISCOURSE, approved, POST_ACCEPTED, POST_HOLD_NONE, "77"},
        {POST_FORUM_DISCOURSE, rejected, POST_PERMANENT, POST_HOLD_NONE, ""},
        {POST_FORUM_DISCOURSE, not_told, POST_TEMPORARY, POST_HOLD_QUEUE, ""},
        {POST_FORUM_NODEBB, three_waits, POST_TEMPORARY, POST_HOLD_QUEUE, ""},
        {POST_FORUM_NODEBB, three_rejected, POST_PERMANENT, POST_HOLD_NONE, ""},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct fake_http http = {.pages = rows[i].pages};
        struct post_job job = job_to("topic/5", "turn");

        job.again = job.queued = true;
        assert_int_equal(send_by(&http, rows[i].kind, &job, NULL), RC_OK);
        assert_int_equal(job.fate, rows[i].fate);
        assert_int_equal(job.hold, rows[i].hold);
        assert_string_equal(job.made, rows[i].made);
        assert_int_equal(atomic_load(&http.posts), 0);
    }
}

TEST(nodebbs_queue_is_known_by_its_answer)
{
    const struct fake_page *const pages = fake_pages("nodebbs_queue_is_known_by_its_answer");
    struct fake_http http = {.pages = pages};
    struct post_job job = job_to("topic/5", "turn");

    assert_int_equal(send_by(&http, POST_FORUM_NODEBB, &job, NULL), RC_OK);
    assert_int_equal(job.fate, POST_TEMPORARY);
    assert_int_equal(job.hold, POST_HOLD_QUEUE);
}

TEST(what_new_members_may_not_write_is_left_out)
{
    const struct fake_page *const pages = fake_pages("what_new_members_may_not_write_is_left_out");
    static const struct fake_page never[] = {
        {"POST /posts.json", 422, "{\"errors\":[\"never\"]}", NULL, 0}, LAST};
    struct fake_http http = {.pages = pages}, other = {.pages = never};
    struct post_job job = job_to("topic/5", "@bob is asked\n![x](upload://y.png)\nend");

    assert_int_equal(send_by(&http, POST_FORUM_DISCOURSE, &job, NULL), RC_OK);
    assert_int_equal(job.fate, POST_ACCEPTED);
    assert_int_equal(atomic_load(&http.posts), 2);
    assert_non_null(strstr(http.last, "\"raw\":\"@\xE2\x80\x8B"
                                      "bob is asked\\nend\\n\\n`ref out-17`"));
    job = job_to("topic/5", "plain");
    assert_int_equal(send_by(&other, POST_FORUM_DISCOURSE, &job, NULL), RC_OK);
    assert_int_equal(job.fate, POST_PERMANENT);
    assert_int_equal(atomic_load(&other.posts), 1); /* there was nothing to leave out */
}

TEST(a_forum_that_asks_for_time_gets_it)
{
    const struct fake_page *const pages = fake_pages("a_forum_that_asks_for_time_gets_it");
    struct fake_http http = {.pages = pages};
    struct post_job job = job_to("topic/5", "turn");
    struct post_status status;
    OWN_AT(post_sink) sink = NULL;

    fake_http_start(&http);
    sink = forum_sink(&http, POST_FORUM_DISCOURSE);
    assert_int_equal(post_sink_send(sink, NOW_S, &job, 1, NULL), RC_LATER);
    post_sink_status(sink, &status);
    assert_int_equal(status.retry_at_s, NOW_S + 90);
    assert_int_equal(post_sink_send(sink, NOW_S + 89, &job, 1, NULL), RC_LATER);
    assert_int_equal(atomic_load(&http.posts), 1);
    assert_int_equal(post_sink_send(sink, NOW_S + 90, &job, 1, NULL), RC_OK);
    assert_int_equal(job.fate, POST_ACCEPTED);
    fake_http_end(&http);
}

/* ---- which posts are letters ---- */

/* 2026-11-21T22:00:00Z is 1795298400. */
TEST(posts_older_than_the_servers_first_look_are_no_letters)
{
    const struct fake_page *const pages =
        fake_pages("posts_older_than_the_servers_first_look_are_no_letters");
    struct fake_http http = {.pages = pages};
    struct post_forum_config config;
    struct post_letter letters[ROOM];
    OWN_AT(post_source) source = NULL;
    size_t count;

    fake_http_start(&http);
    config = config_for(&http, POST_FORUM_DISCOURSE);
    config.after = 0;
    config.since_s = 1795298400;
    assert_int_equal(post_forum_source_new(&config, &source, NULL), RC_OK);
    assert_int_equal(post_source_list(source, NOW_S, letters, ROOM, &count, NULL), RC_OK);
    assert_int_equal(count, 4);
    assert_string_equal(letters[0].id, "discourse:f/5");
    assert_string_equal(letters[3].id, "discourse:f/9");
    fake_http_end(&http);
}

TEST(only_posts_that_concern_the_robot_are_letters)
{
    const struct fake_page *const pages =
        fake_pages("only_posts_that_concern_the_robot_are_letters");
    static const uint64_t topics[] = {8};
    struct fake_http http = {.pages = pages};
    struct post_forum_config config;
    struct post_letter letters[ROOM];
    OWN_AT(post_source) source = NULL;
    size_t count;

    fake_http_start(&http);
    config = config_for(&http, POST_FORUM_DISCOURSE);
    config.category = 3;
    config.topics = topics;
    config.topic_count = 1;
    assert_int_equal(post_forum_source_new(&config, &source, NULL), RC_OK);
    assert_int_equal(post_source_list(source, NOW_S, letters, ROOM, &count, NULL), RC_OK);
    assert_int_equal(count, 4);
    assert_string_equal(letters[0].id, "discourse:f/11");
    assert_string_equal(letters[1].id, "discourse:f/13");
    assert_string_equal(letters[2].id, "discourse:f/14");
    assert_string_equal(letters[3].id, "discourse:f/16");
    fake_http_end(&http);
}

TEST(a_post_that_is_edited_later_becomes_one_more_letter)
{
    const struct fake_page *const before =
        fake_pages("a_post_that_is_edited_later_becomes_one_more_letter/before");
    const struct fake_page *const after =
        fake_pages("a_post_that_is_edited_later_becomes_one_more_letter/after");
    struct fake_http http = {.pages = before};
    struct post_letter letters[ROOM];
    OWN(buf) raw = {0};
    OWN_AT(post_source) source = NULL;
    size_t count;

    fake_http_start(&http);
    source = forum_source(&http, POST_FORUM_DISCOURSE);
    assert_int_equal(post_source_list(source, NOW_S, letters, ROOM, &count, NULL), RC_OK);
    assert_int_equal(count, 2); /* post 12 was edited before it was read: no further letter */
    assert_int_equal(letters[1].arrived_s, 1795299600);
    fake_http_pages(&http, after);
    assert_int_equal(post_source_list(source, NOW_S, letters, ROOM, &count, NULL), RC_OK);
    assert_int_equal(count, 1);
    assert_string_equal(letters[0].id, "discourse:f/11e2");
    assert_int_equal(post_source_fetch(source, &letters[0], 10000, &raw, NULL), RC_OK);
    assert_non_null(strstr(buf_text(&raw), "Message-ID: <post-11.edit@127.0.0.1>"));
    assert_non_null(strstr(buf_text(&raw), "kind=edit name=alice\r\n"));
    assert_int_equal(post_source_list(source, NOW_S, letters, ROOM, &count, NULL), RC_OK);
    assert_int_equal(count, 0);
    fake_http_end(&http);
}

TEST(a_robot_that_was_renamed_is_named_as_the_cause)
{
    static const struct fake_page pages[] = {
        {"GET /u/gm.json", 404, "{\"errors\":[\"not found\"]}", NULL, 0}, LAST};
    struct fake_http http = {.pages = pages};
    struct post_letter letters[ROOM];
    OWN_AT(post_source) source = NULL;
    struct err err = {0};
    size_t count;

    fake_http_start(&http);
    source = forum_source(&http, POST_FORUM_DISCOURSE);
    assert_int_equal(post_source_list(source, NOW_S, letters, ROOM, &count, &err), RC_CONFIG);
    assert_non_null(strstr(err.text, "if the robot was renamed, correct [forum] robot"));
    fake_http_end(&http);
}

TEST(a_forum_that_is_no_forum_is_named)
{
    static const struct {
        struct fake_page page;
        enum rc rc;
    } rows[] = {
        {{"GET /posts.json", 200, "<html>hello</html>", NULL, 0}, RC_NETWORK},
        {{"GET /posts.json", 200, "[1,2]", NULL, 0}, RC_NETWORK},
        {{"GET /posts.json", 404, "{}", NULL, 0}, RC_NETWORK},
        {{"GET /posts.json", 503, "down", NULL, 0}, RC_LATER},
        {{"GET /posts.json", 0, "", NULL, 0}, RC_NETWORK},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct fake_page pages[] = {ME, rows[i].page, LAST};
        struct fake_http http = {.pages = pages};
        struct post_letter letters[ROOM];
        struct err err = {0};
        struct post_source *source;
        size_t count;

        fake_http_start(&http);
        source = forum_source(&http, POST_FORUM_DISCOURSE);
        assert_int_equal(post_source_list(source, NOW_S, letters, ROOM, &count, &err), rows[i].rc);
        assert_non_null(strstr(err.text, "127.0.0.1"));
        assert_true(post_source_settled_s(source) == INT64_MIN);
        post_source_free(source);
        fake_http_end(&http);
    }
}

TEST(forum_configurations_that_cannot_work_are_refused)
{
    static const struct fake_page none[] = {LAST};
    struct fake_http http = {.pages = none, .url = "http://127.0.0.1:1/"};
    struct post_forum_config config = config_for(&http, POST_FORUM_DISCOURSE);
    struct post_source *source;
    struct err err = {0};

    config.url = "http://forum.example";
    assert_int_equal(post_forum_source_new(&config, &source, &err), RC_CONFIG);
    assert_non_null(strstr(err.text, "https://"));
    config.url = "http://127.0.0.1@forum.example/";
    assert_int_equal(post_forum_source_new(&config, &source, NULL), RC_CONFIG);
    config.url = "file:///etc/passwd";
    assert_int_equal(post_forum_source_new(&config, &source, NULL), RC_CONFIG);
    config.url = "https://forum.example";
    config.robot = "gm\r\nApi-Username: admin";
    assert_int_equal(post_forum_source_new(&config, &source, NULL), RC_CONFIG);
    config.robot = "gm";
    config.key = NULL;
    assert_int_equal(post_forum_source_new(&config, &source, NULL), RC_CONFIG);
}

TESTS(NULL, NULL)
