/* SPDX-License-Identifier: MIT */
/* The two files of the NodeBB adapter: nodebb.c reads and writes posts, nodebb_session.c does what
 * needs a session in 1.x (pictures, reading private messages). For src/post only. */
#pragma once

#include "post/forum_p.h"

struct nodebb_dialect {
    const char *write;  /* path of the write API */
    const char *answer; /* what its answers are wrapped in */
    const char *topic; /* the member of a new topic's answer that holds the topic; "" = it is one */
    bool is_3; /* a private message needs a room opened first; the token opens all that a session
                  does */
};

enum rc nodebb_who(struct forum *forum, struct err *err);
/* in     name: "alice" or "7:alice"
 * out    *uid: 0 when there is no such user */
enum rc nodebb_find_user(struct forum *forum, const char *name, uint64_t *uid, struct err *err);
enum rc nodebb_messages(struct forum *forum, int64_t since_s, forum_post_fn fn, void *user,
                        struct err *err);
enum rc nodebb_find_message(struct forum *forum, const struct forum_text *text,
                            char made[FORUM_ID_BYTES], struct err *err);
/* Where a private message goes on that was begun before: the room of the robot and this user alone.
 * out    *room: 0 = none is there any more, or it is not to be seen */
enum rc nodebb_find_room(struct forum *forum, uint64_t uid, uint64_t *room, struct err *err);
void nodebb_note_room(struct forum *forum, uint64_t uid, uint64_t room);
enum rc nodebb_may_open(struct forum *forum, bool *may, struct err *err);
enum rc nodebb_upload(struct forum *forum, const char *png, size_t length, struct buf *url,
                      struct forum_result *result, struct err *err);
