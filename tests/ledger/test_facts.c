/* SPDX-License-Identifier: MIT */
#include "fixture.h"

#include <stdio.h>

#include "base/buf.h"
#include "ledger/tournaments.h"
#include "ledger/ledger_p.h"
#include "tests/ledger/dump.h"

static void begin(struct fixture *fixture)
{
    OK(ledger_begin_immediate(fixture->ledger, ERR_P));
}

static void commit(struct fixture *fixture)
{
    OK(ledger_commit(fixture->ledger, ERR_P));
}

/* At least one row in every table of facts. */
static void fill_tournament(struct ledger *ledger, int64_t player)
{
    static const unsigned char hash[32] = {1};
    struct ledger_tournament_entry entry = {
        .tournament = 1, .at_s = 5, .text = "postern-cup 2", .hash = hash};
    struct ledger_tournament_entrant entrant = {
        .tournament = 1, .entrant = 1, .player = player, .n = 1, .box = fixture_bytes("b")};
    int64_t tournament = 0;

    OK(ledger_tournament_next(ledger, &tournament, ERR_P));
    assert_int_equal(tournament, 1);
    OK(ledger_tournament_put(ledger, tournament, 5, fixture_bytes("s"), ERR_P));
    OK(ledger_tournament_append(ledger, &entry, ERR_P));
    assert_int_equal(ledger_tournament_append(ledger, &entry, NULL),
                     RC_CONFLICT); /* that number is there */
    entry.n = 1;
    entry.commitment = hash;
    OK(ledger_tournament_append(ledger, &entry, ERR_P));
    OK(ledger_tournament_entrant_put(ledger, &entrant, ERR_P));
}

static void fill_all_facts(struct fixture *fixture)
{
    struct ledger *ledger = fixture->ledger;
    struct ledger_opening opening = {.name = "combat/1"};
    struct ledger_player_change change = {
        .id = 1, .player = 1, .at_s = 5, .kind = "name", .box = fixture_bytes("b")};
    int64_t player, address, game;

    begin(fixture);
    player = fixture_player(ledger, "anna");
    address = fixture_address(ledger, player, "anna@example.org");
    OK(ledger_player_change_put(ledger, &change, ERR_P));
    game = fixture_game(ledger);
    OK(ledger_seat_put(ledger, game, 1, player, 0, ERR_P));
    OK(fixture_whole_letter(ledger, game, address, "1", ERR_P));
    OK(fixture_append(ledger, game, "open combat/1", NULL, &opening, ERR_P));
    OK(ledger_lost_put(ledger, game + 1, 3, 9, ERR_P));
    OK(ledger_recovered_put(ledger, game, 1, 1, 9, ERR_P));
    fill_tournament(ledger, player);
    commit(fixture);
}

static void name_first_column(sqlite3 *db, const char *table, char *out, size_t size)
{
    sqlite3_stmt *stmt = NULL;

    assert_int_equal(
        sqlite3_prepare_v2(db, "SELECT name FROM pragma_table_info(?)", -1, &stmt, NULL),
        SQLITE_OK);
    sqlite3_bind_text(stmt, 1, table, -1, SQLITE_STATIC);
    assert_int_equal(sqlite3_step(stmt), SQLITE_ROW);
    snprintf(out, size, "%s", (const char *)sqlite3_column_text(stmt, 0));
    sqlite3_finalize(stmt);
}

#define WITH_LEDGER(name) TEST_ON(name, fixture_setup, fixture_teardown, fixture, fixture)

WITH_LEDGER(facts_cannot_be_changed_or_deleted)
{
    sqlite3 *db = fixture->ledger->db;
    unsigned tables = 0;

    fill_all_facts(fixture);
    /* The raw bytes' key is there, so they must stay. */
    struct ledger_key key = {
        .id = 1, .kind = LEDGER_KEY_MONTH, .subject = 1, .wrapped = fixture_bytes("k")};
    OK(ledger_key_put(fixture->ledger, &key, ERR_P));
    for (const struct dump_table *t = dump_tables; t->name; t++) {
        static const char *const forms[] = {"UPDATE %s SET %s = %s", "DELETE FROM %s",
                                            "REPLACE INTO %s SELECT * FROM %s"};
        char first[64], sql[200];

        if (t->part != DUMP_FACTS)
            continue;
        name_first_column(db, t->name, first, sizeof first);
        tables++;
        snprintf(sql, sizeof sql, forms[0], t->name, first, first);
        assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_CONSTRAINT_TRIGGER);
        snprintf(sql, sizeof sql, forms[1], t->name);
        assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_CONSTRAINT_TRIGGER);
        snprintf(sql, sizeof sql, forms[2], t->name, t->name);
        assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL) & 0xFF, SQLITE_CONSTRAINT);
    }
    assert_int_equal(tables, 18);
}

