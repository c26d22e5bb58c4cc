/* SPDX-License-Identifier: MIT */
/* The threads of the daemon: letters go their way through them; what hangs holds up nothing else;
 * stopped or killed at any step, each letter counts once and each answer is sent once; a backup
 * taken meanwhile is whole. */
#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "daemon/daemon.h"
#include "admin/admin.h"
#include "ledger/care.h"
#include "ledger/derived.h"
#include "ledger/letters.h"
#include "ledger/work.h"
#include "play/desk_open.h"
#include "play/reply.h"
#include "reader/reader.h"
#include "schedule/schedule.h"
#include "server/files.h"
#include "tests/house/fixture.h"
#include "tests/reader/killer.h"
#include "tests/toy/toy.h"
#include "tests/test.h"

OWN_FREED(slips)

enum { GAMES = 3, LETTERS = GAMES * 6, PATIENCE_MS = 60000, STEP_MS = 20, CRASHED = 137 };

static const struct game *const list[] = {&toy_game, NULL};

/* What each game's players write, in turn. */
static const struct {
    unsigned seat;
    const char *body;
} script[] = {{1, "luck apples"}, {2, "luck pears"}, {1, "bid 3"},
              {2, "bid 9"},       {2, "bid 1"},      {1, "status"}};
_Static_assert(sizeof script / sizeof script[0] * GAMES == LETTERS, "a letter for each line");

/* ---- a world for threads: a clock of its own that goes on, the system's entropy ---- */

static int64_t clock_base; /* written while no flow runs */

static int64_t now(void *context)
{
    struct timespec at;

    clock_gettime(CLOCK_MONOTONIC, &at);
    return *(const int64_t *)context + (int64_t)at.tv_sec;
}

static atomic_long steps_left;

static void count_step(void *context, const char *step)
{
    (void)context;
    (void)step;
    if (atomic_fetch_sub(&steps_left, 1) == 1)
        _exit(CRASHED);
}

/* As in posternd: processes of their own, not shared with a process that was forked. */
static struct reader *reader_of_this_process(void)
{
    static struct reader *reader;
    static pid_t owner;

    if (owner != getpid())
        OK(reader_open(NULL, 0, &reader, &err));
    owner = getpid();
    return reader;
}

static struct desk_world world_of(const struct fixture *fixture, long crash_at)
{
    struct timespec at;

    clock_gettime(CLOCK_MONOTONIC, &at);
    clock_base = fixture->now_s - (int64_t)at.tv_sec;
    steps_left = crash_at;
    return (struct desk_world){.now = now,
                               .entropy = entropy_system,
                               .step = crash_at ? count_step : NULL,
                               .context = &clock_base,
                               .games = list,
                               .reader = reader_of_this_process()};
}

static void nap(void)
{
    nanosleep(&(struct timespec){.tv_nsec = STEP_MS * 1000000L}, NULL);
}

/* ---- what the ledger says ---- */

struct count {
    unsigned in, out, waiting;
    unsigned outcome[LEDGER_OUTCOME_COUNT];
};

static enum rc count_in(void *user, const struct ledger_letter_row *row, struct err *err)
{
    struct count *count = user;

    (void)err;
    count->in++;
    count->outcome[row->outcome.kind]++;
    return RC_OK;
}

static enum rc count_delivery(void *user, const struct ledger_delivery *row, struct err *err)
{
    (void)err;
    ((struct count *)user)->waiting += row->state == LEDGER_DELIVERY_WAITING;
    return RC_OK;
}

static struct count count_all(const struct fixture *fixture)
{
    struct count count = {0};
    struct ledger *ledger = fixture->desk->ledger;
    struct ledger_rows rows = ledger_outs(ledger, 0, NULL);

    FIXTURE_EACH(ledger_letters(ledger, 0, NULL), ledger_letter_row, count_in, &count);
    for (struct ledger_out row; ledger_next(&rows, &row);) {
        count.out++;
        FIXTURE_EACH(ledger_deliveries(ledger, row.id, NULL), ledger_delivery, count_delivery,
                     &count);
    }
    assert_int_equal(ledger_end(&rows), RC_OK);
    return count;
}

