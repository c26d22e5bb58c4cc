/* SPDX-License-Identifier: MIT */
/* Turns a letter's values into bytes, the same ones each time. Which letter goes to whom is
 * decided in src/outbound. */
#include "letter/mime_out.h"

#include <gmime/gmime.h>

#include "letter/mime_in.h"
#include "letter/template.h"

enum { ID_MAX = 250, ADDRESS_MAX = 254 /* RFC 5321 4.5.3.1 */, NAME_COLUMNS_MAX = 120 };

/* What mail programs on the way write back to is never worth an automatic answer. */
#define SUPPRESS "OOF, AutoReply"

struct composer {
    const struct letter_out *letter;
    GMimeMessage *message;
    unsigned boundaries; /* made so far */
    struct err *err;
};

/* Printable ASCII with one '@', no brackets or blanks: safe in <…>. */
static bool is_id(const char *id)
{
    unsigned ats = 0;
    size_t length = strlen(id);

    for (const char *c = id; *c; c++) {
        if (*c <= ' ' || *c >= 0x7F || strchr("<>()\"\\,;:", *c))
            return false;
        ats += *c == '@';
    }
    return ats == 1 && length <= ID_MAX && id[0] != '@' && id[length - 1] != '@';
}

/* A mailbox that needs no quotes; letters of other scripts are allowed (RFC 6531). */
static bool is_address(const char *address)
{
    const char *at = strrchr(address, '@');

    if (!at || at == address || at[1] == '\0' || strlen(address) > ADDRESS_MAX ||
        !text_is_utf8(address, strlen(address)))
        return false;
    for (const char *c = address; *c; c++)
        if ((unsigned char)*c <= ' ' || *c == 0x7F || strchr("<>()[]\"\\,;:", *c) ||
            (*c == '@' && c != at))
            return false;
    return true;
}

/* A copy without anything that could end a line; the caller frees. */
static char *one_line(const char *text)
{
    struct buf buf = {0};

    escape_write(ESCAPE_HEADER, text ? text : "", text ? strlen(text) : 0, &buf);
    return buf_take(&buf);
}

/* A name for an address, no word of ours, cut so that a joker's 10,000 characters do not fill every
 * header. */
static char *display_name(const char *name)
{
    char *line = one_line(name), *copy;
    struct buf defused = {0};

    escape_defuse(line ? line : "", line ? strlen(line) : 0, &defused);
    free(line);
    copy = buf_take(&defused);
    if (copy && letter_columns(copy, strlen(copy)) > NAME_COLUMNS_MAX) {
        size_t length = NAME_COLUMNS_MAX;

        while (length && ((unsigned char)copy[length] & 0xC0) == 0x80)
            length--;
        copy[length] = '\0';
    }
    return copy;
}

static enum rc set_mailbox(struct composer *c, GMimeAddressType type, const char *name,
                           const char *address, const char *what)
{
    OWN_MEMORY char *shown = NULL;

    if (!is_address(address ? address : ""))
        return ERR(c->err, RC_BAD_INPUT, "the ", what, " address of a letter is not one");
    shown = display_name(name);
    FAIL_IF(!shown, c->err, RC_NO_MEMORY, "no memory to compose a letter");
    g_mime_message_add_mailbox(c->message, type, *shown ? shown : NULL, address);
    return RC_OK;
}

/* A field whose value is ours or was checked; a value with a line end is never written. */
static void set_field(struct composer *c, const char *name, const char *value)
{
    OWN_MEMORY char *clean = value ? one_line(value) : NULL;

    if (clean)
        g_mime_object_append_header(GMIME_OBJECT(c->message), name, clean, "utf-8");
}

/* A field of URLs stands as it is: GMime would write a long one as an encoded word, which no mail
 * program takes for a URL. One that is not plain ASCII is left out. */
static void set_urls(struct composer *c, const char *name, const char *value)
{
    OWN_MEMORY char *clean = one_line(value);
    GMimeHeaderList *list = g_mime_object_get_header_list(GMIME_OBJECT(c->message));
    OWN(buf) raw = {0};
    bool plain = clean != NULL;

    for (const char *at = clean; plain && *at; at++)
        plain = *at > ' ' && *at < 127;
    if (plain) {
        buf_printf(&raw, "%s %s\n", strlen(name) + strlen(clean) > 74 ? "\n" : "", clean);
        g_mime_object_append_header(GMIME_OBJECT(c->message), name, "", NULL);
        g_mime_header_set_raw_value(g_mime_header_list_get_header(list, name), buf_text(&raw));
    }
}

