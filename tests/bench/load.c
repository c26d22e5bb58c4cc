/* SPDX-License-Identifier: MIT */
#include "tests/bench/load.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "games/games.h"
#include "play/reply.h"
#include "inbound/inbound.h"
#include "commands/newgame.h"
#include "tests/test.h"

enum { GROUP_MS = 50 };

double load_now_s(void)
{
    struct timespec ts;

    clock_gettime(CLOCK_MONOTONIC, &ts);
    return (double)ts.tv_sec + (double)ts.tv_nsec * 1e-9;
}

/* ---- letters ---- */

enum { ADDRESS_BYTES = 64 };

static const char *const names[] = {NULL, "anna", "bob"};

static void write_address(char out[ADDRESS_BYTES], int64_t game, unsigned seat)
{
    snprintf(out, ADDRESS_BYTES, "%s%lld@%s.example", names[seat], (long long)game,
             seat == 1 ? "one" : "two");
}

/* What a mail program quotes of a turn letter. */
static void put_quote(struct buf *out)
{
    buf_put(out, "\nOn Sat, 21 Nov 2026 12:00, Robot wrote:\n> -=-=- Answer above this line\n");
    for (unsigned i = 0; i < 55; i++)
        buf_put(out, ">    ┼      ┼      ┼      ┼      ┼      ┼      ┼\n");
}

static unsigned asked(const struct position *position, struct decision *decision)
{
    for (unsigned i = 0; i < position->decision_count; i++)
        if (position->decision[i].seat && !position_is_luck(position->decision[i].id)) {
            *decision = position->decision[i];
            return decision->seat;
        }
    return 0;
}

/* A legal order for whoever is asked; false when the game is over. */
static bool make_letter(struct fixture *fixture, int64_t game, struct raw *raw)
{
    const struct position *position = fixture_position(fixture, game);
    char order[ORDER_TEXT_BYTES], to[REPLY_ADDRESS_BYTES], from[ADDRESS_BYTES];
    struct decision decision;
    unsigned seat = asked(position, &decision);
    int64_t entry = (int64_t)position->chain.number;
    struct buf bytes = {0};

    if (!seat || !fixture_random_order(fixture, game, seat, order))
        return false;
    assert_int_equal(
        reply_address(fixture->desk, TOKEN_REPLY, game, seat, decision.id, entry, to, NULL), RC_OK);
    snprintf(raw->id, sizeof raw->id, "%u", ++fixture->sent);
    write_address(from, game, seat);
    buf_printf(&bytes,
               "Return-Path: <%s>\r\nDelivered-To: %s\r\nReceived: from mx.one.example by "
               "mx.robot.example; Sat, 21 Nov 2026 12:00:00 +0000\r\n"
               "Authentication-Results: mx.robot.example; dmarc=pass header.from=%s\r\n"
               "From: Player <%s>\r\nTo: %s\r\n"
               "Message-ID: <%s@player.example>\r\nIn-Reply-To: <x@robot.example>\r\n"
               "Subject: Re: Dungeon Twister\r\nMIME-Version: 1.0\r\n"
               "Content-Type: text/plain; charset=utf-8\r\n\r\n%s\r\n",
               from, to, strchr(from, '@') + 1, from, to, raw->id, order);
    put_quote(&bytes);
    raw->length = bytes.length;
    raw->bytes = buf_take(&bytes);
    return true;
}

unsigned load_letters(struct fixture *fixture, unsigned games_made, struct raw *raws)
{
    unsigned count = 0;

    for (int64_t game = 1; game <= games_made; game++)
        count += make_letter(fixture, game, &raws[count]);
    return count;
}

void load_free(struct raw *raws, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        free(raws[i].bytes);
}

/* ---- taking in ---- */

static void take(struct fixture *fixture, const struct raw *raw)
{
    struct inbound_letter in = {.source = "maildir:bench",
                                .source_id = raw->id,
                                .arrived_s = fixture->now_s,
                                .raw = raw->bytes,
                                .length = raw->length};
    struct inbound_result result;
    struct reading reading = {0};

    assert_int_equal(inbound_take(fixture->desk, &in, &reading, &result, NULL), RC_OK);
    assert_int_equal(result.outcome, LEDGER_ACCEPTED);
}

double load_take(struct fixture *fixture, const struct raw *raws, unsigned count, bool grouped)
{
    double start = load_now_s();
    unsigned i = 0;

    while (i < count) {
        double begin = load_now_s();
        struct err err = {0};

        assert_int_equal(desk_begin(fixture->desk, &err), RC_OK);
        do
            take(fixture, &raws[i++]);
        while (grouped && i < count && (load_now_s() - begin) * 1000 < (double)GROUP_MS);
        assert_int_equal(desk_commit(fixture->desk, &err), RC_OK);
    }
    fixture->now_s++;
    return load_now_s() - start;
}

/* ---- games ---- */

static void make_game(struct fixture *fixture, int64_t game)
{
    struct newgame wanted = {.played = games_find("dungeon_twister"), .options = "", .seats = 2};
    struct verdict verdict;
    int64_t number;

    for (unsigned seat = 1; seat <= 2; seat++) {
        char address[ADDRESS_BYTES], name[ADDRESS_BYTES];

        write_address(address, game, seat);
        snprintf(name, sizeof name, "%s %lld", names[seat], (long long)game);
        wanted.player[seat] = fixture_player(fixture, name, address);
    }
    assert_int_equal(desk_begin(fixture->desk, NULL), RC_OK);
    assert_int_equal(newgame_make(fixture->desk, &wanted, &number, &verdict, NULL), RC_OK);
    assert_int_equal(number, game);
    assert_int_equal(desk_commit(fixture->desk, NULL), RC_OK);
}

void load_make_games(struct fixture *fixture, unsigned count)
{
    fixture_make(fixture, games);
    for (unsigned game = 1; game <= count; game++)
        make_game(fixture, game);
    for (unsigned game = 1; game <= count; game++)
        fixture_luck(fixture, game);
}
