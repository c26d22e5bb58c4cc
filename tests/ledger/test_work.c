/* SPDX-License-Identifier: MIT */
/* Derived rows and work rows. */
#include "fixture.h"

#include <stdio.h>

#include "base/buf.h"
#include "ledger/ledger_p.h"

static void make_games(struct fixture *fixture, int count)
{
    OK(ledger_begin_immediate(fixture->ledger, ERR_P));
    fixture_address(fixture->ledger, fixture_player(fixture->ledger, "anna"), "a@x");
    fixture_player(fixture->ledger, "berta");
    for (int i = 0; i < count; i++)
        OK(ledger_seat_put(fixture->ledger, fixture_game(fixture->ledger), 1, 1 + i % 2, 0, ERR_P));
    OK(ledger_commit(fixture->ledger, ERR_P));
}

static void on_game(struct buf *out, const struct ledger_game_row *row)
{
    buf_printf(out, "%d %s%s%s ", (int)row->game, ledger_status_name(row->status),
               row->result[0] ? "=" : "", row->result);
    if (row->is_frozen)
        buf_put(out, "frozen ");
}

#define WITH_LEDGER(name) TEST_ON(name, fixture_setup, fixture_teardown, fixture, fixture)

WITH_LEDGER(games_are_listed_by_status_and_by_player)
{
    struct ledger *ledger = fixture->ledger;
    OWN(buf) out = {0};

    make_games(fixture, 3);
    OK(ledger_status_set(ledger, 2, LEDGER_RUNNING, "", ERR_P));
    OK(ledger_status_set(ledger, 3, LEDGER_OVER, "won 1", ERR_P));
    OK(ledger_freeze(ledger, 3, 5, "behind-mark", ERR_P));
    assert_int_equal(ledger_status_set(ledger, 9, LEDGER_OVER, "", ERR_P), RC_NOT_FOUND);
    OK_EACH(ledger_games_now(ledger, LEDGER_STATUS_COUNT, ERR_P), ledger_game_row, on_game, &out);
    assert_string_equal(buf_text(&out), "1 forming 2 running 3 over=won 1 frozen ");
    buf_clear(&out);
    OK_EACH(ledger_games_now(ledger, LEDGER_RUNNING, ERR_P), ledger_game_row, on_game, &out);
    assert_string_equal(buf_text(&out), "2 running ");
    buf_clear(&out);
    OK_EACH(ledger_games_of_player(ledger, 1, ERR_P), ledger_game_row, on_game, &out);
    assert_string_equal(buf_text(&out), "1 forming 3 over=won 1 frozen ");
}

static void note_decision(struct buf *out, const struct ledger_decision *decision)
{
    buf_printf(out, "%d/%d@%d ", (int)decision->game, (int)decision->decision,
               (int)decision->due_s);
}

static void put_decisions(struct ledger *ledger, int64_t game, int64_t due_s)
{
    struct ledger_decision decision[2] = {
        {.game = game, .decision = 4, .seat = 1, .due_s = due_s, .left_s = 60},
        {.game = game, .decision = 5, .seat = 2, .due_s = -1, .left_s = -1},
    };

    OK(ledger_decisions_put(ledger, game, decision, 2, ERR_P));
}

WITH_LEDGER(deadlines_come_soonest_first_without_frozen_games)
{
    struct ledger *ledger = fixture->ledger;
    OWN(buf) out = {0};
    int64_t due_s = 0;

    make_games(fixture, 3);
    OK(ledger_next_deadline(ledger, &due_s, ERR_P));
    assert_int_equal(due_s, -1);
    put_decisions(ledger, 1, 300);
    put_decisions(ledger, 2, 200);
    put_decisions(ledger, 3, 100);
    OK_EACH(ledger_decisions_due(ledger, 300, ERR_P), ledger_decision, note_decision, &out);
    assert_string_equal(buf_text(&out), "3/4@100 2/4@200 ");
    OK(ledger_freeze(ledger, 3, 5, "behind-mark", ERR_P));
    OK(ledger_next_deadline(ledger, &due_s, ERR_P));
    assert_int_equal(due_s, 200);
    OK(ledger_thaw(ledger, 3, ERR_P));
    OK(ledger_next_deadline(ledger, &due_s, ERR_P));
    assert_int_equal(due_s, 100);
    put_decisions(ledger, 3, 400);
    buf_clear(&out);
    OK_EACH(ledger_decisions(ledger, 3, ERR_P), ledger_decision, note_decision, &out);
    assert_string_equal(buf_text(&out), "3/4@400 3/5@-1 ");
    OK(ledger_decisions_put(ledger, 3, NULL, 0, ERR_P));
    buf_clear(&out);
    OK_EACH(ledger_decisions(ledger, 3, ERR_P), ledger_decision, note_decision, &out);
    assert_int_equal(out.length, 0);
}

