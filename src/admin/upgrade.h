/* SPDX-License-Identifier: MIT */
/* Other rules versions: what they would make of every game, tried in parallel; and a game's change
 * to one when its players agree. A game keeps its version until then, for ever if need be.
 * Source: design, section 3; doc/record.md, "upgrade". */
#pragma once

#include "play/position.h"
#include "record/trial.h"

enum upgrade_kind {
    UPGRADE_SAME,    /* every order does the same */
    UPGRADE_DIFFERS, /* allowed, but the position after entry n is another */
    UPGRADE_ILLEGAL, /* the order of entry n is refused */
    UPGRADE_BROKEN,  /* the log does not replay by its own rules */
    UPGRADE_KIND_COUNT
};
const char *upgrade_kind_name(enum upgrade_kind kind);

struct upgrade_found {
    int64_t game;
    enum upgrade_kind kind;
    int64_t n;
    bool over;
    char from[GENESIS_NAME_BYTES], to[GENESIS_NAME_BYTES];
    char why[ERR_TEXT_BYTES];
};
/* Called from the calling thread: now and then while it goes on, with how many of `games` are
 * done; and at the end once for each game, by number. Both may be NULL. */
struct upgrade_reader {
    void *user;
    void (*progress)(void *user, unsigned done, unsigned games);
    void (*found)(void *user, const struct upgrade_found *found);
};
/* Try every game of the ledger (finished ones too) under a rules version, by default each game's
 * newest; version NULL or one that a game does not have: its newest.
 * in     threads: that read at a time, with desks of their own */
enum rc upgrade_check(struct desk *desk, const char *version, unsigned threads,
                      const struct upgrade_reader *reader, struct err *err);

/* Let a game go on under another rules version; inside a change. Where all players' seats have
 * agreed ("agree upgrade VERSION"), it is done at once; otherwise those who have not are asked.
 * out    *done; *missing: seats that have not agreed, as bits
 * fails  RC_NOT_FOUND: the game has no such version; RC_CONFLICT: it has that one, or it would
 *        refuse an order that was given, and which */
enum rc upgrade_game(struct desk *desk, struct position *position, const char *version, bool *done,
                     uint32_t *missing, struct err *err);
