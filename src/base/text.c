/* SPDX-License-Identifier: MIT */
/* Writes bounded text and answers small questions about strings, without allocation or locale. */
#include "base/base.h"

void text_init(struct text *text, char *array, size_t capacity)
{
    text->at = array;
    text->capacity = capacity;
    text->length = 0;
    text->cut = false;
    array[0] = '\0';
}

/* The longest prefix of at most `room` bytes that does not split a character. */
static size_t whole_characters(const char *bytes, size_t count, size_t room)
{
    if (count <= room)
        return count;
    while (room > 0 && ((unsigned char)bytes[room] & 0xC0) == 0x80)
        room--;
    return room;
}

void text_put_bytes(struct text *text, const char *bytes, size_t count)
{
    size_t room = text->capacity - text->length - 1;
    size_t fits = text->cut ? 0 : whole_characters(bytes, count, room);

    if (fits < count)
        text->cut = true;
    memcpy(text->at + text->length, bytes, fits);
    text->length += fits;
    text->at[text->length] = '\0';
}

void text_show_cut(struct text *text)
{
    static const char mark[] = "…";
    size_t at = text->length;

    if (!text->cut || text->capacity < sizeof mark)
        return;
    if (at > text->capacity - sizeof mark)
        at = whole_characters(text->at, at, text->capacity - sizeof mark);
    memcpy(text->at + at, mark, sizeof mark);
    text->length = at + sizeof mark - 1;
}

void text_copy(char *array, size_t capacity, const char *string)
{
    struct text text = text_in(array, capacity);

    text_put(&text, string);
}

void text_put(struct text *text, const char *string)
{
    text_put_bytes(text, string, strlen(string));
}

void text_put_char(struct text *text, char c)
{
    if (text->cut || text->length + 1 >= text->capacity) {
        text->cut = true;
        return;
    }
    text->at[text->length++] = c;
    text->at[text->length] = '\0';
}

void text_put_all(struct text *text, const char *const *strings)
{
    for (; *strings; strings++)
        text_put(text, *strings);
}

void text_put_padded(struct text *text, uint64_t number, unsigned width)
{
    char digits[20];
    unsigned count = 0;

    do {
        digits[sizeof digits - ++count] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    while (count < width && count < sizeof digits)
        digits[sizeof digits - ++count] = '0';
    text_put_bytes(text, digits + sizeof digits - count, count);
}

void text_put_int(struct text *text, int64_t number)
{
    if (number >= 0 && number <= 9) {
        text_put_char(text, (char)('0' + number));
        return;
    }
    if (number < 0)
        text_put_char(text, '-');
    text_put_padded(text, number < 0 ? 0 - (uint64_t)number : (uint64_t)number, 1);
}

const char *text_of_int(char array[TEXT_INT_BYTES], int64_t number)
{
    struct text text = text_in(array, TEXT_INT_BYTES);

    text_put_int(&text, number);
    return array;
}

bool text_to_int(const char *string, size_t length, int64_t *number)
{
    bool negative = length > 0 && string[0] == '-';
    uint64_t limit = negative ? (uint64_t)INT64_MAX + 1 : (uint64_t)INT64_MAX;
    uint64_t value = 0;
    size_t i = negative ? 1 : 0;

    if (i == length)
        return false;
    for (; i < length; i++) {
        unsigned digit = (unsigned)(string[i] - '0');
        if (digit > 9 || value > (limit - digit) / 10)
            return false;
        value = value * 10 + digit;
    }
    *number = negative ? (int64_t)(0 - value) : (int64_t)value;
    return true;
}

bool text_equal(const char *a, const char *b)
{
    return strcmp(a, b) == 0;
}

bool text_starts_with(const char *string, const char *prefix)
{
    return strncmp(string, prefix, strlen(prefix)) == 0;
}

bool text_ends_with(const char *string, const char *ending, size_t *stem)
{
    size_t length = strlen(string), tail = strlen(ending);

    if (length <= tail || !text_equal(string + length - tail, ending))
        return false;
    if (stem)
        *stem = length - tail;
    return true;
}

void text_trim(const char **at, size_t *length)
{
    while (*length && text_is_space((*at)[*length - 1]))
        --*length;
    while (*length && text_is_space(**at)) {
        ++*at;
        --*length;
    }
}

char text_lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

bool text_equal_folded(const char *a, const char *b)
{
    while (*a && text_lower(*a) == text_lower(*b)) {
        a++;
        b++;
    }
    return *a == *b;
}

bool text_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

bool text_is_capital(const char *at)
{
    return text_lower(*at) != *at || (*at == '\xC3' && (at[1] & 0xE0) == 0x80); /* UTF-8 */
}

bool text_is_letter(char c)
{
    return text_lower(c) >= 'a' && text_lower(c) <= 'z';
}

bool text_is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

unsigned text_words(const char *text)
{
    unsigned words = 0;
    bool in_word = false;

    for (; *text; text++) {
        bool blank = text_is_space(*text),
             sign = !text_is_letter(*text) && !text_is_digit(*text) && (unsigned char)*text < 0x80;

        words += !in_word && !sign;
        in_word = !blank && (in_word || !sign);
    }
    return words;
}

static size_t utf8_length(unsigned char lead, uint32_t *bits, uint32_t *least)
{
    if (lead < 0x80) {
        *bits = lead;
        *least = 0;
        return 1;
    }
    if (lead >= 0xC2 && lead < 0xE0) {
        *bits = lead & 0x1Fu;
        *least = 0x80;
        return 2;
    }
    if (lead >= 0xE0 && lead < 0xF0) {
        *bits = lead & 0x0Fu;
        *least = 0x800;
        return 3;
    }
    if (lead >= 0xF0 && lead < 0xF5) {
        *bits = lead & 0x07u;
        *least = 0x10000;
        return 4;
    }
    return 0;
}

static size_t utf8_strictly_at(const char *bytes, size_t count, uint32_t *code)
{
    uint32_t value = 0, least = 0;
    size_t length = count == 0 ? 0 : utf8_length((unsigned char)bytes[0], &value, &least);

    if (length == 0 || length > count)
        return 0;
    for (size_t i = 1; i < length; i++) {
        unsigned char next = (unsigned char)bytes[i];
        if ((next & 0xC0) != 0x80)
            return 0;
        value = value << 6 | (next & 0x3Fu);
    }
    if (value < least || value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF))
        return 0;
    if (code)
        *code = value;
    return length;
}

