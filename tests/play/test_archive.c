/* SPDX-License-Identifier: MIT */
/* Finished games leave the ledger for a file and come back: nothing of them is lost, at whatever
 * step the program stops, and while they are away they are shown, counted, rated and rebuilt as
 * before. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/text.h"
#include "games/games.h"
#include "admin/figures.h"
#include "admin/keeper.h"
#include "play/rating.h"
#include "admin/rebuild.h"
#include "ledger/care.h"
#include "play/adjudicate.h"
#include "play/archive.h"
#include "play/export.h"
#include "record/record.h"
#include "server/files.h"
#include "tests/house/fixture.h"
#include "tests/ledger/dump.h"

#define ANNA "anna@one.example"
#define BOB  "bob@two.example"

enum { ORDERS = 8, CRASHED = 137 };

static struct err err;
#define OK(call) assert_int_equal((err_clear(&err), (call)), RC_OK)

/* Every sight of the game that anybody may have, as bytes. */
struct sight {
    struct buf whole, all, seat[3], facts, derived;
};

static void look(struct fixture *fixture, struct sight *sight)
{
    struct ledger *ledger = fixture->desk->ledger;

    *sight = (struct sight){0};
    OK(export_game(fixture->desk, 1, RECORD_FOR_WHOLE, &sight->whole, &err));
    OK(export_game(fixture->desk, 1, RECORD_FOR_ALL, &sight->all, &err));
    for (unsigned seat = 1; seat <= 2; seat++)
        OK(export_game(fixture->desk, 1, seat, &sight->seat[seat], &err));
    dump_rows(ledger, DUMP_FACTS, &sight->facts);
    dump_rows(ledger, DUMP_DERIVED, &sight->derived);
}

static void sight_fini(struct sight *sight)
{
    buf_fini(&sight->whole);
    buf_fini(&sight->all);
    buf_fini(&sight->seat[1]);
    buf_fini(&sight->seat[2]);
    buf_fini(&sight->facts);
    buf_fini(&sight->derived);
}

static void assert_same_records(const struct sight *a, const struct sight *b)
{
    assert_string_equal(buf_text(&a->whole), buf_text(&b->whole));
    assert_string_equal(buf_text(&a->all), buf_text(&b->all));
    assert_string_equal(buf_text(&a->seat[1]), buf_text(&b->seat[1]));
    assert_string_equal(buf_text(&a->seat[2]), buf_text(&b->seat[2]));
}

/* The facts but for the rows that say that it left and came back. */
static void assert_same_facts(const struct sight *before, const struct sight *after)
{
    const char *text = buf_text(&after->facts);
    const char *away = strstr(text, "archive|");
    size_t head = away ? (size_t)(away - text) : after->facts.length;

    assert_non_null(away);
    assert_memory_equal(buf_text(&before->facts), text, head);
    assert_int_equal(before->facts.length, head);
}

static const struct game *find(const char *name)
{
    return games_find(name);
}

/* A game with private words, orders, secrets and an end. */
static void play(struct fixture *fixture)
{
    static const char *const address[] = {NULL, ANNA, BOB};
    char line[ORDER_TEXT_BYTES];

    fixture_make(fixture, games);
    fixture_start(fixture, find("welcome_back"));
    fixture_answer(fixture, BOB, "say Anna good luck");
    fixture_settle(fixture);
    for (unsigned i = 0; i < ORDERS; i++) {
        unsigned seat = adjudicate_is_asked(fixture_position(fixture, 1), 1) ? 1 : 2;

        if (!fixture_random_order(fixture, 1, seat, line))
            break;
        fixture_answer(fixture, address[seat], line);
        fixture_settle(fixture);
    }
    OK(desk_begin(fixture->desk, &err));
    OK(keeper_end(fixture->desk, fixture_position(fixture, 1), GAME_WON, 2, "at the club", &err));
    OK(desk_commit(fixture->desk, &err));
    assert_int_equal(fixture_position(fixture, 1)->phase, POSITION_OVER);
    fixture_round(fixture);
}

static void count_problem(void *user, const char *problem)
{
    print_message("%s\n", problem);
    ++*(unsigned *)user;
}

static void assert_checks(struct fixture *fixture, unsigned problems)
{
    unsigned found = 0;

    OK(rebuild_check(fixture->desk, count_problem, &found, &err));
    assert_int_equal(found, problems);
}

static void move_file(struct fixture *fixture, const char *end_from, const char *end_to)
{
    char path[ARCHIVE_PATH_BYTES], from[ARCHIVE_PATH_BYTES + 8], to[ARCHIVE_PATH_BYTES + 8];

    archive_path(&fixture->config, 1, path);
    snprintf(from, sizeof from, "%s%s", path, end_from);
    snprintf(to, sizeof to, "%s%s", path, end_to);
    assert_int_equal(rename(from, to), 0);
}