WITH_LEDGER(a_number_that_was_lost_is_never_given_again)
{
    struct ledger *ledger = fixture->ledger;
    bool is_lost = true;
    int64_t next = 0;

    begin(fixture);
    assert_int_equal(fixture_game(ledger), 1);
    assert_int_equal(ledger_lost_put(ledger, 1, 5, 9, ERR_P), RC_CONFLICT); /* it is here */
    OK(ledger_lost_put(ledger, 2, 5, 9, ERR_P));
    OK(ledger_lost_put(ledger, 3, -1, 9, ERR_P));
    OK(ledger_next_id(ledger, LEDGER_GAMES, &next, ERR_P));
    assert_int_equal(next, 4);
    assert_int_equal(fixture_game(ledger), 4);
    assert_int_equal(ledger_lost_put(ledger, 4, 5, 9, ERR_P), RC_CONFLICT);
    OK(ledger_is_lost(ledger, 4, &is_lost, ERR_P));
    assert_false(is_lost);
    OK(ledger_is_lost(ledger, 3, &is_lost, ERR_P));
    assert_true(is_lost);
    commit(fixture);
}

WITH_LEDGER(every_table_is_listed_and_strict)
{
    sqlite3_stmt *stmt = NULL;
    unsigned found = 0, listed = 0;

    assert_int_equal(sqlite3_prepare_v2(fixture->ledger->db,
                                        "SELECT name, strict FROM pragma_table_list"
                                        " WHERE schema = 'main' AND name NOT LIKE 'sqlite_%'",
                                        -1, &stmt, NULL),
                     SQLITE_OK);
    while (sqlite3_step(stmt) == SQLITE_ROW) {
        const struct dump_table *t = dump_tables;
        while (t->name && strcmp(t->name, (const char *)sqlite3_column_text(stmt, 0)) != 0)
            t++;
        assert_non_null(t->name);
        assert_int_equal(sqlite3_column_int(stmt, 1), 1);
        found++;
    }
    sqlite3_finalize(stmt);
    for (const struct dump_table *t = dump_tables; t->name; t++)
        listed++;
    assert_int_equal(found, listed);
}

/* --- people ------------------------------------------------------------------------------- */

static void on_address(struct buf *out, const struct ledger_address *address)
{
    buf_printf(out, "%d:%d:%.*s ", (int)address->id, (int)address->state, (int)address->box.length,
               (const char *)address->box.at);
}

WITH_LEDGER(addresses_are_added_confirmed_and_dropped)
{
    struct ledger *ledger = fixture->ledger;
    struct ledger_address none;
    struct ledger_rows rows;
    OWN(buf) out = {0};
    int64_t anna, first, second;

    begin(fixture);
    anna = fixture_player(ledger, "anna");
    first = fixture_address(ledger, anna, "a@x");
    struct ledger_address fresh = {
        .id = first + 1, .player = anna, .at_s = 5, .box = fixture_bytes("b@x")};
    OK(ledger_address_put(ledger, &fresh, ERR_P));
    second = fresh.id;
    OK_EACH(ledger_addresses(ledger, anna, ERR_P), ledger_address, on_address, &out);
    assert_string_equal(buf_text(&out), "1:1:a@x 2:0:b@x ");
    OK(ledger_address_change(ledger, second, LEDGER_ADDRESS_CONFIRMED, 6, ERR_P));
    OK(ledger_address_change(ledger, first, LEDGER_ADDRESS_DROPPED, 7, ERR_P));
    buf_clear(&out);
    OK_EACH(ledger_addresses(ledger, anna, ERR_P), ledger_address, on_address, &out);
    assert_string_equal(buf_text(&out), "1:2:a@x 2:1:b@x ");
    rows = ledger_address_get(ledger, 99, ERR_P);
    assert_false(ledger_next(&rows, &none));
    assert_int_equal(ledger_end(&rows), RC_NOT_FOUND);
    commit(fixture);
}

