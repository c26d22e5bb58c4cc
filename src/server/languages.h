/* SPDX-License-Identifier: MIT */
/* Comparing the languages under a folder of templates: what each lacks or has beyond English, and
 * what games and letters need of it. Reads the files themselves, so that a language that cannot be
 * loaded can be looked at, too. Changes nothing.
 *
 * Source: doc/templates.md. */
#pragma once

#include "rules/game.h"

/* What can be wrong; languages_problem gives the word for it. */
enum languages_problem {
    LANGUAGES_UNREADABLE, /* the file breaks a rule of its format; `what` says which */
    LANGUAGES_NO_FILE,    /* English has such a file */
    LANGUAGES_EXTRA_FILE, /* English has none */
    LANGUAGES_MISSING,    /* a key, a value or a term's name is not there */
    LANGUAGES_EXTRA,      /* nobody asks for this key or value */
    LANGUAGES_STRANGE,    /* a language's own template uses a value that the shared one does not */
    LANGUAGES_ARGUMENTS,  /* a sentence puts in other arguments */
    LANGUAGES_UNWORDED,   /* the rules of a game use a key without a sentence */
    LANGUAGES_UNSAID,     /* a template says a sentence that is not there */
    LANGUAGES_PROBLEMS
};

struct languages_finding {
    enum languages_problem problem;
    const char *language; /* "es"; "" = what serves all */
    const char *file;     /* "letter.txt.mustache" */
    const char *what;     /* key, value, term, or what is wrong */
    unsigned line;        /* from 1; 0 = none */
};

/* What is told of a language; strings are borrowed until it returns. */
struct languages_calls {
    void (*finding)(void *context, const struct languages_finding *finding);
    /* How many of its sentences say the same as in English, names apart: perhaps a copy that waits
     * to be translated. Not told of English. */
    void (*copies)(void *context, const char *language, unsigned copies, unsigned sentences);
};

/* Look at every language and call back for each.
 * in     folder: of languages, one of them LANGUAGES_STANDARD
 * out    languages, files: how many were looked at
 * fails  RC_CONFIG: no such folder, or English is not in it; RC_NO_MEMORY */
#define LANGUAGES_STANDARD "en"
enum rc languages_check(const char *folder, const struct game *const *games,
                        const struct languages_calls *calls, void *context, unsigned *languages,
                        unsigned *files, struct err *err);

/* "missing"; and what a sentence that begins with `what` goes on with: " is missing". */
const char *languages_problem_key(enum languages_problem problem);
const char *languages_problem_text(enum languages_problem problem);
