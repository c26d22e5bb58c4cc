/* SPDX-License-Identifier: MIT */
/* IMAP and SMTP against servers that misbehave. */
#include <stdint.h>
#include <string.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "fake_server.h"
#include "post/post.h"
#include "post/post_config.h"
#include "tests/test.h"

enum { NOW_S = 2000000000, BATCH = 12 };

static struct post_server server_at(const struct fake_server *fake)
{
    return (struct post_server){.host = "127.0.0.1",
                                .port = fake->port,
                                .tls = POST_TLS_NONE,
                                .timeout_s = 20,
                                .stop_fd = -1};
}

/* ---- SMTP ---- */

static struct post_sink *outlet(const struct fake_server *fake, unsigned connections, int stop_fd)
{
    struct post_smtp_config config = {
        .name = "out", .server = server_at(fake), .connections = connections};
    struct post_sink *sink = NULL;

    config.server.stop_fd = stop_fd;
    assert_int_equal(post_smtp_new(&config, &sink, NULL), RC_OK);
    return sink;
}

static struct post_job a_job(void)
{
    static const char letter[] = "Subject: x\r\n\r\nboard\r\n";

    return (struct post_job){.id = "1",
                             .from = "gm@a.example",
                             .to = "b@a.example",
                             .bytes = letter,
                             .length = sizeof letter - 1};
}

static void jobs_of(struct post_job jobs[BATCH])
{
    for (int i = 0; i < BATCH; i++)
        jobs[i] = a_job();
}

#define SMTP_GREETING                                                                              \
    {                                                                                              \
        "", "220 fake ESMTP\r\n", FAKE_GO_ON, 0                                                    \
    }
#define SMTP_GREETING_LOGIN                                                                        \
    {"", "220 fake ESMTP\r\n", FAKE_GO_ON, 0},                                                     \
    {                                                                                              \
        "EHLO", "250-fake\r\n250 AUTH PLAIN\r\n", FAKE_GO_ON, 0                                    \
    }
#define SMTP_DATA                                                                                  \
    {                                                                                              \
        "DATA", "354 go on\r\n", FAKE_DATA, 0                                                      \
    }
#define END                                                                                        \
    {                                                                                              \
        NULL, NULL, FAKE_GO_ON, 0                                                                  \
    }

/* Send one letter to a server with these rules; its answer goes to job and err. */
static enum rc send_one(const struct fake_rule *rules, struct post_job *job, struct err *err)
{
    struct fake_server fake = {.rules = rules};
    struct post_sink *sink;
    enum rc rc;

    fake_start(&fake);
    sink = outlet(&fake, 1, -1);
    *job = a_job();
    rc = post_sink_send(sink, NOW_S, job, 1, err);
    post_sink_free(sink);
    fake_end(&fake);
    return rc;
}

TEST(many_letters_go_over_one_connection)
{
    static const struct fake_rule rules[] = {SMTP_GREETING, SMTP_DATA, END};
    struct fake_server fake = {.rules = rules};
    struct post_job jobs[BATCH];
    OWN_AT(post_sink) sink = NULL;

    fake_start(&fake);
    sink = outlet(&fake, 1, -1);
    for (int round = 0; round < 2; round++) {
        jobs_of(jobs);
        assert_int_equal(post_sink_send(sink, NOW_S, jobs, BATCH, NULL), RC_OK);
    }
    assert_int_equal(atomic_load(&fake.letters), 2 * BATCH);
    assert_int_equal(atomic_load(&fake.connections), 1);
    fake_end(&fake);
}