/* Until so many letters came to an outcome and nothing waits to be sent. */
static struct count await(const struct fixture *fixture, unsigned in, bool sent)
{
    struct count count = {0};

    for (unsigned ms = 0; ms < PATIENCE_MS; ms += STEP_MS) {
        count = count_all(fixture);
        if (count.in >= in && !(sent && count.waiting))
            break;
        nap();
    }
    return count;
}

/* ---- a server with letters that wait ---- */

static void make_server(struct fixture *fixture)
{
    fixture_make_with(fixture, list, 2);
    fixture_player(fixture, "Anna", ANNA);
    fixture_player(fixture, "Bob", BOB);
    for (unsigned i = 0; i < GAMES; i++)
        fixture_game(fixture, &toy_game, "");
    fixture_round(fixture); /* makes the mailboxes */
}

static void write_letter(struct fixture *fixture, int64_t game, unsigned line)
{
    unsigned seat = script[line].seat;
    char to[REPLY_ADDRESS_BYTES];
    struct err err = {0};

    assert_int_equal(reply_address(fixture->desk, TOKEN_REPLY, game, seat,
                                   POSITION_LUCK_DECISION(seat), 0, to, &err),
                     RC_OK);
    fixture_send(fixture, seat == 1 ? ANNA : BOB, to, NULL, script[line].body);
}

static void write_letters(struct fixture *fixture)
{
    for (unsigned line = 0; line < sizeof script / sizeof script[0]; line++)
        for (int64_t game = 1; game <= GAMES; game++)
            write_letter(fixture, game, line);
}

static struct flow *open_flow(const struct fixture *fixture, const struct config *config,
                              long crash_at)
{
    struct desk_world world = world_of(fixture, crash_at);
    struct log log = {.open = fixture->log_fd >= 0, .fd = fixture->log_fd};
    struct flow *flow = NULL;

    OK(flow_open(config, &world, &log, &flow, &err));
    OK(flow_start(flow, &err));
    return flow;
}

static unsigned files_in(const struct fixture *fixture, const char *box)
{
    char path[FIXTURE_PATH * 2];
    const struct dirent *entry;
    unsigned count = 0;
    DIR *dir;

    snprintf(path, sizeof path, "%s/mail/%s/new", fixture->folder, box);
    dir = opendir(path);
    while (dir && (entry = readdir(dir)) != NULL)
        count += entry->d_name[0] != '.';
    if (dir)
        closedir(dir);
    return count;
}

static void assert_all_done(const struct fixture *fixture, const struct count *count)
{
    assert_int_equal(count->in, LETTERS);
    assert_int_equal(count->outcome[LEDGER_ACCEPTED], 2 * GAMES);
    assert_int_equal(count->outcome[LEDGER_REJECTED], GAMES);
    assert_int_equal(count->outcome[LEDGER_ANSWERED], 3 * GAMES);
    assert_int_equal(count->waiting, 0);
    assert_int_equal(files_in(fixture, ANNA) + files_in(fixture, BOB), count->out);
    assert_int_equal(files_in(fixture, "games@robot.example"), 0);
}

/* ---- queues ---- */

static void *put_many(void *user)
{
    for (int64_t i = 0; i < 1000; i++)
        slips_put(user, &(struct slip){.kind = SLIP_SETTLED, .number = i});
    return NULL;
}

TEST(slips_come_in_order_through_a_small_queue)
{
    OWN_AT(slips) slips = NULL;
    struct slip slip;
    pthread_t thread;

    OK(slips_new(3, &slips, &err));
    assert_false(slips_take(slips, 0, &slip));
    assert_int_equal(pthread_create(&thread, NULL, put_many, slips), 0);
    for (int64_t i = 0; i < 1000; i++) {
        assert_true(slips_take(slips, -1, &slip));
        assert_int_equal(slip.number, i);
    }
    pthread_join(thread, NULL);
    assert_false(slips_take(slips, 1, &slip));
    slips_hint(slips, &(struct slip){.kind = SLIP_LOOK});
    slips_hint(slips, &(struct slip){.kind = SLIP_LOOK});
    assert_true(slips_take(slips, 0, &slip));
    assert_false(slips_take(slips, 0, &slip));
}

