/* SPDX-License-Identifier: MIT */
/* Asks one forum over HTTPS and takes the answer. What to ask is known to the forum's own file. */
#include "post/http.h"

#include <stdarg.h>
#include <stdio.h>

#include "post/post_p.h"
#include "post/secret.h"
#include "post/server.h"
#include "reader/reader.h"

enum { HTTP_TIMEOUT_S = 60, HTTP_CONNECT_S = 30, WAIT_MOST_S = 24 * 60 * 60 };

/* A user before the host could make another host look like this one. */
static bool url_is_allowed(const char *url)
{
    char host[256] = "";
    struct text text = text_in(host, sizeof host);

    if (url[strcspn(url, "@?#\\ \t\r\n")] != '\0')
        return false;
    if (text_starts_with(url, "https://"))
        return url[8] != '\0';
    if (!text_starts_with(url, "http://"))
        return false;
    text_put_bytes(&text, url + 7, strcspn(url + 7, ":/"));
    return post_is_loopback(host);
}

enum rc http_init(struct http *http, const struct post_forum_config *config, const char *key_header,
                  struct err *err)
{
    size_t length;

    if (!config->url || !url_is_allowed(config->url))
        return ERR(err, RC_CONFIG, "the forum needs a url that begins with https://");
    FAIL_IF(!!config->key + !!config->key_file + !!config->key_command != 1, err, RC_CONFIG,
            "the forum ", config->url, " needs one of key_file and key_command");
    http->to = *config;
    http->to.topics = NULL; /* the source's alone, and soon gone */
    http->to.topic_count = 0;
    http->key_header = key_header;
    http->url = strdup(config->url);
    FAIL_IF(!http->url, err, RC_NO_MEMORY, "out of memory for a forum");
    length = strlen(http->url);
    if (http->url[length - 1] == '/')
        http->url[length - 1] = '\0';
    return RC_OK;
}

static void wipe_list(struct curl_slist *list)
{
    for (struct curl_slist *at = list; at; at = at->next)
        explicit_bzero(at->data, strlen(at->data));
    curl_slist_free_all(list);
}

void http_close(struct http *http)
{
    curl_easy_cleanup(http->easy);
    http->easy = NULL;
    wipe_list(http->headers);
    http->headers = NULL;
    http->csrf[0] = '\0';
}

void http_fini(struct http *http)
{
    http_close(http);
    curl_slist_free_all(http->more);
    free(http->url);
    memset(http, 0, sizeof *http);
}

void http_answer_fini(struct http_answer *answer)
{
    json_decref(answer->json);
    memset(answer, 0, sizeof *answer);
}

static size_t on_body(char *bytes, size_t size, size_t count, void *context)
{
    struct buf *body = context;

    if (body->length + size * count > HTTP_BODY_MAX)
        return 0;
    buf_put_bytes(body, bytes, size * count);
    return body->failed ? 0 : size * count;
}

/* What stands beside the body. Waits beyond a day are not believed: the usual back-off serves. */
static void read_headers(CURL *easy, struct http_answer *answer)
{
    curl_off_t wait_s = 0;
    struct curl_header *etag;

    curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &answer->status);
    curl_easy_getinfo(easy, CURLINFO_RETRY_AFTER, &wait_s);
    answer->wait_s = wait_s > WAIT_MOST_S ? 0 : wait_s;
    if (curl_easy_header(easy, "ETag", 0, CURLH_HEADER, -1, &etag) == CURLHE_OK &&
        strlen(etag->value) < sizeof answer->etag)
        text_copy(answer->etag, sizeof answer->etag, etag->value);
}

static unsigned timeout_of(const struct http *http)
{
    return http->to.timeout_s ? http->to.timeout_s : HTTP_TIMEOUT_S;
}

/* The key stands in a header of its own that lives as long as the connection. */
static enum rc add_key(struct http *http, struct err *err)
{
    OWN_WIPED(buf) header = {0};

