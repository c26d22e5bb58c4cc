/* SPDX-License-Identifier: MIT */
/* multipart/report: delivery reports, read receipts, abuse reports (RFC 3464, 8098, 5965). */

#include "letter/mime_in_p.h"

/* One field of a block of fields; value with folded lines, up to value_length. */
struct block_field {
    const char *name;
    size_t name_length;
    const char *value;
    size_t value_length;
};

/* The next field at *at; false at an empty line or the end, *at then behind it. */
static bool next_field(const char **at, const char *end, struct block_field *field)
{
    const char *line = *at, *eol, *colon;

    for (;;) {
        eol = memchr(line, '\n', (size_t)(end - line));
        if (!eol)
            eol = end;
        *at = eol < end ? eol + 1 : end;
        if (line == end || line == eol || (*line == '\r' && line + 1 == eol))
            return false;
        colon = memchr(line, ':', (size_t)(eol - line));
        if (colon)
            break;
        line = *at;
    }
    while (*at < end && (**at == ' ' || **at == '\t')) {
        eol = memchr(*at, '\n', (size_t)(end - *at));
        eol = eol ? eol : end;
        *at = eol < end ? eol + 1 : end;
    }
    *field =
        (struct block_field){line, (size_t)(colon - line), colon + 1, (size_t)(eol - colon - 1)};
    while (field->name_length && text_is_space(field->name[field->name_length - 1]))
        field->name_length--;
    return true;
}

static bool field_is(const struct block_field *field, const char *name)
{
    if (strlen(name) != field->name_length)
        return false;
    for (size_t i = 0; i < field->name_length; i++)
        if (text_lower(name[i]) != text_lower(field->name[i]))
            return false;
    return true;
}

/* "rfc822; someone@example.org" → the address. */
static void set_typed(struct letter_reader *reader, char **member, const struct block_field *field)
{
    const char *semicolon = memchr(field->value, ';', field->value_length);
    const char *from = semicolon ? semicolon + 1 : field->value;
    TEXT_IN(text, array, 512);

    text_put_bytes(&text, from, (size_t)(field->value + field->value_length - from));
    letter_set_address(reader, member, array);
}

static void start_recipient(struct letter_reader *reader, struct letter_report_recipient *to)
{
    letter_set(reader, &to->address, "");
    letter_set(reader, &to->action, "");
    letter_set(reader, &to->status, "");
    letter_set(reader, &to->diagnostic, "");
}

static void lower(char *text)
{
    for (; text && *text; text++)
        *text = text_lower(*text);
}

static void read_recipient_field(struct letter_reader *reader, struct letter_report_recipient *to,
                                 const struct block_field *field)
{
    if (field_is(field, "Final-Recipient") ||
        (field_is(field, "Original-Recipient") && to->address[0] == '\0')) {
        set_typed(reader, &to->address, field);
    } else if (field_is(field, "Action")) {
        letter_set_bytes(reader, &to->action, field->value, field->value_length);
        lower(to->action);
    } else if (field_is(field, "Status")) {
        letter_set_bytes(reader, &to->status, field->value, field->value_length);
        to->status[strcspn(to->status, " (")] = '\0';
    } else if (field_is(field, "Diagnostic-Code")) {
        letter_set_bytes(reader, &to->diagnostic, field->value, field->value_length);
    }
}

/* message/delivery-status: a block about the letter, then one for each recipient. */
static void read_delivery_status(struct letter_reader *reader, const struct buf *content)
{
    const char *at = buf_text(content), *end = at + content->length;
    struct letter *letter = reader->letter;

    while (at < end && letter->report_recipient_count < LETTER_REPORT_RECIPIENTS_MAX) {
        struct letter_report_recipient *to =
            &letter->report_recipient[letter->report_recipient_count];
        struct block_field field;

        start_recipient(reader, to);
        letter->report_recipient_count++;
        while (!reader->failed && next_field(&at, end, &field))
            read_recipient_field(reader, to, &field);
        if (reader->failed)
            return;
        /* The block about the letter has neither; nor have empty ones. */
        if (to->address[0] == '\0' && to->action[0] == '\0') {
            letter->report_recipient_count--;
            free(to->address);
            free(to->action);
            free(to->status);
            free(to->diagnostic);
            memset(to, 0, sizeof *to);
        }
    }
}

