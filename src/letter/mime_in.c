/* SPDX-License-Identifier: MIT */
/* The header of a letter, and the ends of reading it. */
#include "letter/mime_in.h"

#include "letter/charset.h"
#include "letter/mime_in_p.h"
#include "letter/template.h"

enum { FIELDS_MAX = 2000 };

/* Most values are plain ASCII and need no cleaning. */
static bool is_plain(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (text[i] < ' ' || text[i] >= 0x7F)
            return false;
    return length < LETTER_FIELD_BYTES;
}

static char *copy_clean(const char *text, size_t length)
{
    OWN(buf) utf8 = {0}, clean = {0};
    const char *at;

    charset_read("", text, length < LETTER_FIELD_BYTES ? length : LETTER_FIELD_BYTES, &utf8);
    escape_write(ESCAPE_TEXT, buf_text(&utf8), utf8.length, &clean);
    while (clean.length && clean.at[clean.length - 1] == ' ')
        clean.at[--clean.length] = '\0';
    for (at = buf_text(&clean); *at == ' ';)
        at++;
    return utf8.failed || clean.failed ? NULL : strdup(at);
}

void letter_set_bytes(struct letter_reader *reader, char **member, const char *text, size_t length)
{
    char *copy;

    text_trim(&text, &length);
    copy = is_plain(text, length) ? strndup(text, length) : copy_clean(text, length);
    if (copy) {
        free(*member);
        *member = copy;
    } else {
        reader->failed = true;
    }
}

void letter_set(struct letter_reader *reader, char **member, const char *text)
{
    letter_set_bytes(reader, member, text ? text : "", text ? strlen(text) : 0);
}

void letter_set_folded(struct letter_reader *reader, char **member, const char *text)
{
    letter_set(reader, member, text);
    for (char *c = *member; c && *c; c++)
        *c = text_lower(*c);
}

void letter_set_address(struct letter_reader *reader, char **member, const char *text)
{
    size_t length = text ? strlen(text) : 0;
    char *at;

    while (length && (text_is_space(text[length - 1]) || text[length - 1] == '>'))
        length--;
    while (length && (text_is_space(*text) || *text == '<')) {
        text++;
        length--;
    }
    letter_set_bytes(reader, member, text ? text : "", length);
    at = *member ? strrchr(*member, '@') : NULL;
    for (; at && *at; at++)
        *at = text_lower(*at);
}

/* A message id without brackets; a broken one as it is written, so that repeats are still seen. */
static void set_id(struct letter_reader *reader, char **member, const char *value)
{
    const char *open = strchr(value, '<');
    const char *close = open ? strchr(open, '>') : NULL;

    if (close)
        letter_set_bytes(reader, member, open + 1, (size_t)(close - open - 1));
    else
        letter_set(reader, member, value);
}

static void set_references(struct letter_reader *reader, const char *value)
{
    struct letter *letter = reader->letter;

    for (const char *open = strchr(value, '<'), *close; open; open = strchr(close, '<')) {
        close = strchr(open, '>');
        if (!close)
            return;
        /* When there are too many the newest count, and the first, which is the thread's root. */
        if (letter->reference_count == LETTER_REFERENCES_MAX) {
            free(letter->references[1]);
            memmove(letter->references + 1, letter->references + 2,
                    (LETTER_REFERENCES_MAX - 2) * sizeof *letter->references);
            letter->references[--letter->reference_count] = NULL;
        }
        letter_set_bytes(reader, &letter->references[letter->reference_count++], open + 1,
                         (size_t)(close - open - 1));
    }
}

typedef void mailbox_reader(struct letter_reader *reader, const char *name, const char *address,
                            unsigned place);

/* Call back for each mailbox of a list, at most `most`; groups are opened once, since RFC 5322
 * nests none. Returns the place after the last. */
static unsigned each_mailbox(struct letter_reader *reader, InternetAddressList *list, bool groups,
                             unsigned most, mailbox_reader *each, unsigned place)
{
    int length = list ? internet_address_list_length(list) : 0;

    for (int i = 0; i < length && place < most; i++) {
        InternetAddress *address = internet_address_list_get_address(list, i);

        if (INTERNET_ADDRESS_IS_MAILBOX(address))
            each(reader, internet_address_get_name(address),
                 internet_address_mailbox_get_addr(INTERNET_ADDRESS_MAILBOX(address)), place++);
        else if (groups && INTERNET_ADDRESS_IS_GROUP(address))
            place = each_mailbox(
                reader, internet_address_group_get_members(INTERNET_ADDRESS_GROUP(address)), false,
                most, each, place);
    }
    return place;
}

