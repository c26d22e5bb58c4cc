/* SPDX-License-Identifier: MIT */
/* fsync and fdatasync that fail when a test wants it, in place of the C library's. */
#pragma once

extern int syncs_left; /* that still work; -1 = all */
extern unsigned syncs; /* that were asked for */
