/* SPDX-License-Identifier: MIT */
/* A mail server as libcurl must know it: options, login, and what its errors mean. */
#pragma once

#include <curl/curl.h>
#include "post/post_config.h"

enum server_kind { SERVER_IMAP, SERVER_SMTP, SERVER_KIND_COUNT };

struct server {
    enum server_kind kind;
    struct post_server to; /* with what stands for 0 */
    unsigned connect_s;    /* to connect */
};

/* Check; strings are borrowed for the server's life.
 * fails  RC_CONFIG: says which key is wrong and what it should be */
enum rc server_init(struct server *server, enum server_kind kind, const struct post_server *config,
                    struct err *err);

/* Set all that does not depend on one transfer: URL, TLS, time-outs, login. Reads the password.
 * in     path: behind the host, "" or the HELO name; error: CURL_ERROR_SIZE bytes that live as long
 *        as the handle */
enum rc server_set_up(const struct server *server, CURL *easy, const char *path, char *error,
                      struct err *err);

/* Turn libcurl's failure into ours, with what to do about it.
 * in     words: what the server said last, or libcurl's own words */
enum rc server_explain(const struct server *server, CURLcode code, long reply, const char *words,
                       struct err *err);

/* The same for any other peer; where: how to call it, "forum https://…". */
enum rc server_explain_at(const char *where, CURLcode code, long reply, const char *words,
                          struct err *err);

/* What all peers of ours have, forums and pages too: certificates, TLS, no proxy, no signals, and
 * an end when *stop_fd becomes readable. in     ca_file: NULL = the system's */
void server_set_common(CURL *easy, const char *ca_file, const int *stop_fd);
