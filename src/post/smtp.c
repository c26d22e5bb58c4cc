/* SPDX-License-Identifier: MIT */
/* SMTP submission through libcurl: several letters at a time, each on a lane of its own, one
 * transaction for each recipient, connections kept for the next letters. */
#include <sys/socket.h>
#include <unistd.h>

#include "post/post_p.h"
#include "base/child.h"
#include "post/server.h"
#include "post/server_words.h"
#include "post/wire.h"

enum {
    LANES_DEFAULT = 4,
    LANES_MAX = 16,
    SOCKETS_MAX = 2 * LANES_MAX,
    KEEP_MS = 30 * 1000, /* servers close idle lines after minutes, tokens grow old */
    FINISH_MS =
        10 * 1000,  /* a letter that is handed over is not asked about for longer at a stop */
    LOOK_MS = 1000, /* how often time-outs are looked at */
};

struct smtp;

struct lane {
    struct smtp *smtp;
    CURL *easy; /* NULL = not opened */
    struct post_job *job;
    struct curl_slist *to;
    struct buf crlf; /* the letter, if its line ends had to be changed */
    const char *at;  /* what libcurl has not read yet */
    size_t left;
    enum smtp_stage stage;     /* the command that was sent last */
    bool dead;                 /* failed in this batch */
    bool worked;               /* a letter of this batch was answered */
    struct server_words words; /* the server's last answer */
    char error[CURL_ERROR_SIZE];
};

struct smtp {
    struct post_sink base;
    struct server server;
    CURLM *multi;
    struct lane lanes[LANES_MAX];
    unsigned lane_count; /* how many may be used */
    int64_t used_ms;     /* when the lanes were last used */
    int64_t stopped_ms;  /* when a stop was first seen; 0 = not */
    curl_socket_t sockets[SOCKETS_MAX];
    size_t socket_count;
};

/* One batch on its way. */
struct batch {
    struct smtp *smtp;
    struct post_job *jobs;
    size_t count, next;
    unsigned busy;
    enum rc rc; /* the first failure of a lane */
    struct err error;
};

static struct smtp *self(struct post_sink *sink)
{
    return (struct smtp *)sink;
}

/* ---- sockets ---- */

/* Which are open is known, because libcurl may end a transfer that is taken off half-way as if it
 * were whole, and waits long for a hung server's goodbye: a socket that is shut down does neither.
 */
static curl_socket_t on_open(void *context, curlsocktype purpose, struct curl_sockaddr *address)
{
    struct smtp *smtp = context;
    curl_socket_t fd;

    (void)purpose;
    if (smtp->socket_count == SOCKETS_MAX)
        return CURL_SOCKET_BAD;
    fd = socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
    if (fd >= 0)
        smtp->sockets[smtp->socket_count++] = fd;
    return fd;
}

static int on_close(void *context, curl_socket_t fd)
{
    struct smtp *smtp = context;

    for (size_t i = 0; i < smtp->socket_count; i++)
        if (smtp->sockets[i] == fd)
            smtp->sockets[i] = smtp->sockets[--smtp->socket_count];
    return close(fd);
}

static void shut_sockets(const struct smtp *smtp)
{
    for (size_t i = 0; i < smtp->socket_count; i++)
        (void)shutdown(smtp->sockets[i], SHUT_RDWR);
}

/* ---- one lane ---- */

/* A stop breaks off at once what is not handed over, and a little later what is: broken off then,
 * it would be sent twice. */
static int on_progress(void *context, curl_off_t a, curl_off_t b, curl_off_t c, curl_off_t d)
{
    const struct lane *lane = context;
    struct smtp *smtp = lane->smtp;

    (void)a, (void)b, (void)c, (void)d;
    if (!fd_is_readable(smtp->server.to.stop_fd, 0))
        return 0;
    if (smtp->stopped_ms == 0)
        smtp->stopped_ms = steady_ms();
    return lane->stage < SMTP_END || lane->left > 0 || steady_ms() - smtp->stopped_ms > FINISH_MS;
}

static size_t on_read(char *out, size_t size, size_t count, void *context)
{
    struct lane *lane = context;
    size_t bytes = size * count < lane->left ? size * count : lane->left;

    lane->stage = SMTP_END;
    memcpy(out, lane->at, bytes);
    lane->at += bytes;
    lane->left -= bytes;
    return bytes;
}

/* libcurl gives each line of the server's answers. */
static size_t on_reply(char *line, size_t size, size_t count, void *context)
{
    struct lane *lane = context;

    server_words_smtp(&lane->words, line, size * count);
    return size * count;
}

