/* From the outbox to the transport: compose on the first try, keep the bytes, send, note what
 * became of each recipient, try again with growing delay.
 * Source: design, section 4 (outbox); mail-conventions O4, O12. */
#ifndef POSTERN_DESK_PUBLISH_H
#define POSTERN_DESK_PUBLISH_H

#include "desk/desk.h"
#include "post/post.h"

enum { PUBLISH_BATCH = 64 }; /* letters composed, kept and handed over together */

/* Who composes: workers with desks of their own, which live as long as this does. */
struct publisher;
/* in     workers: threads that compose at a time; 1 = none, the caller's desk does it */
enum rc publisher_new(struct desk *desk, unsigned workers, struct publisher **publisher,
                      struct err *err) MUST_CHECK;
void publisher_free(struct publisher *publisher);

/* Send what is due, at most PUBLISH_BATCH letters.
 * out    *handled: letters that were tried; 0 = nothing was due
 * fails  temporary when the transport is down: the letters wait */
enum rc publish_due(struct publisher *publisher, struct post_sink *sink, unsigned *handled,
                    struct err *err) MUST_CHECK;

#endif
