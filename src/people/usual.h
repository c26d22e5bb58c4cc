/* SPDX-License-Identifier: MIT */
/* Lines that a player keeps for his next games of a kind: "my usual set-up". They lie in a box
 * under his own key and are a game's only once he leaves them there himself. */
#pragma once

#include "server/desk.h"

enum { USUAL_BYTES = 4096 /* of a kind, NUL included */ };

/* Keep lines, in canonical text and parted by ";", in place of those before; "" = none any more.
 * Inside a change. fails  RC_TOO_LONG */
enum rc usual_put(struct desk *desk, int64_t player, const char *kind, const char *lines,
                  struct err *err);
/* Append those kept; nothing if there are none. The caller wipes them. */
enum rc usual_get(struct desk *desk, int64_t player, const char *kind, struct buf *lines,
                  struct err *err);
