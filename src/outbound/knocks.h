/* SPDX-License-Identifier: MIT */
/* A knock on the door: the subject of a letter, sent besides to where its player wants it: an HTTPS
 * webhook, an ntfy topic, a Matrix room. What is queued, outbox.c decides. Source: doc/notices.md.
 */
#pragma once

#include "people/people.h"

enum knock_kind { KNOCK_WEBHOOK, KNOCK_NTFY, KNOCK_MATRIX, KNOCK_KIND_COUNT };

enum { KNOCK_CODE_BYTES = 9, KNOCK_KEY_BYTES = 53, KNOCK_TO_BYTES = 300, KNOCK_TOKEN_BYTES = 120 };

/* Where a player has his notices. */
struct knock_place {
    bool is_on; /* he has said the code */
    enum knock_kind kind;
    char code[KNOCK_CODE_BYTES];
    char key[KNOCK_KEY_BYTES]; /* of a webhook's signatures */
    char to[KNOCK_TO_BYTES];   /* an address; of Matrix a room */
    char token[KNOCK_TOKEN_BYTES];
};

const char *knocks_kind(enum knock_kind kind);
/* false: nowhere. */
bool knocks_read(const struct person *person, struct knock_place *place);
/* "webhook https://…", "ntfy https://… [TOKEN]", "matrix !room:server"; false: not understood. */
bool knocks_read_wish(const char *words, struct knock_place *place);
/* Keep it, with a new code and key, and send the code; or keep that he said it; inside a change. */
enum rc knocks_set(struct desk *desk, int64_t player, struct knock_place *place, struct err *err);
enum rc knocks_confirm(struct desk *desk, int64_t player, struct knock_place *place,
                       struct err *err);
enum rc knocks_off(struct desk *desk, int64_t player, struct err *err);

/* Send what is due, with a desk of the caller's thread.
 * in     stop_fd: readable = begin no further one; -1 = none
 * out    *handled: how many were tried */
enum rc knocks_due(struct desk *desk, int stop_fd, unsigned *handled, struct err *err);
