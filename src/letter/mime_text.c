/* SPDX-License-Identifier: MIT */
/* Choosing and decoding the text of a letter. */

#include "letter/charset.h"
#include "letter/flowed.h"
#include "letter/html_text.h"
#include "letter/mime_in_p.h"
#include "letter/quotes_p.h"

/* The text of a part. HTML waits until it is known that there is no plain text: it costs more to
 * read than all the rest of a letter. */
struct found {
    struct buf text;
    GMimePart *html; /* borrowed from the letter's tree; NULL = none, or read */
    bool says;       /* text holds something */
    bool from_html, repaired;
    char *charset;
};

/* The bytes of a part as they stand in the letter. */
static void put_encoded(GMimeDataWrapper *wrapper, struct buf *out)
{
    GMimeStream *from = g_mime_data_wrapper_get_stream(wrapper), *stream = g_mime_stream_mem_new();
    GByteArray *bytes;

    g_mime_stream_reset(from);
    g_mime_stream_write_to_stream(from, stream);
    bytes = g_mime_stream_mem_get_byte_array(GMIME_STREAM_MEM(stream));
    buf_put_bytes(out, bytes->data, bytes->len);
    g_object_unref(stream);
}

static bool is_text(const char *at, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if ((unsigned char)at[i] < ' ' && !strchr("\t\n\r\f\x1B", at[i] ? at[i] : 'x'))
            return false;
    return text_is_utf8(at, length);
}

/* Blanks within its lines, or signs that base64 has not. */
static bool is_odd_base64(const char *at, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (!text_is_letter(at[i]) && !text_is_digit(at[i]) &&
            !strchr("+/=\r\n", at[i] ? at[i] : 'x'))
            return true;
    return false;
}

/* Base64 that goes on behind its padding: each piece for itself. */
static void put_pieces(const char *at, size_t length, struct buf *out)
{
    OWN_MEMORY char *decoded = malloc(length + 16);

    buf_clear(out);
    for (size_t i = 0, end; decoded && i < length; i = end) {
        int state = 0;
        guint save = 0;

        for (end = i; end < length && at[end] != '=';)
            end++;
        while (end < length && at[end] == '=')
            end++;
        buf_put_bytes(out, decoded,
                      g_base64_decode_step(at + i, end - i, (guchar *)decoded, &state, &save));
    }
}

/* A gateway may say base64 and leave the text as it is, join what was padded, or put plain lines
 * below it. */
static void undo_base64(GMimeDataWrapper *wrapper, struct buf *out)
{
    OWN(buf) plain = {0};
    const char *padding;

    put_encoded(wrapper, &plain);
    padding = strchr(buf_text(&plain), '=');
    if (padding && padding[strspn(padding, "= \t\r\n")])
        put_pieces(buf_text(&plain), plain.length, out);
    if (is_odd_base64(buf_text(&plain), plain.length) && !is_text(buf_text(out), out->length)) {
        const char *below = strstr(buf_text(&plain), "\n\n");

        if (below)
            put_pieces(buf_text(&plain), (size_t)(below - plain.at), out);
        if (!below || !is_text(buf_text(out), out->length)) {
            buf_clear(out);
            buf_put_bytes(out, buf_text(&plain), plain.length);
        }
    }
}

static void put_quoted(const char *at, size_t length, struct buf *out)
{
    GMimeEncoding decoder;
    OWN_MEMORY char *decoded = malloc(length + 16);

    g_mime_encoding_init_decode(&decoder, GMIME_CONTENT_ENCODING_QUOTEDPRINTABLE);
    buf_clear(out);
    if (decoded)
        buf_put_bytes(out, decoded, g_mime_encoding_step(&decoder, at, length, decoded));
}

/* Each "=" a soft break or a byte, and both among them: quoted-printable that nobody declared. */
static bool is_quoted(const char *text)
{
    bool breaks = false, byte = false;

    for (const char *at = text; (at = strchr(at, '=')); at++) {
        if (at[1] == '\n' || (at[1] == '\r' && at[2] == '\n'))
            breaks = true;
        else if (g_ascii_isxdigit(at[1]) && g_ascii_isxdigit(at[2]))
            byte = true;
        else
            return false;
    }
    return breaks && byte;
}

static void undo_undeclared(struct buf *out)
{
    OWN(buf) encoded = {0};

    if (!is_quoted(buf_text(out)))
        return;
    buf_put_bytes(&encoded, out->at, out->length);
    put_quoted(buf_text(&encoded), encoded.length, out);
}

