/* SPDX-License-Identifier: MIT */
/* Which answers of the replica's engine count: an engine of our own says what it is told to. The
 * real one is in tests/e2e/replica.py. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <pthread.h>
#include <stdatomic.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/text.h"
#include "ledger/commits.h"
#include "ledger/work.h"
#include "server/replica.h"
#include "tests/test.h"

enum { PATH = 128, LIMIT_MS = 2000 };

struct bed {
    char folder[64], socket[PATH], program[PATH], other[PATH];
    struct config config;
    struct desk_world world;
    int64_t now_s;
    struct ledger *ledger;
    struct replica *replica;
    /* the engine */
    int fd;
    pthread_t thread;
    atomic_int asked;
    const char *path; /* that it names */
    int number, copied, http;
    bool late; /* it answers once the other side has hung up */
};

static int64_t now(void *context)
{
    return ((struct bed *)context)->now_s;
}

static void answer(const struct bed *bed, int client)
{
    char body[512], text[1024], in[2048];
    ssize_t got = recv(client, in, sizeof in - 1, 0);

    in[got > 0 ? got : 0] = '\0';
    assert_non_null(strstr(in, "POST /sync HTTP/1.1"));
    assert_non_null(strstr(in, "\"wait\":true"));
    assert_non_null(strstr(in, bed->config.ledger));
    while (bed->late && recv(client, in, sizeof in, 0) > 0)
        ;
    snprintf(body, sizeof body,
             "{\"status\":\"synced\",\"path\":\"%s\",\"txid\":%d,\"replicated_txid\":%d}",
             bed->path, bed->number, bed->copied);
    if (bed->http != 200)
        snprintf(body, sizeof body, "{\"error\":\"the disk is full\"}");
    snprintf(text, sizeof text,
             "HTTP/1.1 %d X\r\nContent-Length: %zu\r\nConnection: close\r\n\r\n%s", bed->http,
             strlen(body), body);
    (void)send(client, text, strlen(text), MSG_NOSIGNAL);
}

static void *run(void *user)
{
    struct bed *bed = user;
    int client;

    while ((client = accept(bed->fd, NULL, NULL)) >= 0) {
        atomic_fetch_add(&bed->asked, 1);
        answer(bed, client);
        close(client);
    }
    return NULL;
}

static void start_engine(struct bed *bed)
{
    struct sockaddr_un name = {.sun_family = AF_UNIX};

    text_copy(name.sun_path, sizeof name.sun_path, bed->socket);
    bed->fd = socket(AF_UNIX, SOCK_STREAM, 0);
    assert_int_equal(bind(bed->fd, (struct sockaddr *)&name, sizeof name), 0);
    assert_int_equal(listen(bed->fd, 4), 0);
    assert_int_equal(pthread_create(&bed->thread, NULL, run, bed), 0);
}

static void stop_engine(struct bed *bed)
{
    shutdown(bed->fd, SHUT_RDWR);
    pthread_join(bed->thread, NULL);
    close(bed->fd);
    unlink(bed->socket);
}

static void reopen(struct bed *bed)
{
    replica_close(bed->replica);
    assert_int_equal(replica_open(&bed->config, &bed->world, &bed->replica, NULL), RC_OK);
}

static int set_up(void **state)
{
    struct bed *bed = calloc(1, sizeof *bed);

    assert_non_null(bed);
    strcpy(bed->folder, "/tmp/postern-replica.XXXXXX");
    assert_non_null(mkdtemp(bed->folder));
    assert_int_equal(chmod(bed->folder, 0755), 0);
    snprintf(bed->socket, PATH, "%s/engine.sock", bed->folder);
    snprintf(bed->program, PATH, "%s/litestream", bed->folder);
    snprintf(bed->other, PATH, "%s/other", bed->folder);
    snprintf(bed->config.ledger, sizeof bed->config.ledger, "%s/ledger", bed->folder);
    text_copy(bed->config.replica, sizeof bed->config.replica, bed->socket);
    text_copy(bed->config.replica_program, sizeof bed->config.replica_program, bed->program);
    text_copy(bed->config.replica_config, sizeof bed->config.replica_config, "/litestream.yml");
    bed->world = (struct desk_world){.now = now, .context = bed};
    bed->now_s = 1000000;
    bed->path = bed->config.ledger;
    bed->http = 200;
    assert_int_equal(ledger_create(bed->config.ledger, NULL), RC_OK);
    assert_int_equal(ledger_open(bed->config.ledger, LEDGER_WRITE, &bed->ledger, NULL), RC_OK);
    reopen(bed);
    start_engine(bed);
    *state = bed;
    return 0;
}

