/* Figures of the desk: letters in → adjudicated → durable → answers queued as values, in groups and
 * one to a commit, beside a bare SQLite append loop on the same disk; letters out, composed, drawn
 * and handed over. Prints, asserts nothing.
 *
 * Games of Dungeon Twister; each letter is a reply with the turn letter quoted below its order, and
 * each order is legal. Files are made in TMPDIR, or else in the directory it is started in. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sqlite3.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "desk/adjudicate.h"
#include "desk/people.h"
#include "desk/publish.h"
#include "desk/reception.h"
#include "desk/sealing.h"
#include "games/games.h"
#include "post/post_memory.h"
#include "tests/desk/fixture.h"

enum {
    GAMES = 200,
    WARM_UP = 26,
    ROUNDS = 8,
    GROUP_MS = 50,
    BARE_ROWS = 1000,
    OUT_MOST = 400,
    WORKERS = 2
};

struct raw {
    char *bytes;
    size_t length;
    char id[32];
};

static double now_s(void)
{
    struct timespec ts;

    clock_gettime(CLOCK_MONOTONIC, &ts);
    return (double)ts.tv_sec + (double)ts.tv_nsec * 1e-9;
}

/* ---- letters ---- */

static const char *const addresses[] = {NULL, "anna@one.example", "bob@two.example"};

/* What a mail program quotes of a turn letter. */
static void put_quote(struct buf *out)
{
    buf_put(out, "\nOn Sat, 21 Nov 2026 12:00, Robot wrote:\n> -=-=- Answer above this line\n");
    for (unsigned i = 0; i < 55; i++)
        buf_put(out, ">    ┼      ┼      ┼      ┼      ┼      ┼      ┼\n");
}

static unsigned asked(const struct position *position, struct decision *decision)
{
    for (unsigned i = 0; i < position->decision_count; i++)
        if (position->decision[i].seat && !position_is_luck(position->decision[i].id)) {
            *decision = position->decision[i];
            return decision->seat;
        }
    return 0;
}

/* A legal order for whoever is asked; false when the game is over. */
static bool make_letter(struct fixture *fixture, int64_t game, struct raw *raw)
{
    const struct position *position = fixture_position(fixture, game);
    char order[ORDER_TEXT_BYTES], to[SEALING_ADDRESS_BYTES];
    struct decision decision;
    unsigned seat = asked(position, &decision);
    int64_t entry = (int64_t)position->chain.number;
    struct buf bytes = {0};
    struct err err = {0};

    if (!seat || !fixture_random_order(fixture, game, seat, order))
        return false;
    assert_int_equal(
        sealing_address(fixture->desk, TOKEN_REPLY, game, seat, decision.id, entry, to, &err),
        RC_OK);
    snprintf(raw->id, sizeof raw->id, "%u", ++fixture->sent);
    buf_printf(
        &bytes,
        "Return-Path: <%s>\r\nDelivered-To: %s\r\nReceived: from mx.one.example by "
        "mx.robot.example; Sat, 21 Nov 2026 12:00:00 +0000\r\nFrom: Player <%s>\r\nTo: %s\r\n"
        "Message-ID: <%s@player.example>\r\nIn-Reply-To: <x@robot.example>\r\n"
        "Subject: Re: Dungeon Twister\r\nMIME-Version: 1.0\r\n"
        "Content-Type: text/plain; charset=utf-8\r\n\r\n%s\r\n",
        addresses[seat], to, addresses[seat], to, raw->id, order);
    put_quote(&bytes);
    raw->length = bytes.length;
    raw->bytes = buf_take(&bytes);
    return true;
}

static unsigned make_letters(struct fixture *fixture, struct raw *raws)
{
    unsigned count = 0;

    for (int64_t game = 1; game <= GAMES; game++)
        count += make_letter(fixture, game, &raws[count]);
    return count;
}

static void free_letters(struct raw *raws, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        free(raws[i].bytes);
}

/* ---- taking in ---- */

static void take(struct fixture *fixture, const struct raw *raw)
{
    struct reception_letter in = {.source = "maildir:bench",
                                  .source_id = raw->id,
                                  .arrived_s = fixture->now_s,
                                  .raw = raw->bytes,
                                  .length = raw->length};
    struct reception_result result;
    struct reading reading = {0};
    struct err err = {0};

    assert_int_equal(reception_take(fixture->desk, &in, &reading, &result, &err), RC_OK);
    assert_int_equal(result.outcome, LEDGER_ACCEPTED);
}

/* Seconds for all; as many in a commit as its time allows, or one. */
static double take_all(struct fixture *fixture, const struct raw *raws, unsigned count,
                       bool grouped)
{
    double start = now_s();
    unsigned i = 0;

    while (i < count) {
        double begin = now_s();
        struct err err = {0};

        assert_int_equal(desk_begin(fixture->desk, &err), RC_OK);
        do
            take(fixture, &raws[i++]);
        while (grouped && i < count && (now_s() - begin) * 1000 < GROUP_MS);
        assert_int_equal(desk_commit(fixture->desk, &err), RC_OK);
    }
    fixture->now_s++;
    return now_s() - start;
}

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
    start = now_s();
    for (unsigned i = 0; i < BARE_ROWS; i++) {
        sqlite3_bind_int(insert, 1, bytes);
        sqlite3_step(insert);
        sqlite3_reset(insert);
    }
    start = now_s() - start;
    sqlite3_finalize(insert);
    sqlite3_close(db);
    return BARE_ROWS / start;
}