WITH_LEDGER(a_keyed_hash_leads_to_one_player)
{
    struct ledger *ledger = fixture->ledger;
    struct fixture_hash hash = fixture_hash(7, 7);
    int64_t player = 9, address = 9, anna;

    begin(fixture);
    anna = fixture_player(ledger, "anna");
    OK(ledger_lookup_get(ledger, LEDGER_BY_ADDRESS, hash.at, &player, &address, ERR_P));
    assert_int_equal(player, 0);
    OK(ledger_lookup_put(ledger, LEDGER_BY_ADDRESS, hash.at, anna, 5, ERR_P));
    OK(ledger_lookup_get(ledger, LEDGER_BY_ADDRESS, hash.at, &player, &address, ERR_P));
    assert_int_equal(player, anna);
    assert_int_equal(address, 5);
    assert_int_equal(ledger_lookup_put(ledger, LEDGER_BY_ADDRESS, hash.at, 2, 6, ERR_P), RC_EXISTS);
    OK(ledger_lookup_get(ledger, LEDGER_BY_NAME, hash.at, &player, &address, ERR_P));
    assert_int_equal(player, 0);
    OK(ledger_lookup_drop(ledger, LEDGER_BY_ADDRESS, hash.at, ERR_P));
    OK(ledger_lookup_put(ledger, LEDGER_BY_ADDRESS, hash.at, anna, 6, ERR_P));
    commit(fixture);
}

/* Several servers behind one address have ranges of their own. */
WITH_LEDGER(the_first_game_may_have_any_number)
{
    struct ledger_game game = {.id = 1000000,
                               .engine = "toy",
                               .version = "1",
                               .options = "",
                               .secret_box = fixture_bytes("S")};

    begin(fixture);
    OK(ledger_game_put(fixture->ledger, &game, ERR_P));
    assert_int_equal(fixture_game(fixture->ledger), 1000001);
    game.id = 1;
    assert_int_equal(ledger_game_put(fixture->ledger, &game, ERR_P), RC_CONFLICT);
    commit(fixture);
}

/* --- games -------------------------------------------------------------------------------- */

WITH_LEDGER(game_numbers_have_no_gaps)
{
    struct ledger_game game = {
        .id = 3, .engine = "toy", .version = "1", .options = "", .secret_box = fixture_bytes("S")};

    begin(fixture);
    assert_int_equal(fixture_game(fixture->ledger), 1);
    assert_int_equal(ledger_game_put(fixture->ledger, &game, ERR_P), RC_CONFLICT);
    assert_int_equal(fixture_game(fixture->ledger), 2);
    commit(fixture);
    begin(fixture);
    assert_int_equal(fixture_game(fixture->ledger), 3);
    ledger_rollback(fixture->ledger);
    begin(fixture);
    assert_int_equal(fixture_game(fixture->ledger), 3);
    commit(fixture);
}

static void note_entry(struct buf *out, const struct ledger_entry *entry)
{
    struct fixture_hash want = fixture_hash(entry->game, entry->n);

    assert_memory_equal(entry->hash, want.at, LEDGER_HASH_BYTES);
    buf_printf(out, "%d %d %s\n", (int)entry->n, (int)entry->at_s, entry->text);
}

WITH_LEDGER(the_log_reads_as_it_was_written)
{
    OWN(buf) out = {0};
    int64_t game;

    begin(fixture);
    game = fixture_game(fixture->ledger);
    OK(fixture_append(fixture->ledger, game, "thief c4 c5", NULL, NULL, ERR_P));
    OK(fixture_append(fixture->ledger, game, "za\xC5\xBC\xC3\xB3\xC5\x82\xC4\x87", NULL, NULL,
                      ERR_P));
    commit(fixture);
    OK_EACH(ledger_entries(fixture->ledger, game, 0, ERR_P), ledger_entry, note_entry, &out);
    assert_string_equal(buf_text(&out), "0 2000 genesis of a toy\n1 2001 thief c4 c5\n"
                                        "2 2002 za\xC5\xBC\xC3\xB3\xC5\x82\xC4\x87\n");
    buf_clear(&out);
    OK_EACH(ledger_entries(fixture->ledger, game, 2, ERR_P), ledger_entry, note_entry, &out);
    assert_int_equal(out.length, strlen("2 2002 za\xC5\xBC\xC3\xB3\xC5\x82\xC4\x87\n"));
}

