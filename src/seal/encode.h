/* SPDX-License-Identifier: MIT */
/* Bytes as text: base32 (RFC 4648 alphabet in lower case, no padding) for what people may have to
 * compare or type, base64 (RFC 4648, padded) for what only programs read.
 *
 * Reading is strict: each byte string has exactly one text. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Characters without the NUL. */
#define BASE32_CHARS(bytes) (((bytes)*8 + 4) / 5)
#define BASE64_CHARS(bytes) (((bytes) + 2) / 3 * 4)

enum { BASE32_HASH_BYTES = 53, BASE32_SIGNATURE_BYTES = 104 }; /* 32 and 64 bytes, NUL included */

/* Write count bytes to out, BASE32_CHARS(count) + 1 bytes with the NUL. Time depends on count
 * only. Returns out. */
char *base32_write(const void *bytes, size_t count, char *out);
/* Read exactly count bytes from text[length]. False, with out all zeros, on upper case, a foreign
 * character, spare bits that are not zero, or another length. */
bool base32_read(const char *text, size_t length, void *out, size_t count);
/* The same for letters that people or mail programs have touched: either case. */
bool base32_read_folded(const char *text, size_t length, void *out, size_t count);

/* As above; out is BASE64_CHARS(count) + 1 bytes. */
char *base64_write(const void *bytes, size_t count, char *out);
/* Read text[length] into out[capacity]; false on anything but padded, canonical base64. */
bool base64_read(const char *text, size_t length, void *out, size_t capacity, size_t *count);
