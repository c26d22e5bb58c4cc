/* SPDX-License-Identifier: MIT */
/* The small parts of an entry's text, written and read: numbers, times, seats, names of seals. */

#include "base/timetext.h"
#include "record/entry.h"
#include "record/entry_p.h"
#include "seal/encode.h"

void line_put_number(struct buf *out, uint64_t number)
{
    buf_put_int(out, (int64_t)number);
}

void line_put_base32(struct buf *out, const void *bytes, size_t count)
{
    char text[BASE32_SIGNATURE_BYTES];

    buf_put(out, base32_write(bytes, count, text));
}

void line_put_time(struct buf *out, int64_t time_s)
{
    char text[TIMETEXT_BYTES];

    timetext_write(time_s, text);
    buf_put(out, text);
}

void line_put_seat(struct buf *out, unsigned seat)
{
    buf_put(out, "seat/");
    line_put_number(out, seat);
}

void line_put_house_seal(struct buf *out, enum seal_family family, uint64_t first, uint64_t second)
{
    char name[SEAL_NAME_MAX + 1];

    seal_name_write(family, first, second, name);
    BUF_PUT(out, "[", name, "]");
}

bool line_take_number(struct cursor *from, uint64_t *number)
{
    const char *start = from->at;
    int64_t value;

    while (from->at < from->end && text_is_digit(*from->at))
        from->at++;
    if (!text_to_int(start, (size_t)(from->at - start), &value) ||
        (*start == '0' && from->at - start > 1))
        return false;
    *number = (uint64_t)value;
    return true;
}

bool line_take_base32(struct cursor *from, void *bytes, size_t count)
{
    size_t length = BASE32_CHARS(count);

    if ((size_t)(from->end - from->at) < length || !base32_read(from->at, length, bytes, count))
        return false;
    from->at += length;
    return true;
}

bool line_take_time(struct cursor *from, int64_t *time_s)
{
    if (from->end - from->at < TIMETEXT_BYTES - 1 ||
        !timetext_read(from->at, TIMETEXT_BYTES - 1, time_s))
        return false;
    from->at += TIMETEXT_BYTES - 1;
    return true;
}

bool line_take_seat(struct cursor *from, uint8_t *seat)
{
    uint64_t number;

    if (!line_take(from, "seat/") || !line_take_number(from, &number) || number < 1 ||
        number > SEATS_MAX)
        return false;
    *seat = (uint8_t)number;
    return true;
}

/* The index of the word that stands here, in a table of words none of which begins another. */
bool line_take_one_of(struct cursor *from, const char *const *word, unsigned count, uint8_t *index)
{
    for (unsigned i = 0; i < count; i++)
        if (line_take(from, word[i])) {
            *index = (uint8_t)i;
            return true;
        }
    return false;
}

/* Up to a blank or the end. */
bool line_take_word(struct cursor *from, char *out, size_t capacity)
{
    size_t length = 0;

    while (from->at + length < from->end && from->at[length] != ' ')
        length++;
    if (!length || length >= capacity)
        return false;
    memcpy(out, from->at, length);
    out[length] = '\0';
    from->at += length;
    return true;
}

bool line_take_rest(struct cursor *from, char *out, size_t capacity)
{
    size_t length = (size_t)(from->end - from->at);

    if (length >= capacity)
        return false;
    memcpy(out, from->at, length);
    out[length] = '\0';
    from->at = from->end;
    return true;
}

bool line_take_seal_name(struct cursor *from, char out[SEAL_NAME_MAX + 1])
{
    const char *close;

    if (!line_take(from, "["))
        return false;
    close = memchr(from->at, ']', (size_t)(from->end - from->at));
    if (!close || close - from->at > SEAL_NAME_MAX)
        return false;
    memcpy(out, from->at, (size_t)(close - from->at));
    out[close - from->at] = '\0';
    from->at = close + 1;
    return true;
}

bool line_take_house_seal(struct cursor *from, enum seal_family family, uint64_t first,
                          uint64_t second)
{
    char name[SEAL_NAME_MAX + 1];

    seal_name_write(family, first, second, name);
    return line_take(from, "[") && line_take(from, name) && line_take(from, "]");
}
