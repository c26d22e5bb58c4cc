/* SPDX-License-Identifier: MIT */
/* Log lines in logfmt: one line for each event, `key=value` pairs, values quoted where needed.
 * Never given a secret: callers pass numbers, names, codes and error texts, which hold none. */
#pragma once

#include "base/base.h"

enum log_level { LOG_DEBUG, LOG_INFO, LOG_WARNING, LOG_ERROR, LOG_LEVEL_COUNT };

/* Zero-initialise: writes nothing. */
struct log {
    bool open;
    int fd;               /* each line is one write, so that several threads may share it */
    enum log_level least; /* lines below are not written */
    bool for_journal;     /* each line begins with its priority, "<3>": see sd-daemon(3) */
    int64_t (*now)(void); /* NULL: no time (a service manager adds it) */
};

/* Write one line: level, event, then pairs of key and value up to a NULL. A NULL value is left
 * out. Control characters in values are written as escapes. */
void log_write(const struct log *log, enum log_level level, const char *event, ...)
    __attribute__((sentinel));
#define LOG(log, level, event, ...)                                                                \
    log_write((log), (level), (event), __VA_ARGS__, (const char *)NULL)

/* Is this file the journal's, as JOURNAL_STREAM of the environment says? See systemd.exec(5). */
bool log_is_journal(int fd);

/* An event that is an error: code and text of err. */
void log_error(const struct log *log, enum log_level level, const char *event,
               const struct err *err);
