/* SPDX-License-Identifier: MIT */
/* After a promotion: letters that the other host took in and moved away, but whose log did not
 * reach the replica, lie in the folder of letters dealt with. Those that this ledger does not know
 * go back into the inbox, and are taken in like any other, each once. Source: design, section 11,
 * P4. */
#pragma once

#include "post/post.h"
#include "server/desk.h"

/* Does this inbox have such a folder? */
bool again_is_for(const struct post_source *source);
/* To be called before anybody else reads the inbox; does nothing unless this host was promoted and
 * did not look yet.
 * out    *moved: letters put back
 * fails  RC_NETWORK, …: it is to be done before letters are taken in */
enum rc again_look(struct desk *desk, int stop_fd, unsigned *moved, struct err *err);
