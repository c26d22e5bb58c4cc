/* SPDX-License-Identifier: MIT */
/* The robot's addresses, which say where an answer belongs: a token in each, MACed.
 * Source: design, section 7; mail-conventions I9, O2. */
#pragma once

#include "letter/token.h"
#include "server/desk.h"

enum { REPLY_ADDRESS_BYTES = 320 };
/* Write the robot's address with a token in it: "games+TOKEN@example.org". */
enum rc reply_address(struct desk *desk, enum token_kind kind, int64_t game, unsigned seat,
                      int64_t decision, int64_t entry, char out[REPLY_ADDRESS_BYTES],
                      struct err *err);
/* Is the token's MAC ours? */
bool reply_is_good(struct desk *desk, const struct token *token);
/* Put '*' for every reply address's token in a text: whoever reads one could answer with it. */
void reply_mask(struct desk *desk, char *text);
/* The robot's domain, "example.org". */
const char *reply_domain(const struct desk *desk);
