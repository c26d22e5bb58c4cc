/* SPDX-License-Identifier: MIT */
/* The name in an answer to "which name shall others see?", among whatever else it says. */
#pragma once

#include "letter/mime_in.h"
#include "server/library.h"

/* Write the writer's own name as a line has it: words of the name beside his address ("its ken
 * here", from Ken Doyle), who introduces himself ("me llamo rosa y quiero jugar"), a name that is a
 * sentence by itself ("Giulia. Have you read my question?"). False: none, or it is denied. */
bool joining_find_name(const struct library *library, const struct letter_address *from,
                       const char *line, struct buf *out);
/* Does a text deny something, in any language? */
bool joining_denies(const struct library *library, const char *text, size_t length);
/* "tom's fine", "Tom va bene": a name of his own, or of his address, and that it will do. */
bool joining_settles_name(const struct library *library, const struct letter_address *from,
                          const char *line, struct buf *out);

/* The name that a line ends with, "Count me in. Regards, Ann Lee"; NULL: it ends with none. */
const char *joining_signature(const struct library *library, const char *line);
