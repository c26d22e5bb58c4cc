/* SPDX-License-Identifier: MIT */
/* IMAP and SMTP against Dovecot and exim; run by test_servers.sh, which starts them. */
#include <stdint.h>
#include <string.h>

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "post/post.h"
#include "post/post_config.h"
#include "tests/test.h"

enum { ROOM = 64, TRIES = 200, STEP_MS = 100 };

/* ---- the servers ---- */

static const char *env(const char *name)
{
    const char *value = getenv(name);

    if (!value)
        fail_msg("%s is not set: run test_servers.sh", name);
    return value;
}

static uint16_t port(const char *name)
{
    return (uint16_t)atoi(env(name));
}

static void servers(const char *verb, const char *which)
{
    char command[4096];

    snprintf(command, sizeof command, "'%s/tests/mailservers/servers.sh' %s %s '%s' >&2",
             env("top_srcdir"), verb, which, env("DIR"));
    assert_int_equal(system(command), 0);
}

/* Each call is a quarter of an hour later, so that no back-off holds. */
static int64_t later(void)
{
    static int64_t now_s;

    now_s = now_s ? now_s + 900 : (int64_t)time(NULL);
    return now_s;
}

static struct post_server server_at(const char *port_name, enum post_tls tls, const char *user,
                                    const char *password)
{
    return (struct post_server){.host = "localhost",
                                .port = port(port_name),
                                .tls = tls,
                                .ca_file = env("CA"),
                                .timeout_s = 20,
                                .stop_fd = -1,
                                .login = {.user = user, .password = password}};
}

static struct post_imap_config imap_config(void)
{
    return (struct post_imap_config){.name = "in",
                                     .server =
                                         server_at("IMAP", POST_TLS_START, "gm@pbem.test", "pw-gm"),
                                     .done_folder = "Processed"};
}

static struct post_source *open_imap(const struct post_imap_config *config)
{
    struct post_source *source = NULL;
    struct err err = {0};

    if (post_imap_new(config, &source, &err) != RC_OK)
        fail_msg("%s", err.text);
    return source;
}

static struct post_source *inbox(void)
{
    struct post_imap_config config = imap_config();

    return open_imap(&config);
}

static struct post_smtp_config smtp_config(void)
{
    return (struct post_smtp_config){
        .name = "out", .server = server_at("SMTP", POST_TLS_START, "gm@pbem.test", "pw-gm")};
}

static struct post_sink *open_smtp(const struct post_smtp_config *config)
{
    struct post_sink *sink = NULL;
    struct err err = {0};

    if (post_smtp_new(config, &sink, &err) != RC_OK)
        fail_msg("%s", err.text);
    return sink;
}

static struct post_sink *outlet(void)
{
    struct post_smtp_config config = smtp_config();

    return open_smtp(&config);
}

/* ---- letters ---- */

static size_t list(struct post_source *source, struct post_letter *letters, size_t room)
{
    struct err err = {0};
    size_t count = 0;

    if (post_source_list(source, later(), letters, room, &count, &err) != RC_OK)
        fail_msg("%s", err.text);
    return count;
}

/* List until `wanted` letters are there. */
static void await(struct post_source *source, struct post_letter *letters, size_t wanted)
{
    size_t got = 0;
    bool news;

    for (int i = 0; i < TRIES; i++) {
        got += list(source, letters + got, wanted - got + 1);
        if (got >= wanted)
            break;
        assert_int_equal(post_wait(&source, 1, -1, STEP_MS, &news, NULL), RC_OK);
    }
    assert_int_equal(got, wanted);
}

static void fetch(struct post_source *source, const struct post_letter *letter, struct buf *raw)
{
    struct err err = {0};

    buf_clear(raw);
    if (post_source_fetch(source, letter, POST_LETTER_BYTES_MAX, raw, &err) != RC_OK)
        fail_msg("%s", err.text);
}

static void done(struct post_source *source, const struct post_letter *letters, size_t count,
                 enum post_place place)
{
    const char *ids[1024];
    struct err err = {0};

    assert_true(count <= 1024);
    for (size_t i = 0; i < count; i++)
        ids[i] = letters[i].id;
    if (post_source_done(source, ids, count, place, &err) != RC_OK)
        fail_msg("%s", err.text);
}

