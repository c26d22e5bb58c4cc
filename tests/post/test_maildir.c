/* SPDX-License-Identifier: MIT */
#include <stdint.h>
#include <string.h>

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "post/maildir_folder.h"
#include "post/post.h"
#include "post/post_config.h"
#include "scratch.h"
#include "tests/base/failing_syncs.h"
#include "tests/test.h"

/* ---- boxes ---- */

enum { ROOM = 16, NOW_S = 2000000000 };

static struct post_source *inbox(const struct scratch *scratch, const char *done)
{
    struct post_maildir_config config = {
        .name = "in", .path = scratch_path(scratch, "in"), .done_path = done};
    struct post_source *source = NULL;
    size_t count;

    assert_int_equal(post_maildir_source_new(&config, &source, NULL), RC_OK);
    assert_int_equal(
        post_source_list(source, NOW_S, (struct post_letter[1]){{{0}, 0, 0}}, 1, &count, NULL),
        RC_OK);
    return source;
}

static size_t list(struct post_source *source, struct post_letter *letters)
{
    size_t count = 99;

    assert_int_equal(post_source_list(source, NOW_S, letters, ROOM, &count, NULL), RC_OK);
    return count;
}

static void done(struct post_source *source, const char *id, enum post_place place)
{
    assert_int_equal(post_source_done(source, &id, 1, place, NULL), RC_OK);
}

#define IN_SCRATCH(name) TEST_WITH(name, scratch_setup, scratch_teardown)

IN_SCRATCH(letters_of_new_and_cur_are_listed_by_file_time)
{
    OWN_AT(post_source) source = inbox(*state, NULL);
    struct post_letter letters[ROOM];
    OWN(buf) raw = {0};

    scratch_write(*state, "in/new/200.a.host", "second");
    scratch_write(*state, "in/cur/100.b.host:2,FS", "first");
    scratch_write(*state, "in/tmp/300.c.host", "half");
    scratch_touch(*state, "in/new/200.a.host", 1700000200);
    scratch_touch(*state, "in/cur/100.b.host:2,FS", 1700000100);
    assert_int_equal(list(source, letters), 2);
    assert_string_equal(letters[0].id, "maildir:in/100.b.host");
    assert_int_equal(letters[0].arrived_s, 1700000100);
    assert_int_equal(letters[0].bytes, 5);
    assert_string_equal(letters[1].id, "maildir:in/200.a.host");
    assert_int_equal(post_source_fetch(source, &letters[0], 100, &raw, NULL), RC_OK);
    assert_string_equal(buf_text(&raw), "first");
    assert_int_equal(scratch_count(*state, "in/new", NULL), 1);
}

IN_SCRATCH(a_letter_keeps_its_id_when_a_mail_program_flags_it)
{
    OWN_AT(post_source) source = inbox(*state, NULL);
    struct post_letter letters[ROOM];
    OWN(buf) raw = {0};

    scratch_write(*state, "in/new/1.a.host", "text");
    assert_int_equal(list(source, letters), 1);
    assert_int_equal(rename(scratch_path(*state, "in/new/1.a.host"),
                            scratch_path(*state, "in/cur/1.a.host:2,S")),
                     0);
    assert_int_equal(post_source_fetch(source, &letters[0], 100, &raw, NULL), RC_OK);
    assert_string_equal(buf_text(&raw), "text");
    done(source, letters[0].id, POST_PLACE_DONE);
    assert_int_equal(scratch_count(*state, "in/cur", NULL), 0);
}

IN_SCRATCH(done_letters_are_deleted_or_moved_and_others_set_aside)
{
    struct post_source *source = inbox(*state, scratch_path(*state, "old"));
    struct post_letter letters[ROOM];
    char name[256];

    scratch_write(*state, "in/new/1.a.host", "a");
    scratch_write(*state, "in/new/2.b.host", "b");
    assert_int_equal(list(source, letters), 2);
    done(source, "maildir:in/1.a.host", POST_PLACE_DONE);
    done(source, "maildir:in/2.b.host", POST_PLACE_ASIDE);
    assert_int_equal(scratch_count(*state, "in/new", NULL), 0);
    assert_int_equal(scratch_count(*state, "old/cur", name), 1);
    assert_string_equal(name, "1.a.host:2,S");
    assert_int_equal(scratch_count(*state, "in/.Aside/cur", name), 1);
    assert_string_equal(name, "2.b.host:2,S");
    post_source_free(source);
    source = inbox(*state, NULL);
    scratch_write(*state, "in/new/3.c.host", "c");
    assert_int_equal(list(source, letters), 1);
    done(source, letters[0].id, POST_PLACE_DONE);
    assert_int_equal(scratch_count(*state, "in/new", NULL), 0);
    post_source_free(source);
}

