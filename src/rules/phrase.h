/* SPDX-License-Identifier: MIT */
/* What a player's line means: exact orders, his own language, its slips of the finger, other
 * languages, in this order; what is said around an order taken off; several orders in one line.
 *
 * Words around orders stand in templates/<language>/phrases.words, which the lexicon of a game
 * points to. Pure; sees no position. Source: doc/templates.md, "Words". */
#pragma once

#include "rules/game.h"
#include "rules/lexicon.h"

enum phrase_term {
    PHRASE_COURTESY, /* "please", "I would like to": left out */
    PHRASE_ASKING,   /* "could you": left out; with a question mark it asks for an order */
    PHRASE_REQUEST,  /* "would you be so kind": asks whoever reads to do something; left out, too */
    PHRASE_QUESTION, /* "how", "what": begins a question */
    PHRASE_THEN,     /* "and then": another order follows */
    PHRASE_AND,      /* "and": another order may follow */
    PHRASE_ELISION,  /* the "l" of "l'ascia" */
    PHRASE_REMARK,   /* "nice move": alone in a line it is no order */
    PHRASE_GREETING, /* "hello": with a question mark it asks for help */
    PHRASE_ENDING,   /* "ando": what a verb may end in */
    PHRASE_NEGATION, /* "not", "don't" (rules/negation.h) */
    PHRASE_ADDRESSEE,  /* "you": begins a sentence about another */
    PHRASE_DOUBT,      /* "almost", "unless": it is told or thought of, and not ordered */
    PHRASE_ANOTHERS,   /* "his": whose piece stands behind it at the beginning is another's */
    PHRASE_CORRECTION, /* "no wait": what stands behind it is meant instead of what stood before */
    PHRASE_EXCEPT,     /* "anything but": what stands behind it is not meant */
    PHRASE_STAYS,      /* "stays where it is": who does nothing needs no order */
    PHRASE_PLAYING,    /* "how do I play": asks for help with everything */
    PHRASE_RULES, /* "rules" and the two below: what help can be about besides a game's terms */
    PHRASE_ORDERS,
    PHRASE_TIME,
    PHRASE_EXIT,                        /* out of what is played in, where a game has that */
    PHRASE_QUIT,                        /* out of the game itself */
    PHRASE_WHERE,                       /* something is */
    PHRASE_NUMBERS,                     /* "zero" to "nineteen", then the tens up to "ninety" */
    PHRASE_TIMES = PHRASE_NUMBERS + 28, /* "twice", and "thrice" behind it */
    PHRASE_LETTERS = PHRASE_TIMES + 2,  /* "bee" and its like, of squares: a to j */
    PHRASE_ONE = PHRASE_LETTERS + 10,   /* "one", which counts behind tens alone */
    PHRASE_LETTER_W,                    /* of rooms */
    PHRASE_MONTHS,                      /* January to December */
    PHRASE_UNTIL = PHRASE_MONTHS + 12,  /* a day */
    PHRASE_DATED,                       /* "from", "of the": stands between and around days */
    PHRASE_WEEK,                        /* behind a number */
    PHRASE_ONE_WEEK,                    /* "a week" */
    PHRASE_DAYS,                        /* behind a number */
    PHRASE_TODAY,
    PHRASE_TOMORROW,
    PHRASE_OVERMORROW, /* the day behind it */
    PHRASE_NEXT_WEEK,
    PHRASE_WEEKEND,
    PHRASE_NEEDED,               /* so many has each language */
    PHRASE_PAST = PHRASE_NEEDED, /* the "ó" of "pegó": shown, and so not folded */
    PHRASE_ABBREVIATION,         /* "Mr": the "." behind it ends no sentence */
    PHRASE_REASON,               /* "because": why an order is given, up to the next sign */
    PHRASE_RESPELLED, /* "q que": how a word is written in a hurry, and how it is meant */
    PHRASE_SOUNDS,    /* "ke que": letters that sound alike (rules/spelling.h) */
    PHRASE_TWO_WEEKS, /* "a fortnight" */
    /* Where something is, by what stands there (rules/places.h): */
    PHRASE_PLACE_WHERE, /* "where … is" */
    PHRASE_PLACE_LEFT,  /* "to the left of", and so on */
    PHRASE_PLACE_RIGHT,
    PHRASE_PLACE_ABOVE,
    PHRASE_PLACE_BELOW,
    PHRASE_PLACE_NEAR, /* "next to" */
    PHRASE_PLACE_FRONT,
    PHRASE_PLACE_BEHIND,
    PHRASE_PLACE_BETWEEN,
    PHRASE_PLACE_FAR, /* "as far as he can" */
    PHRASE_PLACE_CORNER,
    PHRASE_PLACE_MIDDLE,
    PHRASE_PLACE_TOP,
    PHRASE_PLACE_BOTTOM,
    PHRASE_PLACE_AHEAD, /* "forward" */
    PHRASE_PLACE_BACK,
    PHRASE_PLACE_OUT, /* "his line" */
    PHRASE_PLACE_DOOR,
    PHRASE_PLACE_IS,    /* behind "where" */
    PHRASE_PLACE_ONE,   /* "the one on" */
    PHRASE_PLACE_SELF,  /* "him" */
    PHRASE_PLACE_LEAST, /* "the lowest card", of those that may be played */
    PHRASE_PLACE_MOST,
    PHRASE_TERMS
};
extern const char *const phrase_terms[PHRASE_TERMS];

/* Read one order as players write it.
 * out    order and *asks on DONE: *asks if it is only likely to be meant, and the player is to be
 *        asked: a polite question, or what cannot be taken back in foreign words or with a slip
 * returns DONE or MALFORMED; its reason is "question" for what asks and orders nothing */
