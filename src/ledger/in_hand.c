/* SPDX-License-Identifier: MIT */
/* Keeps a small file of the letters in hand, outside every transaction. schedule/mailroom.c
 * counts crashes from it. */
#include "ledger/in_hand.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

/* One slot: source, NUL, source id, NULs. An empty slot begins with NUL. */
enum { SLOT_BYTES = 512 };
_Static_assert(IN_HAND_KEY_MAX + 2 <= SLOT_BYTES, "a key with its two NULs fits a slot");

struct in_hand {
    int fd;
};

enum rc in_hand_open(const char *path, struct in_hand **out, struct err *err)
{
    struct in_hand *marks = malloc(sizeof *marks);

    FAIL_IF(!marks, err, RC_NO_MEMORY, "out of memory");
    marks->fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (marks->fd < 0) {
        free(marks);
        return ERR(err, errno == EACCES ? RC_PERMISSION : RC_IO, "cannot open ", path, ": ",
                   strerror(errno));
    }
    *out = marks;
    return RC_OK;
}

void in_hand_close(struct in_hand *marks)
{
    if (!marks)
        return;
    close(marks->fd);
    free(marks);
}

static enum rc write_slot(struct in_hand *marks, unsigned slot, const char bytes[SLOT_BYTES],
                          struct err *err)
{
    FAIL_IF(slot >= IN_HAND_SLOTS, err, RC_BUG, "no such slot for a letter in hand");
    if (pwrite(marks->fd, bytes, SLOT_BYTES, (off_t)slot * SLOT_BYTES) != SLOT_BYTES)
        return ERR(err, RC_IO, "cannot mark a letter as in hand: ", strerror(errno));
    return RC_OK;
}

enum rc in_hand_set(struct in_hand *marks, unsigned slot, const char *source, const char *source_id,
                    struct err *err)
{
    char bytes[SLOT_BYTES] = {0};
    size_t first = strlen(source), second = strlen(source_id);

    if (first == 0 || first + second > IN_HAND_KEY_MAX)
        return ERR(err, RC_TOO_LONG, "the name of a letter in its inbox is too long");
    memcpy(bytes, source, first);
    memcpy(bytes + first + 1, source_id, second);
    return write_slot(marks, slot, bytes, err);
}

enum rc in_hand_clear(struct in_hand *marks, unsigned slot, struct err *err)
{
    static const char empty[SLOT_BYTES];

    return write_slot(marks, slot, empty, err);
}

enum rc in_hand_left(struct in_hand *marks, in_hand_fn fn, void *user, struct err *err)
{
    for (unsigned slot = 0; slot < IN_HAND_SLOTS; slot++) {
        char bytes[SLOT_BYTES + 1] = {0};
        ssize_t got = pread(marks->fd, bytes, SLOT_BYTES, (off_t)slot * SLOT_BYTES);

        FAIL_IF(got < 0, err, RC_IO, "cannot read which letters were in hand: ", strerror(errno));
        if (bytes[0] == '\0')
            continue;
        bytes[SLOT_BYTES - 1] = '\0'; /* a foreign file must not run over */
        TRY(fn(user, bytes, bytes + strlen(bytes) + 1, err));
        TRY(in_hand_clear(marks, slot, err));
    }
    return RC_OK;
}
