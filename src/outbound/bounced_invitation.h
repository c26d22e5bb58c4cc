/* SPDX-License-Identifier: MIT */
/* An invitation to an address that is none comes back; who invited would wait for ever. */
#pragma once

#include "server/desk.h"

/* A letter out came back for good: if it invited somebody to an offer that still waits, tell who
 * invited, once. Inside a change. */
enum rc bounced_invitation(struct desk *desk, int64_t out, struct err *err);