/* Other programs' ids may be broken: those are left out rather than refused. */
static void set_references(struct composer *c)
{
    const struct letter_out *letter = c->letter;
    OWN(buf) ids = {0};

    for (unsigned i = 0; i < letter->reference_count && i < LETTER_OUT_REFERENCES_MAX; i++)
        if (letter->reference[i] && is_id(letter->reference[i]))
            BUF_PUT(&ids, ids.length ? " <" : "<", letter->reference[i], ">");
    if (ids.length && !ids.failed)
        set_field(c, "References", ids.at);
    buf_clear(&ids);
    if (letter->in_reply_to && is_id(letter->in_reply_to)) {
        BUF_PUT(&ids, "<", letter->in_reply_to, ">");
        set_field(c, "In-Reply-To", buf_text(&ids));
    }
}

static void set_list(struct composer *c)
{
    OWN(buf) value = {0};
    OWN_MEMORY char *title = one_line(c->letter->list_title);

    if (c->letter->list_id) {
        char *phrase = g_mime_utils_header_encode_phrase(NULL, title ? title : "", "utf-8");

        if (phrase && *phrase)
            BUF_PUT(&value, phrase, " ");
        g_free(phrase);
        buf_put_char(&value, '<');
        escape_write(ESCAPE_HEADER, c->letter->list_id, strlen(c->letter->list_id), &value);
        buf_put_char(&value, '>');
        set_field(c, "List-Id", buf_text(&value));
    }
    buf_clear(&value);
    if (c->letter->list_unsubscribe) {
        BUF_PUT(&value, "<", c->letter->list_unsubscribe, ">");
        set_urls(c, "List-Unsubscribe", buf_text(&value));
    }
}

static enum rc set_addresses(struct composer *c)
{
    const struct letter_out *letter = c->letter;

    TRY(set_mailbox(c, GMIME_ADDRESS_TYPE_FROM, letter->from_name, letter->from, "sender's"));
    TRY(set_mailbox(c, GMIME_ADDRESS_TYPE_TO, letter->to_name, letter->to, "recipient's"));
    if (letter->reply_to)
        TRY(set_mailbox(c, GMIME_ADDRESS_TYPE_REPLY_TO, letter->from_name, letter->reply_to,
                        "reply"));
    return RC_OK;
}

static enum rc set_header(struct composer *c)
{
    static const char *const automatic[AUTO_COUNT] = {
        [AUTO_GENERATED] = "auto-generated", [AUTO_REPLIED] = "auto-replied"};
    const struct letter_out *letter = c->letter;
    GDateTime *date = g_date_time_new_from_unix_utc(letter->date_s);
    OWN_MEMORY char *subject = one_line(letter->subject);
    enum rc rc = RC_OK;

    if (!date || !subject)
        rc = ERR(c->err, RC_BAD_INPUT, "the date of a letter is not one");
    THEN(rc, set_addresses(c));
    if (rc != RC_OK)
        goto out;
    g_mime_message_set_subject(c->message, subject, "utf-8");
    g_mime_message_set_date(c->message, date);
    g_mime_message_set_message_id(c->message, letter->message_id);
    set_references(c);
    set_list(c);
    set_field(c, "Auto-Submitted", automatic[letter->auto_submitted]);
    set_field(c, "X-Auto-Response-Suppress", SUPPRESS);
    set_field(c, "Postern-Loop", strrchr(letter->from, '@') + 1);
out:
    if (date)
        g_date_time_unref(date);
    return rc;
}

/* "=_" stands in no quoted-printable or base64 text, so no content can hold a boundary. */
static void set_boundary(struct composer *c, GMimeMultipart *multipart)
{
    uint64_t hash = 0xCBF29CE484222325; /* FNV-1a */
    OWN(buf) boundary = {0};

    for (const char *at = c->letter->message_id; *at; at++)
        hash = (hash ^ (unsigned char)*at) * 0x100000001B3;
    buf_put(&boundary, "=_postern_");
    for (int i = 60; i >= 0; i -= 4)
        buf_put_char(&boundary, "0123456789abcdef"[hash >> i & 15]);
    BUF_PUT(&boundary, "_", TEXT_INT(c->boundaries++));
    g_mime_multipart_set_boundary(multipart, buf_text(&boundary));
}

