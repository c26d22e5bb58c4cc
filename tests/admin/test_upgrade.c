/* SPDX-License-Identifier: MIT */
/* Other rules versions: what they would make of games, and a game's change to one by consent. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "admin/admin.h"
#include "ledger/facts.h"
#include "play/adjudicate.h"
#include "play/export.h"
#include "record/record.h"
#include "record/verify.h"
#include "tests/house/fixture.h"
#include "tests/toy/grown.h"
#include "tests/toy/toy.h"
#include "tests/test.h"

static enum verdict_kind refuse_looks(const void *rulebook, const void *state,
                                      const struct order *order, struct verdict *verdict)
{
    if (order->kind == GROWN_PEEK)
        return verdict_illegal(verdict, "TOY-99", "toy.over");
    return toy_game.rules->check(rulebook, state, order, verdict);
}

static const struct game *const list[] = {&toy_grown, NULL};

static const struct game *find(const char *name)
{
    return text_equal(name, toy_grown.name) ? &toy_grown : NULL;
}

static int grow(void **state)
{
    (void)state;
    toy_grow();
    return 0;
}

/* ---- games ---- */

/* A new game begins under a version, which is the newest unless it is set back first. */
static int64_t start(struct fixture *fixture, const char *first)
{
    static const char *const only[] = {"toy-1", NULL};
    const char *const *versions = toy_grown.versions;
    int64_t game;

    if (first)
        toy_grown.versions = only;
    game = fixture_game(fixture, &toy_grown, "");
    toy_grown.versions = versions;
    fixture_round(fixture);
    writes(fixture, ANNA, "luck apples");
    writes(fixture, BOB, "luck pears");
    return game;
}

static void order(struct fixture *fixture, int64_t game, unsigned seat, const char *line)
{
    struct adjudication adjudication = {.desk = fixture->desk, .seat = seat, .strict = true};
    struct line_outcome outcome;

    OK(desk_begin(fixture->desk, &err));
    OK(position_get(fixture->desk, game, &adjudication.position, &err));
    OK(adjudicate_line(&adjudication, line, strlen(line), &outcome, &err));
    assert_int_equal(outcome.fate, LINE_DONE);
    OK(adjudicate_settle(fixture->desk, adjudication.position, &err));
    OK(desk_commit(fixture->desk, &err));
}

struct seen {
    unsigned count, progress;
    struct upgrade_found at[8];
};

static void on_found(void *user, const struct upgrade_found *found)
{
    struct seen *seen = user;

    assert_true(seen->count < 8);
    seen->at[seen->count++] = *found;
}

static void note_progress(void *user, unsigned done, unsigned games)
{
    struct seen *seen = user;

    assert_true(done <= games);
    seen->progress++;
}

static void look(struct fixture *fixture, const char *version, unsigned threads, struct seen *seen)
{
    struct upgrade_reader reader = {seen, note_progress, on_found};

    *seen = (struct seen){0};
    OK(upgrade_check(fixture->desk, version, threads, &reader, &err));
    assert_true(seen->progress > 0);
}

static void make(struct fixture *fixture)
{
    fixture_pair(fixture, list);
}

/* ---- tests ---- */

#define TEST_SET_UP(name) TEST_WITH(name, grow, NULL)

TEST_SET_UP(each_game_is_tried_and_the_entry_named)
{
    struct fixture fixture = {0};
    struct seen seen;
    int64_t plain, peeked;

    make(&fixture);
    plain = start(&fixture, "toy-1");
    peeked = start(&fixture, "toy-1");
    order(&fixture, plain, 1, "bid 3");
    order(&fixture, peeked, 1, "bid 3");
    order(&fixture, peeked, 2, "peek");
    order(&fixture, peeked, 2, "bid 1");
    for (unsigned threads = 1; threads <= 3; threads += 2) {
        look(&fixture, "toy-2", threads, &seen);
        assert_int_equal(seen.count, 2);
        assert_int_equal(seen.at[0].kind, UPGRADE_SAME);
        assert_int_equal(seen.at[1].kind, UPGRADE_SAME);
        assert_string_equal(seen.at[1].from, "toy-1");
        assert_string_equal(seen.at[1].to, "toy-2");
        look(&fixture, "strict", threads, &seen);
        assert_int_equal(seen.at[0].kind, UPGRADE_SAME);
        assert_int_equal(seen.at[1].kind, UPGRADE_ILLEGAL);
        assert_non_null(strstr(seen.at[1].why, "TOY-99"));
        look(&fixture, "blind", threads, &seen);
        assert_int_equal(seen.at[0].kind, UPGRADE_SAME);
        assert_int_equal(seen.at[1].kind, UPGRADE_DIFFERS);
    }
    /* The same entry for both: that of the look. */
    assert_int_equal(seen.at[1].game, peeked);
    look(&fixture, "strict", 1, &seen);
    assert_true(seen.at[1].n > 3);
    fixture_remove(&fixture);
}