/* Is this a character of three bytes that its bits alone tell to be one? Lines of boards are. */
static bool is_plain_three(const unsigned char *at, size_t count)
{
    return count > 2 && at[0] > 0xE0 && at[0] < 0xED && (at[1] & 0xC0) == 0x80 &&
           (at[2] & 0xC0) == 0x80;
}

size_t text_utf8_at(const char *bytes, size_t count, uint32_t *code)
{
    const unsigned char *at = (const unsigned char *)bytes;

    if (count && at[0] < 0x80) {
        if (code)
            *code = at[0];
        return 1;
    }
    if (is_plain_three(at, count)) {
        if (code)
            *code = (at[0] & 0x0Fu) << 12 | (at[1] & 0x3Fu) << 6 | (at[2] & 0x3Fu);
        return 3;
    }
    return utf8_strictly_at(bytes, count, code);
}

size_t text_utf8_bytes(const char *text, size_t characters)
{
    size_t at = 0, length = strlen(text);

    while (characters-- && at < length) {
        size_t step = text_utf8_at(text + at, length - at, NULL);

        at += step ? step : 1;
    }
    return at;
}

/* How many bytes at the start are ASCII. Most of a letter is, so eight at a time. */
static size_t ascii_length(const char *bytes, size_t count)
{
    uint64_t eight;
    size_t i = 0;

    for (; i + sizeof eight <= count; i += sizeof eight) {
        memcpy(&eight, bytes + i, sizeof eight);
        if (eight & UINT64_C(0x8080808080808080))
            break;
    }
    while (i < count && (unsigned char)bytes[i] < 0x80)
        i++;
    return i;
}

/* As text_utf8_at; the characters of most scripts are told by their bits alone. */
static size_t utf8_length_at(const unsigned char *bytes, size_t count)
{
    if (bytes[0] >= 0xC2 && bytes[0] < 0xE0 && count > 1 && (bytes[1] & 0xC0) == 0x80)
        return 2;
    return text_utf8_at((const char *)bytes, count, NULL);
}

bool text_is_hidden(uint32_t code)
{
    return code < 0x20 || (code >= 0x7F && code < 0xA0) || code == 0x061C || code == 0x200E ||
           code == 0x200F || (code >= 0x2028 && code <= 0x202E) ||
           (code >= 0x2066 && code <= 0x2069);
}

bool text_is_utf8(const char *bytes, size_t count)
{
    for (size_t i = ascii_length(bytes, count); i < count;) {
        size_t length = utf8_length_at((const unsigned char *)bytes + i, count - i);

        if (length == 0)
            return false;
        i += length;
        i += ascii_length(bytes + i, count - i);
    }
    return true;
}

enum { DISTANCE_WORD_MAX = 40 };

static unsigned least_of(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

unsigned text_distance(const char *a, size_t a_length, const char *b, size_t b_length,
                       unsigned limit)
{
    unsigned rows[3][DISTANCE_WORD_MAX + 1];
    unsigned *before = rows[0], *last = rows[1], *now = rows[2], closest = 0, closer;
    size_t longer = a_length > b_length ? a_length : b_length;

    if (longer > DISTANCE_WORD_MAX || 2 * longer - a_length - b_length > limit)
        return limit + 1;
    for (unsigned j = 0; j <= b_length; j++)
        last[j] = j;
    for (unsigned i = 1; i <= a_length; i++) {
        unsigned *spare = before;

        closer = closest;
        closest = now[0] = i;
        for (unsigned j = 1; j <= b_length; j++) {
            unsigned replace = last[j - 1] + (a[i - 1] != b[j - 1]);

            now[j] = least_of(replace, least_of(last[j], now[j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                now[j] = least_of(now[j], before[j - 2] + 1);
            closest = least_of(closest, now[j]);
        }
        if (closest > limit && closer > limit) /* a swap looks back two rows */
            return limit + 1;
        before = last;
        last = now;
        now = spare;
    }
    return least_of(last[b_length], limit + 1);
}
