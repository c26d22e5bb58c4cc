/* SPDX-License-Identifier: MIT */
/* Which letters are in hand, in a file outside every transaction.
 *
 * A letter that brings the program down takes its transaction with it; this file stays. At the
 * next start its letters are counted (ledger_crash_count), and the second crash sets a letter
 * aside. Not synced: it must outlive the process, not the machine. One process at a time.
 *
 * Source: design, section 4; mail conventions, I1. */
#pragma once

#include "ledger/ledger.h"

struct in_hand;
enum { IN_HAND_SLOTS = 16, IN_HAND_KEY_MAX = 500 };

/* Open or make the file. */
enum rc in_hand_open(const char *path, struct in_hand **out, struct err *err);
void in_hand_close(struct in_hand *marks);
/* Letters that were in hand when the last process ended, then forget them. */
typedef enum rc (*in_hand_fn)(void *user, const char *source, const char *source_id,
                              struct err *err);
enum rc in_hand_left(struct in_hand *marks, in_hand_fn fn, void *user, struct err *err);
/* Take a letter in hand, in a worker's own slot < IN_HAND_SLOTS. */
enum rc in_hand_set(struct in_hand *marks, unsigned slot, const char *source, const char *source_id,
                    struct err *err);
enum rc in_hand_clear(struct in_hand *marks, unsigned slot, struct err *err);
