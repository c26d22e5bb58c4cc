/* SPDX-License-Identifier: MIT */
/* Inside a reader. */
#pragma once

#include <jansson.h>
#include <pthread.h>
#include <sys/types.h>

#include "base/base.h"
#include "letter/mime_in.h"
#include "reader/handover.h"
#include "reader/reader.h"

struct reader {
    /* Answer a request in this process; NULL = ask another. */
    void (*here)(const void *request, size_t length, struct buf *answer);
    char *program;
    int patience_ms;
    pthread_mutex_t lock; /* of what stands below */
    struct process *idle;
    unsigned idle_count;
};

/* ---- process.c: one process of a reader, started, asked, ended ---- */

struct process {
    struct process *next; /* in the list of idle ones */
    pid_t pid;
    int fd;
    struct buf in; /* what came and is not looked at, from `at` on */
    size_t at;
    unsigned asked; /* things it was asked for in its life */
    struct reader_jail jail;
};

/* Something to ask for, several times with other bytes. */
struct ask {
    struct buf head; /* of each request: its kind and what that has */
    const struct reader_bytes *bytes;
    size_t count;
    int patience_ms; /* for each answer */
    /* An answer's payload. False: it is none that can be. */
    bool (*answer)(void *user, size_t index, const void *payload, size_t length);
    void *user;
};

/* Start one, and wait until it has shut itself in.
 * fails  RC_IO, RC_NO_MEMORY: letters wait */
enum rc process_start(const char *program, int patience_ms, struct process **process,
                      struct err *err);
/* Ask for all from `from` to `to`, in order. Returns how many were answered well; when not all
 * were, the process is of no use any more, and why says what is wrong with it. */
size_t process_ask(struct process *process, const struct ask *ask, size_t from, size_t to,
                   const char **why);
/* What process_end says of one that was killed from outside: no letter's fault. */
extern const char process_was_killed[];
/* End it and free it; why: NULL, or what process_ask said: told closer if it ended of itself. */
void process_end(struct process *process, const char **why);

/* ---- warm.c ---- */

/* Load the charsets of letters, and read one of each kind. */
void warm_up(void);

/* ---- serve.c: The other side: requests in, answers out ---- */

typedef void serve_fn(const void *request, size_t length, struct buf *answer);

/* Append the answer to one request; one that cannot be understood is not answered. */
serve_fn serve_request;

/* Answer requests from a socket, gathered as they come, until it is closed. Returns an exit code.
 */
int serve_loop(int fd, serve_fn *serve);
/* Write all of it; false: nobody reads. */
bool serve_send(int fd, const struct buf *bytes);

/* ---- letter_form.c: A parsed letter as bytes, by one table for both ways ---- */

/* A number that becomes another when the form does: programs of two releases do not hand over. */
uint32_t letter_form_number(void);
void letter_form_write(const struct letter *letter, struct buf *out);
/* Read one that nobody vouches for: counts, numbers, lengths, UTF-8, control characters and ends
 * are held to what mime_in.h promises.
 * in     text_most: longest text (letter_limits.text_bytes)
 * out    letter: zero-initialised; set on RC_OK, letter_fini frees
 * fails  RC_BAD_INPUT; RC_NO_MEMORY */
enum rc letter_form_read(struct handover *in, size_t text_most, struct letter *letter,
                         struct err *err);

/* ---- json_form.c: A tree of JSON as bytes: a kind for each value, then its number, its string, or
 * its members ---- */

enum {
    JSON_FORM_DEPTH = 64,
    JSON_FORM_VALUES = 200000, /* a forum's longest answer has some ten thousand */
    JSON_FORM_STRING = 8 << 20
};

/* False: deeper, or more values, than a forum's answer has. */
bool json_form_write(const json_t *json, struct buf *out);
/* Build what was written, which nobody vouches for. NULL: not well-formed, or no memory. */
json_t *json_form_read(struct handover *in);
