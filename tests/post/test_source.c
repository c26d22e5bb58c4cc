/* SPDX-License-Identifier: MIT */
/* What every source and sink promises, shown on the transport in memory. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "post/post.h"
#include "post/post_p.h"
#include "tests/post/memory.h"
#include "tests/test.h"

enum { NOW_S = 1000000, ROOM = 16 };

static struct post_source *inbox(void)
{
    struct post_source *source = NULL;

    assert_int_equal(post_memory_source_new("in", &source, NULL), RC_OK);
    return source;
}

static void put(struct post_source *source, const char *id, int64_t arrived_s)
{
    assert_int_equal(post_memory_source_put(source, id, arrived_s, id, strlen(id)), RC_OK);
}

static size_t list(struct post_source *source, struct post_letter *letters, size_t room)
{
    size_t count = 99;

    assert_int_equal(post_source_list(source, NOW_S, letters, room, &count, NULL), RC_OK);
    return count;
}

static enum rc done(struct post_source *source, const struct post_letter *letter)
{
    const char *id = letter->id;

    return post_source_done(source, &id, 1, POST_PLACE_DONE, NULL);
}

TEST(letters_come_oldest_first_and_only_once)
{
    OWN_AT(post_source) source = inbox();
    struct post_letter letters[ROOM];

    put(source, "b", 20);
    put(source, "c", 30);
    put(source, "a", 10);
    assert_int_equal(list(source, letters, 2), 2);
    assert_string_equal(letters[0].id, "memory:in/a");
    assert_string_equal(letters[1].id, "memory:in/b");
    assert_int_equal(letters[1].arrived_s, 20);
    assert_int_equal(list(source, letters, ROOM), 1);
    assert_string_equal(letters[0].id, "memory:in/c");
    assert_int_equal(list(source, letters, ROOM), 0);
}

TEST(a_letter_given_back_is_listed_again_in_its_place)
{
    OWN_AT(post_source) source = inbox();
    struct post_letter letters[ROOM];

    put(source, "a", 10);
    put(source, "b", 20);
    assert_int_equal(list(source, letters, 1), 1);
    post_source_give_back(source, letters[0].id);
    assert_int_equal(list(source, letters, ROOM), 2);
    assert_string_equal(letters[0].id, "memory:in/a");
}

TEST(what_is_done_leaves_and_what_failed_to_leave_comes_again)
{
    OWN_AT(post_source) source = inbox();
    struct post_letter letters[ROOM];

    put(source, "a", 10);
    put(source, "b", 20);
    assert_int_equal(list(source, letters, ROOM), 2);
    assert_int_equal(done(source, &letters[0]), RC_OK);
    post_memory_source_fail(source, RC_NETWORK, 1);
    assert_int_equal(done(source, &letters[1]), RC_NETWORK);
    source->link.failures = 0;
    assert_int_equal(list(source, letters, ROOM), 1);
    assert_string_equal(letters[0].id, "memory:in/b");
    assert_int_equal(done(source, &letters[0]), RC_OK);
    assert_int_equal(done(source, &letters[0]), RC_OK);
    assert_int_equal(post_memory_source_left(source), 0);
    assert_int_equal(post_memory_source_moved(source, POST_PLACE_DONE), 2);
}

TEST(settled_stands_at_the_oldest_letter_that_is_not_done)
{
    OWN_AT(post_source) source = inbox();
    struct post_letter letters[ROOM];

    assert_true(post_source_settled_s(source) == INT64_MIN);
    put(source, "a", 500);
    put(source, "b", 700);
    list(source, letters, ROOM);
    assert_int_equal(post_source_settled_s(source), 500);
    assert_int_equal(done(source, &letters[0]), RC_OK);
    assert_int_equal(post_source_settled_s(source), 700);
    assert_int_equal(done(source, &letters[1]), RC_OK);
    assert_int_equal(post_source_settled_s(source), NOW_S - POST_MARGIN_S);
}

TEST(a_stamp_of_the_future_counts_as_now)
{
    OWN_AT(post_source) source = inbox();
    struct post_letter letters[ROOM];

    put(source, "a", NOW_S + 86400);
    assert_int_equal(list(source, letters, ROOM), 1);
    assert_int_equal(letters[0].arrived_s, NOW_S);
}

TEST(a_failed_listing_backs_off_and_settled_stands_still)
{
    OWN_AT(post_source) source = inbox();
    struct post_letter letters[ROOM];
    struct post_status status;
    struct err err = {0};
    size_t count = 99;

    list(source, letters, ROOM);
    post_memory_source_fail(source, RC_NETWORK, 2);
    assert_int_equal(post_source_list(source, NOW_S + 100, letters, ROOM, &count, &err),
                     RC_NETWORK);
    assert_string_equal(err.source, "in");
    assert_int_equal(count, 99);
    post_source_status(source, &status);
    assert_int_equal(status.failures, 1);
    assert_false(status.open);
    assert_int_equal(status.retry_at_s, NOW_S + 100 + post_backoff_delay(1));
    /* Within the back-off the source is not even asked: the second failure is still to come. */
    assert_int_equal(post_source_list(source, NOW_S + 100, letters, ROOM, &count, NULL),
                     RC_NETWORK);
    post_source_status(source, &status);
    assert_int_equal(status.failures, 1);
    assert_int_equal(post_source_settled_s(source), NOW_S - POST_MARGIN_S);
    assert_int_equal(post_source_list(source, NOW_S + 200, letters, ROOM, &count, NULL),
                     RC_NETWORK);
    assert_int_equal(post_source_list(source, NOW_S + 300, letters, ROOM, &count, NULL), RC_OK);
    post_source_status(source, &status);
    assert_int_equal(status.failures, 0);
    assert_int_equal(status.last.rc, RC_OK);
    assert_int_equal(post_source_settled_s(source), NOW_S + 300 - POST_MARGIN_S);
}

