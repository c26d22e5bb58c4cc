/* SPDX-License-Identifier: MIT */
/* Which letters are in hand, in a file outside every transaction.
 *
 * A letter that brings the program down takes its transaction with it; this file stays. At the
 * next start its letters are counted (ledger_crash_count), and the second crash sets a letter
 * aside. Not synced: it must outlive the process, not the machine. One process at a time.
 *
 * Source: design, section 4; mail conventions, I1. */
#ifndef POSTERN_LEDGER_TRYMARK_H
#define POSTERN_LEDGER_TRYMARK_H

#include "ledger/ledger.h"

struct trymark;
enum { TRYMARK_SLOTS = 16, TRYMARK_KEY_MAX = 500 };

/* Open or make the file. */
enum rc trymark_open(const char *path, struct trymark **out, struct err *err) MUST_CHECK;
void trymark_close(struct trymark *marks);
/* Letters that were in hand when the last process ended, then forget them. */
typedef enum rc (*trymark_fn)(void *user, const char *source, const char *source_id,
                              struct err *err);
enum rc trymark_left(struct trymark *marks, trymark_fn fn, void *user, struct err *err) MUST_CHECK;
/* Take a letter in hand, in a worker's own slot < TRYMARK_SLOTS. */
enum rc trymark_set(struct trymark *marks, unsigned slot, const char *source, const char *source_id,
                    struct err *err) MUST_CHECK;
enum rc trymark_clear(struct trymark *marks, unsigned slot, struct err *err) MUST_CHECK;

#endif
