/* SPDX-License-Identifier: MIT */
/* JSON over HTTPS to one forum: a request, an answer. Knows no forum. */
#pragma once

#include <jansson.h>

#include <curl/curl.h>
#include "post/post_config.h"

enum {
    HTTP_BODY_MAX = 8 * 1024 * 1024,
    HTTP_ETAG_BYTES = 128,
    HTTP_CSRF_BYTES = 128,
    HTTP_PATH_BYTES = 2048
};

/* Zero-initialise. */
struct http {
    char *url; /* "https://forum.example", without the last '/' */
    struct post_forum_config to;
    const char *key_header;  /* "Authorization: Bearer " or "Api-Key: "; static */
    struct curl_slist *more; /* further headers */
    CURL *easy;
    struct curl_slist *headers; /* of the current connection, with the key */
    char csrf[HTTP_CSRF_BYTES]; /* of the current connection's session; "" = none */
    int64_t wait_s;             /* what the last answer with 429 or 503 asked for; 0 = nothing */
    char error[CURL_ERROR_SIZE];
};

struct http_answer {
    long status;
    json_t *json; /* NULL when the body is no JSON; owned */
    char etag[HTTP_ETAG_BYTES];
    int64_t wait_s; /* Retry-After; 0 = none */
};

/* A file to upload, and one more field of the form. */
struct http_file {
    const char *field, *name, *type;
    const char *bytes;
    size_t length;
    const char *more, *more_value; /* NULL = none */
};

struct http_request {
    const char *method; /* NULL = GET, POST where something is sent */
    const char *path;   /* begins with '/', escaped */
    const json_t *json; /* to send: at most one of the three */
    const char *form;   /* "a=b&c=d", escaped */
    const struct http_file *file;
    const char *etag;     /* NULL or "" = none, else the answer may be 304 */
    const char *header;   /* one more; NULL = none */
    bool closed_is_known; /* 401 says that this thing is closed to us, not that the key is bad */
};

/* Check; strings are borrowed for its life.
 * fails  RC_CONFIG: says which key is wrong */
enum rc http_init(struct http *http, const struct post_forum_config *config, const char *key_header,
                  struct err *err);
void http_close(struct http *http);
void http_fini(struct http *http);

/* One request. Any status is an answer, but for the failures below.
 * out    answer: to be cleared with http_answer_fini
 * fails  RC_LOGIN (401), RC_LATER (429; 5xx without JSON), RC_CONFIG (3xx: the forum has moved),
 *        RC_NETWORK, RC_CERTIFICATE, RC_STOPPED */
enum rc http_ask(struct http *http, const struct http_request *request, struct http_answer *answer,
                 struct err *err);
/* The same: GET what the path is that the format makes; etag: as in http_request. */
enum rc http_get(struct http *http, const char *etag, struct http_answer *answer, struct err *err,
                 const char *format, ...) __attribute__((format(printf, 5, 6)));
void http_answer_fini(struct http_answer *answer);
