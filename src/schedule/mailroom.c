/* SPDX-License-Identifier: MIT */
/* Opens all ways of the mail that the configuration names, and does one round of it. What
 * happens to a letter is decided in src/inbound. */
#include "schedule/mailroom.h"

#include <stdio.h>
#include <unistd.h>

#include "outbound/forum_send.h"
#include "outbound/knocks.h"
#include "outbound/delivery.h"
#include "forum/forum.h"
#include "ledger/work.h"
#include "post/post_config.h"
#include "post/secret.h"
#include "inbound/mailbag.h"
#include "server/trouble.h"

/* ---- opening ---- */

bool mailroom_inbox(const struct config *config, const char *address, char out[CONFIG_TEXT_BYTES])
{
    struct text text = text_in(out, CONFIG_TEXT_BYTES);

    TEXT_PUT(&text, config->maildirs, "/");
    for (; *address; address++)
        text_put_char(&text, text_lower(*address));
    return !text.cut;
}

static struct post_server server_of(const struct config_login *login, int stop_fd)
{
    static const enum post_tls ways[] = {[CONFIG_TLS_WRAPPED] = POST_TLS_WHOLE,
                                         [CONFIG_TLS_STARTTLS] = POST_TLS_START,
                                         [CONFIG_TLS_NONE] = POST_TLS_NONE};

    return (struct post_server){
        .host = login->host,
        .port = (uint16_t)login->port,
        .tls = ways[login->tls],
        .ca_file = login->ca_file[0] ? login->ca_file : NULL,
        .stop_fd = stop_fd,
        .login = {.user = login->user[0] ? login->user : NULL,
                  .password_file = login->password_file[0] ? login->password_file : NULL,
                  .password_command = login->password_command[0] ? login->password_command : NULL,
                  .token_command = login->token_command[0] ? login->token_command : NULL}};
}

static enum rc check_secret(const char *file, const char *command, struct err *err)
{
    enum { COMMAND_S = 15 };
    OWN_WIPED(buf) secret = {0};

    return file[0]      ? secret_from_file(file, &secret, err)
           : command[0] ? secret_from_command(command, COMMAND_S, &secret, err)
                        : RC_OK;
}

static enum rc check_login(const struct config_login *login, struct err *err)
{
    return check_secret(login->password_file,
                        login->token_command[0] ? login->token_command : login->password_command,
                        err);
}

enum rc mailroom_check_notices(const struct config *config, struct err *err)
{
    return config->notices.on && *config->notices.matrix
               ? check_secret(config->notices.matrix_token_file, "", err)
               : RC_OK;
}

enum rc mailroom_check(const struct config *config, struct err *err)
{
    const struct config_forum *forum = &config->forum;

    if (config->transport == CONFIG_IMAP)
        TRY(check_login(&config->imap, err));
    if (config->transport != CONFIG_MAILDIR)
        TRY(check_login(&config->smtp, err));
    if (forum->kind != CONFIG_FORUM_NONE)
        TRY(check_secret(forum->key_file, forum->key_command, err));
    if (forum->kind != CONFIG_FORUM_NONE)
        TRY(check_secret(forum->password_file, "", err));
    return mailroom_check_notices(config, err);
}

static enum rc open_maildirs(const struct config *config, struct mailroom *room, struct err *err)
{
    char inbox[CONFIG_TEXT_BYTES];
    struct post_maildir_config in = {.name = "in", .path = inbox};
    struct post_maildir_sink_config out = {
        .name = "out", .root = config->maildirs, .make_boxes = true};
    enum rc rc;

    if (!mailroom_inbox(config, config->address, inbox))
        return ERR(err, RC_CONFIG, "[mail] maildirs: the path is too long");
    rc = post_maildir_source_new(&in, &room->source[room->source_count], err);
    room->source_count += rc == RC_OK;
    return rc == RC_OK ? post_maildir_sink_new(&out, &room->sink, err) : rc;
}

