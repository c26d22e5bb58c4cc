/* SPDX-License-Identifier: MIT */
/* Are the mail servers there, and do they let us in? Is the page there that letters link to? For
 * `postern doctor`. */
#pragma once

#include "server/desk.h"

/* what: "inbox in (imap)"; err: what to do */
typedef void (*mail_check_fn)(void *user, const char *what, enum rc rc, struct err *err);
/* Connect to each inbox and to where letters go, log in and look, for 15 seconds each at most.
 * Changes no letter. */
void mail_check(struct desk *desk, mail_check_fn tell_of, void *user);

/* Fetch [site] url/table.html, and look whether it takes this server's letters.
 * fails  as webpage_fetch; RC_CONFIG: another page, or another server's */
enum rc page_check(const struct config *config, struct err *err);
