/* SPDX-License-Identifier: MIT */
/* Who is told what after a game went on: seats that are asked, at once; and letters that come
 * later than what they tell: to watchers, some time after a move, so that a turn
 * is one letter; and daily digests, one letter over all games of a player.
 *
 * A digest's sections are letters of their own in the outbox, without a recipient: so each game
 * knows what its seat was told. Source: mail-conventions O5; design, section 7. */
#pragma once

#include "play/position.h"

struct outbox_letter;
struct ledger_timer;

/* Tell all seats of a game what they must know after entries were added: questions they were not
 * told of, the end of a round and of the game; to who wants it, whatever others did. `but` was told
 * otherwise; 0 = nobody. */
enum rc audience_tell(struct desk *desk, const struct position *position, unsigned but,
                      struct err *err);

/* Kinds of timers. */
#define AUDIENCE_WATCH  "watch"  /* game, 0 */
#define AUDIENCE_DIGEST "digest" /* 0, player */
#define AUDIENCE_NEWS   "news"   /* game, seat */

/* Has a seat had as many letters within the hour as words of others may send it? Then what is said
 * waits for its next letter, and for the end of the hour at most. */
enum rc audience_is_full(struct desk *desk, const struct position *position, unsigned seat,
                         bool *full, struct err *err);

/* Shall news for a seat wait, since it had enough within the hour? Counts them, or sets the timer.
 */
enum rc audience_paces(struct desk *desk, const struct position *position, unsigned seat,
                       bool *waits, struct err *err);
/* A timer of one of these kinds is due; inside a change. */
enum rc audience_news_due(struct desk *desk, const struct ledger_timer *timer, struct err *err);
enum rc audience_watch_due(struct desk *desk, int64_t game, struct err *err);
enum rc audience_digest_due(struct desk *desk, int64_t player, struct err *err);

/* A player begins or ends to watch.
 * fails  RC_NOT_FOUND: no such game */
enum rc audience_watch(struct desk *desk, int64_t game, int64_t player, struct err *err);
enum rc audience_unwatch(struct desk *desk, int64_t game, int64_t player, struct err *err);
