/* SPDX-License-Identifier: MIT */
/* Gives commands on one IMAP connection and reads the answers. Which inbox is read is up to
 * imap.c. */
#include "post/imap_session.h"

#include "base/child.h"
#include "letter/charset.h"
#include "post/post_p.h"

/* RFC 2177 asks for 29 minutes; address translators forget a silent line sooner. */
enum { IDLE_RENEW_MS = 9 * 60 * 1000, TAG_BYTES = 16 };

static const struct {
    const char *word;
    unsigned bit;
} capabilities[] = {
    {"IDLE", IMAP_CAN_IDLE}, {"MOVE", IMAP_CAN_MOVE}, {"UIDPLUS", IMAP_CAN_UIDPLUS}};

/* What the codes of RFC 5530 in a NO mean for us; all others are RC_REFUSED. */
static const struct {
    const char *code;
    enum rc rc;
} refusals[] = {{"UNAVAILABLE", RC_LATER},   {"INUSE", RC_LATER},
                {"SERVERBUG", RC_LATER},     {"LIMIT", RC_LATER},
                {"OVERQUOTA", RC_LATER},     {"EXPIRED", RC_LOGIN},
                {"NOPERM", RC_PERMISSION},   {"NONEXISTENT", RC_NOT_FOUND},
                {"TRYCREATE", RC_NOT_FOUND}, {"READ-ONLY", RC_READ_ONLY}};

static const char *words_of(struct imap_slice slice, char clean[POST_TEXT_BYTES])
{
    post_text_clean(clean, POST_TEXT_BYTES, slice.at ? slice.at : "", slice.length);
    return clean;
}

static enum rc bad_speech(const struct imap_session *session, struct err *err)
{
    return ERR(err, RC_NETWORK, "IMAP server ", session->server->to.host,
               " does not speak IMAP as it should: check host and port");
}

/* Untagged news that may come at any time. */
static enum rc take_news(struct imap_session *session, const struct imap_response *response,
                         struct err *err)
{
    char clean[POST_TEXT_BYTES];

    switch (response->kind) {
    case IMAP_EXISTS:
        session->news = session->news || response->number > session->exists;
        session->exists = response->number;
        break;
    case IMAP_EXPUNGE:
        session->exists -= session->exists > 0;
        break;
    case IMAP_CAPABILITY:
        session->can = 0;
        for (size_t i = 0; i < sizeof capabilities / sizeof *capabilities; i++)
            if (imap_slice_holds(response->text, capabilities[i].word))
                session->can |= capabilities[i].bit;
        break;
    case IMAP_UNTAGGED:
        if (response->status == IMAP_BYE)
            return ERR(err, RC_NETWORK, "IMAP server ", session->server->to.host,
                       " closes the connection: ", words_of(response->text, clean));
        if (imap_slice_is(response->code, "UIDVALIDITY") &&
            !imap_slice_number(response->code_text, &session->uidvalidity))
            return bad_speech(session, err);
        break;
    default:
        break;
    }
    return RC_OK;
}

/* Read the next response, waiting for it. */
static enum rc next(struct imap_session *session, struct imap_response *response, struct err *err)
{
    enum imap_step step;

    while ((step = imap_parser_next(&session->reader, response)) == IMAP_MORE) {
        TRY(wire_receive(session->wire, &session->reader.in, err));
    }
    return step == IMAP_RESPONSE ? RC_OK : bad_speech(session, err);
}

static enum rc refusal(const struct imap_session *session, const struct imap_response *response,
                       const char *command, struct err *err)
{
    enum rc rc = response->status == IMAP_BAD ? RC_BAD_INPUT : RC_REFUSED;
    char clean[POST_TEXT_BYTES], verb[32];
    struct text text;

    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++)
        if (imap_slice_is(response->code, refusals[i].code))
            rc = refusals[i].rc;
    text_init(&text, verb, sizeof verb); /* words of the command, no arguments */
    while ((*command >= 'A' && *command <= 'Z') || *command == ' ')
        text_put_char(&text, *command++);
    return ERR(err, rc, "IMAP server ", session->server->to.host, " answers NO to ", verb, ": ",
               words_of(response->text, clean));
}

static void write_tag(const struct imap_session *session, char tag[TAG_BYTES])
{
    struct text text = text_in(tag, TAG_BYTES);

    TEXT_PUT(&text, "P", TEXT_INT(session->tag));
}

static enum rc send_line(struct imap_session *session, const char *tag, const char *line,
                         struct err *err)
{
    OWN(buf) out = {0};

    BUF_PUT(&out, tag, tag[0] ? " " : "", line, "\r\n");
    TRY(buf_rc(&out, err));
    return wire_send(session->wire, out.at, out.length, err);
}

/* Read up to the answer with this session's latest tag. */
static enum rc finish(struct imap_session *session, const char *command, imap_on_fetch on_fetch,
                      void *context, bool *try_create, struct err *err)
{
    struct imap_response response;
    char tag[TAG_BYTES];
    enum rc rc;

    write_tag(session, tag);
    for (;;) {
        rc = next(session, &response, err);
        if (rc == RC_OK && response.kind == IMAP_TAGGED)
            break;
        THEN(rc, response.kind == IMAP_FETCH && on_fetch ? on_fetch(context, &response, err)
                                                         : take_news(session, &response, err));
        TRY(rc);
    }
    if (!imap_slice_is(response.tag, tag))
        return bad_speech(session, err);
    if (try_create)
        *try_create = imap_slice_is(response.code, "TRYCREATE");
    return response.status == IMAP_OK ? RC_OK : refusal(session, &response, command, err);
}

