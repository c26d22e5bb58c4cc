/* SPDX-License-Identifier: MIT */
/* Who reads what strangers wrote: a program of its own, without keys, ledger, files and network,
 * that gets raw bytes and hands parsed letters over. What it says is believed no more than the
 * bytes themselves.
 *
 * A letter that crashes or holds up its reader is tried again, alone, by fresh ones; if those end
 * as well the letter is at fault. A reader that is killed from outside is none of its fault. One
 * reader may be used by several threads: each ask has a process of its own, started when none is
 * idle. Source: doc/reader.md. */
#pragma once

#include <jansson.h>

#include "letter/mime_in.h"
#include "letter/post_text.h"

struct reader;

enum { READER_PATIENCE_MS = 10000 /* for one letter */, READER_TRIES = 3 };

/* Make one; its first process starts when it is asked.
 * in     program: path of postern-reader; NULL = POSTERN_READER in the environment, else as
 *        installed; patience_ms: 0 = READER_PATIENCE_MS */
enum rc reader_open(const char *program, int patience_ms, struct reader **reader, struct err *err);
/* Can its program be run? fails  RC_NOT_FOUND: it is not there; the text says what to do */
enum rc reader_is_there(const struct reader *reader, struct err *err);
/* End its processes. Nobody may be asking. NULL allowed. */
void reader_close(struct reader *reader);
/* Reads in this very process, for programs that hold nothing that is worth taking; static. */
struct reader *reader_here(void);

/* How it is shut in. */
struct reader_jail {
    bool filter;       /* of system calls */
    unsigned landlock; /* version; 0 = the kernel has none */
};
/* Start a process if none is idle, and ask how it is shut in.
 * fails  RC_IO: it cannot be started, cannot shut itself in, or is of another release */
enum rc reader_check(struct reader *reader, struct reader_jail *jail, struct err *err);

struct reader_bytes {
    const char *at;
    size_t length;
};
/* What became of one letter.
 * in     rc: RC_OK, letter is the callback's to keep; RC_BAD_INPUT, it is none; RC_REFUSED, it
 * ended its reader READER_TRIES times, why: how */
typedef void reader_letter_fn(void *user, size_t index, enum rc rc, struct letter *letter,
                              const char *why);

/* Read letters; calls back for each, in order, while the reader goes on with the next.
 * in     limits: NULL = letter_limits_usual
 * fails  RC_IO as above, RC_NO_MEMORY: those that nobody was called back for were not
 *        read */
enum rc reader_letters(struct reader *reader, const struct letter_limits *limits,
                       const struct reader_bytes *raw, size_t count, reader_letter_fn *fn,
                       void *user, struct err *err);
/* Read one; RC_BAD_INPUT and RC_REFUSED as failures. */
enum rc reader_letter(struct reader *reader, const struct letter_limits *limits, const char *raw,
                      size_t length, struct letter *letter, struct err *err);
/* Read a post as post_text_read does.
 * fails  as it does, and RC_REFUSED */
enum rc reader_post(struct reader *reader, const char *html, size_t length, const char *robot,
                    bool all, struct post_text *text, struct err *err);
/* Read JSON.
 * out    *json: NULL where it is none, or cannot be read
 * fails  RC_IO, RC_NO_MEMORY */
enum rc reader_json(struct reader *reader, const char *bytes, size_t length, json_t **json,
                    struct err *err);
