/* SPDX-License-Identifier: MIT */
#include "fake_server.h"
#include "tests/test.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

enum { THREADS_MAX = 64, LOOK_MS = 20, STOP_BYTES = 64 * 1024 };

struct threads {
    pthread_t listener;
    pthread_t talkers[THREADS_MAX];
    unsigned count;
};

struct talk {
    struct fake_server *server;
    int fd;
    bool refused;  /* one connection too many */
    char in[8192]; /* what was read and not used */
    size_t length;
};

/* One more block, or false at the end of the connection or of the server. */
static bool read_more(struct talk *talk)
{
    while (!atomic_load(&talk->server->ending)) {
        struct pollfd fd = {.fd = talk->fd, .events = POLLIN};
        ssize_t got;

        if (poll(&fd, 1, LOOK_MS) <= 0)
            continue;
        got = recv(talk->fd, talk->in + talk->length, sizeof talk->in - talk->length - 1, 0);
        if (got <= 0)
            return false;
        talk->length += (size_t)got;
        talk->in[talk->length] = '\0';
        return true;
    }
    return false;
}

static bool read_line(struct talk *talk, char line[1024])
{
    char *feed;

    while (!(feed = memchr(talk->in, '\n', talk->length)))
        if (talk->length >= sizeof talk->in - 1 || !read_more(talk))
            return false;
    snprintf(line, 1024, "%.*s", (int)(feed - talk->in), talk->in);
    talk->length -= (size_t)(feed + 1 - talk->in);
    memmove(talk->in, feed + 1, talk->length);
    return true;
}

/* Read a letter to its dot, line by line. */
static bool read_letter(struct talk *talk, bool stop_mid)
{
    char line[1024];
    size_t bytes = 0;

    while (read_line(talk, line)) {
        bytes += strlen(line);
        if (strcmp(line, ".\r") == 0) {
            atomic_fetch_add(&talk->server->letters, 1);
            return true;
        }
        if (stop_mid && bytes > STOP_BYTES) {
            stop_mid = false;
            (void)!write(talk->server->stop_fd, "x", 1);
        }
    }
    return false;
}

static void say(struct talk *talk, const char *reply, const char *tag)
{
    for (const char *at = reply; *at;) {
        const char *mark = strstr(at, "%t");
        size_t length = mark ? (size_t)(mark - at) : strlen(at);

        (void)!send(talk->fd, at, length, MSG_NOSIGNAL);
        if (mark)
            (void)!send(talk->fd, tag, strlen(tag), MSG_NOSIGNAL);
        at += length + (mark ? 2 : 0);
    }
}

static const struct fake_rule *rule_for(struct fake_server *server, const char *line)
{
    for (size_t i = 0; server->rules[i].word; i++) {
        const struct fake_rule *rule = &server->rules[i];

        if ((rule->word[0] == '\0') != (line[0] == '\0') ||
            strncasecmp(line, rule->word, strlen(rule->word)) != 0)
            continue;
        if (rule->times == 0 || atomic_fetch_add(&server->used[i], 1) < rule->times)
            return rule;
    }
    return NULL;
}

/* Answer one line; false ends the talk. */
static bool answer(struct talk *talk, char *line)
{
    char *words = line, *tag = line;
    const struct fake_rule *rule;

    if (talk->server->tagged && line[0] && strcmp(line, "DONE\r") != 0) {
        words = strchr(line, ' ');
        if (!words)
            return false;
        *words++ = '\0';
    }
    rule = rule_for(talk->server, words);
    if (!rule) {
        say(talk, talk->server->tagged ? "%t OK fine\r\n" : "250 fine\r\n", tag);
        return true;
    }
    say(talk, rule->reply, tag);
    if (rule->act == FAKE_HANG)
        while (read_more(talk))
            talk->length = 0;
    if (rule->act == FAKE_DATA || rule->act == FAKE_STOP_MID)
        return read_letter(talk, rule->act == FAKE_STOP_MID) && answer(talk, (char[]){".\r"});
    return rule->act == FAKE_GO_ON;
}

static void *serve(void *context)
{
    struct talk *talk = context;
    struct fake_server *server = talk->server;
    char line[1024] = "";

    if (talk->refused)
        say(talk, "421 too many connections\r\n", "");
    else
        while (answer(talk, line) && read_line(talk, line))
            ;
    close(talk->fd);
    atomic_fetch_sub(&server->open, 1);
    free(talk);
    return NULL;
}

static void *listen_for(void *context)
{
    struct fake_server *server = context;
    struct threads *threads = server->threads;

    while (!atomic_load(&server->ending)) {
        struct pollfd fd = {.fd = server->listener, .events = POLLIN};
        struct talk *talk;

        if (poll(&fd, 1, LOOK_MS) <= 0 || threads->count == THREADS_MAX)
            continue;
        talk = calloc(1, sizeof *talk);
        if (!talk)
            break;
        talk->server = server;
        talk->fd = accept(server->listener, NULL, NULL);
        atomic_fetch_add(&server->connections, 1);
        talk->refused = atomic_fetch_add(&server->open, 1) >= server->connections_max &&
                        server->connections_max > 0;
        if (pthread_create(&threads->talkers[threads->count], NULL, serve, talk) == 0)
            threads->count++;
    }
    return NULL;
}

void fake_start(struct fake_server *server)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof address;
    struct threads *threads = calloc(1, sizeof *threads);

    assert_non_null(threads);
    server->threads = threads;
    server->listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_int_equal(bind(server->listener, (struct sockaddr *)&address, sizeof address), 0);
    assert_int_equal(listen(server->listener, 16), 0);
    assert_int_equal(getsockname(server->listener, (struct sockaddr *)&address, &length), 0);
    server->port = ntohs(address.sin_port);
    assert_int_equal(pthread_create(&threads->listener, NULL, listen_for, server), 0);
}

void fake_end(struct fake_server *server)
{
    struct threads *threads = server->threads;

    atomic_store(&server->ending, true);
    pthread_join(threads->listener, NULL);
    for (unsigned i = 0; i < threads->count; i++)
        pthread_join(threads->talkers[i], NULL);
    close(server->listener);
    free(threads);
}
