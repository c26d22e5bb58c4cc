/* SPDX-License-Identifier: MIT */
/* Small files read whole. */
#pragma once

#include "base/base.h"

/* Append a file's bytes.
 * fails  RC_NOT_FOUND, RC_PERMISSION, RC_IO; RC_TOO_LONG: more than `most` bytes */
enum rc files_read(const char *path, size_t most, struct buf *out, struct err *err);

/* Write a new file with this mode and sync it; RC_EXISTS leaves an existing one alone. */
enum rc files_create(const char *path, unsigned mode, const char *text, size_t length,
                     struct err *err);

/* Make a file hold these bytes, 0644: written beside it and renamed, so that no reader sees half
 * of it. A file that holds them already is left alone, times and all.
 * out    written: whether anything was done */
enum rc files_update(const char *path, const char *text, size_t length, bool *written,
                     struct err *err);

/* The same, for its owner alone (0600), or not synced: many files that can be made again are synced
 * together by who asked for them. */
enum files_how { FILES_PRIVATE = 1, FILES_UNSYNCED = 2 };
enum rc files_put(const char *path, unsigned how, const char *text, size_t length, bool *written,
                  struct err *err);

/* The folder for what is needed for a moment: TMPDIR, else /tmp; borrowed. */
const char *files_temporary(void);
