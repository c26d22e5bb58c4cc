/* SPDX-License-Identifier: MIT */
/* Reads the answers to sign-up and invitation; what comes of them is joining.c's. */
#include "commands/joining_p.h"

#include "commands/wishes.h"
#include "rules/phrase.h"
#include "tell/folded.h"

enum { NAME_WORDS = 4 };

/* "Big Al", "Dr. A. Pike": capitals throughout, and it begins with no word of ours. */
static bool is_bare_name(const struct library *library, const char *line)
{
    enum { INITIALS_MOST = 2 };
    char first[PERSON_NAME_BYTES];
    size_t length = strcspn(line, " .");

    text_copy(first, length < sizeof first ? length + 1 : 1, line);
    if (!strchr(line, ' ') || strlen(line) >= sizeof first || strpbrk(line, ",;:!?@/\"") ||
        text_words(line) > NAME_WORDS || wishes_begin(library, first) ||
        wishes_settle(library, first)) /* "Prefer Ann" */
        return false;
    for (; *line; line += strspn(line, " ")) {
        const char *dot = strchr(line, '.');

        length = strcspn(line, " ");
        if (!text_is_capital(line) || (dot && dot < line + length && dot > line + INITIALS_MOST))
            return false;
        line += length;
    }
    return true;
}

/* "yes, I'm Leo" gives another name than the one that was read, "yes i'm ken" his own; "yes, I'm
 * happy" is not clear. */
static const char *agreed_name(const struct incoming *incoming, const char *line, struct buf *exact)
{
    const struct library *library = incoming->desk->library;
    const char *name;

    if (!wishes_introduced(library, line, exact))
        return "";
    if (!text_is_capital(buf_text(exact)))
        joining_find_name(library, &incoming->known->read.mail.from, line, exact);
    if (text_is_capital(buf_text(exact)))
        return buf_text(exact);
    name = joining_asked_name(joining_stranger_line(incoming->desk, line, exact));
    return name && *name ? name : NULL; /* "sure, my name is ken" */
}

/* "Yes that was me who wrote", "Yep, go ahead. Also my friend …": begins with a yes, and its first
 * sentence neither asks nor denies anything, nor may it give a name; "Great! Put me down as Lu"
 * may, behind that. */
static bool begins_agreeing(const struct library *library, const char *line)
{
    enum { YES_WORDS = 2 }; /* "I confirm my …" */
    size_t length = 0, end = strcspn(line, ".!?");
    bool agrees = false;

    for (unsigned words = 0; words < YES_WORDS && !agrees && length < end; words++) {
        char begins[PERSON_NAME_BYTES];

        length += strspn(line + length, " ,");
        length += strcspn(line + length, " ,.!?");
        text_copy(begins, length < sizeof begins ? length + 1 : 1, line);
        agrees = wishes_agree(library, begins);
    }
    if (!agrees || line[end] == '?' || joining_denies(library, line, end))
        return false;
    for (size_t at = length; at < (end > length ? end : strlen(line)); at++)
        if (line[at] == ' ' && text_is_capital(line + at + 1) && line[at + 2] != ' ' &&
            line[at + 2] != '\'')
            return false;
    return true;
}

/* The first line that is no mere courtesy, without what it is exclaimed by: "hugo!!!". */
static const char *first_said(const struct incoming *incoming, struct buf *said)
{
    const char *line = "";
    size_t length;

    for (size_t i = 0; i < incoming->lines.count && !*line; i++)
        if (!incoming->lines.line[i].civil)
            line = incoming->lines.line[i].text;
    length = strcspn(line, "!");
    buf_put_bytes(said, line, line[length + strspn(line + length, "! ")] ? strlen(line) : length);
    return buf_text(said);
}

/* "ponme Pili, que es como me llama todo el mundo", "soy hugo y mi hermano también": its first
 * clause, where that says whose name it is. */
static bool names_first(const struct incoming *incoming, const char *line, struct buf *name)
{
    const struct library *library = incoming->desk->library;
    const struct lexicon *words = language_commands(incoming->answer.wording.language);
    OWN(buf) clause = {0}, said = {0};
    size_t next, length = phrase_part(words, PHRASE_JOINED, line, strlen(line), &next);

    buf_put_bytes(&clause, line, length);
    return length && length < strlen(line) && wishes_name(library, buf_text(&clause), name) &&
           (text_is_capital(buf_text(name)) ||
            wishes_introduced(library, buf_text(&clause), &said));
}

