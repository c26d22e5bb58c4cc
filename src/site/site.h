/* SPDX-License-Identifier: MIT */
/* The public site of a server: a folder of pages that need no server and load nothing from
 * elsewhere. An index of the open and the finished games; for each game a replay of all its steps,
 * its log, its record, its seals so far and an Atom feed.
 *
 *     index.html  feed.xml  club.html         all games; players who show themselves, tournaments
 *     game-NUMBER/index.html  feed.xml  log.txt  record.txt
 *     game-NUMBER/0007.svg  0007.txt          the board after step 7, drawn and in words
 *
 * All of it is what a watcher may know (SEAT_PUBLIC), at each step of what was known then. */
#ifndef POSTERN_SITE_SITE_H
#define POSTERN_SITE_SITE_H

#include "server/desk.h"

struct site_count {
    unsigned games;
    unsigned files;   /* that the site has */
    unsigned written; /* of them, because they were new or had changed */
    bool tables;      /* there is table.html: the server was built with it */
    bool seals;       /* the page seal.html can: the server was built with the table */
};

/* Write or refresh the site in a folder, which is made if it is not there.
 * in     language: code; NULL = the server's own
 * fails  RC_NOT_FOUND: no such language; RC_IO, RC_PERMISSION, … with the file; what was written
 * before stays, each file whole */
enum rc site_write(struct desk *desk, const char *folder, const char *language,
                   struct site_count *count, struct err *err) MUST_CHECK;

#endif
