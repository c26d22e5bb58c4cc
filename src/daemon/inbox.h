/* SPDX-License-Identifier: MIT */
/* The thread of one inbox: lists, fetches and reads letters, hands them to the ledger's thread in
 * bags, and moves away what that one says is durable. An inbox that hangs holds up no other. */
#pragma once

#include "daemon/slips.h"
#include "inbound/mailbag.h"

struct inbox;

enum { INBOX_BAGS = 3 /* on their way at a time: one fills, one waits, one is taken in */ };

/* in     desk: whose configuration, world, log and library the thread's own desk takes over;
 *        source: used by the thread alone while it runs; hand: its own slot; ledger: where its
 *        slips go; number: what they are from */
enum rc inbox_new(const struct desk *desk, struct post_source *source, struct mailbag_hand hand,
                  struct slips *ledger, unsigned number, struct inbox **inbox, struct err *err);
/* Where the ledger's thread answers; never full. */
struct slips *inbox_slips(struct inbox *inbox);
enum rc inbox_start(struct inbox *inbox, struct err *err);
/* Let it end once its bags are back, and wait for that. The ledger's thread must still run. */
void inbox_stop(struct inbox *inbox);
void inbox_free(struct inbox *inbox);
OWN_FREED(inbox)