/* "Sample, Ann <ann@…>" without quotes is two mailboxes to a parser, and one to everybody else. */
static void set_from(struct letter_reader *reader, const char *name, const char *address,
                     unsigned place)
{
    struct letter *letter = reader->letter;

    (void)place;
    if (!address || !strchr(address, '@'))
        return;
    if (letter->from_count++ == 0) {
        letter_set(reader, &letter->from.name, name);
        letter_set_address(reader, &letter->from.address, address);
    }
}

/* The first word with an "@" in it, without brackets: of a From line that no parser takes apart. */
static void set_from_by_sign(struct letter_reader *reader, const char *value)
{
    static const char around[] = " \t\r\n<>()[],;\"";
    const char *sign = strchr(value, '@'), *start = sign;

    while (start && start > value && !strchr(around, start[-1]))
        start--;
    if (!sign || start == sign || strcspn(sign + 1, around) == 0)
        return;
    letter_set_bytes(reader, &reader->letter->from.address, start,
                     (size_t)(sign - start) + strcspn(sign, around));
    letter_set_address(reader, &reader->letter->from.address, reader->letter->from.address);
    if (start > value)
        letter_set_bytes(reader, &reader->letter->from.name, value,
                         strcspn(value, "<[(") < (size_t)(start - value) ? strcspn(value, "<[(")
                                                                         : (size_t)(start - value));
    reader->letter->from_count = 1;
}

static void set_sender(struct letter_reader *reader, const char *name, const char *address,
                       unsigned place)
{
    (void)name;
    (void)place;
    letter_set_address(reader, &reader->letter->sender, address);
}

static void set_reply_to(struct letter_reader *reader, const char *name, const char *address,
                         unsigned place)
{
    (void)name;
    (void)place;
    letter_set_address(reader, &reader->letter->reply_to, address);
}

static void add_recipient(struct letter_reader *reader, const char *name, const char *address,
                          unsigned place)
{
    struct letter *letter = reader->letter;

    (void)name;
    (void)place;
    if (letter->recipient_count < LETTER_RECIPIENTS_MAX)
        letter_set_address(reader, &letter->recipient[letter->recipient_count++], address);
}

static void read_mailboxes(struct letter_reader *reader, const char *value, unsigned most,
                           mailbox_reader *each)
{
    InternetAddressList *list = internet_address_list_parse(NULL, value);

    each_mailbox(reader, list, true, most, each, 0);
    if (list)
        g_object_unref(list);
}

static void set_first_id(struct letter_reader *reader, char **member, const char *value)
{
    if ((*member)[0] == '\0')
        set_id(reader, member, value);
}

static void set_first(struct letter_reader *reader, char **member, const char *value)
{
    if ((*member)[0] == '\0')
        letter_set(reader, member, value);
}

/* The first word of a value, without its parameters. */
static void set_word(struct letter_reader *reader, char **member, const char *value)
{
    while (text_is_space(*value))
        value++;
    letter_set_bytes(reader, member, value, strcspn(value, " \t\r\n;("));
    for (char *c = *member; c && *c; c++)
        *c = text_lower(*c);
}

/* Readers of fields. */

static void read_from(struct letter_reader *reader, const char *value)
{
    if (reader->letter->from_count) {
        reader->letter->from_count++; /* a second field is as suspicious as a second mailbox */
        return;
    }
    read_mailboxes(reader, value, UINT16_MAX, set_from);
    if (!reader->letter->from_count)
        set_from_by_sign(reader, value);
}

/* Of a From line without any address. */
static void set_from_by_path(struct letter_reader *reader, GMimeMessage *message)
{
    struct letter *letter = reader->letter;

    if (!letter->from_count && letter->return_path[0] &&
        g_mime_object_get_header(GMIME_OBJECT(message), "From")) {
        letter_set(reader, &letter->from.address, letter->return_path);
        letter->from_count = 1;
    }
}

