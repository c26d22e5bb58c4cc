/* SPDX-License-Identifier: MIT */
/* A bare "yes": the answer to the one thing that another asks. */
#ifndef POSTERN_COMMANDS_CONSENT_H
#define POSTERN_COMMANDS_CONSENT_H

#include "commands/incoming.h"
#include "commands/meaning.h"

/* Put what a bare "yes" agrees to in its place: where it is all that its writer says, answers the
 * letter that asked, and one thing alone waits there. Any other "yes" is taken out, and the answer
 * will say what still waits. */
enum rc consent_read(struct incoming *incoming, const struct meaning_reader *reader,
                     struct err *err) MUST_CHECK;
/* Say so, once all else of the letter is done. */
void consent_tell(struct incoming *incoming);

#endif