static struct post_job job_with(const char *id, const char *to, const char *letter)
{
    return (struct post_job){.id = id,
                             .from = "gm+bounce@pbem.test",
                             .to = to,
                             .bytes = letter,
                             .length = strlen(letter)};
}

static void send(struct post_sink *sink, struct post_job *job)
{
    struct err err = {0};

    if (post_sink_send(sink, later(), job, 1, &err) != RC_OK)
        fail_msg("%s", err.text);
}

static void send_to_self(const char *letter)
{
    OWN_AT(post_sink) sink = outlet();
    struct post_job job = job_with("self", "gm@pbem.test", letter);

    send(sink, &job);
    assert_int_equal(job.fate, POST_ACCEPTED);
}

/* Before each test: an empty inbox and both servers up. */
static int empty_inbox(void **state)
{
    struct post_imap_config config = imap_config();
    OWN_AT(post_source) source = NULL;
    struct post_letter letters[ROOM];
    size_t count;

    (void)state;
    config.done_folder = NULL;
    source = open_imap(&config);
    while ((count = list(source, letters, ROOM)) > 0)
        done(source, letters, count, POST_PLACE_DONE);
    return 0;
}

/* ---- round trips ---- */

/* Send `count` numbered letters and read each of them back once. */
static void round_trip(struct post_sink *sink, struct post_source *source, unsigned count)
{
    static char texts[ROOM][96], ids[ROOM][16];
    struct post_job jobs[ROOM];
    struct post_letter letters[ROOM + 1];
    unsigned char seen[ROOM] = {0};
    OWN(buf) raw = {0};
    struct err err = {0};

    for (unsigned i = 0; i < count; i++) {
        snprintf(texts[i], sizeof texts[i], "Subject: letter number %u\r\n\r\nthief c4 c5\r\n", i);
        snprintf(ids[i], sizeof ids[i], "out-%u", i);
        jobs[i] = job_with(ids[i], "gm+tok@pbem.test", texts[i]);
    }
    if (post_sink_send(sink, later(), jobs, count, &err) != RC_OK)
        fail_msg("%s", err.text);
    for (unsigned i = 0; i < count; i++) {
        assert_int_equal(jobs[i].fate, POST_ACCEPTED);
        assert_int_equal(jobs[i].code, 250);
    }
    await(source, letters, count);
    for (unsigned i = 0; i < count; i++) {
        const char *subject;

        fetch(source, &letters[i], &raw);
        assert_int_equal(raw.length, letters[i].bytes);
        subject = strstr(buf_text(&raw), "letter number ");
        assert_non_null(subject);
        seen[atoi(subject + strlen("letter number "))]++;
        assert_non_null(strstr(buf_text(&raw), "Return-Path: <gm+bounce@pbem.test>"));
        assert_true(llabs((long long)letters[i].arrived_s - (long long)time(NULL)) < 600);
    }
    for (unsigned i = 0; i < count; i++)
        assert_int_equal(seen[i], 1);
    done(source, letters, count, POST_PLACE_DONE);
    assert_int_equal(list(source, letters, ROOM), 0);
}

#define WITH_INBOX(name) TEST_WITH(name, empty_inbox, NULL)

WITH_INBOX(fifty_letters_make_the_round_trip_by_starttls)
{
    OWN_AT(post_sink) sink = outlet();
    OWN_AT(post_source) source = inbox();

    round_trip(sink, source, 50);
    round_trip(sink, source, 5); /* over the same connections */
}

WITH_INBOX(letters_make_the_round_trip_with_tls_from_the_first_byte)
{
    struct post_smtp_config out = smtp_config();
    struct post_imap_config in = imap_config();
    OWN_AT(post_sink) sink = NULL;
    OWN_AT(post_source) source = NULL;

    out.server.port = port("SMTPS");
    out.server.tls = POST_TLS_WHOLE;
    in.server.port = port("IMAPS");
    in.server.tls = POST_TLS_WHOLE;
    sink = open_smtp(&out);
    source = open_imap(&in);
    round_trip(sink, source, 3);
}

