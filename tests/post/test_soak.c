/* SPDX-License-Identifier: MIT */
/* Letters out by SMTP and back in by IMAP, while the servers are killed under them and the reader
 * crashes between commit and move. None may be lost, none counted twice. Run by test_soak.sh;
 * POSTERN_SOAK_LETTERS: how many, 500 at most (150; exim and Dovecot take a fifth of a second of a
 * processor for each). */
#include <stdint.h>
#include <string.h>

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "post/post.h"
#include "post/post_config.h"
#include "post/post_p.h"
#include "tests/test.h"

enum {
    LETTERS_MAX = 500,
    LETTERS_USUAL = 150,
    BATCH = 20,
    ROOM = 32,
    ROUNDS_MAX = 4000,
    KILLS = 2,
    IN_FLIGHT_MAX = 8 /* what exim itself may deliver again when Dovecot is killed */
};

struct soak {
    struct post_sink *sink;
    struct post_source *source;
    struct {
        bool sent;              /* the server took it */
        bool again;             /* a try was left without an answer */
        bool taken;             /* in our ledger */
        bool moved;             /* its copy with this id was moved away */
        char id[POST_ID_BYTES]; /* of the copy that came first */
    } letters[LETTERS_MAX];
    unsigned wanted; /* of them */
    unsigned sent, taken, uncertain, listed_again, doubles, outages, crashes;
    unsigned seed;
    atomic_uint progress;
};

static const char *env(const char *name)
{
    const char *value = getenv(name);

    if (!value)
        fail_msg("%s is not set: run test_soak.sh", name);
    return value;
}

static struct post_server server_at(const char *port_name)
{
    return (struct post_server){.host = "localhost",
                                .port = (uint16_t)atoi(env(port_name)),
                                .ca_file = env("CA"),
                                .timeout_s = 20,
                                .stop_fd = -1,
                                .login = {.user = "gm@pbem.test", .password = "pw-gm"}};
}

static void open_source(struct soak *soak)
{
    struct post_imap_config config = {
        .name = "in", .server = server_at("IMAP"), .done_folder = "Processed"};

    assert_int_equal(post_imap_new(&config, &soak->source, NULL), RC_OK);
}

static void open_sink(struct soak *soak)
{
    struct post_smtp_config config = {.name = "out", .server = server_at("SMTP")};

    assert_int_equal(post_smtp_new(&config, &soak->sink, NULL), RC_OK);
}

/* ---- the one who kills ---- */

static bool servers(const char *verb, const char *which)
{
    char command[4096];

    snprintf(command, sizeof command, "'%s/tests/mailservers/servers.sh' %s %s '%s' >&2",
             getenv("top_srcdir"), verb, which, getenv("DIR"));
    return system(command) == 0;
}

/* Each server once, at a random point of the run, by kill -9. Returns the one that did not come up
 * again, or NULL. */
static void *kill_servers(void *context)
{
    static char which[KILLS][5] = {"smtp", "imap"};
    struct soak *soak = context;
    unsigned seed = soak->seed;

    for (unsigned i = 0; i < KILLS; i++) {
        unsigned share = soak->wanted / 10;
        unsigned at = share + i * 4 * share + (unsigned)rand_r(&seed) % (3 * share);

        while (atomic_load(&soak->progress) < at)
            usleep(1000);
        if (!servers("crash", which[i]) || !servers("up", which[i]))
            return which[i];
    }
    return NULL;
}

/* ---- outbox and inbox, as the desk keeps them ---- */

static void send_some(struct soak *soak)
{
    static char texts[BATCH][128], ids[BATCH][16];
    struct post_job jobs[BATCH];
    unsigned which[BATCH], count = 0;

    for (unsigned i = 0; i < soak->wanted && count < BATCH; i++) {
        if (soak->letters[i].sent)
            continue;
        snprintf(texts[count], sizeof texts[0],
                 "Message-ID: <%u.soak@pbem.test>\r\nSubject: soak\r\n\r\nletter %u.\r\n", i, i);
        snprintf(ids[count], sizeof ids[0], "soak-%u", i);
        jobs[count] = (struct post_job){.id = ids[count],
                                        .from = "",
                                        .to = "gm+soak@pbem.test",
                                        .bytes = texts[count],
                                        .length = strlen(texts[count]),
                                        .again = soak->letters[i].again};
        which[count++] = i;
    }
    if (count == 0)
        return;
    /* The back-off is real, but nobody wants to wait for it here. */
    soak->sink->link.failures = 0;
    if (post_sink_send(soak->sink, (int64_t)time(NULL), jobs, count, NULL) != RC_OK)
        soak->outages++;
    for (unsigned i = 0; i < count; i++) {
        assert_int_not_equal(jobs[i].fate, POST_PERMANENT);
        if (jobs[i].fate == POST_ACCEPTED) {
            soak->letters[which[i]].sent = true;
            soak->sent++;
        } else if (!soak->letters[which[i]].again) {
            soak->letters[which[i]].again = true;
            soak->uncertain++;
        }
    }
}

