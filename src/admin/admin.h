/* SPDX-License-Identifier: MIT */
/* What the keeper's commands do: each call does one of them. */
#pragma once

#include "admin/care.h"
#include "commands/newgame.h"
#include "ledger/care.h"
#include "ledger/derived.h"
#include "ledger/disputes.h"
#include "ledger/letters.h"
#include "ledger/offers.h"
#include "play/position.h"
#include "record/trial.h"
#include "server/desk.h"

/* ---- dispute.c: What the administrator does with a dispute (dispute_letter.h): he reads its case
 * file and rules. Source: design, section 7; doc/cases.md. */

/* Read the case file of a dispute. */
enum rc dispute_text(struct desk *desk, const struct ledger_dispute *dispute, struct buf *out,
                     struct err *err);
/* Tell all seats the ruling and let the clocks go again, if they stand for this and no other
 * dispute; inside a change.
 * fails  RC_NOT_FOUND: no such open dispute; RC_BAD_INPUT: a text that no letter can hold */
enum rc dispute_rule(struct desk *desk, int64_t id, const char *text, struct err *err);

/* ---- thaw.c: A frozen game goes on. A game freezes when a later head of it was signed than the
 * ledger holds. Source: design, section 4 ("Signing"), 5.6. */

/* Let a frozen game go on, if the ledger holds the head that was signed last; its deadlines move
 * by the time it stood. A change of its own.
 * fails  RC_CONFLICT: the ledger does not hold it, and how to go on; or the game is not frozen */
enum rc thaw_game(struct desk *desk, int64_t game, int64_t last_n, struct err *err);

/* Is a frozen game so because its marks were lost with a disk? out  *lost: false when it is not
 * frozen */
enum rc thaw_marks_lost(struct desk *desk, int64_t game, bool *lost, struct err *err);

/* ---- requeue.c: A letter out that its recipient's server refused, or that was given up: queued
 * once more, to where its player is reached now. Source: design, section 4 (outbox). */

/* Queue a copy of letter out `out`, with a number and a Message-ID of its own; inside a change.
 * fails  RC_NOT_FOUND: there is no such letter, or nobody to get it; RC_CONFLICT: it was sent, or
 *        still waits; what is for the forum */
enum rc requeue_letter(struct desk *desk, int64_t out, int64_t *queued, struct err *err);

/* The newest letters that did not arrive, `most` at most; both borrowed for the call. */
struct ledger_out;
struct ledger_delivery;
typedef enum rc (*requeue_fn)(void *user, const struct ledger_out *out,
                              const struct ledger_delivery *delivery, struct err *err);
enum rc requeue_list(struct desk *desk, int most, requeue_fn fn, void *user, struct err *err);

/* ---- lost.c: What a frozen game lacks, and nobody has, is declared lost; then its players are
 * asked whether they go on. Source: doc/record.md, "Replay"; doc/replica.md, "Lost entries". */

/* More numbers are skipped than are known to be used where the marks do not tell them all. */
enum { LOST_MARGIN = 4096 };

struct lost_entries {
    int64_t from_n, to_n; /* both lost */
    const char *then;     /* what comes of the game: a sentence */
};

/* A change of its own.
 * in     last_n: the newest entry that any letter names, 0 = none is known beyond the marks
 * fails  RC_CONFLICT: the game is not frozen, or not begun */
enum rc lost_declare(struct desk *desk, int64_t game, int64_t last_n, struct lost_entries *lost,
                     struct err *err);

/* ---- rebuild.c: Derived rows made again from the log, and everything checked against it.
 * Source: design, section 4 (facts, derived, work). */

/* Empty the derived tables and fill them again, in one change. */
enum rc rebuild_all(struct desk *desk, struct err *err);

/* Look at everything: the file, every chain and seal, replays, marks. `problem` is called for
 * each finding; RC_OK means that it looked. */
enum rc rebuild_check(struct desk *desk, ledger_problem_fn problem, void *user, struct err *err);
enum { REBUILD_GLANCE = 500 };
/* The same of REBUILD_GLANCE games, those that went on last, with all keys and marks: quick however
 * large the ledger is. */
enum rc rebuild_glance(struct desk *desk, ledger_problem_fn problem, void *user, struct err *err);
/* rebuild_check as far as it goes without keys: the file and its chains, no seal, no replay. */
enum rc rebuild_check_keyless(struct ledger *ledger, ledger_problem_fn problem, void *user,
                              struct err *err);

/* ---- figures.c: What a server has done, counted from its logs: games, decisions, how long players
 * think, when they write. Nothing is kept; each call reads the logs anew. */

enum { FIGURES_HOURS = 24 };

struct figures {
    unsigned games, status[LEDGER_STATUS_COUNT], frozen;
    int64_t entries, orders, defaults;
    int64_t letters, outcome[LEDGER_OUTCOME_COUNT], waiting; /* waiting: without an outcome yet */
    int64_t median_s, slow_s;    /* from question to order: of half, of nine in ten; -1 = none */
    int64_t hour[FIGURES_HOURS]; /* orders by the hour (UTC) in which they came */
};

/* Count from since_s on (0 = all): games made, orders given, letters that arrived then. */
enum rc figures_gather(struct desk *desk, int64_t since_s, struct figures *figures,
                       struct err *err);

