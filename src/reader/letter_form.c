/* SPDX-License-Identifier: MIT */
/* A parsed letter as bytes for the hand-over, and back, by one table. What comes back is checked
 * like anything from outside. */
#include "reader/reader_p.h"

enum {
    LINE_MOST = LETTER_FIELD_BYTES * 3, /* each byte may have become U+FFFD */
    NUMBER_MOST = 1 << 20
};

enum kind {
    LINE, /* a string of one line */
    TEXT, /* the letter's text */
    FLAG,
    NUMBER, /* unsigned, or an enum */
    LIST    /* an array, its count beside it */
};

struct member {
    enum kind kind;
    size_t offset;
    unsigned most; /* number, or count of a list */
    size_t count_offset, size;
    const struct member *of; /* each of a list; ends with `size` */
    unsigned of_count;
};

#define AT(type, name) offsetof(struct type, name)
#define LETTER_LINE(name)                                                                          \
    {                                                                                              \
        .kind = LINE, .offset = AT(letter, name)                                                   \
    }
#define LETTER_FLAG(name)                                                                          \
    {                                                                                              \
        .kind = FLAG, .offset = AT(letter, name)                                                   \
    }
#define LETTER_NUMBER(name, highest)                                                               \
    {                                                                                              \
        .kind = NUMBER, .offset = AT(letter, name), .most = (highest)                              \
    }
#define LETTER_LIST(name, count, highest, members)                                                 \
    {                                                                                              \
        .kind = LIST, .offset = AT(letter, name), .count_offset = AT(letter, count),               \
        .most = (highest), .size = sizeof((struct letter *)0)->name[0], .of = (members),           \
        .of_count = sizeof(members) / sizeof *(members)                                            \
    }

static const struct member string_alone[] = {{.kind = LINE}};
static const struct member auth[] = {
    {.kind = LINE, .offset = AT(letter_auth, server)},
    {.kind = LINE, .offset = AT(letter_auth, method)},
    {.kind = LINE, .offset = AT(letter_auth, result)},
    {.kind = LINE, .offset = AT(letter_auth, property)},
    {.kind = NUMBER, .offset = AT(letter_auth, field), .most = NUMBER_MOST}};
static const struct member report_recipient[] = {
    {.kind = LINE, .offset = AT(letter_report_recipient, address)},
    {.kind = LINE, .offset = AT(letter_report_recipient, action)},
    {.kind = LINE, .offset = AT(letter_report_recipient, status)},
    {.kind = LINE, .offset = AT(letter_report_recipient, diagnostic)}};

static const struct member members[] = {
    LETTER_NUMBER(flaw, LETTER_FLAW_COUNT - 1),
    LETTER_LINE(message_id),
    LETTER_LINE(in_reply_to),
    LETTER_LIST(references, reference_count, LETTER_REFERENCES_MAX, string_alone),
    LETTER_LINE(from.name),
    LETTER_LINE(from.address),
    LETTER_NUMBER(from_count, NUMBER_MOST),
    LETTER_LINE(sender),
    LETTER_LINE(reply_to),
    LETTER_LIST(recipient, recipient_count, LETTER_RECIPIENTS_MAX, string_alone),
    LETTER_FLAG(has_return_path),
    LETTER_LINE(return_path),
    LETTER_LINE(subject),
    LETTER_LINE(date),
    LETTER_LINE(content_language),
    LETTER_LINE(auto_submitted),
    LETTER_LINE(precedence),
    LETTER_LINE(response_suppress),
    LETTER_LINE(list_id),
    LETTER_FLAG(list_fields),
    LETTER_FLAG(auto_fields),
    LETTER_FLAG(failed_recipients),
    LETTER_FLAG(loop_field),
    LETTER_NUMBER(hops, NUMBER_MOST),
    LETTER_LIST(auth, auth_count, LETTER_AUTH_MAX, auth),
    LETTER_NUMBER(report, LETTER_REPORT_COUNT - 1),
    LETTER_LIST(report_recipient, report_recipient_count, LETTER_REPORT_RECIPIENTS_MAX,
                report_recipient),
    LETTER_LINE(reported_id),
    LETTER_LINE(reported_to),
    LETTER_FLAG(reaction),
    LETTER_FLAG(is_signed),
    LETTER_FLAG(calendar),
    LETTER_NUMBER(attachment_count, NUMBER_MOST),
    {.kind = TEXT, .offset = AT(letter, text)},
    LETTER_FLAG(text_from_html),
    LETTER_FLAG(text_cut),
    LETTER_LINE(text_charset),
    LETTER_FLAG(text_repaired)};

enum { MEMBERS = sizeof members / sizeof *members };

static uint32_t mix(uint32_t number, size_t with)
{
    return (number ^ (uint32_t)with) * UINT32_C(16777619); /* FNV-1a, by words */
}