WITH_INBOX(a_letter_comes_back_byte_for_byte_whatever_it_holds)
{
    static const char hostile[] = "Subject: =?utf-8?q?x?=\r\n\r\n.\r\n..two dots\r\n.one\r\n"
                                  "P3 OK done\r\n* BYE\r\n)\r\n* 1 FETCH (UID 1 BODY[] {4}\r\n"
                                  "caf\xC3\xA9 \x01\x7F\r\nA001 OK LOGOUT\r\nlast line";
    OWN_AT(post_source) source = inbox();
    struct post_letter letters[ROOM];
    OWN(buf) raw = {0};

    send_to_self(hostile);
    await(source, letters, 1);
    fetch(source, &letters[0], &raw);
    assert_non_null(strstr(buf_text(&raw), hostile));
    assert_string_equal(strstr(buf_text(&raw), "last line"), "last line\r\n");
}

WITH_INBOX(lines_that_end_in_bare_lf_are_sent_with_crlf)
{
    OWN_AT(post_source) source = inbox();
    struct post_letter letters[ROOM];
    OWN(buf) raw = {0};

    send_to_self("Subject: x\n\none\r\ntwo\n");
    await(source, letters, 1);
    fetch(source, &letters[0], &raw);
    assert_non_null(strstr(buf_text(&raw), "Subject: x\r\n\r\none\r\ntwo\r\n"));
}

WITH_INBOX(an_empty_sender_stays_the_null_reverse_path)
{
    OWN_AT(post_sink) sink = outlet();
    OWN_AT(post_source) source = inbox();
    struct post_job job = job_with("null", "gm@pbem.test", "Subject: bounce\r\n\r\nx\r\n");
    struct post_letter letters[ROOM];
    OWN(buf) raw = {0};

    job.from = "";
    send(sink, &job);
    assert_int_equal(job.fate, POST_ACCEPTED);
    await(source, letters, 1);
    fetch(source, &letters[0], &raw);
    assert_non_null(strstr(buf_text(&raw), "Return-Path: <>"));
}

/* ---- logins and certificates ---- */

/* Both ends must fail with this code and say these words. */
static void both_refuse(const struct post_imap_config *in, const struct post_smtp_config *out,
                        enum rc rc, const char *words)
{
    struct post_job job = job_with("x", "gm@pbem.test", "x\r\n");
    struct post_letter letters[1];
    struct err err = {0};
    size_t count;

    if (in) {
        OWN_AT(post_source) source = open_imap(in);

        assert_int_equal(post_source_list(source, later(), letters, 1, &count, &err), rc);
        assert_non_null(strstr(err.text, words));
        assert_null(strstr(err.text, "wrong-secret"));
    }
    if (out) {
        OWN_AT(post_sink) sink = open_smtp(out);

        err_clear(&err);
        assert_int_equal(post_sink_send(sink, later(), &job, 1, &err), rc);
        assert_int_equal(job.fate, POST_UNTRIED);
        assert_non_null(strstr(err.text, words));
        assert_null(strstr(err.text, "wrong-secret"));
    }
}

WITH_INBOX(a_wrong_password_is_said_plainly_and_not_shown)
{
    struct post_imap_config in = imap_config();
    struct post_smtp_config out = smtp_config();

    in.server.login.password = out.server.login.password = "wrong-secret";
    both_refuse(&in, &out, RC_LOGIN, "check user and password");
}

WITH_INBOX(a_certificate_of_another_authority_is_refused)
{
    struct post_imap_config in = imap_config();
    struct post_smtp_config out = smtp_config();

    in.server.ca_file = out.server.ca_file = env("OTHER_CA");
    both_refuse(&in, &out, RC_CERTIFICATE, "name its CA in ca_file");
    in.server.ca_file = out.server.ca_file = NULL; /* the system's do not know it either */
    both_refuse(&in, &out, RC_CERTIFICATE, "certificate");
    in.server.ca_file = out.server.ca_file = "/nonexistent/ca.pem";
    both_refuse(&in, &out, RC_CONFIG, "ca_file");
}

WITH_INBOX(nothing_is_sent_to_a_server_without_starttls)
{
    struct post_smtp_config out = smtp_config();

    out.server.port = port("SMTPCLEAR");
    both_refuse(NULL, &out, RC_REFUSED, "nothing is sent in clear");
}

WITH_INBOX(tls_at_the_wrong_port_says_so)
{
    struct post_imap_config in = imap_config();
    struct post_smtp_config out = smtp_config();

    in.server.tls = out.server.tls = POST_TLS_WHOLE;
    both_refuse(&in, &out, RC_NETWORK, "port and kind of TLS");
}