static GMimeMultipart *new_multipart(struct composer *c, const char *subtype)
{
    GMimeMultipart *multipart = g_mime_multipart_new_with_subtype(subtype);

    set_boundary(c, multipart);
    return multipart;
}

/* Whichever is shorter: quoted-printable takes three characters for a byte that is no ASCII, base64
 * four for three bytes. 8bit would be shorter still, but not every server on the way takes it, and
 * one that has to recode it breaks its signature. */
static GMimeContentEncoding shorter_encoding(const char *text)
{
    size_t length = 0, escaped = 0;

    for (; text[length]; length++)
        escaped += (unsigned char)text[length] >= 0x80 || text[length] == '=';
    return 2 * escaped > length * 2 / 5 ? GMIME_CONTENT_ENCODING_BASE64
                                        : GMIME_CONTENT_ENCODING_QUOTEDPRINTABLE;
}

static GMimeObject *new_text(const char *subtype, const char *text)
{
    GMimeTextPart *part = g_mime_text_part_new_with_subtype(subtype);

    g_mime_text_part_set_charset(part, "utf-8");
    g_mime_text_part_set_text(part, text);
    g_mime_part_set_content_encoding(GMIME_PART(part), shorter_encoding(text));
    return GMIME_OBJECT(part);
}

static GMimeObject *new_file(struct composer *c, const struct letter_part *from, bool shown)
{
    GMimeContentType *type = g_mime_content_type_parse(NULL, from->type);
    GMimePart *part = g_mime_part_new();
    GMimeStream *stream = g_mime_stream_mem_new_with_buffer(from->bytes, from->count);
    GMimeDataWrapper *content =
        g_mime_data_wrapper_new_with_stream(stream, GMIME_CONTENT_ENCODING_DEFAULT);
    OWN_MEMORY char *name = one_line(from->name);
    OWN(buf) cid = {0};

    g_mime_object_set_content_type(GMIME_OBJECT(part), type);
    g_mime_part_set_content(part, content);
    g_mime_part_set_content_encoding(part, GMIME_CONTENT_ENCODING_BASE64);
    g_mime_object_set_disposition(GMIME_OBJECT(part), shown ? "inline" : "attachment");
    if (name && *name)
        g_mime_part_set_filename(part, name);
    if (shown) {
        letter_cid(c->letter->message_id, from->cid, &cid);
        g_mime_part_set_content_id(part, buf_text(&cid));
    }
    g_object_unref(type);
    g_object_unref(content);
    g_object_unref(stream);
    return GMIME_OBJECT(part);
}

/* Put a part into a multipart, which owns it then. */
static void add(GMimeMultipart *multipart, GMimeObject *part)
{
    g_mime_multipart_add(multipart, part);
    g_object_unref(part);
}

static bool is_shown(const struct composer *c, const struct letter_part *part)
{
    return part->cid && c->letter->html;
}

static unsigned count_parts(const struct composer *c, bool shown)
{
    unsigned count = 0;

    for (unsigned i = 0; i < c->letter->part_count; i++)
        count += is_shown(c, &c->letter->part[i]) == shown;
    return count;
}

static void add_parts(struct composer *c, GMimeMultipart *to, bool shown)
{
    for (unsigned i = 0; i < c->letter->part_count; i++)
        if (is_shown(c, &c->letter->part[i]) == shown)
            add(to, new_file(c, &c->letter->part[i], shown));
}

/* alternative( text, html ), or the text alone. */
static GMimeObject *make_texts(struct composer *c, const char *text)
{
    GMimeMultipart *both;

    if (!c->letter->html)
        return new_text("plain", text);
    both = new_multipart(c, "alternative");
    add(both, new_text("plain", text));
    add(both, new_text("html", c->letter->html));
    return GMIME_OBJECT(both);
}