TEST_SET_UP(a_game_that_does_not_replay_is_broken)
{
    struct fixture fixture = {0};
    struct seen seen;
    int64_t game;

    make(&fixture);
    game = start(&fixture, "toy-1");
    order(&fixture, game, 1, "peek");
    look(&fixture, "toy-1", 1, &seen);
    assert_int_equal(seen.at[0].kind, UPGRADE_SAME);
    toy_grown_rules.check = refuse_looks; /* as if this program's toy-1 had become another */
    look(&fixture, "toy-1", 1, &seen);
    assert_int_equal(seen.at[0].kind, UPGRADE_BROKEN);
    assert_non_null(strstr(seen.at[0].why, "TOY-99"));
    assert_true(seen.at[0].n > 3);
    fixture_remove(&fixture);
}

static bool go(struct fixture *fixture, int64_t game, const char *version, uint32_t *missing,
               enum rc wanted)
{
    struct position *position;
    struct err err = {0};
    bool done = false;
    enum rc rc;

    must(desk_begin(fixture->desk, &err), &err);
    must(position_get(fixture->desk, game, &position, &err), &err);
    rc = upgrade_game(fixture->desk, position, version, &done, missing, &err);
    if (rc != wanted)
        print_error("%s\n", err.text);
    assert_int_equal(rc, wanted);
    if (rc == RC_OK)
        must(desk_commit(fixture->desk, &err), &err);
    else
        desk_rollback(fixture->desk);
    return done;
}

static void prove(struct fixture *fixture, int64_t game)
{
    OWN(verify) verify = {0};
    OWN(buf) record = {0};
    struct err err = {0};

    must(export_game(fixture->desk, game, RECORD_FOR_ALL, &record, &err), &err);
    must(verify_bytes(buf_text(&record), record.length, find, &verify, &err), &err);
    if (!verify.is_good)
        print_error("%s\n", verify.err.text);
    assert_true(verify.is_good);
}

TEST_SET_UP(a_game_changes_when_all_its_players_agree)
{
    struct fixture fixture = {0};
    struct letter letter = {0};
    uint32_t missing = 0;
    int64_t game;

    make(&fixture);
    game = start(&fixture, "toy-1");
    order(&fixture, game, 1, "peek");
    assert_false(go(&fixture, game, "strict", &missing, RC_CONFLICT));
    assert_false(go(&fixture, game, "toy-9", &missing, RC_NOT_FOUND));
    assert_false(go(&fixture, game, "toy-1", &missing, RC_CONFLICT));
    assert_false(go(&fixture, game, "toy-2", &missing, RC_OK));
    assert_int_equal(missing, 1u << 1 | 1u << 2);
    fixture_settle(&fixture);
    fixture_newest(&fixture, BOB, &letter, NULL);
    assert_non_null(strstr(letter.text, "toy-2\"."));
    letter_fini(&letter);

    writes(&fixture, BOB, "agree upgrade toy-2");
    writes(&fixture, ANNA, "agree upgrade toy-9");
    fixture_newest(&fixture, ANNA, &letter, NULL);
    assert_non_null(strstr(letter.text, "nothing that can be agreed"));
    letter_fini(&letter);
    assert_false(go(&fixture, game, "toy-2", &missing, RC_OK));
    assert_int_equal(missing, 1u << 1);

    writes(&fixture, ANNA, "agree upgrade toy-2");
    assert_true(go(&fixture, game, "toy-2", &missing, RC_OK));
    assert_string_equal(fixture_position(&fixture, game)->rules_version, "toy-2");
    order(&fixture, game, 1, "bid 3");
    prove(&fixture, game);
    fixture_remove(&fixture);
}

TESTS(NULL, NULL)
