/* SPDX-License-Identifier: MIT */
/* What a member asks about players and games, outside a game and in words of his own: "how good is
 * Ken?", "what's my next deadline?". Words: templates/<language>/commands.words, "member.…". */
#pragma once

#include "commands/incoming.h"

/* Write such a line as the exact command: "player Ken".
 * in     line: no exact command
 * out    empty: it is none */
enum rc member_words_read(struct incoming *incoming, const char *line, struct buf *out,
                          struct err *err);
