/* SPDX-License-Identifier: MIT */
/* Passwords and tokens from a file or a command, as late as possible. */
#pragma once

#include "base/base.h"

/* Read the first line of a file. The caller wipes out.
 * fails  RC_CONFIG (empty, or others may read it), RC_NOT_FOUND, RC_PERMISSION, RC_IO */
enum rc secret_from_file(const char *path, struct buf *out, struct err *err);

/* Read the first line that `sh -c command` prints within timeout_s. The caller wipes out.
 * fails  RC_CONFIG (it ends with a failure, or prints nothing), RC_LATER (took too long), RC_IO */
enum rc secret_from_command(const char *command, unsigned timeout_s, struct buf *out,
                            struct err *err);
