/* SPDX-License-Identifier: MIT */
/* Figures of the desk: letters in → adjudicated → durable → answers queued as values, in groups and
 * one to a commit, beside a bare SQLite append loop on the same disk; letters out, composed, drawn
 * and handed over. Prints, asserts nothing.
 *
 * Games of Dungeon Twister; each letter is a reply with the turn letter quoted below its order, and
 * each order is legal. Files are made in TMPDIR, or else in the directory it is started in. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sqlite3.h>
#include <unistd.h>

#include "outbound/delivery.h"
#include "draw/draw.h"
#include "people/people.h"
#include "tests/post/memory.h"
#include "tests/bench/clock.h"
#include "tests/bench/load.h"
#include "tests/test.h"

enum { GAMES = 200, WARM_UP = 26, ROUNDS = 8, BARE_ROWS = 1000, OUT_MOST = 400, WORKERS = 2 };

/* ---- the bare loop ---- */

/* Rows a second of an INSERT of as many bytes, each in a commit of its own. */
static double bare_rows(const struct fixture *fixture, int bytes)
{
    char path[FIXTURE_PATH * 2];
    sqlite3_stmt *insert;
    sqlite3 *db;
    double start;

    snprintf(path, sizeof path, "%s/bare.db", fixture->folder);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    sqlite3_exec(db, "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; CREATE TABLE t (b BLOB)",
                 NULL, NULL, NULL);
    assert_int_equal(
        sqlite3_prepare_v2(db, "INSERT INTO t VALUES (zeroblob(?))", -1, &insert, NULL), SQLITE_OK);
    start = load_now_s();
    for (unsigned i = 0; i < BARE_ROWS; i++) {
        sqlite3_bind_int(insert, 1, bytes);
        sqlite3_step(insert);
        sqlite3_reset(insert);
    }
    start = load_now_s() - start;
    sqlite3_finalize(insert);
    sqlite3_close(db);
    return (double)BARE_ROWS / start;
}

/* ---- sending ---- */

static void send_some(struct fixture *fixture, const char *what)
{
    OWN_AT(composers) composers = NULL;
    OWN_AT(post_sink) sink = NULL;
    unsigned sent = 0, handled = 1;
    double start, used;

    assert_int_equal(post_memory_sink_new("bench", &sink, NULL), RC_OK);
    assert_int_equal(composers_new(fixture->desk, WORKERS, -1, &composers, NULL), RC_OK);
    start = load_now_s();
    used = clock_processor_s();
    while (sent < OUT_MOST && handled) {
        assert_int_equal(delivery_due(fixture->desk, composers, sink, &handled, NULL), RC_OK);
        post_memory_sink_clear(sink);
        sent += handled;
    }
    printf("letters out, %s: %u letters, %.0f a second; %.2f ms of processor each\n", what, sent,
           sent / (load_now_s() - start), 1000 * (clock_processor_s() - used) / sent);
}

static void send_rest(struct fixture *fixture)
{
    OWN_AT(composers) composers = NULL;
    OWN_AT(post_sink) sink = NULL;
    unsigned handled = 1;

    assert_int_equal(post_memory_sink_new("bench", &sink, NULL), RC_OK);
    assert_int_equal(composers_new(fixture->desk, WORKERS, -1, &composers, NULL), RC_OK);
    while (handled) {
        assert_int_equal(delivery_due(fixture->desk, composers, sink, &handled, NULL), RC_OK);
        post_memory_sink_clear(sink);
    }
}

static void with_pictures(struct fixture *fixture)
{
    assert_int_equal(desk_begin(fixture->desk, NULL), RC_OK);
    for (int64_t player = 1; player <= 2 * GAMES; player++)
        assert_int_equal(people_change(fixture->desk, player, "format", "html", NULL), RC_OK);
    assert_int_equal(desk_commit(fixture->desk, NULL), RC_OK);
}

/* When so many rounds of letters came in, with boards of this width. */
static const struct {
    unsigned round;
    int width;
    const char *what;
} pictures[] = {
    {3, DRAW_PNG_WIDTH_MAIL, "text, HTML and PNG"},
    {2 * ROUNDS - 5, DRAW_PNG_WIDTH_MAIL, "with the pictures' parts known"},
    {2 * ROUNDS - 3, DRAW_PNG_WIDTH_MAIL_MAX, "1080 pixels wide"},
    {2 * ROUNDS - 1, DRAW_PNG_WIDTH_SMALL, "640 pixels wide"},
};

static void send_pictures(struct fixture *fixture, unsigned round)
{
    for (unsigned i = 0; i < sizeof pictures / sizeof *pictures; i++)
        if (pictures[i].round == round) {
            fixture->config.picture_width = pictures[i].width;
            send_some(fixture, pictures[i].what);
        }
}

/* ---- all of it ---- */

static void measure(struct fixture *fixture, struct raw *raws)
{
    double seconds[2] = {0}, bare;
    unsigned letters[2] = {0}, count;

    for (unsigned round = 0; round < 2 * ROUNDS; round++) {
        bool grouped = round % 2 == 0;

        count = load_letters(fixture, GAMES, raws);
        seconds[grouped] += load_take(fixture, raws, count, grouped);
        letters[grouped] += count;
        load_free(raws, count);
        if (round < 2)
            continue;
        if (round == 2)
            with_pictures(fixture);
        send_pictures(fixture, round);
    }
    bare = bare_rows(fixture, 12000);
    printf("letters in, in groups: %.0f a second\n", letters[1] / seconds[1]);
    printf("letters in, one to a commit: %.0f a second, %.0f %% of a bare append loop (%.0f)\n",
           letters[0] / seconds[0], 100 * letters[0] / seconds[0] / bare, bare);
}

int main(void)
{
    OWN_MEMORY struct raw *raws = calloc(GAMES, sizeof *raws);
    struct fixture fixture;

    setenv("TMPDIR", getenv("TMPDIR") ? getenv("TMPDIR") : ".", 0);
    load_make_games(&fixture, GAMES);
    for (unsigned i = 0; i < WARM_UP; i++) { /* teams and placing */
        unsigned count = load_letters(&fixture, GAMES, raws);

        load_take(&fixture, raws, count, true);
        load_free(raws, count);
    }
    send_some(&fixture, "text alone");
    send_rest(&fixture);
    measure(&fixture, raws);
    fixture_remove(&fixture);
    return 0;
}