/* A soft line break is one with blanks behind it, too (RFC 2045 6.7, 3): decode again without. */
static void undo_soft_breaks(GMimeDataWrapper *wrapper, struct buf *out)
{
    OWN(buf) encoded = {0};
    size_t kept = 0;

    put_encoded(wrapper, &encoded);
    for (size_t i = 0, end; i < encoded.length; i++) {
        encoded.at[kept++] = encoded.at[i];
        if (encoded.at[i] != '=')
            continue;
        end = i + 1 + strspn(encoded.at + i + 1, " \t");
        if (encoded.at[end] == '\r' || encoded.at[end] == '\n')
            i = end - 1;
    }
    if (kept < encoded.length)
        put_quoted(encoded.at, kept, out);
}

bool letter_read_content(const struct letter_reader *reader, GMimePart *part, struct buf *out)
{
    GMimeDataWrapper *wrapper = g_mime_part_get_content(part);
    GMimeContentEncoding encoding = g_mime_part_get_content_encoding(part);
    GByteArray *bytes;
    GMimeStream *stream;

    if (!wrapper)
        return false;
    (void)reader;
    stream = g_mime_stream_mem_new();
    g_mime_data_wrapper_write_to_stream(wrapper, stream);
    bytes = g_mime_stream_mem_get_byte_array(GMIME_STREAM_MEM(stream));
    buf_put_bytes(out, bytes->data, bytes->len);
    g_object_unref(stream);
    if (encoding == GMIME_CONTENT_ENCODING_BASE64)
        undo_base64(wrapper, out);
    else if (encoding == GMIME_CONTENT_ENCODING_QUOTEDPRINTABLE)
        undo_soft_breaks(wrapper, out);
    else if (GMIME_IS_TEXT_PART(part))
        undo_undeclared(out);
    return true;
}

/* Is there a line with anything but blanks, and no mere place of a picture? */
static bool says_something(const struct buf *buf)
{
    const char *end = buf_text(buf) + buf->length;

    for (const char *at = buf_text(buf), *eol; at < end; at = eol + 1) {
        struct letter_line line = {.at = at};
        const char *shown;
        size_t length;

        eol = memchr(at, '\n', (size_t)(end - at));
        eol = eol ? eol : end;
        line.length = (uint32_t)(eol - at);
        quotes_shown(&line, &shown, &length);
        if (length && !quotes_is_picture(shown, length))
            return true;
    }
    return false;
}

/* How much of a text is read. */
static size_t cut_length(struct letter_reader *reader, const char *at, size_t length)
{
    size_t most = reader->limits->text_bytes;

    if (length <= most)
        return length;
    while (most && ((unsigned char)at[most] & 0xC0) == 0x80)
        most--;
    reader->letter->text_cut = true;
    return most;
}

static void cut(struct letter_reader *reader, struct buf *buf)
{
    size_t length = cut_length(reader, buf_text(buf), buf->length);

    if (length < buf->length) {
        buf->length = length;
        buf->at[length] = '\0';
    }
}

/* Decoded bytes of a part as UTF-8 with LF. */
static void read_bytes(struct letter_reader *reader, const char *bytes, size_t length,
                       const char *charset, struct found *found, struct buf *out)
{
    OWN(buf) utf8 = {0};

    length = cut_length(reader, bytes, length);
    buf_reserve(&utf8, length);
    if (!charset_read(charset ? charset : "", bytes, length, &utf8))
        found->repaired = true;
    buf_reserve(out, utf8.length);
    charset_unify_lines(buf_text(&utf8), utf8.length, out);
    if (!found->charset)
        letter_set_folded(reader, &found->charset, charset);
    if (utf8.failed || out->failed)
        reader->failed = true;
}

static void read_unicode(struct letter_reader *reader, GMimePart *part, struct found *found,
                         struct buf *out)
{
    const char *charset = g_mime_object_get_content_type_parameter(GMIME_OBJECT(part), "charset");
    OWN(buf) raw = {0};
    char declared[CHARSET_NAME_BYTES];

    if (letter_read_content(reader, part, &raw) && !charset &&
        g_mime_content_type_is_type(g_mime_object_get_content_type(GMIME_OBJECT(part)), "text",
                                    "html") &&
        charset_of_html(buf_text(&raw), raw.length, declared))
        charset = declared;
    if (raw.length)
        read_bytes(reader, buf_text(&raw), raw.length, charset, found, out);
    if (raw.failed)
        reader->failed = true;
}