WITH_INBOX(a_folder_that_is_not_there_is_named)
{
    struct post_imap_config in = imap_config();

    in.folder = "Nowhere";
    both_refuse(&in, NULL, RC_NOT_FOUND, "has no folder Nowhere");
}

WITH_INBOX(passwords_come_from_files_and_commands)
{
    char path[4096];
    struct post_imap_config in = imap_config();
    struct post_smtp_config out = smtp_config();
    struct post_sink *sink;
    struct post_source *source;
    FILE *file;

    snprintf(path, sizeof path, "%s/password", env("SCRATCH"));
    file = fopen(path, "w");
    assert_non_null(file);
    fputs("pw-gm\nnot this line\n", file);
    fclose(file);
    assert_int_equal(chmod(path, 0600), 0);
    in.server.login.password = out.server.login.password = NULL;
    in.server.login.password_file = path;
    out.server.login.password_command = "printf 'pw-%s\\n' gm";
    sink = open_smtp(&out);
    source = open_imap(&in);
    round_trip(sink, source, 1);
    post_sink_free(sink);
    post_source_free(source);
    assert_int_equal(chmod(path, 0644), 0);
    both_refuse(&in, NULL, RC_CONFIG, "chmod 600");
    unlink(path);
    both_refuse(&in, NULL, RC_NOT_FOUND, "password file");
    out.server.login.password_command = "echo wrong-secret; exit 3";
    both_refuse(NULL, &out, RC_CONFIG, "status 3");
    out.server.login.password_command = "true";
    both_refuse(NULL, &out, RC_CONFIG, "printed nothing");
}

WITH_INBOX(an_access_token_from_a_command_logs_in)
{
    struct post_imap_config in = imap_config();
    struct post_smtp_config out = smtp_config();
    struct post_source *source;
    struct post_sink *sink;
    char command[4096], other[4096];

    snprintf(command, sizeof command, "cat %s/gm.jwt", env("DIR"));
    snprintf(other, sizeof other, "cat %s/alice.jwt", env("DIR"));
    in.server.login.password = out.server.login.password = NULL;
    in.server.login.token_command = command;
    out.server.login.token_command = "echo token-gm";
    sink = open_smtp(&out);
    source = open_imap(&in);
    round_trip(sink, source, 2);
    post_sink_free(sink);
    post_source_free(source);
    in.server.login.token_command = "echo wrong-secret";
    out.server.login.token_command = "echo wrong-secret";
    both_refuse(&in, &out, RC_LOGIN, "login was refused");
    in.server.login.token_command = other; /* a good token, but not of this user */
    both_refuse(&in, NULL, RC_LOGIN, "login was refused");
}

/* ---- answers about letters ---- */

WITH_INBOX(each_recipient_has_its_own_answer)
{
    static char big[1200000];
    OWN_AT(post_sink) sink = outlet();
    OWN_AT(post_source) source = inbox();
    struct post_letter letters[ROOM];
    struct post_job jobs[] = {
        job_with("a", "gm@pbem.test", "Subject: a\r\n\r\nx\r\n"),
        job_with("b", "nobody-here@pbem.test", "Subject: b\r\n\r\nx\r\n"),
        job_with("c", "tempfail@pbem.test", "Subject: c\r\n\r\nx\r\n"),
        job_with("d", "gm@pbem.test", ""),
        job_with("e", "gm+x@pbem.test", "Subject: e\r\n\r\nx\r\n"),
    };
    static const struct {
        enum post_fate fate;
        int code;
        const char *words;
    } wanted[] = {{POST_ACCEPTED, 250, "OK"},
                  {POST_PERMANENT, 550, "5.1.1 no such player"},
                  {POST_TEMPORARY, 451, "4.2.0 try again later"},
                  {POST_REFUSED, 552, "exceeds"},
                  {POST_ACCEPTED, 250, "OK"}};

    memset(big, 'x', sizeof big - 1);
    for (size_t i = 70; i < sizeof big - 1; i += 72)
        memcpy(big + i, "\r\n", 2);
    jobs[3].bytes = big;
    jobs[3].length = sizeof big - 1;
    assert_int_equal(post_sink_send(sink, later(), jobs, 5, NULL), RC_OK);
    for (size_t i = 0; i < 5; i++) {
        assert_int_equal(jobs[i].fate, wanted[i].fate);
        assert_int_equal(jobs[i].code, wanted[i].code);
        assert_non_null(strstr(jobs[i].text, wanted[i].words));
    }
    await(source, letters, 2);
}