/* Which command an answer is for is seen in no other way; of the rest of the talk nothing is kept.
 */
static int on_talk(CURL *easy, curl_infotype type, char *bytes, size_t length, void *context)
{
    static const struct {
        const char *word;
        enum smtp_stage stage;
    } commands[] = {{"MAIL", SMTP_MAIL}, {"RCPT", SMTP_RCPT}, {"DATA", SMTP_DATA}};
    struct lane *lane = context;

    (void)easy;
    for (size_t i = 0; i < 3 && type == CURLINFO_HEADER_OUT; i++)
        if (length > 4 && memcmp(bytes, commands[i].word, 4) == 0)
            lane->stage = commands[i].stage;
    return 0;
}

static enum rc open_lane(struct smtp *smtp, struct lane *lane, struct err *err)
{
    enum rc rc;

    if (lane->easy)
        return RC_OK;
    lane->smtp = smtp;
    lane->easy = curl_easy_init();
    FAIL_IF(!lane->easy, err, RC_NO_MEMORY, "out of memory for a connection");
    curl_easy_setopt(lane->easy, CURLOPT_UPLOAD, 1L);
    curl_easy_setopt(lane->easy, CURLOPT_READFUNCTION, on_read);
    curl_easy_setopt(lane->easy, CURLOPT_READDATA, lane);
    curl_easy_setopt(lane->easy, CURLOPT_HEADERFUNCTION, on_reply);
    curl_easy_setopt(lane->easy, CURLOPT_HEADERDATA, lane);
    curl_easy_setopt(lane->easy, CURLOPT_PRIVATE, lane);
    curl_easy_setopt(lane->easy, CURLOPT_OPENSOCKETFUNCTION, on_open);
    curl_easy_setopt(lane->easy, CURLOPT_OPENSOCKETDATA, smtp);
    curl_easy_setopt(lane->easy, CURLOPT_CLOSESOCKETFUNCTION, on_close);
    curl_easy_setopt(lane->easy, CURLOPT_CLOSESOCKETDATA, smtp);
    rc = server_set_up(&smtp->server, lane->easy, "localhost", lane->error, err);
    curl_easy_setopt(lane->easy, CURLOPT_XFERINFOFUNCTION, on_progress);
    curl_easy_setopt(lane->easy, CURLOPT_XFERINFODATA, lane);
    curl_easy_setopt(lane->easy, CURLOPT_DEBUGFUNCTION, on_talk);
    curl_easy_setopt(lane->easy, CURLOPT_DEBUGDATA, lane);
    curl_easy_setopt(lane->easy, CURLOPT_VERBOSE, 1L);
    return rc;
}

/* Its connection stays with the multi handle. */
static void close_lane(struct lane *lane)
{
    curl_easy_cleanup(lane->easy);
    curl_slist_free_all(lane->to);
    buf_wipe(&lane->crlf);
    memset(lane, 0, sizeof *lane);
}

static bool has_bare_feed(const char *bytes, size_t length)
{
    const char *end = bytes + length;

    for (const char *at = bytes; (at = memchr(at, '\n', (size_t)(end - at))) != NULL; at++)
        if (at == bytes || at[-1] != '\r')
            return true;
    return false;
}

static void put_with_crlf(struct buf *out, const char *bytes, size_t length)
{
    buf_reserve(out, length + length / 16); /* so that it is rarely moved */
    for (size_t i = 0; i < length; i++) {
        if (bytes[i] == '\n' && (i == 0 || bytes[i - 1] != '\r'))
            buf_put_char(out, '\r');
        buf_put_char(out, bytes[i]);
    }
}

static enum rc load_lane(struct smtp *smtp, struct lane *lane, struct post_job *job,
                         struct err *err)
{
    TRY(open_lane(smtp, lane, err));
    buf_wipe(&lane->crlf);
    lane->at = job->bytes;
    lane->left = job->length;
    if (has_bare_feed(job->bytes, job->length)) {
        put_with_crlf(&lane->crlf, job->bytes, job->length);
        lane->at = lane->crlf.at;
        lane->left = lane->crlf.length;
    }
    curl_slist_free_all(lane->to);
    lane->to = curl_slist_append(NULL, job->to);
    FAIL_IF(!lane->to || lane->crlf.failed, err, RC_NO_MEMORY, "out of memory for a letter");
    lane->stage = SMTP_CONNECT;
    lane->words = (struct server_words){0};
    lane->error[0] = '\0';
    curl_easy_setopt(lane->easy, CURLOPT_MAIL_RCPT, lane->to);
    curl_easy_setopt(lane->easy, CURLOPT_INFILESIZE_LARGE, (curl_off_t)lane->left);
    if (curl_easy_setopt(lane->easy, CURLOPT_MAIL_FROM, job->from) != CURLE_OK ||
        curl_multi_add_handle(smtp->multi, lane->easy) != CURLM_OK)
        return ERR(err, RC_NO_MEMORY, "out of memory for a letter");
    lane->job = job;
    return RC_OK;
}