static void read_sender(struct letter_reader *reader, const char *value)
{
    read_mailboxes(reader, value, 1, set_sender);
}

static void read_reply_to(struct letter_reader *reader, const char *value)
{
    if (reader->letter->reply_to[0] == '\0')
        read_mailboxes(reader, value, 1, set_reply_to);
}

static void read_delivered(struct letter_reader *reader, const char *value)
{
    add_recipient(reader, NULL, value, 0);
}

static void read_to(struct letter_reader *reader, const char *value)
{
    read_mailboxes(reader, value, LETTER_RECIPIENTS_MAX, add_recipient);
}

static void read_return_path(struct letter_reader *reader, const char *value)
{
    if (reader->letter->has_return_path)
        return;
    reader->letter->has_return_path = true;
    letter_set_address(reader, &reader->letter->return_path, value);
}

static void read_list_id(struct letter_reader *reader, const char *value)
{
    reader->letter->list_fields = true;
    letter_set(reader, &reader->letter->list_id, value);
}

static void read_received(struct letter_reader *reader, const char *value)
{
    (void)value;
    reader->letter->hops++;
}

static void read_results(struct letter_reader *reader, const char *value)
{
    letter_read_auth(reader, value, reader->auth_fields++);
}

/* Who a letter was delivered to, as our mail system says, comes before whom its sender named:
 * those fields are read in a second pass. */
static const struct field {
    const char *name;
    void (*read)(struct letter_reader *reader, const char *value); /* NULL: it is a member alone */
    enum { RAW, DECODED } form; /* decoding costs more than all else, for addresses most */
    bool second;
    void (*set)(struct letter_reader *reader, char **member, const char *value); /* NULL: a flag */
    size_t place;                                                                /* of the member */
} fields[] = {
#define MEMBER(member) offsetof(struct letter, member)
    {"Message-ID", NULL, RAW, false, set_first_id, MEMBER(message_id)},
    {"In-Reply-To", NULL, RAW, false, set_first_id, MEMBER(in_reply_to)},
    {"References", set_references, RAW, false, NULL, 0},
    {"From", read_from, RAW, false, NULL, 0},
    {"Sender", read_sender, RAW, false, NULL, 0},
    {"Reply-To", read_reply_to, RAW, false, NULL, 0},
    {"Delivered-To", read_delivered, RAW, false, NULL, 0},
    {"X-Original-To", read_delivered, RAW, false, NULL, 0},
    {"Envelope-To", read_delivered, RAW, false, NULL, 0},
    {"To", read_to, RAW, true, NULL, 0},
    {"Cc", read_to, RAW, true, NULL, 0},
    {"Resent-To", read_to, RAW, true, NULL, 0},
    {"Return-Path", read_return_path, RAW, false, NULL, 0},
    {"Subject", NULL, DECODED, false, set_first, MEMBER(subject)},
    {"Date", NULL, RAW, false, set_first, MEMBER(date)},
    {"Auto-Submitted", NULL, RAW, false, set_word, MEMBER(auto_submitted)},
    {"Precedence", NULL, RAW, false, set_word, MEMBER(precedence)},
    {"X-Precedence", NULL, RAW, false, set_word, MEMBER(precedence)},
    {"Preference", NULL, RAW, false, set_word, MEMBER(precedence)},
    {"X-Auto-Response-Suppress", NULL, RAW, false, letter_set_folded, MEMBER(response_suppress)},
    {"List-Id", read_list_id, DECODED, false, NULL, 0},
    {"List-Post", NULL, RAW, false, NULL, MEMBER(list_fields)},
    {"List-Unsubscribe", NULL, RAW, false, NULL, MEMBER(list_fields)},
    {"List-Help", NULL, RAW, false, NULL, MEMBER(list_fields)},
    {"List-Subscribe", NULL, RAW, false, NULL, MEMBER(list_fields)},
    {"List-Owner", NULL, RAW, false, NULL, MEMBER(list_fields)},
    {"List-Archive", NULL, RAW, false, NULL, MEMBER(list_fields)},
    {"X-Failed-Recipients", NULL, RAW, false, NULL, MEMBER(failed_recipients)},
    {"Postern-Loop", NULL, RAW, false, NULL, MEMBER(loop_field)},
    {"Authentication-Results", read_results, RAW, false, NULL, 0},
    {"Received", read_received, RAW, false, NULL, 0},
#undef MEMBER
};

