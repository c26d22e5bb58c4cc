/* SPDX-License-Identifier: MIT */
/* What may change: keys, deliveries, composed bytes, tries, timers, drafts, bounces, freezes.
 *
 * Neither insert-only nor derived: these rows are the program's own memory. Writers that stand
 * alone (not inside ledger_begin_immediate) are a commit each.
 *
 * Source: design, sections 4, 5.6, 5.8; mail conventions I1, I3, I8, I13, I15, O4, O12. */
#pragma once

#include "ledger/ledger.h"

/* --- keys --------------------------------------------------------------------------------- */

enum ledger_key_kind {
    LEDGER_KEY_GAME,   /* subject: game */
    LEDGER_KEY_PLAYER, /* subject: player */
    LEDGER_KEY_MONTH,  /* subject: months since 1970-01, of raw letters and strangers */
    LEDGER_KEY_BOX,    /* subject: game; its box key pair for sealed blocks */
    LEDGER_KEY_SIGN,   /* subject: 1, 2, …; the newest signs */
    LEDGER_KEY_TOKEN,  /* subject: 1, 2, …; reply tokens, look-ups, bounce addresses */
    LEDGER_KEY_KIND_COUNT
};
struct ledger_key {
    int64_t id;
    enum ledger_key_kind kind;
    int64_t subject;
    int64_t made_s;
    struct ledger_bytes wrapped; /* by the key file */
};
/* fails  RC_EXISTS: there is one of that kind and subject */
enum rc ledger_key_put(struct ledger *ledger, const struct ledger_key *key, struct err *err);
/* Append the wrapped key to out. fails RC_NOT_FOUND: never made, or forgotten */
enum rc ledger_key_get(struct ledger *ledger, enum ledger_key_kind kind, int64_t subject,
                       int64_t *id, struct buf *out, struct err *err);
struct ledger_rows ledger_keys(struct ledger *ledger, struct err *err);
/* Rotation: the same key, wrapped anew. */
enum rc ledger_key_rewrap(struct ledger *ledger, int64_t id, struct ledger_bytes wrapped,
                          struct err *err);
/* Delete a key row, its bytes overwritten; follow with ledger_checkpoint after the commit. What
 * was boxed under it can never be read again. RC_NOT_FOUND when there is none. */
enum rc ledger_key_forget(struct ledger *ledger, enum ledger_key_kind kind, int64_t subject,
                          struct err *err);

/* --- deliveries --------------------------------------------------------------------------- */

#define LEDGER_DELIVERIES(X)                                                                       \
    X(WAITING, "waiting")                                                                          \
    X(SENT, "sent")           /* the other side took it */                                         \
    X(REFUSED, "refused")     /* for ever */                                                       \
    X(GIVEN_UP, "given up")   /* temporary failures for too long */                                \
    X(CANCELLED, "cancelled") /* by the administrator, or out of date */
#define LEDGER_DELIVERY_STATE_NAME(name, text) LEDGER_DELIVERY_##name,
enum ledger_delivery_state { LEDGER_DELIVERIES(LEDGER_DELIVERY_STATE_NAME) LEDGER_DELIVERY_COUNT };
const char *ledger_delivery_name(enum ledger_delivery_state state);

/* One letter out for one recipient. */
struct ledger_delivery {
    int64_t out;
    int place; /* from 0, as in ledger_out.to */
    const char *channel;
    int64_t address;         /* 0 = see box */
    struct ledger_bytes box; /* stranger or forum place */
    enum ledger_delivery_state state;
    int tries;
    int64_t due_s;    /* next try not before */
    int64_t ended_s;  /* -1 while it waits */
    const char *note; /* last answer of the other side, in short; no secret */
};
/* Deliveries by a transport that wait with due_s ≤ now, soonest first, at most `limit`. */
struct ledger_rows ledger_deliveries_due(struct ledger *ledger, const char *channel, int64_t now_s,
                                         int limit, struct err *err);
