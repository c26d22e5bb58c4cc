/* What another rules version would make of a game: the orders of its log that stand are played
 * under both, side by side. What an entry `upgrade` would do, tried without one.
 *
 * Source: design, section 3 ("Every game row stores its rules version"); doc/record.md, "Replay".
 */
#ifndef POSTERN_RECORD_TRIAL_H
#define POSTERN_RECORD_TRIAL_H

#include "record/replay.h"

enum trial_kind {
    TRIAL_SAME,
    TRIAL_DIFFERS, /* every order is allowed; the position after entry n is another */
    TRIAL_ILLEGAL, /* the order of entry n is refused; n = 0: the options are */
    TRIAL_KIND_COUNT
};

struct trial {
    enum trial_kind kind;
    uint64_t number;
    char why[ERR_TEXT_BYTES]; /* ILLEGAL: clause and order */
};

/* Try it. tables: hash of the data files of that version; lookup: as for replay_entry.
 * fails  for failures of the program only */
enum rc replay_try(const struct replay *replay, const char *rules, const struct hash *tables,
                   replay_lookup_fn *lookup, void *context, struct trial *trial,
                   struct err *err) MUST_CHECK;

#endif
