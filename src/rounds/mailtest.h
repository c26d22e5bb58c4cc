/* SPDX-License-Identifier: MIT */
/* A try of the mail that a configuration describes: connect, log in, send the robot a letter of its
 * own and read it where it comes back, with what the mail system says of its sender (SPF, DKIM,
 * DMARC). Needs no ledger. Source: mail-conventions I10, O2. */
#ifndef POSTERN_ROUNDS_MAILTEST_H
#define POSTERN_ROUNDS_MAILTEST_H

#include "server/config.h"
#include "server/world.h"

enum { MAILTEST_WORD_BYTES = 128 };

struct mailtest {
    bool sent, came;
    int64_t took_s;
    char authserv[MAILTEST_WORD_BYTES]; /* who wrote the topmost results; "" = nobody */
    char spf[MAILTEST_WORD_BYTES];      /* "pass", …; "" = nothing was said */
    char dkim[MAILTEST_WORD_BYTES];
    char dmarc[MAILTEST_WORD_BYTES];
};

/* Do it. progress: a line for each step as it is begun; NULL = nobody listens.
 * in     wait_s: how long the letter may take
 * fails  what was in the way: connection, certificate, login, folder, refusal; RC_LATER: it did
 *        not come back in time. out says how far it got */
enum rc mailtest_run(const struct config *config, const struct desk_world *world, int64_t wait_s,
                     void (*progress)(void *user, const char *step), void *user,
                     struct mailtest *out, struct err *err) MUST_CHECK;

#endif