/* ---- servers that go away ---- */

WITH_INBOX(smtp_goes_away_and_comes_back)
{
    OWN_AT(post_sink) sink = outlet();
    OWN_AT(post_source) source = inbox();
    struct post_job job = job_with("again", "gm@pbem.test", "Subject: again\r\n\r\nx\r\n");
    struct post_letter letters[ROOM];
    struct post_status status;
    struct err err = {0};

    round_trip(sink, source, 4); /* so that connections are open */
    servers("crash", "smtp");
    assert_int_equal(post_sink_send(sink, later(), &job, 1, &err), RC_NETWORK);
    assert_int_equal(job.fate, POST_UNTRIED);
    assert_true(err.text[0] != '\0');
    assert_int_equal(post_sink_send(sink, later(), &job, 1, NULL), RC_NETWORK);
    post_sink_status(sink, &status);
    assert_int_equal(status.failures, 2);
    assert_non_null(strstr(status.last.text, "nobody answers"));
    servers("up", "smtp");
    send(sink, &job);
    assert_int_equal(job.fate, POST_ACCEPTED);
    await(source, letters, 1);
}

WITH_INBOX(imap_goes_away_and_comes_back_and_nothing_is_lost)
{
    OWN_AT(post_source) source = inbox();
    struct post_letter before[ROOM], after[ROOM];
    OWN(buf) raw = {0};
    struct err err = {0};
    int64_t settled;
    size_t count;

    send_to_self("Subject: one\r\n\r\nx\r\n");
    send_to_self("Subject: two\r\n\r\nx\r\n");
    await(source, before, 2);
    settled = post_source_settled_s(source);
    servers("crash", "imap");
    assert_int_equal(post_source_fetch(source, &before[0], 100, &raw, &err), RC_NETWORK);
    assert_true(err.text[0] != '\0');
    assert_int_equal(post_source_list(source, later(), after, ROOM, &count, NULL), RC_NETWORK);
    assert_true(post_source_settled_s(source) == settled);
    servers("up", "imap");
    post_source_give_back(source, before[0].id);
    post_source_give_back(source, before[1].id);
    await(source, after, 2);
    assert_string_equal(after[0].id, before[0].id);
    assert_string_equal(after[1].id, before[1].id);
    fetch(source, &after[1], &raw);
    assert_non_null(strstr(buf_text(&raw), "Subject: "));
    done(source, after, 2, POST_PLACE_DONE);
}

WITH_INBOX(waiting_ends_when_the_server_goes_away)
{
    OWN_AT(post_source) source = inbox();
    struct post_letter letters[ROOM];
    struct post_status status;
    bool news = false;

    assert_int_equal(list(source, letters, ROOM), 0);
    assert_int_equal(post_wait(&source, 1, -1, 0, &news, NULL), RC_OK);
    assert_false(news);
    servers("down", "imap");
    for (int i = 0; i < TRIES && !news; i++)
        assert_int_equal(post_wait(&source, 1, -1, STEP_MS, &news, NULL), RC_OK);
    assert_true(news);
    post_source_status(source, &status);
    assert_false(status.open);
    assert_int_equal(status.last.rc, RC_NETWORK);
    servers("up", "imap");
    assert_int_equal(list(source, letters, ROOM), 0);
}

/* ---- the folder ---- */

WITH_INBOX(a_crash_between_commit_and_move_shows_the_same_id_again)
{
    struct post_source *source = inbox();
    struct post_letter before[ROOM], after[ROOM];

    send_to_self("Subject: once\r\n\r\nx\r\n");
    await(source, before, 1);
    post_source_free(source); /* the ledger has it, the folder too */
    source = inbox();
    await(source, after, 1);
    assert_string_equal(after[0].id, before[0].id);
    assert_true(after[0].arrived_s == before[0].arrived_s);
    done(source, after, 1, POST_PLACE_DONE);
    post_source_free(source);
    source = inbox();
    assert_int_equal(list(source, after, ROOM), 0);
    post_source_free(source);
}

