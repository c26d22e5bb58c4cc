/* SPDX-License-Identifier: MIT */
/* The forum transport against NodeBB 1.4; run by test_nodebb.sh, which starts one. */
#include <stdint.h>
#include <string.h>

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>

#include "post/post.h"
#include "post/post_config.h"
#include "reader/reader.h"
#include "tests/test.h"

enum { ROOM = 256, LIST_TRIES = 10 };

static const char *env(const char *name)
{
    const char *value = getenv(name);

    if (!value)
        fail_msg("%s is not set: run test_nodebb.sh", name);
    return value;
}

static void forum(const char *verb, const char *rest)
{
    char command[4096];

    snprintf(command, sizeof command, "'%s/tests/mailservers/nodebb.sh' %s '%s' %s >&2",
             env("top_srcdir"), verb, env("DIR"), rest);
    assert_int_equal(system(command), 0);
}

/* Each call is a quarter of an hour later, so that no back-off holds. */
static int64_t later(void)
{
    static int64_t now_s;

    now_s = now_s ? now_s + 900 : (int64_t)time(NULL);
    return now_s;
}

static struct post_forum_config config_as(const char *user, const char *token)
{
    return (struct post_forum_config){.name = "f",
                                      .kind = POST_FORUM_NODEBB1,
                                      .url = env("URL"),
                                      .robot = user,
                                      .key = token,
                                      .timeout_s = 600, /* a forum on a busy machine */
                                      .stop_fd = -1,
                                      .reader = reader_here()};
}

static struct post_source *source_as(const char *user)
{
    struct post_forum_config config = config_as(user, "token-admin");
    struct post_source *source = NULL;

    assert_int_equal(post_forum_source_new(&config, &source, NULL), RC_OK);
    return source;
}

static struct post_sink *sink_as(const char *user, const char *token)
{
    struct post_forum_config config = config_as(user, token);
    struct post_sink *sink = NULL;

    assert_int_equal(post_forum_sink_new(&config, &sink, NULL), RC_OK);
    return sink;
}

static struct post_job job_to(const char *id, const char *to, const char *text)
{
    return (struct post_job){.id = id, .from = "", .to = to, .bytes = text, .length = strlen(text)};
}

static void send(struct post_sink *sink, struct post_job *job)
{
    struct err err = {0};

    if (post_sink_send(sink, later(), job, 1, &err) != RC_OK)
        fail_msg("%s", err.text);
}

/* All that waits, however many scans it takes. */
static size_t list(struct post_source *source, struct post_letter *letters)
{
    struct err err = {0};
    size_t all = 0;

    for (int i = 0; i < LIST_TRIES; i++) {
        size_t count = 0;

        if (post_source_list(source, later(), letters + all, ROOM - all, &count, &err) != RC_OK)
            fail_msg("%s", err.text);
        all += count;
        assert_true(all < ROOM);
    }
    return all;
}

/* Open a topic as the robot; "topic/N" of it. */
static void open_topic(struct post_sink *robot, const char *id, char topic[64])
{
    struct post_job job = job_to(id, "category/2", "A game of ours\n\nThe **board**\n");
    OWN_AT(post_source) alice = source_as("alice");
    struct post_letter letters[ROOM];
    OWN(buf) raw = {0};
    size_t count;

    send(robot, &job);
    assert_int_equal(job.fate, POST_ACCEPTED);
    assert_true(atoi(job.made) > 0);
    count = list(alice, letters);
    assert_true(count > 0);
    assert_int_equal(post_source_fetch(alice, &letters[count - 1], 100000, &raw, NULL), RC_OK);
    snprintf(topic, 64, "topic/%d", atoi(strstr(buf_text(&raw), " topic=") + strlen(" topic=")));
}

