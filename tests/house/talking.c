/* SPDX-License-Identifier: MIT */
#include "tests/house/talking.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/games.h"
#include "admin/admin.h"
#include "ledger/care.h"
#include "play/export.h"
#include "rules/case.h"
#include "tests/house/searching.h"
#include "tests/ledger/dump.h"
#include "tests/toy/toy.h"
#include "tests/test.h"

void talking_start(struct fixture *fixture)
{
    /* The toy, and a real game for those tests that need one. */
    static const struct game *list[3] = {&toy_game};

    list[1] = games_find("dungeon_twister");
    fixture_make(fixture, list);
    fixture_start(fixture, &toy_game);
}

uint64_t head(struct fixture *fixture)
{
    return fixture_position(fixture, 1)->chain.number;
}

void says(struct fixture *fixture, const char *who, const char *body, const char *outcome)
{
    writes(fixture, who, body);
    if (strcmp(fixture_outcome(fixture), outcome) != 0)
        print_error("%s: %s\n", who, body);
    assert_string_equal(fixture_outcome(fixture), outcome);
}

static bool has(struct fixture *fixture, const char *who, const char *words, bool wanted)
{
    OWN(letter) letter = {0};
    bool found;

    fixture_newest(fixture, who, &letter, NULL);
    found = strstr(letter.text, words) != NULL;
    if (found != wanted)
        print_error("\"%s\" is %sin:\n%s\n", words, found ? "" : "not ", letter.text);
    return found;
}

void newest_has(struct fixture *fixture, const char *who, const char *words)
{
    assert_true(has(fixture, who, words, true));
}

void newest_lacks(struct fixture *fixture, const char *who, const char *words)
{
    assert_false(has(fixture, who, words, false));
}

void hears(struct fixture *fixture, const char *who, const char *body, const char *words)
{
    says(fixture, who, body, "answered command");
    newest_has(fixture, who, words);
}

void asks(struct fixture *fixture, const char *who, const char *body, const char *words)
{
    sends(fixture, who, body);
    newest_has(fixture, who, words);
}

void was_told(struct fixture *fixture, const char *who, const char *words)
{
    enum { SHOWN = 5500 };
    OWN(buf) raw = {0}, text = {0};

    search_mailbox(fixture, who, &raw, &text);
    if (!strstr(buf_text(&text), words))
        fail_msg("not \"%s\" in: %s", words,
                 buf_text(&text) + (text.length > SHOWN ? text.length - SHOWN : 0));
}

void tile_shown(struct fixture *fixture, unsigned k, char tile[TILE_BYTES])
{
    char name[16];
    const char *payload;
    size_t length;

    snprintf(name, sizeof name, "deck/%u", k);
    payload = position_payload(fixture_position(fixture, 1), name, &length);
    assert_non_null(payload);
    snprintf(tile, TILE_BYTES, ", toy.tiles %s,", payload);
}

void take_back(struct fixture *fixture, unsigned seat)
{
    const char *const address[] = {NULL, ANNA, BOB};
    char line[32];
    uint64_t to;

    says(fixture, address[seat], "undo", "answered command");
    to = replay_undo_agreed(fixture_position(fixture, 1)->replay, seat);
    if (!to)
        return;
    snprintf(line, sizeof line, "undo %u", (unsigned)to);
    says(fixture, address[3 - seat], line, "answered command");
}

/* ---- truth ---- */

void prove(struct fixture *fixture, unsigned reader, verify_find_fn *find)
{
    OWN(buf) file = {0};
    OWN(verify) verify = {0};
    struct err err = {0};

    if (export_game(fixture->desk, 1, reader, &file, &err) != RC_OK)
        print_error("%s\n", err.text);
    assert_int_equal(err.rc, RC_OK);
    assert_int_equal(verify_bytes(file.at, file.length, find, &verify, &err), RC_OK);
    if (!verify.is_good)
        print_error("reader %u, entry %llu: %s\n", reader, (unsigned long long)verify.bad_entry,
                    verify.err.text);
    assert_true(verify.is_good);
}

static void print_problem(void *user, const char *text)
{
    print_error("%s\n", text);
    ++*(unsigned *)user;
}

static void dump(struct fixture *fixture, struct buf *out)
{
    dump_rows(fixture->desk->ledger, DUMP_DERIVED, out);
}

static void rebuild(struct fixture *fixture)
{
    OWN(buf) before = {0}, after = {0};

    dump(fixture, &before);
    OK(rebuild_all(fixture->desk, &err));
    dump(fixture, &after);
    assert_string_equal(buf_text(&before), buf_text(&after));
}

void is_whole(struct fixture *fixture)
{
    unsigned problems = 0;

    OK(rebuild_check(fixture->desk, print_problem, &problems, &err));
    assert_int_equal(problems, 0);
}

void is_true(struct fixture *fixture)
{
    bool over = fixture_position(fixture, 1)->phase == POSITION_OVER;

    prove(fixture, RECORD_FOR_ALL, toy_find);
    prove(fixture, 1, toy_find);
    prove(fixture, 2, toy_find);
    if (over)
        prove(fixture, RECORD_FOR_WHOLE, toy_find);
    is_whole(fixture);
    rebuild(fixture);
}

bool export_has(struct fixture *fixture, unsigned reader, const char *words)
{
    OWN(buf) file = {0};

    OK(export_game(fixture->desk, 1, reader, &file, &err));
    return strstr(buf_text(&file), words) != NULL;
}

/* ---- disputes ---- */

struct reading_case {
    struct fixture *fixture;
    struct buf text;
};

static void get_case(struct fixture *fixture, int64_t number, struct reading_case *reading)
{
    struct err err = {0};
    struct ledger_rows rows = ledger_disputes(fixture->desk->ledger, number, 0, false, &err);
    struct ledger_dispute row;

    reading->fixture = fixture;
    assert_true(ledger_next(&rows, &row));
    assert_int_equal(dispute_text(fixture->desk, &row, &reading->text, &err), RC_OK);
    assert_int_equal(ledger_end(&rows), RC_OK);
    assert_true(reading->text.length > 0);
}

void case_has(struct fixture *fixture, int64_t number, const char *words)
{
    struct reading_case reading = {0};

    get_case(fixture, number, &reading);
    if (!strstr(buf_text(&reading.text), words))
        print_error("\"%s\" is not in:\n%s\n", words, buf_text(&reading.text));
    assert_non_null(strstr(buf_text(&reading.text), words));
    buf_fini(&reading.text);
}

unsigned case_runs(struct fixture *fixture, int64_t number)
{
    OWN_MEMORY struct case_room *room = calloc(1, sizeof *room);
    const struct position *position = fixture_position(fixture, 1);
    struct reading_case reading = {0};
    TEXT_IN(report, array, 2000);
    unsigned broken;

    assert_non_null(room);
    get_case(fixture, number, &reading);
    broken =
        case_run(position->played, position_rulebook(position),
                 language_lexicon(library_language(fixture->desk->library, NULL), position->played),
                 reading.text.at, reading.text.length, room, &report);
    if (broken)
        print_error("%s\n%s\n", buf_text(&reading.text), array);
    buf_fini(&reading.text);
    return broken;
}