TEST(a_fault_that_stands_is_told_once)
{
    struct fault fault = {0};
    struct err down = {0}, other = {0};
    int64_t at = 1000;
    int fds[2];
    char text[4096] = "";
    struct log log = {.open = true};
    unsigned lines = 0;

    assert_int_equal(pipe(fds), 0);
    log.fd = fds[1];
    assert_int_equal(ERR(&down, RC_NETWORK, "no answer"), RC_NETWORK);
    assert_int_equal(ERR(&other, RC_LOGIN, "wrong password"), RC_LOGIN);
    for (; at < 1100; at++)
        fault_note(&fault, &log, "inbox", "in", down.rc, &down, at);
    fault_note(&fault, &log, "inbox", "in", other.rc, &other, at);
    fault_note(&fault, &log, "inbox", "in", other.rc, &other, at + FAULT_AGAIN_S);
    fault_note(&fault, &log, "inbox", "in", RC_OK, NULL, at);
    fault_note(&fault, &log, "inbox", "in", RC_OK, NULL, at);
    assert_true(read(fds[0], text, sizeof text - 1) > 0);
    for (const char *c = text; *c; c++)
        lines += *c == '\n';
    assert_int_equal(lines, 4); /* begun, became another, still, over */
    assert_non_null(strstr(text, "again=well"));
    close(fds[0]);
    close(fds[1]);
}

/* ---- letters ---- */

FIXTURE_TEST(letters_go_their_way_through_the_threads, make_server(fixture))
{
    struct count count;
    struct flow *flow;

    write_letters(fixture);
    flow = open_flow(fixture, &fixture->config, 0);
    count = await(fixture, LETTERS, true);
    flow_close(flow);
    assert_all_done(fixture, &count);
}

FIXTURE_TEST(a_stop_at_any_time_loses_nothing, make_server(fixture))
{
    struct count count;

    write_letters(fixture);
    for (unsigned ms = 0; ms < 200; ms += 40) {
        struct flow *flow = open_flow(fixture, &fixture->config, 0);

        nanosleep(&(struct timespec){.tv_nsec = (long)ms * 1000000L}, NULL);
        flow_close(flow);
    }
    {
        struct flow *flow = open_flow(fixture, &fixture->config, 0);

        count = await(fixture, LETTERS, true);
        flow_close(flow);
    }
    assert_all_done(fixture, &count);
}

FIXTURE_TEST(readers_killed_at_any_moment_lose_and_double_nothing, make_server(fixture))
{
    enum { KILLS = 12, MOST_MS = 12 };
    struct count count;
    struct flow *flow;

    write_letters(fixture);
    killer_start(
        MOST_MS); /* a reader hardly starts in that time: letters wait, or are read in between */
    flow = open_flow(fixture, &fixture->config, 0);
    for (unsigned ms = 0; killer_kills() < KILLS && ms < PATIENCE_MS; ms += STEP_MS)
        nap();
    killer_stop();
    count = await(fixture, LETTERS, true);
    flow_close(flow);
    assert_all_done(fixture, &count);
}

/* ---- backups meanwhile ---- */

/* What came in so far, oldest first. */
struct register_of_letters {
    unsigned count;
    struct {
        int64_t id;
        int outcome;
        char source_id[32];
    } at[LETTERS];
};

static enum rc enter(void *user, const struct ledger_letter_row *row, struct err *err)
{
    struct register_of_letters *all = user;

    (void)err;
    assert_true(all->count < LETTERS);
    memmove(&all->at[1], &all->at[0], all->count++ * sizeof all->at[0]);
    memset(&all->at[0], 0, sizeof all->at[0]);
    all->at[0].id = row->letter.id;
    all->at[0].outcome = (int)row->outcome.kind;
    snprintf(all->at[0].source_id, sizeof all->at[0].source_id, "%s", row->letter.source_id);
    return RC_OK;
}

