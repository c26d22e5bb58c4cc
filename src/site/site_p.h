/* SPDX-License-Identifier: MIT */
/* Between site.c, which walks the games and writes files, and site_game.c, which fills one game's
 * folder. */
#ifndef POSTERN_SITE_SITE_P_H
#define POSTERN_SITE_SITE_P_H

#include "ledger/derived.h"
#include "letter/value.h"
#include "site/site.h"

enum { SITE_PATH_BYTES = 4096 };

struct site {
    struct desk *desk;
    const char *folder;
    const struct language *language;
    bool on_web;   /* a page opened from a file may fetch nothing */
    bool by_table; /* games are stepped through in table.html, which fetches their records */
    struct site_count *count;
    struct values *values; /* of the index */
    struct value *open, *over;
};

/* Write a file of the site; name is below its folder. */
enum rc site_put(struct site *site, const char *name, const struct buf *bytes,
                 struct err *err) MUST_CHECK;
enum rc site_make_folder(const struct site *site, const char *name, struct err *err) MUST_CHECK;
/* Remove the boards of single steps, "0012.svg" and "0012.txt", that an earlier run left in a game's
 * folder; nothing else. */
enum rc site_drop_steps(struct site *site, const char *name, struct err *err) MUST_CHECK;
/* Render a template with these values into a file. */
enum rc site_render(struct site *site, const char *template, const struct value *map,
                    const char *name, struct err *err) MUST_CHECK;

/* Fill the folder of a game, and add it to the index. */
enum rc site_game(struct site *site, int64_t game, struct err *err) MUST_CHECK;

/* Write table.html and learn.html where they were built, told whose letters they take, and
 * seal.html, on which players seal orders for public places. In site_table.c. */
enum rc site_table(struct site *site, struct err *err) MUST_CHECK;

/* Write club.html: players who show themselves, tournaments. In site_club.c, as the next. */
enum rc site_club(struct site *site, struct err *err) MUST_CHECK;
/* Add offers that anybody may take to the index. */
enum rc site_offers(struct site *site, struct value *index, struct err *err) MUST_CHECK;

#endif