static uint32_t number_of(uint32_t number, const struct member *of, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        number = mix(mix(mix(number, of[i].kind), of[i].offset), of[i].most);
        if (of[i].kind == LIST)
            number = mix(number_of(number, of[i].of, of[i].of_count), of[i].size);
    }
    return number;
}

uint32_t letter_form_number(void)
{
    return number_of(HANDOVER_VERSION, members, MEMBERS);
}

/* ---- writing ---- */

static unsigned number_at(const char *object, size_t offset)
{
    unsigned number;

    memcpy(&number, object + offset, sizeof number);
    return number;
}

static void write_members(const struct member *of, unsigned count, const char *object,
                          struct buf *out);

static void write_list(const struct member *member, const char *object, struct buf *out)
{
    unsigned count = number_at(object, member->count_offset);

    handover_put_number(out, count);
    for (unsigned i = 0; i < count; i++)
        write_members(member->of, member->of_count, object + member->offset + i * member->size,
                      out);
}

static void write_member(const struct member *member, const char *object, struct buf *out)
{
    const char *string;

    switch (member->kind) {
    case LINE:
    case TEXT:
        memcpy(&string, object + member->offset, sizeof string);
        handover_put_string(out, string, strlen(string));
        break;
    case FLAG:
        handover_put_byte(out, *(const bool *)(object + member->offset));
        break;
    case NUMBER:
        handover_put_number(out, number_at(object, member->offset));
        break;
    case LIST:
        write_list(member, object, out);
        break;
    }
}

static void write_members(const struct member *of, unsigned count, const char *object,
                          struct buf *out)
{
    for (unsigned i = 0; i < count; i++)
        write_member(&of[i], object, out);
}

void letter_form_write(const struct letter *letter, struct buf *out)
{
    write_members(members, MEMBERS, (const char *)letter, out);
}

/* ---- reading ---- */

struct form_reader {
    struct handover *in;
    size_t text_most;
    bool no_memory;
};

static bool is_one_line(const char *at, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if ((unsigned char)at[i] < ' ' || at[i] == 0x7F)
            return false;
    return true;
}

static char *read_string(struct form_reader *reader, enum kind kind)
{
    size_t length;
    const char *at =
        handover_string(reader->in, kind == TEXT ? reader->text_most : LINE_MOST, &length);
    char *copy;

    if (!at || (kind == LINE && !is_one_line(at, length))) {
        reader->in->bad = true;
        return NULL;
    }
    copy = malloc(length + 1);
    if (!copy) {
        reader->no_memory = true;
        return NULL;
    }
    memcpy(copy, at, length);
    copy[length] = '\0';
    return copy;
}

static unsigned read_number(struct form_reader *reader, unsigned most)
{
    unsigned number = handover_number(reader->in);

    if (number > most)
        reader->in->bad = true;
    return reader->in->bad ? 0 : number;
}

static void read_members(struct form_reader *reader, const struct member *of, unsigned count,
                         char *object);

static void read_list(struct form_reader *reader, const struct member *member, char *object)
{
    unsigned count = read_number(reader, member->most);

    memcpy(object + member->count_offset, &count, sizeof count);
    for (unsigned i = 0; i < count; i++)
        read_members(reader, member->of, member->of_count,
                     object + member->offset + i * member->size);
}

static void read_member(struct form_reader *reader, const struct member *member, char *object)
{
    unsigned number;
    char *string;

    switch (member->kind) {
    case LINE:
    case TEXT:
        string = read_string(reader, member->kind);
        memcpy(object + member->offset, &string, sizeof string);
        break;
    case FLAG:
        *(bool *)(object + member->offset) = handover_flag(reader->in);
        break;
    case NUMBER:
        number = read_number(reader, member->most);
        memcpy(object + member->offset, &number, sizeof number);
        break;
    case LIST:
        read_list(reader, member, object);
        break;
    }
}

static void read_members(struct form_reader *reader, const struct member *of, unsigned count,
                         char *object)
{
    for (unsigned i = 0; i < count && !reader->in->bad && !reader->no_memory; i++)
        read_member(reader, &of[i], object);
}

enum rc letter_form_read(struct handover *in, size_t text_most, struct letter *letter,
                         struct err *err)
{
    struct form_reader reader = {.in = in, .text_most = text_most};

    read_members(&reader, members, MEMBERS, (char *)letter);
    if (!reader.no_memory && handover_is_over(in)) {
        letter->text_length = strlen(letter->text);
        return RC_OK;
    }
    letter_fini(letter);
    return reader.no_memory ? ERR(err, RC_NO_MEMORY, "no memory for a letter")
                            : ERR(err, RC_BAD_INPUT, "the reader's letter is not well-formed");
}
