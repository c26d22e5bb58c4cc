/* SPDX-License-Identifier: MIT */
/* A logged-in connection as a stream of bytes. What is said on it is the caller's. */
#include "post/wire.h"

#include <errno.h>
#include <poll.h>

#include "base/child.h"
#include "post/post_p.h"
#include "post/server_words.h"

enum { WIRE_GULP_BYTES = 1024 * 1024 }; /* at a time, so that no server fills our memory */

struct wire {
    const struct server *server;
    CURL *easy;
    curl_socket_t socket;
    struct server_words words; /* of a refusal before it was open */
    char error[CURL_ERROR_SIZE];
};

static enum rc explain(const struct wire *wire, CURLcode code, struct err *err)
{
    bool is_imap = wire->server->kind == SERVER_IMAP;
    long reply = is_imap ? 0 : server_words_code(&wire->words);

    if (is_imap && server_words_later(&wire->words))
        reply = 421; /* which says the same in SMTP */
    return server_explain(wire->server, code, reply,
                          is_imap && wire->words.text[0] ? wire->words.text
                          : reply >= 400                 ? wire->words.text
                          : wire->error[0]               ? wire->error
                                                         : curl_easy_strerror(code),
                          err);
}

static size_t on_line(char *line, size_t size, size_t count, void *context)
{
    struct wire *wire = context;

    if (wire->server->kind == SERVER_IMAP)
        server_words_imap(&wire->words, line, size * count);
    else
        server_words_smtp(&wire->words, line, size * count);
    return size * count;
}

enum rc wire_open(const struct server *server, struct wire **out, struct err *err)
{
    OWN_AT(wire) wire = calloc(1, sizeof *wire);
    CURLcode code;

    FAIL_IF(!wire, err, RC_NO_MEMORY, "out of memory for a connection");
    wire->server = server;
    wire->easy = curl_easy_init();
    FAIL_IF(!wire->easy, err, RC_NO_MEMORY, "out of memory for a connection");
    TRY(server_set_up(server, wire->easy, "", wire->error, err));
    curl_easy_setopt(wire->easy, CURLOPT_CONNECT_ONLY, 1L);
    curl_easy_setopt(wire->easy, CURLOPT_HEADERFUNCTION, on_line);
    curl_easy_setopt(wire->easy, CURLOPT_HEADERDATA, wire);
    code = curl_easy_perform(wire->easy);
    if (code == CURLE_OK)
        code = curl_easy_getinfo(wire->easy, CURLINFO_ACTIVESOCKET, &wire->socket);
    if (code != CURLE_OK)
        TRY(explain(wire, code, err));
    wire->words.text[0] = '\0';
    /* Logged in: the handle needs its copies no longer. */
    curl_easy_setopt(wire->easy, CURLOPT_PASSWORD, NULL);
    curl_easy_setopt(wire->easy, CURLOPT_XOAUTH2_BEARER, NULL);
    *out = wire;
    wire = NULL;
    return RC_OK;
}

void wire_close(struct wire *wire)
{
    if (!wire)
        return;
    curl_easy_cleanup(wire->easy);
    free(wire);
}

int wire_fd(const struct wire *wire)
{
    return (int)wire->socket;
}

/* Wait until the socket is ready, the program must stop, or the time is over. */
static enum rc wait_for(struct wire *wire, short events, struct err *err)
{
    int64_t end = steady_ms() + (int64_t)wire->server->to.timeout_s * 1000;

    for (;;) {
        struct pollfd fds[] = {{.fd = wire_fd(wire), .events = events},
                               {.fd = wire->server->to.stop_fd, .events = POLLIN}};
        int64_t left = end - steady_ms();

        if (left <= 0)
            return explain(wire, CURLE_OPERATION_TIMEDOUT, err);
        if (poll(fds, 2, (int)left) < 0 && errno != EINTR)
            return ERR(err, RC_IO, "cannot wait for the network: ", strerror(errno));
        if (fds[1].revents)
            return explain(wire, CURLE_ABORTED_BY_CALLBACK, err);
        if (fds[0].revents)
            return RC_OK;
    }
}

enum rc wire_send(struct wire *wire, const char *bytes, size_t length, struct err *err)
{
    while (length > 0) {
        size_t sent = 0;
        CURLcode code = curl_easy_send(wire->easy, bytes, length, &sent);

        if (code != CURLE_OK && code != CURLE_AGAIN)
            return explain(wire, code, err);
        bytes += sent;
        length -= sent;
        if (length > 0 && sent == 0) {
            TRY(wait_for(wire, POLLOUT, err));
        }
    }
    return RC_OK;
}

/* What came before the end of the connection is still given out. */
enum rc wire_receive_now(struct wire *wire, struct buf *into, struct err *err)
{
    size_t before = into->length;
    char block[16384];

    while (into->length - before < WIRE_GULP_BYTES) {
        size_t got = 0;
        CURLcode code = curl_easy_recv(wire->easy, block, sizeof block, &got);

        if (code == CURLE_OK && got == 0)
            code = CURLE_GOT_NOTHING;
        if (code != CURLE_OK && code != CURLE_AGAIN && into->length == before)
            return explain(wire, code, err);
        if (code != CURLE_OK)
            break;
        buf_put_bytes(into, block, got);
        if (into->failed)
            break;
    }
    return buf_rc(into, err);
}

enum rc wire_receive(struct wire *wire, struct buf *into, struct err *err)
{
    size_t before = into->length;

    for (;;) {
        TRY(wire_receive_now(wire, into, err));
        if (into->length > before)
            return RC_OK;
        TRY(wait_for(wire, POLLIN, err));
    }
}
