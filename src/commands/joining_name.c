/* SPDX-License-Identifier: MIT */
/* Looks for a name where a letter says more than that; never for one in what denies something. */
#include "commands/joining_p.h"

#include <stdio.h>

#include "commands/wishes.h"
#include "people/people.h"
#include "rules/phrase.h"
#include "server/config.h"
#include "server/titles.h"
#include "tell/tell.h"

enum { WORDS_MOST = 3 }; /* of a name that is a sentence by itself */

static const char blanks[] = " ._-+,;:!?()\"";

bool joining_denies(const struct library *library, const char *text, size_t length)
{
    const struct language *language;
    bool denied = false;

    for (size_t i = 0; !denied && (language = library_language_at(library, i)) != NULL; i++)
        denied = phrase_says(language_commands(language), text, length, PHRASE_NEGATION);
    return denied;
}

/* The next word of a text, "'s" left out; 0 = there is none. */
static size_t next_word(const char **text, char word[PERSON_NAME_BYTES], size_t *bytes)
{
    const char *quote;

    *text += strspn(*text, blanks);
    *bytes = strcspn(*text, blanks);
    text_copy(word, *bytes < PERSON_NAME_BYTES ? *bytes + 1 : 1, *text);
    quote = strstr(word, "'s");
    quote = quote ? quote : strstr(word, "\xE2\x80\x99s");
    if (quote && strlen(quote) <= strlen("\xE2\x80\x99s"))
        word[quote - word] = '\0';
    return strlen(word);
}

/* The word of a text that is the same but for capitals and accents, as it stands there. */
static bool find_as_in(const char *text, const char *word, char own[PERSON_NAME_BYTES])
{
    char folded[PERSON_NAME_BYTES], other[PERSON_NAME_BYTES];
    size_t bytes, length = lexicon_fold(word, strlen(word), folded, NULL, sizeof folded);

    for (; next_word(&text, own, &bytes); text += bytes)
        if (lexicon_fold(own, strlen(own), other, NULL, sizeof other) == length &&
            memcmp(folded, other, length) == 0)
            return true;
    return false;
}

/* Words of his name that stand together: "Bert Hargreaves here". */
static bool put_own(const struct library *library, const char *name, const char *line,
                    struct buf *out)
{
    char word[PERSON_NAME_BYTES], own[PERSON_NAME_BYTES];

    for (size_t bytes; next_word(&line, word, &bytes); line += bytes) {
        bool is_own =
            strlen(word) > 1 && !wishes_begin(library, word) && find_as_in(name, word, own);

        if (!is_own && out->length)
            break;
        if (is_own)
            buf_printf(out, "%s%s", out->length ? " " : "", own);
    }
    return out->length > 0;
}

/* "Giulia." and another sentence behind it, or "Giovanni della Rovere, but is it free?". */
static bool put_first(const struct library *library, const char *line, struct buf *out)
{
    size_t length = strcspn(line, strchr(line, '?') ? ",.!?" : ".!?");
    char name[PERSON_NAME_BYTES];
    const char *last;
    size_t comma = strcspn(line, ",");

    if (!line[length] || line[length] == '?' || line[length + 1] != ' ' || length >= sizeof name ||
        !text_is_capital(line))
        return false;
    text_copy(name, length + 1, line);
    if (comma < length && wishes_settle(library, name + comma + 1))
        name[comma] = '\0'; /* "Ann Lee, please. And …" */
    last = strrchr(name, ' ');
    if (text_words(name) > WORDS_MOST || strchr(name, ',') || wishes_begin(library, name) ||
        wishes_settle(library, name) || /* "Sorry, but is it free?" */
        (last && last[1] >= 'a' && last[1] <= 'z'))
        return false;
    buf_put(out, name);
    return true;
}

/* "carla bianchi, I'd like to play": small words that are none of ours, before a wish. */
static bool put_small(const struct library *library, const char *line, struct buf *out)
{
    enum { SMALL_MOST = 2 };
    size_t length = strcspn(line, ",.!?"), bytes;
    char name[PERSON_NAME_BYTES], word[PERSON_NAME_BYTES];
    const char *at = name, *behind = line + length + strspn(line + length, ", ");
    const struct language *language;
    struct wishes_guess guess;
    bool wishes = false;

    if (line[length] != ',' || length >= sizeof name || text_is_capital(line))
        return false;
    text_copy(name, length + 1, line);
    if (text_words(name) > SMALL_MOST || titles_within(library, name))
        return false;
    for (; next_word(&at, word, &bytes); at += bytes)
        if (wishes_begin(library, word))
            return false;
    for (size_t i = 0; !wishes && (language = library_language_at(library, i)) != NULL; i++)
        wishes = wishes_guess(library, language, behind, &guess);
    if (wishes)
        buf_put(out, name);
    return wishes;
}

bool joining_settles_name(const struct library *library, const struct letter_address *from,
                          const char *line, struct buf *out)
{
    char local[PERSON_ADDRESS_BYTES], word[PERSON_NAME_BYTES], own[PERSON_NAME_BYTES];
    size_t bytes, length = next_word(&line, word, &bytes);

    snprintf(local, sizeof local, "%.*s", (int)config_local_part(from->address), from->address);
    buf_clear(out);
    if (length && line[bytes] && wishes_agree(library, word)) /* "sí, Gabriela está bien" */
        line += bytes, length = next_word(&line, word, &bytes);
    if (!length || !line[bytes] || !wishes_settle(library, line + bytes + 1))
        return false;
    if (find_as_in(from->name ? from->name : "", word, own))
        buf_put(out, own);
    else if (find_as_in(local, word, own) ||
             (length > 2 && wishes_agree(library, line + bytes + 1) &&
              !wishes_begin(library, word)))
        buf_put(out, word);
    return out->length > 0;
}

bool joining_find_name(const struct library *library, const struct letter_address *from,
                       const char *line, struct buf *out)
{
    size_t first = strcspn(line, ".,;:!?");

    buf_clear(out);
    if (joining_denies(library, line, first ? first : strlen(line)))
        return false;
    return put_own(library, from->name ? from->name : "", line, out) ||
           wishes_introduced(library, line, out) || put_first(library, line, out) ||
           put_small(library, line, out);
}

const char *joining_signature(const struct library *library, const char *line)
{
    char first[PERSON_NAME_BYTES];
    const char *from = NULL;

    for (const char *at = line; *at; at += strspn(at, " ")) {
        size_t length = strcspn(at, " ");
        bool initial = length == 2 && at[1] == '.';

        if (!text_is_capital(at))
            from = NULL;
        else if (!from && at > line && at - line > 1 && strchr(".,!?", at[-2]))
            from = at;
        at += length;
        if (!initial && *at && strchr(".,!?", at[-1]))
            from = NULL; /* what stands behind it is said of it, or begins anew */
    }
    text_copy(first, from && strcspn(from, " .") < sizeof first ? strcspn(from, " .") + 1 : 1,
              from ? from : "");
    return from && !strchr(from, '?') && text_words(from) <= WORDS_MOST &&
                   !titles_within(library, from) && !wishes_begin(library, first)
               ? from
               : NULL;
}
