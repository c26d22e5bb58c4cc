/* SPDX-License-Identifier: MIT */
/* A queued letter → its bytes: what happened since its reader was last told, the board as he may
 * see it, what he is asked, his legal orders, the signed head. Reads the ledger, writes nothing
 * but the mark of signed heads. Any number of desks may compose at a time.
 * Source: design, section 7; mail-conventions O1–O11. */
#pragma once

#include "server/desk.h"

struct compose_letter {
    int64_t out;
    char from[CONFIG_TEXT_BYTES]; /* envelope sender; "" = null */
    char id[64];                  /* for the transport: letters, digits, '.', '-' */
    struct buf bytes;             /* CRLF */
};

/* Compose a letter out. Wipe letter->bytes after use.
 * fails  RC_FROZEN: its game may not be signed; RC_NOT_FOUND: no such letter */
enum rc compose_letter(struct desk *desk, int64_t out, struct compose_letter *letter,
                       struct err *err);

enum { COMPOSE_SUBJECT_BYTES = 256 };
/* Append the text alone, by a template of its own; the caller wipes it. */
enum rc compose_text(struct desk *desk, int64_t out, const char *template,
                     char subject[COMPOSE_SUBJECT_BYTES], struct buf *text, struct err *err);
/* Its first line and its subject, "Your move, 3 days – Chess 4: Ada – Ben"; nothing is signed. */
enum rc compose_subject(struct desk *desk, int64_t out, char subject[COMPOSE_SUBJECT_BYTES],
                        struct err *err);
