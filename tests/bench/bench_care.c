/* SPDX-License-Identifier: MIT */
/* Figures of a server's care: how fast every game is tried under other rules, and how long a
 * backup takes, and what it costs those who write meanwhile. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <string.h>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "games/games.h"
#include "admin/upgrade.h"
#include "ledger/care.h"
#include "ledger/derived.h"
#include "ledger/work.h"
#include "play/adjudicate.h"
#include "tests/bench/load.h"
#include "tests/test.h"

enum { GAMES = 300, ROUNDS = 5, ORDERS_MOST = 400, WRITES_A_SECOND = 1000 };

/* The seat that must decide; 0 = none. */
static unsigned asked(const struct position *position)
{
    for (unsigned i = 0; i < position->decision_count; i++)
        if (position->decision[i].seat)
            return position->decision[i].seat;
    return 0;
}

/* Play on at random, in one change, to the end or a limit. */
static void play(struct fixture *fixture, int64_t game)
{
    struct desk *desk = fixture->desk;
    struct adjudication adjudication = {.desk = desk, .strict = true};
    struct position *position;
    struct err err = {0};

    must(desk_begin(desk, &err), &err);
    must(position_get(desk, game, &position, &err), &err);
    adjudication.position = position;
    for (unsigned seat = 1; seat <= 2; seat++) {
        adjudication.seat = seat;
        must(adjudicate_luck(&adjudication, ENTRY_LUCK_WORDS, "a bench", NULL, &err), &err);
    }
    for (unsigned i = 0; i < ORDERS_MOST && position->phase != POSITION_OVER; i++) {
        char line[ORDER_TEXT_BYTES];
        struct line_outcome outcome;
        unsigned answered;

        must(adjudicate_table(desk, position, &answered, &err), &err);
        adjudication.seat = asked(position);
        if (!adjudication.seat || !fixture_random_order(fixture, game, adjudication.seat, line))
            break;
        must(adjudicate_line(&adjudication, line, strlen(line), &outcome, &err), &err);
        if (outcome.fate != LINE_DONE)
            break;
    }
    must(adjudicate_settle(desk, position, &err), &err);
    must(desk_commit(desk, &err), &err);
}

/* ---- trying ---- */

static enum rc count_entries(void *user, const struct ledger_game_row *row, struct err *err)
{
    (void)err;
    *(int64_t *)user += row->n;
    return RC_OK;
}

static void try_all(struct fixture *fixture, const char *what, unsigned threads)
{
    struct upgrade_reader reader = {0};
    struct err err = {0};
    double start = load_now_s(), cpu = (double)clock() / CLOCKS_PER_SEC;

    for (unsigned i = 0; i < ROUNDS; i++)
        must(upgrade_check(fixture->desk, NULL, threads, &reader, &err), &err);
    cpu = (double)clock() / CLOCKS_PER_SEC - cpu;
    printf("%-40s %8.0f games/s, %.3f ms of a core each\n", what,
           ROUNDS * GAMES / (load_now_s() - start), cpu * 1e3 / (ROUNDS * GAMES));
}

/* ---- backups ---- */

/* Small commits at a fixed rate until told to stop; prints the slowest. */
static void write_on(const struct fixture *fixture, int stop_fd)
{
    struct ledger *ledger = NULL;
    struct err err = {0};
    double start, worst = 0.0, late = 0.0;
    int64_t done = 0;
    char byte;

    must(ledger_open(fixture->config.ledger, LEDGER_WRITE, &ledger, &err), &err);
    ledger_set_patience(ledger, 60000);
    start = load_now_s();
    while (read(stop_fd, &byte, 1) < 0) {
        double due = start + (double)done / (double)WRITES_A_SECOND, before = load_now_s(), took;
        char text[32];

        if (before < due) {
            usleep((useconds_t)((due - before) * 1e6));
            before = load_now_s();
        }
        snprintf(text, sizeof text, "state %lld", (long long)done++);
        must(ledger_inbox_put(ledger, "bench", 1, text, &err), &err);
        took = load_now_s() - before;
        worst = took > worst ? took : worst;
        late = load_now_s() - due > late ? load_now_s() - due : late;
    }
    printf("%-40s %8.0f a second, slowest %.1f ms\n", "  commits meanwhile",
           (double)done / (load_now_s() - start), worst * 1e3);
    ledger_close(ledger);
    fflush(stdout);
}

static void back_up(const struct fixture *fixture, bool busy)
{
    char path[FIXTURE_PATH * 2];
    int stop[2];
    struct err err = {0};
    double start;
    pid_t writer = -1;

    fflush(stdout); /* or the child prints it again */
    if (busy && pipe2(stop, O_NONBLOCK) == 0 && (writer = fork()) == 0) {
        close(stop[1]);
        write_on(fixture, stop[0]);
        _exit(0);
    }
    if (busy)
        usleep(200000);
    snprintf(path, sizeof path, "%s/backup-%d.db", fixture->folder, busy);
    start = load_now_s();
    must(ledger_backup(fixture->desk->ledger, path, &err), &err);
    printf("%-40s %8.0f ms\n", busy ? "backup while others write" : "backup",
           (load_now_s() - start) * 1e3);
    if (writer > 0) {
        usleep(300000);
        close(stop[1]);
        waitpid(writer, NULL, 0);
    }
}

/* ---- a server with games ---- */

static struct game kind[2]; /* of today; their versions may be cut to the first for a while */
static const struct game *const kinds[] = {&kind[0], &kind[1], NULL};

/* Games of both kinds, begun under today's rules or the first there were. */
static void make_games(struct fixture *fixture, bool under_first)
{
    static const char *first[2][2];
    int64_t entries = 0;

    for (unsigned i = 0; i < 2; i++) {
        kind[i] = *games[i];
        first[i][0] = kind[i].versions[0];
        if (under_first)
            kind[i].versions = first[i];
    }
    fixture_make(fixture, kinds);
    fixture->random = 11;
    fixture_player(fixture, "Anna", "anna@one.example");
    fixture_player(fixture, "Bob", "bob@two.example");
    for (unsigned i = 0; i < GAMES; i++)
        play(fixture, fixture_game(fixture, kinds[i % 2], ""));
    for (unsigned i = 0; i < 2; i++)
        kind[i].versions = games[i]->versions;
    FIXTURE_EACH(ledger_games_now(fixture->desk->ledger, LEDGER_STATUS_COUNT, NULL),
                 ledger_game_row, count_entries, &entries);
    printf("%-40s %8.0f entries each\n",
           under_first ? "games begun under older rules" : "games under the newest rules",
           (double)entries / (double)GAMES);
}

int main(void)
{
    struct fixture fixture = {0};

    for (unsigned older = 0; older <= 1; older++) {
        make_games(&fixture, older);
        try_all(&fixture, "  upgrade --check, one thread", 1);
        try_all(&fixture, "  upgrade --check, two threads", 2);
        if (!older) {
            back_up(&fixture, false);
            back_up(&fixture, true);
        }
        fixture_remove(&fixture);
    }
    return 0;
}
