/* SPDX-License-Identifier: MIT */
/* What the administrator does with a dispute (dispute_letter.h): he reads its case file and rules.
 * Source: design, section 7; doc/cases.md. */
#pragma once

#include "ledger/disputes.h"
#include "server/desk.h"

/* Read the case file of a dispute. */
enum rc dispute_text(struct desk *desk, const struct ledger_dispute *dispute, struct buf *out,
                     struct err *err);
/* Tell all seats the ruling and let the clocks go again, if they stand for this and no other
 * dispute; inside a change.
 * fails  RC_NOT_FOUND: no such open dispute; RC_BAD_INPUT: a text that no letter can hold */
enum rc dispute_rule(struct desk *desk, int64_t id, const char *text, struct err *err);
