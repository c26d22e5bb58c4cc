/* SPDX-License-Identifier: MIT */
/* fsync and fdatasync that fail when a test wants it, in place of the C library's. */
#ifndef POSTERN_TESTS_BASE_FAILING_SYNCS_H
#define POSTERN_TESTS_BASE_FAILING_SYNCS_H

extern int syncs_left; /* that still work; -1 = all */
extern unsigned syncs; /* that were asked for */

#endif
