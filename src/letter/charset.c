/* SPDX-License-Identifier: MIT */
/* Turns bytes of any charset into UTF-8, and guesses where the declared one is wrong. */
#include "letter/charset.h"

#include <iconv.h>
#include <unicode/ucnv.h>
#include <unicode/ucsdet.h>

#define UNREADABLE "\xEF\xBF\xBD"

enum { PIECE_BYTES = 1024 };

/* Well-formed UTF-8 with NUL replaced. */
static void copy_utf8(const char *bytes, size_t count, struct buf *out)
{
    const char *end = bytes + count, *nul;

    while ((nul = memchr(bytes, '\0', (size_t)(end - bytes)))) {
        buf_put_bytes(out, bytes, (size_t)(nul - bytes));
        buf_put(out, UNREADABLE);
        bytes = nul + 1;
    }
    buf_put_bytes(out, bytes, (size_t)(end - bytes));
}

/* UTF-8 with a few broken characters: better than the whole as windows-1252. */
static bool is_nearly_utf8(const char *bytes, size_t count)
{
    size_t good = 0, bad = 0;

    for (size_t i = 0, step; i < count; i += step) {
        step = text_utf8_at(bytes + i, count - i, NULL);
        good += step > 1;
        bad += step == 0;
        step += step == 0;
    }
    return good > bad * 4;
}

static void repair_utf8(const char *bytes, size_t count, struct buf *out)
{
    for (size_t i = 0, step; i < count; i += step) {
        step = bytes[i] ? text_utf8_at(bytes + i, count - i, NULL) : 0;
        buf_put_bytes(out, step ? bytes + i : UNREADABLE, step ? step : 3);
        step += step == 0;
    }
}

/* iconv takes suffixes and paths in names; no registered charset has such. */
static bool name_is_plain(const char *name)
{
    for (; *name; name++)
        if (!text_is_letter(*name) && !text_is_digit(*name) && !strchr("-_:.+", *name))
            return false;
    return true;
}

/* Convert by iconv; each byte it cannot read becomes U+FFFD. */
static bool convert(iconv_t from, const char *bytes, size_t count, struct buf *out)
{
    char piece[PIECE_BYTES];
    char *in = (char *)(uintptr_t)bytes; /* iconv does not write there */
    bool whole = true;

    while (count > 0) {
        char *at = piece;
        size_t room = sizeof piece, before = count;
        size_t got = iconv(from, &in, &count, &at, &room);

        copy_utf8(piece, (size_t)(at - piece), out);
        if (got != (size_t)-1 || room < sizeof piece / 2 || count != before)
            continue;
        buf_put(out, UNREADABLE);
        in++;
        count--;
        whole = false;
    }
    return whole;
}

/* ---- names ---- */

/* What to do with bytes of a charset, by its name without all but letters and figures. What is left
 * out here iconv knows. East Asian ones, and those of Windows, are read as the largest that
 * programs send under the name. Source: the WHATWG Encoding index, labels. */
enum form { OTHER, UTF8, WINDOWS, ESCAPES };
static const struct charset_name {
    const char *name;
    enum form form;
    const char *iconv;
} names[] = {
    {"", UTF8, NULL},
    {"utf8", UTF8, NULL},
    {"unicode11utf8", UTF8, NULL},
    {"usascii", UTF8, NULL},
    {"ascii", UTF8, NULL},
    {"ansix341968", UTF8, NULL},
    {"unknown8bit", UTF8, NULL},
    {"xunknown", UTF8, NULL},
    {"unknown", UTF8, NULL},
    {"default", UTF8, NULL},
    {"iso88591", WINDOWS, NULL}, /* who declares Latin 1 sends windows-1252 */
    {"latin1", WINDOWS, NULL},
    {"l1", WINDOWS, NULL},
    {"windows1252", WINDOWS, NULL},
    {"cp1252", WINDOWS, NULL},
    {"iso2022jp", ESCAPES, NULL},
    {"iso2022jpms", ESCAPES, NULL},
    {"cp50220", ESCAPES, NULL},
    {"cp50221", ESCAPES, NULL},
    {"iso88599", OTHER, "CP1254"},
    {"iso88598", OTHER, "CP1255"},
    {"iso88598i", OTHER, "CP1255"},
    {"iso88598e", OTHER, "CP1255"},
    {"logical", OTHER, "CP1255"},
    {"iso885911", OTHER, "CP874"},
    {"tis620", OTHER, "CP874"},
    {"euckr", OTHER, "CP949"},
    {"ksc56011987", OTHER, "CP949"},
    {"ksc56011989", OTHER, "CP949"},
    {"ksc5601", OTHER, "CP949"},
    {"korean", OTHER, "CP949"},
    {"sjis", OTHER, "CP932"},
    {"xsjis", OTHER, "CP932"},
    {"shiftjis", OTHER, "CP932"},
    {"mskanji", OTHER, "CP932"},
    {"windows31j", OTHER, "CP932"},
    {"eucjp", OTHER, "EUC-JP-MS"},
    {"xeucjp", OTHER, "EUC-JP-MS"},
    {"gb2312", OTHER, "GB18030"},
    {"gb231280", OTHER, "GB18030"},
    {"gbk", OTHER, "GB18030"},
    {"xgbk", OTHER, "GB18030"},
    {"euccn", OTHER, "GB18030"},
    {"chinese", OTHER, "GB18030"},
    {"big5", OTHER, "BIG5-HKSCS"},
    {"xxbig5", OTHER, "BIG5-HKSCS"},
    {"cnbig5", OTHER, "BIG5-HKSCS"},
    {"utf7", OTHER, "UTF-7"},
    {"unicode11utf7", OTHER, "UTF-7"},
    {"unicode20utf7", OTHER, "UTF-7"},
    {"xmacroman", OTHER, "MACINTOSH"},
    {"koi8", OTHER, "KOI8-R"},
};