WITH_LEDGER(an_entry_upon_an_old_head_is_a_conflict)
{
    struct ledger *ledger = fixture->ledger;
    struct fixture_hash hash = fixture_hash(1, 1), wrong = fixture_hash(8, 8);
    struct ledger_entry entry = {
        .game = 1, .n = 1, .at_s = 3000, .kind = "order", .text = "x", .hash = hash.at};
    struct ledger_head head;

    begin(fixture);
    fixture_game(ledger);
    OK(ledger_head_get(ledger, 1, &head, ERR_P));
    entry.previous = wrong.at;
    assert_int_equal(ledger_entry_append(ledger, &entry, ERR_P), RC_CONFLICT);
    entry.previous = NULL;
    assert_int_equal(ledger_entry_append(ledger, &entry, ERR_P), RC_CONFLICT);
    entry.previous = head.hash;
    entry.n = 2;
    assert_int_equal(ledger_entry_append(ledger, &entry, ERR_P), RC_CONFLICT);
    entry.n = 1;
    entry.at_s = 1999;
    assert_int_equal(ledger_entry_append(ledger, &entry, ERR_P), RC_CONFLICT);
    entry.at_s = 2000;
    OK(ledger_entry_append(ledger, &entry, ERR_P));
    assert_int_equal(ledger_entry_append(ledger, &entry, ERR_P), RC_CONFLICT);
    OK(ledger_head_get(ledger, 1, &head, ERR_P));
    assert_int_equal(head.n, 1);
    assert_memory_equal(head.hash, hash.at, LEDGER_HASH_BYTES);
    assert_int_equal(ledger_head_get(ledger, 2, &head, ERR_P), RC_NOT_FOUND);
    commit(fixture);
}

WITH_LEDGER(even_by_hand_an_entry_follows_the_one_before)
{
    static const char *const tries[] = {
        "INSERT INTO entry VALUES (1, 2, 5000, 0, NULL, 'x', 'x', zeroblob(32))",
        "INSERT INTO entry VALUES (1, 1, 1999, 0, NULL, 'x', 'x', zeroblob(32))",
    };

    begin(fixture);
    fixture_game(fixture->ledger);
    commit(fixture);
    for (size_t i = 0; i < sizeof tries / sizeof *tries; i++)
        assert_int_equal(sqlite3_exec(fixture->ledger->db, tries[i], NULL, NULL, NULL),
                         SQLITE_CONSTRAINT_TRIGGER);
}

/* --- seals -------------------------------------------------------------------------------- */

static void on_seal(struct buf *out, const struct ledger_seal_row *row)
{
    assert_int_equal(row->seal.commitment.length, LEDGER_HASH_BYTES);
    buf_printf(out, "%d>%d %s %d [%.*s]\n", (int)row->n, (int)row->opened_n, row->seal.name,
               row->seal.seat, (int)row->seal.box.length,
               row->seal.box.at ? (const char *)row->seal.box.at : "");
}