static int tear_down(void **state)
{
    struct bed *bed = *state;
    char command[PATH];

    stop_engine(bed);
    replica_close(bed->replica);
    ledger_close(bed->ledger);
    snprintf(command, sizeof command, "rm -r %s", bed->folder);
    assert_int_equal(system(command), 0);
    free(bed);
    return 0;
}

static void commit(struct bed *bed)
{
    assert_int_equal(ledger_begin_immediate(bed->ledger, NULL), RC_OK);
    assert_int_equal(ledger_inbox_put(bed->ledger, "test", bed->now_s, "", NULL), RC_OK);
    assert_int_equal(ledger_commit(bed->ledger, NULL), RC_OK);
}

static void says(struct bed *bed, int number)
{
    bed->number = bed->copied = number;
}

static struct replica_state stands(struct bed *bed)
{
    struct replica_state state;

    replica_seen(bed->replica, &state);
    return state;
}

static void waits(struct bed *bed, enum rc rc, enum replica_how how)
{
    struct err err = {0};

    assert_int_equal(replica_await(bed->replica, &err), rc);
    assert_string_equal(replica_how_name(stands(bed).how), replica_how_name(how));
}

/* ---- the count of commits ---- */

#define REPLICA(name) TEST_ON(name, set_up, tear_down, bed, bed)

REPLICA(each_commit_raises_the_count)
{
    struct ledger_commits before, after;

    assert_int_equal(ledger_commits_get(bed->ledger, &before, NULL), RC_OK);
    commit(bed);
    assert_int_equal(ledger_commits_get(bed->ledger, &after, NULL), RC_OK);
    assert_int_equal(after.count, before.count + 1);
    assert_int_equal(after.answered, 0);
    /* one that changes nothing is none, one that is taken back neither */
    assert_int_equal(ledger_begin_immediate(bed->ledger, NULL), RC_OK);
    assert_int_equal(ledger_commit(bed->ledger, NULL), RC_OK);
    assert_int_equal(ledger_begin_immediate(bed->ledger, NULL), RC_OK);
    assert_int_equal(ledger_inbox_put(bed->ledger, "test", 1, "", NULL), RC_OK);
    ledger_rollback(bed->ledger);
    assert_int_equal(ledger_commits_get(bed->ledger, &before, NULL), RC_OK);
    assert_int_equal(before.count, after.count);
    /* what was answered before is written beside it */
    says(bed, 41);
    waits(bed, RC_OK, REPLICA_CURRENT);
    commit(bed);
    assert_int_equal(ledger_commits_get(bed->ledger, &after, NULL), RC_OK);
    assert_int_equal(after.answered, 41);
}

/* ---- answers ---- */

REPLICA(one_wait_serves_what_was_committed_before_it)
{
    commit(bed);
    commit(bed);
    says(bed, 3);
    waits(bed, RC_OK, REPLICA_CURRENT);
    waits(bed, RC_OK, REPLICA_CURRENT);
    assert_int_equal(bed->asked, 1);
    commit(bed);
    says(bed, 4);
    waits(bed, RC_OK, REPLICA_CURRENT);
    assert_int_equal(bed->asked, 2);
}

REPLICA(another_process_knows_what_was_answered_and_asks_once_itself)
{
    commit(bed);
    says(bed, 3);
    waits(bed, RC_OK, REPLICA_CURRENT);
    reopen(bed);
    waits(bed, RC_OK, REPLICA_CURRENT); /* nothing was committed: the same number will do */
    assert_int_equal(bed->asked, 2);
    waits(bed, RC_OK, REPLICA_CURRENT);
    assert_int_equal(bed->asked, 2);
    commit(bed);
    reopen(bed);
    waits(bed, RC_LATER, REPLICA_TURNED_BACK);
}

REPLICA(an_answer_for_another_ledger_does_not_count)
{
    commit(bed);
    says(bed, 3);
    bed->path = "/etc/passwd";
    waits(bed, RC_LATER, REPLICA_OTHER);
    bed->path = "/nowhere/ledger";
    waits(bed, RC_LATER, REPLICA_OTHER);
    bed->path = bed->config.ledger;
    waits(bed, RC_OK, REPLICA_CURRENT);
}

REPLICA(a_number_that_stands_still_or_falls_is_of_another_copy)
{
    commit(bed);
    says(bed, 30);
    waits(bed, RC_OK, REPLICA_CURRENT);
    commit(bed);
    waits(bed, RC_LATER, REPLICA_TURNED_BACK);
    says(bed, 1);
    waits(bed, RC_LATER, REPLICA_TURNED_BACK);
    says(bed, 31);
    waits(bed, RC_OK, REPLICA_CURRENT);
}