/* Let what waits for a transport be due now. out  waiting: how many there are */
enum rc ledger_deliveries_hurry(struct ledger *ledger, const char *channel, int64_t now_s,
                                int64_t *waiting, struct err *err);
/* All recipients of one letter. */
struct ledger_rows ledger_deliveries(struct ledger *ledger, int64_t out, struct err *err);
/* Those that were refused, given up, or not sent after a backup was restored, newest first, at most
 * `limit`. */
struct ledger_rows ledger_deliveries_failed(struct ledger *ledger, int limit, struct err *err);
/* Soonest due time of all that wait; -1 = none. */
enum rc ledger_next_delivery(struct ledger *ledger, int64_t *due_s, struct err *err);
/* A temporary failure: one more try counted, the next not before due_s.
 * fails  RC_NOT_FOUND: it does not wait */
enum rc ledger_delivery_again(struct ledger *ledger, int64_t out, int place, int64_t due_s,
                              const char *note, struct err *err);
/* The last word on a delivery. When it was the letter's last open one, the composed bytes go.
 * fails  RC_NOT_FOUND: it does not wait */
enum rc ledger_delivery_end(struct ledger *ledger, int64_t out, int place,
                            enum ledger_delivery_state state, int64_t at_s, const char *note,
                            struct err *err);

/* Keep the composed bytes before the first try. fails RC_EXISTS: composed before, use those */
enum rc ledger_composed_put(struct ledger *ledger, int64_t out, int64_t at_s,
                            struct ledger_bytes box, struct err *err);
/* Append the box to to. fails RC_NOT_FOUND: not composed yet, or all recipients are final */
enum rc ledger_composed_get(struct ledger *ledger, int64_t out, struct buf *to, struct err *err);

/* --- letters that bring the program down -------------------------------------------------- */

/* Count a crash while this letter was in hand (see in_hand.h).
 * out    tries: how often by now */
enum rc ledger_crash_count(struct ledger *ledger, const char *source, const char *source_id,
                           int64_t at_s, int *tries, struct err *err);
/* out    tries: 0 = never */
enum rc ledger_crash_get(struct ledger *ledger, const char *source, const char *source_id,
                         int *tries, struct err *err);

/* --- inboxes, timers, drafts -------------------------------------------------------------- */

/* Rows of the server's own: how far all of them were read; from when on a promoted host looks again
 * at letters dealt with (0 = no more). */
#define LEDGER_SETTLED  "posternd"
#define LEDGER_PROMOTED "promoted"

/* How far an inbox was read: every letter that arrived before read_to_s was taken in.
 * state: the transport's own, "UIDVALIDITY UIDNEXT". */
enum rc ledger_inbox_put(struct ledger *ledger, const char *source, int64_t read_to_s,
                         const char *state, struct err *err);
/* Append state to out. read_to_s: 0 = never read */
enum rc ledger_inbox_get(struct ledger *ledger, const char *source, int64_t *read_to_s,
                         struct buf *out, struct err *err);

/* Which of some words the state is; 0: none of them. */
enum rc ledger_inbox_word(struct ledger *ledger, const char *source, int64_t *read_to_s,
                          const char *const *words, unsigned count, unsigned *which,
                          struct err *err);

/* Something to do later: a reminder, a digest. One for each (kind, game, subject). */
struct ledger_timer {
    const char *kind;
    int64_t game;    /* 0 = none */
    int64_t subject; /* decision, player: the kind says which */
    int64_t due_s;
};
/* Set or move. */
enum rc ledger_timer_set(struct ledger *ledger, const struct ledger_timer *timer, struct err *err);
/* Take away; harmless when there is none. */
enum rc ledger_timer_drop(struct ledger *ledger, const char *kind, int64_t game, int64_t subject,
                          struct err *err);
/* Timers with due_s ≤ now, soonest first. */
struct ledger_rows ledger_timers_due(struct ledger *ledger, int64_t now_s, struct err *err);
/* All of a kind, with any due_s. */
struct ledger_rows ledger_timers_of(struct ledger *ledger, const char *kind, struct err *err);
enum rc ledger_next_timer(struct ledger *ledger, int64_t *due_s, struct err *err);

