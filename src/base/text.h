/* SPDX-License-Identifier: MIT */
/* Bounded text in a caller's array, and small questions about strings.
 *
 * No allocation, no locale, no stdio: the rules core writes with this. */
#pragma once

#include "base/c.h"

/* Text being written; borrows the array for its whole life. Always ends in NUL. What does not
 * fit is dropped, never in the middle of a UTF-8 character, and `cut` stays set. */
struct text {
    char *at;
    size_t capacity; /* bytes, the NUL included */
    size_t length;   /* bytes, without the NUL */
    bool cut;
};

/* Start an empty text in array[capacity]; capacity ≥ 1. */
void text_init(struct text *text, char *array, size_t capacity);
/* The same, to begin with where it is declared. */
static inline struct text text_in(char *array, size_t capacity)
{
    struct text text;

    text_init(&text, array, capacity);
    return text;
}

/* Two locals: an empty text, and the array that it is written into. */
#define TEXT_IN(name, array, bytes)                                                                \
    char array[bytes];                                                                             \
    struct text name = text_in(array, sizeof array)

/* Copy a string into array[capacity], cut if it does not fit. */
void text_copy(char *array, size_t capacity, const char *string);

/* Where it was cut, let its last characters give way to "…", so that a reader sees it. */
void text_show_cut(struct text *text);

void text_put(struct text *text, const char *string);
void text_put_bytes(struct text *text, const char *bytes, size_t count);
void text_put_char(struct text *text, char c);
void text_put_int(struct text *text, int64_t number);
/* Put strings one after the other, up to a NULL; numbers among them by TEXT_INT. */
void text_put_all(struct text *text, const char *const *strings);
#define TEXT_PUT(text, ...) text_put_all((text), (const char *const[]){__VA_ARGS__, NULL})
/* Decimal with leading zeros up to width ≤ 20. */
void text_put_padded(struct text *text, uint64_t number, unsigned width);

enum { TEXT_INT_BYTES = 24 };
/* Decimal of a number in the caller's array of TEXT_INT_BYTES; returns the array. */
const char *text_of_int(char array[TEXT_INT_BYTES], int64_t number);
/* The same in an array of the block that it stands in. */
#define TEXT_INT(number) text_of_int((char[TEXT_INT_BYTES]){0}, number)

/* Read a decimal number of the whole string: optional '-', digits, nothing else; false on
 * anything else or when it does not fit. */
bool text_to_int(const char *string, size_t length, int64_t *number);

bool text_equal(const char *a, const char *b);
/* Are these bytes this word? */
static inline bool text_is(const char *bytes, size_t length, const char *word)
{
    return strlen(word) == length && memcmp(bytes, word, length) == 0;
}
bool text_starts_with(const char *string, const char *prefix);
/* *stem: bytes before the ending, of which there are some; NULL = not wanted */
bool text_ends_with(const char *string, const char *ending, size_t *stem);
/* Leave blanks out at both ends. */
void text_trim(const char **at, size_t *length);
/* Without regard to the case of ASCII letters. */
bool text_equal_folded(const char *a, const char *b);
char text_lower(char c);
bool text_is_digit(char c);
bool text_is_letter(char c);          /* ASCII */
bool text_is_capital(const char *at); /* ASCII, or one with an accent of Latin-1 */
bool text_is_space(char c);           /* blank, tab, CR, LF, VT, FF */
/* How many words stand between its blanks; signs alone are none. */
unsigned text_words(const char *text);

/* Length in bytes of the UTF-8 character at bytes[0..count), 0 if it is not well-formed
 * (RFC 3629: no overlong form, no surrogate, up to U+10FFFF). *code may be NULL. */
size_t text_utf8_at(const char *bytes, size_t count, uint32_t *code);
/* Bytes of a text's first characters, as many as it has; a byte that is no UTF-8 counts as one. */
size_t text_utf8_bytes(const char *text, size_t characters);
/* True if the bytes are well-formed UTF-8. */
bool text_is_utf8(const char *bytes, size_t count);

/* Is it no part of what is read but acts on what shows it, or on how the text around it is read?
 * Controls, also those of two bytes, separators of lines and paragraphs, marks of direction. */
bool text_is_hidden(uint32_t code);

/* Edits (insert, delete, replace, swap of neighbours) between two words of bytes, at most
 * `limit`; limit + 1 when more. Words over 40 bytes count as too far. */
unsigned text_distance(const char *a, size_t a_length, const char *b, size_t b_length,
                       unsigned limit);
