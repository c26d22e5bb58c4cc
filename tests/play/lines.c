/* SPDX-License-Identifier: MIT */
#include "tests/play/lines.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/games.h"
#include "ledger/facts.h"
#include "play/adjudicate.h"
#include "play/export.h"
#include "record/verify.h"
#include "tests/test.h"

const char *const lines_addresses[] = {NULL, ANNA, BOB};

void lines_start(struct fixture *fixture, const char *game, uint64_t seed)
{
    fixture_make(fixture, games);
    fixture->random = seed;
    fixture_start(fixture, games_find(game));
}

void lines_write(struct fixture *fixture, unsigned seat, const char *body, const char *expected)
{
    OWN(letter) letter = {0};

    writes(fixture, lines_addresses[seat], body);
    fixture_newest(fixture, lines_addresses[seat], &letter, NULL);
    if (!strstr(letter.text, expected))
        print_error("no \"%s\" in:\n%s\n", expected, letter.text);
    assert_non_null(strstr(letter.text, expected));
}

void lines_order(struct fixture *fixture, unsigned seat, const char *line)
{
    struct adjudication adjudication = {.desk = fixture->desk, .seat = seat, .strict = true};
    struct line_outcome outcome = {0};
    struct err err = {0};

    fixture->now_s += 60;
    assert_int_equal(desk_begin(fixture->desk, &err), RC_OK);
    adjudication.position = fixture_position(fixture, 1);
    if (adjudicate_line(&adjudication, line, strlen(line), &outcome, &err) != RC_OK)
        fail_msg("%s: %s", line, err.text);
    assert_int_equal(outcome.fate, LINE_DONE);
    assert_int_equal(adjudicate_settle(fixture->desk, adjudication.position, &err), RC_OK);
    assert_int_equal(desk_commit(fixture->desk, &err), RC_OK);
}

bool lines_find_order(struct fixture *fixture, unsigned seat, const char *word,
                      char out[ORDER_TEXT_BYTES])
{
    const struct position *position = fixture_position(fixture, 1);
    OWN_MEMORY struct order *list = calloc(LEGAL_MAX, sizeof *list);
    unsigned count;
    bool found = false;

    assert_non_null(list);
    count = position->played->rules->legal(position_rulebook(position), position_state(position),
                                           seat, list);
    for (unsigned i = 0; i < count && !found; i++) {
        struct text text = text_in(out, ORDER_TEXT_BYTES);

        position->played->text->write_order(position_rulebook(position), NULL, &list[i], ORDER_FULL,
                                            &text);
        found = strstr(out, word) != NULL;
    }
    return found;
}

unsigned lines_asked(struct fixture *fixture)
{
    const struct position *position = fixture_position(fixture, 1);

    for (unsigned seat = 1; seat <= 2; seat++)
        if (adjudicate_is_asked(position, seat))
            return seat;
    return 0;
}

static enum rc put_entry(void *user, const struct ledger_entry *row, struct err *err)
{
    (void)err;
    buf_printf(user, "%s\n", row->text);
    return RC_OK;
}

void lines_log(struct fixture *fixture, int64_t n, struct buf *out)
{
    FIXTURE_EACH(ledger_entries(fixture->desk->ledger, 1, n + 1, NULL), ledger_entry, put_entry,
                 out);
    assert_true(n > 0 || out->length > 0);
}

void lines_see(const struct buf *log, const char *word, bool is_there)
{
    if ((strstr(buf_text(log), word) != NULL) != is_there)
        print_error("%s \"%s\" in:\n%s", is_there ? "no" : "unwanted", word, buf_text(log));
    assert_int_equal(strstr(buf_text(log), word) != NULL, is_there);
}

unsigned lines_take_out_by(struct buf *log)
{
    static const char by[] = " by=[by/";
    unsigned count = 0;
    char *at = buf_text(log) ? log->at : NULL;

    for (; at && (at = strstr(at, by)) != NULL; count++) {
        char *behind = strchr(at, ']') + 1;

        memmove(at, behind, strlen(behind) + 1);
        log->length -= (size_t)(behind - at);
    }
    return count;
}

int64_t lines_head(struct fixture *fixture)
{
    return (int64_t)fixture_position(fixture, 1)->chain.number;
}

void lines_export(struct fixture *fixture, unsigned reader, struct buf *file)
{
    OWN(verify) verify = {0};
    struct err err = {0};

    assert_int_equal(export_game(fixture->desk, 1, reader, file, &err), RC_OK);
    assert_int_equal(verify_bytes(file->at, file->length, games_find, &verify, &err), RC_OK);
    if (!verify.is_good)
        print_error("entry %llu: %s\n", (unsigned long long)verify.bad_entry, verify.err.text);
    assert_true(verify.is_good);
}

unsigned lines_count(const struct buf *text, const char *word)
{
    unsigned count = 0;

    for (const char *at = buf_text(text); (at = strstr(at, word)) != NULL; at++)
        count++;
    return count;
}

void lines_offered(const struct letter *letter, struct buf *lines)
{
    for (const char *at = letter->text; (at = strstr(at, "\n  standing "));) {
        at += 3;
        buf_put_bytes(lines, at, strcspn(at, "\n") + 1);
    }
}
