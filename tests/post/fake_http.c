/* SPDX-License-Identifier: MIT */
#include "fake_http.h"
#include "tests/rows.h"
#include "tests/test.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { LOOK_MS = 20, PATIENCE = 250 };

/* Read a whole request; false when it does not come. */
static bool read_request(struct fake_http *http, int fd, char *request)
{
    size_t length = 0, wanted = SIZE_MAX;

    request[0] = '\0';
    for (int looks = 0; looks < PATIENCE && length < wanted && !atomic_load(&http->ending);) {
        struct pollfd poller = {.fd = fd, .events = POLLIN};
        const char *blank, *size;
        ssize_t got;

        if (poll(&poller, 1, LOOK_MS) <= 0) {
            looks++;
            continue;
        }
        got = recv(fd, request + length, FAKE_REQUEST_BYTES - length - 1, 0);
        if (got <= 0)
            return false;
        length += (size_t)got;
        request[length] = '\0';
        blank = strstr(request, "\r\n\r\n");
        size = strstr(request, "Content-Length: ");
        if (blank)
            wanted = (size_t)(blank + 4 - request) +
                     (size && size < blank ? strtoul(size + 16, NULL, 10) : 0);
    }
    return length >= wanted;
}

static const struct fake_page *page_for(struct fake_http *http, const char *request)
{
    for (size_t i = 0; http->pages[i].request; i++) {
        const struct fake_page *page = &http->pages[i];
        size_t length = strlen(page->request);

        if (strncmp(request, page->request, length) != 0 || request[length] != ' ')
            continue;
        if (page->times == 0 || atomic_fetch_add(&http->used[i], 1) < page->times)
            return page;
    }
    return NULL;
}

static void answer(struct fake_http *http, int fd)
{
    static const struct fake_page missing = {"", 404, "{\"errors\":[\"none\"]}", NULL, 0};
    char request[FAKE_REQUEST_BYTES], head[512];
    const struct fake_page *page;

    if (!read_request(http, fd, request))
        return;
    if (strncmp(request, "GET ", 4) != 0) {
        memcpy(http->last, request, sizeof request);
        atomic_fetch_add(&http->posts, 1);
    }
    page = page_for(http, request);
    page = page ? page : &missing;
    if (page->status == 0)
        return;
    snprintf(head, sizeof head,
             "HTTP/1.1 %u x\r\nContent-Type: application/json\r\nConnection: close\r\n"
             "Content-Length: %zu\r\n%s\r\n",
             page->status, strlen(page->body), page->header ? page->header : "");
    (void)!send(fd, head, strlen(head), MSG_NOSIGNAL);
    (void)!send(fd, page->body, strlen(page->body), MSG_NOSIGNAL);
}

static void *serve(void *context)
{
    struct fake_http *http = context;

    while (!atomic_load(&http->ending)) {
        struct pollfd poller = {.fd = http->listener, .events = POLLIN};
        int fd;

        if (poll(&poller, 1, LOOK_MS) <= 0)
            continue;
        fd = accept(http->listener, NULL, NULL);
        answer(http, fd);
        close(fd);
    }
    return NULL;
}

void fake_http_pages(struct fake_http *http, const struct fake_page *pages)
{
    for (size_t i = 0; i < FAKE_PAGES_MAX; i++)
        atomic_store(&http->used[i], 0);
    http->pages = pages;
}

void fake_http_start(struct fake_http *http)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof address;
    pthread_t *thread = calloc(1, sizeof *thread);

    assert_non_null(thread);
    http->thread = thread;
    http->listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_int_equal(bind(http->listener, (struct sockaddr *)&address, sizeof address), 0);
    assert_int_equal(listen(http->listener, 16), 0);
    assert_int_equal(getsockname(http->listener, (struct sockaddr *)&address, &length), 0);
    snprintf(http->url, sizeof http->url, "http://127.0.0.1:%u/", ntohs(address.sin_port));
    assert_int_equal(pthread_create(thread, NULL, serve, http), 0);
}

void fake_http_end(struct fake_http *http)
{
    atomic_store(&http->ending, true);
    pthread_join(*(pthread_t *)http->thread, NULL);
    close(http->listener);
    free(http->thread);
}

const struct fake_page *fake_pages(const char *table)
{
    static struct fake_page all[512]; /* each list ends with a page of zeros */
    static unsigned used;
    const struct fake_page *first = &all[used];

    ROWS_EACH(row, "tests/post/forum.rows", table) {
        assert_in_range(used, 0, sizeof all / sizeof *all - 2);
        all[used++] =
            (struct fake_page){row.cell[0], (unsigned)row_number(&row, 1), row.cell[2], row.cell[3],
                               row.cell[4] ? (unsigned)row_number(&row, 4) : 0};
    }
    used++;
    return first;
}