/* An alias's pipe fills it. */
static enum rc open_spool(const struct config *config, struct mailroom *room, struct err *err)
{
    struct post_maildir_config spool = {.name = "spool", .path = config->spool};
    enum rc rc = post_maildir_source_new(&spool, &room->source[room->source_count], err);

    room->source_count += rc == RC_OK;
    return rc;
}

static enum rc open_imap(const struct config *config, int stop_fd, struct mailroom *room,
                         struct err *err)
{
    struct post_imap_config in[] = {{.name = "in", .folder = config->imap_folder},
                                    {.name = MAILBAG_ALSO, .folder = config->imap_also}};
    enum rc rc = RC_OK;

    for (unsigned i = 0; i < (config->imap_also[0] ? 2 : 1) && rc == RC_OK; i++) {
        in[i].server = server_of(&config->imap, stop_fd);
        in[i].done_folder = config->imap_done;
        rc = post_imap_new(&in[i], &room->source[room->source_count], err);
        room->source_count += rc == RC_OK;
    }
    return rc;
}

static enum rc open_network(const struct config *config, int stop_fd, struct mailroom *room,
                            struct err *err)
{
    struct post_smtp_config out = {.name = "out", .server = server_of(&config->smtp, stop_fd)};

    TRY(config->transport == CONFIG_IMAP ? open_imap(config, stop_fd, room, err)
                                         : open_spool(config, room, err));
    return post_smtp_new(&out, &room->sink, err);
}

enum rc mailroom_open_mail(const struct config *config, int stop_fd, struct mailroom *room,
                           struct err *err)
{
    *room = (struct mailroom){0};
    return config->transport == CONFIG_MAILDIR ? open_maildirs(config, room, err)
                                               : open_network(config, stop_fd, room, err);
}

static enum rc open_aside(const char *box, struct post_source **source, struct err *err)
{
    char path[CONFIG_TEXT_BYTES + 8];
    struct post_maildir_config aside = {.name = "aside", .path = path};

    snprintf(path, sizeof path, "%s/.Aside", box);
    return access(path, F_OK) == 0 ? post_maildir_source_new(&aside, source, err) : RC_OK;
}

enum rc mailroom_shelf(const struct config *config, unsigned which, struct post_source **source,
                       struct err *err)
{
    const char *folder = which == 0 ? config->imap_done : "Aside";
    struct post_imap_config in = {
        .name = "shelf", .server = server_of(&config->imap, -1), .folder = folder};
    char inbox[CONFIG_TEXT_BYTES];

    *source = NULL;
    if (which == 2)
        return open_aside(config->spool, source, err);
    if (config->transport == CONFIG_IMAP)
        return folder[0] ? post_imap_new(&in, source, err) : RC_OK;
    return config->transport == CONFIG_MAILDIR && which == 1 &&
                   mailroom_inbox(config, config->address, inbox)
               ? open_aside(inbox, source, err)
               : RC_OK;
}

static enum rc open_forum(struct desk *desk, int stop_fd, struct mailroom *room, struct err *err)
{
    enum rc rc = forum_open_source(desk, stop_fd, &room->source[room->source_count], err);

    room->source_count += rc == RC_OK;
    return rc == RC_OK ? forum_open_sink(desk, stop_fd, &room->forum, err) : rc;
}

static enum rc count_crash(void *user, const char *source, const char *source_id, struct err *err)
{
    struct desk *desk = user;
    int tries;

    TRY(ledger_crash_count(desk->ledger, source, source_id, desk_now(desk), &tries, err));
    LOG(&desk->log, LOG_WARNING, "letter-crashed", "source", source, "id", source_id);
    return RC_OK;
}

enum rc mailroom_open(struct desk *desk, int stop_fd, struct mailroom *room, struct err *err)
{
    const struct config *config = desk->config;
    char path[CONFIG_TEXT_BYTES + 16];
    enum rc rc;