/* "cancel my offer 6 please": several words that no name has. */
static bool is_no_name(const struct incoming *incoming, const char *line)
{
    const struct lexicon *words = language_commands(incoming->answer.wording.language);

    return text_words(line) > 2 && !text_is_capital(line) &&
           (strpbrk(line, "0123456789") || phrase_says(words, line, strlen(line), PHRASE_COURTESY));
}

const char *joining_given_name(const struct incoming *incoming, struct buf *said, struct buf *exact)
{
    const struct library *library = incoming->desk->library;
    const char *line = first_said(incoming, said), *name;
    OWN(buf) plain = {0};
    bool joins;

    if (!*line || wishes_agree(library, line))
        return agreed_name(incoming, line, exact);
    if (strchr(line, ' ') && wishes_settle(library, line) && !begins_agreeing(library, line))
        return NULL; /* "whatever you like" */
    if (joining_settles_name(library, &incoming->known->read.mail.from, line, exact))
        return buf_text(exact);
    name = joining_asked_name(joining_stranger_line(incoming->desk, line, exact));
    joins = name != NULL;
    if (joins && *name &&
        (text_is_capital(name) ||
         joining_asked_name(joining_exact_line(incoming->desk, line, &plain))))
        return name; /* small letters may be anything: "the one with the monsters" */
    if (is_bare_name(library, line))
        return line;
    if (wishes_name(library, line, exact) || names_first(incoming, line, exact))
        return buf_text(exact);
    if (joining_find_name(library, &incoming->known->read.mail.from, line, exact))
        return buf_text(exact);
    if (joins || begins_agreeing(library, line))
        return "";
    return joining_is_sentence(line) || wishes_begin(library, line) || is_no_name(incoming, line) ||
                   joining_denies(library, line, strlen(line)) /* "Ken not Kenneth" */
               ? NULL
               : line;
}

/* Does a clause of the line say yes? */
static bool agrees_within(const struct library *library, const char *line)
{
    char clause[PHRASE_BYTES];

    for (size_t length; *line; line += length + strspn(line + length, " .,;!")) {
        length = strcspn(line, ".,;!");
        text_copy(clause, length < sizeof clause ? length + 1 : 1, line);
        if (wishes_agree(library, clause))
            return true;
    }
    return false;
}

const char *joining_accepting_name(const struct incoming *incoming, struct buf *exact)
{
    const struct library *library = incoming->desk->library;
    const char *own = incoming->known->read.mail.from.name, *name = NULL;
    bool agrees = false;

    for (size_t i = 0; i < incoming->lines.count && !name; i++)
        name = joining_asked_name(
            joining_exact_line(incoming->desk, incoming->lines.line[i].text, exact));
    if (name)
        return name;
    for (size_t i = 0; i < incoming->lines.count; i++) {
        const char *line = incoming->lines.line[i].text;

        if (strchr(line, '?') || joining_denies(library, line, strlen(line)))
            return NULL;
        agrees |= agrees_within(library, line) || begins_agreeing(library, line);
    }
    for (size_t i = 0; i < incoming->lines.count && agrees; i++) {
        const char *line = incoming->lines.line[i].text;

        if (wishes_introduced(library, line, exact) && text_is_capital(buf_text(exact)))
            return buf_text(exact);
        if (text_is_capital(line) && own && strstr(own, line))
            return line;
    }
    return agrees ? "" : NULL;
}

bool joining_says_again(const struct incoming *incoming, const char *asked)
{
    const char *name = asked ? joining_asked_name(asked) : NULL;
    struct folded folded;
    bool says = false;
    size_t used;

    for (size_t i = 0; name && *name && i < incoming->lines.count && !says; i++) {
        const char *line = incoming->lines.line[i].text;

        says = folded_read(&folded, line) &&
               folded_find(&folded, 0, name, strlen(name), &used) < folded.length &&
               !joining_denies(incoming->desk->library, line, strlen(line));
    }
    return says;
}
