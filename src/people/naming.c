/* SPDX-License-Identifier: MIT */
/* Makes a given name fit to be kept. It is cleaned again wherever it is shown. */
#include "people/naming.h"

#include <glib.h>

#include "letter/mime_out.h"

static const char ellipsis[] = "\xE2\x80\xA6";

enum { JOINER = 0x200D };

/* Marks, embeddings, overrides and isolates of UAX #9, and what else is invisible in a line. */
static bool is_dropped(uint32_t code)
{
    return code == 0x00AD || code == 0x034F || code == 0x061C || code == 0x180E || code == 0x200B ||
           code == 0x200E || code == 0x200F || code == 0xFEFF ||
           (code >= 0x202A && code <= 0x202E) || (code >= 0x2060 && code <= 0x206F) ||
           (code >= 0xFFF9 && code <= 0xFFFB);
}

/* Does it belong to the character before it? Accents, tones of an emoji, letters of a flag's tag,
 * the later parts of a Hangul syllable. */
static bool extends(uint32_t code)
{
    return g_unichar_ismark(code) || code == JOINER || code == 0x200C ||
           (code >= 0x1160 && code <= 0x11FF) || (code >= 0x1F3FB && code <= 0x1F3FF) ||
           (code >= 0xE0020 && code <= 0xE007F);
}

/* Where we are in a name: may it be cut before the next character? */
struct cutting {
    uint32_t before;
    unsigned halves; /* of flags, in a row */
};

static bool may_cut(struct cutting *c, uint32_t code)
{
    bool half = code >= 0x1F1E6 && code <= 0x1F1FF;
    bool may = !extends(code) && c->before != JOINER && !(half && c->halves % 2);

    c->halves = half ? c->halves + 1 : 0;
    c->before = code;
    return may;
}

/* Bytes of the name where it ends if it must be cut. */
static size_t place_of_cut(const char *name, size_t length)
{
    enum { ROOM = PERSON_NAME_BYTES - sizeof ellipsis };
    struct cutting cutting = {0};
    size_t cut = 0, split = 0;
    unsigned columns = 0;

    for (size_t at = 0, step; at < length && at <= ROOM && columns < NAMING_COLUMNS; at += step) {
        uint32_t code = 0;

        step = text_utf8_at(name + at, length - at, &code);
        split = at;
        cut = may_cut(&cutting, code) ? at : cut;
        columns += g_unichar_iszerowidth(code) ? 0 : g_unichar_iswide(code) ? 2 : 1;
    }
    cut = cut ? cut : split; /* a heap of accents */
    while (cut && name[cut - 1] == ' ')
        cut--;
    return cut;
}

/* Append what is seen of the name; false: not UTF-8. */
static bool put_seen(const char *given, struct buf *seen)
{
    size_t length = strlen(given), step;

    while (length && given[length - 1] == ' ')
        length--;
    for (size_t at = strspn(given, " "); at < length; at += step) {
        uint32_t code = 0;

        step = text_utf8_at(given + at, length - at, &code);
        if (!step)
            return false;
        if (!is_dropped(code))
            buf_put_bytes(seen, given + at, step);
    }
    return true;
}

/* Composed characters as one (Unicode Standard Annex 15): the same name is the same bytes. */
static void compose(struct buf *seen)
{
    char *composed = g_utf8_normalize(buf_text(seen), (gssize)seen->length, G_NORMALIZE_NFC);

    if (composed) {
        buf_clear(seen);
        buf_put(seen, composed);
    }
    g_free(composed);
}

bool naming_fit(const char *given, char out[PERSON_NAME_BYTES])
{
    OWN_WIPED(buf) seen = {0};
    size_t columns, cut;
    bool is_long;

    out[0] = '\0';
    if (!put_seen(given, &seen) || buf_rc(&seen, NULL) != RC_OK)
        return false;
    compose(&seen);
    columns = letter_columns(buf_text(&seen), seen.length);
    is_long = seen.length >= PERSON_NAME_BYTES || columns > NAMING_COLUMNS;
    if (columns && !is_long)
        memcpy(out, buf_text(&seen), seen.length + 1);
    if (is_long) {
        cut = place_of_cut(buf_text(&seen), seen.length);
        memcpy(out, buf_text(&seen), cut);
        strcpy(out + cut, ellipsis);
    }
    return is_long;
}