/* As after a start of the program: nothing is remembered. */
static void reopen(struct fixture *fixture)
{
    fixture_close(fixture);
    fixture_open(fixture);
}

/* ---- there and back ---- */

static void a_finished_game_leaves_and_comes_back_as_it_was(void **state)
{
    struct sight before, away, after;
    struct fixture fixture = {0};
    int64_t bytes = 0;

    (void)state;
    play(&fixture);
    look(&fixture, &before);
    OK(archive_leave(fixture.desk, 1, &bytes, &err));
    /* Words of people stay in the ledger, where they can be forgotten (protocol 2). */
    assert_in_range(bytes, before.whole.length / 2, before.whole.length);
    assert_int_equal(archive_leave(fixture.desk, 1, &bytes, &err), RC_CONFLICT);
    reopen(&fixture);
    look(&fixture, &away);
    assert_same_records(&before, &away);
    assert_true(away.facts.length < before.facts.length);
    assert_string_equal(buf_text(&before.derived), buf_text(&away.derived));
    assert_checks(&fixture, 0);
    OK(rebuild_all(fixture.desk, &err));
    reopen(&fixture);
    OK(archive_come_back(fixture.desk, 1, NULL, &err));
    reopen(&fixture);
    look(&fixture, &after);
    assert_same_records(&before, &after);
    assert_same_facts(&before, &after);
    assert_string_equal(buf_text(&before.derived), buf_text(&after.derived));
    assert_checks(&fixture, 0);
    err_clear(&err);
    assert_int_equal(archive_come_back(fixture.desk, 1, NULL, &err), RC_CONFLICT);
    OK(archive_leave(fixture.desk, 1, &bytes, &err)); /* as often as one likes */
    OK(archive_come_back(fixture.desk, 1, NULL, &err));
    sight_fini(&before);
    sight_fini(&away);
    sight_fini(&after);
    fixture_remove(&fixture);
}

static void figures_and_ratings_are_the_same_while_it_is_away(void **state)
{
    struct figures before, away, missing;
    struct rating_row *row = NULL;
    struct fixture fixture = {0};
    unsigned count = 0;
    int64_t bytes;

    (void)state;
    play(&fixture);
    OK(figures_gather(fixture.desk, 0, &before, &err));
    OK(archive_leave(fixture.desk, 1, &bytes, &err));
    OK(figures_gather(fixture.desk, 0, &away, &err));
    assert_memory_equal(&before, &away, sizeof before);
    reopen(&fixture);
    move_file(&fixture, "", ".gone"); /* into a safe, say */
    OK(figures_gather(fixture.desk, 0, &missing, &err));
    assert_int_equal(missing.games, before.games);
    assert_int_equal(missing.entries, 0);
    OK(rating_all(fixture.desk, NULL, false, &row, &count, &err));
    assert_int_equal(count, 2);
    free(row);
    OK(rebuild_all(fixture.desk, &err));
    assert_checks(&fixture, 1); /* which says where it should be */
    move_file(&fixture, ".gone", "");
    assert_checks(&fixture, 0);
    fixture_remove(&fixture);
}

static void a_letter_adds_nothing_to_a_game_that_is_away(void **state)
{
    struct fixture fixture = {0};
    struct position *position;
    int64_t bytes;
    uint64_t n;

    (void)state;
    play(&fixture);
    OK(archive_leave(fixture.desk, 1, &bytes, &err));
    n = fixture_position(&fixture, 1)->chain.number;
    fixture_answer(&fixture, ANNA, "say Bob well played");
    fixture_settle(&fixture);
    fixture_answer(&fixture, ANNA, "dispute that was not fair");
    fixture_settle(&fixture);
    fixture_answer(&fixture, ANNA, "pass");
    fixture_settle(&fixture);
    assert_string_equal(fixture_outcome(&fixture), "rejected archived");
    position = fixture_position(&fixture, 1);
    assert_int_equal(position->chain.number, n);
    assert_checks(&fixture, 0);
    OK(archive_come_back(fixture.desk, 1, NULL, &err));
    fixture_answer(&fixture, ANNA, "say Bob well played");
    fixture_settle(&fixture);
    assert_int_equal(fixture_position(&fixture, 1)->chain.number, n + 1);
    fixture_remove(&fixture);
}

/* ---- what is refused ---- */

static void a_game_that_goes_on_stays(void **state)
{
    struct fixture fixture = {0};
    int64_t bytes;

    (void)state;
    fixture_make(&fixture, games);
    fixture_player(&fixture, "Anna", ANNA);
    fixture_player(&fixture, "Bob", BOB);
    fixture_game(&fixture, find("welcome_back"), "");
    fixture_round(&fixture);
    assert_int_equal(archive_leave(fixture.desk, 1, &bytes, &err), RC_CONFLICT);
    assert_non_null(strstr(err.text, "it goes on"));
    err_clear(&err);
    assert_int_equal(archive_leave(fixture.desk, 2, &bytes, &err), RC_NOT_FOUND);
    fixture_remove(&fixture);
}

