/* SPDX-License-Identifier: MIT */
/* What a transport must be told. Names of folders are copied; the strings that say how a server or
 * forum is reached are borrowed for the transport's life. Passwords and tokens are read anew
 * whenever connections are opened; our copies are wiped. */
#pragma once

#include "post/post.h"

enum post_tls {
    POST_TLS_START, /* STARTTLS, required */
    POST_TLS_WHOLE, /* from the first byte: imaps 993, submissions 465 (RFC 8314) */
    POST_TLS_NONE,  /* refused unless the host is a loopback address: tests */
    POST_TLS_COUNT
};

/* At most one of the four ways may be set; none = no login (SMTP only). */
struct post_login {
    const char *user;
    const char *password;         /* in clear: for tests, from a configuration nobody else reads */
    const char *password_file;    /* first line; must not be readable by others */
    const char *password_command; /* by sh -c; first line it prints */
    const char *token_command;    /* the same; an OAuth 2.0 access token (XOAUTH2, OAUTHBEARER) */
};

struct post_server {
    const char *host;
    uint16_t port; /* 0 = the usual one for the kind and TLS */
    enum post_tls tls;
    const char *ca_file;   /* certificates to trust instead of the system's; NULL = the system's */
    const char *interface; /* local address to connect from; NULL = any */
    unsigned timeout_s;    /* for each answer; 0 = 60, SMTP 600; connecting takes 30 at most */
    int stop_fd;           /* readable = give up with RC_STOPPED; −1 = none */
    struct post_login login;
};

/* True for names and numbers of this very host: the only ones spoken to without TLS. */
bool post_is_loopback(const char *host);

struct post_maildir_config {
    const char *name;       /* of the source, part of every id: letters, digits, '-', '_', '.' */
    const char *path;       /* holds tmp, new, cur; they are made when missing */
    const char *done_path;  /* another Maildir on the same file system; NULL = delete */
    const char *aside_path; /* the same for letters set aside; NULL = path/.Aside */
};
enum rc post_maildir_source_new(const struct post_maildir_config *config,
                                struct post_source **source, struct err *err);

/* A whole mail system of Maildirs under root: "alice+x@a.example" goes to root/alice@a.example.
 * Return-Path and Delivered-To are written on top, line ends become LF. */
struct post_maildir_sink_config {
    const char *name;
    const char *root;
    bool make_boxes; /* make a missing mailbox; else it answers 550 */
};
enum rc post_maildir_sink_new(const struct post_maildir_sink_config *config,
                              struct post_sink **sink, struct err *err);

struct post_imap_config {
    const char *name;
    struct post_server server;
    const char *folder;       /* NULL or "" = INBOX; printable ASCII, as are the others */
    const char *done_folder;  /* NULL = expunge */
    const char *aside_folder; /* NULL = "Aside"; made when missing, as is done_folder */
};
enum rc post_imap_new(const struct post_imap_config *config, struct post_source **source,
                      struct err *err);

struct post_smtp_config {
    const char *name;
    struct post_server server;
    unsigned connections; /* at a time; 0 = 4 */
};
enum rc post_smtp_new(const struct post_smtp_config *config, struct post_sink **sink,
                      struct err *err);

enum post_forum {
    POST_FORUM_DISCOURSE,
    POST_FORUM_NODEBB,  /* write API of version 3 and later */
    POST_FORUM_NODEBB1, /* 1.x with nodebb-plugin-write-api */
    POST_FORUM_COUNT
};

struct post_forum_config {
    const char *name;
    enum post_forum kind;
    const char *url;           /* "https://forum.example"; http only to a loopback address */
    const char *robot;         /* our account there: its own posts are no letters */
    const char *key;           /* API key or token; for tests */
    const char *key_file;      /* first line; must not be readable by others */
    const char *key_command;   /* by sh -c; first line it prints */
    const char *password_file; /* NodeBB 1.x: opens a session, for pictures and private messages */
    const char *ca_file;       /* as for mail servers */
    uint64_t after;            /* the newest post the ledger has; 0 = all that since_s lets in */
    int64_t since_s;           /* posts made before are no letters; 0 = all are */
    uint64_t category;         /* letters are posts here, in the topics below, private messages and
                                  posts that name the robot; 0 = all posts are */
    const uint64_t *topics;    /* [topic_count]: of games; looked at for posts edited later */
    size_t topic_count;
    int64_t poll_s;        /* sources: time between two looks; 0 = at every listing */
    unsigned timeout_s;    /* for one request; 0 = 60 */
    int stop_fd;           /* readable = give up with RC_STOPPED; −1 = none */
    struct reader *reader; /* of the forum's JSON; shared */
};
/* Posts as letters: each is listed once, as a small mail with the post's HTML as its text, and the
 * sender and topic as addresses in the forum's host ("user-7@…", "topic-45@…"); the field
 * Postern-Forum says "post=… topic=… user=… kind=post|private|message|edit name=…" (a message
 * stands in no topic). A post that was edited before it was read counts from the edit; one that is
 * edited later becomes a letter of the kind "edit". Ids are the post's number, "m" and the
 * message's, or the post's, "e" and the edit's. A post is done by being in the ledger: nothing is
 * moved; since_s tells where to go on. */
enum rc post_forum_source_new(const struct post_forum_config *config, struct post_source **source,
                              struct err *err);

/* Posts go `to` "topic/45" (a reply), "category/7" (a new topic), "post/123" (its text is replaced)
 * or "user/alice" (a private message). Bytes are the text as the forum takes it (Markdown); for
 * category and user the first line is the title. Behind a NUL a PNG may follow: it is uploaded, and
 * "](picture)" in the text becomes its address; where the forum takes no pictures that line goes.
 * A last line `ref ID` is added, by which a second try finds what the first one did.
 * job->made: "POST", of a new topic "POST/TOPIC". */
enum rc post_forum_sink_new(const struct post_forum_config *config, struct post_sink **sink,
                            struct err *err);

/* What kinds of forum differ in, for those who write posts. Static storage. */
struct post_forum_traits {
    bool private_out;     /* private messages can be written */
    size_t post_bytes;    /* longest post that an untouched forum takes */
    size_t message_bytes; /* longest private message */
    const char
        *fold_open; /* begins text that is folded away, with the title behind it; "" = none */
    const char *fold_title_end, *fold_close;
};
const struct post_forum_traits *post_forum_traits(enum post_forum kind);

/* Envelope of a letter that an MTA pipes to `postern deliver`; NULL = not told. */
struct post_envelope {
    const char *sender; /* "" = null reverse-path */
    const char *recipient;
};

/* Spool one letter from a file descriptor into a Maildir: written, synced, then renamed, so that
 * RC_OK means it survives a crash. A leading "From " line is dropped; a known envelope is written
 * on top as Return-Path and Delivered-To.
 * fails  any: the caller exits with 75, so that the MTA keeps the letter and tries again; it may
 *        then come twice, never not at all */
enum rc post_spool_deliver(const char *path, const struct post_envelope *envelope, int fd,
                           struct err *err);