IN_SCRATCH(after_a_crash_before_the_move_the_same_id_comes_again)
{
    struct post_source *source = inbox(*state, NULL);
    struct post_letter before[ROOM], after[ROOM];

    scratch_write(*state, "in/new/1.a.host", "a");
    assert_int_equal(list(source, before), 1);
    post_source_free(source); /* committed, not moved */
    source = NULL;
    {
        struct post_maildir_config config = {.name = "in", .path = scratch_path(*state, "in")};

        assert_int_equal(post_maildir_source_new(&config, &source, NULL), RC_OK);
    }
    assert_int_equal(list(source, after), 1);
    assert_string_equal(after[0].id, before[0].id);
    done(source, after[0].id, POST_PLACE_DONE);
    assert_int_equal(list(source, after), 0);
    post_source_free(source);
}

IN_SCRATCH(a_letter_that_vanished_is_not_found_and_forgotten)
{
    OWN_AT(post_source) source = inbox(*state, NULL);
    struct post_letter letters[ROOM];
    OWN(buf) raw = {0};

    scratch_write(*state, "in/new/1.a.host", "a");
    assert_int_equal(list(source, letters), 1);
    assert_int_equal(unlink(scratch_path(*state, "in/new/1.a.host")), 0);
    assert_int_equal(post_source_fetch(source, &letters[0], 9, &raw, NULL), RC_NOT_FOUND);
    assert_true(post_source_settled_s(source) == NOW_S - POST_MARGIN_S);
    done(source, letters[0].id, POST_PLACE_DONE);
}

IN_SCRATCH(waiting_ends_when_a_letter_arrives_or_the_wake_fd_speaks)
{
    OWN_AT(post_source) source = inbox(*state, NULL);
    struct post_letter letters[ROOM];
    bool news = true;
    int pipes[2];

    assert_int_equal(pipe(pipes), 0);
    list(source, letters);
    assert_int_equal(post_wait(&source, 1, pipes[0], 0, &news, NULL), RC_OK);
    assert_false(news);
    assert_int_equal(write(pipes[1], "x", 1), 1);
    assert_int_equal(post_wait(&source, 1, pipes[0], -1, &news, NULL), RC_OK);
    assert_false(news);
    scratch_write(*state, "in/tmp/1.a.host", "a");
    assert_int_equal(
        rename(scratch_path(*state, "in/tmp/1.a.host"), scratch_path(*state, "in/new/1.a.host")),
        0);
    assert_int_equal(post_wait(&source, 1, -1, -1, &news, NULL), RC_OK);
    assert_true(news);
    assert_int_equal(list(source, letters), 1);
    close(pipes[0]);
    close(pipes[1]);
}

IN_SCRATCH(what_lies_in_tmp_for_two_days_is_swept)
{
    struct post_source *source = inbox(*state, NULL);

    post_source_free(source);
    scratch_write(*state, "in/tmp/1.old.host", "half");
    scratch_write(*state, "in/tmp/2.fresh.host", "half");
    scratch_touch(*state, "in/tmp/1.old.host", NOW_S - 2 * 86400);
    scratch_touch(*state, "in/tmp/2.fresh.host", NOW_S - 86400);
    post_source_free(inbox(*state, NULL)); /* which lists once */
    assert_int_equal(scratch_count(*state, "in/tmp", NULL), 1);
}

static struct post_sink *outlet(const struct scratch *scratch, bool make)
{
    struct post_maildir_sink_config config = {
        .name = "out", .root = scratch->path, .make_boxes = make};
    struct post_sink *sink = NULL;

    assert_int_equal(post_maildir_sink_new(&config, &sink, NULL), RC_OK);
    return sink;
}

static struct post_job job_to(const char *to)
{
    static const char bytes[] = "Subject: x\r\n\r\nboard\r\nline\n";

    return (struct post_job){.id = "out-17",
                             .from = "gm+b1@a.example",
                             .to = to,
                             .bytes = bytes,
                             .length = sizeof bytes - 1};
}