WITH_LEDGER(seals_are_logged_once_and_opened_once)
{
    struct ledger *ledger = fixture->ledger;
    struct fixture_hash c = fixture_hash(3, 3);
    struct ledger_seal held = {"team/1", 1, {c.at, 32}, {"thief", 5}};
    struct ledger_seal foreign = {"token/1/3", 1, {c.at, 32}, {NULL, 0}};
    struct ledger_opening open_held = {"team/1", {NULL, 0}}, unknown = {"room/w1", {NULL, 0}};
    struct ledger_opening open_foreign = {"token/1/3", {"rope", 4}};
    OWN(buf) out = {0};
    struct ledger_head head;
    int64_t none = 0;

    begin(fixture);
    fixture_game(ledger);
    OK(fixture_append(ledger, 1, "one", &held, NULL, ERR_P));
    OK(fixture_append(ledger, 1, "two", &foreign, NULL, ERR_P));
    assert_int_equal(fixture_append(ledger, 1, "again", &held, NULL, ERR_P), RC_EXISTS);
    assert_int_equal(fixture_append(ledger, 1, "bad", NULL, &unknown, ERR_P), RC_NOT_FOUND);
    OK(ledger_head_get(ledger, 1, &head, ERR_P));
    assert_int_equal(head.n, 2); /* nothing of the refused entries is left */
    OK(fixture_append(ledger, 1, "open", NULL, &open_foreign, ERR_P));
    OK(fixture_append(ledger, 1, "open", NULL, &open_held, ERR_P));
    assert_int_equal(fixture_append(ledger, 1, "twice", NULL, &open_held, ERR_P), RC_EXISTS);
    commit(fixture);
    OK_EACH(ledger_seals(ledger, 1, 0, 99, ERR_P), ledger_seal_row, on_seal, &out);
    assert_string_equal(buf_text(&out), "1>4 team/1 1 [thief]\n2>3 token/1/3 1 [rope]\n");
    buf_clear(&out);
    OK_EACH(ledger_seal_get(ledger, 1, "team/1", ERR_P), ledger_seal_row, on_seal, &out);
    assert_string_equal(buf_text(&out), "1>4 team/1 1 [thief]\n");
    assert_int_equal(ledger_count(ledger_seal_get(ledger, 1, "none", ERR_P), &none), RC_NOT_FOUND);
}

static void append_undo(struct ledger *ledger, const char *text)
{
    struct fixture_hash hash;
    struct ledger_head head;
    struct ledger_entry entry = {.game = 1, .kind = "undo", .text = text};

    OK(ledger_head_get(ledger, 1, &head, ERR_P));
    hash = fixture_hash(1, head.n + 1);
    entry.n = head.n + 1;
    entry.at_s = head.at_s;
    entry.previous = head.hash;
    entry.hash = hash.at;
    OK(ledger_entry_append(ledger, &entry, ERR_P));
}

WITH_LEDGER(a_name_is_free_again_only_when_its_entry_was_undone)
{
    struct ledger *ledger = fixture->ledger;
    struct fixture_hash c = fixture_hash(3, 3);
    struct ledger_seal first = {"combat/1/1", 1, {c.at, 32}, {"three", 5}};
    struct ledger_seal second = {"combat/1/1", 1, {c.at, 32}, {"four", 4}};
    struct ledger_seal kept = {"team/1", 1, {c.at, 32}, {"troll", 5}};
    struct ledger_opening opening = {"combat/1/1", {NULL, 0}}, open_kept = {"team/1", {NULL, 0}};
    OWN(buf) out = {0};

    begin(fixture);
    fixture_game(ledger);
    OK(fixture_append(ledger, 1, "one", &kept, NULL, ERR_P));
    OK(fixture_append(ledger, 1, "two", &first, NULL, ERR_P));
    OK(fixture_append(ledger, 1, "three", NULL, &opening, ERR_P));
    append_undo(ledger, "2026-11-21T22:30:00Z seat/1 undo letter=[letter/4] to=1");
    assert_int_equal(fixture_append(ledger, 1, "again", &kept, NULL, ERR_P), RC_EXISTS);
    OK(fixture_append(ledger, 1, "five", &second, NULL, ERR_P));
    assert_int_equal(fixture_append(ledger, 1, "again", &second, NULL, ERR_P), RC_EXISTS);
    OK(fixture_append(ledger, 1, "six", NULL, &opening, ERR_P));
    assert_int_equal(fixture_append(ledger, 1, "twice", NULL, &opening, ERR_P), RC_EXISTS);
    commit(fixture);
    OK_EACH(ledger_seal_get(ledger, 1, "combat/1/1", ERR_P), ledger_seal_row, on_seal, &out);
    assert_string_equal(buf_text(&out), "5>6 combat/1/1 1 [four]\n");
    buf_clear(&out);
    OK_EACH(ledger_seals(ledger, 1, 0, 99, ERR_P), ledger_seal_row, on_seal, &out);
    assert_string_equal(buf_text(&out), "1>-1 team/1 1 [troll]\n2>-1 combat/1/1 1 [three]\n"
                                        "5>6 combat/1/1 1 [four]\n");
    begin(fixture);
    OK(fixture_append(ledger, 1, "seven", NULL, &open_kept, ERR_P));
    append_undo(ledger, "2026-11-21T22:30:00Z table undo to=6");
    OK(fixture_append(ledger, 1, "nine", NULL, &open_kept, ERR_P));
    assert_int_equal(fixture_append(ledger, 1, "twice", NULL, &open_kept, ERR_P), RC_EXISTS);
    commit(fixture);
    buf_clear(&out);
    OK_EACH(ledger_seal_get(ledger, 1, "team/1", ERR_P), ledger_seal_row, on_seal, &out);
    assert_string_equal(buf_text(&out), "1>9 team/1 1 [troll]\n");
}

