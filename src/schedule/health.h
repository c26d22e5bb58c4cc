/* SPDX-License-Identifier: MIT */
/* One file by which a monitor sees how a server is: Prometheus' text format, each value with its
 * meaning. Holds numbers only. */
#pragma once

#include "ledger/derived.h"
#include "ledger/letters.h"
#include "server/clock.h"
#include "server/desk.h"

enum {
    HEALTH_LATE_S = 300,           /* a letter due for so long is worth a look */
    HEALTH_UNREAD_S = 300,         /* so are inboxes that were not read to their end for so long */
    HEALTH_DISK_TIGHT = 256 << 20, /* bytes that are free */
    HEALTH_DISK_FULL = 1 << 20,
    HEALTH_INBOXES = 16
};

/* What waits for the administrator by name. */
enum health_named {
    HEALTH_ASIDE,    /* letters set aside */
    HEALTH_ABSENT,   /* seats for which time answered in three turns */
    HEALTH_MISSED,   /* players to whom the newest letter of a day could not be sent */
    HEALTH_STUCK,    /* seats of practice opponents that have not answered for long */
    HEALTH_STANDING, /* games whose clocks were stopped long ago */
    HEALTH_NAMED_COUNT
};
enum {
    HEALTH_ABSENT_TURNS = 3,
    HEALTH_STUCK_S = 600, /* the longest choice takes a minute (postern bot run --time) */
    HEALTH_STANDING_S = 30 * 86400,
    HEALTH_NAMED_MOST = 8 /* so many of a kind are named */
};

/* How a server is, as its ledger knows it. */
struct health {
    int64_t now_s;
    int64_t seen_s; /* posternd had read all letters that came before; 0 = it never ran */
    int64_t games[LEDGER_STATUS_COUNT], frozen, overdue, letters, out, oldest_s, stopped, disputes;
    int64_t posts, queued, closed;
    int64_t knocking;                  /* notices that did not arrive yet */
    char knocks[128];                  /* what the other side said last; "" = nothing */
    int64_t deaf;                      /* players whose notices were stopped */
    int64_t day[LEDGER_OUTCOME_COUNT]; /* outcomes of the last 24 hours */
    int64_t also;                      /* letters of these from [imap] also */
    struct clock_seen clock;
    int64_t mail_behind_s; /* the mail host's clock is; 0 = it is not */
    int64_t disk_free;     /* bytes, where the ledger lies */
    int64_t named[HEALTH_NAMED_COUNT];
    int64_t trouble_s; /* how long the first place that does not work has not */
};
/* Numbers of letters, "game 12 seat 2", "player 5". */
enum rc health_name(struct desk *desk, enum health_named what, struct buf *out, struct err *err);
/* Of notices besides letters: what is tried again, and whose were stopped; "" = nothing. */
enum rc health_notices(struct desk *desk, struct buf *again, struct buf *stopped, struct err *err);
/* health.seen_s alone. */
enum rc health_seen(struct desk *desk, int64_t *seen_s, struct err *err);
enum rc health_read(struct desk *desk, struct health *health, struct err *err);

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
                      struct err *err);
/* Write the file that the configuration names, if it names one; readers see a whole one. */
enum rc health_write(struct desk *desk, struct health_running *running, struct err *err);
/* The same where posternd cannot start, so that the figures of its last run are not taken for
 * now's. */
enum rc health_write_down(const struct config *config, int64_t now_s, struct err *err);