/* One transaction of the ledger: what is there already changes nothing. */
static void commit(struct soak *soak, unsigned number, const char *id)
{
    if (!soak->letters[number].taken) {
        soak->letters[number].taken = true;
        memcpy(soak->letters[number].id, id, strlen(id) + 1);
        soak->taken++;
        atomic_store(&soak->progress, soak->taken);
    } else if (strcmp(soak->letters[number].id, id) == 0) {
        assert_false(soak->letters[number].moved);
        soak->listed_again++;
    } else {
        soak->doubles++;
    }
}

/* Returns false if the connection failed; the letter then comes again. */
static bool take(struct soak *soak, const struct post_letter *letter, unsigned *number)
{
    OWN(buf) raw = {0};
    const char *mark;
    bool read = post_source_fetch(soak->source, letter, 4096, &raw, NULL) == RC_OK;

    if (read) {
        mark = strstr(buf_text(&raw), "Message-ID: <");
        assert_non_null(mark);
        *number = (unsigned)atoi(mark + strlen("Message-ID: <"));
        assert_true(*number < soak->wanted);
        commit(soak, *number, letter->id);
    }
    return read;
}

static void move(struct soak *soak, const char *const *ids, const unsigned *numbers, size_t count)
{
    if (post_source_done(soak->source, ids, count, POST_PLACE_DONE, NULL) != RC_OK) {
        soak->outages++;
        return;
    }
    for (size_t i = 0; i < count; i++)
        if (strcmp(soak->letters[numbers[i]].id, ids[i]) == 0)
            soak->letters[numbers[i]].moved = true;
}

/* The reader dies after its commit: the folder still has everything. */
static void crash(struct soak *soak)
{
    post_source_free(soak->source);
    open_source(soak);
    soak->crashes++;
}

static void take_some(struct soak *soak)
{
    struct post_letter letters[ROOM];
    const char *ids[ROOM];
    unsigned numbers[ROOM];
    size_t count, got = 0;

    soak->source->link.failures = 0;
    if (post_source_list(soak->source, (int64_t)time(NULL), letters, ROOM, &count, NULL) != RC_OK) {
        soak->outages++;
        return;
    }
    for (size_t i = 0; i < count; i++) {
        if (take(soak, &letters[i], &numbers[got]))
            ids[got++] = letters[i].id;
        else
            post_source_give_back(soak->source, letters[i].id);
    }
    if (got > 0 && rand_r(&soak->seed) % 8 == 0)
        crash(soak);
    else
        move(soak, ids, numbers, got);
}

static unsigned letters_wanted(void)
{
    const char *value = getenv("POSTERN_SOAK_LETTERS");
    int wanted = value ? atoi(value) : LETTERS_USUAL;

    if (wanted < 50 || wanted > LETTERS_MAX)
        fail_msg("POSTERN_SOAK_LETTERS is 50 to %d, not %s", LETTERS_MAX, value);
    return (unsigned)wanted;
}

TEST(no_letter_is_lost_and_none_counts_twice)
{
    static struct soak soak;
    struct timespec now;
    pthread_t killer;
    void *down;
    bool news;

    clock_gettime(CLOCK_REALTIME, &now);
    soak.seed = (unsigned)now.tv_nsec;
    print_message("# seed %u\n", soak.seed);
    soak.wanted = letters_wanted();
    open_source(&soak);
    open_sink(&soak);
    assert_int_equal(pthread_create(&killer, NULL, kill_servers, &soak), 0);
    for (int round = 0; round < ROUNDS_MAX && soak.taken < soak.wanted; round++) {
        send_some(&soak);
        take_some(&soak);
        if (soak.sent == soak.wanted || soak.outages > 0)
            assert_int_equal(post_wait(&soak.source, 1, -1, 20, &news, NULL), RC_OK);
    }
    atomic_store(&soak.progress, soak.wanted); /* who gave up is not waited for */
    assert_int_equal(pthread_join(killer, &down), 0);
    if (down)
        fail_msg("%s did not come up again", (const char *)down);
    for (int round = 0; round < 50; round++) { /* what the servers still have */
        take_some(&soak);
        assert_int_equal(post_wait(&soak.source, 1, -1, 50, &news, NULL), RC_OK);
    }
    print_message("# %u sent, %u taken, %u listed again, %u doubles known, %u sends unanswered, "
                  "%u failures, %u crashes of the reader\n",
                  soak.sent, soak.taken, soak.listed_again, soak.doubles, soak.uncertain,
                  soak.outages, soak.crashes);
    for (unsigned i = 0; i < soak.wanted; i++)
        assert_true(soak.letters[i].sent && soak.letters[i].taken);
    assert_int_equal(soak.taken, soak.wanted);
    assert_true(soak.doubles <= soak.uncertain + IN_FLIGHT_MAX);
    assert_true(soak.outages > 0); /* the kills were felt */
    post_source_free(soak.source);
    post_sink_free(soak.sink);
}

int main(void)
{
    signal(SIGPIPE, SIG_IGN);
    return tests_run(__FILE__, NULL, NULL);
}
