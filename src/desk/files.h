/* Small files read whole. */
#ifndef POSTERN_DESK_FILES_H
#define POSTERN_DESK_FILES_H

#include "base/buf.h"
#include "base/err.h"

/* Append a file's bytes.
 * fails  RC_NOT_FOUND, RC_PERMISSION, RC_IO; RC_TOO_LONG: more than `most` bytes */
enum rc files_read(const char *path, size_t most, struct buf *out, struct err *err) MUST_CHECK;

/* Write a new file with this mode and sync it; RC_EXISTS leaves an existing one alone. */
enum rc files_create(const char *path, unsigned mode, const char *text, size_t length,
                     struct err *err) MUST_CHECK;

#endif
