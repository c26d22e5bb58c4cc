/* SPDX-License-Identifier: MIT */
/* Starts one reader's process, asks it, and says how it ended. What to do then is decided in
 * reader.c. */
#include "reader/reader_p.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/child.h"
#include "reader/handover.h"

enum { READ_BYTES = 64 << 10, KEEP_BYTES = 1 << 20, PIECES = 3 };

const char process_was_killed[] = "it was killed";
static const char went[] = "it ended";
static const char was_slow[] = "it took too long";
static const char lied[] = "its answer is not well-formed";

/* ---- bytes in ---- */

/* Drop what was looked at. */
static void tidy(struct process *process)
{
    struct buf *in = &process->in;

    if (in->length == process->at && in->capacity > KEEP_BYTES)
        buf_fini(in);
    else if (process->at) {
        memmove(in->at, in->at + process->at, in->length - process->at);
        in->length -= process->at;
    }
    process->at = 0;
}

/* Take what is there; false: the other side is gone. */
static bool receive(struct process *process)
{
    struct buf *in = &process->in;
    ssize_t got;

    tidy(process);
    if (!buf_reserve(in, READ_BYTES))
        return false;
    got = recv(process->fd, in->at + in->length, READ_BYTES, MSG_DONTWAIT);
    if (got > 0)
        in->length += (size_t)got;
    return got > 0 || (got < 0 && (errno == EAGAIN || errno == EINTR));
}

enum frame { FRAME_NONE, FRAME_WHOLE, FRAME_TOO_LONG };

/* The next frame, if it is there whole; borrowed until more is received. */
static enum frame next_frame(struct process *process, const char **payload, size_t *length)
{
    size_t left = process->in.length - process->at;
    struct handover head;

    if (left < HANDOVER_LENGTH_BYTES)
        return FRAME_NONE;
    head = handover_of(process->in.at + process->at, HANDOVER_LENGTH_BYTES);
    *length = handover_number(&head);
    if (*length > HANDOVER_ANSWER_MAX)
        return FRAME_TOO_LONG;
    if (left - HANDOVER_LENGTH_BYTES < *length)
        return FRAME_NONE;
    *payload = process->in.at + process->at + HANDOVER_LENGTH_BYTES;
    process->at += HANDOVER_LENGTH_BYTES + *length;
    return FRAME_WHOLE;
}

/* ---- starting ---- */

/* Nothing of our own goes along but one end of the socket: no memory, no file, no environment. */
static int spawn(const char *program, int fd, pid_t *pid)
{
    char *const argv[] = {(char *)(uintptr_t) "postern-reader", NULL}, *const envp[] = {NULL};
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none, all;
    int error;

    sigemptyset(&none);
    sigfillset(&all);
    if (posix_spawn_file_actions_init(&actions) != 0)
        return ENOMEM;
    if (posix_spawnattr_init(&attributes) != 0) {
        posix_spawn_file_actions_destroy(&actions);
        return ENOMEM;
    }
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setpgroup(&attributes, 0); /* a terminal's signals are not for it */
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF |
                                              POSIX_SPAWN_SETPGROUP);
    error = posix_spawn_file_actions_adddup2(&actions, fd, STDIN_FILENO);
    if (error == 0)
        error = posix_spawn(pid, program, &actions, &attributes, argv, envp);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

static enum rc read_hello(struct process *process, const char *payload, size_t length,
                          struct err *err)
{
    struct handover in = handover_of(payload, length);
    uint32_t version = handover_number(&in);
    char why[ERR_TEXT_BYTES];
    struct text text;
    size_t why_length;
    const char *at;

    if (version != letter_form_number())
        return ERR(err, RC_IO, "postern-reader is of another release: start this program anew");
    process->jail.filter = handover_flag(&in);
    process->jail.landlock = handover_number(&in);
    at = handover_string(&in, sizeof why - 1, &why_length);
    FAIL_IF(!handover_is_over(&in), err, RC_IO, "postern-reader does not say how it is");
    text_init(&text, why, sizeof why);
    text_put_bytes(&text, at, why_length);
    return why_length ? ERR(err, RC_IO, "postern-reader cannot shut itself in: ", why) : RC_OK;
}

static enum rc await_hello(struct process *process, int patience_ms, struct err *err)
{
    struct pollfd fd = {.fd = process->fd, .events = POLLIN};
    int64_t end_ms = steady_ms() + patience_ms, left_ms;
    const char *payload;
    size_t length;

    while ((left_ms = end_ms - steady_ms()) > 0) {
        if (poll(&fd, 1, (int)left_ms) <= 0)
            continue;
        FAIL_IF(!receive(process), err, RC_IO, "postern-reader ended before it began");
        if (next_frame(process, &payload, &length) == FRAME_WHOLE)
            return read_hello(process, payload, length, err);
    }
    return ERR(err, RC_IO, "postern-reader does not start");
}

enum rc process_start(const char *program, int patience_ms, struct process **process,
                      struct err *err)
{
    struct process *made = calloc(1, sizeof *made);
    int pair[2], error;
    enum rc rc;

