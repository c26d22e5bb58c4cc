/* SPDX-License-Identifier: MIT */
/* What a server has done, counted from its logs: games, decisions, how long players think, when
 * they write. Nothing is kept; each call reads the logs anew. */
#pragma once

#include "ledger/derived.h"
#include "ledger/letters.h"
#include "server/desk.h"

enum { FIGURES_HOURS = 24 };

struct figures {
    unsigned games, status[LEDGER_STATUS_COUNT], frozen;
    int64_t entries, orders, defaults;
    int64_t letters, outcome[LEDGER_OUTCOME_COUNT], waiting; /* waiting: without an outcome yet */
    int64_t median_s, slow_s;    /* from question to order: of half, of nine in ten; -1 = none */
    int64_t hour[FIGURES_HOURS]; /* orders by the hour (UTC) in which they came */
};

/* Count from since_s on (0 = all): games made, orders given, letters that arrived then. */
enum rc figures_gather(struct desk *desk, int64_t since_s, struct figures *figures,
                       struct err *err);