/* "X-Autoreply-From", "X-Vacation", "X-FC-MachineGenerated": programs that answer by themselves
 * each have a field of their own for it. */
static bool names_a_robot(const char *name, const char *value)
{
    static const char *const stems[] = {"autorepl", "autorespon",  "autogenerat", "machinegenerat",
                                        "vacation", "appleaction", NULL};
    TEXT_IN(text, bare, 48);

    for (; *name; name++)
        if (text_is_letter(*name))
            text_put_bytes(&text, &(char){text_lower(*name)}, 1);
    while (text_is_space(*value))
        value++;
    if (text_starts_with(value, "no") || text_starts_with(value, "No"))
        return false;
    if (strstr(value, "Autoresponder"))
        return true;
    for (const char *const *stem = stems; *stem; stem++)
        if (strstr(bare, *stem))
            return true;
    return false;
}

static const struct field *field_of(const char *name)
{
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        if (text_lower(*name) == text_lower(fields[i].name[0]) &&
            text_equal_folded(name, fields[i].name))
            return &fields[i];
    return NULL;
}

/* A value that may hold encoded words, or bytes of another charset; NULL: it holds none. */
static char *decode_field(const char *value)
{
    char *unfolded, *decoded;

    if (is_plain(value, strlen(value)) && !strstr(value, "=?"))
        return NULL;
    unfolded = g_mime_utils_header_unfold(value);
    decoded = g_mime_utils_header_decode_text(NULL, unfolded);
    g_free(unfolded);
    return decoded;
}

static void read_field(struct letter_reader *reader, const char *name, const char *value,
                       bool second)
{
    const struct field *field = field_of(name);
    void *member = (char *)reader->letter + (field ? field->place : 0);
    char *decoded;

    if ((!field || field->read == read_delivered) && !second && names_a_robot(name, value))
        reader->letter->auto_fields = true;
    if (!field || field->second != second)
        return;
    decoded = field->form == DECODED ? decode_field(value) : NULL;
    if (field->read)
        field->read(reader, decoded ? decoded : value);
    else if (field->set)
        field->set(reader, (char **)member, decoded ? decoded : value);
    else
        *(bool *)member = true;
    g_free(decoded);
}

static void read_fields(struct letter_reader *reader, GMimeHeaderList *list, bool second)
{
    int count = g_mime_header_list_get_count(list);

    for (int i = 0; i < count && i < FIELDS_MAX; i++) {
        GMimeHeader *header = g_mime_header_list_get_header_at(list, i);
        const char *value = g_mime_header_get_raw_value(header);

        read_field(reader, g_mime_header_get_name(header), value ? value : "", second);
    }
}

/* All strings of a letter start as "", so that no reader needs to ask for NULL. */
static void start_strings(struct letter_reader *reader)
{
    struct letter *letter = reader->letter;
    char **const strings[] = {
        &letter->message_id,        &letter->in_reply_to,    &letter->from.name,
        &letter->from.address,      &letter->sender,         &letter->reply_to,
        &letter->return_path,       &letter->subject,        &letter->date,
        &letter->content_language,  &letter->auto_submitted, &letter->precedence,
        &letter->response_suppress, &letter->list_id,        &letter->reported_id,
        &letter->reported_to,       &letter->text,           &letter->text_charset};

    for (size_t i = 0; i < sizeof strings / sizeof *strings; i++) {
        *strings[i] = calloc(1, 1);
        if (!*strings[i])
            reader->failed = true;
    }
}

/* Length of the header: up to and with the first empty line. */
static size_t header_length(const char *bytes, size_t count)
{
    const char *end = bytes + count, *at = bytes;

    while ((at = memchr(at, '\n', (size_t)(end - at)))) {
        at++;
        if (at < end && (*at == '\n' || (*at == '\r' && at + 1 < end && at[1] == '\n')))
            return (size_t)(at - bytes) + (*at == '\n' ? 1 : 2);
    }
    return count;
}

