/* SPDX-License-Identifier: MIT */
/* The one path of an order: parse → resolve → check → entry → apply, with its secrets sealed and
 * the table's answers after it. Letters, the command line, defaults and previews come through
 * here; replay and rebuild come through the same rules by record/replay.h.
 *
 * Atomic is the order. All changes are made inside the caller's change (desk_begin).
 * Source: design, sections 3, 5, 7. */
#pragma once

#include "play/position.h"

enum line_fate {
    LINE_DONE,
    LINE_ILLEGAL,   /* verdict says by which clause; choice[…] are legal orders near it */
    LINE_MALFORMED, /* verdict says where and what would be understood */
    LINE_AMBIGUOUS, /* choice[0..choice_count) are the readings */
    LINE_NOT_TRIED,
    LINE_TO_CONFIRM, /* allowed, but for good: it is not done before he says so once more */
    LINE_UNDONE,     /* allowed, but the letter said "all" and another line was not */
    LINE_FATE_COUNT
};

struct line_outcome {
    enum line_fate fate;
    struct order order; /* DONE, UNDONE: as carried out */
    struct verdict verdict;
    unsigned choice_count;
    struct order choice[CHOICES_MAX];
    bool shows_all;  /* they are all that there is, whatever the line says */
    bool from_net;   /* they only have words in common with it */
    int64_t n;       /* DONE: its entry; -1 in a preview */
    bool is_opening; /* of a seal that the player held: no order, it is shown as he wrote it */
    int16_t cost;    /* DONE in a preview: points that it takes; −1 = it takes none */
    int16_t left;    /* … and that are left then */
    bool as_is;      /* DONE in a preview, though a line above it was refused; NOT_TRIED for that */
    bool stopped;    /* DONE, and what follows must wait: something was shown, or others decide */
};

/* Orders of one seat, one after the other. */
struct adjudication {
    struct desk *desk;
    struct position *position;
    unsigned seat;
    const struct lexicon *lexicon;
    bool strict;                          /* canonical notation only */
    bool signed_only;                     /* orders without his signature are refused */
    bool confirms;                        /* what gives the game up waits to be confirmed */
    bool several;                         /* lines are given: an offer among them does, too */
    const struct position_letter *letter; /* NULL = from the command line */
    bool letter_told;                     /* its hash was sealed with an entry before */
    void *trial;                          /* preview: the state that the orders change; else NULL */
};

/* One line. In a preview it is carried out on the trial state and nothing else.
 * fails  for failures of the program only; refusals are in outcome */
enum rc adjudicate_line(struct adjudication *adjudication, const char *line, size_t length,
                        struct line_outcome *outcome, struct err *err);

/* Several lines: in turn until one is not done or stops the rest. with_all: all or nothing, inside
 * a part of the change; when it is undone the position must be asked for again.
 * out    outcome[count] */
struct adjudicate_text {
    const char *text;
    size_t length;
};
enum rc adjudicate_lines(struct adjudication *adjudication, const struct adjudicate_text *line,
                         unsigned count, bool with_all, struct line_outcome *outcome,
                         struct err *err);

/* Let the table answer until a player must decide or the game is over.
 * out    *answered: how many entries it made */
enum rc adjudicate_table(struct desk *desk, struct position *position, unsigned *answered,
                         struct err *err);

/* A seat's luck, once, by the words given, by its letter's Message-ID, or sealed;
 * of all seats of its player, unless it is sealed. in     words: NULL when sealed or refused;
 * sealed: the commitment, else NULL */
enum rc adjudicate_luck(struct adjudication *adjudication, enum entry_luck luck, const char *words,
                        const struct hash *sealed, struct err *err);

/* What the rules do when a question was not answered in time. */
enum rc adjudicate_default(struct desk *desk, struct position *position,
                           const struct timing_open *open, struct err *err);

/* Would it do anything now? */
bool adjudicate_can_default(const struct position *position, const struct timing_open *open);
/* End a game by this entry `end`, and open all that was sealed. */
enum rc adjudicate_end(struct desk *desk, struct position *position, struct entry *entry,
                       struct err *err);

/* Put the derived rows of a game: status, open questions with deadlines. */
enum rc adjudicate_settle(struct desk *desk, struct position *position, struct err *err);

/* Does this seat have an open question (its luck counts)? */
bool adjudicate_is_asked(const struct position *position, unsigned seat);
