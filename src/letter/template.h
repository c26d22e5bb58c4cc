/* SPDX-License-Identifier: MIT */
/* Templates in Mustache syntax: variables, sections, inverted sections, partials, comments, set
 * delimiters, dotted names, the implicit iterator, standalone lines. No lambdas, no inheritance.
 * Rendering is pure: the same template and values give the same bytes.
 * One template serves all languages: its words stand in each language's sentences.
 * Source: doc/templates.md; behaviour is that of the Mustache specification. */
#pragma once

#include "letter/sentences.h"
#include "letter/value.h"

/* What {{name}} does to a value; {{{name}}} and {{&name}} leave it as it is in every mode. */
enum escape {
    ESCAPE_TEXT,   /* one line: controls and line ends become blanks, bidi controls go */
    ESCAPE_HTML,   /* as TEXT, then & < > " ' as entities */
    ESCAPE_HEADER, /* as TEXT, and nothing but one line is ever written, raw or not */
    ESCAPE_NONE,
    ESCAPE_COUNT
};

enum { TEMPLATE_DEPTH_MAX = 32, TEMPLATE_OUT_MAX = 1 << 20 };

struct template;

/* Compile. source is named in errors.
 * fails  RC_BAD_INPUT with line and column: a section not closed or closed by another name, an
 *        empty or malformed tag; RC_TOO_LONG: sections nested over TEMPLATE_DEPTH_MAX */
enum rc template_compile(const char *source, const char *text, size_t length,
                         struct template **template, struct err *err);
void template_free(struct template *template);
OWN_FREED(template)

/* Put a language's words into a template's text, before it is compiled: {{say letter.welcome}}
 * becomes that sentence, each {name} in it the value {{name}}, its signs escaped; {{say language}}
 * the code. in     spare: where a sentence that the language lacks is taken from; NULL = nowhere
 * out    text is appended
 * fails  RC_NOT_FOUND with source, line and column: no language has the sentence;
 *        RC_BAD_INPUT: a sentence with {1?one|many} or braces, which a template cannot hold */
struct template_words {
    const char *code;
    const struct sentences *sentences, *spare;
};
enum rc template_say(const char *name, const char *text, size_t length,
                     const struct template_words *words, struct buf *out, struct err *err);

/* Call back for each key that a template says. */
void template_each_sentence(const char *text, size_t length,
                            void (*each)(void *context, const char *key), void *context);

struct render {
    enum escape escape;
    size_t most; /* bytes; 0 = TEMPLATE_OUT_MAX */
    bool strict; /* a name that is not there is an error; else it is empty and false */
    /* Find a partial; NULL if there is none (strict: an error; else it renders as nothing).
     * May be NULL. */
    const struct template *(*partial)(void *context, const char *name);
    void *context;
};

/* Append the rendered text.
 * fails  RC_NOT_FOUND with source, line, column: strict, and a name or partial is missing;
 *        RC_TOO_LONG: partials nested over TEMPLATE_DEPTH_MAX, or over the bytes allowed */
enum rc template_render(const struct template *template, const struct value *root,
                        const struct render *render, struct buf *out, struct err *err);

/* Call back for each name that the template uses, in order: to compare languages.
 * sign   the tag's first character: '#', '^', '>', '&', or 0 for a plain variable */
void template_each_name(const struct template *template,
                        void (*each)(void *context, char sign, const char *name), void *context);

/* The words that only the program writes, at the head and the end of what it signs and of what it
 * is read by; NULL at the end. */
extern const char *const escape_markers[];
/* Append what somebody wrote so that no reader of saved letters takes it for signed words
 * (doc/seals.md, "Footers"): "postern-head" gets another hyphen (U+2011), which looks the same,
 * "postern-proof" and
 * "postern-games@example.org" stay; a line that ends with "=", or with it inside a word, would be
 * joined to the next one where quoted-printable is read, and gets a blank. */
void escape_defuse(const char *text, size_t length, struct buf *out);
/* Append text escaped as {{name}} does. */
void escape_write(enum escape escape, const char *text, size_t length, struct buf *out);
