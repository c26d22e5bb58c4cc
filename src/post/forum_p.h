/* SPDX-License-Identifier: MIT */
/* What one more forum must answer, so that posts are letters and letters are posts. forum_source.c
 * and forum_sink.c do the rest; discourse.c and nodebb.c are the examples. Posts must have numbers
 * that grow with time, over the whole forum. */
#pragma once

#include "post/http.h"
#include "post/post_p.h"

enum { FORUM_ID_BYTES = 48, FORUM_MARK_BYTES = POST_NAME_BYTES + 8 };

struct forum_room {
    uint64_t user, room;
};

struct forum {
    const struct forum_ops *ops;
    const void *dialect; /* of ops; static */
    struct http http;
    const char *robot;
    char *robot_path;           /* as it stands in paths; owned */
    uint64_t uid;               /* of the robot; 0 = not known yet */
    char etag[HTTP_ETAG_BYTES]; /* of the answer that said what is newest */
    uint64_t newest;
    uint64_t category;        /* where games are; 0 = not told */
    struct forum_room *rooms; /* owned: where private messages went */
    size_t room_count;
};

enum forum_kind { FORUM_IS_POST, FORUM_IS_PRIVATE, FORUM_IS_MESSAGE, FORUM_IS_EDIT, FORUM_KINDS };

/* A post as it was read; strings live as long as `json`. */
struct forum_post {
    uint64_t id, topic, user;
    uint64_t category;  /* of the topic; 0 = none, or not told */
    uint64_t edit;      /* tells edits of one post apart; 0 = never edited */
    const char *author; /* name shown */
    const char *title;  /* of the topic; "" = not told */
    const char *html;
    int64_t created_s;
    int64_t edited_s; /* 0 = never */
    enum forum_kind kind;
    json_t *json; /* owned */
};
typedef enum rc (*forum_post_fn)(void *user, const struct forum_post *post, struct err *err);

/* A topic whose posts may be edited. */
struct forum_watch {
    uint64_t topic;
    char etag[HTTP_ETAG_BYTES];
};

enum forum_place { FORUM_TOPIC, FORUM_CATEGORY, FORUM_POST, FORUM_USER, FORUM_PLACE_COUNT };

/* What to post, and where. */
struct forum_text {
    enum forum_place place;
    const char *name;  /* number, or the user's name */
    const char *title; /* FORUM_CATEGORY, FORUM_USER */
    const char *text;  /* the last line is the mark */
    const char *mark;  /* "`ref ID`" */
};

/* How a try to post went. */
struct forum_result {
    enum post_fate fate;
    enum post_hold hold;
    int64_t wait_s;
    int code;
    char text[POST_TEXT_BYTES];
    char made[FORUM_ID_BYTES]; /* number of the post, "POST/TOPIC" of a new topic, or "" */
};

/* Is a text with moderators? */
enum forum_queue { FORUM_QUEUE_NOT_TOLD, FORUM_QUEUE_HAS_IT, FORUM_QUEUE_HAS_NOT };

struct forum_ops {
    const char *kind;
    const char *key_header;
    /* Add headers that every request needs. NULL = none. */
    enum rc (*set_up)(struct forum *forum, struct err *err);
    /* Set forum->uid to the robot's number. RC_CONFIG: there is no such account. */
    enum rc (*who)(struct forum *forum, struct err *err);
    /* Set forum->newest to the number of the newest post; forum->etag may save the work. */
    enum rc (*newest)(struct forum *forum, struct err *err);
    /* Read one post. RC_NOT_FOUND: there is none, or the robot may not see it. */
    enum rc (*read)(struct forum *forum, uint64_t id, struct forum_post *post, struct err *err);
    /* Show the newest posts of a topic that were edited; watch->etag may save the work. */
    enum rc (*edits)(struct forum *forum, struct forum_watch *watch, forum_post_fn fn, void *user,
                     struct err *err);
    /* Show the private messages written since a time; kind FORUM_IS_MESSAGE, numbers of their own.
     * NULL = there are none, or they are posts. */
    enum rc (*messages)(struct forum *forum, int64_t since_s, forum_post_fn fn, void *user,
                        struct err *err);
    /* Post it. A failure means that no answer came. */
    enum rc (*send)(struct forum *forum, const struct forum_text *text, struct forum_result *result,
                    struct err *err);
    /* Look for the mark among the robot's latest posts there; made stays "" when there is none. */
    enum rc (*find)(struct forum *forum, const struct forum_text *text, char made[FORUM_ID_BYTES],
                    struct err *err);
    /* May the robot open topics in its category? NULL = the forum does not tell.
     * out    *may: true where it is not told */
    enum rc (*may_open)(struct forum *forum, bool *may, struct err *err);
    /* Look for the mark among what waits for moderators. NULL = the forum does not tell. */
    enum rc (*queued)(struct forum *forum, const char *mark, enum forum_queue *queue,
                      struct err *err);
    /* Upload a picture; url stays empty where the forum takes none. result: how, if it is refused
     */
    enum rc (*upload)(struct forum *forum, const char *png, size_t length, struct buf *url,
                      struct forum_result *result, struct err *err);
};

extern const struct forum_ops forum_discourse, forum_nodebb;
extern const struct nodebb_dialect nodebb_3, nodebb_1;

enum rc forum_init(struct forum *forum, const struct post_forum_config *config, struct err *err);
void forum_fini(struct forum *forum);
/* Close its connection; the link waits as the forum asked. */
void forum_hang_up(struct forum *forum, struct post_link *link);

/* A number that JSON may give as text; 0 = none. */
uint64_t forum_number(const json_t *json);
/* A member that is text; "" = none. Borrowed from json. */
const char *forum_string(const json_t *json, const char *name);
/* Write the made id; topic 0 = none. */
void forum_set_made(char made[FORUM_ID_BYTES], uint64_t id, uint64_t topic);
/* RC_NETWORK: the answer is not what the forum's documents say. */
enum rc forum_bad_answer(const struct forum *forum, const char *asked, struct err *err);
/* A refusal in the forum's words. */
void forum_refuse(struct forum_result *result, enum post_fate fate, const char *why);
/* A text that a moderator sees first. */
void forum_hold(struct forum_result *result);
/* Did the robot write it? */
bool forum_is_own(const struct forum *forum, const struct forum_post *post);

/* Does the mark stand in the HTML of a post, where it has lost its backquotes? */
bool forum_has_mark(const char *html, const char *mark);

/* Compose the post as a letter (post_config.h says which). */
enum rc forum_compose(const struct forum *forum, const struct forum_post *post, struct buf *letter,
                      struct err *err);