    if (http->to.key) {
        BUF_PUT(&header, http->key_header, http->to.key);
    } else {
        OWN_WIPED(buf) key = {0};

        TRY(http->to.key_command
                ? secret_from_command(http->to.key_command, timeout_of(http), &key, err)
                : secret_from_file(http->to.key_file, &key, err));
        buf_reserve(&header, key.length + 64);
        buf_put(&header, http->key_header);
        buf_put_bytes(&header, buf_text(&key), key.length);
    }
    if (!header.failed)
        http->headers = curl_slist_append(http->headers, buf_text(&header));
    FAIL_IF(header.failed || !http->headers, err, RC_NO_MEMORY, "out of memory for a forum");
    return RC_OK;
}

static enum rc open_handle(struct http *http, struct err *err)
{
    enum rc rc;

    if (http->easy)
        return RC_OK;
    rc = add_key(http, err);
    http->headers = curl_slist_append(http->headers, "Accept: application/json");
    for (const struct curl_slist *at = http->more; at; at = at->next)
        http->headers = curl_slist_append(http->headers, at->data);
    http->easy = curl_easy_init();
    /* Cookies of a session are kept, in memory alone: naming one that is over turns that on, and it
     * stays on when the options are reset before each request. */
    if (rc == RC_OK &&
        (!http->easy || !http->headers ||
         curl_easy_setopt(http->easy, CURLOPT_COOKIELIST,
                          "Set-Cookie: none=; domain=forum.invalid; Max-Age=0") != CURLE_OK))
        rc = ERR(err, RC_NO_MEMORY, "out of memory for a forum");
    if (rc != RC_OK)
        http_close(http);
    return rc;
}

static void set_options(struct http *http, struct buf *body)
{
    CURL *easy = http->easy;

    curl_easy_reset(easy); /* keeps the connection */
    curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
    server_set_common(easy, http->to.ca_file, &http->to.stop_fd);
    curl_easy_setopt(easy, CURLOPT_TIMEOUT, (long)timeout_of(http));
    curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT, (long)HTTP_CONNECT_S);
    curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, http->error);
    curl_easy_setopt(easy, CURLOPT_USERAGENT, "postern");
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, on_body);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, body);
}

/* What a status means whatever was asked. */
static enum rc judge(struct http *http, const struct http_request *request,
                     const struct http_answer *answer, struct err *err)
{
    char number[TEXT_INT_BYTES];

    text_of_int(number, answer->status);
    http->wait_s = answer->status == 429 || answer->status == 503 ? answer->wait_s : 0;
    FAIL_IF(answer->status == 401 && !request->closed_is_known, err, RC_LOGIN, "forum ", http->url,
            " refuses the robot's key: make a new one and write it to key_file");
    if (answer->status == 429)
        return ERR(err, RC_LATER, "forum ", http->url, " asks to send less: waiting");
    FAIL_IF(answer->status >= 500 && !answer->json, err, RC_LATER, "forum ", http->url,
            " is out of order (HTTP ", number, "): waiting");
    FAIL_IF(answer->status >= 300 && answer->status < 400 && answer->status != 304, err, RC_CONFIG,
            "forum ", http->url, " has moved (HTTP ", number, "): correct its url");
    return RC_OK;
}

/* Headers of one request stand in front of those of the connection, which they borrow. */
static bool put_front(struct curl_slist **front, const char *name, const char *value)
{
    OWN(buf) line = {0};
    struct curl_slist *made;

    BUF_PUT(&line, name, value);
    made = line.failed ? NULL : curl_slist_append(*front, buf_text(&line));
    if (made)
        *front = made;
    return made != NULL;
}

static bool make_front(const struct http_request *request, struct curl_slist **front)
{
    bool made = true;

    if (request->etag && request->etag[0])
        made = put_front(front, "If-None-Match: ", request->etag);
    if (request->json)
        made = made && put_front(front, "Content-Type: ", "application/json");
    if (request->header)
        made = made && put_front(front, request->header, "");
    return made;
}

static struct curl_slist *last_of(struct curl_slist *list)
{
    while (list && list->next)
        list = list->next;
    return list;
}

static enum rc perform(struct http *http, const struct http_request *request, struct err *err)
{
    struct curl_slist *front = NULL, *last;
    OWN(buf) where = {0};
    CURLcode code = CURLE_OUT_OF_MEMORY;

