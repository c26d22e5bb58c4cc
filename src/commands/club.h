/* SPDX-License-Identifier: MIT */
/* What the club knows of its players, by letter: "ratings", "player NAME", "stats". Who hides
 * himself ("profile hidden") is named to nobody but himself. */
#pragma once

#include "commands/incoming.h"

/* "ratings", "ratings GAME": the strongest, and the asker wherever he stands. */
enum rc club_ratings(struct incoming *incoming, const char *arguments, struct err *err);
/* "player NAME"; alone: the asker himself. */
enum rc club_player(struct incoming *incoming, const char *arguments, struct err *err);
/* "stats": games, and how often which seat won. */
enum rc club_stats(struct incoming *incoming, const char *arguments, struct err *err);

/* Append " answers in time: 47 of the last 50; games left: 0" in the reader's words; nothing for
 * who hides his profile, or was never asked. */
enum rc club_put_answers(struct desk *desk, const struct wording *wording,
                         const struct person *person, struct buf *out, struct err *err);
