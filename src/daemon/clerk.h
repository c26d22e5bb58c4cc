/* SPDX-License-Identifier: MIT */
/* The thread that owns the ledger: takes bags of letters in, closes deadlines, hands out what is
 * due to be sent and notes what became of it. */
#pragma once

#include "daemon/slips.h"
#include "inbound/mailbag.h"

enum { CLERK_INBOXES = 16 };

struct clerk;

/* in     desk: the thread's alone while it runs; hand: its own slot;
 *        stop_fd: readable = do not wait for a ledger that is in the way */
enum rc clerk_new(struct desk *desk, struct mailbag_hand hand, int stop_fd, struct clerk **clerk,
                  struct err *err);
/* Where inboxes and carriers put their slips. */
struct slips *clerk_slips(struct clerk *clerk);
/* An inbox that will hand in bags, and where it gets them back; before the start. Its number is
 * how many there were. */
void clerk_add_inbox(struct clerk *clerk, const char *name, struct slips *back);
/* Without them letters out wait. */
void clerk_set_carriers(struct clerk *clerk, struct slips *composer, struct slips *sender);
enum rc clerk_start(struct clerk *clerk, struct err *err);
/* Let it end once all batches are back; the inboxes must have ended, the carriers must still run.
 */
void clerk_stop(struct clerk *clerk);
void clerk_free(struct clerk *clerk);
OWN_FREED(clerk)

/* For how long, in seconds, its thread was not seen at work; 0 where it does not run. */
long long clerk_still_s(struct clerk *clerk);