/* message/disposition-notification and message/feedback-report: one block. */
static void read_notification(struct letter_reader *reader, const struct buf *content)
{
    const char *at = buf_text(content), *end = at + content->length;
    struct letter *letter = reader->letter;
    struct block_field field;

    while (next_field(&at, end, &field)) {
        if (field_is(&field, "Original-Message-ID"))
            set_typed(reader, &letter->reported_id, &field);
        else if (field_is(&field, "Final-Recipient") || field_is(&field, "Original-Rcpt-To"))
            set_typed(reader, &letter->reported_to, &field);
    }
}

/* The header of the letter that the report is about. */
static void read_returned(struct letter_reader *reader, const struct buf *content)
{
    const char *at = buf_text(content), *end = at + content->length;
    struct block_field field;

    while (next_field(&at, end, &field)) {
        if (field_is(&field, "Message-ID"))
            set_typed(reader, &reader->letter->reported_id, &field);
        else if (field_is(&field, "To") && reader->letter->reported_to[0] == '\0')
            set_typed(reader, &reader->letter->reported_to, &field);
    }
}

static void read_message(struct letter_reader *reader, GMimeMessagePart *part)
{
    GMimeMessage *message = g_mime_message_part_get_message(part);
    char *header = message ? g_mime_object_get_headers(GMIME_OBJECT(message), NULL) : NULL;
    OWN(buf) content = {0};

    if (header) {
        buf_put(&content, header);
        read_returned(reader, &content);
        g_free(header);
    }
}

static void read_report_part(struct letter_reader *reader, GMimeObject *part)
{
    GMimeContentType *type = g_mime_object_get_content_type(part);
    OWN(buf) content = {0};

    if (GMIME_IS_MESSAGE_PART(part)) {
        read_message(reader, GMIME_MESSAGE_PART(part));
        return;
    }
    if (!GMIME_IS_PART(part) || !letter_read_content(reader, GMIME_PART(part), &content))
        return;
    if (g_mime_content_type_is_type(type, "message", "delivery-status") ||
        g_mime_content_type_is_type(type, "message", "global-delivery-status"))
        read_delivery_status(reader, &content);
    else if (g_mime_content_type_is_type(type, "message", "disposition-notification") ||
             g_mime_content_type_is_type(type, "message", "feedback-report"))
        read_notification(reader, &content);
    else if (g_mime_content_type_is_type(type, "text", "rfc822-headers") ||
             g_mime_content_type_is_type(type, "message", "global-headers"))
        read_returned(reader, &content);
}

static enum letter_report kind_of(const char *type)
{
    static const struct {
        const char *type;
        enum letter_report report;
    } rows[] = {{"delivery-status", LETTER_REPORT_DELIVERY},
                {"disposition-notification", LETTER_REPORT_READ},
                {"feedback-report", LETTER_REPORT_ABUSE}};

    for (size_t i = 0; type && i < sizeof rows / sizeof *rows; i++)
        if (text_equal_folded(type, rows[i].type))
            return rows[i].report;
    return LETTER_REPORT_OTHER;
}

void letter_read_report(struct letter_reader *reader, GMimeMultipart *report)
{
    int count = g_mime_multipart_get_count(report);

    reader->letter->report =
        kind_of(g_mime_object_get_content_type_parameter(GMIME_OBJECT(report), "report-type"));
    for (int i = 0; i < count && i < (int)reader->limits->parts; i++)
        read_report_part(reader, g_mime_multipart_get_part(report, i));
}