    FAIL_IF(!made, err, RC_NO_MEMORY, "no memory for a reader");
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0) {
        error = errno;
        free(made);
        return ERR(err, RC_IO, "a socket for postern-reader: ", strerror(error));
    }
    error = spawn(program, pair[1], &made->pid);
    close(pair[1]);
    if (error) {
        close(pair[0]);
        free(made);
        return ERR(err, RC_IO, program, ": ", strerror(error),
                   "; it belongs to Postern: install that again");
    }
    made->fd = pair[0];
    rc = await_hello(made, patience_ms, err);
    if (rc == RC_OK)
        *process = made;
    else
        process_end(made, NULL);
    return rc;
}

/* ---- ending ---- */

static const char *how_it_ended(int status)
{
    if (WIFEXITED(status))
        return went;
    switch (WTERMSIG(status)) {
    case SIGSYS:
        return "it wanted more of the system than it may";
    case SIGKILL:
        return process_was_killed;
    case SIGABRT:
        return "it gave up, as without memory";
    default:
        return "it crashed";
    }
}

/* What closed its end is about to be gone; it gets a moment, so that it can be told how. */
static bool is_gone(pid_t pid, int *status)
{
    enum { LOOKS = 100 };

    for (unsigned i = 0; i < LOOKS; i++) {
        if (waitpid(pid, status, WNOHANG) == pid)
            return true;
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    }
    return false;
}

void process_end(struct process *process, const char **why)
{
    bool of_itself = why && *why == went;
    int status = 0;

    close(process->fd);
    if (of_itself && is_gone(process->pid, &status))
        *why = how_it_ended(status);
    else {
        kill(process->pid, SIGKILL);
        while (waitpid(process->pid, &status, 0) < 0 && errno == EINTR)
            ;
    }
    buf_fini(&process->in);
    free(process);
}

/* ---- asking ---- */

struct asking {
    struct process *process;
    const struct ask *ask;
    size_t from, to;      /* of the ask's bytes */
    size_t sending, sent; /* index, and bytes of its frame that are on their way */
    size_t answered;
    int64_t end_ms;
    const char *why;
};

/* What of a frame is not sent. */
static size_t rest_of(struct iovec piece[PIECES], size_t sent)
{
    size_t left = 0;

    for (unsigned i = 0; i < PIECES; i++) {
        size_t gone = sent < piece[i].iov_len ? sent : piece[i].iov_len;

        piece[i].iov_base = (char *)piece[i].iov_base + gone;
        piece[i].iov_len -= gone;
        sent -= gone;
        left += piece[i].iov_len;
    }
    return left;
}

/* As much of one frame as goes; false: no more goes now. */
static bool send_some(struct asking *asking)
{
    const struct ask *ask = asking->ask;
    const struct reader_bytes *bytes = &ask->bytes[asking->sending];
    size_t length = ask->head.length + bytes->length, left;
    struct iovec piece[PIECES] = {{NULL, HANDOVER_LENGTH_BYTES},
                                  {ask->head.at, ask->head.length},
                                  {(void *)(uintptr_t)bytes->at, bytes->length}};
    struct msghdr message = {.msg_iov = piece, .msg_iovlen = PIECES};
    char number[HANDOVER_LENGTH_BYTES];
    ssize_t went_out;

    for (unsigned i = 0; i < HANDOVER_LENGTH_BYTES; i++)
        number[i] = (char)(unsigned char)(length >> 8 * i);
    piece[0].iov_base = number;
    left = rest_of(piece, asking->sent);
    went_out = sendmsg(asking->process->fd, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (went_out < 0)
        return false; /* full, or gone: that shows when it is read from */
    asking->sent += (size_t)went_out;
    if ((size_t)went_out < left)
        return false;
    asking->sending++;
    asking->sent = 0;
    asking->process->asked++;
    return true;
}

/* Take the answers that are there whole; false: one is none. */
static bool take_answers(struct asking *asking)
{
    const struct ask *ask = asking->ask;
    const char *payload;
    size_t length;
    enum frame frame;

    while ((frame = next_frame(asking->process, &payload, &length)) == FRAME_WHOLE) {
        size_t index = asking->from + asking->answered;

        if (index >= asking->sending || !ask->answer(ask->user, index, payload, length))
            return false;
        asking->answered++;
        asking->end_ms = steady_ms() + ask->patience_ms;
    }
    return frame == FRAME_NONE;
}

/* Until something comes, or there is room for more. */
static bool await(struct asking *asking)
{
    struct pollfd fd = {.fd = asking->process->fd,
                        .events =
                            (short)(asking->sending < asking->to ? POLLIN | POLLOUT : POLLIN)};
    int64_t left_ms = asking->end_ms - steady_ms();
    int ready = left_ms > 0 ? poll(&fd, 1, (int)left_ms) : 0;

    if (ready == 0) {
        asking->why = was_slow;
        return false;
    }
    if (ready > 0 && fd.revents & ~POLLOUT && !receive(asking->process)) {
        asking->why = went;
        return false;
    }
    return true;
}

size_t process_ask(struct process *process, const struct ask *ask, size_t from, size_t to,
                   const char **why)
{
    struct asking asking = {.process = process,
                            .ask = ask,
                            .from = from,
                            .to = to,
                            .sending = from,
                            .end_ms = steady_ms() + ask->patience_ms};
    bool good = true;

    while (good && asking.answered < to - from) {
        while (asking.sending < to && send_some(&asking))
            ;
        good = await(&asking);
        if (good && !take_answers(&asking)) {
            asking.why = lied;
            good = false;
        }
    }
    *why = asking.why;
    return asking.answered;
}
