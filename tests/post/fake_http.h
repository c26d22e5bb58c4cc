/* SPDX-License-Identifier: MIT */
/* A web server on loopback that answers by a list of rules: the forums we have no real one of,
 * marked as such, following their documented answers; and what real ones do on bad days. */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct fake_page {
    const char *request; /* "GET /posts.json", whole path; NULL ends the list */
    unsigned status;     /* 0 = close without an answer, after the request was read */
    const char *body;
    const char *header; /* one more, with CRLF; NULL = none */
    unsigned times;     /* how often it applies; 0 = always */
};

enum { FAKE_PAGES_MAX = 32, FAKE_REQUEST_BYTES = 16384 };

/* Zero-initialise, then set pages. Change pages only between requests. */
struct fake_http {
    const struct fake_page *pages;
    char url[64];                  /* written by fake_http_start */
    char last[FAKE_REQUEST_BYTES]; /* the latest request that was no GET, whole */
    atomic_uint used[FAKE_PAGES_MAX];
    atomic_uint posts; /* requests that were no GET */
    atomic_bool ending;
    int listener;
    void *thread; /* private */
};

/* The pages of a table of forum.rows, for as long as the program runs. */
const struct fake_page *fake_pages(const char *table);
void fake_http_start(struct fake_http *http);
void fake_http_end(struct fake_http *http);
/* Other answers from now on. */
void fake_http_pages(struct fake_http *http, const struct fake_page *pages);