/* How a charset is read; found->iconv is written to `name` for what the table has not. */
static struct charset_name find_name(const char *charset, char name[CHARSET_NAME_BYTES])
{
    static const char *const windows_names[] = {"windows", "xcp", "cp", "win", NULL};
    char bare[CHARSET_NAME_BYTES];
    struct text text, own;

    text_init(&text, bare, sizeof bare);
    for (const char *c = charset; *c; c++)
        if (text_is_letter(*c) || text_is_digit(*c))
            text_put_bytes(&text, &(char){text_lower(*c)}, 1);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (text_equal(bare, names[i].name))
            return names[i];
    text_init(&own, name, CHARSET_NAME_BYTES);
    for (const char *const *start = windows_names; *start; start++)
        if (text_starts_with(bare, *start) && text_is_digit(bare[strlen(*start)])) {
            TEXT_PUT(&own, "CP", bare + strlen(*start));
            return (struct charset_name){bare, OTHER, name};
        }
    if (text_starts_with(bare, "iso8859")) {
        TEXT_PUT(&own, "ISO-8859-", bare + strlen("iso8859"));
    } else
        text_put(&own, charset);
    return (struct charset_name){NULL, OTHER, own.cut ? "" : name};
}

/* ---- ISO-2022-JP ---- */

static bool has_escapes(const char *bytes, size_t count)
{
    return memmem(bytes, count, "\x1B$B", 3) || memmem(bytes, count, "\x1B$@", 3);
}

/* As EUC-JP, which has the characters of Windows, too. */
static void undo_escapes(const char *bytes, size_t count, struct buf *out)
{
    bool two = false, kana = false;

    for (size_t i = 0; i < count; i++) {
        if (bytes[i] == '\x1B' && i + 2 < count) {
            two = bytes[i + 1] == '$';
            kana = bytes[i + 1] == '(' && bytes[i + 2] == 'I';
            i += 2;
            continue;
        }
        if (bytes[i] == '\n')
            two = kana = false;
        if (kana)
            buf_put_char(out, '\x8E');
        buf_put_char(out, two || kana ? (char)(bytes[i] | 0x80) : bytes[i]);
    }
}

/* ---- which it is ---- */

static bool is_ascii(const char *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if ((unsigned char)bytes[i] >= 0x80)
            return false;
    return true;
}

/* UTF-8, whatever was declared: no text of another charset is by chance, but a few characters of an
 * East Asian one, in pairs of bytes. */
static bool is_plainly_utf8(const char *bytes, size_t count)
{
    bool longer = false;

    if (!text_is_utf8(bytes, count))
        return false;
    for (size_t i = 0; i < count; i++)
        longer = longer || (unsigned char)bytes[i] >= 0xE0;
    return longer;
}

static bool has_pairs(const char *iconv_name)
{
    static const char *const names_of_pairs[] = {"CP949",   "CP932",      "EUC-JP-MS",
                                                 "GB18030", "BIG5-HKSCS", NULL};

    for (const char *const *name = names_of_pairs; *name; name++)
        if (text_equal(iconv_name, *name))
            return true;
    return false;
}

/* Convert; false, out as it was, if bytes are left that do not fit. */
static bool convert_from(const char *name, const char *bytes, size_t count, bool whole,
                         struct buf *out)
{
    iconv_t from = *name && name_is_plain(name) ? iconv_open("UTF-8", name) : (iconv_t)-1;
    size_t before = out->length;
    bool fits;

    if (from == (iconv_t)-1)
        return false;
    fits = convert(from, bytes, count, out);
    iconv_close(from);
    if (whole && !fits && out->at) {
        out->length = before;
        out->at[before] = '\0';
    }
    return fits || !whole;
}

/* What is not assigned in windows-1252 becomes U+FFFD, as the WHATWG Encoding index has it. */
static void read_windows(const char *bytes, size_t count, struct buf *out)
{
    if (!convert_from("CP1252", bytes, count, false, out))
        repair_utf8(bytes, count, out);
}

