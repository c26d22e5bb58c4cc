/* SPDX-License-Identifier: MIT */
/* One game's page while it is made: between site_game.c, which writes it, and site_steps.c, which
 * walks the log. A page has one of two forms (struct site: by_table):
 *
 *     whole    game-12/index.html with all steps, a board for each, feed, log and record beside it
 *     small    games/12.html with the newest steps, games/12.record.gz beside it; table.html steps
 *              through the record */
#ifndef POSTERN_SITE_SITE_STEPS_P_H
#define POSTERN_SITE_SITE_STEPS_P_H

#include "outbound/answering.h"
#include "draw/draw.h"
#include "draw/safe.h"
#include "play/position.h"
#include "site/site_p.h"

enum {
    FEED_STEPS = 30, /* the newest; the page has them all */
    NAME_COLUMNS = 40,
    SMALL_ENTRIES = 24 /* a small page tells what stands in so many newest entries */
};

struct page {
    struct site *site;
    int64_t game, head; /* its newest entry */
    struct values *values;
    struct value *map, *steps, *said, *seals;
    struct value *recent[FEED_STEPS]; /* ring of the newest steps */
    unsigned step_count, seal_count, opened_count;
    const struct position *position; /* at the end */
    struct wording wording;
    struct answering_names names;
    struct safe safe[SEATS_MAX + 1];
    bool is_named;                 /* the wording has the players' names */
    bool unreached[SEATS_MAX + 1]; /* the seat's letters come back */
    char title[SAFE_BYTES * 2];
    unsigned char *view, *after; /* GAME_STATE_MAX each */
    struct scene *scene;
    struct event_list *events;
    struct buf alt, svg, speech; /* of the newest board; a small page has none */
    char picture[64], words[64]; /* its files; "" = the game draws none */
    bool is_small, has_record;
};

/* For position_walk: add each order, answer of the table and opened seal; user is a page. */
enum rc page_take_entry(void *user, const struct position_step *step, struct err *err) MUST_CHECK;
/* Step 0, of a game in which nothing was done so far. */
enum rc page_add_start(struct page *page, const struct position *position, const void *state,
                       struct err *err) MUST_CHECK;
/* Name the players as they sit now. */
enum rc page_name_players(struct page *page, const struct position *position,
                          struct err *err) MUST_CHECK;
void page_set_time(const struct page *page, struct value *map, int64_t time_s);

#endif
