/* SPDX-License-Identifier: MIT */
/* Tells a service manager how the daemon is, by its socket. Without one it does nothing. */
#include "daemon/notify.h"

#include <limits.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "base/base.h"

void notify_send(const char *state)
{
    const char *path = getenv("NOTIFY_SOCKET");
    struct sockaddr_un to = {.sun_family = AF_UNIX};
    socklen_t length;
    int fd;

    if (!path || (*path != '/' && *path != '@') || strlen(path) >= sizeof to.sun_path)
        return;
    memcpy(to.sun_path, path, strlen(path) + 1);
    length = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + strlen(path));
    if (*path == '@') /* a name without a file */
        to.sun_path[0] = '\0';
    fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return;
    sendto(fd, state, strlen(state), MSG_NOSIGNAL, (const struct sockaddr *)&to, length);
    close(fd);
}

void notify_reloading(void)
{
    struct timespec now;
    char state[64];

    clock_gettime(CLOCK_MONOTONIC, &now);
    snprintf(state, sizeof state, "RELOADING=1\nMONOTONIC_USEC=%lld",
             (long long)now.tv_sec * 1000000 + now.tv_nsec / 1000);
    notify_send(state);
}

int notify_watch_ms(void)
{
    const char *us = getenv("WATCHDOG_USEC"), *process = getenv("WATCHDOG_PID");
    int64_t number;

    if (process && (!text_to_int(process, strlen(process), &number) || number != getpid()))
        return -1;
    if (!us || !text_to_int(us, strlen(us), &number) || number <= 0)
        return -1;
    number /= 3 * 1000;
    return number < 1 ? 1 : number > INT_MAX ? INT_MAX : (int)number;
}