REPLICA(what_is_not_copied_yet_does_not_count)
{
    commit(bed);
    says(bed, 5);
    bed->copied = 4;
    waits(bed, RC_LATER, REPLICA_AWAY);
    says(bed, 0);
    waits(bed, RC_LATER, REPLICA_AWAY);
    says(bed, 5);
    bed->http = 500;
    waits(bed, RC_LATER, REPLICA_AWAY);
    assert_string_equal(stands(bed).why, "the disk is full");
    bed->http = 404;
    waits(bed, RC_LATER, REPLICA_OTHER);
    bed->http = 200;
    waits(bed, RC_OK, REPLICA_CURRENT);
}

REPLICA(an_answer_after_our_limit_is_dropped)
{
    struct replica_state seen;

    commit(bed);
    says(bed, 5);
    bed->late = true;
    replica_look(bed->replica, LIMIT_MS, &seen);
    assert_int_equal(seen.how, REPLICA_BEHIND);
    assert_int_equal(seen.held_s, 0);
    bed->late = false;
    waits(bed, RC_OK, REPLICA_CURRENT);
    assert_int_equal(bed->asked, 2);
}

REPLICA(nobody_at_the_socket_and_one_without_rights_are_told_apart)
{
    struct replica_state seen;

    commit(bed);
    stop_engine(bed);
    waits(bed, RC_LATER, REPLICA_NO_ENGINE);
    start_engine(bed);
    /* the ledger's own connection is open by now */
    assert_int_equal(chmod(bed->socket, 0), 0);
    assert_int_equal(geteuid() == 0 ? seteuid(65534) : 0, 0);
    replica_look(bed->replica, LIMIT_MS, &seen);
    assert_int_equal(getuid() == 0 ? seteuid(0) : 0, 0);
    assert_int_equal(seen.how, REPLICA_SHUT);
}

REPLICA(time_is_held_from_the_asking_of_the_first_wait_without_an_answer)
{
    commit(bed);
    says(bed, 5);
    waits(bed, RC_OK, REPLICA_CURRENT);
    assert_int_equal(stands(bed).held_s, 1000000);
    commit(bed);
    bed->http = 500;
    bed->now_s += 10;
    waits(bed, RC_LATER, REPLICA_AWAY);
    bed->now_s += 50;
    waits(bed, RC_LATER, REPLICA_AWAY);
    assert_int_equal(stands(bed).waited_s, 50);
    assert_int_equal(stands(bed).held_s, 1000000);
    bed->http = 200;
    says(bed, 6);
    waits(bed, RC_OK, REPLICA_CURRENT);
    assert_int_equal(stands(bed).waited_s, 0);
    assert_int_equal(stands(bed).held_s, 1000060);
}

/* ---- what the replica holds in truth ---- */

/* In the place of the engine's program: "restore -integrity-check quick -o TO …" */
static void write_program(const struct bed *bed, const char *does)
{
    FILE *file = fopen(bed->program, "w");

    assert_non_null(file);
    fprintf(file, "#!/bin/sh\n%s\n", does);
    fclose(file);
    assert_int_equal(chmod(bed->program, 0755), 0);
}

static void copy_to(const struct bed *bed, const char *to)
{
    char command[3 * PATH];

    assert_int_equal(ledger_checkpoint(bed->ledger, NULL), RC_OK);
    snprintf(command, sizeof command, "cp %s/ledger %s", bed->folder, to);
    assert_int_equal(system(command), 0);
}

static void proof_says(struct bed *bed, const char *why)
{
    struct replica_proof proof = {0}, noted = {0};
    char scratch[PATH];

    assert_int_equal(replica_prove(bed->replica, -1, &proof, NULL), RC_OK);
    assert_int_equal(replica_proved(bed->ledger, &noted, NULL), RC_OK);
    assert_string_equal(noted.why, proof.why);
    assert_int_equal(noted.at_s, bed->now_s);
    if (!why[0])
        assert_string_equal(proof.why, "");
    else if (!strstr(proof.why, why))
        fail_msg("\"%s\" instead of \"%s\"", proof.why, why);
    snprintf(scratch, sizeof scratch, "%s/ledger-proof", bed->folder);
    assert_int_not_equal(access(scratch, F_OK), 0);
}

