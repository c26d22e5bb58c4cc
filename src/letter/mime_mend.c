/* SPDX-License-Identifier: MIT */
/* Headers that break RFC 5322 in ways that a reader sees through: written anew before GMime, which
 * takes them literally, parses the letter. */

#include "letter/mime_in_p.h"

/* A line of the header, without its end. */
struct head_line {
    const char *at, *next;
    size_t length;
};

static bool next_line(const char *at, const char *end, struct head_line *line)
{
    const char *eol = at < end ? memchr(at, '\n', (size_t)(end - at)) : NULL;

    if (at >= end)
        return false;
    line->at = at;
    line->next = eol ? eol + 1 : end;
    line->length = (size_t)((eol ? eol : end) - at);
    while (line->length && text_is_space(at[line->length - 1]))
        line->length--;
    return true;
}

/* Bytes of a field's name, 0 if the line is none; *colon: where the colon stands. */
static size_t name_length(const struct head_line *line, size_t *colon)
{
    size_t name = 0, i;

    while (name < line->length && line->at[name] > ' ' && line->at[name] != ':' &&
           line->at[name] != 0x7F)
        name++;
    for (i = name; i < line->length && (line->at[i] == ' ' || line->at[i] == '\t');)
        i++;
    *colon = i;
    return i < line->length && line->at[i] == ':' ? name : 0;
}

static bool is_named(const struct head_line *line, size_t name, const char *wanted)
{
    if (strlen(wanted) != name)
        return false;
    for (size_t i = 0; i < name; i++)
        if (text_lower(line->at[i]) != text_lower(wanted[i]))
            return false;
    return true;
}

/* Do fields that every letter has still come, before an empty line? Then a line that is no field
 * goes on with the one above. */
static bool fields_follow(const char *at, const char *end)
{
    static const char *const usual[] = {"From", "To",     "Subject",      "Date",
                                        "Cc",   "Sender", "Content-Type", "MIME-Version"};
    struct head_line line;

    for (; next_line(at, end, &line) && line.length; at = line.next) {
        size_t colon, name = name_length(&line, &colon);

        for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
            if (name && is_named(&line, name, usual[i]))
                return true;
    }
    return false;
}

/* What to do with a line of the header. */
enum mending { KEEP, TIGHTEN, FOLD, DROP, END };

static enum mending mending_of(const struct head_line *line, const char *end, unsigned *types)
{
    size_t colon, name = name_length(line, &colon);

    if (*line->at == ' ' || *line->at == '\t')
        return *types > 1 ? DROP : KEEP; /* it goes on as the field does */
    if (!name)
        return fields_follow(line->next, end) ? FOLD : END;
    if (is_named(line, name, "Content-Type"))
        *types += 1;
    else
        *types = *types > 0; /* one was seen, and this is another field */
    return *types > 1 ? DROP : colon > name ? TIGHTEN : KEEP;
}

static void put_mended(const struct head_line *line, enum mending how, struct buf *out)
{
    size_t colon, name = name_length(line, &colon), whole = (size_t)(line->next - line->at);

    if (!out)
        return;
    if (how == TIGHTEN) {
        buf_put_bytes(out, line->at, name);
        buf_put_bytes(out, line->at + colon, whole - colon);
    } else if (how != DROP) {
        buf_put(out, how == FOLD ? " " : how == END ? "\n" : "");
        buf_put_bytes(out, line->at, whole);
    }
}

/* Old Macs end lines by CR alone. */
static void put_with_feeds(const char *bytes, size_t count, struct buf *out)
{
    for (size_t i = 0; i < count; i++)
        buf_put_char(out, bytes[i] == '\r' ? '\n' : bytes[i]);
}

/* out NULL: only see whether something is to be mended. */
static bool mend_lines(const char *bytes, size_t count, struct buf *out)
{
    const char *at = bytes, *end = bytes + count;
    struct head_line line;
    unsigned types = 0;
    bool mended = false;

    while (next_line(at, end, &line) && !line.length)
        at = line.next;
    mended = at > bytes;
    if (end - at > 5 && memcmp(at, "From ", 5) == 0 && next_line(at, end, &line)) {
        size_t colon;

        if (!name_length(&line, &colon)) { /* of a mailbox file */
            put_mended(&line, KEEP, out);
            at = line.next;
        }
    }
    for (; next_line(at, end, &line) && line.length; at = line.next) {
        enum mending how = mending_of(&line, end, &types);

        put_mended(&line, how, out);
        mended |= how != KEEP;
        if (how == END) {
            at = line.next;
            break;
        }
    }
    if (out)
        buf_put_bytes(out, at, (size_t)(end - at));
    return mended;
}

bool letter_mend(const char *bytes, size_t count, struct buf *out)
{
    OWN(buf) feeds = {0};
    bool mended = !memchr(bytes, '\n', count) && memchr(bytes, '\r', count);

    if (mended) {
        put_with_feeds(bytes, count, &feeds);
        mend_lines(buf_text(&feeds), feeds.length, out);
        return true;
    }
    return mend_lines(bytes, count, NULL) && mend_lines(bytes, count, out);
}
