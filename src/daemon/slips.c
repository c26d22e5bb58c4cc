/* SPDX-License-Identifier: MIT */
/* The bounded queue between threads, and the descriptor by which one waits for it. */
#include "daemon/daemon.h"

#include <errno.h>
#include <pthread.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

enum { SLIPS_MOST = 64 };

struct slips {
    pthread_mutex_t lock;
    pthread_cond_t came, went;
    int fd; /* counts the slips in line */
    unsigned room, first, count;
    struct slip at[SLIPS_MOST];
};

enum rc slips_new(unsigned room, struct slips **slips, struct err *err)
{
    struct slips *made = calloc(1, sizeof *made);
    pthread_condattr_t clock;

    FAIL_IF(!made, err, RC_NO_MEMORY, "no memory for a queue");
    made->room = room < 1 ? 1 : room > SLIPS_MOST ? SLIPS_MOST : room;
    made->fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK | EFD_SEMAPHORE);
    if (made->fd < 0) {
        free(made);
        return ERR(err, RC_IO, "eventfd: ", strerror(errno));
    }
    pthread_mutex_init(&made->lock, NULL);
    pthread_condattr_init(&clock);
    pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    pthread_cond_init(&made->came, &clock);
    pthread_cond_init(&made->went, &clock);
    pthread_condattr_destroy(&clock);
    *slips = made;
    return RC_OK;
}

void slips_free(struct slips *slips)
{
    if (!slips)
        return;
    pthread_cond_destroy(&slips->came);
    pthread_cond_destroy(&slips->went);
    pthread_mutex_destroy(&slips->lock);
    close(slips->fd);
    free(slips);
}

/* Under the lock, with room. */
static void add(struct slips *slips, const struct slip *slip)
{
    uint64_t one = 1;
    ssize_t ignored;

    slips->at[(slips->first + slips->count++) % slips->room] = *slip;
    ignored = write(slips->fd, &one, sizeof one); /* far from its end: cannot fail */
    (void)ignored;
    pthread_cond_signal(&slips->came);
}

void slips_put(struct slips *slips, const struct slip *slip)
{
    pthread_mutex_lock(&slips->lock);
    while (slips->count == slips->room)
        pthread_cond_wait(&slips->went, &slips->lock);
    add(slips, slip);
    pthread_mutex_unlock(&slips->lock);
}

void slips_hint(struct slips *slips, const struct slip *slip)
{
    pthread_mutex_lock(&slips->lock);
    if (slips->count == 0)
        add(slips, slip);
    pthread_mutex_unlock(&slips->lock);
}

static struct timespec after(int timeout_ms)
{
    struct timespec at;

    clock_gettime(CLOCK_MONOTONIC, &at);
    at.tv_sec += timeout_ms / 1000;
    at.tv_nsec += timeout_ms % 1000 * 1000000L;
    if (at.tv_nsec >= 1000000000L) {
        at.tv_sec++;
        at.tv_nsec -= 1000000000L;
    }
    return at;
}

/* Under the lock: wait for a slip. */
static void await(struct slips *slips, int timeout_ms)
{
    struct timespec until = after(timeout_ms < 0 ? 0 : timeout_ms);

    while (slips->count == 0)
        if (timeout_ms < 0)
            pthread_cond_wait(&slips->came, &slips->lock);
        else if (pthread_cond_timedwait(&slips->came, &slips->lock, &until) != 0)
            return;
}

bool slips_take(struct slips *slips, int timeout_ms, struct slip *slip)
{
    uint64_t one;
    ssize_t ignored;
    bool found;

    pthread_mutex_lock(&slips->lock);
    await(slips, timeout_ms);
    found = slips->count > 0;
    if (found) {
        *slip = slips->at[slips->first];
        slips->first = (slips->first + 1) % slips->room;
        slips->count--;
        ignored = read(slips->fd, &one, sizeof one);
        (void)ignored;
        pthread_cond_signal(&slips->went);
    }
    pthread_mutex_unlock(&slips->lock);
    return found;
}

int slips_fd(const struct slips *slips)
{
    return slips->fd;
}