static size_t count_in(const char *folder)
{
    struct post_imap_config config = imap_config();
    struct post_letter letters[ROOM];
    OWN_AT(post_source) source = NULL;

    config.folder = folder;
    source = open_imap(&config);
    return list(source, letters, ROOM);
}

WITH_INBOX(letters_move_into_folders_that_are_made_for_them)
{
    static const char *const from[] = {NULL, "127.0.0.2", "127.0.0.3"};
    static const char *const folders[] = {"Moved & \"gone\"", "Gel\u00f6scht \U0001F5D1 &",
                                          "\u53f0\u5317"};
    char path[4096];

    for (size_t i = 0; i < 3; i++) { /* MOVE; COPY and UID EXPUNGE; COPY and EXPUNGE */
        struct post_imap_config config = imap_config();
        struct post_letter letters[ROOM];
        struct post_source *source;

        config.server.interface = from[i];
        config.done_folder = folders[i];
        config.aside_folder = "Set aside";
        send_to_self("Subject: done\r\n\r\nx\r\n");
        send_to_self("Subject: aside\r\n\r\nx\r\n");
        source = open_imap(&config);
        await(source, letters, 2);
        done(source, letters, 1, POST_PLACE_DONE);
        done(source, letters + 1, 1, POST_PLACE_ASIDE);
        assert_int_equal(list(source, letters, ROOM), 0);
        post_source_free(source);
        assert_int_equal(count_in("INBOX"), 0);
        assert_int_equal(count_in(folders[i]), 1);
        assert_int_equal(count_in("Set aside"), i + 1);
    }
    /* RFC 3501's example; Dovecot keeps names so, or as UTF-8 */
    snprintf(path, sizeof path, "%s/mail/gm@pbem.test/Maildir/.&U,BTFw-", env("DIR"));
    if (access(path, F_OK) != 0)
        snprintf(path, sizeof path, "%s/mail/gm@pbem.test/Maildir/.\u53f0\u5317", env("DIR"));
    assert_int_equal(access(path, F_OK), 0);
}

WITH_INBOX(without_idle_the_inbox_is_polled)
{
    struct post_imap_config config = imap_config();
    struct post_letter letters[ROOM];
    OWN_AT(post_source) source = NULL;

    config.server.interface = "127.0.0.3";
    source = open_imap(&config);
    assert_int_equal(list(source, letters, ROOM), 0);
    send_to_self("Subject: polled\r\n\r\nx\r\n");
    await(source, letters, 1);
}

WITH_INBOX(idle_ends_as_soon_as_a_letter_arrives)
{
    OWN_AT(post_source) source = inbox();
    struct post_letter letters[ROOM];
    bool news = false;

    assert_int_equal(list(source, letters, ROOM), 0);
    assert_int_equal(post_wait(&source, 1, -1, 0, &news, NULL), RC_OK);
    assert_false(news);
    send_to_self("Subject: wake\r\n\r\nx\r\n");
    /* Without IDLE this would take the whole time-out and find nothing. */
    assert_int_equal(post_wait(&source, 1, -1, 30 * 1000, &news, NULL), RC_OK);
    assert_true(news);
    assert_int_equal(list(source, letters, ROOM), 1);
}

WITH_INBOX(the_wake_fd_ends_idle)
{
    OWN_AT(post_source) source = inbox();
    struct post_letter letters[ROOM];
    bool news = true;
    int pipes[2];

    assert_int_equal(pipe(pipes), 0);
    assert_int_equal(list(source, letters, ROOM), 0);
    assert_int_equal(write(pipes[1], "x", 1), 1);
    assert_int_equal(post_wait(&source, 1, pipes[0], -1, &news, NULL), RC_OK);
    assert_false(news);
    close(pipes[0]);
    close(pipes[1]);
}

static void mailbox_file(char path[4096], const char *name)
{
    snprintf(path, 4096, "%s/mail/gm@pbem.test/Maildir/%s", env("DIR"), name);
}