static void add_plain(struct letter_reader *reader, GMimePart *part, struct found *found)
{
    GMimeObject *object = GMIME_OBJECT(part);
    const char *format = g_mime_object_get_content_type_parameter(object, "format");
    const char *delsp = g_mime_object_get_content_type_parameter(object, "delsp");
    OWN(buf) text = {0};

    read_unicode(reader, part, found, &text);
    if (format && text_equal_folded(format, "flowed"))
        flowed_undo(buf_text(&text), text.length, delsp && text_equal_folded(delsp, "yes"),
                    &found->text);
    else
        buf_put_bytes(&found->text, buf_text(&text), text.length);
    found->says = says_something(&found->text);
}

/* Read the HTML that waits, if it is all there is. */
static void need_html(struct letter_reader *reader, struct found *found)
{
    OWN(buf) text = {0};
    struct err err = {0};
    enum rc rc;

    if (found->says || !found->html)
        return;
    read_unicode(reader, found->html, found, &text);
    found->html = NULL;
    buf_clear(&found->text);
    rc = html_to_text(buf_text(&text), text.length, &found->text, &err);
    if (rc == RC_NO_MEMORY)
        reader->failed = true;
    else if (rc != RC_OK)
        reader->letter->flaw = LETTER_TOO_DEEP;
    else
        found->says = found->from_html = true;
}

static bool is_file(GMimeObject *object)
{
    const char *disposition = g_mime_object_get_disposition(object);

    return (disposition && text_equal_folded(disposition, "attachment")) ||
           (GMIME_IS_PART(object) && g_mime_part_get_filename(GMIME_PART(object)));
}

/* REPLY, COUNTER, DECLINECOUNTER, REFRESH: what a calendar writes to who invited. */
static bool is_calendar_answer(GMimeObject *object)
{
    static const char *const methods[] = {"reply", "counter", "declinecounter", "refresh"};
    const char *method = g_mime_object_get_content_type_parameter(object, "method");

    if (!method ||
        !g_mime_content_type_is_type(g_mime_object_get_content_type(object), "text", "calendar"))
        return false;
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
        if (text_equal_folded(method, methods[i]))
            return true;
    return false;
}

/* "Content-Type: text": no type at all, and then it is plain text (RFC 2045 5.2). */
static bool has_no_type(GMimeObject *object)
{
    const char *type = g_mime_object_get_header(object, "Content-Type");

    return type && !memchr(type, '/', strcspn(type, ";"));
}

static void read_object(struct letter_reader *reader, GMimeObject *object, unsigned depth,
                        struct found *found);

static bool is_sealed(GMimePart *part)
{
    GMimeContentType *type = g_mime_object_get_content_type(GMIME_OBJECT(part));
    const char *name = g_mime_part_get_filename(part), *end = name ? strrchr(name, '.') : NULL;

    return g_mime_content_type_is_type(type, "application", "pkcs7-mime") ||
           g_mime_content_type_is_type(type, "application", "x-pkcs7-mime") ||
           (end && text_equal_folded(end, ".p7m"));
}

/* S/MIME in one piece: what is signed is the letter, what is encrypted cannot be read. */
static void read_sealed(struct letter_reader *reader, GMimePart *part, unsigned depth,
                        struct found *found)
{
    OWN(buf) sealed = {0}, inside = {0};

    if (depth < reader->limits->depth && letter_read_content(reader, part, &sealed) &&
        letter_open_signed(&sealed, &inside)) {
        GMimeStream *stream = g_mime_stream_mem_new_with_buffer(inside.at, inside.length);
        GMimeParser *parser = g_mime_parser_new_with_stream(stream);
        GMimeObject *object = g_mime_parser_construct_part(parser, NULL);

        read_object(reader, object, depth + 1, found);
        if (!reader->has_chosen)
            need_html(reader, found); /* its tree ends here */
        found->html = NULL;
        reader->letter->is_signed = true;
        if (object)
            g_object_unref(object);
        g_object_unref(parser);
        g_object_unref(stream);
    } else {
        reader->encrypted = true;
    }
}

static void read_leaf(struct letter_reader *reader, GMimePart *part, unsigned depth,
                      struct found *found)
{
    GMimeObject *object = GMIME_OBJECT(part);
    GMimeContentType *type = g_mime_object_get_content_type(object);
    const char *disposition = g_mime_object_get_disposition(object);