static void print_problem(void *user, const char *problem)
{
    print_error("%s\n", problem);
    ++*(unsigned *)user;
}

static void name_backup(const struct fixture *fixture, unsigned number, const char *kind,
                        char path[CONFIG_TEXT_BYTES])
{
    assert_true(snprintf(path, CONFIG_TEXT_BYTES, "%s/backup-%u.%s", fixture->folder, number,
                         kind) < CONFIG_TEXT_BYTES);
}

/* A backup is a server as it once was: nothing is wrong with it, and it has the letters that came
 * first, at least and at most so many, as they were answered. */
static void assert_once_was(const struct fixture *fixture, unsigned number, unsigned least,
                            unsigned most)
{
    struct config config = fixture->config;
    struct register_of_letters now_all = {0}, then = {0};
    unsigned char identity[LEDGER_ID_BYTES];
    struct desk *desk = NULL;
    unsigned problems = 0;
    struct err err = {0};

    name_backup(fixture, number, "db", config.ledger);
    name_backup(fixture, number, "mark", config.mark);
    assert_int_equal(ledger_identity(fixture->desk->ledger, identity, &err), RC_OK);
    assert_int_equal(marks_create(config.mark, identity, &err), RC_OK);
    assert_int_equal(desk_open(&config, &fixture->world, NULL, &desk, &err), RC_OK);
    assert_int_equal(rebuild_check(desk, print_problem, &problems, &err), RC_OK);
    assert_int_equal(problems, 0);
    FIXTURE_EACH(ledger_letters(fixture->desk->ledger, 0, NULL), ledger_letter_row, enter,
                 &now_all);
    FIXTURE_EACH(ledger_letters(desk->ledger, 0, NULL), ledger_letter_row, enter, &then);
    assert_in_range(then.count, least, most);
    assert_memory_equal(then.at, now_all.at, then.count * sizeof then.at[0]);
    desk_close(desk);
}

/* Letters first to last, from one folder of the inbox to another: whole, and at one stroke. */
static void move_letters(const struct fixture *fixture, unsigned first, unsigned last,
                         const char *from, const char *to)
{
    char before[FIXTURE_PATH * 2], after[FIXTURE_PATH * 2];

    for (unsigned i = first; i <= last; i++) {
        snprintf(before, sizeof before, "%s/mail/games@robot.example/%s/%06u.test", fixture->folder,
                 from, i);
        snprintf(after, sizeof after, "%s/mail/games@robot.example/%s/%06u.test", fixture->folder,
                 to, i);
        assert_int_equal(rename(before, after), 0);
    }
}

FIXTURE_TEST(a_backup_while_letters_come_in_is_whole_and_loses_none, make_server(fixture))
{
    const unsigned lines = LETTERS / GAMES;
    struct count count;
    struct flow *flow;

    write_letters(fixture);
    move_letters(fixture, 1, LETTERS, "new", "tmp");
    flow = open_flow(fixture, &fixture->config, 0);
    for (unsigned line = 0; line < lines; line++) {
        char path[CONFIG_TEXT_BYTES];
        struct err err = {0};

        move_letters(fixture, line * GAMES + 1, (line + 1) * GAMES, "tmp", "new");
        name_backup(fixture, line, "db", path); /* the threads are at them now */
        assert_int_equal(ledger_backup(fixture->desk->ledger, path, &err), RC_OK);
        count = await(fixture, (line + 1) * GAMES, false);
        assert_int_equal(count.in, (line + 1) * GAMES);
    }
    count = await(fixture, LETTERS, true);
    flow_close(flow);
    assert_all_done(fixture, &count);
    for (unsigned line = 0; line < lines; line++)
        assert_once_was(fixture, line, line * GAMES, (line + 1) * GAMES);
}

/* ---- a mail server that takes connections and says nothing ---- */

