/* SPDX-License-Identifier: MIT */
/* "notify [webhook URL|ntfy URL|matrix ROOM|CODE|off]". Source: doc/notices.md. */
#ifndef POSTERN_COMMANDS_NOTIFY_H
#define POSTERN_COMMANDS_NOTIFY_H

#include "commands/incoming.h"

enum rc notify_letter(struct incoming *incoming, const char *arguments, struct err *err) MUST_CHECK;

#endif
