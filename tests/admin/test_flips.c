/* SPDX-License-Identifier: MIT */
/* A flipped bit of the ledger's file is seen by the check, or it lies where nothing stands: then
 * every row and the schema read as before.
 *
 * POSTERN_FLIPS says how many bits, spread over the whole file. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <sqlite3.h>

#include "base/text.h"
#include "admin/admin.h"
#include "play/desk_open.h"
#include "play/position.h"
#include "server/files.h"
#include "games/games.h"
#include "ledger/work.h"
#include "tests/house/fixture.h"
#include "tests/test.h"

/* What nothing else repeats cannot be compared: the kind of a letter out, the minute in which
 * somebody was counted, a hash by which a repeat is known. One bit in so many of those that count.
 */
enum { UNSEEN_PART = 50 };
enum { FLIPS = 160, ORDERS = 12, PATH = FIXTURE_PATH * 2, LEDGER_MAX = 1 << 26 };

/* ---- a ledger with something of everything ---- */

static void make(struct fixture *fixture)
{
    static const char *const address[] = {NULL, ANNA, BOB};
    struct rekey_count count = {0};
    char line[ORDER_TEXT_BYTES];

    fixture_pair(fixture, games);
    fixture_game(fixture, games_find("welcome_back"), "");
    fixture_game(fixture, games_find("dungeon_twister"), "");
    fixture_round(fixture);
    writes(fixture, ANNA, "luck apples");
    writes(fixture, BOB, "luck pears\nsay good luck\nnote a note\non time draft");
    writes(fixture, BOB, "language es\nvacation 2026-12-24..2026-12-26\ndispute this is wrong");
    for (unsigned i = 0; i < ORDERS; i++) {
        int64_t game = 1 + i % 2;
        const struct position *position = fixture_position(fixture, game);
        unsigned seat = 0;

        for (unsigned d = 0; d < position->decision_count && !seat; d++)
            seat = position->decision[d].seat;
        if (!seat || !fixture_random_order(fixture, game, seat, line))
            continue;
        writes(fixture, address[seat], line);
    }
    writes(fixture, ANNA, "challenge welcome back\nwatch 2");
    writes(fixture, ANNA, "draft\npass");
    OK(rekey_rotate(fixture->desk, KEY_STORAGE, &err));
    OK(rekey_apply(fixture->desk, &count, &err));
    fixture_close(fixture);
}

/* ---- what stands in a file ---- */

static void put_query(sqlite3 *db, const char *sql, struct buf *out)
{
    sqlite3_stmt *stmt = NULL;

    if (sqlite3_prepare_v2(db, sql, -1, &stmt, NULL) != SQLITE_OK) {
        buf_printf(out, "%s: %s\n", sql, sqlite3_errmsg(db));
        return;
    }
    for (;;) {
        int code = sqlite3_step(stmt);

        if (code != SQLITE_ROW) {
            buf_printf(out, "%s\n", code == SQLITE_DONE ? "" : sqlite3_errmsg(db));
            break;
        }
        for (int c = 0; c < sqlite3_column_count(stmt); c++) {
            const unsigned char *bytes = sqlite3_column_blob(stmt, c);

            buf_printf(out, "%s=%d:", sqlite3_column_name(stmt, c), sqlite3_column_type(stmt, c));
            for (int i = 0; i < sqlite3_column_bytes(stmt, c); i++)
                buf_printf(out, "%02x", bytes[i]);
            buf_put_char(out, ' ');
        }
        buf_put_char(out, '\n');
    }
    sqlite3_finalize(stmt);
}

/* All of it as text: schema, and every row of every table. */
static void read_all(const char *path, struct buf *out)
{
    sqlite3_stmt *stmt = NULL;
    sqlite3 *db = NULL;

    if (sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, NULL) == SQLITE_OK &&
        sqlite3_prepare_v2(db, "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name",
                           -1, &stmt, NULL) == SQLITE_OK)
        while (sqlite3_step(stmt) == SQLITE_ROW) {
            char sql[256];
            const char *name = (const char *)sqlite3_column_text(stmt, 0);

            snprintf(sql, sizeof sql, "SELECT * FROM \"%.200s\" NOT INDEXED", name);
            buf_printf(out, "table %s\n", name);
            put_query(db, sql, out);
        }
    else
        buf_put(out, "cannot be read");
    sqlite3_finalize(stmt);
    put_query(db, "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY name", out);
    put_query(db, "PRAGMA application_id", out);
    put_query(db, "PRAGMA user_version", out);
    sqlite3_close(db);
}