/* --- work --------------------------------------------------------------------------------- */

WITH_LEDGER(a_forgotten_key_is_gone_for_ever)
{
    struct ledger *ledger = fixture->ledger;
    struct ledger_key key = {
        .id = 1, .kind = LEDGER_KEY_PLAYER, .subject = 5, .wrapped = fixture_bytes("secret-key-5")};
    OWN(buf) out = {0}, file = {0};
    int64_t id = 0;
    FILE *stream;
    int c;

    OK(ledger_key_put(ledger, &key, ERR_P));
    OK(ledger_key_get(ledger, LEDGER_KEY_PLAYER, 5, &id, &out, ERR_P));
    assert_int_equal(id, 1);
    OK(ledger_key_rewrap(ledger, 1, fixture_bytes("another-one5"), ERR_P));
    buf_clear(&out);
    OK(ledger_key_get(ledger, LEDGER_KEY_PLAYER, 5, &id, &out, ERR_P));
    assert_string_equal(buf_text(&out), "another-one5");
    OK(ledger_key_forget(ledger, LEDGER_KEY_PLAYER, 5, ERR_P));
    assert_int_equal(ledger_key_forget(ledger, LEDGER_KEY_PLAYER, 5, ERR_P), RC_NOT_FOUND);
    assert_int_equal(ledger_key_get(ledger, LEDGER_KEY_PLAYER, 5, &id, &out, ERR_P), RC_NOT_FOUND);
    assert_int_equal(ledger_key_rewrap(ledger, 1, fixture_bytes("x"), ERR_P), RC_NOT_FOUND);
    key.id = 2;
    assert_int_equal(ledger_key_put(ledger, &key, ERR_P), RC_EXISTS);
    assert_int_equal(ledger_exec(ledger, "UPDATE keyring SET wrapped = x'00'", ERR_P), RC_CONFLICT);
    assert_int_equal(ledger_exec(ledger, "DELETE FROM keyring", ERR_P), RC_CONFLICT);
    OK(ledger_checkpoint(ledger, ERR_P));
    stream = fopen(fixture->path, "rb");
    assert_non_null(stream);
    while ((c = fgetc(stream)) != EOF)
        buf_put_char(&file, (char)c);
    fclose(stream);
    assert_null(memmem(file.at, file.length, "secret-key-5", 12));
    assert_null(memmem(file.at, file.length, "another-one5", 12));
}

WITH_LEDGER(crashes_are_counted_for_each_letter)
{
    int tries = -1;

    OK(ledger_crash_get(fixture->ledger, "imap", "1/7", &tries, ERR_P));
    assert_int_equal(tries, 0);
    OK(ledger_crash_count(fixture->ledger, "imap", "1/7", 10, &tries, ERR_P));
    OK(ledger_crash_count(fixture->ledger, "imap", "1/7", 11, &tries, ERR_P));
    assert_int_equal(tries, 2);
    OK(ledger_crash_get(fixture->ledger, "imap", "1/8", &tries, ERR_P));
    assert_int_equal(tries, 0);
}

static void on_timer(struct buf *out, const struct ledger_timer *timer)
{
    buf_printf(out, "%s/%d/%d@%d ", timer->kind, (int)timer->game, (int)timer->subject,
               (int)timer->due_s);
}

WITH_LEDGER(timers_move_and_come_when_due)
{
    struct ledger *ledger = fixture->ledger;
    struct ledger_timer remind = {"remind", 1, 4, 300}, digest = {"digest", 0, 2, 200};
    OWN(buf) out = {0};
    int64_t due_s = 0;

    OK(ledger_timer_set(ledger, &remind, ERR_P));
    OK(ledger_timer_set(ledger, &digest, ERR_P));
    remind.due_s = 100;
    OK(ledger_timer_set(ledger, &remind, ERR_P));
    OK(ledger_next_timer(ledger, &due_s, ERR_P));
    assert_int_equal(due_s, 100);
    OK_EACH(ledger_timers_due(ledger, 200, ERR_P), ledger_timer, on_timer, &out);
    assert_string_equal(buf_text(&out), "remind/1/4@100 digest/0/2@200 ");
    OK(ledger_timer_drop(ledger, "remind", 1, 4, ERR_P));
    OK(ledger_timer_drop(ledger, "remind", 1, 4, ERR_P));
    OK(ledger_timer_drop(ledger, "digest", 0, 2, ERR_P));
    OK(ledger_next_timer(ledger, &due_s, ERR_P));
    assert_int_equal(due_s, -1);
}