static int listen_mute(int *port)
{
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof at;
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

    assert_true(fd >= 0);
    assert_int_equal(bind(fd, (struct sockaddr *)&at, sizeof at), 0);
    assert_int_equal(listen(fd, 8), 0);
    assert_int_equal(getsockname(fd, (struct sockaddr *)&at, &length), 0);
    *port = ntohs(at.sin_port);
    return fd;
}

static void set_login(struct config_login *login, int port, const char *password_file)
{
    snprintf(login->host, sizeof login->host, "127.0.0.1");
    snprintf(login->user, sizeof login->user, "robot");
    snprintf(login->password_file, sizeof login->password_file, "%s", password_file);
    login->port = port;
    login->tls = CONFIG_TLS_NONE;
}

/* The inbox of `postern deliver`, which an administrator may use beside IMAP. */
static void move_to_spool(const struct fixture *fixture, const char *spool)
{
    static const char *const folders[] = {"", "/new", "/cur", "/tmp"};
    char from[FIXTURE_PATH * 2], to[FIXTURE_PATH * 4];

    for (unsigned i = 0; i < 4; i++) {
        snprintf(to, sizeof to, "%s%s", spool, folders[i]);
        assert_true(mkdir(to, 0700) == 0 || errno == EEXIST);
    }
    for (unsigned i = 1; i <= LETTERS; i++) {
        snprintf(from, sizeof from, "%s/mail/games@robot.example/new/%06u.test", fixture->folder,
                 i);
        snprintf(to, sizeof to, "%s/new/%06u.test", spool, i);
        assert_int_equal(rename(from, to), 0);
    }
}

static int64_t seconds(void)
{
    struct timespec at;

    clock_gettime(CLOCK_MONOTONIC, &at);
    return (int64_t)at.tv_sec;
}

FIXTURE_TEST(servers_that_hang_hold_up_no_other_inbox_and_no_stop, make_server(fixture))
{
    char password[FIXTURE_PATH * 2];
    struct config config;
    struct count count;
    struct flow *flow;
    int64_t start;
    int port, fd;

    write_letters(fixture);
    fd = listen_mute(&port);
    snprintf(password, sizeof password, "%s/password", fixture->folder);
    OK(files_create(password, 0600, "secret\n", 7, &err));
    config = fixture->config;
    config.transport = CONFIG_IMAP;
    set_login(&config.imap, port, password);
    set_login(&config.smtp, port, password);
    move_to_spool(fixture, config.spool);
    flow = open_flow(fixture, &config, 0);
    count = await(fixture, LETTERS, false);
    start = seconds();
    flow_close(flow);
    assert_true(seconds() - start < 30); /* a network call may take a minute */
    close(fd);
    assert_int_equal(count.in, LETTERS);
    assert_int_equal(count.outcome[LEDGER_ACCEPTED], 2 * GAMES);
    assert_true(count.waiting > 0); /* they wait for the server that sends */
}

/* ---- kill -9 ---- */