static bool read_escapes(const char *bytes, size_t count, struct buf *out)
{
    OWN(buf) euc = {0};

    undo_escapes(bytes, count, &euc);
    return convert_from("EUC-JP-MS", buf_text(&euc), euc.length, true, out) ||
           !convert_from("EUC-JP-MS", buf_text(&euc), euc.length, false, out);
}

static void guess(const char *bytes, size_t count, struct buf *out)
{
    if (is_nearly_utf8(bytes, count))
        repair_utf8(bytes, count, out);
    else
        read_windows(bytes, count, out);
}

/* Letters beyond ASCII stand together, as in no language that is written in Latin ones. */
static bool is_far_from_latin(const char *bytes, size_t count)
{
    size_t high = 0, pairs = 0;

    for (size_t i = 0; i < count; i++) {
        high += (unsigned char)bytes[i] >= 0x80;
        pairs += i > 0 && (unsigned char)bytes[i] >= 0x80 && (unsigned char)bytes[i - 1] >= 0x80;
    }
    return high > 4 && pairs * 2 > high;
}

/* What ICU makes of bytes that nobody named. */
static bool detect(const char *bytes, size_t count, struct buf *out)
{
    const int sure = is_far_from_latin(bytes, count) ? 10 : 50; /* of 100 */
    UErrorCode error = U_ZERO_ERROR;
    UCharsetDetector *detector = ucsdet_open(&error);
    const UCharsetMatch *match;
    bool found = false;

    if (U_SUCCESS(error))
        ucsdet_setText(detector, bytes, (int32_t)count, &error);
    match = U_SUCCESS(error) ? ucsdet_detect(detector, &error) : NULL;
    if (match && U_SUCCESS(error) && ucsdet_getConfidence(match, &error) >= sure) {
        char own[CHARSET_NAME_BYTES];
        struct charset_name name = find_name(ucsdet_getName(match, &error), own);

        found = name.form == OTHER && convert_from(name.iconv, bytes, count, true, out);
    }
    ucsdet_close(detector);
    return found;
}

bool charset_read(const char *charset, const char *bytes, size_t count, struct buf *out)
{
    char own[CHARSET_NAME_BYTES];
    struct charset_name name = find_name(charset, own);

    if (name.form == ESCAPES || (name.form != OTHER && has_escapes(bytes, count)))
        return read_escapes(bytes, count, out);
    if (name.form != OTHER && is_ascii(bytes, count)) {
        copy_utf8(bytes, count, out);
        return true;
    }
    if (name.form == OTHER && has_pairs(name.iconv)
            ? is_plainly_utf8(bytes, count)
            : !is_ascii(bytes, count) && text_is_utf8(bytes, count)) {
        copy_utf8(bytes, count, out);
        return true;
    }
    if (name.form == WINDOWS) {
        read_windows(bytes, count, out);
        return true;
    }
    if (name.form == OTHER && convert_from(name.iconv, bytes, count, true, out))
        return true;
    if (detect(bytes, count, out))
        return false;
    if (name.form != OTHER || !convert_from(name.iconv, bytes, count, false, out))
        guess(bytes, count, out);
    return false;
}

bool charset_of_html(const char *html, size_t length, char name[CHARSET_NAME_BYTES])
{
    enum { META_WITHIN = 2048 };
    static const char word[] = "charset=";
    struct text text = text_in(name, CHARSET_NAME_BYTES);

    length = length < META_WITHIN ? length : META_WITHIN;
    for (size_t i = 0; i + sizeof word < length; i++) {
        size_t n = 0;

        while (word[n] && text_lower(html[i + n]) == word[n])
            n++;
        if (word[n])
            continue;
        for (i += n; i < length && text.length + 1 < CHARSET_NAME_BYTES; i++)
            if (text_is_letter(html[i]) || text_is_digit(html[i]) || strchr("-_:.", html[i]))
                text_put_bytes(&text, html + i, 1);
            else if (text.length || !strchr("\"' ", html[i]))
                break;
        return text.length > 0;
    }
    return false;
}

void charset_unify_lines(const char *text, size_t length, struct buf *out)
{
    const char *end = text + length, *cr;

    while ((cr = memchr(text, '\r', (size_t)(end - text)))) {
        buf_put_bytes(out, text, (size_t)(cr - text));
        if (cr + 1 == end || cr[1] != '\n')
            buf_put_char(out, '\n');
        text = cr + 1;
    }
    buf_put_bytes(out, text, (size_t)(end - text));
}

bool charset_put_folder(const char *folder, struct buf *out)
{
    static const char imap[] = "IMAP-mailbox-name";
    UErrorCode code = U_ZERO_ERROR;
    int32_t length = text_is_utf8(folder, strlen(folder))
                         ? ucnv_convert(imap, "UTF-8", NULL, 0, folder, -1, &code)
                         : -1;

    if (length < 0 || !buf_reserve(out, (size_t)length + 1))
        return false;
    code = U_ZERO_ERROR;
    ucnv_convert(imap, "UTF-8", out->at + out->length, length + 1, folder, -1, &code);
    out->length += U_SUCCESS(code) ? (size_t)length : 0;
    return U_SUCCESS(code);
}