/* ---- recover.c: A game that the ledger holds shorter than it was signed gets its newer entries
 * back from its players' letters. Source: design, 11, P5 and P6; doc/replica.md, "Lost entries". */

enum { RECOVER_FILES_MAX = 64 };

struct recovered {
    int64_t from_n, to_n; /* entries that were put back, both included */
    unsigned held;        /* secrets that count as held by their players now */
    bool goes_on;         /* thawed; else why not: */
    struct err why;
};

/* Put back what records of this game (of any seat, joined from letters or exported) have behind the
 * ledger's newest entry, each entry as it stands; then let the game go on, if nothing newer was
 * signed. A change of its own.
 * in     file[count]: bytes of records
 * fails  RC_CONFLICT: they tell two histories, or another than the ledger, or nothing new, or a
 *        secret of the table is in none of them; RC_BAD_INPUT: which is no record of this game */
enum rc recover_game(struct desk *desk, int64_t game, const struct buf *file, unsigned count,
                     struct recovered *recovered, struct err *err);

/* ---- offering.c: Games that wait for players, as the administrator offers, starts and withdraws
 * them. What players say about them is commands/offers.h. All but the list inside a change. */

/* Each offer that waits, with the names of who is in and who was asked, "Ada, Ben"; all borrowed
 * for the call. */
typedef enum rc (*offering_fn)(void *user, const struct ledger_offer *offer, const char *in,
                               const char *asked, struct err *err);
enum rc offering_list(struct desk *desk, offering_fn fn, void *user, struct err *err);

/* Let the free seats of a game be taken: `wanted` says who is in already, the first offers it.
 * fails  RC_USAGE: nobody is in, or no seat is free */
enum rc offering_open(struct desk *desk, const struct newgame *wanted, unsigned seats,
                      int64_t *offer, struct err *err);
/* Make the game of an offer, of those who are in and then of `more`, count of them.
 * fails  RC_CONFLICT: it does not wait any more, or its options are not this program's;
 *        RC_USAGE: too many seats; RC_NOT_FOUND */
enum rc offering_start(struct desk *desk, int64_t offer, const int64_t *more, unsigned count,
                       int64_t *game, struct err *err);
/* Let it wait no more; who is in, and who was asked, is told. Fails as offering_start. */
enum rc offering_withdraw(struct desk *desk, int64_t offer, struct err *err);

/* ---- promote.c: Going on here in another host's place, from the replica of its ledger. What the
 * other host let out the replica holds: its marks are made anew from it, and from those of the
 * other host that are here. Source: design, section 11, P4; doc/replica.md. */

enum { PROMOTE_FROM_MOST = 8 };

struct promotion {
    const char *from; /* the newest copy: the caller's */
    int64_t commits;  /* changes that its ledger has counted */
    struct care_restored restored;
};

struct promotion_options {
    const char *from[PROMOTE_FROM_MOST]; /* copies: a folder, a URL, or an engine's configuration in
                                            which this ledger's path stands */
    unsigned count;
    bool try;                                         /* change nothing here */
    void (*problem)(void *user, const char *problem); /* found by a try */
    void *user;
};

/* The newest of the copies by its own count of changes, never by a clock.
 * fails  RC_BAD_INPUT: the engine makes no ledger of one, and says why; RC_CONFLICT: the ledger
 * that is here is newer than all of them; RC_BUSY: posternd runs here; as care_restore */
enum rc promote(const struct config *config, const struct desk_world *world,
                const struct promotion_options *options, struct promotion *out, struct err *err);

/* ---- rekey.c: Another key for the server: to sign games with, or to wrap the keys of boxes.
 *
 * A rotation goes in three steps, each of which may be the last before a crash: the new key is put
 * into the file; then rows are wrapped anew, or each game gets an entry `key` signed by its old
 * one; then the old key may be retired. rekey_apply does what is left of the second step.
 *
 * Source: design, section 4 ("Rotation rewraps"), 5.6; doc/seals.md, "Signatures". */

/* What a rotation has done, or what keeps an old key in use. */
struct rekey_count {
    uint64_t wrapped;     /* keys of boxes */
    uint64_t games;       /* that sign with another key now */
    uint64_t tournaments; /* tournaments, the same */
    uint64_t frozen;      /* games that cannot change their key while they are frozen */
};

/* Put a new key of a purpose into the file; outside a change. Nothing uses it but through
 * rekey_apply, and what is made from now on. */
enum rc rekey_rotate(struct desk *desk, enum key_purpose purpose, struct err *err);
/* Wrap with the newest key, sign with the newest key; adds to *count. Changes of its own, each of
 * a few games, so that others may write in between. */
enum rc rekey_apply(struct desk *desk, struct rekey_count *count, struct err *err);
/* What there still is to apply: keys of boxes that are not wrapped with the newest key, games that
 * are not signed with it. */
enum rc rekey_left(struct desk *desk, struct rekey_count *left, struct err *err);
/* Forget an old key for good.
 * fails  RC_CONFLICT: it is the newest, or rows or games still need it (which, in err);
 *        RC_NOT_FOUND */
enum rc rekey_retire(struct desk *desk, enum key_purpose purpose, uint32_t generation,
                     struct err *err);

/* ---- upgrade.c: Other rules versions: what they would make of every game, tried in parallel; and
 * a game's change to one when its players agree. A game keeps its version until then, for ever if
 * need be. Source: design, section 3; doc/record.md, "upgrade". */

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
