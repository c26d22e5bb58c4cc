/* SPDX-License-Identifier: MIT */
/* One HTTPS request to an address that a player named. Nothing of the answer is read but its
 * status; no redirect is followed, and no address within this host's own networks is connected to,
 * whatever a name resolves to. Source: doc/notices.md. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct sockaddr;

enum { KNOCK_HEADERS = 3, KNOCK_NOTE_BYTES = 128, KNOCK_URL_BYTES = 300 };

struct knock_config {
    const char *ca_file; /* NULL = the system's */
    bool inside;         /* addresses within own networks are taken, too */
    int stop_fd;         /* readable = give up; -1 = none */
};

struct knock_request {
    const char *method, *url;
    const char *header[KNOCK_HEADERS]; /* NULL = none */
    const char *body;
    size_t length;
};

/* DONE: a status of 200 to 299. REFUSED: never again, as it stands. */
enum knock_fate { KNOCK_DONE, KNOCK_LATER, KNOCK_REFUSED };

/* https, a host, no user, no blank, short enough. */
bool knock_url_is_good(const char *url);
/* Does an address lie within networks that are no part of the public internet, or that an interface
 * of this host is in? What is neither IPv4 nor IPv6 does. */
bool knock_is_inside(const struct sockaddr *address);
/* note: what the other side said, without the address. */
enum knock_fate knock_send(const struct knock_config *config, const struct knock_request *request,
                           char note[KNOCK_NOTE_BYTES]);
