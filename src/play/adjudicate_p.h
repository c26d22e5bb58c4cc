/* SPDX-License-Identifier: MIT */
/* What the files of adjudication share. */
#pragma once

#include "play/adjudicate.h"
#include "play/held.h"
#include "play/signature.h"

/* Log an order, draw or default; entry holds all but its words and seals.
 * in     held: the seal of it that its player holds, or NULL; signature, letter: NULL = none */
enum rc adjudicate_log_with(struct desk *desk, struct position *position, struct entry *entry,
                            const struct order *order, const struct held_line *held,
                            const struct signature *signature, const struct position_letter *letter,
                            struct err *err);
enum rc adjudicate_log(struct desk *desk, struct position *position, struct entry *entry,
                       const struct order *order, struct err *err);

/* Log an order that a line gave. line: "own/2/7", and how it decided */
enum rc adjudicate_log_by(struct desk *desk, struct position *position, struct entry *entry,
                          const struct order *order, const char *line, struct err *err);

/* Give what standing answers order; late: the question whose time ran out, NULL = none, see
 * standing_order_decide. *given when there was any. */
enum rc adjudicate_give_owns(struct desk *desk, struct position *position,
                             const struct timing_open *late, bool *given, struct err *err);
/* Sealed luck was not opened by its deadline, or none was given: nobody may
 * choose another, so there is no game. */
enum rc adjudicate_end_unlucky(struct desk *desk, struct position *position, struct err *err);
