/* SPDX-License-Identifier: MIT */
/* Between the files of the site: site.c walks the games and writes files, site_memory.c knows what
 * was written when, site_game.c makes a game's page, site_lists.c the lists of games. */
#pragma once

#include "draw/draw.h"
#include "ledger/derived.h"
#include "letter/value.h"
#include "outbound/answering.h"
#include "seal/hash.h"
#include "site/site.h"

enum { SITE_PATH_BYTES = 4096, SITE_OUT_MAX = 64 << 20 };

/* A game's page and its record, by its number. */
#define SITE_PAGE   "games/%lld.html"
#define SITE_RECORD "games/%lld.record.gz"

/* A game as the lists have it, made with its page and kept until the page is made again. */
struct site_card {
    int64_t game;
    bool is_over;
    const char *stamp;   /* when the game went on last */
    const char *sitters; /* who sits in it, by number, each followed by a comma */
    const char *map;     /* what pages say of it: site_card */
};

/* What the club knows of a player who shows himself: for each game that he has a rating in, the
 * map that the club's page shows, with his records against others. */
struct site_profile {
    int64_t player;
    struct value *games;
};

struct site_memory;

/* The site in one language. */
struct site {
    struct desk *desk;
    char folder[SITE_PATH_BYTES];
    const struct language *language;
    bool all_languages; /* each page links to itself in the others */
    bool below;         /* in a folder of its own, as another language than the server's */
    bool on_web;        /* a page opened from a file may fetch nothing */
    bool by_table;      /* games' pages step through their records in table.html */
    struct site_count *count;
    struct values *values;  /* of club and index */
    struct site_card *card; /* by number of the game, the newest first; owned */
    size_t cards;
    struct site_memory *memory;
    struct value *club;           /* of club.html */
    struct site_profile *profile; /* by player; owned */
    size_t profiles;
};

/* Write a file of the site; name is below its folder. */
enum rc site_put(struct site *site, const char *name, const struct buf *bytes, struct err *err);
enum rc site_make_folder(const struct site *site, const char *name, struct err *err);
/* fails  RC_TOO_LONG */
enum rc site_path(const struct site *site, const char *name, char path[SITE_PATH_BYTES],
                  struct err *err);
/* Render a template with these values into a file. Adds "up", which leads to the top of the site,
 * and "languages", the same page in each. */
enum rc site_render(struct site *site, const char *template, struct value *map, const char *name,
                    struct err *err);

/* What players are called on pages that anybody may read: by their names who wrote "profile
 * public", by their seats all others. names: backs the wording. */
enum rc site_names(const struct site *site, const struct position *position,
                   struct answering_names *names, struct wording *wording, struct err *err);
/* A game as it is now: its texts are not used. */
struct site_state {
    struct ledger_game_row row;
    struct hash hash; /* of all that its page shows */
};
/* Make a game's page and card in some languages, from one walk of its log. */
enum rc site_game(struct site *const *site, unsigned count, const struct site_state *state,
                  struct err *err);

/* ---- what was written, in site_memory.c ----
 *
 * A run asks for each game, the newest first, whether its page may stay, and adds the cards of
 * those that are made anew; then it reads all cards, for the lists. */

/* Open what the last run left beside the ledger, and begin what this one leaves: of nothing where
 * there was none, where the templates, the language or what all pages show is another, or where
 * `anew`. */
enum rc site_memory_open(struct site *site, bool anew, struct err *err);
/* What was not kept goes. */
void site_memory_close(struct site_memory *memory);
/* Hash all that a game's page shows; people are remembered in the memory of `site`. */
enum rc site_memory_state(struct site *site, struct site_state *state, struct err *err);
/* Keep the card of a game whose page is there and would be the same; false = it must be made. */
bool site_memory_stays(struct site *site, const struct site_state *state);
/* in     card: its map, without stamp and sitters; files: that the game has in this language */
void site_memory_add(struct site *site, const struct site_state *state, unsigned files,
                     const struct site_card *card, const struct value *map);
/* Fill the site's cards, whose texts the memory owns. */
enum rc site_memory_cards(struct site *site, struct err *err);
/* What pages say of a game. */
struct value *site_card(const struct site_card *card, struct values *values);
/* Sync the site's files, then keep its cards for the next run. */
enum rc site_memory_keep(struct site *site, struct err *err);

/* ---- lists, in site_lists.c ---- */

/* Write index.html, the feed of all games, and the lists by state, month and player. */
enum rc site_lists(struct site *site, struct value *index, struct err *err);
/* Draw the newest board of a game for everybody, whole, lying or as a thumbnail, and put it
 * into the map of what shows it. In site_board.c, as the next: a picture for who shares the first
 * page. */
enum rc site_board(struct site *site, const struct position *position, enum draw_shown shown,
                   struct value *map, struct err *err);
enum rc site_shared_board(struct site *site, const struct site_card *card, struct err *err);

/* Write table.html and learn.html where they were built, told whose letters they take, and
 * seal.html, on which players seal orders for public places. In site_table.c. */
enum rc site_table(struct site *site, struct err *err);
/* Is table.html there to be written? */
bool site_has_table(const struct site *site);

/* Gather what club.html shows, players who show themselves and tournaments; then write it, once the
 * lists are there that it links to. In site_club.c, as the next. */
enum rc site_club_gather(struct site *site, struct err *err);
enum rc site_club_write(struct site *site, struct err *err);
/* NULL: he shows himself to nobody, or has no rating. */
const struct site_profile *site_profile(const struct site *site, int64_t player);
/* Add offers that anybody may take to the index, and tournaments that anybody may enter. */
enum rc site_offers(struct site *site, struct value *index, struct err *err);
