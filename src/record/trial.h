/* SPDX-License-Identifier: MIT */
/* What another rules version would make of a game: the orders of its log that stand are played
 * under both, side by side. What an entry `upgrade` would do, tried without one.
 *
 * Source: design, section 3 ("Every game row stores its rules version"); doc/record.md, "Replay".
 */
#pragma once

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
                   replay_lookup_fn *lookup, void *context, struct trial *trial, struct err *err);

/* The same while the log is replayed for the first time, which spares playing it twice more: start
 * before its first order, follow after each entry, end after the last. Where an entry takes orders
 * back, or changes the rules, the trial begins again at the end. */
struct trial_run; /* opaque; but for trial_free it looks into its replay */
enum rc trial_start(const struct replay *replay, const char *rules, const struct hash *tables,
                    struct trial_run **run, struct err *err);
enum rc trial_follow(struct trial_run *run, replay_lookup_fn *lookup, void *context,
                     struct err *err);
enum rc trial_end(struct trial_run *run, replay_lookup_fn *lookup, void *context,
                  struct trial *trial, struct err *err);
void trial_free(struct trial_run *run);
OWN_DROPPED(trial_run, trial_free)