/* ---- sending ---- */

static void send_some(struct fixture *fixture, const char *what)
{
    struct publisher *publisher;
    struct post_sink *sink;
    struct err err = {0};
    unsigned sent = 0, handled = 1;
    double start;

    assert_int_equal(post_memory_sink_new("bench", &sink, &err), RC_OK);
    assert_int_equal(publisher_new(fixture->desk, WORKERS, -1, &publisher, &err), RC_OK);
    start = now_s();
    while (sent < OUT_MOST && handled) {
        assert_int_equal(publish_due(fixture->desk, publisher, sink, &handled, &err), RC_OK);
        post_memory_sink_clear(sink);
        sent += handled;
    }
    printf("letters out, %s: %u letters, %.0f a second\n", what, sent, sent / (now_s() - start));
    post_sink_free(sink);
    publisher_free(publisher);
}

static void send_rest(struct fixture *fixture)
{
    struct publisher *publisher;
    struct post_sink *sink;
    struct err err = {0};
    unsigned handled = 1;

    assert_int_equal(post_memory_sink_new("bench", &sink, &err), RC_OK);
    assert_int_equal(publisher_new(fixture->desk, WORKERS, -1, &publisher, &err), RC_OK);
    while (handled) {
        assert_int_equal(publish_due(fixture->desk, publisher, sink, &handled, &err), RC_OK);
        post_memory_sink_clear(sink);
    }
    post_sink_free(sink);
    publisher_free(publisher);
}

static void with_pictures(struct fixture *fixture)
{
    struct err err = {0};

    assert_int_equal(desk_begin(fixture->desk, &err), RC_OK);
    for (int64_t player = 1; player <= 2; player++)
        assert_int_equal(people_change(fixture->desk, player, "format", "html", &err), RC_OK);
    assert_int_equal(desk_commit(fixture->desk, &err), RC_OK);
}

/* ---- all of it ---- */

static void give_luck(struct fixture *fixture)
{
    for (int64_t game = 1; game <= GAMES; game++) {
        struct err err = {0};
        struct position *position;
        unsigned answered;

        assert_int_equal(desk_begin(fixture->desk, &err), RC_OK);
        position = fixture_position(fixture, game);
        assert_int_equal(adjudicate_lucks(fixture->desk, position, &err), RC_OK);
        assert_int_equal(adjudicate_table(fixture->desk, position, &answered, &err), RC_OK);
        assert_int_equal(adjudicate_settle(fixture->desk, position, &err), RC_OK);
        assert_int_equal(desk_commit(fixture->desk, &err), RC_OK);
    }
}

static void measure(struct fixture *fixture, struct raw *raws)
{
    double seconds[2] = {0}, bare;
    unsigned letters[2] = {0}, count;

    for (unsigned round = 0; round < 2 * ROUNDS; round++) {
        bool grouped = round % 2 == 0;

        count = make_letters(fixture, raws);
        seconds[grouped] += take_all(fixture, raws, count, grouped);
        letters[grouped] += count;
        free_letters(raws, count);
        if (round < 2)
            continue;
        if (round == 2)
            with_pictures(fixture);
        if (round == 3)
            send_some(fixture, "text, SVG and PNG");
    }
    bare = bare_rows(fixture, 12000);
    printf("letters in, in groups of %d ms: %.0f a second\n", GROUP_MS, letters[1] / seconds[1]);
    printf("letters in, one to a commit: %.0f a second, %.0f %% of a bare append loop (%.0f)\n",
           letters[0] / seconds[0], 100 * letters[0] / seconds[0] / bare, bare);
}

int main(void)
{
    struct raw *raws = calloc(GAMES, sizeof *raws);
    struct fixture fixture;

    setenv("TMPDIR", getenv("TMPDIR") ? getenv("TMPDIR") : ".", 0);
    fixture_make(&fixture, games);
    fixture_player(&fixture, "Anna", addresses[1]);
    fixture_player(&fixture, "Bob", addresses[2]);
    for (unsigned i = 0; i < GAMES; i++)
        fixture_game(&fixture, games_find("dungeon_twister"), "");
    give_luck(&fixture);
    for (unsigned i = 0; i < WARM_UP; i++) { /* teams and placing */
        unsigned count = make_letters(&fixture, raws);

        take_all(&fixture, raws, count, true);
        free_letters(raws, count);
    }
    send_some(&fixture, "text alone");
    send_rest(&fixture);
    measure(&fixture, raws);
    fixture_remove(&fixture);
    free(raws);
    return 0;
}
