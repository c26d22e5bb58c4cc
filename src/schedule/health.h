/* SPDX-License-Identifier: MIT */
/* One file by which a monitor sees how a server is: Prometheus' text format, each value with its
 * meaning. Holds numbers only. */
#ifndef POSTERN_SCHEDULE_HEALTH_H
#define POSTERN_SCHEDULE_HEALTH_H

#include "base/buf.h"
#include "ledger/derived.h"
#include "ledger/letters.h"
#include "server/clock.h"
#include "server/desk.h"

enum {
    HEALTH_LATE_S = 3600, /* a letter due for so long is worth a look */
    HEALTH_INBOXES = 16
};

/* How a server is, as its ledger knows it. */
struct health {
    int64_t now_s;
    int64_t seen_s; /* posternd had read all letters that came before; 0 = it never ran */
    int64_t games[LEDGER_STATUS_COUNT], frozen, overdue, letters, out, oldest_s, stopped, disputes;
    int64_t posts, queued, closed;
    int64_t day[LEDGER_OUTCOME_COUNT]; /* outcomes of the last 24 hours */
    struct clock_seen clock;
};
/* health.seen_s alone. */
enum rc health_seen(struct desk *desk, int64_t *seen_s, struct err *err) MUST_CHECK;
enum rc health_read(struct desk *desk, struct health *health, struct err *err) MUST_CHECK;
/* Words of its columns: of a status, of an outcome. */
const char *health_status_name(unsigned status);
const char *health_outcome_name(unsigned outcome);

/* What a running server knows beside. */
struct health_inbox {
    char name[64];
    int64_t settled_s; /* read so far; INT64_MIN = never yet */
};
struct health_running {
    int64_t
        settled_s; /* every letter that arrived before was taken in; INT64_MIN = not known yet */
    unsigned inbox_count;
    struct health_inbox inbox[HEALTH_INBOXES];
    int64_t counted_s; /* outcomes before are in `outcomes` */
    int64_t outcomes[LEDGER_OUTCOME_COUNT];
};

/* Append the file's text; counts outcomes on. */
enum rc health_gather(struct desk *desk, struct health_running *running, struct buf *out,
                      struct err *err) MUST_CHECK;
/* Write the file that the configuration names, if it names one; readers see a whole one. */
enum rc health_write(struct desk *desk, struct health_running *running, struct err *err) MUST_CHECK;

#endif
