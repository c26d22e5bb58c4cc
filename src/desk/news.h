/* What a reader is told of a game: events since an entry, in his own eyes, and the pictures of
 * the orders that made them. A walk over the log. Source: design, section 3 (events, views). */
#ifndef POSTERN_DESK_NEWS_H
#define POSTERN_DESK_NEWS_H

#include "base/buf.h"
#include "desk/position.h"

enum { NEWS_ORDERS_MAX = 64 }; /* drawn on a board; older ones are told in words only */

struct news {
    struct position *position; /* after entry n; owned */
    void *view;                /* the reader's, owned */
    unsigned seat;             /* SEAT_PUBLIC = a watcher */
    unsigned event_count;
    struct event *event; /* owned */
    unsigned past_count;
    struct game_past past[NEWS_ORDERS_MAX];
    struct order order[NEWS_ORDERS_MAX];
    unsigned char *views; /* owned: one for each of past */
};

/* Gather what entries from_n+1 … n mean to a seat. Zero-initialised news; free with news_fini. */
enum rc news_gather(struct desk *desk, int64_t game, unsigned seat, int64_t from_n, int64_t n,
                    struct news *news, struct err *err) MUST_CHECK;
/* The entry's order as a seat may see it after the entry; false if the entry is none. */
bool news_order(const struct position_step *step, unsigned seat, struct order *order);
void news_fini(struct news *news);

#endif
