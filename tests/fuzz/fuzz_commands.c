/* SPDX-License-Identifier: MIT */
/* Any bytes as what a player writes, on the whole way of a letter: orders, commands with any
 * arguments, headings of several games. The first byte says who writes to which address. Each
 * letter comes to one outcome and none is set aside; nothing is kept of it. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "play/reply.h"
#include "inbound/inbound.h"
#include "tests/house/fixture.h"
#include "tests/toy/toy.h"
#include "tests/test.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { BODY_MOST = 16384 };

static struct fixture fixture;
static char seat[REPLY_ADDRESS_BYTES], digest[REPLY_ADDRESS_BYTES], offer[REPLY_ADDRESS_BYTES];

static void demand(bool kept, const char *what)
{
    if (kept)
        return;
    fprintf(stderr, "%s\n", what);
    abort();
}

static void clean(void)
{
    fixture_remove(&fixture);
}

static void write_address(enum token_kind kind, unsigned of, int64_t decision, int64_t entry,
                          char *out)
{
    struct err err = {0};

    demand(reply_address(fixture.desk, kind, kind == TOKEN_REPLY ? 1 : 0, of, decision, entry, out,
                         &err) == RC_OK,
           err.text);
}

static void start(void)
{
    static const struct game *const list[] = {&toy_game, NULL};
    const struct position *position;
    int64_t question = 0;

    if (fixture.desk)
        return;
    fixture_make(&fixture, list);
    atexit(clean);
    fixture_start(&fixture, &toy_game);
    position = fixture_position(&fixture, 1);
    for (unsigned i = 0; i < position->decision_count; i++)
        if (position->decision[i].seat == 1)
            question = position->decision[i].id;
    write_address(TOKEN_REPLY, 1, question, (int64_t)position->chain.number, seat);
    write_address(TOKEN_PLAYER, TOKEN_OF_LETTER, 1, 1, digest);
    write_address(TOKEN_PLAYER, 0, 1, 1, offer);
}

static const char *address_of(uint8_t way)
{
    return way == 'd'                 ? digest
           : way == 'o'               ? offer
           : way == 'p' || way == 's' ? fixture.config.address
                                      : seat;
}

static void take(const char *raw, size_t length)
{
    struct inbound_letter letter = {.source = "fuzz",
                                    .source_id = "1",
                                    .arrived_s = fixture.now_s,
                                    .raw = raw,
                                    .length = length};
    struct inbound_result result;
    struct reading reading = {0};
    struct err err = {0};

    demand(desk_begin(fixture.desk, &err) == RC_OK, err.text);
    demand(inbound_take(fixture.desk, &letter, &reading, &result, &err) == RC_OK, err.text);
    demand(!result.known && result.outcome < LEDGER_OUTCOME_COUNT, "no outcome");
    demand(result.outcome != LEDGER_SET_ASIDE, result.reason);
    desk_rollback(fixture.desk);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    OWN(buf) raw = {0};

    if (!size || size > BODY_MOST)
        return 0;
    start();
    buf_printf(&raw,
               "From: %s\nTo: %s\nMessage-ID: <f@one.example>\n"
               "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n",
               data[0] == 's' ? "eve@three.example" : "anna@one.example", address_of(data[0]));
    buf_put_bytes(&raw, (const char *)data + 1, size - 1);
    take(buf_text(&raw), raw.length);
    return 0;
}