/* The server's words without the code in front. */
static const char *words_of(const struct lane *lane)
{
    const char *words = lane->words.text;

    return words[0] && words[3] == ' ' ? words + 4 : words;
}

/* The account may not send: said as such, and no login or port is to be looked at. */
static enum rc explain_account(const struct smtp *smtp, const struct lane *lane, long reply,
                               struct err *err)
{
    char port[TEXT_INT_BYTES];

    return ERR(err, reply < 500 ? RC_LATER : RC_REFUSED, "SMTP server ", smtp->server.to.host,
               " port ", text_of_int(port, smtp->server.to.port),
               ": it takes no letters of our account now, so that they wait (", lane->words.text,
               ")");
}

static enum rc explain_connection(const struct smtp *smtp, const struct lane *lane, CURLcode code,
                                  long reply, struct err *err)
{
    return server_explain(&smtp->server, reply == 530 ? CURLE_LOGIN_DENIED : code, reply,
                          reply >= 400     ? lane->words.text
                          : lane->error[0] ? lane->error
                                           : curl_easy_strerror(code),
                          err);
}

/* Give the lane's job its fate. Returns the failure of the connection, if it was that. */
static enum rc settle(const struct smtp *smtp, struct lane *lane, CURLcode code, struct err *err)
{
    static const enum post_fate fates[] = {[SMTP_WAIT] = POST_TEMPORARY,
                                           [SMTP_LETTER] = POST_REFUSED,
                                           [SMTP_ADDRESS] = POST_PERMANENT};
    struct post_job *job = lane->job;
    bool answered = code == CURLE_SEND_ERROR || code == CURLE_WEIRD_SERVER_REPLY;
    enum smtp_about about = SMTP_CONNECTION;
    long reply = 0;

    lane->job = NULL;
    lane->worked = true;
    curl_easy_getinfo(lane->easy, CURLINFO_RESPONSE_CODE, &reply);
    if (code == CURLE_OK) {
        post_job_set(job, POST_ACCEPTED, (int)reply, words_of(lane));
        return RC_OK;
    }
    if (answered && reply >= 400 && reply <= 599)
        about = smtp_judge(lane->stage, reply, words_of(lane));
    if (about >= SMTP_WAIT) {
        post_job_set(job, fates[about], (int)reply, words_of(lane));
        return RC_OK;
    }
    lane->worked = false;
    return about == SMTP_ACCOUNT ? explain_account(smtp, lane, reply, err)
                                 : explain_connection(smtp, lane, code, reply, err);
}

/* ---- a batch ---- */

static void lane_failed(struct batch *batch, struct lane *lane, enum rc rc, struct err *error)
{
    close_lane(lane);
    lane->dead = true;
    if (batch->rc == RC_OK) {
        batch->rc = rc;
        batch->error = *error;
    }
}

static struct post_job *next_job(struct batch *batch)
{
    while (batch->next < batch->count && batch->jobs[batch->next].fate != POST_UNTRIED)
        batch->next++;
    return batch->next < batch->count ? &batch->jobs[batch->next++] : NULL;
}

static void fill_lanes(struct batch *batch)
{
    struct smtp *smtp = batch->smtp;

    for (unsigned i = 0; i < smtp->lane_count; i++) {
        struct lane *lane = &smtp->lanes[i];
        struct err error = {0};
        struct post_job *job;
        enum rc rc;

        if (lane->job || lane->dead)
            continue;
        job = next_job(batch);
        if (!job)
            return;
        rc = load_lane(smtp, lane, job, &error);
        if (rc == RC_OK)
            batch->busy++;
        else
            lane_failed(batch, lane, rc, &error);
    }
}

static void collect(struct batch *batch)
{
    struct smtp *smtp = batch->smtp;
    CURLMsg *message;
    int left;

    while ((message = curl_multi_info_read(smtp->multi, &left)) != NULL) {
        CURLcode code = message->data.result;
        struct err error = {0};
        struct lane *lane = NULL;
        enum rc rc;

        if (message->msg != CURLMSG_DONE)
            continue;
        curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &lane);
        curl_multi_remove_handle(smtp->multi, message->easy_handle);
        batch->busy--;
        rc = settle(smtp, lane, code, &error);
        if (rc != RC_OK)
            lane_failed(batch, lane, rc, &error);
    }
}