TEST(a_server_that_takes_one_connection_gets_no_more)
{
    static const struct fake_rule rules[] = {SMTP_GREETING, SMTP_DATA, END};
    struct fake_server fake = {.rules = rules, .connections_max = 1};
    struct post_job jobs[BATCH];
    struct post_status status;
    OWN_AT(post_sink) sink = NULL;
    unsigned before, accepted = 0;

    fake_start(&fake);
    sink = outlet(&fake, 4, -1);
    jobs_of(jobs);
    assert_int_equal(post_sink_send(sink, NOW_S, jobs, BATCH, NULL), RC_LATER);
    for (int i = 0; i < BATCH; i++) {
        assert_true(jobs[i].fate == POST_ACCEPTED || jobs[i].fate == POST_UNTRIED);
        accepted += jobs[i].fate == POST_ACCEPTED;
    }
    assert_int_equal(accepted, atomic_load(&fake.letters));
    assert_int_equal(accepted, BATCH - 3);
    post_sink_status(sink, &status);
    before = atomic_load(&fake.connections);
    for (int i = 0; i < 500 && atomic_load(&fake.open) > 0; i++)
        usleep(20 * 1000); /* until the server has seen the first connection end */
    jobs_of(jobs);
    assert_int_equal(post_sink_send(sink, status.retry_at_s, jobs, BATCH, NULL), RC_OK);
    assert_int_equal(atomic_load(&fake.letters), accepted + BATCH);
    assert_true(atomic_load(&fake.connections) <= before + 1);
    fake_end(&fake);
}

TEST(answers_after_the_letter_count_for_the_letter)
{
    static const struct fake_rule later[] = {
        SMTP_GREETING, SMTP_DATA, {".", "452 disk full\r\n", FAKE_GO_ON, 0}, END};
    static const struct fake_rule never[] = {
        SMTP_GREETING, SMTP_DATA, {".", "554 5.7.1 looks like spam\r\n", FAKE_GO_ON, 0}, END};
    struct post_job job;

    assert_int_equal(send_one(later, &job, NULL), RC_OK);
    assert_int_equal(job.fate, POST_TEMPORARY);
    assert_int_equal(job.code, 452);
    assert_int_equal(send_one(never, &job, NULL), RC_OK);
    assert_int_equal(job.fate, POST_REFUSED);
    assert_string_equal(job.text, "5.7.1 looks like spam");
}

/* The same words mean another thing behind another command. */
TEST(each_refusal_is_about_what_it_answers)
{
    static const struct {
        const char *command, *reply;
        enum rc rc;
        enum post_fate fate;
    } rows[] = {
        {"MAIL", "550 5.4.5 Daily user sending limit exceeded", RC_REFUSED, POST_UNTRIED},
        {"MAIL", "554 5.7.1 account suspended", RC_REFUSED, POST_UNTRIED},
        {"MAIL", "553 sender address is not yours", RC_REFUSED, POST_UNTRIED},
        {"MAIL", "450 4.7.1 too many letters, slow down", RC_LATER, POST_UNTRIED},
        {"MAIL", "451 4.3.0 try again", RC_LATER, POST_UNTRIED},
        {"MAIL", "452 4.3.1 no space", RC_LATER, POST_UNTRIED},
        {"MAIL", "552 5.3.4 message size exceeds fixed limit", RC_OK, POST_REFUSED},
        {"RCPT", "550 5.1.1 no such user", RC_OK, POST_PERMANENT},
        {"RCPT", "550 no such user", RC_OK, POST_PERMANENT},
        {"RCPT", "551 5.1.6 moved", RC_OK, POST_PERMANENT},
        {"RCPT", "553 5.1.3 bad address", RC_OK, POST_PERMANENT},
        {"RCPT", "550 5.2.1 mailbox disabled", RC_OK, POST_PERMANENT},
        {"RCPT", "450 4.2.0 greylisted", RC_OK, POST_TEMPORARY},
        {"RCPT", "554 5.7.1 relay access denied", RC_OK, POST_TEMPORARY},
        {"RCPT", "550 relay not permitted", RC_OK, POST_TEMPORARY},
        {"RCPT", "550 5.7.1 blocked by policy", RC_OK, POST_REFUSED},
        {"RCPT", "503 5.5.1 MAIL first", RC_OK, POST_TEMPORARY},
        {"RCPT", "552 5.2.2 mailbox full", RC_OK, POST_TEMPORARY},
        {"RCPT", "550 5.2.2 over quota", RC_OK, POST_TEMPORARY},
        {"RCPT", "552 mailbox full", RC_OK, POST_TEMPORARY},
        {"RCPT", "550 5.4.5 daily limit", RC_REFUSED, POST_UNTRIED},
        {"DATA", "451 4.3.0 queue file write error", RC_OK, POST_TEMPORARY},
        {"DATA", "554 5.5.1 no valid recipients", RC_OK, POST_TEMPORARY},
        {".", "452 disk full", RC_OK, POST_TEMPORARY},
        {".", "550 5.4.5 daily limit", RC_REFUSED, POST_UNTRIED},
        {".", "450 4.7.28 unusual rate", RC_LATER, POST_UNTRIED},
        {".", "552 5.2.2 quota", RC_OK, POST_TEMPORARY},
        {".", "552 5.3.4 too big", RC_OK, POST_REFUSED},
        {".", "552 Message size exceeds", RC_OK, POST_REFUSED},
        {".", "554 5.7.1 looks like spam", RC_OK, POST_REFUSED},
        {".", "550 5.6.0 not conforming", RC_OK, POST_REFUSED},
        {".", "550 5.1.1 no such user", RC_OK, POST_PERMANENT},
        {".", "554 transaction failed", RC_OK, POST_REFUSED},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char reply[128];
        const struct fake_rule rules[] = {
            SMTP_GREETING, {rows[i].command, reply, FAKE_GO_ON, 0}, SMTP_DATA, END};
        struct post_job job;
        struct err err = {0};

        snprintf(reply, sizeof reply, "%s\r\n", rows[i].reply);
        print_message("# %s %s\n", rows[i].command, rows[i].reply);
        assert_int_equal(send_one(rules, &job, &err), rows[i].rc);
        assert_int_equal(job.fate, rows[i].fate);
        if (rows[i].rc != RC_OK)
            assert_non_null(strstr(err.text, rows[i].reply));
    }
}