/* ---- flips ---- */

struct told {
    unsigned problems;
    char first[256];
};

static void note(void *user, const char *problem)
{
    struct told *told = user;

    if (!told->problems++)
        text_copy(told->first, sizeof told->first, problem);
}

/* Does `postern check` say that something is wrong, in whatever way? */
static bool is_seen(struct fixture *fixture, struct told *told)
{
    struct desk *desk = NULL;
    struct err err = {0};
    enum rc rc = desk_open(&fixture->config, &fixture->world, NULL, &desk, &err);

    *told = (struct told){0};
    if (rc == RC_OK)
        rc = rebuild_check(desk, note, told, &err);
    desk_close(desk);
    if (rc != RC_OK)
        note(told, err.text);
    return told->problems > 0;
}

static void write_bytes(const char *path, const struct buf *bytes)
{
    FILE *file = fopen(path, "wb");

    assert_non_null(file);
    assert_int_equal(fwrite(bytes->at, 1, bytes->length, file), bytes->length);
    assert_int_equal(fclose(file), 0);
}

/* The first line that differs, with its table. */
static void print_difference(const char *before, const char *after)
{
    const char *table = before, *line = before, *other = after;

    while (*line && *other) {
        size_t a = strcspn(line, "\n"), b = strcspn(other, "\n");

        if (strncmp(line, "table ", 6) == 0)
            table = line;
        if (a != b || memcmp(line, other, a) != 0)
            break;
        line += a + (line[a] != '\0');
        other += b + (other[b] != '\0');
    }
    print_error("  %.*s\n  was %.*s\n  is  %.*s\n", (int)strcspn(table, "\n"), table,
                (int)strcspn(line, "\n"), line, (int)strcspn(other, "\n"), other);
}

FIXTURE_TEST(every_flipped_bit_is_seen_or_lies_where_nothing_stands, make(fixture))
{
    const char *wanted = getenv("POSTERN_FLIPS");
    unsigned flips = wanted ? (unsigned)strtoul(wanted, NULL, 10) : FLIPS;
    unsigned seen = 0, unused = 0, unseen = 0;
    char path[PATH], wal[PATH + 8];
    OWN(buf) bytes = {0}, before = {0};
    struct told told;

    snprintf(path, sizeof path, "%s/postern.db", fixture->folder);
    OK(files_read(path, LEDGER_MAX, &bytes, &err));
    read_all(path, &before);
    if (is_seen(fixture, &told))
        fail_msg("the sound ledger: %s", told.first);
    for (unsigned i = 0; i < flips; i++) {
        size_t bit = (size_t)((double)i * (double)(bytes.length * 8 - 1) / flips) +
                     fixture_below(fixture, 64);
        OWN(buf) after = {0};

        bytes.at[bit / 8] = (char)(bytes.at[bit / 8] ^ 1 << bit % 8);
        for (unsigned k = 0; k < 2; k++) {
            snprintf(wal, sizeof wal, "%s%s", path, k ? "-wal" : "-shm");
            unlink(wal);
        }
        write_bytes(path, &bytes);
        read_all(path, &after);
        if (is_seen(fixture, &told))
            seen++;
        else if (text_equal(buf_text(&before), buf_text(&after)))
            unused++;
        else {
            unseen++;
            print_error("bit %u of byte %zu is not seen:\n", (unsigned)(bit % 8), bit / 8);
            print_difference(buf_text(&before), buf_text(&after));
        }
        bytes.at[bit / 8] = (char)(bytes.at[bit / 8] ^ 1 << bit % 8);
    }
    print_message("%u flipped bits: %u seen, %u in unused bytes, %u not seen\n", flips, seen,
                  unused, unseen);
    assert_true(unseen <= 1 + seen / UNSEEN_PART);
    assert_true(seen > unused / 8);
    write_bytes(path, &bytes);
    fixture_open(fixture);
}

TESTS(NULL, NULL)