REPLICA(a_ledger_of_the_replica_must_be_ours_and_not_behind)
{
    char command[3 * PATH], old[PATH];

    snprintf(old, sizeof old, "%s/old", bed->folder);
    commit(bed);
    copy_to(bed, old);
    snprintf(command, sizeof command, "cp %s $5", old);
    write_program(bed, command);
    says(bed, 5);
    waits(bed, RC_OK, REPLICA_CURRENT);
    proof_says(bed, "");
    commit(bed);
    says(bed, 6);
    waits(bed, RC_OK, REPLICA_CURRENT);
    proof_says(bed, "older than Litestream said");
    assert_int_equal(ledger_create(bed->other, NULL), RC_OK);
    snprintf(command, sizeof command, "cp %s $5", bed->other);
    write_program(bed, command);
    proof_says(bed, "another server's ledger");
    write_program(bed, "echo bytes >$5");
    proof_says(bed, "-proof");
    write_program(bed, "exit 0");
    proof_says(bed, "made nothing");
    assert_int_equal(unlink(bed->program), 0);
    proof_says(bed, "cannot start");
}

REPLICA(a_full_disk_is_told_and_left_as_it_was)
{
    struct statvfs disk;
    struct stat file;

    commit(bed);
    write_program(bed,
                  "echo half >$5.tmp; echo 'Error: write: no space left on device' >&2; exit 1");
    proof_says(bed, "no space left on device");
    /* more than there is room for is not even begun */
    write_program(bed, "touch \"${5%/*}/begun\"; exit 1");
    assert_int_equal(stat(bed->config.ledger, &file), 0);
    assert_int_equal(statvfs(bed->folder, &disk), 0);
    assert_int_equal(truncate(bed->config.ledger, (off_t)(disk.f_bavail * disk.f_frsize)), 0);
    proof_says(bed, "no room for");
    assert_int_equal(truncate(bed->config.ledger, file.st_size), 0);
    snprintf(bed->other, sizeof bed->other, "%s/begun", bed->folder);
    assert_int_not_equal(access(bed->other, F_OK), 0);
}

REPLICA(a_look_that_is_to_end_notes_nothing)
{
    struct replica_proof proof = {0};
    struct err err = {0};
    int stop[2];

    commit(bed);
    write_program(bed, "touch $5; exec sleep 1000");
    assert_int_equal(pipe(stop), 0);
    assert_int_equal(write(stop[1], "x", 1), 1);
    assert_int_equal(replica_prove(bed->replica, stop[0], &proof, &err), RC_STOPPED);
    assert_int_equal(replica_proved(bed->ledger, &proof, &err), RC_OK);
    assert_int_equal(proof.at_s, 0);
    close(stop[0]);
    close(stop[1]);
}

REPLICA(once_a_day_is_enough_but_after_a_failure)
{
    enum { HOUR = 3600 };
    struct replica_proof proof = {0};
    const struct {
        int64_t later_s;
        bool looks;
    } steps[] = {{0, true}, {HOUR - 1, false}, {1, true}, {23 * HOUR, true}};

    commit(bed);
    write_program(bed, "exit 1");
    for (unsigned i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        bed->now_s += steps[i].later_s;
        assert_int_equal(replica_prove_daily(bed->replica, -1, NULL), RC_OK);
        assert_int_equal(replica_proved(bed->ledger, &proof, NULL), RC_OK);
        assert_int_equal(proof.at_s == bed->now_s, steps[i].looks);
    }
    copy_to(bed, bed->other);
    write_program(bed, "cp \"${5%/*}/other\" $5");
    bed->now_s += HOUR;
    assert_int_equal(replica_prove_daily(bed->replica, -1, NULL), RC_OK);
    bed->now_s += 24 * HOUR - 1;
    write_program(bed, "exit 1");
    assert_int_equal(replica_prove_daily(bed->replica, -1, NULL), RC_OK);
    assert_int_equal(replica_proved(bed->ledger, &proof, NULL), RC_OK);
    assert_string_equal(proof.why, "");
}

REPLICA(a_copy_that_was_begun_anew_counts_once_it_was_looked_at)
{
    char command[3 * PATH];

    commit(bed);
    says(bed, 30);
    waits(bed, RC_OK, REPLICA_CURRENT);
    commit(bed);
    says(bed, 1);
    waits(bed, RC_LATER, REPLICA_TURNED_BACK);
    write_program(bed, "exit 1");
    proof_says(bed, "litestream restore");
    waits(bed, RC_LATER, REPLICA_TURNED_BACK);
    copy_to(bed, bed->other);
    snprintf(command, sizeof command, "cp %s $5", bed->other);
    write_program(bed, command);
    proof_says(bed, "");
    says(bed, 2);
    waits(bed, RC_OK, REPLICA_CURRENT);
}

TESTS(NULL, NULL)