static GMimeObject *make_body(struct composer *c, const char *text)
{
    GMimeObject *body = make_texts(c, text);

    if (count_parts(c, true)) {
        GMimeMultipart *related = new_multipart(c, "related");

        g_mime_object_set_content_type_parameter(GMIME_OBJECT(related), "type",
                                                 "multipart/alternative");
        add(related, body);
        add_parts(c, related, true);
        body = GMIME_OBJECT(related);
    }
    if (count_parts(c, false)) {
        GMimeMultipart *mixed = new_multipart(c, "mixed");

        add(mixed, body);
        add_parts(c, mixed, false);
        body = GMIME_OBJECT(mixed);
    }
    return body;
}

/* Everything in it is encoded to lines, so that each LF is a line end. */
static void write_out(GMimeMessage *message, struct buf *out)
{
    GMimeStream *stream = g_mime_stream_mem_new();
    GByteArray *bytes;
    const char *at, *end;

    g_mime_object_write_to_stream(GMIME_OBJECT(message), NULL, stream);
    bytes = g_mime_stream_mem_get_byte_array(GMIME_STREAM_MEM(stream));
    at = (const char *)bytes->data;
    end = at + bytes->len;
    buf_reserve(out, bytes->len + bytes->len / 40);
    while (at < end) {
        const char *eol = memchr(at, '\n', (size_t)(end - at));
        const char *stop = eol ? eol : end;

        buf_put_bytes(out, at, (size_t)(stop - at) - (stop > at && stop[-1] == '\r'));
        buf_put(out, "\r\n");
        at = eol ? eol + 1 : end;
    }
    g_object_unref(stream);
}

static enum rc check(const struct letter_out *letter, struct err *err)
{
    if (!letter->message_id || !is_id(letter->message_id))
        return ERR(err, RC_BAD_INPUT, "a letter needs a Message-ID of the form left@right");
    if (!letter->subject || !letter->text || letter->part_count > LETTER_OUT_PARTS_MAX ||
        (unsigned)letter->auto_submitted >= AUTO_COUNT)
        return ERR(err, RC_BAD_INPUT, "a letter needs a subject and a text, and at most 8 parts");
    if (letter->html && strlen(letter->html) > LETTER_HTML_MAX)
        return ERR(err, RC_TOO_LONG, "the HTML of a letter is over 100 KB, where Gmail clips it");
    return RC_OK;
}

enum rc letter_compose(const struct letter_out *letter, struct buf *out, struct err *err)
{
    struct composer c = {.letter = letter, .err = err};
    enum rc rc;
    OWN_WIPED(buf) text = {0};
    GMimeObject *body;

    TRY(check(letter, err));
    letter_start();
    c.message = g_mime_message_new(TRUE);
    rc = set_header(&c);
    letter_wrap(letter->text, &text);
    THEN(rc, buf_rc(&text, err));
    if (rc != RC_OK)
        goto out;
    body = make_body(&c, buf_text(&text));
    g_mime_message_set_mime_part(c.message, body);
    if (letter->language) {
        char *language = one_line(letter->language);

        if (language)
            g_mime_object_set_header(body, "Content-Language", language, "utf-8");
        free(language);
    }
    g_object_unref(body);
    write_out(c.message, out);
    rc = buf_rc(out, err);
out:
    g_object_unref(c.message);
    return rc;
}

void letter_cid(const char *message_id, const char *name, struct buf *out)
{
    for (; *name; name++)
        buf_put_char(out, text_is_letter(*name) || text_is_digit(*name) ? *name : '-');
    BUF_PUT(out, ".", message_id);
}

void letter_mailto(const char *address, const char *subject, const char *body, struct buf *out)
{
    static const char hex[] = "0123456789ABCDEF";
    const char *const texts[] = {address, subject, body};
    static const char *const before[] = {"mailto:", "subject=", "body="};
    char separator = '?';

    for (unsigned i = 0; i < 3; i++) {
        if (!texts[i])
            continue;
        if (i > 0) {
            buf_put_char(out, separator);
            separator = '&';
        }
        buf_put(out, before[i]);
        for (const char *c = texts[i]; *c; c++) {
            if (text_is_letter(*c) || text_is_digit(*c) || strchr("-._~", *c) ||
                (i == 0 && *c == '@')) {
                buf_put_char(out, *c);
            } else if (*c == '\n') {
                buf_put(out, "%0D%0A");
            } else if (*c != '\r') {
                buf_put_char(out, '%');
                buf_put_char(out, hex[(unsigned char)*c >> 4]);
                buf_put_char(out, hex[(unsigned char)*c & 15]);
            }
        }
    }
}
