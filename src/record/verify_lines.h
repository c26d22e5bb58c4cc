/* SPDX-License-Identifier: MIT */
/* Did the standing answer that an order names give that order? Judged on what its seat saw then, by
 * the rules' own reading of the line, where this file tells both: to the seat itself at once, to
 * all others in the record of a finished game. Private to this folder.
 *
 * Source: design, 11, P1; doc/record.md, "Verification". */
#pragma once

#include "record/record.h"
#include "record/replay.h"

struct verify_lines; /* opaque */

/* What a record tells of lines, beside the chain and by its openings; NULL: no memory. */
struct verify_lines *verify_lines_new(const struct record *record);
void verify_lines_free(struct verify_lines *lines);

/* An entry is about to be carried out: look at what its line sees. */
enum rc verify_lines_before(struct verify_lines *lines, const struct replay *replay,
                            const struct entry *entry, struct err *err);
/* It was carried out.
 * in     seed: NULL = not known yet; will_be_undone: then what its seat saw may stay closed */
struct verify_lines_found {
    bool judged;     /* there was something to judge */
    bool proved;     /* and it is proved */
    unsigned unseen; /* lines unknown here that stood between */
};
enum rc verify_lines_after(struct verify_lines *lines, const struct replay *replay,
                           const struct entry *entry, const struct hash *seed, bool will_be_undone,
                           struct verify_lines_found *found, struct err *err);
