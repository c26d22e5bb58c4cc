/* SPDX-License-Identifier: MIT */
/* Authentication-Results fields (RFC 8601): "id; method=result ptype.property=value …; …". */

#include "letter/mime_in_p.h"

enum { VALUE_BYTES = 4096 };

/* The value without comments, blanks as single ones. A quoted string keeps its content, but no
 * blank: what a sender chose to be called must not look like a property of its own. */
static void without_comments(const char *value, struct text *out)
{
    unsigned depth = 0;
    bool quoted = false;

    for (const char *c = value; *c; c++) {
        if (*c == '\\' && c[1] && (quoted || depth)) {
            c++;
            if (depth == 0)
                text_put_char(out, text_is_space(*c) || *c == ';' ? '_' : *c);
        } else if (depth == 0 && *c == '"') {
            quoted = !quoted;
        } else if (!quoted && *c == '(') {
            depth++;
        } else if (!quoted && *c == ')' && depth) {
            depth--;
        } else if (depth == 0 && quoted && (text_is_space(*c) || *c == ';')) {
            text_put_char(out, '_');
        } else if (depth == 0 && text_is_space(*c)) {
            if (out->length && out->at[out->length - 1] != ' ')
                text_put_char(out, ' ');
        } else if (depth == 0) {
            text_put_char(out, *c);
        }
    }
}

/* One "method=result properties". */
static void read_result(struct letter_reader *reader, const char *server, size_t server_length,
                        const char *at, size_t length, unsigned field)
{
    struct letter *letter = reader->letter;
    struct letter_auth *auth = &letter->auth[letter->auth_count];
    const char *equals, *end = at + length, *stop;

    while (at < end && *at == ' ')
        at++;
    equals = memchr(at, '=', (size_t)(end - at));
    if (!equals || letter->auth_count == LETTER_AUTH_MAX)
        return;
    letter->auth_count++;
    for (stop = equals + 1; stop < end && *stop == ' ';)
        stop++;
    auth->field = field;
    letter_set_bytes(reader, &auth->server, server, server_length);
    letter_set_bytes(reader, &auth->method, at, strcspn(at, "=/ "));
    at = stop;
    while (stop < end && *stop != ' ')
        stop++;
    letter_set_bytes(reader, &auth->result, at, (size_t)(stop - at));
    letter_set_bytes(reader, &auth->property, stop, (size_t)(end - stop));
    for (char *c = auth->server; c && *c; c++)
        *c = text_lower(*c);
    for (char *c = auth->method; c && *c; c++)
        *c = text_lower(*c);
    for (char *c = auth->result; c && *c; c++)
        *c = text_lower(*c);
}

void letter_read_auth(struct letter_reader *reader, const char *value, unsigned field)
{
    const char *server, *at;
    size_t server_length;
    TEXT_IN(text, array, VALUE_BYTES);

    without_comments(value, &text);
    server = array + (array[0] == ' ');
    server_length = strcspn(server, "; ");
    at = strchr(server, ';');
    while (at) {
        size_t length = strcspn(++at, ";");

        read_result(reader, server, server_length, at, length, field);
        at = at[length] ? at + length : NULL;
    }
}