/* A first line "Name: …" within reason, an mbox "From " line before it allowed. */
static bool looks_like_a_letter(const char *bytes, size_t count)
{
    size_t i = 0;

    if (count > 5 && memcmp(bytes, "From ", 5) == 0) {
        const char *eol = memchr(bytes, '\n', count);

        i = eol ? (size_t)(eol - bytes) + 1 : count;
    }
    for (size_t start = i; i < count && i - start < 77; i++) {
        if (bytes[i] == ':')
            return i > start;
        if (bytes[i] <= ' ' || bytes[i] == 0x7F)
            return false;
    }
    return false;
}

static void read_body(struct letter_reader *reader, GMimeMessage *message)
{
    GMimeObject *root = g_mime_message_get_mime_part(message);
    const char *language;

    if (!root)
        return;
    language = g_mime_object_get_header(root, "Content-Language");
    letter_set_folded(reader, &reader->letter->content_language, language);
    if (reader->letter->flaw != LETTER_TOO_BIG && reader->letter->flaw != LETTER_TOO_MANY_PARTS)
        letter_read_text(reader, root);
}

/* GMime sees only as much of a letter as its limits allow. */
static enum rc parse(struct letter_reader *reader, const char *bytes, size_t count)
{
    GMimeStream *stream = g_mime_stream_mem_new_with_buffer(bytes, count);
    GMimeParser *parser = g_mime_parser_new_with_stream(stream);
    GMimeMessage *message;

    if (count > 5 && memcmp(bytes, "From ", 5) == 0)
        g_mime_parser_set_format(parser, GMIME_FORMAT_MBOX);
    message = g_mime_parser_construct_message(parser, NULL);
    if (message) {
        read_fields(reader, g_mime_object_get_header_list(GMIME_OBJECT(message)), false);
        read_fields(reader, g_mime_object_get_header_list(GMIME_OBJECT(message)), true);
        set_from_by_path(reader, message);
        read_body(reader, message);
        g_object_unref(message);
    }
    g_object_unref(parser);
    g_object_unref(stream);
    return message ? RC_OK : ERR(reader->err, RC_BAD_INPUT, "these bytes are not a letter");
}

/* The library makes an object of each part before anybody can count them: a letter of nothing but
 * boundaries cost 230 MB and seconds. No letter to us has as many lines that could be one. */
enum { BOUNDARY_LINES_MAX = 1024 };

static bool is_all_boundaries(const char *bytes, size_t count)
{
    const char *end = bytes + count;
    unsigned lines = 0;

    for (const char *at = bytes; (at = memchr(at, '\n', (size_t)(end - at))) != NULL; at++)
        if (end - at > 2 && at[1] == '-' && at[2] == '-' && ++lines > BOUNDARY_LINES_MAX)
            return true;
    return false;
}

static enum rc read_mended(struct letter_reader *reader, const char *bytes, size_t count, bool big)
{
    struct letter *letter = reader->letter;
    size_t header = header_length(bytes, count);

    FAIL_IF(!looks_like_a_letter(bytes, count), reader->err, RC_BAD_INPUT,
            "these bytes are not a letter: no header field begins them");
    letter_start();
    start_strings(reader);
    if (big || header > reader->limits->header_bytes) {
        letter->flaw = LETTER_TOO_BIG;
        count = header < reader->limits->header_bytes ? header : reader->limits->header_bytes;
    }
    if (is_all_boundaries(bytes, count)) {
        letter->flaw = LETTER_TOO_MANY_PARTS;
        count = header;
    }
    return reader->failed ? RC_OK : parse(reader, bytes, count);
}

enum rc letter_read(const void *bytes, size_t count, const struct letter_limits *limits,
                    struct letter *letter, struct err *err)
{
    struct letter got = {0};
    struct letter_reader reader = {
        .limits = limits ? limits : &letter_limits_usual, .letter = &got, .err = err};
    OWN(buf) mended = {0};
    bool anew = letter_mend(bytes, count, &mended);
    enum rc rc;

    reader.filled = count == reader.limits->bytes;
    if (anew && !mended.failed)
        rc = read_mended(&reader, buf_text(&mended), mended.length, count > reader.limits->bytes);
    else
        rc = read_mended(&reader, bytes, count, count > reader.limits->bytes);
    if (rc == RC_OK && reader.failed)
        rc = ERR(err, RC_NO_MEMORY, "no memory to read a letter");
    if (rc == RC_OK)
        *letter = got;
    else
        letter_fini(&got);
    return rc;
}