    http->error[0] = '\0';
    if (make_front(request, &front)) {
        last = last_of(front);
        if (last)
            last->next = http->headers;
        curl_easy_setopt(http->easy, CURLOPT_HTTPHEADER, front ? front : http->headers);
        code = curl_easy_perform(http->easy);
        if (last)
            last->next = NULL;
    }
    wipe_list(front);
    if (code != CURLE_OK) {
        buf_printf(&where, "forum %s", http->url);
        TRY(server_explain_at(buf_text(&where), code, 0,
                              http->error[0] ? http->error : curl_easy_strerror(code), err));
    }
    return RC_OK;
}

static curl_mime *make_mime(struct http *http, const struct http_file *file)
{
    curl_mime *mime = curl_mime_init(http->easy);
    curl_mimepart *part = mime ? curl_mime_addpart(mime) : NULL;
    bool made = part && curl_mime_name(part, file->field) == CURLE_OK &&
                curl_mime_filename(part, file->name) == CURLE_OK &&
                curl_mime_type(part, file->type) == CURLE_OK &&
                curl_mime_data(part, file->bytes, file->length) == CURLE_OK;

    if (made && file->more) {
        part = curl_mime_addpart(mime);
        made = part && curl_mime_name(part, file->more) == CURLE_OK &&
               curl_mime_data(part, file->more_value, CURL_ZERO_TERMINATED) == CURLE_OK;
    }
    if (!made) {
        curl_mime_free(mime);
        return NULL;
    }
    return mime;
}

/* Say what is sent; text and mime live until the answer is there. */
static bool set_content(struct http *http, const struct http_request *request, char **text,
                        curl_mime **mime)
{
    bool sends = request->json || request->form || request->file;
    CURLcode code = CURLE_OK;

    if (request->json && !(*text = json_dumps(request->json, JSON_COMPACT)))
        return false;
    if (request->file && !(*mime = make_mime(http, request->file)))
        return false;
    if (*text || request->form)
        code = curl_easy_setopt(http->easy, CURLOPT_POSTFIELDS, *text ? *text : request->form);
    if (*mime)
        code = curl_easy_setopt(http->easy, CURLOPT_MIMEPOST, *mime);
    if (code == CURLE_OK)
        code = curl_easy_setopt(http->easy, CURLOPT_CUSTOMREQUEST, sends ? request->method : NULL);
    return code == CURLE_OK;
}

enum rc http_ask(struct http *http, const struct http_request *request, struct http_answer *answer,
                 struct err *err)
{
    OWN(buf) url = {0}, body = {0};
    curl_mime *mime = NULL;
    OWN_MEMORY char *text = NULL;
    enum rc rc = open_handle(http, err);

    memset(answer, 0, sizeof *answer);
    if (rc == RC_OK) {
        set_options(http, &body);
        buf_printf(&url, "%s%s", http->url, request->path);
        if (url.failed || !set_content(http, request, &text, &mime) ||
            curl_easy_setopt(http->easy, CURLOPT_URL, buf_text(&url)) != CURLE_OK)
            rc = ERR(err, RC_NO_MEMORY, "out of memory for a forum");
    }
    THEN(rc, perform(http, request, err));
    if (rc == RC_OK) {
        read_headers(http->easy, answer);
        rc = reader_json(http->to.reader, buf_text(&body), body.length, &answer->json, err);
    }
    THEN(rc, judge(http, request, answer, err));
    if (rc != RC_OK)
        http_answer_fini(answer);
    curl_mime_free(mime);
    return rc;
}

enum rc http_get(struct http *http, const char *etag, struct http_answer *answer, struct err *err,
                 const char *format, ...)
{
    char path[HTTP_PATH_BYTES];
    va_list args;
    int length;

    va_start(args, format);
    length = vsnprintf(path, sizeof path, format, args);
    va_end(args);
    FAIL_IF(length >= HTTP_PATH_BYTES, err, RC_TOO_LONG, "a forum's path is too long");
    return http_ask(http, &(struct http_request){.path = path, .etag = etag}, answer, err);
}
