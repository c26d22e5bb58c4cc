/* SPDX-License-Identifier: MIT */
/* A mail server as libcurl must know it: options, login, and what its errors mean. */
#pragma once

#include <curl/curl.h>
#include "post/post_config.h"

enum server_kind { SERVER_IMAP, SERVER_SMTP, SERVER_KIND_COUNT };

/* The configuration, owned. Zero-initialise. */
struct server {
    enum server_kind kind;
    uint16_t port;
    enum post_tls tls;
    unsigned connect_s, timeout_s; /* to connect; to wait for an answer */
    int stop_fd;
    char *host, *ca_file, *interface;
    char *user, *password, *password_file, *password_command, *token_command;
};

/* Copy and check.
 * fails  RC_CONFIG: says which key is wrong and what it should be */
enum rc server_init(struct server *server, enum server_kind kind, const struct post_server *config,
                    struct err *err);
void server_fini(struct server *server);

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

/* True when the program is asked to stop. */
bool server_is_stopped(const struct server *server);
