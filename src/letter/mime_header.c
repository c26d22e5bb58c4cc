/* A header as mail programs write it, taken apart without the library, which makes several objects
 * of every field. What is unusual in any way is left to the library. */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "letter/mime_in_p.h"

/* Where the name of the field ends that begins here; NULL: it is no such line. */
static char *name_end(char *line, const char *stop)
{
    char *at = line;

    while (at<stop && * at> ' ' && *at < 0x7F && *at != ':')
        at++;
    return at > line && at < stop && *at == ':' ? at : NULL;
}

/* A line that goes on with the field before it holds more than blanks. */
static bool goes_on(const char *line, const char *stop)
{
    while (line < stop && (*line == ' ' || *line == '\t'))
        line++;
    return line < stop;
}

/* Add a line [line, stop) of the copy; its field ends in NUL until a further line goes on. */
static bool add_line(struct letter_header *header, char *line, char *stop, char **last)
{
    char *colon;

    if (memchr(line, '\r', (size_t)(stop - line)) || memchr(line, '\0', (size_t)(stop - line)))
        return false;
    if (*line == ' ' || *line == '\t') {
        if (!*last || !goes_on(line, stop))
            return false;
        *last = stop;
        return true;
    }
    colon = name_end(line, stop);
    if (!colon || header->count == LETTER_FIELDS_MAX)
        return false;
    if (*last)
        **last = '\0';
    *colon = '\0';
    header->field[header->count++] = (struct letter_field){line, colon + 1};
    *last = stop;
    return true;
}

/* Bytes of the header with the empty line that ends it; 0: there is none. */
static size_t header_bytes(const char *bytes, size_t count)
{
    const char *at = bytes, *end = bytes + count;

    while (at < end && (at = memchr(at, '\n', (size_t)(end - at)))) {
        at++;
        if (at < end && *at == '\n')
            return (size_t)(at + 1 - bytes);
        if (at + 1 < end && *at == '\r' && at[1] == '\n')
            return (size_t)(at + 2 - bytes);
    }
    return 0;
}

static bool split_copy(struct letter_header *header, char *end)
{
    char *last = NULL;

    for (char *line = header->copy, *eol; line < end; line = eol + 1) {
        eol = memchr(line, '\n', (size_t)(end - line));
        if (!add_line(header, line, eol > line && eol[-1] == '\r' ? eol - 1 : eol, &last))
            return false;
    }
    if (last)
        *last = '\0';
    return last != NULL;
}

bool letter_header_split(const char *bytes, size_t count, struct letter_header *header)
{
    size_t length = header_bytes(bytes, count);

    *header = (struct letter_header){.length = length};
    if (length < 2 || !(header->copy = malloc(length)))
        return false;
    memcpy(header->copy, bytes, length);
    if (split_copy(header, header->copy + length - (bytes[length - 2] == '\r' ? 2 : 1)))
        return true;
    letter_header_fini(header);
    return false;
}

void letter_header_fini(struct letter_header *header)
{
    free(header->copy);
    header->copy = NULL;
}
