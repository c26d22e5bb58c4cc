/* SPDX-License-Identifier: MIT */
/* Keeps of what stands behind a command's words that which it wants: a language, a zone, a name. */
#include "commands/meaning_p.h"

#include "commands/wishes.h"
#include "rules/phrase.h"
#include "server/zone_names.h"
#include "tell/folded.h"

enum { TERMS_MAX = 4 };

/* The first word that names a language, in its place; "" = none. by_code: "it" does, too */
void meaning_find_language(const struct library *library, const char *words, bool by_code,
                           char found[MEANING_LINE_BYTES])
{
    static const char apart[] = " ,.!?'"; /* "all'italiano" */
    size_t length;

    for (const char *at = words; *at; at += length + strspn(at + length, apart)) {
        length = strcspn(at, apart);
        text_copy(found, length < MEANING_LINE_BYTES ? length + 1 : 1, at);
        if (*found && library_language_named(library, found, by_code))
            return;
    }
    *found = '\0';
}

/* Does one of these words deny? By itself: "I don't understand" as a whole asks for help. */
static bool says_no(const struct lexicon *words, const char *at, size_t length)
{
    for (const char *end = at + length; at < end; at += strspn(at, " ")) {
        size_t word = strcspn(at, " ");

        word = word < (size_t)(end - at) ? word : (size_t)(end - at);
        if (phrase_says(words, at, word, PHRASE_NEGATION))
            return true;
        at += word;
    }
    return false;
}

/* Does the line say no to the language at `at`: before it, or, as the last of its clause, behind
 * it? */
static bool is_denied(const struct meaning_reader *reader, const char *line, const char *at,
                      size_t length)
{
    static const char ends[] = ",.;:!?";
    const struct lexicon *words = language_commands(reader->language);
    const char *from = line, *behind = at + length;
    char clause[MEANING_LINE_BYTES], other[MEANING_LINE_BYTES] = "";
    size_t rest = strcspn(behind, ends);

    for (const char *sign = line; sign < at; sign++)
        from = strchr(ends, *sign) ? sign + 1 : from;
    text_copy(clause, (size_t)(at - from) < sizeof clause ? (size_t)(at - from) + 1 : 1, from);
    meaning_find_language(reader->library, clause, false, other);
    from += *other ? (size_t)(strstr(clause, other) - clause) + strlen(other) : 0;
    if (!words || says_no(words, from, (size_t)(at - from)))
        return words;
    text_copy(clause, rest < sizeof clause ? rest + 1 : 1, behind);
    meaning_find_language(reader->library, clause, false, other);
    return !*other && says_no(words, behind, rest);
}

/* "Write to me in Spanish, it is my mother tongue": the language alone. "Letters in English I
 * can't read": none, so that he is told how it is written. */
void meaning_keep_language(const struct meaning_reader *reader, const char *line, struct buf *exact)
{
    char name[MEANING_LINE_BYTES] = "";
    const char *at;

    if (!text_starts_with(buf_text(exact), "language ") || !reader->library)
        return;
    meaning_find_language(reader->library, buf_text(exact) + strlen("language "), false, name);
    at = *name ? strstr(line, name) : NULL;
    if (*name && (!at || !is_denied(reader, line, at, strlen(name)))) {
        buf_clear(exact);
        buf_printf(exact, "language %s", name);
        return;
    }
    for (at = line; meaning_find_language(reader->library, at, false, name), *name;
         at += strlen(name)) {
        at = strstr(at, name);
        buf_clear(exact);
        buf_put(exact, "language");
        if (!is_denied(reader, line, at, strlen(name))) {
            buf_printf(exact, " %s", name);
            return;
        }
    }
}

/* The first two words, else the first with a capital, that are a zone's name; "" = none. */
static void find_zone(const char *line, char zone[CALENDAR_ZONE_BYTES])
{
    static const char ends[] = " ,.;:!?";
    size_t length;

    *zone = '\0';
    for (const char *at = line; *at && !*zone; at += length + strspn(at + length, ends)) {
        char word[CALENDAR_ZONE_BYTES];
        size_t two;

        length = strcspn(at, ends);
        two = at[length] == ' ' ? length + 1 + strcspn(at + length + 1, ends) : sizeof word;
        text_copy(word, two < sizeof word ? two + 1 : 1, at);
        if (*word && zone_names_find(word, zone)) /* "buenos aires" */
            return;
        text_copy(word, length < sizeof word ? length + 1 : 1, at);
        if (!text_is_capital(at) || !zone_names_find(word, zone))
            *zone = '\0';
    }
}

/* "zone are all off, I live by Europe/London time", "zone that of Rome": the one word that can be a
 * zone's name. */
void meaning_keep_zone(const char *line, struct buf *exact)
{
    char zone[CALENDAR_ZONE_BYTES];

    if (!text_starts_with(buf_text(exact), "zone ") ||
        zone_names_find(buf_text(exact) + strlen("zone "), zone))
        return;
    if (strchr(buf_text(exact), '/'))
        zone_names_within(buf_text(exact), zone);
    else
        find_zone(line, zone);
    if (*zone) {
        buf_clear(exact);
        buf_printf(exact, "zone %s", zone);
    }
}

/* "call me Grandma Jo from here on": a name with capitals ends with one; "change name: from today I
 * am Old Pete". */
void meaning_keep_name(const struct meaning_reader *reader, struct buf *exact)
{
    const char *name = buf_text(exact) + strlen("name ");
    size_t length = 0;
    OWN(buf) introduced = {0};

    if (!text_starts_with(buf_text(exact), "name "))
        return;
    if (!text_is_capital(name) && wishes_introduced(reader->library, name, &introduced) &&
        text_is_capital(buf_text(&introduced))) {
        buf_clear(exact);
        buf_printf(exact, "name %s", buf_text(&introduced));
        name = buf_text(exact) + strlen("name ");
    }
    if (!text_is_capital(name))
        return;
    for (const char *at = name; *at; at += strspn(at, " ")) {
        bool is_lower = *at >= 'a' && *at <= 'z';

        at += strcspn(at, " ");
        length = is_lower ? length : (size_t)(at - name);
    }
    while (strchr(".,!", name[length - 1]))
        length--;
    exact->length = strlen("name ") + length;
    exact->at[exact->length] = '\0';
}

/* "Could you tell him I'll be late?": the question was ours. */
void meaning_keep_said(const struct meaning_reader *reader, const char *line, struct buf *exact)
{
    const struct lexicon *words = language_commands(reader->language);
    struct folded folded;
    uint16_t term[TERMS_MAX];
    size_t used;

    words = words && words->own ? words->own : words;
    if (text_starts_with(buf_text(exact), "say ") && exact->at[exact->length - 1] == '?' && words &&
        words->phrases && folded_read(&folded, line) &&
        folded_match(&folded, words->phrases, 0, term, TERMS_MAX, &used) &&
        term[0] == PHRASE_REQUEST)
        exact->at[--exact->length] = '\0';
}
