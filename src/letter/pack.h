/* SPDX-License-Identifier: MIT */
/* The bytes of a letter, packed for keeping, and back:
 *
 *     packed = 00  01  u32 length of the letter, little-endian  deflate (RFC 1951)
 *
 * What begins otherwise is a letter as it came: those that packing would not make smaller, and all
 * that were kept before there was packing. Pure: bytes to bytes. Source: doc/seals.md, "At rest".
 */
#pragma once

#include "base/base.h"

enum { LETTER_PACK_MOST = 1 << 28 }; /* bytes of a letter; no inbox hands over a longer one */

/* Append what is to be kept of a letter: never longer than it, but for one that begins with 00.
 * fails  RC_TOO_LONG, RC_NO_MEMORY */
enum rc letter_pack(const void *bytes, size_t length, struct buf *out, struct err *err);
/* Append the letter.
 * fails  RC_BAD_INPUT: no such packing */
enum rc letter_unpack(const void *kept, size_t length, struct buf *out, struct err *err);