TEST(a_players_reply_is_a_letter_and_the_robots_own_is_none)
{
    OWN_AT(post_sink) robot = sink_as("admin", "token-admin");
    OWN_AT(post_sink) alice = sink_as("alice", "token-alice");
    OWN_AT(post_source) source = source_as("admin");
    struct post_letter letters[ROOM];
    struct post_job order, answer;
    OWN(buf) raw = {0};
    char topic[64];

    open_topic(robot, "out-1", topic);
    assert_int_equal(list(source, letters), 0);
    order = job_to("a-1", topic, "! thief c4 & <b>c5</b>");
    answer = job_to("out-2", topic, "understood");
    send(alice, &order);
    send(robot, &answer);
    assert_int_equal(order.fate, POST_ACCEPTED);
    assert_int_equal(list(source, letters), 1);
    assert_int_equal(strncmp(letters[0].id, "nodebb:f/", 9), 0);
    assert_string_equal(letters[0].id + 9, order.made);
    assert_true(llabs((long long)letters[0].arrived_s - (long long)time(NULL)) < 600);
    assert_int_equal(post_source_fetch(source, &letters[0], 100000, &raw, NULL), RC_OK);
    assert_non_null(strstr(buf_text(&raw), "From: =?utf-8?B?YWxpY2U=?= <user-2@127.0.0.1>"));
    assert_non_null(strstr(buf_text(&raw), "<p>! thief c4 &amp; "));
}

TEST(a_topic_of_many_pages_is_read_to_its_end)
{
    OWN_AT(post_sink) robot = sink_as("admin", "token-admin");
    OWN_AT(post_sink) bob = sink_as("bob", "token-bob");
    OWN_AT(post_source) source = source_as("admin");
    struct post_letter letters[ROOM];
    char topic[64], ids[30][8];
    size_t before;

    open_topic(robot, "out-3", topic);
    before = list(source, letters);
    for (int i = 0; i < 30; i++) {
        struct post_job job;

        snprintf(ids[i], sizeof ids[0], "b-%d", i);
        job = job_to(ids[i], topic, "talk");
        send(bob, &job);
        assert_int_equal(job.fate, POST_ACCEPTED);
    }
    assert_true(before < ROOM);
    assert_int_equal(list(source, letters), 30);
}

TEST(a_second_try_finds_what_the_first_one_wrote)
{
    OWN_AT(post_sink) robot = sink_as("admin", "token-admin");
    struct post_job first, second, edit;
    char topic[64], post[96];

    open_topic(robot, "out-4", topic);
    first = job_to("out-5", topic, "turn 1");
    send(robot, &first);
    second = first;
    second.again = true;
    send(robot, &second);
    assert_int_equal(second.fate, POST_ACCEPTED);
    assert_string_equal(second.made, first.made);
    second.id = "out-55"; /* another letter is not taken for it */
    send(robot, &second);
    assert_string_not_equal(second.made, first.made);
    snprintf(post, sizeof post, "post/%s", first.made);
    edit = job_to("out-6", post, "turn 1, corrected");
    send(robot, &edit);
    assert_int_equal(edit.fate, POST_ACCEPTED);
}

TEST(refusals_say_whether_to_try_again)
{
    OWN_AT(post_sink) robot = sink_as("admin", "token-admin");
    OWN_AT(post_sink) bob = sink_as("bob", "token-bob");
    OWN_AT(post_sink) stranger = sink_as("bob", "token-wrong");
    struct post_job job;
    struct err err = {0};
    char topic[64];

    open_topic(robot, "out-7", topic);
    job = job_to("b-x", topic, "x");
    assert_int_equal(post_sink_send(stranger, later(), &job, 1, &err), RC_LOGIN);
    assert_int_equal(job.fate, POST_UNTRIED);
    job = job_to("b-y", "topic/99999", "x");
    send(bob, &job);
    assert_int_equal(job.fate, POST_TEMPORARY);
    assert_int_equal(job.hold, POST_HOLD_GONE);
    forum("set", "postDelay 3600 newbiePostDelay 3600 newbiePostDelayThreshold 100");
    job = job_to("b-z", topic, "too soon");
    send(bob, &job);
    assert_int_equal(job.fate, POST_TEMPORARY);
    forum("set", "postDelay 0 newbiePostDelay 0 newbiePostDelayThreshold 0");
    send(bob, &job);
    assert_int_equal(job.fate, POST_ACCEPTED);
}