TEST(a_refused_login_is_tried_less_often_than_a_lost_connection)
{
    OWN_AT(post_source) source = inbox();
    struct post_letter letters[ROOM];
    struct post_status lost, refused;
    size_t count;

    post_memory_source_fail(source, RC_NETWORK, 1);
    assert_int_equal(post_source_list(source, NOW_S, letters, ROOM, &count, NULL), RC_NETWORK);
    post_source_status(source, &lost);
    source->link.failures = 0;
    post_memory_source_fail(source, RC_LOGIN, 1);
    assert_int_equal(post_source_list(source, NOW_S, letters, ROOM, &count, NULL), RC_LOGIN);
    post_source_status(source, &refused);
    assert_true(refused.retry_at_s > lost.retry_at_s);
}

TEST(one_letters_trouble_is_not_the_inboxs)
{
    OWN_AT(post_source) source = inbox();
    struct post_letter letters[ROOM];
    struct post_status status;
    OWN(buf) raw = {0};

    put(source, "a", 10);
    list(source, letters, ROOM);
    buf_put(&raw, "kept");
    post_memory_source_fail(source, RC_REFUSED, 1);
    assert_int_equal(post_source_fetch(source, &letters[0], 100, &raw, NULL), RC_REFUSED);
    assert_string_equal(buf_text(&raw), "kept");
    assert_int_equal(done(source, &letters[0]), RC_OK);
    assert_int_equal(post_source_fetch(source, &letters[0], 100, &raw, NULL), RC_NOT_FOUND);
    post_source_status(source, &status);
    assert_int_equal(status.failures, 0);
    assert_int_equal(status.waiting, 0);
}

TEST(a_long_letter_is_cut_at_the_limit)
{
    OWN_AT(post_source) source = inbox();
    struct post_letter letters[ROOM];
    OWN(buf) raw = {0};

    put(source, "abcdef", 10);
    list(source, letters, ROOM);
    assert_int_equal(post_source_fetch(source, &letters[0], 4, &raw, NULL), RC_OK);
    assert_string_equal(buf_text(&raw), "abcd");
    assert_true(letters[0].bytes > raw.length);
}

TEST(ids_of_another_inbox_are_a_bug)
{
    OWN_AT(post_source) source = inbox();
    const char *foreign = "memory:other/a";

    assert_int_equal(post_source_done(source, &foreign, 1, POST_PLACE_DONE, NULL), RC_BUG);
}

TEST(names_that_cannot_stand_in_an_id_are_refused)
{
    static const char *const bad[] = {"", ".x", "a/b", "a b", "a:b"};
    struct post_source *source;

    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(post_memory_source_new(bad[i], &source, NULL), RC_CONFIG);
    assert_int_equal(post_memory_source_new(NULL, &source, NULL), RC_CONFIG);
}

TEST(a_thousand_known_letters_are_found_taken_and_forgotten)
{
    struct backlog backlog = {0};
    const struct backlog_letter *letter;
    char key[32];
    int64_t last = -1;

    for (unsigned i = 0; i < 1000; i++) {
        snprintf(key, sizeof key, "k%u", i);
        backlog_add(&backlog, key, (i * 7919) % 1000, 0, i);
        backlog_add(&backlog, key, 5000, 0, 0);
    }
    assert_int_equal(backlog.count, 1000);
    for (unsigned i = 0; i < 500; i++) {
        letter = backlog_take(&backlog);
        assert_true(letter->arrived_s > last);
        last = letter->arrived_s;
        snprintf(key, sizeof key, "%s", letter->key);
        if (i % 2)
            backlog_remove(&backlog, key);
        else
            backlog_give_back(&backlog, key);
        last = i % 2 ? last : last - 1;
    }
    assert_int_equal(backlog.count, 750);
    assert_int_equal(backlog_queued(&backlog), 750);
    backlog_remove(&backlog, "k999");
    backlog_remove(&backlog, "k999");
    assert_null(backlog_find(&backlog, "k999"));
    while ((letter = backlog_take(&backlog)) != NULL)
        assert_non_null(backlog_find(&backlog, letter->key));
    backlog_fini(&backlog);
    assert_int_equal(backlog_oldest(&backlog, 42), 42);
}

