/* SPDX-License-Identifier: MIT */
/* What was taken back in a game, from its log; kept while the game is away, too. */
#pragma once

#include "base/base.h"

struct ledger;

struct taken_back {
    bool by_keeper; /* the administrator, by hand */
    bool by_table;  /* all agreed */
};

/* Look whether something was taken back, and by whom. */
enum rc taken_back_get(struct ledger *ledger, int64_t game, struct taken_back *found,
                       struct err *err);