WITH_LEDGER(the_small_memories_work)
{
    struct ledger *ledger = fixture->ledger;
    struct fixture_hash hash = fixture_hash(4, 4);
    struct ledger_bounce bounce = {0};
    OWN(buf) out = {0};
    int64_t number = -1;
    bool is_frozen = true;

    make_games(fixture, 1);
    OK(ledger_inbox_get(ledger, "imap", &number, &out, ERR_P));
    assert_int_equal(number, 0);
    OK(ledger_inbox_put(ledger, "imap", 50, "7 12", ERR_P));
    OK(ledger_inbox_put(ledger, "imap", 60, "7 13", ERR_P));
    OK(ledger_inbox_get(ledger, "imap", &number, &out, ERR_P));
    assert_int_equal(number, 60);
    assert_string_equal(buf_text(&out), "7 13");

    OK(ledger_draft_put(ledger, 1, 1, 5, fixture_bytes("draft"), ERR_P));
    buf_clear(&out);
    OK(ledger_draft_get(ledger, 1, 1, &out, ERR_P));
    assert_string_equal(buf_text(&out), "draft");
    OK(ledger_draft_put(ledger, 1, 1, 6, (struct ledger_bytes){NULL, 0}, ERR_P));
    assert_int_equal(ledger_draft_get(ledger, 1, 1, &out, ERR_P), RC_NOT_FOUND);

    OK(ledger_begin_immediate(ledger, ERR_P));
    fixture_letter(ledger, "1", false);
    fixture_letter(ledger, "2", false);
    OK(ledger_said(ledger, 1, 1, hash.at, 1, &number, ERR_P));
    assert_int_equal(number, 0);
    OK(ledger_said(ledger, 1, 1, hash.at, 2, &number, ERR_P));
    assert_int_equal(number, 1);
    OK(ledger_said(ledger, 1, 2, hash.at, 2, &number, ERR_P));
    assert_int_equal(number, 0);
    OK(ledger_commit(ledger, ERR_P));

    OK(ledger_rate_count(ledger, hash.at, 86399, 86400, &number, ERR_P));
    OK(ledger_rate_count(ledger, hash.at, 86399, 86400, &number, ERR_P));
    assert_int_equal(number, 2);
    OK(ledger_rate_count(ledger, hash.at, 86400, 86400, &number, ERR_P));
    assert_int_equal(number, 1);
    OK(ledger_rate_prune(ledger, 86401, ERR_P));
    OK(ledger_rate_count(ledger, hash.at, 86400, 86400, &number, ERR_P));
    assert_int_equal(number, 1);

    OK(ledger_bounce_get(ledger, 1, &bounce, ERR_P));
    assert_int_equal(bounce.score, 0);
    bounce = (struct ledger_bounce){.address = 1, .score = 1500, .at_s = 9, .is_stopped = true};
    OK(ledger_bounce_put(ledger, &bounce, ERR_P));
    bounce.score = 0;
    OK(ledger_bounce_get(ledger, 1, &bounce, ERR_P));
    assert_int_equal(bounce.score, 1500);
    assert_true(bounce.is_stopped);

    OK(ledger_is_frozen(ledger, 1, &is_frozen, ERR_P));
    assert_false(is_frozen);
}

WITH_LEDGER(values_out_of_bounds_are_refused)
{
    struct ledger *ledger = fixture->ledger;
    struct ledger_timer timer = {"", 0, 0, 5};
    struct ledger_decision decision = {.game = 1, .seat = 255, .due_s = 5};
    char long_text[300];

    memset(long_text, 'x', sizeof long_text);
    long_text[sizeof long_text - 1] = '\0';
    make_games(fixture, 1);
    assert_int_equal(ledger_timer_set(ledger, &timer, ERR_P), RC_BAD_INPUT);
    assert_int_equal(ledger_inbox_put(ledger, "imap", -5, "", ERR_P), RC_BAD_INPUT);
    assert_int_equal(ledger_inbox_put(ledger, "imap", 5, long_text, ERR_P), RC_BAD_INPUT);
    assert_int_equal(ledger_decisions_put(ledger, 1, &decision, 1, ERR_P), RC_BAD_INPUT);
    decision = (struct ledger_decision){.game = 2, .due_s = 5};
    assert_int_equal(ledger_decisions_put(ledger, 1, &decision, 1, ERR_P), RC_BUG);
    assert_int_equal(ledger_freeze(ledger, 77, 5, "x", ERR_P), RC_NOT_FOUND);
}

TESTS(NULL, NULL)
