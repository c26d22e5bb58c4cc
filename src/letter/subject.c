/* SPDX-License-Identifier: MIT */
/* Takes "Re:" and its kin off a subject. */
#include "letter/subject.h"

#include "base/base.h"

/* What stands before the colon; ASCII letters in any case, others as programs write them. */
static const char *const marks[] = {
    "re",   "aw",   "antw", "antwort", "r",    "rif",  "ri",   "sv",    "vs",  "odp",
    "ynt",  "res",  "ref",  "rsp",     "bls",  "atb",  "Vá",   "Rép",   "Отв", "Ответ",
    "ΣΧΕΤ", "Σχετ", "回复", "答复",    "回覆", "返信", "회신", "תשובה", "رد",
};

/* Behind "[2]", "(3)" or "^4", which some programs count with. */
static const char *skip_count(const char *at)
{
    size_t digits;

    if (!strchr("[(^", *at) || !*at)
        return at;
    digits = strspn(at + 1, "0123456789");
    if (!digits)
        return at;
    if (*at == '^')
        return at + 1 + digits;
    return at[1 + digits] == (*at == '[' ? ']' : ')') ? at + 2 + digits : at;
}

/* Behind the colon, also the wide one of East Asian writing; NULL: there is none. */
static const char *skip_colon(const char *at)
{
    static const char wide[] = "：";

    at += strspn(at, " \t");
    if (*at == ':')
        return at + 1;
    return text_starts_with(at, wide) ? at + sizeof wide - 1 : NULL;
}

/* Behind one mark; NULL: the subject begins with none. */
static const char *skip_mark(const char *subject)
{
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++) {
        size_t length = strlen(marks[i]);
        char word[24];

        if (strlen(subject) < length)
            continue;
        text_copy(word, length + 1, subject);
        if (text_equal_folded(word, marks[i])) {
            const char *behind = skip_colon(skip_count(subject + length));

            if (behind)
                return behind;
        }
    }
    return NULL;
}

const char *subject_bare(const char *subject)
{
    const char *behind;

    for (;;) {
        subject += strspn(subject, " \t\r\n");
        behind = skip_mark(subject);
        if (!behind)
            return subject;
        subject = behind;
    }
}