    *room = (struct mailroom){0};
    snprintf(path, sizeof path, "%s.inhand", config->ledger);
    rc = in_hand_open(path, &room->in_hand, err);
    THEN(rc, config->transport == CONFIG_MAILDIR ? open_maildirs(config, room, err)
                                                 : open_network(config, stop_fd, room, err));
    if (rc == RC_OK && config->transport != CONFIG_SMTP) /* which has opened it */
        rc = open_spool(config, room, err);
    if (rc == RC_OK && forum_is_on(desk))
        rc = open_forum(desk, stop_fd, room, err);
    THEN(rc, composers_new(desk, (unsigned)config->workers, stop_fd, &room->composers, err));
    if (rc != RC_OK)
        mailroom_close(room);
    return rc;
}

enum rc mailroom_recall(struct desk *desk, struct mailroom *room, struct err *err)
{
    return in_hand_left(room->in_hand, count_crash, desk, err);
}

void mailroom_close(struct mailroom *room)
{
    for (unsigned i = 0; i < room->source_count; i++)
        post_source_free(room->source[i]);
    post_sink_free(room->sink);
    post_sink_free(room->forum);
    composers_free(room->composers);
    in_hand_close(room->in_hand);
    *room = (struct mailroom){0};
}

int64_t mailroom_settled(const struct mailroom *room)
{
    int64_t settled = INT64_MAX;

    for (unsigned i = 0; i < room->source_count; i++) {
        int64_t own = post_source_settled_s(room->source[i]);

        settled = own < settled ? own : settled;
    }
    return settled;
}

/* ---- letters in ---- */

static enum rc take_bag(struct desk *desk, struct mailroom *room, struct post_source *source,
                        bool *more, struct err *err)
{
    struct mailbag_hand hand = {room->in_hand, 0};
    struct mailbag *bag;
    enum rc rc = mailbag_fill(desk, &hand, source, &bag, more, err), part;

    if (!bag)
        return rc;
    part = mailbag_take_in(desk, &hand, bag, rc == RC_OK ? err : NULL);
    rc = rc == RC_OK ? part : rc;
    part = mailbag_put_away(desk, bag, rc == RC_OK ? err : NULL);
    return rc == RC_OK ? part : rc;
}

void mailroom_note(struct desk *desk, const struct post_source *source, enum rc rc,
                   const struct err *own)
{
    struct post_status status;
    struct err err = {0};
    char place[80];

    post_source_status(source, &status);
    snprintf(place, sizeof place, "inbox %s", status.name);
    if (trouble_note(desk, place, rc, own, &err) != RC_OK)
        log_error(&desk->log, LOG_WARNING, "ledger", &err);
}

enum rc mailroom_take_in(struct desk *desk, struct mailroom *room, struct err *err)
{
    enum rc first = RC_OK;

    for (unsigned i = 0; i < room->source_count; i++) {
        struct err own = {0};
        bool more = true;
        enum rc rc = RC_OK;

        while (more && rc == RC_OK)
            rc = take_bag(desk, room, room->source[i], &more, &own);
        mailroom_note(desk, room->source[i], rc, &own);
        if (rc == RC_OK)
            continue;
        log_error(&desk->log, LOG_WARNING, "inbox", &own);
        if (first == RC_OK)
            first = ERR(err, rc, own.text);
    }
    return first;
}

/* ---- letters out ---- */

enum rc mailroom_send(struct desk *desk, struct mailroom *room, struct err *err)
{
    unsigned handled = DELIVERY_BATCH;

    while (handled == DELIVERY_BATCH)
        TRY(delivery_due(desk, room->composers, room->sink, &handled, err));
    for (handled = 1; room->forum && handled;)
        TRY(forum_send_due(desk, room->forum, -1, &handled, err));
    for (handled = 1; handled;)
        TRY(knocks_due(desk, -1, &handled, err));
    return RC_OK;
}
