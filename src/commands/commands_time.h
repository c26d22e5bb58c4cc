/* SPDX-License-Identifier: MIT */
/* What a player says about time: vacation, zone, pause, resume; and letters that come too late.
 * Source: design, section 8; mail-conventions I15. */
#pragma once

#include "commands/incoming.h"

enum rc commands_vacation(struct incoming *incoming, const char *arguments, struct err *err);
/* Offer the days that a line names as a vacation; false: it names none. away: it speaks of one. */
bool commands_offer_vacation(struct incoming *incoming, const char *line, bool away);
enum rc commands_zone(struct incoming *incoming, const char *arguments, struct err *err);
/* The players agree to go on behind entries that were lost. */
enum rc commands_go_on(struct incoming *incoming, const char *arguments, struct err *err);
enum rc commands_pause(struct incoming *incoming, const char *arguments, struct err *err);
enum rc commands_resume(struct incoming *incoming, const char *arguments, struct err *err);

/* A letter with orders that arrived after the deadline counts for nothing, although the deadline
 * is not closed yet: other inboxes may hold an earlier one. */
enum rc commands_time_late(struct incoming *incoming, bool *goes_on, struct err *err);