IN_SCRATCH(a_letter_is_delivered_once_however_often_it_is_sent)
{
    OWN_AT(post_sink) sink = outlet(*state, true);
    struct post_job job = job_to("Alice+tok.1@A.example");
    OWN_MEMORY char *text = NULL;

    for (int i = 0; i < 3; i++) {
        assert_int_equal(post_sink_send(sink, NOW_S, &job, 1, NULL), RC_OK);
        assert_int_equal(job.fate, POST_ACCEPTED);
    }
    assert_int_equal(scratch_count(*state, "alice@a.example/new", NULL), 1);
    assert_int_equal(scratch_count(*state, "alice@a.example/tmp", NULL), 0);
    text = scratch_read(*state, "alice@a.example/new/out-17");
    assert_string_equal(text, "Return-Path: <gm+b1@a.example>\n"
                              "Delivered-To: Alice+tok.1@A.example\n"
                              "Subject: x\n\nboard\nline\n");
}

IN_SCRATCH(a_second_try_finds_the_letter_that_its_reader_has_moved)
{
    OWN_AT(post_sink) sink = outlet(*state, true);
    struct post_job job = job_to("alice@a.example");

    assert_int_equal(post_sink_send(sink, NOW_S, &job, 1, NULL), RC_OK);
    assert_int_equal(rename(scratch_path(*state, "alice@a.example/new/out-17"),
                            scratch_path(*state, "alice@a.example/cur/out-17:2,RS")),
                     0);
    job.again = true;
    assert_int_equal(post_sink_send(sink, NOW_S, &job, 1, NULL), RC_OK);
    assert_int_equal(job.fate, POST_ACCEPTED);
    assert_int_equal(scratch_count(*state, "alice@a.example/new", NULL), 0);
}

IN_SCRATCH(another_letter_of_that_name_does_not_swallow_one)
{
    static const char other[] = "Subject: y\r\n\r\nanother history\r\n";
    OWN_AT(post_sink) sink = outlet(*state, true);
    struct post_job job = job_to("alice@a.example");

    assert_int_equal(post_sink_send(sink, NOW_S, &job, 1, NULL), RC_OK);
    job.bytes = other;
    job.length = sizeof other - 1;
    for (int i = 0; i < 3; i++) { /* whatever was tried before */
        assert_int_equal(post_sink_send(sink, NOW_S, &job, 1, NULL), RC_OK);
        assert_int_equal(job.fate, POST_ACCEPTED);
        job.again = true;
    }
    assert_int_equal(scratch_count(*state, "alice@a.example/new", NULL), 2);
}

IN_SCRATCH(addresses_without_a_mailbox_are_refused_for_good)
{
    static const char *const bad[] = {"nobody",       "@a.example",   "a/../b@a.example",
                                      ".a@a.example", "+x@a.example", "a@b@c",
                                      "bob@a.example"};
    OWN_AT(post_sink) sink = outlet(*state, false);

    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct post_job job = job_to(bad[i]);

        assert_int_equal(post_sink_send(sink, NOW_S, &job, 1, NULL), RC_OK);
        assert_int_equal(job.fate, POST_PERMANENT);
        assert_true(job.code == 550 || job.code == 553);
    }
}

IN_SCRATCH(one_broken_mailbox_does_not_stop_the_others)
{
    OWN_AT(post_sink) sink = outlet(*state, true);
    struct post_job jobs[] = {job_to("broken@a.example"), job_to("alice@a.example")};

    scratch_write(*state, "broken@a.example", "a file where a folder should be");
    assert_int_equal(post_sink_send(sink, NOW_S, jobs, 2, NULL), RC_OK);
    assert_int_equal(jobs[0].fate, POST_TEMPORARY);
    assert_int_equal(jobs[1].fate, POST_ACCEPTED);
}

IN_SCRATCH(a_missing_root_is_the_outlets_failure)
{
    struct post_maildir_sink_config config = {.name = "out",
                                              .root = scratch_path(*state, "missing")};
    struct post_job job = job_to("alice@a.example");
    OWN_AT(post_sink) sink = NULL;
    struct err err = {0};

    assert_int_equal(post_maildir_sink_new(&config, &sink, NULL), RC_OK);
    assert_int_equal(post_sink_send(sink, NOW_S, &job, 1, &err), RC_NOT_FOUND);
    assert_int_equal(job.fate, POST_UNTRIED);
    assert_non_null(strstr(err.text, "make it"));
}

static enum rc spool(const struct scratch *scratch, const char *letter,
                     const struct post_envelope *envelope, struct err *err)
{
    enum rc rc;
    int fd;

    scratch_write(scratch, "piped", letter);
    fd = open(scratch_path(scratch, "piped"), O_RDONLY);
    assert_true(fd >= 0);
    rc = post_spool_deliver(scratch_path(scratch, "in"), envelope, fd, err);
    close(fd);
    return rc;
}

