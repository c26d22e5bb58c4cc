/* SPDX-License-Identifier: MIT */
#include "fixture.h"

#include "base/buf.h"
#include "ledger/ledger_p.h"

static void begin(struct fixture *fixture)
{
    OK(ledger_begin_immediate(fixture->ledger, ERR_P));
}

static void commit(struct fixture *fixture)
{
    OK(ledger_commit(fixture->ledger, ERR_P));
}

static void on_letter(struct buf *out, const struct ledger_letter_row *row)
{
    buf_printf(out, "%d %s %s[%.*s] ", (int)row->letter.id, row->letter.source_id,
               ledger_outcome_name(row->outcome.kind), (int)row->letter.raw_box.length,
               row->letter.raw_box.at ? (const char *)row->letter.raw_box.at : "");
}

#define WITH_LEDGER(name) TEST_ON(name, fixture_setup, fixture_teardown, fixture, fixture)

WITH_LEDGER(a_letter_gets_one_outcome_and_no_second)
{
    struct ledger *ledger = fixture->ledger;
    OWN(buf) out = {0};

    begin(fixture);
    fixture_letter(ledger, "one", true);
    fixture_letter(ledger, "two", true);
    commit(fixture);
    OK_EACH(ledger_letters_waiting(ledger, ERR_P), ledger_letter_row, on_letter, &out);
    assert_string_equal(buf_text(&out), "1 one ?[From: somebody] 2 two ?[From: somebody] ");
    begin(fixture);
    OK(fixture_outcome(ledger, 1, 0, ERR_P));
    assert_int_equal(fixture_outcome(ledger, 1, 0, ERR_P), RC_EXISTS);
    assert_int_equal(fixture_outcome(ledger, 77, 0, ERR_P), RC_NOT_FOUND);
    commit(fixture);
    buf_clear(&out);
    OK_EACH(ledger_letters_waiting(ledger, ERR_P), ledger_letter_row, on_letter, &out);
    assert_string_equal(buf_text(&out), "2 two ?[From: somebody] ");
    buf_clear(&out);
    OK_EACH(ledger_letters(ledger, 0, ERR_P), ledger_letter_row, on_letter, &out);
    assert_string_equal(buf_text(&out), "2 two ?[] 1 one accepted[] ");
}

WITH_LEDGER(every_outcome_can_be_stored)
{
    OWN(buf) out = {0};

    begin(fixture);
    for (int kind = 0; kind < LEDGER_OUTCOME_COUNT; kind++) {
        char source_id[2] = {(char)('a' + kind), '\0'};
        struct ledger_outcome outcome = {
            .at_s = 1, .kind = (enum ledger_outcome_kind)kind, .reason = "why"};
        outcome.letter = fixture_letter(fixture->ledger, source_id, true);
        OK(ledger_outcome_put(fixture->ledger, &outcome, ERR_P));
    }
    commit(fixture);
    OK_EACH(ledger_letters(fixture->ledger, 3, ERR_P), ledger_letter_row, on_letter, &out);
    assert_string_equal(buf_text(&out), "2 b part[] 1 a accepted[] ");
    buf_clear(&out);
    OK_EACH(ledger_letters(fixture->ledger, 0, ERR_P), ledger_letter_row, on_letter, &out);
    assert_null(strstr(buf_text(&out), "?"));
}

WITH_LEDGER(a_message_id_has_one_first_letter)
{
    struct ledger *ledger = fixture->ledger;
    struct fixture_hash key = fixture_hash(-1, 1);
    struct ledger_bytes bytes = {key.at, sizeof key.at};
    struct ledger_letter copy = {.id = 2,
                                 .source = "maildir:test",
                                 .source_id = "two",
                                 .message_key = bytes,
                                 .key = 1,
                                 .raw_box = fixture_bytes("raw")};
    int64_t letter = -1;

    begin(fixture);
    OK(ledger_letter_by_message(ledger, bytes, &letter, ERR_P));
    assert_int_equal(letter, 0);
    fixture_letter(ledger, "one", false);
    OK(ledger_letter_by_message(ledger, bytes, &letter, ERR_P));
    assert_int_equal(letter, 1);
    assert_int_equal(ledger_letter_put(ledger, &copy, ERR_P), RC_EXISTS);
    copy.repeat_of = 1;
    OK(ledger_letter_put(ledger, &copy, ERR_P));
    OK(ledger_letter_by_message(ledger, bytes, &letter, ERR_P));
    assert_int_equal(letter, 1);
    OK(ledger_letter_by_source(ledger, "maildir:test", "two", &letter, ERR_P));
    assert_int_equal(letter, 2);
    copy.id = 3;
    assert_int_equal(ledger_letter_put(ledger, &copy, ERR_P), RC_EXISTS); /* read again */
    OK(ledger_letter_by_source(ledger, "imap", "two", &letter, ERR_P));
    assert_int_equal(letter, 0);
    commit(fixture);
}