enum verdict_kind phrase_read(const struct game *game, const void *rulebook,
                              const struct lexicon *lexicon, unsigned seat, const char *text,
                              size_t length, struct order *order, bool *asks,
                              struct verdict *verdict);

/* A line folded, in numbers what is a number's word, blanks for courtesy and signs.
 * out    length bytes and a 0; returns the length, 0 = a line too long */
enum { PHRASE_BYTES = 1024 };
size_t phrase_clean(const struct lexicon *lexicon, const char *text, size_t length,
                    char out[PHRASE_BYTES]);

/* A line folded, with zeros behind it; returns the length, 0 = a line too long */
size_t phrase_fold(const char *text, size_t length, char out[PHRASE_BYTES]);

/* Does a number up to 99 begin here, in folded text, in words: "four", "twenty-three", "ventitre"?
 * out    *used: bytes of it */
bool phrase_number(const struct lexicon *phrases, const char *text, size_t length, unsigned *number,
                   size_t *used);

/* Append a line, folded, with its numbers in figures; false: it has none in words. length: bytes of
 * text, less than half of PHRASE_BYTES */
bool phrase_figures(const struct lexicon *phrases, const char *text, size_t length,
                    struct text *out);

/* What of a line tells or thinks of something instead of ordering it: PHRASE_DOUBT ("almost",
 * "unless you mind"), PHRASE_ANOTHERS ("his wizard" at its beginning); PHRASE_TERMS = nothing. */
unsigned phrase_doubt(const struct lexicon *lexicon, const char *text, size_t length);

/* Does a player correct himself in the line, "add it, no wait, pass"?
 * out    folded: the line, its signs blank; [0, *before) is what he takes back, [*behind, *end)
 * what he says instead */
bool phrase_corrects(const struct lexicon *lexicon, const char *text, size_t length,
                     char folded[PHRASE_BYTES], size_t *before, size_t *behind, size_t *end);
bool phrase_is_corrected(const struct lexicon *lexicon, const char *text, size_t length);

/* Read one order, the words that the language has not left out: DONE, or MALFORMED. It is only
 * likely to be meant. */
enum verdict_kind phrase_read_loosely(const struct game *game, const void *rulebook,
                                      const struct lexicon *lexicon, unsigned seat,
                                      const char *text, size_t length, struct order *order);
/* Is it an order that phrase_read understands, or one to ask back? */
bool phrase_is_order(const struct game *game, const void *rulebook, const struct lexicon *lexicon,
                     unsigned seat, const char *text, size_t length);

/* What a line is taken apart into: each takes more signs and words for an end, see phrase_part.c.
 */
enum phrase_cut {
    PHRASE_SENTENCES = 1,
    PHRASE_CLAUSES = 2, /* a comma and a colon end one, too */
    PHRASE_JOINED = 4,  /* clauses, and what "and" or "then" joins; a question ends none */
    PHRASE_ORDERED = 8  /* what one writes between orders, as "/" */
};
/* Bytes of the part that begins here, without what ends it.
 * out    *next: where the one behind it begins, or length */
size_t phrase_part(const struct lexicon *lexicon, enum phrase_cut cut, const char *text,
                   size_t length, size_t *next);

/* Take a line apart that gives several orders.
 * out    part[0..n): each order's text; whoever acts is named in each. What is said before the
 *        first and behind the last may be a part, too, with no word of an order in it
 * returns how many; 1 = an order, and something said beside it; 0 = one order and nothing else, or
 *        no way to take the whole of it as orders: use the line itself */
enum { PHRASE_PARTS_MAX = 16 };
struct phrase_part {
    char text[PHRASE_BYTES];
};
unsigned phrase_split(const struct game *game, const void *rulebook, const struct lexicon *lexicon,
                      unsigned seat, const char *text, size_t length,
                      struct phrase_part part[PHRASE_PARTS_MAX]);

/* Does a word stand in it that could be part of an order, exact or but for a slip? A figure may be
 * an answer. */
bool phrase_holds_order_word(const struct lexicon *lexicon, const char *text, size_t length);
/* Does it name something of the game, in digits, too? What is done, as "play" and "go", is in every
 * sentence. */
bool phrase_names_thing(const struct lexicon *lexicon, const char *text, size_t length);

/* Does a phrase of this kind stand anywhere in it, in the lexicon's own language? */
bool phrase_says(const struct lexicon *lexicon, const char *text, size_t length, unsigned wanted);
/* Does the line begin with a word that asks? */
bool phrase_asks(const struct lexicon *lexicon, const char *text, size_t length);
/* "Could the Thief …", "may I …": does it begin so? */
bool phrase_asks_leave(const struct lexicon *lexicon, const char *text, size_t length);
/* Does it ask for something to be done? */
bool phrase_is_request(const struct lexicon *lexicon, const char *text, size_t length);
/* "Nine damage? Not me! The bomb, please": does he only ask himself, in few words, before he says
 * what he does? */
bool phrase_is_rhetorical(const struct lexicon *lexicon, const char *text, size_t length);
/* Does the line ask something? Anything with a question mark that is no request, or that begins
 * with a word that asks. */
bool phrase_is_question(const struct lexicon *lexicon, const char *text, size_t length);
/* Does the line begin with what somebody says who does not know how to play: "I don't understand
 * how to rotate"? */
bool phrase_is_at_a_loss(const struct lexicon *lexicon, const char *text, size_t length);
/* Does the line begin with a greeting in the lexicon's own language? */
bool phrase_is_greeting(const struct lexicon *lexicon, const char *text, size_t length);
/* Is the line a remark, or several, with nothing but courtesy beside? */
bool phrase_is_remark(const struct lexicon *lexicon, const char *text, size_t length);
