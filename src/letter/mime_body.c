/* The body below a header that was taken apart: one part of plain text is read as it is, all else
 * becomes a tree of the library's, made from the Content fields and the body alone. */
#include <string.h>

#include "base/text.h"
#include "letter/mime_in_p.h"

enum { VALUE_BYTES = 48 }; /* no registered charset has a longer name */
_Static_assert(sizeof((struct letter_plain *)0)->charset == VALUE_BYTES, "a value fits");

static bool is_content(const char *name)
{
    static const char start[] = "content-";
    size_t i = 0;

    while (start[i] && text_lower(name[i]) == start[i])
        i++;
    return start[i] == '\0';
}

bool letter_find_content(const struct letter_header *header, struct letter_content *content)
{
    const struct {
        const char *name, **value;
    } known[] = {{"Content-Type", &content->type},
                 {"Content-Transfer-Encoding", &content->encoding},
                 {"Content-Disposition", &content->disposition},
                 {"Content-Language", &content->language}};

    *content = (struct letter_content){0};
    for (unsigned i = 0; i < header->count; i++) {
        const struct letter_field *field = &header->field[i];
        size_t k = 0;

        if (!is_content(field->name))
            continue;
        while (k < 4 && !text_equal_folded(field->name, known[k].name))
            k++;
        if (k < 4 && *known[k].value)
            return false;
        if (k < 4)
            *known[k].value = field->value;
        else
            content->others = true;
    }
    return true;
}

/* ---- plain text ---- */

static const char *skip_blanks(const char *at)
{
    while (*at == ' ' || *at == '\t' || *at == '\r' || *at == '\n')
        at++;
    return at;
}

/* Characters of names and values that mean nothing in quotes or without. */
static bool is_simple(char c)
{
    return text_is_letter(c) || text_is_digit(c) || c == '-' || c == '_' || c == '.';
}

/* Copy a simple word; NULL: there is none, or it is too long. */
static const char *read_word(const char *at, char word[VALUE_BYTES])
{
    size_t length = 0;

    while (is_simple(at[length]) && length < VALUE_BYTES)
        length++;
    if (length == 0 || length == VALUE_BYTES)
        return NULL;
    memcpy(word, at, length);
    word[length] = '\0';
    return at + length;
}

/* A value of nothing but this word. */
static bool is_word(const char *value, const char *word)
{
    char found[VALUE_BYTES];
    const char *end = read_word(skip_blanks(value), found);

    return end && *skip_blanks(end) == '\0' && text_equal_folded(found, word);
}

/* "name=value" or "name="value"", read into their arrays. */
static const char *read_parameter(const char *at, char name[VALUE_BYTES], char value[VALUE_BYTES])
{
    bool quoted;

    at = read_word(skip_blanks(at), name);
    if (!at || *at != '=')
        return NULL;
    quoted = at[1] == '"';
    at = read_word(at + 1 + quoted, value);
    if (at && quoted && *at++ != '"')
        return NULL;
    return at;
}

/* "text/plain" with no other parameters than those of plain text, each once. */
static bool read_type(const char *type, struct letter_plain *plain)
{
    char name[VALUE_BYTES], value[VALUE_BYTES];
    char format[VALUE_BYTES] = "", delsp[VALUE_BYTES] = "";
    const struct {
        const char *name;
        char *value;
    } known[] = {{"charset", plain->charset}, {"format", format}, {"delsp", delsp}};
    const char *at = skip_blanks(type);

    for (const char *c = "text/plain"; *c; c++)
        if (text_lower(*at++) != *c)
            return false;
    while (*(at = skip_blanks(at)) == ';') {
        size_t k = 0;

        at = read_parameter(at + 1, name, value);
        while (at && k < 3 && !text_equal_folded(name, known[k].name))
            k++;
        if (!at || k == 3 || known[k].value[0])
            return false;
        memcpy(known[k].value, value, VALUE_BYTES);
    }
    plain->flowed = text_equal_folded(format, "flowed");
    plain->delsp = text_equal_folded(delsp, "yes");
    return *at == '\0';
}

static bool read_encoding(const char *encoding, struct letter_plain *plain)
{
    static const struct {
        const char *name;
        GMimeContentEncoding encoding;
    } known[] = {{"7bit", GMIME_CONTENT_ENCODING_DEFAULT},
                 {"8bit", GMIME_CONTENT_ENCODING_DEFAULT},
                 {"quoted-printable", GMIME_CONTENT_ENCODING_QUOTEDPRINTABLE},
                 {"base64", GMIME_CONTENT_ENCODING_BASE64}};

    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (is_word(encoding, known[i].name)) {
            plain->encoding = known[i].encoding;
            return true;
        }
    return false;
}

static bool is_plain_text(const struct letter_content *content, struct letter_plain *plain)
{
    *plain = (struct letter_plain){.encoding = GMIME_CONTENT_ENCODING_DEFAULT};
    return !content->others && (!content->type || read_type(content->type, plain)) &&
           (!content->encoding || read_encoding(content->encoding, plain)) &&
           (!content->disposition || is_word(content->disposition, "inline"));
}

/* ---- all else ---- */

static void write_content(const struct letter_header *header, GMimeStream *stream)
{
    for (unsigned i = 0; i < header->count; i++)
        if (is_content(header->field[i].name))
            g_mime_stream_printf(stream, "%s:%s\n", header->field[i].name, header->field[i].value);
    g_mime_stream_write_string(stream, "\n");
}

static void read_tree(struct letter_reader *reader, const struct letter_header *header,
                      const char *body, size_t length)
{
    GMimeStream *stream = g_mime_stream_mem_new();
    GMimeParser *parser;
    GMimeObject *root;

    write_content(header, stream);
    g_mime_stream_write(stream, body, length);
    g_mime_stream_reset(stream);
    parser = g_mime_parser_new_with_stream(stream);
    root = g_mime_parser_construct_part(parser, NULL);
    if (root) {
        letter_read_text(reader, root);
        g_object_unref(root);
    } else {
        reader->failed = true;
    }
    g_object_unref(parser);
    g_object_unref(stream);
}

void letter_read_body(struct letter_reader *reader, const struct letter_header *header,
                      const struct letter_content *content, const char *body, size_t length)
{
    struct letter_plain plain;

    if (is_plain_text(content, &plain))
        letter_read_plain(reader, &plain, body, length);
    else
        read_tree(reader, header, body, length);
}