    if ((disposition && text_equal_folded(disposition, "reaction")) ||
        g_mime_content_type_is_type(type, "text", "vnd.google.email-reaction+json"))
        reader->letter->reaction = true;
    else if (is_sealed(part))
        read_sealed(reader, part, depth, found);
    else if (is_calendar_answer(object))
        reader->letter->calendar = true;
    else if (is_file(object))
        reader->letter->attachment_count++;
    else if (!reader->has_chosen &&
             (g_mime_content_type_is_type(type, "text", "plain") || has_no_type(object)))
        add_plain(reader, part, found);
    else if (g_mime_content_type_is_type(type, "text", "html"))
        found->html = part;
}

static void found_fini(struct found *found)
{
    buf_fini(&found->text);
    free(found->charset);
}

/* The next character of a text that shows and is no quote sign. */
static const char *next_shown(const char *at)
{
    while (text_is_space(*at) || *at == '>')
        at++;
    return at;
}

/* Does one text say what the other does? HTML wraps lines otherwise, and may have a footer. */
static bool says_the_same(const struct found *a, const struct found *b)
{
    const char *left = next_shown(buf_text(&a->text)), *right = next_shown(buf_text(&b->text));

    while (*left && *left == *right) {
        left = next_shown(left + 1);
        right = next_shown(right + 1);
    }
    return *left == *right || (a->from_html != b->from_html && (!*left || !*right));
}

/* Later parts of a mixed one go on with the text: Apple Mail writes text, picture, text; where
 * one of them has HTML only, all are wanted. */
static void append_found(struct letter_reader *reader, struct found *to, const struct found *from)
{
    if (to->text.length && to->text.at[to->text.length - 1] != '\n')
        buf_put_char(&to->text, '\n');
    buf_put_bytes(&to->text, buf_text(&from->text), from->text.length);
    to->says = true;
    to->from_html = to->from_html || from->from_html;
    to->repaired = to->repaired || from->repaired;
    if (!to->charset)
        letter_set(reader, &to->charset, from->charset);
}

static void read_mixed(struct letter_reader *reader, GMimeMultipart *multipart, unsigned depth,
                       struct found *found)
{
    int count = g_mime_multipart_get_count(multipart);
    struct found last = {0};

    for (int i = 0; i < count && !reader->failed && reader->letter->flaw == LETTER_WHOLE; i++) {
        struct found part = {0};

        read_object(reader, g_mime_multipart_get_part(multipart, i), depth, &part);
        if (!reader->has_chosen)
            need_html(reader, &part);
        if (part.says && !(last.says && says_the_same(&last, &part))) {
            append_found(reader, found, &part);
            found_fini(&last);
            last = part;
        } else {
            found_fini(&part);
        }
    }
    found_fini(&last);
}

/* The place in a related multipart of what the others belong to (RFC 2387 3.2). */
static int root_of(GMimeMultipart *multipart)
{
    const char *start = g_mime_object_get_content_type_parameter(GMIME_OBJECT(multipart), "start");
    int count = g_mime_multipart_get_count(multipart);

    for (int i = 0; start && i < count; i++) {
        const char *id = g_mime_object_get_content_id(g_mime_multipart_get_part(multipart, i));

        if (id && strstr(start, id))
            return i;
    }
    return 0;
}

/* How much is to be said for a text. */
static unsigned rank(const struct found *found)
{
    return found->says && !found->from_html ? 2 : found->says || found->html;
}

enum { THIN_BYTES = 300 }; /* no more says "your program does not show HTML", in any language */

/* Does a plain text say no more than that there is HTML? Whoever wrote a letter as short as that
 * wrote the same into the HTML. */
static void prefer_html(struct letter_reader *reader, struct found *found, GMimePart *html)
{
    struct found other = {.html = html};
    const char *said, *own;

    if (!html || !found->says || found->from_html || found->text.length > THIN_BYTES)
        return;
    need_html(reader, &other);
    own = next_shown(buf_text(&found->text));
    said = next_shown(buf_text(&other.text));
    while (*own && *said) { /* all of the one, in its order, within the other */
        if (text_lower(*own) == text_lower(*said))
            own = next_shown(own + 1);
        said = next_shown(said + 1);
    }
    if (*own && *next_shown(buf_text(&other.text)) &&
        (other.text.length > found->text.length || strstr(buf_text(&found->text), "HTML"))) {
        struct found thin = *found;

        *found = other;
        other = thin;
    }
    found_fini(&other);
}

/* One part is the letter: of an alternative the plain text, else the last HTML (RFC 2046 5.1.4), of
 * related ones the root, if it says something. The others are only counted. */
