/* SPDX-License-Identifier: MIT */
/* "notify [webhook URL|ntfy URL|matrix ROOM|CODE|off]". Source: doc/notices.md. */
#pragma once

#include "commands/incoming.h"

enum rc notify_letter(struct incoming *incoming, const char *arguments, struct err *err);
