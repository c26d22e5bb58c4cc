/* SPDX-License-Identifier: MIT */
/* A try of the mail that a configuration describes: connect, log in, send the robot a letter of its
 * own and read it where it comes back, with what the mail system says of its sender (SPF, DKIM,
 * DMARC), and whether a stranger could say that in its name. Needs no ledger. Source:
 * mail-conventions I10, O2. */
#pragma once

#include "server/config.h"
#include "server/world.h"

enum { MAILTEST_WORD_BYTES = 128 };

/* What became of results in our own mail system's name that stood in a letter when it was sent. */
enum mailtest_forged {
    MAILTEST_UNTRIED, /* our mail system has no name */
    MAILTEST_REMOVED, /* as RFC 8601, 5 wants it */
    MAILTEST_BELOW,   /* kept, below our own */
    MAILTEST_TOP      /* kept, and would be believed */
};

/* How far a try got: what is to be mended where it fails. */
enum mailtest_step { MAILTEST_READING, MAILTEST_SENDING, MAILTEST_LETTER };

struct mailtest {
    enum mailtest_step step;
    bool sent, came;
    int64_t took_s;
    char authserv[MAILTEST_WORD_BYTES]; /* who wrote the topmost results; "" = nobody */
    char spf[MAILTEST_WORD_BYTES];      /* "pass", …; "" = nothing was said */
    char dkim[MAILTEST_WORD_BYTES];
    char dmarc[MAILTEST_WORD_BYTES];
    enum mailtest_forged forged;
};

/* "removed", "below", "top"; "" = not tried. */
const char *mailtest_forged_name(enum mailtest_forged forged);

/* Do it: with a letter as it should be, then, where our mail system gives its results a name, with
 * one that brings forged results of that name. progress: a line for each step as it is begun; NULL
 * = nobody listens.
 * in     wait_s: how long the letter may take; 0 = none is sent
 * fails  what was in the way: connection, certificate, login, folder, refusal; RC_LATER: it did not
 *        come back in time. out says how far it got */
enum rc mailtest_run(const struct config *config, const struct desk_world *world, int64_t wait_s,
                     void (*progress)(void *user, const char *step), void *user,
                     struct mailtest *out, struct err *err);