WITH_LEDGER(raw_bytes_go_only_when_their_key_is_forgotten)
{
    struct ledger *ledger = fixture->ledger;
    struct ledger_key key = {
        .id = 1, .kind = LEDGER_KEY_MONTH, .subject = 682, .wrapped = fixture_bytes("k")};
    OWN(buf) out = {0};
    int64_t pruned = -1;

    begin(fixture);
    OK(ledger_key_put(ledger, &key, ERR_P));
    fixture_letter(ledger, "one", false);
    OK(fixture_outcome(ledger, 1, 0, ERR_P));
    commit(fixture);
    OK(ledger_letters_prune(ledger, 1, 2, &pruned, ERR_P));
    assert_int_equal(pruned, 0);
    OK(ledger_key_forget(ledger, LEDGER_KEY_MONTH, 682, ERR_P));
    OK(ledger_letters_prune(ledger, 2, 9, &pruned, ERR_P));
    assert_int_equal(pruned, 0);
    OK(ledger_letters_prune(ledger, 1, 2, &pruned, ERR_P));
    assert_int_equal(pruned, 1);
    OK_EACH(ledger_letter_get(ledger, 1, ERR_P), ledger_letter_row, on_letter, &out);
    assert_string_equal(buf_text(&out), "1 one accepted[] ");
}

/* --- out ---------------------------------------------------------------------------------- */

static void on_delivery(struct buf *out, const struct ledger_delivery *delivery)
{
    buf_printf(out, "%d/%d %s %d %s ", (int)delivery->out, delivery->place,
               ledger_delivery_name(delivery->state), delivery->tries, delivery->note);
}

/* One letter to a registered address and to a stranger. */
static void put_to_two(struct fixture *fixture)
{
    struct ledger_recipient to[2] = {{.channel = "smtp", .address = 1},
                                     {.channel = "smtp", .box = fixture_bytes("x@y")}};
    struct ledger_out out = {.id = 1,
                             .made_s = 100,
                             .kind = "turn",
                             .message_id = "1@x",
                             .game = 1,
                             .seat = 1,
                             .n = 0,
                             .form = "en/1",
                             .values_box = fixture_bytes("v"),
                             .to = to,
                             .to_count = 2,
                             .due_s = 100};

    begin(fixture);
    fixture_address(fixture->ledger, fixture_player(fixture->ledger, "anna"), "a@x");
    fixture_game(fixture->ledger);
    OK(ledger_out_put(fixture->ledger, &out, ERR_P));
    out.id = 2;
    assert_int_equal(ledger_out_put(fixture->ledger, &out, ERR_P), RC_EXISTS); /* Message-ID */
    out.message_id = "2@x";
    out.to_count = 0;
    assert_int_equal(ledger_out_put(fixture->ledger, &out, ERR_P), RC_BUG);
    commit(fixture);
}

WITH_LEDGER(composed_bytes_live_until_every_recipient_is_final)
{
    struct ledger *ledger = fixture->ledger;
    OWN(buf) out = {0};
    int64_t due_s = 0;

    put_to_two(fixture);
    OK(ledger_next_delivery(ledger, &due_s, ERR_P));
    assert_int_equal(due_s, 100);
    OK_EACH(ledger_deliveries_due(ledger, "smtp", 99, 10, ERR_P), ledger_delivery, on_delivery,
            &out);
    assert_int_equal(out.length, 0);
    assert_int_equal(ledger_composed_get(ledger, 1, &out, ERR_P), RC_NOT_FOUND);
    OK(ledger_composed_put(ledger, 1, 101, fixture_bytes("bytes"), ERR_P));
    assert_int_equal(ledger_composed_put(ledger, 1, 102, fixture_bytes("other"), ERR_P), RC_EXISTS);
    OK(ledger_delivery_again(ledger, 1, 0, 200, "451 later", ERR_P));
    OK_EACH(ledger_deliveries_due(ledger, "smtp", 150, 10, ERR_P), ledger_delivery, on_delivery,
            &out);
    assert_string_equal(buf_text(&out), "1/1 waiting 0  ");
    OK(ledger_delivery_end(ledger, 1, 1, LEDGER_DELIVERY_SENT, 150, "250 ok", ERR_P));
    assert_int_equal(
        ledger_delivery_end(ledger, 1, 1, LEDGER_DELIVERY_REFUSED, 151, "550 no", ERR_P),
        RC_NOT_FOUND);
    buf_clear(&out);
    OK(ledger_composed_get(ledger, 1, &out, ERR_P));
    assert_string_equal(buf_text(&out), "bytes");
    OK(ledger_delivery_end(ledger, 1, 0, LEDGER_DELIVERY_REFUSED, 200, "550 no", ERR_P));
    assert_int_equal(ledger_composed_get(ledger, 1, &out, ERR_P), RC_NOT_FOUND);
    buf_clear(&out);
    OK_EACH(ledger_deliveries(ledger, 1, ERR_P), ledger_delivery, on_delivery, &out);
    assert_string_equal(buf_text(&out), "1/0 refused 2 550 no 1/1 sent 1 250 ok ");
    OK(ledger_next_delivery(ledger, &due_s, ERR_P));
    assert_int_equal(due_s, -1);
}

