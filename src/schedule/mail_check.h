/* SPDX-License-Identifier: MIT */
/* Are the mail servers there, and do they let us in? For `postern doctor`. */
#pragma once

#include "server/desk.h"

/* what: "inbox in (imap)"; err: what to do */
typedef void (*mail_check_fn)(void *user, const char *what, enum rc rc, struct err *err);
/* Connect to each inbox and to where letters go, log in and look, for 15 seconds each at most.
 * Changes no letter. */
void mail_check(struct desk *desk, mail_check_fn tell_of, void *user);
