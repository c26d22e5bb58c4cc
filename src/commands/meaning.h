/* SPDX-License-Identifier: MIT */
/* What a line of a letter is taken for: an order, a command in whose words it is, a question that
 * help answers, or something said beside. The one order in which that is looked for; what measures
 * how lines are understood uses it, too. Sees no position and changes nothing.
 *
 * Source: design, section 11 (help), doc/templates.md, "Words". */
#pragma once

#include "letter/orders_in.h"
#include "rules/phrase.h"
#include "server/library.h"
#include "commands/command.h"

/* Who wrote, and about what. All borrowed. */
struct meaning_reader {
    const struct library *library;
    const struct game *game;         /* NULL = a line about no game */
    const void *rulebook;            /* of it */
    unsigned seat;                   /* 0 = none: nothing can be an order */
    bool waits;                      /* no order is taken just now */
    bool unasked;                    /* nothing is asked of the seat */
    bool wants_luck;                 /* but its luck */
    bool late;                       /* it missed its last deadline */
    const struct language *language; /* the writer's */
};

/* Read an order that is meant for sure; false: the line is none. */
bool meaning_read_order(const struct meaning_reader *reader, const char *line, struct order *order);
/* What waits for later and is no order now: "if attacked: combat 3", "the rest at random". */
bool meaning_is_standing(const struct meaning_reader *reader, const char *line);
/* An order of the game, or what is only likely to be one and would be asked back; never for who has
 * no seat in it. length: bytes of line */
bool meaning_is_order(const struct meaning_reader *reader, const char *line, size_t length);

/* Is an order left of it, once the words are left out that no game has? It may be shown. */
bool meaning_is_near(const struct meaning_reader *reader, const char *line, size_t length);

/* Does a line read whole as what a player may write: an order of some game that is certain, a
 * command, a list of figures? For what is done before it is known whose letter it is. */
bool meaning_reads(struct library *library, const struct language *language, const char *line,
                   size_t length);

/* May a line be meant in the reader's game: an order that is certain, several, or what is left to
 * the table? */
bool meaning_is_meant(const struct meaning_reader *reader, const char *line);

/* Is a name, or a word of it, an order of some game in some language? */
bool meaning_is_order_word(struct library *library, const struct language *language,
                           const char *name);

/* Read words for a command as its exact ones; false: they are none that could be carried out.
 * out    *whole: nothing stands behind the command */
bool meaning_read_words(const struct meaning_reader *reader, const char *words, struct buf *exact,
                        bool *whole);

/* Write a line in words for a command, or one that asks, as the exact command; out is only written
 * to on true. False: it stays as it was written. */
bool meaning_take_words(const struct meaning_reader *reader, const struct order_line *line,
                        struct buf *out);

/* Write a line with words as they are meant that were written in a hurry or by ear; false: it has
 * none, or is understood as it stands. out is only written to on true. */
bool meaning_respell(const struct meaning_reader *reader, const char *line, struct buf *out);

/* Take a line apart that gives several orders, as phrase_split does. What is said beside them may
 * be a part; 0 also where that may be meant against them: "forget it, I changed my mind". */
unsigned meaning_parts(const struct meaning_reader *reader, const char *line, size_t length,
                       struct phrase_part part[PHRASE_PARTS_MAX]);
/* "Tell Bert gg", behind orders. */
bool meaning_is_message(const struct meaning_reader *reader, const char *part);
/* Is a part said beside the orders, or asked there? */
bool meaning_is_chat(const struct meaning_reader *reader, const char *part);
bool meaning_is_aside(const struct meaning_reader *reader, const char *part);
/* Write what answers a question and changes nothing: "help …", "status"; false: nothing does but
 * the whole of the rules. */
bool meaning_answer(const struct meaning_reader *reader, const char *question, struct buf *out);
/* Bytes of a sentence before what it asks behind "and", and, if asked for, behind commas: "change my
 * name to Ann, and how do I see old games"; its end where it asks nothing there. */
size_t meaning_before_question(const struct meaning_reader *reader, const char *line, size_t end,
                               bool commas);
/* Write what a sentence of a letter that is of no game asks for as an exact command: "help …" where
 * it is a question; false: it is not known. */
bool meaning_read_sentence(const struct meaning_reader *reader, const char *sentence,
                           struct buf *out);
/* Take a line apart of which each sentence asks something else, into what answers each; of no game,
 * into wishes and questions; 0: it is none, or an order. */
unsigned meaning_questions(const struct meaning_reader *reader, const char *line,
                           struct phrase_part part[PHRASE_PARTS_MAX]);

/* Take the luck that a line gives, as "luck …", from what is ordered before and behind it, where
 * luck is waited for; 0: it gives none. */
unsigned meaning_luck(const struct meaning_reader *reader, const char *line,
                      struct phrase_part part[PHRASE_PARTS_MAX]);

/* The command of a line with exact words, and what stands behind it; NULL if it is none, or rather
 * an order: "accept draw" is one of some games. */
const struct command *meaning_command(const struct meaning_reader *reader, const char *line,
                                      const char **arguments);

/* A greeting, a closing, a remark: left out without blame. For a line that is no command. */
bool meaning_is_idle(const struct meaning_reader *reader, const struct order_line *line);
