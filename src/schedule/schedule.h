/* SPDX-License-Identifier: MIT */
/* What is done at its time, and what is looked after besides. */
#pragma once

#include "play/position.h"
#include "post/post.h"
#include "server/config.h"
#include "server/desk.h"
#include "server/replica.h"
#include "server/world.h"

/* ---- again.c: After a promotion: letters that the other host took in and moved away, but whose
 * log did not reach the replica, lie in the folder of letters dealt with. Those that this ledger
 * does not know go back into the inbox, and are taken in like any other, each once. Source: design,
 * section 11, P4. */

/* Does this inbox have such a folder? */
bool again_is_for(const struct post_source *source);
/* To be called before anybody else reads the inbox; does nothing unless this host was promoted and
 * did not look yet.
 * out    *moved: letters put back
 * fails  RC_NETWORK, …: it is to be done before letters are taken in */
enum rc again_look(struct desk *desk, int stop_fd, unsigned *moved, struct err *err);

/* ---- mail_check.c: Are the mail servers there, and do they let us in? Is the page there that
 * letters link to? For `postern doctor`. */

/* what: "inbox in (imap)"; err: what to do */
typedef void (*mail_check_fn)(void *user, const char *what, enum rc rc, struct err *err);
/* Connect to each inbox and to where letters go, log in and look, for 15 seconds each at most.
 * Changes no letter. */
void mail_check(struct desk *desk, mail_check_fn tell_of, void *user);

/* Fetch [site] url/table.html, and look whether it takes this server's letters.
 * fails  as webpage_fetch; RC_CONFIG: another page, or another server's */
enum rc page_check(const struct config *config, struct err *err);

/* ---- replica_health.c: The second host, as the daemon's round sees it: who is told when the
 * replica is away, and how far deadlines may close. Source: design, section 11, P4. */

enum { REPLICA_TELL_S = 300 }; /* away so long is worth a letter to the administrator */

/* Log what changed and tell the administrator, once, and once when it is well again. Looks at no
 * other machine.
 * in     now: how the replica was last seen (replica_seen) */
enum rc replica_health_note(struct desk *desk, const struct replica_state *now, struct err *err);
/* No deadline after this closes: what was decided could not be told. INT64_MAX = any may */
int64_t replica_health_settled(const struct replica_state *now);

/* ---- timers.c: Deadlines: what happens when a question was not answered in time, and the reminder
 * before.
 *
 * No deadline closes before every inbox was read past it; a stretch in which the server was away
 * moves deadlines. Time is passed in. Source: design, section 8; mail-conventions I15. */

/* Close what is due, each game in a change of its own, and send reminders that are due.
 * in     settled_s: every letter that arrived before this was taken in
 * out    *closed: how many deadlines passed */
enum rc timers_run(struct desk *desk, int64_t settled_s, unsigned *closed, struct err *err);

enum { TIMERS_OUTAGE_S = 3600 }; /* shorter absences move nothing */
/* The server was away from since_s until now: deadlines that fell into it, or would fall within
 * as long after it, move by its length; each as an entry of its game.
 * out    *moved: how many */
enum rc timers_make_up(struct desk *desk, int64_t since_s, unsigned *moved, struct err *err);

/* When timers_run has something to do next; INT64_MAX = never. */
enum rc timers_next(struct desk *desk, int64_t *next_s, struct err *err);

/* ---- sweep.c: Letters that the mail still holds after they were dealt with: in the processed
 * folder, set aside, in Maildirs of players. They go with a player, or with their age. Source:
 * design, section 5.2. */

enum { SWEEP_ADDRESSES_MAX = 32 };

/* Which letters go: those of these senders, and those that arrived before a time. */
struct sweep {
    int64_t before_s; /* INT64_MIN = none for its age */
    unsigned count;
    char address[SWEEP_ADDRESSES_MAX][CONFIG_TEXT_BYTES]; /* subaddresses are theirs, too */
};

/* Remove the players' Maildirs of the embedded mail system; *gone: how many there were.
 * fails  RC_IO */
enum rc sweep_mailboxes(const struct config *config, const struct sweep *sweep, unsigned *gone,
                        struct err *err);
/* Delete letters out of the folders of what is dealt with and set aside; *gone: added up, also
 * where one of the folders could not be read. A posternd may run.
 * in     reader: of letters
 * fails  what was in the way of the first: network, login */
enum rc sweep_processed(const struct config *config, struct reader *reader,
                        const struct sweep *sweep, unsigned *gone, struct err *err);

/* ---- retention.c: Letters that were kept long enough: the bytes of those that came in, and the
 * words of those that went out, where their game is over as long. What they did, when they came and
 * where they went stays; so do the letters of games that go on. A little at a time, so that nobody
 * waits for it.
 *
 * Source: design, section 4 (boxes); doc/schema.md, "Care". */

struct retention {
    int64_t before_s;
    int64_t letter, letter_end; /* letters that came in, from the first to look at */
    int64_t out, out_end;       /* letters out */
    int64_t letters, words;     /* how many bytes and words went so far */
};

/* Forget the keys of the months before that of before_s, and remove copies that hold them, so that
 * no copy of the file can be read either, and see what is to be gone through. Letters that may
 * still be tried to be sent are left. A retention of zeros has nothing to do. */
enum rc retention_begin(struct desk *desk, int64_t before_s, struct retention *retention,
                        struct err *err);
/* Copies of the ledger that a migration left beside it ("postern.db.before-12"), made before a time
 * (INT64_MAX = any): they hold every key. Append their paths, ", " between, and remove them.
 * fails  RC_IO */
enum rc retention_copies(const struct config *config, int64_t before_s, bool remove,
                         struct buf *paths, struct err *err);
/* Is there more to go through? */
bool retention_is_due(const struct retention *retention);
/* Go through some hundreds, in one change. */
enum rc retention_step(struct desk *desk, struct retention *retention, struct err *err);