IN_SCRATCH(a_letter_that_is_not_on_disk_is_not_taken)
{
    int needed;

    syncs = 0;
    assert_int_equal(spool(*state, "sound", NULL, NULL), RC_OK);
    needed = (int)syncs;
    assert_int_equal(needed, 2); /* the file, and the folder that names it */
    for (int works = 0; works < needed; works++) {
        struct err err = {0};

        syncs_left = works;
        assert_int_not_equal(spool(*state, "lost", NULL, &err), RC_OK);
        assert_non_null(strstr(err.text, "spool"));
        assert_int_equal(scratch_count(*state, "in/tmp", NULL), 0);
    }
    syncs_left = 0;
    assert_int_not_equal(spool(*state, "lost", NULL, NULL), RC_OK);
    syncs_left = -1;
    assert_int_equal(spool(*state, "sound", NULL, NULL), RC_OK);
}

/* Also when an earlier try laid it there and could not sync it. */
IN_SCRATCH(a_letter_is_delivered_only_when_it_is_on_disk)
{
    OWN_AT(post_sink) sink = outlet(*state, true);
    struct post_job job = job_to("alice@a.example");
    int needed;

    syncs = 0;
    assert_int_equal(post_sink_send(sink, NOW_S, &job, 1, NULL), RC_OK);
    assert_int_equal(job.fate, POST_ACCEPTED);
    needed = (int)syncs;
    assert_int_equal(needed, 2);
    job.id = "out-18";
    for (int works = 0; works < needed; works++) {
        syncs_left = works;
        (void)!post_sink_send(sink, NOW_S, &job, 1, NULL);
        assert_int_not_equal(job.fate, POST_ACCEPTED);
    }
    syncs_left = 0;
    job.again = true;
    (void)!post_sink_send(sink, NOW_S, &job, 1, NULL);
    assert_int_not_equal(job.fate, POST_ACCEPTED);
    syncs_left = -1;
    assert_int_equal(post_sink_send(sink, NOW_S, &job, 1, NULL), RC_OK);
    assert_int_equal(job.fate, POST_ACCEPTED);
    assert_int_equal(scratch_count(*state, "alice@a.example/new", NULL), 2);
}

IN_SCRATCH(a_piped_letter_is_spooled_with_its_envelope)
{
    struct post_envelope envelope = {.sender = "", .recipient = "gm+t@a.example"};
    OWN_AT(post_source) source = NULL;
    struct post_letter letters[ROOM];
    OWN(buf) raw = {0};

    assert_int_equal(spool(*state, "From x@y Thu Jan 1\nSubject: s\n\nend\n", &envelope, NULL),
                     RC_OK);
    {
        struct post_maildir_config config = {.name = "in", .path = scratch_path(*state, "in")};

        assert_int_equal(post_maildir_source_new(&config, &source, NULL), RC_OK);
    }
    assert_int_equal(list(source, letters), 1);
    assert_int_equal(post_source_fetch(source, &letters[0], 1000, &raw, NULL), RC_OK);
    assert_string_equal(buf_text(&raw), "Return-Path: <>\nDelivered-To: gm+t@a.example\n"
                                        "Subject: s\n\nend\n");
}

IN_SCRATCH(two_letters_at_the_same_moment_get_two_files)
{
    for (int i = 0; i < 20; i++)
        assert_int_equal(spool(*state, "same", NULL, NULL), RC_OK);
    assert_int_equal(scratch_count(*state, "in/new", NULL), 20);
    assert_int_equal(scratch_count(*state, "in/tmp", NULL), 0);
}

IN_SCRATCH(a_spool_that_cannot_be_written_keeps_nothing)
{
    struct post_envelope forged = {.sender = "a@b\nX-Evil: 1", .recipient = NULL};
    struct err err = {0};

    assert_int_equal(spool(*state, "x", &forged, NULL), RC_BAD_INPUT);
    scratch_write(*state, "in", "a file where the spool should be");
    assert_int_not_equal(spool(*state, "x", NULL, &err), RC_OK);
    assert_true(err.text[0] != '\0');
}

TEST(box_names_are_cut_at_their_flags)
{
    assert_int_equal(mdir_base_length("1.a.host:2,S"), 8);
    assert_int_equal(mdir_base_length("1.a.host"), 8);
}

TESTS(NULL, NULL)