/* --- seats -------------------------------------------------------------------------------- */

WITH_LEDGER(the_newest_holder_of_a_seat_counts)
{
    struct ledger *ledger = fixture->ledger;
    struct ledger_seat seat;
    int64_t anna, berta;

    begin(fixture);
    anna = fixture_player(ledger, "anna");
    berta = fixture_player(ledger, "berta");
    fixture_game(ledger);
    OK(ledger_seat_put(ledger, 1, 1, anna, 0, ERR_P));
    OK(ledger_seat_put(ledger, 1, 2, berta, 0, ERR_P));
    OK(fixture_append(ledger, 1, "replaced", NULL, NULL, ERR_P));
    OK(ledger_seat_put(ledger, 1, 1, 0, 1, ERR_P));
    assert_int_equal(ledger_seat_put(ledger, 1, 1, anna, 9, ERR_P), RC_NOT_FOUND);
    commit(fixture);
    OK(ledger_seat_get(ledger, 1, 1, &seat, ERR_P));
    assert_int_equal(seat.player, 0);
    OK(ledger_seat_get(ledger, 1, 2, &seat, ERR_P));
    assert_int_equal(seat.player, berta);
    assert_int_equal(ledger_seat_get(ledger, 1, 3, &seat, ERR_P), RC_NOT_FOUND);
}

/* How many games come with and behind the first, walked one inside the other. */
static int walk_inside(struct fixture *fixture, int64_t first)
{
    struct ledger_rows rows = ledger_games(fixture->ledger, first, ERR_P);
    int count = 0;

    for (struct ledger_game game; ledger_next(&rows, &game);) {
        int64_t entries = 0;

        OK(ledger_count(ledger_entries(fixture->ledger, game.id, 0, ERR_P), &entries));
        assert_int_equal(entries, game.id == 1 ? 2 : 1);
        count += 1 + walk_inside(fixture, game.id + 1);
    }
    OK(ledger_end(&rows));
    return count;
}

WITH_LEDGER(walks_nest_and_stop_when_told)
{
    struct ledger_entry entry = {0};
    struct ledger_rows rows;

    begin(fixture);
    for (int i = 0; i < 3; i++)
        fixture_game(fixture->ledger);
    OK(fixture_append(fixture->ledger, 1, "x", NULL, NULL, ERR_P));
    commit(fixture);
    assert_int_equal(walk_inside(fixture, 1), 7);
    rows = ledger_entries(fixture->ledger, 1, 0, ERR_P);
    assert_true(ledger_next(&rows, &entry));
    rows.rc = RC_STOPPED;
    assert_false(ledger_next(&rows, &entry));
    assert_int_equal(entry.n, 0);
    assert_int_equal(ledger_end(&rows), RC_STOPPED);
    OK(ledger_one(ledger_entries(fixture->ledger, 1, 1, ERR_P), &entry));
    assert_int_equal(entry.n, 1);
    assert_string_equal(entry.text, ""); /* gone with its row */
    OK(ledger_one(ledger_entries(fixture->ledger, 1, 2, ERR_P), &entry));
    assert_int_equal(entry.n, 1);
}

WITH_LEDGER(a_row_is_read_as_what_it_is)
{
    struct ledger_rows rows;
    struct ledger_seat seat;

    begin(fixture);
    fixture_game(fixture->ledger);
    commit(fixture);
    rows = ledger_games(fixture->ledger, 1, ERR_P);
    assert_false(ledger_next(&rows, &seat));
    assert_int_equal(ledger_end(&rows), RC_BUG);
}

TESTS(NULL, NULL)
