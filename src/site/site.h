/* SPDX-License-Identifier: MIT */
/* The public site of a server: a folder of pages that load nothing from elsewhere. A short first
 * page with the newest games, behind it lists by state, month and player; for each game a page and
 * its record.
 *
 *     index.html  feed.xml  club.html         the newest games; players who show themselves
 *     open.html  month-2026-11.html  player-7.html, each followed by …-2.html; months.html
 *     games/12.html  games/12.record.gz       a game; table.html in it steps through its record
 *     boards/12.svg                           the games of the first page
 *     table.html  learn.html  seal.html  fairness.html  site.css
 *     es/index.html …                         the same in each other language, but tables and
 * records
 *
 * Where the site has no table.html, or no [site] url under which that may fetch a record, each
 * game's page shows its board as it is now.
 *
 * All of it is what a watcher may know (SEAT_PUBLIC). Only
 * what would be another page is made anew: a file beside the ledger says what is there. */
#pragma once

#include "server/desk.h"

struct site_count {
    unsigned games;
    unsigned files;   /* that the site has */
    unsigned written; /* of them, because they were new or had changed */
    bool tables;      /* there is table.html: the server was built with it */
    bool seals;       /* the page seal.html can: the server was built with the table */
};

struct site_how {
    const char *language; /* code, and no other; NULL = all */
    bool anew;            /* every page, whatever is there */
    /* of all games, each in all languages; NULL = nobody looks */
    void (*progress)(void *user, unsigned done, unsigned games);
    void *user;
};

/* Write or refresh the site in a folder, which is made if it is not there.
 * in     how: NULL = as usual
 * fails  RC_NOT_FOUND: no such language; RC_BUSY: another run writes it; RC_IO, RC_PERMISSION, …
 * with the file; what was written before stays, each file whole */
enum rc site_write(struct desk *desk, const char *folder, const struct site_how *how,
                   struct site_count *count, struct err *err);
