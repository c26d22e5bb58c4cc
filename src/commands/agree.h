/* SPDX-License-Identifier: MIT */
/* "agree upgrade VERSION": a seat consents to what the administrator proposes. */
#ifndef POSTERN_COMMANDS_AGREE_H
#define POSTERN_COMMANDS_AGREE_H

#include "commands/incoming.h"

enum rc agree_letter(struct incoming *incoming, const char *arguments, struct err *err);

#endif