WITH_LEDGER(recipients_and_final_states_cannot_be_altered)
{
    static const char *const tries[] = {
        "UPDATE delivery SET address = NULL, box = x'00' WHERE place = 0",
        "UPDATE delivery SET channel = 'other'",
        "UPDATE delivery SET state = 'waiting', ended_s = NULL WHERE place = 1",
        "UPDATE composed SET box = x'00'",
        "DELETE FROM delivery",
    };

    put_to_two(fixture);
    OK(ledger_composed_put(fixture->ledger, 1, 101, fixture_bytes("bytes"), ERR_P));
    OK(ledger_delivery_end(fixture->ledger, 1, 1, LEDGER_DELIVERY_SENT, 150, "", ERR_P));
    for (size_t i = 0; i < sizeof tries / sizeof *tries; i++)
        assert_int_equal(sqlite3_exec(fixture->ledger->db, tries[i], NULL, NULL, NULL),
                         SQLITE_CONSTRAINT_TRIGGER);
}

static void on_out(struct buf *out, const struct ledger_out *row)
{
    buf_printf(out, "%d %s %d %d %s ", (int)row->id, row->message_id, (int)row->game, (int)row->n,
               row->form);
}

WITH_LEDGER(letters_out_are_found_by_number_and_message_id)
{
    OWN(buf) out = {0};
    int64_t id = 0, n = 0, told = 0;

    put_to_two(fixture);
    OK(ledger_out_by_message(fixture->ledger, "1@x", &id, ERR_P));
    assert_int_equal(id, 1);
    OK(ledger_out_by_message(fixture->ledger, "9@x", &id, ERR_P));
    assert_int_equal(id, 0);
    OK_EACH(ledger_out_get(fixture->ledger, 1, ERR_P), ledger_out, on_out, &out);
    assert_string_equal(buf_text(&out), "1 1@x 1 0 en/1 ");
    OK(ledger_shown(fixture->ledger, 1, 1, &n, &told, ERR_P));
    assert_int_equal(n, 0);
    assert_int_equal(told, 1);
    OK(ledger_shown(fixture->ledger, 1, 2, &n, &told, ERR_P));
    assert_int_equal(n, -1);
}

WITH_LEDGER(an_older_letter_does_not_take_back_what_was_shown)
{
    struct ledger_recipient to = {.channel = "smtp", .address = 1};
    struct ledger_out late = {.id = 2,
                              .kind = "receipt",
                              .message_id = "2@x",
                              .game = 1,
                              .seat = 1,
                              .n = 0,
                              .form = "",
                              .values_box = fixture_bytes("v"),
                              .to = &to,
                              .to_count = 1};
    int64_t n = 0, told = 0;

    begin(fixture);
    fixture_address(fixture->ledger, fixture_player(fixture->ledger, "anna"), "a@x");
    fixture_game(fixture->ledger);
    OK(fixture_append(fixture->ledger, 1, "x", NULL, NULL, ERR_P));
    fixture_out(fixture->ledger, 1, 1, 1);
    OK(ledger_out_put(fixture->ledger, &late, ERR_P));
    commit(fixture);
    OK(ledger_shown(fixture->ledger, 1, 1, &n, &told, ERR_P));
    assert_int_equal(n, 1);
    assert_int_equal(told, 1);
}

TESTS(NULL, NULL)
