/* SPDX-License-Identifier: MIT */
/* Letters that the mail still holds after they were dealt with: in the processed folder, set aside,
 * in Maildirs of players. They go with a player, or with their age. Source: design, section 5.2. */
#pragma once

#include "server/config.h"
#include "server/world.h"

enum { SWEEP_ADDRESSES_MAX = 32 };

/* Which letters go: those of these senders, and those that arrived before a time. */
struct sweep {
    int64_t before_s; /* INT64_MIN = none for its age */
    unsigned count;
    char address[SWEEP_ADDRESSES_MAX][CONFIG_TEXT_BYTES]; /* subaddresses are theirs, too */
};

/* Remove the players' Maildirs of the embedded mail system; *gone: how many there were.
 * fails  RC_IO */
enum rc sweep_mailboxes(const struct config *config, const struct sweep *sweep, unsigned *gone,
                        struct err *err);
/* Delete letters out of the folders of what is dealt with and set aside; *gone: added up, also
 * where one of the folders could not be read. A posternd may run.
 * in     reader: of letters
 * fails  what was in the way of the first: network, login */
enum rc sweep_processed(const struct config *config, struct reader *reader,
                        const struct sweep *sweep, unsigned *gone, struct err *err);