/* As all letters that are known have it, one by one. */
static int64_t oldest_of(const struct backlog *backlog, unsigned most)
{
    int64_t oldest = INT64_MAX;

    for (unsigned i = 0; i < most; i++) {
        const struct backlog_letter *letter;
        char key[32];

        snprintf(key, sizeof key, "k%u", i);
        letter = backlog_find(backlog, key);
        if (letter && letter->arrived_s < oldest)
            oldest = letter->arrived_s;
    }
    return oldest == INT64_MAX ? -1 : oldest;
}

TEST(the_oldest_letter_is_known_whatever_was_done)
{
    enum { KEYS = 60, STEPS = 4000 };
    OWN(backlog) backlog = {0};
    uint64_t random = 99;

    for (unsigned i = 0; i < STEPS; i++) {
        char key[32];

        random = random * UINT64_C(6364136223846793005) + 1442695040888963407;
        snprintf(key, sizeof key, "k%u", (unsigned)(random >> 40) % KEYS);
        switch ((random >> 60) % 4) {
        case 0:
            backlog_add(&backlog, key, (int64_t)(random >> 33) % 1000, 0, 0);
            break;
        case 1:
            (void)backlog_take(&backlog);
            break;
        case 2:
            backlog_give_back(&backlog, key);
            break;
        default:
            backlog_remove(&backlog, key);
        }
        assert_int_equal(backlog_oldest(&backlog, -1), oldest_of(&backlog, KEYS));
    }
}

static struct post_job job_to(const char *to)
{
    return (struct post_job){
        .id = "17", .from = "gm@a.example", .to = to, .bytes = "x\r\n", .length = 3};
}

TEST(each_recipient_gets_its_own_fate)
{
    OWN_AT(post_sink) sink = NULL;
    struct post_job jobs[] = {job_to("a@a.example"), job_to("b@a.example"), job_to("c@a.example")};

    assert_int_equal(post_memory_sink_new("out", &sink, NULL), RC_OK);
    assert_int_equal(
        post_memory_sink_answer(sink, "b@a.example", POST_PERMANENT, 550, "no such\r\nuser"),
        RC_OK);
    assert_int_equal(post_sink_send(sink, NOW_S, jobs, 3, NULL), RC_OK);
    assert_int_equal(jobs[0].fate, POST_ACCEPTED);
    assert_int_equal(jobs[1].fate, POST_PERMANENT);
    assert_int_equal(jobs[1].code, 550);
    assert_string_equal(jobs[1].text, "no such  user");
    assert_int_equal(jobs[2].fate, POST_ACCEPTED);
    assert_int_equal(post_memory_sink_count(sink), 2);
    assert_string_equal(post_memory_sink_at(sink, 1)->to, "c@a.example");
}

TEST(a_failed_outlet_leaves_letters_untried)
{
    OWN_AT(post_sink) sink = NULL;
    struct post_job job = job_to("a@a.example");
    struct post_status status;

    assert_int_equal(post_memory_sink_new("out", &sink, NULL), RC_OK);
    post_memory_sink_fail(sink, RC_NETWORK, 1);
    assert_int_equal(post_sink_send(sink, NOW_S, &job, 1, NULL), RC_NETWORK);
    assert_int_equal(job.fate, POST_UNTRIED);
    assert_int_equal(post_sink_send(sink, NOW_S, &job, 1, NULL), RC_NETWORK);
    post_sink_status(sink, &status);
    assert_int_equal(status.failures, 1);
    assert_int_equal(post_sink_send(sink, status.retry_at_s, &job, 1, NULL), RC_OK);
    assert_int_equal(job.fate, POST_ACCEPTED);
}

TEST(an_envelope_cannot_hold_a_second_command)
{
    static const char *const bad[] = {"a@a.example\r\nRCPT TO:<b@a.example>", "a@a.example>", "a b",
                                      ""};
    OWN_AT(post_sink) sink = NULL;

    assert_int_equal(post_memory_sink_new("out", &sink, NULL), RC_OK);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct post_job job = job_to(bad[i]);

        assert_int_equal(post_sink_send(sink, NOW_S, &job, 1, NULL), RC_OK);
        assert_int_equal(job.fate, POST_PERMANENT);
    }
    assert_int_equal(post_memory_sink_count(sink), 0);
}

TEST(delays_grow_and_then_stay)
{
    for (unsigned tries = 1; tries < 40; tries++)
        assert_true(post_backoff_delay(tries + 1) >= post_backoff_delay(tries));
    assert_int_equal(post_backoff_delay(0), post_backoff_delay(1));
    assert_int_equal(post_backoff_delay(1), 1);
    assert_int_equal(post_backoff_delay(1000), 5 * 60);
}

TESTS(NULL, NULL)
