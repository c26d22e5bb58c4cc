/* SPDX-License-Identifier: MIT */
/* What the desk says, in a reader's language: sentences for events, verdicts and topics, times,
 * durations. Sentences stand in the files of sentences under templates; nothing here knows a
 * language. */
#pragma once

#include "rules/game.h"
#include "server/library.h"
#include "tell/tell.h"

struct wording {
    const struct language *language;
    const struct game *game;           /* NULL = outside a game */
    const char *player[SEATS_MAX + 1]; /* names by seat; NULL = unknown */
    const char *zone;                  /* of the reader, in the tz database; NULL or "" = UTC */
};

/* The same for src/tell, which says what the rules say; all borrowed. Returns tell. */
const struct tell *wording_tell(const struct wording *wording, struct tell *tell);

/* What a game is called in the reader's language. */
const char *wording_title(const struct wording *wording, const struct game *game);

/* Append a sentence of the desk; pairs of name and text up to a NULL. */
void wording_put(const struct wording *wording, struct buf *out, const char *key, ...)
    __attribute__((sentinel));
#define WORDING(wording, out, key, ...)                                                            \
    wording_put((wording), (out), (key), __VA_ARGS__, (const char *)NULL)

void wording_event(const struct wording *wording, const struct event *event, struct buf *out);
/* Tell the first of `count` events, or together all like it behind it, where they are many and the
 * game tells such in one sentence; returns how many it told. */
unsigned wording_events(const struct wording *wording, const struct event *event, unsigned count,
                        struct buf *out);
/* Why a line was refused, for one who wrote it. */
void wording_verdict(const struct wording *wording, const struct verdict *verdict, struct buf *out);
/* What a question is about. */
void wording_topic(const struct wording *wording, const struct decision *decision, struct buf *out);
/* How a game ended. */
void wording_outcome(const struct wording *wording, const struct outcome *outcome, struct buf *out);

/* "Sat 28 Nov 2026, 22:00 UTC", "Sat 28 Nov 2026, 23:00 CET (UTC+1)" in the reader's zone; and
 * "3 days" (rounded to the unit). */
void wording_time(const struct wording *wording, int64_t time_s, struct buf *out);
void wording_duration(const struct wording *wording, int64_t seconds, struct buf *out);
