/* SPDX-License-Identifier: MIT */
/* One look at a page of the web, for whoever checks that it is there. Sends nothing but the
 * address. */
#pragma once

#include "base/base.h"

enum { WEBPAGE_BYTES_MAX = 4 << 20, WEBPAGE_SECONDS = 15 };

/* Append what a GET of the address gives; https, http or file.
 * fails  RC_NETWORK: no answer within WEBPAGE_SECONDS; RC_CERTIFICATE; RC_NOT_FOUND: another status
 *        than 200, or no such file; RC_TOO_LONG: more than WEBPAGE_BYTES_MAX */
enum rc webpage_fetch(const char *address, struct buf *out, struct err *err);