TEST(a_private_message_reaches_its_user)
{
    OWN_AT(post_sink) robot = sink_as("admin", "token-admin");
    struct post_job message = job_to("out-10", "user/alice", "Your card\n\n4");
    struct post_job nobody = job_to("out-11", "user/nobody-here", "x\n\nx");

    send(robot, &message);
    assert_int_equal(message.fate, POST_ACCEPTED);
    assert_int_equal(message.code, 200);
    send(robot, &nobody);
    assert_int_equal(nobody.fate, POST_PERMANENT);
}

/* The robot with its password, which opens pictures and private messages. */
static struct post_forum_config config_with_password(char path[256])
{
    struct post_forum_config config = config_as("admin", "token-admin");
    FILE *file;

    snprintf(path, 256, "%s/password", env("DIR"));
    umask(077);
    file = fopen(path, "w");
    assert_non_null(file);
    fputs("adminpass1\n", file);
    fclose(file);
    config.password_file = path;
    config.category = 2;
    return config;
}

TEST(a_picture_is_uploaded_into_the_forum)
{
    static const char post[] =
        "Picture\n\n![a red square](picture)\n\0"
        "\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x02\0\0\0\x90\x77"
        "\x53\xde\0\0\0\x0cIDATx\x9c\x63\xf8\xcf\xc0\0\0\x03\x01\x01\0\xc9\xfe\x92"
        "\xef\0\0\0\0IEND\xae\x42\x60\x82";
    char path[256], topic[64], command[512];
    struct post_forum_config config = config_with_password(path);
    struct post_job job = {
        .id = "out-20", .from = "", .to = "category/2", .bytes = post, .length = sizeof post - 1};
    OWN_AT(post_sink) sink = NULL;

    assert_int_equal(post_forum_sink_new(&config, &sink, NULL), RC_OK);
    send(sink, &job);
    assert_int_equal(job.fate, POST_ACCEPTED);
    assert_non_null(strchr(job.made, '/'));
    snprintf(topic, sizeof topic, "%s", strchr(job.made, '/') + 1);
    snprintf(command, sizeof command,
             "url=$(curl -s '%s/api/topic/%s' | grep -o '%s/uploads/[^\\\\\"]*png') && "
             "curl -sf \"$url\" | head -c 4 | grep -q PNG",
             env("URL"), topic, env("URL"));
    assert_int_equal(system(command), 0);
}

TEST(private_messages_are_read_and_none_is_written_twice)
{
    char path[256];
    struct post_forum_config config = config_with_password(path);
    struct post_sink *alice = sink_as("alice", "token-alice"), *robot = NULL;
    struct post_job hello = job_to("a-30", "user/admin", "Hello\n\n! games");
    struct post_job answer = job_to("out-30", "user/2:alice", "Your games\n\nnone");
    OWN_AT(post_source) source = NULL;
    struct post_letter letters[ROOM];
    OWN(buf) raw = {0};
    size_t count;

    send(alice, &hello);
    assert_int_equal(hello.fate, POST_ACCEPTED);
    config.after = 100000;
    assert_int_equal(post_forum_source_new(&config, &source, NULL), RC_OK);
    count = list(source, letters);
    assert_true(count > 0);
    assert_int_equal(strncmp(letters[count - 1].id, "nodebb:f/m", 10), 0);
    assert_int_equal(post_source_fetch(source, &letters[count - 1], 100000, &raw, NULL), RC_OK);
    assert_non_null(strstr(buf_text(&raw), "kind=message name=alice\r\n"));
    assert_non_null(strstr(buf_text(&raw), "! games"));
    assert_int_equal(post_forum_sink_new(&config, &robot, NULL), RC_OK);
    send(robot, &answer);
    assert_int_equal(answer.fate, POST_ACCEPTED);
    answer.again = true;
    send(robot, &answer);
    assert_int_equal(answer.fate, POST_ACCEPTED);
    assert_true(atoi(answer.made) > 0); /* found */
    assert_int_equal(list(source, letters), 0);
    post_sink_free(alice);
    post_sink_free(robot);
}

