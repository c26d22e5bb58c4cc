/* SPDX-License-Identifier: MIT */
/* Commands and answers on one logged-in IMAP connection. Knows no inbox: imap.c does. */
#pragma once

#include "post/imap_parser.h"
#include "post/wire.h"

enum { IMAP_CAN_IDLE = 1, IMAP_CAN_MOVE = 2, IMAP_CAN_UIDPLUS = 4 };

struct imap_session {
    struct wire *wire; /* NULL = closed */
    const struct server *server;
    struct imap_parser reader;
    unsigned tag;
    unsigned can;
    uint32_t uidvalidity; /* of the selected folder; 0 = none selected */
    uint32_t exists;      /* letters in it */
    bool news;            /* `exists` has grown since the owner cleared this */
    bool idle;
    int64_t idle_since_ms;
};

/* Called for each FETCH response of a command; slices live for the call. */
typedef enum rc (*imap_on_fetch)(void *context, const struct imap_response *response,
                                 struct err *err);

/* Connect, log in, ask for capabilities. The server is borrowed until the close. */
enum rc imap_session_open(struct imap_session *session, const struct server *server,
                          struct err *err);
/* Say goodbye if polite, and close. Safe on a closed session. */
void imap_session_close(struct imap_session *session, bool polite);

/* Send one command and read to its end; leaves IDLE first.
 * in     command: without tag and CRLF; on_fetch may be NULL
 * fails  RC_REFUSED, RC_NOT_FOUND, RC_LATER (the server said NO, *try_create tells if a folder is
 *        missing), RC_NETWORK, RC_BAD_INPUT (it does not speak IMAP), what on_fetch returns */
enum rc imap_session_command(struct imap_session *session, const char *command,
                             imap_on_fetch on_fetch, void *context, bool *try_create,
                             struct err *err);

/* Select a folder for reading and writing. */
enum rc imap_session_select(struct imap_session *session, const char *folder, struct err *err);

/* Be in IDLE, renewed before servers lose patience, and take what came. */
enum rc imap_session_idle(struct imap_session *session, struct err *err);

/* Write a folder's name, UTF-8, as a quoted string. False if it is none, or has controls. */
bool imap_put_folder(struct buf *out, const char *folder);
