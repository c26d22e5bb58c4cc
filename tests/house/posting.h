/* SPDX-License-Identifier: MIT */
/* A forum beside the fixture's server: what is posted to it stays in memory, what people post there
 * is taken in. */
#pragma once

#include "tests/post/memory.h"
#include "inbound/inbound.h"
#include "tests/house/fixture.h"

struct posted {
    unsigned number;  /* of the post */
    const char *kind; /* as the forum's header has it; NULL = "post" */
    int topic, user;
    const char *name, *html, *id; /* id NULL = "post-NUMBER" */
};

/* Close the server and open it again with a forum, whose section in the configuration has this at
 * its end. The sink is the caller's. */
void posting_open(struct fixture *fixture, const char *more, struct post_sink **sink);
/* All that waits is handed to the forum. */
void posting_send(struct fixture *fixture, struct post_sink *sink);
/* A second passes, and a post comes in. */
void posting_take(struct fixture *fixture, const struct posted *post,
                  struct inbound_result *result);
/* How much was posted to a place with these words in it; "" = to any, with any. */
unsigned posting_count(const struct post_sink *sink, const char *to, const char *words);
