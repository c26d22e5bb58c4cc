/* SPDX-License-Identifier: MIT */
/* Inside a reader. */
#pragma once

#include <pthread.h>

#include <sys/types.h>

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