static void read_one_of(struct letter_reader *reader, GMimeMultipart *multipart, bool related,
                        unsigned depth, struct found *found)
{
    bool had_chosen = reader->has_chosen;
    int count = g_mime_multipart_get_count(multipart), root = related ? root_of(multipart) : 0;
    GMimePart *html = NULL;

    for (int n = 0; n < count && !reader->failed; n++) {
        int i = n == 0 ? root : n <= root ? n - 1 : n;
        struct found part = {0};

        read_object(reader, g_mime_multipart_get_part(multipart, i), depth, &part);
        html = part.html ? part.html : html;
        if (rank(&part) >= rank(found)) {
            found_fini(found);
            *found = part;
        } else {
            found_fini(&part);
        }
        reader->has_chosen = had_chosen || rank(found) > !related;
    }
    reader->has_chosen = had_chosen;
    if (!related)
        prefer_html(reader, found, html);
}

static void read_multipart(struct letter_reader *reader, GMimeMultipart *multipart, unsigned depth,
                           struct found *found)
{
    GMimeContentType *type = g_mime_object_get_content_type(GMIME_OBJECT(multipart));
    const char *prologue = g_mime_multipart_get_prologue(multipart);

    if (g_mime_multipart_get_count(multipart) == 0 && prologue) { /* no boundary is named */
        read_bytes(reader, prologue, strlen(prologue), NULL, found, &found->text);
        found->says = says_something(&found->text);
        return;
    }
    if (g_mime_content_type_is_type(type, "multipart", "encrypted")) {
        reader->encrypted = true;
        return;
    }
    if (g_mime_content_type_is_type(type, "multipart", "report"))
        letter_read_report(reader, multipart);
    if (g_mime_content_type_is_type(type, "multipart", "signed"))
        reader->letter->is_signed = true;
    if (g_mime_content_type_is_type(type, "multipart", "alternative"))
        read_one_of(reader, multipart, false, depth, found);
    else if (g_mime_content_type_is_type(type, "multipart", "related"))
        read_one_of(reader, multipart, true, depth, found);
    else
        read_mixed(reader, multipart, depth, found);
}

static void read_object(struct letter_reader *reader, GMimeObject *object, unsigned depth,
                        struct found *found)
{
    if (!object || reader->letter->flaw != LETTER_WHOLE)
        return;
    if (GMIME_IS_MULTIPART(object)) {
        if (depth >= reader->limits->depth)
            reader->letter->flaw = LETTER_TOO_DEEP;
        else
            read_multipart(reader, GMIME_MULTIPART(object), depth + 1, found);
        return;
    }
    if (++reader->parts > reader->limits->parts)
        reader->letter->flaw = LETTER_TOO_MANY_PARTS;
    else if (object == reader->torn && GMIME_IS_PART(object) && !is_file(object))
        reader->tore = true;
    else if (GMIME_IS_PART(object))
        read_leaf(reader, GMIME_PART(object), depth, found);
    else
        reader->letter->attachment_count++;
}

/* Take what was found as the letter's text. */
static void finish(struct letter_reader *reader, struct found *found)
{
    struct letter *letter = reader->letter;

    need_html(reader, found);
    letter->text_from_html = found->from_html;
    cut(reader, &found->text);
    if (!found->says && letter->flaw == LETTER_WHOLE)
        letter->flaw = reader->tore        ? LETTER_TOO_BIG
                       : reader->encrypted ? LETTER_ENCRYPTED
                                           : LETTER_NO_TEXT;
    letter->text_repaired = found->repaired;
    letter->text_length = found->text.length;
    free(letter->text);
    letter->text = buf_take(&found->text);
    free(letter->text_charset);
    letter->text_charset = found->charset ? found->charset : calloc(1, 1);
    found->charset = NULL;
    if (!letter->text || !letter->text_charset)
        reader->failed = true;
    found_fini(found);
}

/* Where a letter that was cut ends. */
static GMimeObject *last_leaf(GMimeObject *object)
{
    int count;

    while (object && GMIME_IS_MULTIPART(object) &&
           (count = g_mime_multipart_get_count(GMIME_MULTIPART(object))) > 0)
        object = g_mime_multipart_get_part(GMIME_MULTIPART(object), count - 1);
    return object;
}

void letter_read_text(struct letter_reader *reader, GMimeObject *root)
{
    struct found found = {0};

    reader->torn = reader->filled ? last_leaf(root) : NULL;
    read_object(reader, root, 0, &found);
    finish(reader, &found);
}
