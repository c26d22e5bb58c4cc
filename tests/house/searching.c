/* SPDX-License-Identifier: MIT */
#include "tests/house/searching.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "letter/mime_in.h"
#include "seal/encode.h"
#include "server/files.h"
#include "tests/test.h"

enum { SECRET_MOST = 512, NAMES_MOST = 2048 };

static bool holds(const struct buf *place, const void *bytes, size_t count)
{
    return count && place->length >= count &&
           memmem(place->at, place->length, bytes, count) != NULL;
}

static bool holds_text(const struct buf *place, const char *text)
{
    return holds(place, text, strlen(text));
}

static void upper(char *text)
{
    for (; *text; text++)
        if (*text >= 'a' && *text <= 'z')
            *text = (char)(*text - 'a' + 'A');
}

/* Each byte as a prefix and two digits. */
static bool holds_written(const struct buf *place, const unsigned char *secret, size_t count,
                          const char *prefix, const char *digits)
{
    TEXT_IN(out, text, 3 * SECRET_MOST + 1);

    for (size_t i = 0; i < count; i++) {
        text_put(&out, prefix);
        text_put_char(&out, digits[secret[i] >> 4]);
        text_put_char(&out, digits[secret[i] & 15]);
    }
    return holds_text(place, text);
}

static bool holds_base32(const struct buf *place, const void *secret, size_t count)
{
    char text[2 * SECRET_MOST];

    base32_write(secret, count, text);
    if (strlen(text) > 4)
        text[strlen(text) - 1] = '\0'; /* its spare bits may belong to what follows */
    if (holds_text(place, text))
        return true;
    upper(text);
    return holds_text(place, text);
}

/* In the middle of longer bytes a secret begins at any of three places of base64. */
static bool holds_base64(const struct buf *place, const unsigned char *secret, size_t count)
{
    for (size_t skip = 0; skip < 3 && count > skip + 6; skip++) {
        size_t whole = (count - skip) / 3 * 3;
        char text[2 * SECRET_MOST];

        base64_write(secret + skip, whole, text);
        if (holds_text(place, text))
            return true;
        for (char *c = text; *c; c++)
            *c = *c == '+' ? '-' : *c == '/' ? '_' : *c;
        if (holds_text(place, text))
            return true;
    }
    return false;
}

static bool holds_wide(const struct buf *place, const unsigned char *secret, size_t count,
                       unsigned offset)
{
    unsigned char wide[2 * SECRET_MOST] = {0};

    for (size_t i = 0; i < count; i++)
        wide[2 * i + offset] = secret[i];
    return holds(place, wide, 2 * count);
}

static bool holds_reversed(const struct buf *place, const unsigned char *secret, size_t count)
{
    unsigned char back[SECRET_MOST];

    for (size_t i = 0; i < count; i++)
        back[i] = secret[count - 1 - i];
    return holds(place, back, count);
}

const char *search_secret(const struct buf *place, const void *secret, size_t count)
{
    static const char lower[] = "0123456789abcdef", capital[] = "0123456789ABCDEF";

    assert_in_range(count, 4, SECRET_MOST);
    return holds(place, secret, count)                         ? "as it is"
           : holds_base32(place, secret, count)                ? "in base32"
           : holds_base64(place, secret, count)                ? "in base64"
           : holds_written(place, secret, count, "", lower)    ? "in hex"
           : holds_written(place, secret, count, "", capital)  ? "in hex"
           : holds_written(place, secret, count, "%", lower)   ? "in percents"
           : holds_written(place, secret, count, "%", capital) ? "in percents"
           : holds_written(place, secret, count, "=", capital) ? "quoted-printable"
           : holds_wide(place, secret, count, 0)               ? "as UTF-16"
           : holds_wide(place, secret, count, 1)               ? "as UTF-16"
           : holds_reversed(place, secret, count)              ? "reversed"
                                                               : NULL;
}

/* ---- places ---- */

static int by_number(const void *a, const void *b)
{
    return atoi(*(char *const *)a + 4) - atoi(*(char *const *)b + 4);
}

void search_mailbox(const struct fixture *fixture, const char *address, struct buf *raw,
                    struct buf *text)
{
    char path[FIXTURE_PATH * 2], *names[NAMES_MOST];
    const struct dirent *entry;
    size_t count = 0;
    DIR *dir;

    snprintf(path, sizeof path, "%s/mail/%s/new", fixture->folder, address);
    dir = opendir(path);
    while (dir && (entry = readdir(dir)) != NULL && count < NAMES_MOST)
        if (strncmp(entry->d_name, "out-", 4) == 0)
            names[count++] = strdup(entry->d_name);
    if (dir)
        closedir(dir);
    qsort(names, count, sizeof *names, by_number);
    for (size_t i = 0; i < count; i++) {
        OWN(letter) letter = {0};
        OWN(buf) one = {0};

        snprintf(path, sizeof path, "%s/mail/%s/new/%s", fixture->folder, address, names[i]);
        assert_int_equal(files_read(path, 1 << 24, &one, NULL), RC_OK);
        assert_int_equal(letter_read(one.at, one.length, NULL, &letter, NULL), RC_OK);
        buf_put_bytes(raw, one.at, one.length);
        buf_put(text, letter.text);
        free(names[i]);
    }
}

void search_file(const struct fixture *fixture, const char *name, struct buf *out)
{
    char path[FIXTURE_PATH * 2];

    snprintf(path, sizeof path, "%s/%s", fixture->folder, name);
    if (access(path, R_OK) == 0)
        assert_int_equal(files_read(path, 1 << 28, out, NULL), RC_OK);
}

void search_tree(const char *path, struct buf *out)
{
    const struct dirent *entry;
    DIR *dir = opendir(path);

    if (!dir) {
        if (access(path, R_OK) == 0)
            assert_int_equal(files_read(path, 1 << 28, out, NULL), RC_OK);
        return;
    }
    while ((entry = readdir(dir)) != NULL) {
        char below[FIXTURE_PATH * 4];

        if (text_equal(entry->d_name, ".") || text_equal(entry->d_name, ".."))
            continue;
        snprintf(below, sizeof below, "%s/%s", path, entry->d_name);
        search_tree(below, out);
    }
    closedir(dir);
}

void search_cut_hashes(const struct buf *text, struct buf *out)
{
    const char *at = buf_text(text);
    bool in_hash = false;

    while (*at) {
        size_t length = strcspn(at, "\n") + 1;

        if (strncmp(at, "postern-", 8) == 0)
            in_hash = true;
        else if (*at == '\n' || strncmp(at, "-- ", 3) == 0)
            in_hash = false;
        if (!in_hash)
            buf_put_bytes(out, at, strnlen(at, length));
        at += strnlen(at, length);
    }
}
