/* SPDX-License-Identifier: MIT */
/* The forum as the configuration names it: its transports, its accounts as addresses, and posts
 * among other letters. Knows no kind of forum.
 *
 * An account is an address "user-7@forum.example" that only posts come from and only posts go to: a
 * mail that bears one is a stranger's. Source: doc/forum-adapters.md; design, section 7. */
#pragma once

#include "letter/post_text.h"
#include "post/post.h"
#include "server/desk.h"

enum { FORUM_NAME_BYTES = 128, FORUM_PLACE_BYTES = 160 };

bool forum_is_on(const struct desk *desk);
/* Open the transports. stop_fd as for mail.
 * fails  RC_CONFIG: says which key is wrong; the network is not touched */
enum rc forum_open_source(struct desk *desk, int stop_fd, struct post_source **source,
                          struct err *err);
enum rc forum_open_sink(const struct desk *desk, int stop_fd, struct post_sink **sink,
                        struct err *err);
/* What this kind of forum takes, with the configuration's say in it. */
bool forum_takes_messages(const struct config *config);
size_t forum_post_bytes(const struct config *config);
size_t forum_message_bytes(const struct config *config);
struct post_forum_traits;
const struct post_forum_traits *forum_traits(const struct config *config);

/* ---- accounts ---- */

/* Where private messages for an account go: "user/7:alice".
 * in     account: "7:alice", as people keep it */
void forum_place_of(const char *account, char place[FORUM_PLACE_BYTES]);
/* The name to call somebody by, "@alice"; "" where none is known. */
void forum_mention(const char *account, char mention[FORUM_NAME_BYTES + 1]);
/* The player whose account has this name; *player = 0: nobody's. Reads all players where the name
 * is not the account's own: rare. */
enum rc forum_player_called(struct desk *desk, const char *name, int64_t *player, struct err *err);
/* Address of a topic as people read it: "https://forum.example/topic/45". */
void forum_topic_url(const struct config *config, int64_t topic, struct buf *out);

/* The code by which a player links an account of the forum: for today and the day before, and for
 * one account only. out  code: "12-abcdefghijkl" */
enum { FORUM_CODE_BYTES = 80 };
enum rc forum_link_code(struct desk *desk, int64_t player, int64_t now_s,
                        char code[FORUM_CODE_BYTES], struct err *err);
/* out    *player: 0 = it is not, or no longer, good */
enum rc forum_link_read(struct desk *desk, const char *code, int64_t *player, struct err *err);

/* ---- posts as letters ---- */

enum forum_post_kind { FORUM_POST_NONE, FORUM_POST_PUBLIC, FORUM_POST_PRIVATE, FORUM_POST_EDIT };

/* What the transport says of a post; kind NONE = this letter is none. */
struct forum_letter {
    enum forum_post_kind kind;
    int64_t post, topic, user; /* topic 0 = a message outside topics */
    char name[FORUM_NAME_BYTES];
};
/* Read the field that the transport wrote; a mail with such a field is still a mail. */
void forum_read_letter(const struct config *config, const char *source, const char *raw,
                       size_t length, struct forum_letter *letter);
/* What of its HTML is the writer's own, and what is for the robot. */
enum rc forum_read_text(const struct desk *desk, const struct forum_letter *letter, const char *raw,
                        size_t length, struct post_text *text, struct err *err);
