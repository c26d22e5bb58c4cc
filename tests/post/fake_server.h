/* SPDX-License-Identifier: MIT */
/* A server on loopback that answers by a list of rules, well or badly: what real servers will not
 * do on order. Lines come in, the first rule whose word begins the line answers. */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum fake_act {
    FAKE_GO_ON,
    FAKE_DATA,    /* SMTP: read a letter up to its dot, then the rule for "." answers */
    FAKE_CLOSE,   /* answer, then close */
    FAKE_HANG,    /* answer, then say nothing more until the end */
    FAKE_STOP_MID /* SMTP: as FAKE_DATA, but after 64 KiB write to stop_fd, then read to the end */
};

struct fake_rule {
    const char *word;  /* begins the line (IMAP: behind the tag), case-blind; NULL ends the list */
    const char *reply; /* "%t" becomes the tag; CRLF is the rule's own; "" = none */
    enum fake_act act;
    unsigned times; /* how often it applies on the whole; 0 = always */
};

enum { FAKE_RULES_MAX = 32 };

struct fake_server {
    const struct fake_rule *rules; /* the first with the word "" is the greeting */
    bool tagged;                   /* IMAP */
    unsigned connections_max;      /* at a time; more are told "421"; 0 = any */
    int stop_fd;
    uint16_t port;                 /* written by fake_start */
    atomic_uint connections, open; /* so far; now */
    atomic_uint letters;           /* whole ones: their dot was seen */
    atomic_uint used[FAKE_RULES_MAX];
    atomic_bool ending;
    int listener;
    void *threads; /* private */
};

/* Starts serving; fails the test when it cannot. fake_end waits for all threads. */
void fake_start(struct fake_server *server);
void fake_end(struct fake_server *server);
