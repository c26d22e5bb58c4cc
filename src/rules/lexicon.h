/* SPDX-License-Identifier: MIT */
/* Words of languages for a game's terms.
 *
 * A lexicon file (templates/<language>/<game>.words) has one line per term:
 *
 *     character.thief = Thief | thieves, th
 *
 * left the term's key, right the name to show, then after '|' further words understood in
 * orders, separated by commas. A word may be several ("speed potion"). '#' starts a comment
 * line. Case and accents of ASCII letters do not matter in orders.
 *
 * One lexicon understands many languages at once and shows names in one: the first one added. */
#pragma once

#include "base/arena.h"

enum { LEXICON_WORDS_MAX = 24576, LEXICON_TERMS_MAX = 512, LEXICON_WORD_BYTES = 48 };

struct lexicon_word {
    const char *text; /* folded: lower case, single blanks; borrowed from the arena */
    uint32_t letters; /* a bit for each that is in it, by which slips are found */
    uint16_t term;    /* index into the game's terms */
    uint8_t length;   /* bytes */
    bool is_own;      /* of the language that shows names */
};

struct lexicon {
    const char *const *terms; /* the game's, borrowed for the lexicon's whole life */
    /* Words of one language alone, which are tried first, and what is said around an order
     * (rules/phrase.h); borrowed; NULL = none. */
    const struct lexicon *own, *phrases;
    unsigned term_count;
    unsigned languages;                   /* added so far */
    const char *shown[LEXICON_TERMS_MAX]; /* by term: name to show; NULL = none given yet */
    struct arena *arena;
    unsigned word_count;
    uint16_t begins[UINT8_MAX + 2]; /* the first word that begins with this byte, or a later one */
    struct lexicon_word word[LEXICON_WORDS_MAX]; /* sorted by text, then term */
};

/* Start a lexicon for a game's terms. arena is borrowed for the lexicon's whole life. */
void lexicon_init(struct lexicon *lexicon, const char *const *terms, unsigned term_count,
                  struct arena *arena);

/* Add a language from its file's text.
 * fails  RC_BAD_INPUT with source and line: unknown key, key twice, empty name;
 *        RC_TOO_LONG: more words than LEXICON_WORDS_MAX or no room in the arena;
 *        the lexicon is of no use then */
enum rc lexicon_add(struct lexicon *lexicon, const char *source, const char *text, size_t length,
                    struct err *err);

/* Add what another lexicon of the same terms has, as one language more; its texts are borrowed for
 * the lexicon's whole life. fails  RC_TOO_LONG: more words than LEXICON_WORDS_MAX; nothing is
 * changed then */
enum rc lexicon_join(struct lexicon *lexicon, const struct lexicon *other, struct err *err);

/* The first term without a name to show, or NULL when all have one. */
const char *lexicon_missing(const struct lexicon *lexicon);

/* The name to show for a term; its key when there is none. */
const char *lexicon_name(const struct lexicon *lexicon, unsigned term);

/* Terms that begin the text: the longest word of the lexicon that ends at a word border wins;
 * failing that, a unique abbreviation of at least two letters.
 * in      text: folded by lexicon_fold
 * out     *used: bytes of text it took; term[]: all terms with that word (languages may share)
 * returns how many terms, at most `most`; 0 = none */
unsigned lexicon_match(const struct lexicon *lexicon, const char *text, size_t length,
                       uint16_t *term, unsigned most, size_t *used);

/* The same without abbreviations. */
unsigned lexicon_match_whole(const struct lexicon *lexicon, const char *text, size_t length,
                             uint16_t *term, unsigned most, size_t *used);

/* The same among the terms from `first` to before `end` alone: a longer word of another is none. */
unsigned lexicon_match_among(const struct lexicon *lexicon, const char *text, size_t length,
                             unsigned first, unsigned end, uint16_t *term, unsigned most,
                             size_t *used);

/* A bit for each letter of a folded text, as lexicon_word has them. */
uint32_t lexicon_letters(const char *text, size_t length);

/* Does a word, folded, stand in a wording, alone or among others? */
bool lexicon_word_holds(const struct lexicon_word *wording, const char *word, size_t length);

/* The same for any wording. */
bool lexicon_holds_word(const struct lexicon *lexicon, const char *word, size_t length);

/* The words [*from, *to) that begin with a text, which stand together. */
void lexicon_beginning(const struct lexicon *lexicon, const char *text, size_t length,
                       unsigned *from, unsigned *to);

/* The single word that a slip of the finger makes of this one: a letter too many, too few, wrong,
 * or two exchanged; in a word of seven letters and more, two of them. NULL if none, or several that
 * mean different things. Words of several are not looked at. */
const char *lexicon_mend(const struct lexicon *lexicon, const char *word, size_t length);

/* The nearest word to one not understood, at most two edits away, in the language that shows names;
 * NULL if none is near. */
const char *lexicon_nearest(const struct lexicon *lexicon, const char *word, size_t length);

/* Fold a line for matching: ASCII lower case, Latin letters without accents, tabs and no-break
 * blanks as blanks, typographic quotes and dashes as ASCII. Returns bytes written to out
 * (capacity ≥ length + 1); columns[i] gives the character column (from 1) of folded byte i. */
size_t lexicon_fold(const char *line, size_t length, char *out, uint16_t *columns, size_t capacity);
