/* SPDX-License-Identifier: MIT */
/* Addresses whose letters come back: a score with decay, and from a limit on nothing more is sent
 * there until the player writes from it. Nobody forfeits silently: the administrator is told, and
 * the game's page. Source: mail-conventions I3, O1. */
#pragma once

#include "letter/classify.h"
#include "server/desk.h"

/* Which address of ours a letter out went to; 0 = a stranger's, or no such letter. */
enum rc bounces_find(struct desk *desk, int64_t out, int64_t *address, struct err *err);
/* What we are or sent was refused, not who lives there: log it and tell the administrator, once a
 * day; to, said: address and words of the report. Inside a change. */
enum rc bounces_ours(struct desk *desk, int64_t out, const char *to, const char *said,
                     struct err *err);
/* Count one against an address; inside a change. */
enum rc bounces_count(struct desk *desk, int64_t address, enum bounce_weight weight,
                      struct err *err);
/* A letter came from there: it is alive. */
enum rc bounces_forgive(struct desk *desk, int64_t address, struct err *err);
enum rc bounces_is_stopped(struct desk *desk, int64_t address, bool *stopped, struct err *err);
/* Is every address of a player stopped? */
enum rc bounces_reach(struct desk *desk, int64_t player, bool *reached, struct err *err);
