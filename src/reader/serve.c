/* SPDX-License-Identifier: MIT */
/* The reader's own side: takes requests, parses, answers. The parsing itself is done in
 * src/letter. */
#include "reader/reader_p.h"

#include <errno.h>
#include <jansson.h>
#include <unistd.h>

#include "letter/mime_in.h"
#include "letter/post_text.h"
#include "reader/handover.h"

enum { ROBOT_MOST = 1024, READ_BYTES = 64 << 10, SEND_BYTES = 64 << 10, KEEP_BYTES = 1 << 20 };

static void put_outcome(struct buf *answer, enum handover_outcome outcome)
{
    handover_put_byte(answer, (unsigned)outcome);
}

static void put_failure(struct buf *answer, enum rc rc)
{
    put_outcome(answer, rc == RC_BAD_INPUT  ? HANDOVER_BAD_INPUT
                        : rc == RC_TOO_LONG ? HANDOVER_TOO_LONG
                                            : HANDOVER_FAILED);
}

static void read_letter(struct handover *in, struct buf *answer)
{
    OWN(letter) letter = {0};
    struct letter_limits limits;
    enum rc rc;

    limits.bytes = handover_number(in);
    limits.header_bytes = handover_number(in);
    limits.text_bytes = handover_number(in);
    limits.depth = handover_number(in);
    limits.parts = handover_number(in);
    if (in->bad)
        return;
    rc = letter_read(in->at, in->left, &limits, &letter, NULL);
    if (rc == RC_OK) {
        put_outcome(answer, HANDOVER_READ);
        letter_form_write(&letter, answer);
    } else
        put_failure(answer, rc);
}

static void read_post(struct handover *in, struct buf *answer)
{
    bool all = handover_flag(in), has_robot = handover_flag(in);
    char robot[ROBOT_MOST + 1];
    struct post_text text = {0};
    size_t length;
    const char *name = handover_string(in, ROBOT_MOST, &length);
    enum rc rc;

    if (!name)
        return;
    memcpy(robot, name, length);
    robot[length] = '\0';
    rc = post_text_read((const char *)in->at, in->left, has_robot ? robot : NULL, all, &text, NULL);
    if (rc == RC_OK) {
        put_outcome(answer, HANDOVER_READ);
        handover_put_string(answer, buf_text(&text.own), text.own.length);
        handover_put_string(answer, buf_text(&text.orders), text.orders.length);
    } else
        put_failure(answer, rc);
    post_text_fini(&text);
}

static void read_json(const struct handover *in, struct buf *answer)
{
    json_t *json = json_loadb((const char *)in->at, in->left, JSON_DECODE_ANY, NULL);
    size_t begin = answer->length;

    put_outcome(answer, json ? HANDOVER_READ : HANDOVER_BAD_INPUT);
    if (json && !json_form_write(json, answer)) {
        answer->length = begin;
        put_outcome(answer, HANDOVER_TOO_LONG);
    }
    json_decref(json);
}

void serve_request(const void *request, size_t length, struct buf *answer)
{
    struct handover in = handover_of(request, length);
    unsigned kind = handover_byte(&in);

    if (kind == HANDOVER_LETTER)
        read_letter(&in, answer);
    else if (kind == HANDOVER_POST)
        read_post(&in, answer);
    else if (kind == HANDOVER_JSON && !in.bad)
        read_json(&in, answer);
}

/* ---- the socket ---- */

struct service {
    int fd;
    serve_fn *serve;
    struct buf in, out;
    size_t at; /* of in, what is done */
};

bool serve_send(int fd, const struct buf *bytes)
{
    for (size_t sent = 0; sent < bytes->length;) {
        ssize_t went = write(fd, bytes->at + sent, bytes->length - sent);

        if (went < 0 && errno != EINTR)
            return false;
        sent += went > 0 ? (size_t)went : 0;
    }
    return !bytes->failed;
}

static bool flush(struct service *service)
{
    bool sent = serve_send(service->fd, &service->out);

    if (service->out.capacity > KEEP_BYTES)
        buf_fini(&service->out);
    else
        buf_clear(&service->out);
    return sent;
}

/* Answer the next request, if it is there whole. */
static bool serve_next(struct service *service, bool *failed)
{
    size_t left = service->in.length - service->at, begin;
    struct handover head;
    uint32_t length;

    if (left < HANDOVER_LENGTH_BYTES)
        return false;
    head = handover_of(service->in.at + service->at, HANDOVER_LENGTH_BYTES);
    length = handover_number(&head);
    *failed = length > HANDOVER_REQUEST_MAX;
    if (*failed || left - HANDOVER_LENGTH_BYTES < length)
        return false;
    begin = handover_begin(&service->out);
    service->serve(head.at, length, &service->out);
    handover_end(&service->out, begin);
    service->at += HANDOVER_LENGTH_BYTES + length;
    *failed = service->out.failed;
    return !*failed;
}

/* Wait for more; false: there will be none. */
static bool receive(struct service *service)
{
    struct buf *in = &service->in;
    ssize_t got;

    if (in->length == service->at && in->capacity > KEEP_BYTES)
        buf_fini(in);
    else if (service->at) {
        memmove(in->at, in->at + service->at, in->length - service->at);
        in->length -= service->at;
    }
    service->at = 0;
    if (!buf_reserve(in, READ_BYTES))
        return false;
    do
        got = read(service->fd, in->at + in->length, READ_BYTES);
    while (got < 0 && errno == EINTR);
    in->length += got > 0 ? (size_t)got : 0;
    return got > 0;
}

int serve_loop(int fd, serve_fn *serve)
{
    struct service service = {.fd = fd, .serve = serve};
    bool failed = false;

    while (!failed && receive(&service)) {
        while (!failed && serve_next(&service, &failed))
            if (service.out.length > SEND_BYTES)
                failed = !flush(&service);
        if (!failed)
            failed = !flush(&service);
    }
    buf_fini(&service.in);
    buf_fini(&service.out);
    return failed;
}