WITH_INBOX(a_folder_numbered_anew_lists_its_letters_under_new_ids)
{
    static const char *const forget[] = {"dovecot-uidlist", "dovecot.index.log", "dovecot.index",
                                         "dovecot.index.cache"};
    OWN_AT(post_source) source = inbox();
    struct post_letter before[ROOM], after[ROOM];
    OWN(buf) raw = {0};
    char path[4096];
    size_t count;

    send_to_self("Subject: renumbered\r\n\r\nx\r\n");
    await(source, before, 1);
    servers("down", "imap");
    for (size_t i = 0; i < 4; i++) {
        mailbox_file(path, forget[i]);
        (void)unlink(path);
    }
    servers("up", "imap");
    assert_int_equal(post_source_list(source, later(), after, ROOM, &count, NULL), RC_NETWORK);
    await(source, after, 1);
    assert_string_not_equal(after[0].id, before[0].id);
    assert_int_equal(post_source_fetch(source, &before[0], 100, &raw, NULL), RC_NOT_FOUND);
    done(source, before, 1, POST_PLACE_DONE); /* an old id moves nothing */
    fetch(source, &after[0], &raw);
    assert_non_null(strstr(buf_text(&raw), "renumbered"));
    done(source, after, 1, POST_PLACE_DONE);
}

WITH_INBOX(a_thousand_letters_that_wait_are_all_taken)
{
    static struct post_letter letters[1001];
    OWN_AT(post_source) source = NULL;
    OWN(buf) raw = {0};
    char path[4096], name[64];
    uint64_t sum = 0;

    for (int i = 0; i < 1000; i++) {
        FILE *file;

        snprintf(name, sizeof name, "new/1700000000.M%06dP1.host", i);
        mailbox_file(path, name);
        file = fopen(path, "w");
        assert_non_null(file);
        fprintf(file, "Subject: many\n\nnumber %d\n", i);
        assert_int_equal(fclose(file), 0);
        assert_int_equal(chmod(path, 0644), 0);
    }
    source = inbox();
    await(source, letters, 1000);
    for (int i = 0; i < 1000; i++) {
        fetch(source, &letters[i], &raw);
        sum += (uint64_t)atoi(strstr(buf_text(&raw), "number ") + strlen("number "));
    }
    assert_int_equal(sum, 999 * 1000 / 2);
    done(source, letters, 1000, POST_PLACE_DONE);
    assert_int_equal(list(source, letters, 1000), 0);
}

WITH_INBOX(a_letter_is_cut_at_the_limit_asked_for)
{
    OWN_AT(post_source) source = inbox();
    struct post_letter letters[ROOM];
    OWN(buf) raw = {0};

    send_to_self("Subject: long\r\n\r\nxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\r\n");
    await(source, letters, 1);
    assert_int_equal(post_source_fetch(source, &letters[0], 20, &raw, NULL), RC_OK);
    assert_int_equal(raw.length, 20);
    assert_true(letters[0].bytes > 20);
}

WITH_INBOX(reading_leaves_the_flags_alone)
{
    struct post_source *source = inbox();
    struct post_letter letters[ROOM];
    OWN(buf) raw = {0};
    char path[4096], command[8192];

    send_to_self("Subject: unseen\r\n\r\nx\r\n");
    await(source, letters, 1);
    fetch(source, &letters[0], &raw);
    post_source_free(source);
    mailbox_file(path, "");
    snprintf(command, sizeof command, "! find '%s/cur' -name '*:2,*S*' | grep -q .", path);
    assert_int_equal(system(command), 0);
}

WITH_INBOX(both_ends_can_be_checked_without_touching_a_letter)
{
    struct post_smtp_config out = smtp_config();
    OWN_AT(post_source) source = inbox();
    struct post_sink *sink = open_smtp(&out);
    struct err err = {0};

    assert_int_equal(post_source_check(source, &err), RC_OK);
    assert_int_equal(post_sink_check(sink, &err), RC_OK);
    post_sink_free(sink);
    out.server.login.password = "wrong-secret";
    sink = open_smtp(&out);
    assert_int_equal(post_sink_check(sink, &err), RC_LOGIN);
    post_sink_free(sink);
}

WITH_INBOX(a_stop_ends_connecting)
{
    struct post_imap_config in = imap_config();
    struct post_smtp_config out = smtp_config();
    int pipes[2];

    assert_int_equal(pipe(pipes), 0);
    assert_int_equal(write(pipes[1], "x", 1), 1);
    in.server.stop_fd = out.server.stop_fd = pipes[0];
    both_refuse(&in, &out, RC_STOPPED, "stopped");
    close(pipes[0]);
    close(pipes[1]);
}

int main(void)
{
    signal(SIGPIPE, SIG_IGN);
    return tests_run(__FILE__, NULL, NULL);
}
