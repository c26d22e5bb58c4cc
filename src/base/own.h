/* SPDX-License-Identifier: MIT */
/* Locals that end with their block, whichever way it is left: what its type's _fini or _wipe would
 * be called for on each way out.
 *
 *     OWN(buf) text = {0};
 *
 * Initialise it where it stands. Whoever hands its content on empties it (buf_take). */
#ifndef POSTERN_BASE_OWN_H
#define POSTERN_BASE_OWN_H

#define OWN(type)       __attribute__((cleanup(type##_fini))) struct type
#define OWN_WIPED(type) __attribute__((cleanup(type##_wipe))) struct type

#endif