/* Take what is still on its way off the line; those jobs stay untried. */
static void abandon(struct smtp *smtp)
{
    for (unsigned i = 0; i < LANES_MAX; i++) {
        struct lane *lane = &smtp->lanes[i];

        if (!lane->job)
            continue;
        shut_sockets(smtp);
        curl_multi_remove_handle(smtp->multi, lane->easy);
        close_lane(lane);
    }
}

static enum rc run(struct batch *batch)
{
    struct curl_waitfd stop = {.fd = batch->smtp->server.to.stop_fd, .events = CURL_WAIT_POLLIN};
    int running;

    for (fill_lanes(batch); batch->busy > 0; fill_lanes(batch)) {
        if (curl_multi_perform(batch->smtp->multi, &running) != CURLM_OK)
            return ERR(&batch->error, RC_NO_MEMORY, "out of memory while sending");
        collect(batch);
        if (running > 0)
            curl_multi_poll(batch->smtp->multi, &stop, stop.fd >= 0 ? 1 : 0, LOOK_MS, NULL);
    }
    return batch->rc;
}

/* A server that says 421 to some connections and takes others is asked for fewer from now on. */
static void learn_lanes(struct smtp *smtp, enum rc rc)
{
    unsigned worked = 0;

    for (unsigned i = 0; i < LANES_MAX; i++) {
        worked += smtp->lanes[i].worked;
        smtp->lanes[i].worked = smtp->lanes[i].dead = false;
    }
    if (rc == RC_LATER && worked > 0)
        smtp->lane_count = worked;
}

static void smtp_close(struct post_sink *sink)
{
    struct smtp *smtp = self(sink);

    if (!sink->link.open)
        shut_sockets(smtp);
    for (unsigned i = 0; i < LANES_MAX; i++)
        close_lane(&smtp->lanes[i]);
    curl_multi_cleanup(smtp->multi);
    smtp->multi = NULL;
}

static enum rc smtp_send(struct post_sink *sink, struct post_job *jobs, size_t count,
                         struct err *err)
{
    struct batch batch = {.smtp = self(sink), .jobs = jobs, .count = count};
    struct smtp *smtp = batch.smtp;
    enum rc rc;

    if (smtp->multi && steady_ms() - smtp->used_ms > KEEP_MS)
        smtp_close(sink);
    if (!smtp->multi)
        smtp->multi = curl_multi_init();
    FAIL_IF(!smtp->multi, err, RC_NO_MEMORY, "out of memory for connections");
    curl_multi_setopt(smtp->multi, CURLMOPT_MAXCONNECTS, (long)LANES_MAX);
    smtp->stopped_ms = 0;
    rc = run(&batch);
    abandon(smtp);
    learn_lanes(smtp, rc);
    smtp->used_ms = steady_ms();
    if (rc != RC_OK && err)
        *err = batch.error;
    return rc;
}

static enum rc smtp_check(struct post_sink *sink, struct err *err)
{
    OWN_AT(wire) wire = NULL;

    TRY(wire_open(&self(sink)->server, &wire, err));
    return wire_send(wire, "QUIT\r\n", 6, err);
}

static void smtp_free(struct post_sink *sink)
{
    struct smtp *smtp = self(sink);

    free(smtp);
}

static const struct post_sink_ops ops = {
    .kind = "smtp",
    .send = smtp_send,
    .check = smtp_check,
    .close = smtp_close,
    .free = smtp_free,
};

static enum rc set_up(struct smtp *smtp, const struct post_smtp_config *config, struct err *err)
{
    TRY(post_sink_init(&smtp->base, &ops, config->name, err));
    TRY(server_init(&smtp->server, SERVER_SMTP, &config->server, err));
    smtp->lane_count = config->connections ? config->connections : LANES_DEFAULT;
    if (smtp->lane_count > LANES_MAX)
        smtp->lane_count = LANES_MAX;
    return RC_OK;
}

enum rc post_smtp_new(const struct post_smtp_config *config, struct post_sink **sink,
                      struct err *err)
{
    struct smtp *smtp = calloc(1, sizeof *smtp);
    enum rc rc;

    FAIL_IF(!smtp, err, RC_NO_MEMORY, "out of memory for an outlet");
    rc = set_up(smtp, config, err);
    if (rc == RC_OK)
        *sink = &smtp->base;
    else
        smtp_free(&smtp->base);
    return rc;
}