TEST(a_post_edited_after_it_was_read_is_shown_once_more)
{
    OWN_AT(post_sink) robot = sink_as("admin", "token-admin");
    OWN_AT(post_sink) alice = sink_as("alice", "token-alice");
    OWN_AT(post_source) source = source_as("admin");
    struct post_letter letters[ROOM];
    struct post_job order, edit;
    char topic[64], post[96];
    size_t count;

    open_topic(robot, "out-40", topic);
    list(source, letters);
    order = job_to("a-40", topic, "! thief c4");
    send(alice, &order);
    assert_int_equal(list(source, letters), 1);
    snprintf(post, sizeof post, "post/%s", order.made);
    edit = job_to("a-41", post, "! thief c9");
    send(alice, &edit);
    assert_int_equal(edit.fate, POST_ACCEPTED);
    count = list(source, letters);
    assert_int_equal(count, 1);
    assert_non_null(strchr(letters[0].id + 9, 'e'));
}

TEST(a_topic_that_is_locked_or_deleted_holds_the_post)
{
    OWN_AT(post_sink) alice = sink_as("alice", "token-alice");
    OWN_AT(post_sink) robot = sink_as("admin", "token-admin");
    struct post_job job;
    char topic[64], command[256];

    open_topic(robot, "out-50", topic);
    snprintf(command, sizeof command, "redis-cli -p %s hset topic:%s locked 1 >/dev/null",
             env("REDIS"), topic + strlen("topic/"));
    assert_int_equal(system(command), 0);
    job = job_to("a-50", topic, "locked?");
    send(alice, &job);
    assert_int_equal(job.fate, POST_TEMPORARY);
    assert_int_equal(job.hold, POST_HOLD_LOCKED);
    snprintf(command, sizeof command,
             "redis-cli -p %s hmset topic:%s locked 0 deleted 1 >/dev/null", env("REDIS"),
             topic + strlen("topic/"));
    assert_int_equal(system(command), 0);
    send(alice, &job);
    assert_int_equal(job.fate, POST_TEMPORARY);
    assert_int_equal(job.hold, POST_HOLD_GONE);
}

TEST(a_forum_that_is_down_loses_nothing)
{
    OWN_AT(post_sink) alice = sink_as("alice", "token-alice");
    OWN_AT(post_sink) robot = sink_as("admin", "token-admin");
    OWN_AT(post_source) source = source_as("admin");
    struct post_letter letters[ROOM];
    struct post_job job;
    OWN(buf) raw = {0};
    char topic[64];
    size_t count;

    open_topic(robot, "out-8", topic);
    list(source, letters);
    job = job_to("a-8", topic, "before the storm");
    send(alice, &job);
    forum("down", "");
    assert_int_equal(post_source_list(source, later(), letters, ROOM, &count, NULL), RC_NETWORK);
    job = job_to("out-9", topic, "answer");
    assert_int_equal(post_sink_send(robot, later(), &job, 1, NULL), RC_NETWORK);
    assert_int_equal(job.fate, POST_UNTRIED);
    forum("up", "");
    assert_int_equal(list(source, letters), 1);
    assert_int_equal(post_source_fetch(source, &letters[0], 100000, &raw, NULL), RC_OK);
    job.again = true;
    send(robot, &job);
    assert_int_equal(job.fate, POST_ACCEPTED);
}

TESTS(NULL, NULL)
