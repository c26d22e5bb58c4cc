/* SPDX-License-Identifier: MIT */
/* Sources and sinks as the configuration names them, and what goes through them. Source: design,
 * section 4 (group commit, own crash mark). */
#pragma once

#include "ledger/in_hand.h"
#include "post/post.h"
#include "server/desk.h"

struct composers;
enum { MAILROOM_SOURCES = 4 };

struct mailroom {
    unsigned source_count;
    struct post_source *source[MAILROOM_SOURCES]; /* owned, as the rest */
    struct post_sink *sink;
    struct post_sink *forum; /* NULL = none */
    struct composers *composers;
    struct in_hand *in_hand;
};

/* Open what the configuration names.
 * in     stop_fd: readable = network calls give up; −1 = none */
enum rc mailroom_open(struct desk *desk, int stop_fd, struct mailroom *room, struct err *err);
/* Count letters that brought the last run down; before the first letter is taken in, and while
 * nobody else has letters in hand. */
enum rc mailroom_recall(struct desk *desk, struct mailroom *room, struct err *err);
/* Open the mail alone, without a ledger, to try it: one source and the sink. */
enum rc mailroom_open_mail(const struct config *config, int stop_fd, struct mailroom *room,
                           struct err *err);
/* Are the passwords and tokens there that the configuration names? Asks no other machine. */
enum rc mailroom_check(const struct config *config, struct err *err);
/* The token for Matrix alone. */
enum rc mailroom_check_notices(const struct config *config, struct err *err);
void mailroom_close(struct mailroom *room);

/* Open one of the folders that hold what was dealt with or set aside; letters that are done leave
 * it for good. *source NULL: this server has none such. */
enum { MAILROOM_SHELVES = 3 };
enum rc mailroom_shelf(const struct config *config, unsigned which, struct post_source **source,
                       struct err *err);

/* The robot's own Maildir in the embedded mail system; false where the path is too long. */
bool mailroom_inbox(const struct config *config, const char *address, char out[CONFIG_TEXT_BYTES]);

/* Keep for `postern status` how reading an inbox went. */
void mailroom_note(struct desk *desk, const struct post_source *source, enum rc rc,
                   const struct err *own);
/* Take all letters in, and send what is due. An inbox that fails does not stop the others: the
 * first is returned, all are logged. */
enum rc mailroom_take_in(struct desk *desk, struct mailroom *room, struct err *err);
enum rc mailroom_send(struct desk *desk, struct mailroom *room, struct err *err);
/* Every letter that arrived before this was taken in; INT64_MIN before all was listed once. */
int64_t mailroom_settled(const struct mailroom *room);