/* In a process of its own: until all is done, or dead at a step. */
static int run_apart(struct fixture *fixture, long crash_at)
{
    int status;
    pid_t child;

    fflush(NULL);
    fixture_close(fixture);
    child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        struct flow *flow;

        fixture_open(fixture);
        flow = open_flow(fixture, &fixture->config, crash_at);
        await(fixture, LETTERS, true);
        flow_close(flow);
        _exit(0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    fixture_open(fixture);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

TEST(killed_at_any_step_each_letter_counts_once)
{
    static const long steps[] = {1, 30, 75, 140, 210, 333, 480, 700};
    unsigned crashes = 0;

    for (unsigned i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        struct fixture fixture;
        struct count count;

        make_server(&fixture);
        write_letters(&fixture);
        crashes += run_apart(&fixture, steps[i]) == CRASHED;
        assert_int_equal(run_apart(&fixture, 0), 0);
        count = count_all(&fixture);
        assert_all_done(&fixture, &count);
        fixture_remove(&fixture);
    }
    assert_true(crashes >= 6);
}

/* ---- outages ---- */

enum { DAY_S = 86400, AWAY_S = 8 * DAY_S }; /* longer than any question is given */

struct deadlines {
    unsigned count;
    int64_t first_s, last_s;
};

static enum rc note_deadline(void *user, const struct ledger_decision *row, struct err *err)
{
    struct deadlines *deadlines = user;

    (void)err;
    if (row->due_s < 0)
        return RC_OK;
    if (!deadlines->count++ || row->due_s < deadlines->first_s)
        deadlines->first_s = row->due_s;
    if (row->due_s > deadlines->last_s)
        deadlines->last_s = row->due_s;
    return RC_OK;
}

static struct deadlines deadlines_of(const struct fixture *fixture)
{
    struct deadlines deadlines = {0};

    for (int64_t game = 1; game <= GAMES; game++)
        FIXTURE_EACH(ledger_decisions(fixture->desk->ledger, game, NULL), ledger_decision,
                     note_deadline, &deadlines);
    return deadlines;
}

static void run_upkeep(struct fixture *fixture, struct upkeep *upkeep, int64_t settled_s)
{
    OK(upkeep_run(upkeep, fixture->desk, settled_s, &err));
}

FIXTURE_TEST(an_inbox_that_was_away_moves_the_deadlines_by_as_long, make_server(fixture))
{
    struct deadlines before, after;
    struct upkeep upkeep;
    int64_t read_s;

    before = deadlines_of(fixture);
    assert_int_equal(before.count, 2 * GAMES);
    OK(upkeep_start(&upkeep, fixture->desk, &err));
    run_upkeep(fixture, &upkeep, read_s = fixture->now_s);
    for (fixture->now_s += DAY_S; fixture->now_s < read_s + AWAY_S; fixture->now_s += DAY_S)
        run_upkeep(fixture, &upkeep, read_s); /* it cannot be read: nothing closes */
    after = deadlines_of(fixture);
    assert_memory_equal(&after, &before, sizeof after);
    run_upkeep(fixture, &upkeep, fixture->now_s); /* it can again */
    after = deadlines_of(fixture);
    assert_int_equal(after.count, before.count);
    assert_true(after.first_s >= before.first_s + AWAY_S - DAY_S);
    for (unsigned hour = 0; hour < AWAY_S / 3600; hour++) {
        fixture->now_s += 3600 - 1; /* a read inbox is no outage, however often it is read */
        run_upkeep(fixture, &upkeep, fixture->now_s);
    }
    after = deadlines_of(fixture); /* nobody gave luck in all the time there was */
    assert_true(after.count == 0 || after.first_s > fixture->now_s - DAY_S);
}

/* Until the ledger says how far a running server read. */
static bool await_mark(const struct fixture *fixture, int64_t from_s)
{
    int64_t read_s = 0;

    for (unsigned ms = 0; ms < PATIENCE_MS && read_s < from_s; ms += STEP_MS) {
        OWN(buf) ignored = {0};
        struct err err = {0};

        assert_int_equal(
            ledger_inbox_get(fixture->desk->ledger, "posternd", &read_s, &ignored, &err), RC_OK);
        nap();
    }
    return read_s >= from_s;
}

FIXTURE_TEST(a_server_that_was_down_moves_the_deadlines_when_it_starts, make_server(fixture))
{
    struct deadlines before, after;
    struct flow *flow;

    before = deadlines_of(fixture);
    flow = open_flow(fixture, &fixture->config, 0);
    assert_true(await_mark(fixture, fixture->now_s - DAY_S));
    flow_close(flow);
    fixture->now_s += AWAY_S;
    flow = open_flow(fixture, &fixture->config, 0);
    assert_true(await_mark(fixture, fixture->now_s - DAY_S));
    flow_close(flow);
    after = deadlines_of(fixture);
    assert_int_equal(after.count, before.count); /* none was missed */
    assert_true(after.first_s >= before.first_s + AWAY_S - DAY_S);
}

TESTS(NULL, NULL)
