/* SPDX-License-Identifier: MIT */
/* "agree upgrade VERSION": a seat consents to what the administrator proposes. */
#pragma once

#include "commands/incoming.h"

enum rc agree_letter(struct incoming *incoming, const char *arguments, struct err *err);
