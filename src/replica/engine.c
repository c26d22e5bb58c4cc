/* SPDX-License-Identifier: MIT */
/* One question by HTTP over a Unix socket, and what counts as its answer. When to ask, and what an
 * answer means for older ones, is the caller's. */
#include "replica/engine.h"

#include <errno.h>
#include <jansson.h>
#include <sys/stat.h>

#include <curl/curl.h>

enum { BODY_MOST = 4096, SHORTER_MS = 1000 };

/* ---- the answer ---- */

/* However it writes the path: is it our file? */
static bool is_same_file(const char *path, const char *ledger)
{
    struct stat theirs, ours;

    return stat(path, &theirs) == 0 && stat(ledger, &ours) == 0 && theirs.st_dev == ours.st_dev &&
           theirs.st_ino == ours.st_ino;
}

static enum engine_how read_answer(struct engine_wait *wait, json_t *answer, struct err *why)
{
    const char *status = "", *path = "";
    json_int_t number = 0, copied = 0;

    if (json_unpack(answer, "{s:s, s:s, s:I, s:I}", "status", &status, "path", &path, "txid",
                    &number, "replicated_txid", &copied) != 0) {
        err_join(why, RC_BAD_INPUT, "its answer is none that Litestream 0.5 gives",
                 (const char *)NULL);
        return ENGINE_FAILS;
    }
    if (!is_same_file(path, wait->ledger)) {
        err_join(why, RC_FOREIGN, "it answers for ", path, (const char *)NULL);
        return ENGINE_OTHER;
    }
    if ((!text_equal(status, "synced") && !text_equal(status, "no_change")) || number <= 0 ||
        copied < number) {
        err_join(why, RC_LATER, "it has not copied everything", (const char *)NULL);
        return ENGINE_FAILS;
    }
    wait->number = number;
    return ENGINE_HOLDS;
}

static enum engine_how read_refusal(json_t *answer, long status, struct err *why)
{
    const char *text = "an answer without words";
    enum { UNKNOWN = 404, NOT_OPEN = 409 };

    if (answer)
        (void)json_unpack(answer, "{s:s}", "error", &text);
    err_join(why, RC_REFUSED, text, (const char *)NULL);
    return status == UNKNOWN || status == NOT_OPEN ? ENGINE_OTHER : ENGINE_FAILS;
}

/* An answer's body, as it was received.
 * in     status: of HTTP */
static enum engine_how engine_read(struct engine_wait *wait, long status, const char *body,
                                   size_t length, struct err *why)
{
    json_auto_t *answer = json_loadb(body, length, 0, NULL);

    return status == 200 && answer ? read_answer(wait, answer, why)
                                   : read_refusal(answer, status, why);
}

/* ---- the question ---- */

static size_t take(char *at, size_t size, size_t count, void *user)
{
    struct buf *body = user;
    size_t length = size * count;

    if (body->length + length > BODY_MOST)
        return 0;
    buf_put_bytes(body, at, length);
    return length;
}

static char *make_question(const struct engine_wait *wait)
{
    json_auto_t *question = json_pack("{s:s, s:b, s:i}", "path", wait->ledger, "wait", 1, "timeout",
                                      (wait->limit_ms - SHORTER_MS) / 1000);

    return question ? json_dumps(question, JSON_COMPACT) : NULL;
}

static void set_up(CURL *easy, const struct engine_wait *wait, const char *question,
                   struct buf *body)
{
    curl_easy_setopt(easy, CURLOPT_UNIX_SOCKET_PATH, wait->socket);
    curl_easy_setopt(easy, CURLOPT_URL, "http://localhost/sync");
    curl_easy_setopt(easy, CURLOPT_PROXY, "");
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, (long)wait->limit_ms);
    curl_easy_setopt(easy, CURLOPT_POSTFIELDS, question);
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, take);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, body);
}

static enum engine_how fail(CURL *easy, const struct engine_wait *wait, CURLcode code,
                            struct err *why)
{
    long error = 0;

    if (code == CURLE_OPERATION_TIMEDOUT) {
        err_join(why, RC_LATER, "no answer within the time", (const char *)NULL);
        return ENGINE_SILENT;
    }
    curl_easy_getinfo(easy, CURLINFO_OS_ERRNO, &error);
    err_join(why, RC_IO, wait->socket, ": ",
             error ? strerror((int)error) : curl_easy_strerror(code), (const char *)NULL);
    return error == EACCES || error == EPERM ? ENGINE_SHUT : ENGINE_ABSENT;
}

static enum engine_how ask(CURL *easy, struct engine_wait *wait, const char *question,
                           struct err *why)
{
    OWN(buf) body = {0};
    long status = 0;
    CURLcode code;

    set_up(easy, wait, question, &body);
    code = curl_easy_perform(easy);
    if (code == CURLE_OK)
        code = curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
    return code == CURLE_OK ? engine_read(wait, status, buf_text(&body), body.length, why)
                            : fail(easy, wait, code, why);
}

enum engine_how engine_await(struct engine_wait *wait, struct err *why)
{
    enum engine_how how = ENGINE_ABSENT;
    OWN_MEMORY char *question = make_question(wait);
    CURL *easy = question ? curl_easy_init() : NULL;

    wait->number = 0;
    if (easy)
        how = ask(easy, wait, question, why);
    else
        err_join(why, RC_NO_MEMORY, "no memory to ask the replica's engine", (const char *)NULL);
    if (easy)
        curl_easy_cleanup(easy);
    return how;
}
