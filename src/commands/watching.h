/* SPDX-License-Identifier: MIT */
/* "watch N", "unwatch N", and the letter that a mail program sends to unsubscribe.
 * Source: mail-conventions O5. */
#pragma once

#include "commands/incoming.h"

enum rc watching_watch(struct incoming *incoming, const char *arguments, struct err *err);
enum rc watching_unwatch(struct incoming *incoming, const char *arguments, struct err *err);
/* A letter to a watcher's token ends his watching, whatever it says and whoever sends it: the
 * token went to him alone. */
enum rc watching_tap(struct incoming *incoming, struct err *err);