TEST(answers_about_the_connection_leave_the_letter_untried)
{
    static const struct {
        struct fake_rule rules[4];
        enum rc rc;
        const char *words;
    } rows[] = {
        {{{"", "554 5.7.1 no service for you\r\n", FAKE_CLOSE, 0}, END}, RC_NETWORK, "no service"},
        {{{"", "421 busy\r\n", FAKE_CLOSE, 0}, END}, RC_LATER, "try later"},
        {{SMTP_GREETING, {"MAIL", "421 shutting down\r\n", FAKE_CLOSE, 0}, END},
         RC_LATER,
         "try later"},
        {{SMTP_GREETING, {"MAIL", "530 5.7.0 log in first\r\n", FAKE_GO_ON, 0}, END},
         RC_LOGIN,
         "check user and password"},
        {{SMTP_GREETING, {"RCPT", "", FAKE_CLOSE, 0}, END}, RC_NETWORK, "port"},
        {{SMTP_GREETING, SMTP_DATA, {".", "", FAKE_CLOSE, 0}, END}, RC_NETWORK, "port"},
        {{{"", "+OK POP3 ready\r\n", FAKE_CLOSE, 0}, END}, RC_NETWORK, "port"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct err err = {0};
        struct post_job job;

        assert_int_equal(send_one(rows[i].rules, &job, &err), rows[i].rc);
        assert_int_equal(job.fate, POST_UNTRIED);
        assert_non_null(strstr(err.text, rows[i].words));
    }
}

TEST(a_stop_in_mid_letter_never_ends_it_as_if_it_were_whole)
{
    static const struct fake_rule rules[] = {
        SMTP_GREETING, {"DATA", "354 go on\r\n", FAKE_STOP_MID, 0}, END};
    struct fake_server fake = {.rules = rules};
    size_t length = 8 * 1024 * 1024;
    OWN_MEMORY char *letter = malloc(length);
    struct post_job job = a_job();
    struct post_sink *sink;
    int pipes[2];

    assert_non_null(letter);
    memset(letter, 'x', length);
    for (size_t i = 70; i < length - 2; i += 72)
        memcpy(letter + i, "\r\n", 2);
    assert_int_equal(pipe(pipes), 0);
    fake.stop_fd = pipes[1];
    fake_start(&fake);
    sink = outlet(&fake, 1, pipes[0]);
    job.bytes = letter;
    job.length = length;
    assert_int_equal(post_sink_send(sink, NOW_S, &job, 1, NULL), RC_STOPPED);
    assert_int_equal(job.fate, POST_UNTRIED);
    post_sink_free(sink);
    fake_end(&fake);
    assert_int_equal(atomic_load(&fake.letters), 0);
    close(pipes[0]);
    close(pipes[1]);
}

TEST(a_server_that_falls_silent_is_given_up)
{
    static const struct fake_rule rules[] = {SMTP_GREETING, {"RCPT", "", FAKE_HANG, 0}, END};
    struct fake_server fake = {.rules = rules};
    struct post_smtp_config config = {.name = "out"};
    struct post_job job = a_job();
    OWN_AT(post_sink) sink = NULL;
    struct err err = {0};

    fake_start(&fake);
    config.server = server_at(&fake);
    config.server.timeout_s = 1;
    assert_int_equal(post_smtp_new(&config, &sink, NULL), RC_OK);
    assert_int_equal(post_sink_send(sink, NOW_S, &job, 1, &err), RC_NETWORK);
    assert_non_null(strstr(err.text, "no answer in time"));
    assert_int_equal(job.fate, POST_UNTRIED);
    fake_end(&fake);
}

/* ---- IMAP ---- */

#define IMAP_GREETING                                                                              \
    {                                                                                              \
        "", "* OK [CAPABILITY IMAP4rev1] ready\r\n", FAKE_GO_ON, 0                                 \
    }
#define IMAP_CAPS(words)                                                                           \
    {                                                                                              \
        "CAPABILITY", "* CAPABILITY IMAP4rev1 " words "\r\n%t OK x\r\n", FAKE_GO_ON, 0             \
    }
#define IMAP_SELECT                                                                                \
    {                                                                                              \
        "SELECT", "* 1 EXISTS\r\n* OK [UIDVALIDITY 7] x\r\n%t OK [READ-WRITE] x\r\n", FAKE_GO_ON,  \
            0                                                                                      \
    }
#define IMAP_LIST                                                                                  \
    {                                                                                              \
        "UID FETCH 1:*",                                                                           \
            "* 1 FETCH (UID 5 FLAGS () INTERNALDATE \"17-Jul-2026 02:44:25 +0000\" RFC822.SIZE "   \
            "4)\r\n"                                                                               \
            "%t OK x\r\n",                                                                         \
            FAKE_GO_ON, 0                                                                          \
    }

static struct post_source *inbox(const struct fake_server *fake, unsigned timeout_s)
{
    struct post_imap_config config = {
        .name = "in", .server = server_at(fake), .done_folder = "Done"};
    struct post_source *source = NULL;

    config.server.login = (struct post_login){.user = "gm", .password = "pw"};
    config.server.timeout_s = timeout_s;
    assert_int_equal(post_imap_new(&config, &source, NULL), RC_OK);
    return source;
}

TEST(imap_servers_that_cannot_be_used_say_why)
{
    static const struct {
        struct fake_rule rules[8];
        enum rc rc;
        const char *words;
    } rows[] = {
        {{{"", "* BYE overloaded\r\n", FAKE_CLOSE, 0}, END}, RC_LATER, "later (BYE overloaded)"},
        {{{"", "220 smtp\r\n", FAKE_CLOSE, 0}, END}, RC_NETWORK, "port"},
        {{{"", "", FAKE_CLOSE, 0}, END}, RC_NETWORK, "127.0.0.1"},
        {{IMAP_GREETING, {"LOGIN", "%t NO bad\r\n", FAKE_GO_ON, 0}, END}, RC_LOGIN, "check user"},
        {{IMAP_GREETING, {"SELECT", "%t NO none\r\n", FAKE_GO_ON, 0}, END},
         RC_NOT_FOUND,
         "no folder INBOX"},
        {{IMAP_GREETING, {"SELECT", "* 1 EXISTS\r\n%t OK x\r\n", FAKE_GO_ON, 0}, END},
         RC_NETWORK,
         "does not speak IMAP"},
        {{IMAP_GREETING, {"SELECT", "X9 OK other tag\r\n", FAKE_GO_ON, 0}, END},
         RC_NETWORK,
         "does not speak IMAP"},
        {{IMAP_GREETING, {"SELECT", "* BYE maintenance at ten\r\n", FAKE_CLOSE, 0}, END},
         RC_NETWORK,
         "maintenance at ten"},
        {{IMAP_GREETING, IMAP_SELECT, {"UID FETCH", "* 1 FETCH (UID\r\n", FAKE_CLOSE, 0}, END},
         RC_NETWORK,
         "does not speak IMAP"},
        {{IMAP_GREETING,
          IMAP_SELECT,
          {"UID FETCH", "%t NO [UNAVAILABLE] x\r\n", FAKE_GO_ON, 0},
          END},
         RC_LATER,
         "UID FETCH"},
        {{IMAP_GREETING, {"SELECT", "", FAKE_HANG, 0}, END}, RC_NETWORK, "no answer in time"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct fake_server fake = {.rules = rows[i].rules, .tagged = true};
        struct post_source *source;
        struct post_letter letter;
        struct err err = {0};
        size_t count = 9;

        fake_start(&fake);
        source = inbox(&fake, 2);
        assert_int_equal(post_source_list(source, NOW_S, &letter, 1, &count, &err), rows[i].rc);
        assert_non_null(strstr(err.text, rows[i].words));
        assert_int_equal(count, 9);
        post_source_free(source);
        fake_end(&fake);
    }
}

/* What `postern setup` and doctor ask, and repeat: a full or busy server is no wrong password. */
TEST(a_check_repeats_the_servers_own_words)
{
    static const struct {
        bool is_smtp;
        struct fake_rule rules[4];
        enum rc rc;
        const char *advice, *words;
    } rows[] = {
        {false,
         {IMAP_GREETING,
          {"LOGIN", "%t NO [ALERT] Too many simultaneous connections. (Failure)\r\n", FAKE_GO_ON,
           0},
          END},
         RC_LATER,
         "try later",
         "(NO [ALERT] Too many simultaneous connections. (Failure))"},
        {false,
         {IMAP_GREETING,
          {"LOGIN",
           "* NO [ALERT] Log in by your browser first\r\n%t NO [AUTHENTICATIONFAILED] no\r\n",
           FAKE_GO_ON, 0},
          END},
         RC_LOGIN,
         "check user and password",
         "(NO [ALERT] Log in by your browser first; NO [AUTHENTICATIONFAILED] no)"},
        {false,
         {IMAP_GREETING, {"LOGIN", "%t NO [UNAVAILABLE] maintenance\r\n", FAKE_GO_ON, 0}, END},
         RC_LATER,
         "try later",
         "maintenance"},
        {true,
         {{"", "421 4.7.0 too many\r\n", FAKE_CLOSE, 0}, END},
         RC_LATER,
         "try later",
         "(421 4.7.0 too many)"},
        {true,
         {SMTP_GREETING_LOGIN, {"AUTH", "454 4.7.0 Temporary failure\r\n", FAKE_GO_ON, 0}, END},
         RC_LATER,
         "try later",
         "(454 4.7.0 Temporary failure)"},
        {true,
         {SMTP_GREETING_LOGIN,
          {"AUTH",
           "535-5.7.8 Username and Password not accepted. See\r\n535 5.7.8  https://x.example\r\n",
           FAKE_GO_ON, 0},
          END},
         RC_LOGIN,
         "check user and password",
         "(535 5.7.8 Username and Password not accepted. See https://x.example)"},
        {true,
         {{"", "554 5.7.1 no service for you\r\n", FAKE_CLOSE, 0}, END},
         RC_NETWORK,
         "does not take us",
         "no service for you"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct fake_server fake = {.rules = rows[i].rules, .tagged = !rows[i].is_smtp};
        struct post_smtp_config config = {.name = "out"};
        struct post_source *source = NULL;
        struct post_sink *sink = NULL;
        struct err err = {0};
        enum rc rc;

        fake_start(&fake);
        config.server = server_at(&fake);
        config.server.login = (struct post_login){.user = "gm", .password = "pw"};
        if (rows[i].is_smtp) {
            assert_int_equal(post_smtp_new(&config, &sink, NULL), RC_OK);
            rc = post_sink_check(sink, &err);
        } else {
            source = inbox(&fake, 2);
            rc = post_source_check(source, &err);
        }
        print_message("# %s\n", err.text);
        assert_int_equal(rc, rows[i].rc);
        assert_non_null(strstr(err.text, rows[i].advice));
        assert_non_null(strstr(err.text, rows[i].words));
        post_source_free(source);
        post_sink_free(sink);
        fake_end(&fake);
    }
}

/* List the one letter of a server with these rules, then fetch it. */
static enum rc fetch_one(const struct fake_rule *rules, struct buf *raw, bool *still_open)
{
    struct fake_server fake = {.rules = rules, .tagged = true};
    struct post_source *source;
    struct post_status status;
    struct post_letter letter;
    size_t count = 0;
    enum rc rc;

    fake_start(&fake);
    source = inbox(&fake, 2);
    assert_int_equal(post_source_list(source, NOW_S, &letter, 1, &count, NULL), RC_OK);
    assert_int_equal(count, 1);
    assert_string_equal(letter.id, "imap:in/7/5");
    rc = post_source_fetch(source, &letter, 1000, raw, NULL);
    post_source_status(source, &status);
    *still_open = status.open;
    post_source_free(source);
    fake_end(&fake);
    return rc;
}

TEST(one_letters_trouble_is_told_from_the_connections)
{
    static const struct {
        const char *reply;
        enum fake_act act;
        enum rc rc;
        bool open;
    } rows[] = {
        {"* 1 FETCH (UID 5 BODY[]<0> {4}\r\nab\r\n)\r\n%t OK x\r\n", FAKE_GO_ON, RC_OK, true},
        {"%t OK gone\r\n", FAKE_GO_ON, RC_NOT_FOUND, true},
        {"%t NO cannot read it\r\n", FAKE_GO_ON, RC_REFUSED, true},
        {"* 1 FETCH (UID 5 BODY[]<0> {4}\r\nab", FAKE_CLOSE, RC_NETWORK, false},
        {"* 1 FETCH (UID 5 BODY[]<0> {99999999}\r\nab", FAKE_HANG, RC_NETWORK, false},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct fake_rule rules[] = {IMAP_GREETING,
                                    IMAP_CAPS("MOVE"),
                                    IMAP_SELECT,
                                    IMAP_LIST,
                                    {"UID FETCH 5", rows[i].reply, rows[i].act, 0},
                                    END};
        OWN(buf) raw = {0};
        bool open;

        assert_int_equal(fetch_one(rules, &raw, &open), rows[i].rc);
        assert_int_equal(open, rows[i].open);
        assert_string_equal(buf_text(&raw), rows[i].rc == RC_OK ? "ab\r\n" : "");
    }
}

/* Another session made the folder since, or a server's list of folders is old. */
TEST(a_folder_that_was_missing_and_is_there_is_moved_into)
{
    static const struct {
        const char *made;
        unsigned missing; /* how often it is, then */
        enum rc rc;
    } rows[] = {
        {"%t OK made\r\n", 1, RC_OK},
        {"%t NO [ALREADYEXISTS] it is there\r\n", 1, RC_OK},
        {"%t NO it is there\r\n", 1, RC_OK},
        {"%t NO [NOPERM] none of yours\r\n", 1, RC_PERMISSION},
        {"%t NO no more folders\r\n", 2, RC_REFUSED},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct fake_rule rules[] = {
            IMAP_GREETING,
            IMAP_CAPS("MOVE"),
            IMAP_SELECT,
            IMAP_LIST,
            {"UID MOVE", "%t NO [TRYCREATE] no such folder\r\n", FAKE_GO_ON, rows[i].missing},
            {"UID MOVE", "%t OK moved\r\n", FAKE_GO_ON, 0},
            {"CREATE", rows[i].made, FAKE_GO_ON, 0},
            END};
        struct fake_server fake = {.rules = rules, .tagged = true};
        OWN_AT(post_source) source = NULL;
        struct post_letter letter;
        struct err err = {0};
        const char *id = letter.id;
        size_t count;

        fake_start(&fake);
        source = inbox(&fake, 5);
        assert_int_equal(post_source_list(source, NOW_S, &letter, 1, &count, NULL), RC_OK);
        assert_int_equal(post_source_done(source, &id, 1, POST_PLACE_DONE, &err), rows[i].rc);
        if (rows[i].rc != RC_OK)
            assert_non_null(strstr(err.text, "CREATE"));
        fake_end(&fake);
    }
}

TEST(news_beside_the_idle_answer_are_not_overlooked)
{
    static const struct fake_rule rules[] = {IMAP_GREETING,
                                             IMAP_CAPS("IDLE"),
                                             IMAP_SELECT,
                                             IMAP_LIST,
                                             {"IDLE", "+ idling\r\n* 2 EXISTS\r\n", FAKE_GO_ON, 0},
                                             {"DONE", "P5 OK idle over\r\n", FAKE_GO_ON, 0},
                                             END};
    struct fake_server fake = {.rules = rules, .tagged = true};
    OWN_AT(post_source) source = NULL;
    struct post_letter letter;
    bool news = false;
    size_t count;

    fake_start(&fake);
    source = inbox(&fake, 5);
    assert_int_equal(post_source_list(source, NOW_S, &letter, 1, &count, NULL), RC_OK);
    assert_int_equal(post_wait(&source, 1, -1, 10 * 1000, &news, NULL), RC_OK);
    assert_true(news);
    fake_end(&fake);
}

TEST(an_access_token_logs_in_to_imap)
{
    /* user=gm ^A auth=Bearer tok ^A ^A, in base64 */
    static const struct fake_rule rules[] = {
        {"", "* OK [CAPABILITY IMAP4rev1 SASL-IR AUTH=XOAUTH2] ready\r\n", FAKE_GO_ON, 0},
        IMAP_CAPS("SASL-IR AUTH=XOAUTH2"),
        {"AUTHENTICATE XOAUTH2 dXNlcj1nbQFhdXRoPUJlYXJlciB0b2sBAQ==", "%t OK in\r\n", FAKE_GO_ON,
         0},
        {"AUTHENTICATE", "%t NO wrong token\r\n", FAKE_GO_ON, 0},
        {"LOGIN", "%t NO no passwords here\r\n", FAKE_GO_ON, 0},
        IMAP_SELECT,
        IMAP_LIST,
        END};
    static const struct {
        const char *command;
        enum rc rc;
    } rows[] = {{"echo tok", RC_OK}, {"echo stale", RC_LOGIN}};

    for (size_t i = 0; i < 2; i++) {
        struct fake_server fake = {.rules = rules, .tagged = true};
        struct post_imap_config config = {.name = "in"};
        struct post_source *source;
        struct post_letter letter;
        size_t count;

        fake_start(&fake);
        config.server = server_at(&fake);
        config.server.login = (struct post_login){.user = "gm", .token_command = rows[i].command};
        assert_int_equal(post_imap_new(&config, &source, NULL), RC_OK);
        assert_int_equal(post_source_list(source, NOW_S, &letter, 1, &count, NULL), rows[i].rc);
        post_source_free(source);
        fake_end(&fake);
    }
}

TEST(configurations_that_cannot_work_are_refused)
{
    static const struct {
        struct post_server server;
        const char *words;
    } rows[] = {
        {{.host = "", .stop_fd = -1}, "needs a host"},
        {{.host = "a/b", .stop_fd = -1}, "needs a host"},
        {{.host = "mail.example", .tls = POST_TLS_NONE, .stop_fd = -1}, "without TLS"},
        {{.host = "127.example.org", .tls = POST_TLS_NONE, .stop_fd = -1}, "without TLS"},
        {{.host = "mail.example", .stop_fd = -1, .login = {.user = "a"}}, "no password file"},
        {{.host = "mail.example", .stop_fd = -1, .login = {.password_file = "p"}}, "but no user"},
        {{.host = "mail.example",
          .stop_fd = -1,
          .login = {.user = "a", .password_file = "p", .token_command = "t"}},
         "more than one"},
    };
    struct post_imap_config in = {.name = "in", .folder = "Post\xC3"}; /* is not UTF-8 */
    struct post_source *source;
    struct post_sink *sink;
    struct err err = {0};

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct post_smtp_config config = {.name = "out", .server = rows[i].server};

        err_clear(&err);
        assert_int_equal(post_smtp_new(&config, &sink, &err), RC_CONFIG);
        assert_non_null(strstr(err.text, rows[i].words));
    }
    in.server.host = "mail.example";
    in.server.stop_fd = -1;
    in.server.login = (struct post_login){.user = "a", .password = "b"};
    assert_int_equal(post_imap_new(&in, &source, NULL), RC_CONFIG);
}

int main(void)
{
    signal(SIGPIPE, SIG_IGN);
    return tests_run(__FILE__, NULL, NULL);
}
