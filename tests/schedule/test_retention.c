/* SPDX-License-Identifier: MIT */
/* Letters that were kept long enough go, and nothing that anybody needs with them. */
#include <stdlib.h>
#include <string.h>

#include "daemon/daemon.h"
#include "outbound/outbox.h"
#include "admin/keeper.h"
#include "admin/admin.h"
#include "ledger/letters.h"
#include "play/export.h"
#include "schedule/schedule.h"
#include "tests/house/talking.h"
#include "tests/test.h"

enum { DAY_S = 86400, YEAR_S = 366 * DAY_S };

/* How many letters there are, and how many of them are only known to have been. */
struct count {
    struct desk *desk;
    unsigned all, gone, of_games;
};

static enum rc count_in(void *user, const struct ledger_letter_row *row, struct err *why)
{
    struct count *count = user;

    (void)why;
    count->all++;
    count->gone += row->letter.key == 0;
    return RC_OK;
}

static enum rc count_out(void *user, const struct ledger_out *out, struct err *why)
{
    struct count *count = user;
    struct values *values = values_new();
    struct value *map = NULL;
    bool gone = outbox_values(count->desk, out, values, &map, NULL) == RC_NOT_FOUND;

    (void)why;
    assert_int_equal(gone, ledger_out_is_forgotten(out));
    values_free(values);
    count->all++;
    count->gone += gone;
    count->of_games += out->game != 0;
    return RC_OK;
}

static struct count letters_in(struct fixture *fixture)
{
    struct count count = {.desk = fixture->desk};

    FIXTURE_EACH(ledger_letters(fixture->desk->ledger, 0, NULL), ledger_letter_row, count_in,
                 &count);
    return count;
}

static struct count letters_out(struct fixture *fixture)
{
    struct count count = {.desk = fixture->desk};

    FIXTURE_EACH(ledger_outs(fixture->desk->ledger, 0, NULL), ledger_out, count_out, &count);
    return count;
}

/* All that is older than two years. */
static void forget(struct fixture *fixture)
{
    struct retention old = {0};

    OK(retention_begin(fixture->desk, fixture->now_s - 2 * YEAR_S, &old, &err));
    while (retention_is_due(&old))
        OK(retention_step(fixture->desk, &old, &err));
}

static void end_game(struct fixture *fixture)
{
    OK(desk_begin(fixture->desk, &err));
    OK(keeper_end(fixture->desk, fixture_position(fixture, 1), GAME_DRAWN, 0, "enough", &err));
    OK(desk_commit(fixture->desk, &err));
}

#define WITH_GAME(name) FIXTURE_TEST(name, talking_start(fixture))

WITH_GAME(what_came_in_goes_and_a_game_that_goes_on_keeps_what_it_told)
{
    struct count out;

    says(fixture, ANNA, "games", "answered command");
    forget(fixture);
    assert_int_equal(letters_in(fixture).gone, 0);
    assert_int_equal(letters_out(fixture).gone, 0);
    fixture->now_s += 3 * YEAR_S;
    forget(fixture);
    assert_int_equal(letters_in(fixture).gone, letters_in(fixture).all);
    out = letters_out(fixture);
    assert_true(out.of_games > 0);
    assert_int_equal(out.gone, out.all - out.of_games);
    is_true(fixture);
}

WITH_GAME(the_words_of_a_game_go_when_it_is_over_as_long)
{
    OWN(buf) before = {0}, after = {0};
    int64_t queued;

    end_game(fixture);
    fixture_round(fixture);
    OK(export_game(fixture->desk, 1, RECORD_FOR_WHOLE, &before, &err));
    fixture->now_s += YEAR_S;
    forget(fixture);
    assert_int_equal(letters_out(fixture).gone, 0);
    fixture->now_s += 2 * YEAR_S;
    forget(fixture);
    assert_int_equal(letters_out(fixture).gone, letters_out(fixture).all);
    OK(export_game(fixture->desk, 1, RECORD_FOR_WHOLE, &after, &err));
    assert_string_equal(buf_text(&before), buf_text(&after));
    OK(desk_begin(fixture->desk, &err));
    assert_int_equal(requeue_letter(fixture->desk, 1, &queued, NULL), RC_NOT_FOUND);
    desk_rollback(fixture->desk);
    is_true(fixture);
}

/* Its answer is known by the Message-ID alone. */
WITH_GAME(an_old_letter_that_is_answered_is_known)
{
    end_game(fixture);
    fixture_round(fixture);
    fixture->now_s += 3 * YEAR_S;
    forget(fixture);
    says(fixture, BOB, "status", "answered command");
    says(fixture, BOB, "dispute It was not a draw at all.", "answered command");
}

WITH_GAME(what_still_waits_to_be_sent_is_sent)
{
    unsigned had = fixture_mail_count(fixture, BOB);

    end_game(fixture);
    fixture->now_s += 3 * YEAR_S;
    forget(fixture);
    assert_true(letters_out(fixture).gone < letters_out(fixture).all);
    fixture_round(fixture);
    assert_int_equal(fixture_mail_count(fixture, BOB), had + 1);
    newest_has(fixture, BOB, "enough");
    forget(fixture);
    assert_int_equal(letters_out(fixture).gone, letters_out(fixture).all);
}

/* Even where no time at all is asked for. */
WITH_GAME(letters_that_may_be_tried_again_stay)
{
    struct retention old = {0};

    end_game(fixture);
    fixture_round(fixture);
    fixture->now_s += fixture->config.retry_for_s - DAY_S;
    OK(retention_begin(fixture->desk, fixture->now_s, &old, &err));
    while (retention_is_due(&old))
        OK(retention_step(fixture->desk, &old, &err));
    assert_int_equal(letters_out(fixture).gone, 0);
}

WITH_GAME(the_daemon_does_it_once_a_day)
{
    struct upkeep upkeep;

    fixture->now_s += fixture->config.keep_letters_s + 62 * DAY_S;
    OK(upkeep_start(&upkeep, fixture->desk, &err));
    OK(upkeep_run(&upkeep, fixture->desk, INT64_MIN, &err));
    assert_int_equal(letters_in(fixture).gone, letters_in(fixture).all);
    says(fixture, ANNA, "games", "answered command");
    fixture->now_s += DAY_S / 2;
    OK(upkeep_run(&upkeep, fixture->desk, INT64_MIN, &err));
    assert_int_equal(letters_in(fixture).gone, letters_in(fixture).all - 1);
}

TESTS(NULL, NULL)
