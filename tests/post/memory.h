/* SPDX-License-Identifier: MIT */
/* Transports in memory, for tests of the layers above: what goes in, what came out, and failures on
 * order. */
#pragma once

#include "post/post.h"

enum rc post_memory_source_new(const char *name, struct post_source **source, struct err *err);
/* Put a letter into the inbox; its id is "memory:NAME/ID". Bytes are copied. */
enum rc post_memory_source_put(struct post_source *source, const char *id, int64_t arrived_s,
                               const char *bytes, size_t length);
/* Letters still in the inbox, and those moved to a place. */
size_t post_memory_source_left(const struct post_source *source);
size_t post_memory_source_moved(const struct post_source *source, enum post_place place);
/* The next `times` listings, fetches or moves fail with rc. */
void post_memory_source_fail(struct post_source *source, enum rc rc, unsigned times);

struct post_memory_letter {
    char *id; /* of the job */
    char *from;
    char *to;
    char *bytes;
    size_t length;
};
enum rc post_memory_sink_new(const char *name, struct post_sink **sink, struct err *err);
/* Letters accepted so far, in order; borrowed until the next send or the free. What goes to
 * "category/3" opens a topic: the first 2001, if nothing was sent before. */
size_t post_memory_sink_count(const struct post_sink *sink);
const struct post_memory_letter *post_memory_sink_at(const struct post_sink *sink, size_t index);
/* Forget what was accepted. */
void post_memory_sink_clear(struct post_sink *sink);
/* The next `times` sends fail with rc before anything is handed over. */
void post_memory_sink_fail(struct post_sink *sink, enum rc rc, unsigned times);
/* From now on an address gets this answer; POST_ACCEPTED takes it back. */
enum rc post_memory_sink_answer(struct post_sink *sink, const char *to, enum post_fate fate,
                                int code, const char *text);
/* From now on nothing can be sent there until somebody opens the place. */
enum rc post_memory_sink_hold(struct post_sink *sink, const char *to, enum post_hold hold,
                              const char *text);
