/* SPDX-License-Identifier: MIT */
#include "record/genesis.h"

#include <string.h>

#include "base/text.h"
#include "base/timetext.h"
#include "seal/encode.h"

static const char first_line[] = "postern-genesis 1";

enum form { FORM_NUMBER, FORM_SEATS, FORM_WORD, FORM_LINE, FORM_TIME, FORM_BYTES };

/* The lines in their order: key, form, where in struct genesis, room there. */
static const struct {
    const char *key;
    enum form form;
    size_t at, room;
} lines[] = {
#define FIELD(name) offsetof(struct genesis, name), sizeof((struct genesis *)0)->name
    {"number", FORM_NUMBER, FIELD(number)}, {"game", FORM_WORD, FIELD(game)},
    {"rules", FORM_WORD, FIELD(rules)},     {"tables", FORM_BYTES, FIELD(tables)},
    {"options", FORM_LINE, FIELD(options)}, {"seats", FORM_SEATS, FIELD(seats)},
    {"time", FORM_LINE, FIELD(time)},       {"started", FORM_TIME, FIELD(started_s)},
    {"key", FORM_BYTES, FIELD(key)},        {"box", FORM_BYTES, FIELD(box)},
    {"secret", FORM_BYTES, FIELD(secret)},
#undef FIELD
};
enum { LINES = sizeof lines / sizeof lines[0] };

static bool is_word(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (!text_is_letter(text[i]) && !text_is_digit(text[i]) && !strchr("._-", text[i]))
            return false;
    return length > 0;
}

static bool is_line(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if ((unsigned char)text[i] < 32 || text[i] == 127)
            return false;
    return text_is_utf8(text, length) && (!length || (text[0] != ' ' && text[length - 1] != ' '));
}

/* Copies a text field, checked by its form. */
static bool read_text(enum form form, const char *text, size_t length, char *field, size_t room)
{
    if (length >= room || !(form == FORM_WORD ? is_word(text, length) : is_line(text, length)))
        return false;
    memcpy(field, text, length);
    field[length] = '\0';
    return true;
}

static bool read_number(const char *text, size_t length, int64_t least, int64_t most,
                        int64_t *number)
{
    return length && (text[0] != '0' || length == 1) && text[0] != '-' &&
           text_to_int(text, length, number) && *number >= least && *number <= most;
}

static bool read_field(unsigned line, const char *text, size_t length, struct genesis *genesis)
{
    unsigned char *field = (unsigned char *)genesis + lines[line].at;
    int64_t number;

    switch (lines[line].form) {
    case FORM_NUMBER:
        if (!read_number(text, length, 1, INT64_MAX, &number))
            return false;
        genesis->number = (uint64_t)number;
        return true;
    case FORM_SEATS:
        if (!read_number(text, length, 1, SEATS_MAX, &number))
            return false;
        genesis->seats = (unsigned)number;
        return true;
    case FORM_TIME:
        return timetext_read(text, length, &genesis->started_s);
    case FORM_BYTES:
        return base32_read(text, length, field, lines[line].room);
    default:
        return read_text(lines[line].form, text, length, (char *)field, lines[line].room);
    }
}

static bool write_field(unsigned line, const struct genesis *genesis, struct buf *out)
{
    const unsigned char *field = (const unsigned char *)genesis + lines[line].at;
    char text[BASE32_HASH_BYTES], time[TIMETEXT_BYTES];

    switch (lines[line].form) {
    case FORM_NUMBER:
        buf_put_int(out, (int64_t)genesis->number);
        return genesis->number >= 1 && genesis->number <= INT64_MAX;
    case FORM_SEATS:
        buf_put_int(out, genesis->seats);
        return genesis->seats >= 1 && genesis->seats <= SEATS_MAX;
    case FORM_TIME:
        if (!timetext_write(genesis->started_s, time))
            return false;
        buf_put(out, time);
        return true;
    case FORM_BYTES:
        buf_put(out, base32_write(field, HASH_BYTES, text));
        return true;
    default:
        buf_put(out, (const char *)field);
        return lines[line].form == FORM_WORD
                   ? is_word((const char *)field, strlen((const char *)field))
                   : is_line((const char *)field, strlen((const char *)field));
    }
}

enum rc genesis_write(const struct genesis *genesis, struct buf *out, struct err *err)
{
    buf_put(out, first_line);
    buf_put_char(out, '\n');
    for (unsigned i = 0; i < LINES; i++) {
        buf_put(out, lines[i].key);
        buf_put_char(out, '=');
        if (!write_field(i, genesis, out))
            return ERR(err, RC_BAD_INPUT, "genesis: ", lines[i].key, " does not fit");
        buf_put_char(out, '\n');
    }
    return buf_rc(out, err);
}

static enum rc refuse(unsigned line, const char *what, struct err *err)
{
    err_where(err, NULL, line, 0);
    return ERR(err, RC_BAD_INPUT, "genesis: ", what);
}

enum rc genesis_read(const char *text, size_t length, struct genesis *genesis, struct err *err)
{
    const char *at = text, *end = text + length;
    struct genesis read = {0};

    for (unsigned i = 0; i <= LINES; i++) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        const char *key = i ? lines[i - 1].key : first_line;
        size_t key_length = strlen(key);

        if (!stop || (size_t)(stop - at) < key_length + (i > 0) || memcmp(at, key, key_length) != 0)
            return refuse(i + 1, key, err);
        at += key_length;
        if (i == 0 ? at != stop
                   : *at != '=' || !read_field(i - 1, at + 1, (size_t)(stop - at - 1), &read))
            return refuse(i + 1, key, err);
        at = stop + 1;
    }
    if (at != end)
        return refuse(LINES + 2, "more than its lines", err);
    *genesis = read;
    return RC_OK;
}