static void a_file_that_is_not_the_games_own_is_refused(void **state)
{
    char path[ARCHIVE_PATH_BYTES], altered[ARCHIVE_PATH_BYTES + 8];
    struct fixture fixture = {0};
    struct sight before, after;
    struct buf bytes = {0};
    int64_t length;

    (void)state;
    play(&fixture);
    look(&fixture, &before);
    OK(archive_leave(fixture.desk, 1, &length, &err));
    archive_path(&fixture.config, 1, path);
    OK(files_read(path, 1 << 24, &bytes, &err));
    bytes.at[bytes.length / 2] ^= 1;
    snprintf(altered, sizeof altered, "%s.bad", path);
    OK(files_create(altered, 0600, bytes.at, bytes.length, &err));
    assert_int_equal(archive_come_back(fixture.desk, 1, altered, &err), RC_FOREIGN);
    assert_non_null(strstr(err.text, "altered"));
    err_clear(&err);
    assert_int_equal(archive_come_back(fixture.desk, 1, "/nonexistent", &err), RC_NOT_FOUND);
    move_file(&fixture, "", ".safe");
    move_file(&fixture, ".bad", ""); /* in the very place */
    reopen(&fixture);
    assert_checks(&fixture, 1);
    err_clear(&err);
    assert_int_equal(archive_come_back(fixture.desk, 1, NULL, &err), RC_FOREIGN);
    snprintf(altered, sizeof altered, "%s.safe", path);
    OK(archive_come_back(fixture.desk, 1, altered, &err)); /* from elsewhere, the right one */
    look(&fixture, &after);
    assert_same_records(&before, &after);
    sight_fini(&before);
    sight_fini(&after);
    buf_fini(&bytes);
    fixture_remove(&fixture);
}

/* ---- crashes ---- */

/* Each step; with sanitizers, which make each as dear as six, each ninth. */
#ifdef POSTERN_SANITIZERS
enum { STRIDE = 9 };
#else
enum { STRIDE = 1 };
#endif

/* One of the two ways in a process of its own, which stops at a step; false when it got through,
 * now or, as it says, the time before. */
static bool crash(struct fixture *fixture, bool back, unsigned at)
{
    int status;
    pid_t child;

    fflush(NULL);
    child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        int64_t bytes;
        enum rc rc;

        fixture->steps = 0;
        fixture->crash_at = at;
        fixture_open(fixture);
        rc = back ? archive_come_back(fixture->desk, 1, NULL, &err)
                  : archive_leave(fixture->desk, 1, &bytes, &err);
        fixture_close(fixture);
        _exit(rc == RC_OK || rc == RC_CONFLICT ? 0 : 1);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_true(WEXITSTATUS(status) == 0 || WEXITSTATUS(status) == CRASHED);
    return WEXITSTATUS(status) == CRASHED;
}

static void nothing_is_lost_at_whatever_step_the_program_stops(void **state)
{
    struct fixture fixture = {0};
    struct sight before, after;
    struct library *library = NULL;
    bool is_missing = false;

    (void)state;
    play(&fixture);
    look(&fixture, &before);
    fixture_close(&fixture);
    OK(library_load(&fixture.config, fixture.world.games, &library, &err));
    fixture.library = library; /* one for all that follow */
    for (unsigned back = 0; back < 2; back++) {
        unsigned at = 1;

        while (crash(&fixture, back != 0, at)) {
            fixture_open(&fixture);
            look(&fixture, &after);
            assert_same_records(&before, &after);
            is_missing |= archive_is_missing(fixture.desk, 1);
            assert_checks(&fixture, 0);
            sight_fini(&after);
            fixture_close(&fixture);
            at += STRIDE;
        }
        assert_true(at > 2 * STRIDE); /* there were steps to stop at */
    }
    assert_false(is_missing);
    fixture_open(&fixture);
    look(&fixture, &after);
    assert_same_records(&before, &after);
    assert_same_facts(&before, &after);
    sight_fini(&before);
    sight_fini(&after);
    fixture_remove(&fixture);
    library_free(library);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_finished_game_leaves_and_comes_back_as_it_was),
        cmocka_unit_test(figures_and_ratings_are_the_same_while_it_is_away),
        cmocka_unit_test(a_letter_adds_nothing_to_a_game_that_is_away),
        cmocka_unit_test(a_game_that_goes_on_stays),
        cmocka_unit_test(a_file_that_is_not_the_games_own_is_refused),
        cmocka_unit_test(nothing_is_lost_at_whatever_step_the_program_stops),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
