/* SPDX-License-Identifier: MIT */
/* What a reader is told of a game: events since an entry, in his own eyes, and the pictures of
 * the orders that made them. A walk over the log. Source: design, section 3 (events, views). */
#pragma once

#include "outbound/answering.h"
#include "play/position.h"

enum { NEWS_ORDERS_MAX = 64 }; /* drawn on a board; older ones are told in words only */

/* What happened beside the game's own events: words, and taking back. */
struct news_note {
    unsigned before_event; /* it happened before this one of news->event */
    bool lapsed;           /* of a request to take back: an order came instead of an answer */
    uint8_t kind;          /* enum entry_kind */
    uint8_t who;           /* as in struct entry */
    uint8_t seat;          /* PRESS: to */
    bool to_all;           /* PRESS */
    uint64_t n;
    uint64_t to; /* UNDO */
    char *text;  /* owned: what was said; AGREE, DECLINE: "undo 41"; KEY: the new one */
};

/* Who had a seat before somebody else took it. */
struct news_seating {
    uint64_t n; /* entry with which the next one took it */
    uint8_t seat;
    int64_t player;
};

struct news {
    struct position *position; /* after entry n; owned */
    void *view;                /* the reader's, owned */
    unsigned seat;             /* SEAT_PUBLIC = a watcher */
    unsigned event_count;
    struct event *event; /* owned */
    uint64_t *event_n;   /* owned: entry of each */
    unsigned note_count;
    struct news_note *note; /* owned */
    unsigned seating_count;
    struct news_seating *seating; /* owned */
    int64_t keep_n;               /* in: keep the state after this entry; 0 = none */
    void *kept;                   /* that state, owned; NULL = none */
    unsigned past_count;
    struct game_past past[NEWS_ORDERS_MAX];
    struct order order[NEWS_ORDERS_MAX];
    uint64_t order_n[NEWS_ORDERS_MAX]; /* entry of each */
    unsigned char *views;              /* owned: one for each of past */
};

/* Gather what entries from_n+1 … n mean to a seat; what was undone among them leaves only the undo.
 * Zero-initialised news; free with news_fini. */
enum rc news_gather(struct desk *desk, int64_t game, unsigned seat, int64_t from_n, int64_t n,
                    struct news *news, struct err *err);
/* Append a note's lines in the reader's language. The reader of a note of consent is told what is
 * to be taken back. */
struct wording;
enum rc news_tell(struct desk *desk, const struct wording *wording, const struct news *news,
                  const struct news_note *note, struct buf *out, struct err *err);
/* Who had a seat when entry n was made. */
int64_t news_holder(const struct news *news, unsigned seat, uint64_t n);
/* Name the seats as they were held when entry n was made, as far as they changed hands since.
 * `names` lives as long as the wording. */
enum rc news_name_seats(struct desk *desk, const struct news *news, uint64_t n,
                        struct answering_names *names, struct wording *wording, struct err *err);
void news_fini(struct news *news);