static enum rc leave_idle(struct imap_session *session, struct err *err)
{
    if (!session->idle)
        return RC_OK;
    session->idle = false;
    TRY(send_line(session, "", "DONE", err));
    return finish(session, "IDLE", NULL, NULL, NULL, err);
}

static enum rc begin(struct imap_session *session, const char *command, struct err *err)
{
    char tag[TAG_BYTES];

    session->tag++;
    write_tag(session, tag);
    return send_line(session, tag, command, err);
}

enum rc imap_session_command(struct imap_session *session, const char *command,
                             imap_on_fetch on_fetch, void *context, bool *try_create,
                             struct err *err)
{
    TRY(leave_idle(session, err));
    TRY(begin(session, command, err));
    return finish(session, command, on_fetch, context, try_create, err);
}

enum rc imap_session_open(struct imap_session *session, const struct server *server,
                          struct err *err)
{
    enum rc rc;

    memset(session, 0, sizeof *session);
    session->server = server;
    rc = wire_open(server, &session->wire, err);
    THEN(rc, imap_session_command(session, "CAPABILITY", NULL, NULL, NULL, err));
    if (rc != RC_OK)
        imap_session_close(session, false);
    return rc;
}

void imap_session_close(struct imap_session *session, bool polite)
{
    static const char goodbye[] = "DONE\r\nP0 LOGOUT\r\n";
    const char *words = session->idle ? goodbye : goodbye + strlen("DONE\r\n");

    if (session->wire && polite && /* whether it is heard does not matter */
        wire_send(session->wire, words, strlen(words), NULL) != RC_OK)
        polite = false;
    wire_close(session->wire);
    session->wire = NULL;
    session->idle = false;
    session->uidvalidity = 0;
    imap_parser_fini(&session->reader);
}

bool imap_put_folder(struct buf *out, const char *folder)
{
    OWN(buf) name = {0};
    bool good = charset_put_folder(folder, &name);

    buf_put_char(out, '"');
    for (const char *at = buf_text(&name); *at && good; at++) {
        good = *at >= ' ' && *at < 0x7F;
        if (*at == '"' || *at == '\\')
            buf_put_char(out, '\\');
        buf_put_char(out, *at);
    }
    buf_put_char(out, '"');
    return good;
}

enum rc imap_session_select(struct imap_session *session, const char *folder, struct err *err)
{
    OWN(buf) command = {0};
    struct err refused = {0};
    enum rc rc;

    session->exists = 0;
    session->news = false;
    session->uidvalidity = 0;
    buf_put(&command, "SELECT ");
    imap_put_folder(&command, folder);
    rc = buf_rc(&command, err);
    THEN(rc, imap_session_command(session, command.at, NULL, NULL, NULL, &refused));
    if (rc == RC_REFUSED || rc == RC_NOT_FOUND)
        return ERR(err, RC_NOT_FOUND, "IMAP server ", session->server->to.host, " has no folder ",
                   folder, ": make it, or correct the name (", refused.text, ")");
    if (rc != RC_OK)
        return err && err->rc == RC_OK ? (*err = refused, rc) : rc;
    return session->uidvalidity ? RC_OK : bad_speech(session, err);
}

/* All responses that are in the reader already. */
static enum rc take_read(struct imap_session *session, struct err *err)
{
    struct imap_response response;
    enum imap_step step;

    while ((step = imap_parser_next(&session->reader, &response)) != IMAP_MORE)
        TRY(step == IMAP_BROKEN || response.kind == IMAP_TAGGED
                ? bad_speech(session, err)
                : take_news(session, &response, err));
    return RC_OK;
}

static enum rc take_waiting(struct imap_session *session, struct err *err)
{
    for (;;) {
        enum rc rc = take_read(session, err);
        size_t before = session->reader.in.length;

        if (rc != RC_OK || session->news)
            return rc;
        rc = wire_receive_now(session->wire, &session->reader.in, err);
        if (rc != RC_OK || session->reader.in.length == before)
            return rc;
    }
}

static enum rc enter_idle(struct imap_session *session, struct err *err)
{
    struct imap_response response = {0};
    enum rc rc = begin(session, "IDLE", err);

    while (rc == RC_OK) {
        rc = next(session, &response, err);
        if (rc == RC_OK && response.kind == IMAP_CONTINUE)
            break;
        THEN(rc, response.kind == IMAP_TAGGED ? refusal(session, &response, "IDLE", err)
                                              : take_news(session, &response, err));
    }
    session->idle = rc == RC_OK;
    session->idle_since_ms = steady_ms();
    return rc;
}

enum rc imap_session_idle(struct imap_session *session, struct err *err)
{
    if (session->idle && steady_ms() - session->idle_since_ms > IDLE_RENEW_MS)
        TRY(leave_idle(session, err));
    if (!session->idle && !session->news)
        TRY(enter_idle(session, err));
    return !session->news ? take_waiting(session, err) : RC_OK;
}
