/* SPDX-License-Identifier: MIT */
/* Error codes and the error record.
 *
 * For failures of the program or its surroundings only: a player's mistake is a verdict
 * (rules/verdict.h), never an error. No I/O here, no project words. */
#pragma once

#include "base/c.h"

/* The class alone decides whether the daemon tries again. */
enum rc_class {
    RC_CLASS_NONE,
    RC_CLASS_TEMPORARY, /* try again later */
    RC_CLASS_PERMANENT, /* trying again gives the same */
    RC_CLASS_BUG,       /* a broken promise inside the program */
    RC_CLASS_COUNT
};

#define RC_LIST(X)                                                                                 \
    X(OK, NONE, "ok")                                                                              \
    X(NO_MEMORY, TEMPORARY, "out of memory")                                                       \
    X(IO, TEMPORARY, "reading or writing failed")                                                  \
    X(BUSY, TEMPORARY, "in use by another process")                                                \
    X(NETWORK, TEMPORARY, "the other side does not answer")                                        \
    X(LATER, TEMPORARY, "the other side asks to try later")                                        \
    X(DAMAGED, TEMPORARY, "damaged; a backup helps")                                               \
    X(STOPPED, TEMPORARY, "stopped on request")                                                    \
    X(REFUSED, PERMANENT, "refused by the other side")                                             \
    X(LOGIN, PERMANENT, "login refused")                                                           \
    X(CERTIFICATE, PERMANENT, "certificate not trusted")                                           \
    X(NOT_FOUND, PERMANENT, "not found")                                                           \
    X(EXISTS, PERMANENT, "exists already")                                                         \
    X(BAD_INPUT, PERMANENT, "not well-formed")                                                     \
    X(TOO_LONG, PERMANENT, "too long")                                                             \
    X(BAD_SEAL, PERMANENT, "altered, or sealed with another key")                                  \
    X(BAD_KEY, PERMANENT, "not a usable key")                                                      \
    X(CONFLICT, PERMANENT, "changed in the meantime")                                              \
    X(NEWER, PERMANENT, "made by a newer version")                                                 \
    X(FOREIGN, PERMANENT, "not made by this program")                                              \
    X(PERMISSION, PERMANENT, "permission denied")                                                  \
    X(READ_ONLY, PERMANENT, "read-only")                                                           \
    X(CONFIG, PERMANENT, "configuration not usable")                                               \
    X(FROZEN, PERMANENT, "frozen until the administrator decides")                                 \
    X(USAGE, PERMANENT, "wrong arguments")                                                         \
    X(BUG, BUG, "a bug in this program")

/* Of a type: what a function returns of it is looked at. An older gcc has no such attribute. */
#if defined __clang__
#define MUST_CHECK __attribute__((warn_unused_result))
#elif __GNUC__ >= 11
#define MUST_CHECK [[nodiscard]]
#else
#define MUST_CHECK
#endif

#define RC_NAME(name, class, text) RC_##name,
enum MUST_CHECK rc { RC_LIST(RC_NAME) RC_COUNT };

/* The key of a code ("NOT_FOUND"), its short text, its class. Static storage; an unknown code
 * reads as BUG. */
const char *rc_name(enum rc rc);
const char *rc_text(enum rc rc);
enum rc_class rc_class(enum rc rc);

enum { ERR_SOURCE_BYTES = 96, ERR_TEXT_BYTES = 480 };

/* Fixed size, caller owns; zero-initialise. The first error wins. */
struct err {
    enum rc rc;
    uint32_t line;   /* from 1; 0 = none */
    uint32_t column; /* from 1, in characters; 0 = none */
    char source[ERR_SOURCE_BYTES];
    char text[ERR_TEXT_BYTES]; /* says what to do; never a secret */
};

/* Forget what the record holds. NULL allowed. */
void err_clear(struct err *err);

/* Record an error, its text joined from strings up to a NULL; what is longer than
 * ERR_TEXT_BYTES is cut on a character's border and ends in "…". Does nothing when err is NULL or
 * already holds an error. returns rc, so that callers may write `return ERR(err, RC_IO, …)`; as a
 * number, since nobody has to. */
unsigned err_join(struct err *err, enum rc rc, ...) __attribute__((sentinel));
#define ERR(err, rc, ...) err_join((err), (rc), __VA_ARGS__, (const char *)NULL)

/* Go on only where this call was done; else its code is the caller's, too. What the caller has to
 * give back, OWN gives back. */
#define TRY(call)                                                                                  \
    do {                                                                                           \
        enum rc tried_ = (call);                                                                   \
                                                                                                   \
        if (tried_ != RC_OK)                                                                       \
            return tried_;                                                                         \
    } while (0)

/* Go on only where all before was done, for whoever has something to do in any case. */
#define THEN(rc, call)                                                                             \
    do {                                                                                           \
        if ((rc) == RC_OK)                                                                         \
            (rc) = (call);                                                                         \
    } while (0)

/* Fail where this is so: FAIL_IF(!made, err, RC_NO_MEMORY, "no memory for a page"); */
#define FAIL_IF(condition, ...)                                                                    \
    do {                                                                                           \
        if (condition)                                                                             \
            return ERR(__VA_ARGS__);                                                               \
    } while (0)

/* Say where: file or letter, line and column from 1 (0 = none). Only the first call counts. */
void err_where(struct err *err, const char *source, uint32_t line, uint32_t column);