/* Orders of a seat that wait for "confirm". An empty box drops the draft. */
enum rc ledger_draft_put(struct ledger *ledger, int64_t game, int seat, int64_t at_s,
                         struct ledger_bytes box, struct err *err);
/* Append the box to out. fails RC_NOT_FOUND */
enum rc ledger_draft_get(struct ledger *ledger, int64_t game, int seat, struct buf *out,
                         struct err *err);

/* --- how far a seat's letters go ---------------------------------------------------------- */

/* A letter of this seat answers one of ours that was written after entry n; older ones change
 * nothing. */
enum rc ledger_heard_put(struct ledger *ledger, int64_t game, int seat, int64_t n, struct err *err);
/* n: 0 = none came back */
enum rc ledger_heard(struct ledger *ledger, int64_t game, int seat, int64_t *n, struct err *err);

/* --- who says too much, who cannot be reached --------------------------------------------- */

/* The same orders again under a new Message-ID (I8): remember what a seat said in answer to one
 * decision, by keyed hash.
 * out    letter: the one that said so before; 0 = new, and now remembered under `letter_now` */
enum rc ledger_said(struct ledger *ledger, int64_t game, int seat, const unsigned char *hash,
                    int64_t letter_now, int64_t *letter, struct err *err);

/* The same, but from now on it is this letter that said so, whoever did before. */
enum rc ledger_said_newest(struct ledger *ledger, int64_t game, int seat, const unsigned char *hash,
                           int64_t letter_now, struct err *err);

/* Count an event under a keyed hash of its sender in windows of window_s seconds (I13).
 * out    count: events in the window that at_s lies in, this one included */
enum rc ledger_rate_count(struct ledger *ledger, const unsigned char *hash, int64_t at_s,
                          int64_t window_s, int64_t *count, struct err *err);
/* A counter as it stands: *begun_s −1 and *count 0 where there is none. */
enum rc ledger_rate_get(struct ledger *ledger, const unsigned char *hash, int64_t *begun_s,
                        int64_t *count, struct err *err);
/* Set it; count 0 drops it. */
enum rc ledger_rate_put(struct ledger *ledger, const unsigned char *hash, int64_t begun_s,
                        int64_t count, struct err *err);
/* Drop counters whose window began before a time. */
enum rc ledger_rate_prune(struct ledger *ledger, int64_t before_s, struct err *err);

/* Score of an address that bounces; the desk decays it (I3). */
struct ledger_bounce {
    int64_t address;
    int64_t score;   /* thousandths of a hard bounce */
    int64_t at_s;    /* when the score was true */
    bool is_stopped; /* nothing is mailed there until somebody says so */
};
enum rc ledger_bounce_put(struct ledger *ledger, const struct ledger_bounce *bounce,
                          struct err *err);
/* score 0 and at_s 0 when it never bounced */
enum rc ledger_bounce_get(struct ledger *ledger, int64_t address, struct ledger_bounce *bounce,
                          struct err *err);
struct ledger_rows ledger_bounces(struct ledger *ledger, struct err *err);

/* --- frozen games ------------------------------------------------------------------------- */

/* Take no orders, close no deadlines, sign nothing for a game until the administrator decides:
 * a later head than the ledger's was signed once. reason: a key. */
enum rc ledger_freeze(struct ledger *ledger, int64_t game, int64_t at_s, const char *reason,
                      struct err *err);
enum rc ledger_thaw(struct ledger *ledger, int64_t game, struct err *err);
enum rc ledger_is_frozen(struct ledger *ledger, int64_t game, bool *is_frozen, struct err *err);
/* Append the reason it was frozen for; nothing when it is not. */
enum rc ledger_frozen_why(struct ledger *ledger, int64_t game, struct buf *out, struct err *err);
/* Since when a game is frozen, 0 = it is not. */
enum rc ledger_frozen_since(struct ledger *ledger, int64_t game, int64_t *since_s, struct err *err);
