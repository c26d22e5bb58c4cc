/* SPDX-License-Identifier: MIT */
/* The game contract: a game is a deterministic function of (rules version, options, seats, log).
 *
 * Every slot is pure: no clock, chance, environment, allocation or I/O. Power grows by step:
 * parse sees no state; resolve, check, legal and view see a const one; only apply changes it.
 *
 * A state is flat, `state_bytes` long, aligned for any type, copied by assignment (memcpy), and
 * holds no pointers. It is zeroed before setup, so that equal positions are equal bytes.
 * A rulebook is what `load` made of the game's data files for one rules version: flat, const
 * after load, shared by all games of that version.
 *
 * Secrets. A secret value stands in the public log as its seal's name, "combat [combat/17/2]".
 * A reader who knows the value puts it in place of the brackets before reading; where he does
 * not, the name stays and the state holds *unknown*. What then cannot be judged is judged when
 * the seal opens. Position changes that all may see are driven by public entries alone, so
 * knowing a value early changes nothing but the value.
 *
 * Source: design, section 3. */
#pragma once

#include "rules/decision.h"
#include "rules/event.h"
#include "rules/lexicon.h"
#include "rules/order.h"
#include "rules/practice.h"
#include "rules/scene.h"
#include "rules/verdict.h"

enum {
    GAME_STATE_MAX = 8192,     /* largest state of any game, bytes */
    GAME_RULEBOOK_MAX = 65536, /* largest rulebook, bytes */
    POSITION_TEXT_BYTES = 16384,
    OPTIONS_TEXT_BYTES = 1024,
    LEGAL_MAX = 16384,    /* no decision has more legal orders */
    CHOICES_MAX = 8,      /* ambiguous readings shown to a player */
    GAME_FILES_MAX = 8,   /* data files of a game */
    LINE_TEXT_BYTES = 640 /* longest standing line in canonical text, NUL included */
};

/* A data file of a game (rooms, cards), in the order of game->files. */
struct game_file {
    const char *name; /* for messages */
    const char *text;
    size_t length; /* bytes */
};

struct game_setup {
    const char *options; /* "target=5 tie=draw"; "" = all defaults; order does not matter */
    unsigned seats;
};

/* One option of a game, for help texts and refusals. */
struct game_option {
    const char *name;     /* "target" */
    const char *values;   /* "5|6|7|8" */
    const char *standard; /* value when it is not named */
    const char *clause;   /* where the rules speak of it */
};

enum game_over {
    GAME_GOES_ON,
    GAME_WON, /* `winner` has won */
    GAME_DRAWN,
    GAME_VOID /* no result */
};

struct outcome {
    enum game_over over;
    uint8_t winner;               /* seat, when won */
    const char *reason;           /* key, "target-reached"; static storage */
    int16_t score[SEATS_MAX + 1]; /* by seat; the game's own points */
};

/* An order that was carried out, for pictures of the last turn. Both borrowed. */
struct game_past {
    const void *before; /* the reader's view in which it was given */
    const struct order *order;
};

/* How text and order meet. */
enum order_form {
    ORDER_FULL,  /* every value in place; unknown ones as "?" */
    ORDER_PUBLIC /* each secret as its seal's name in brackets */
};

/* What players, logs and position texts write, and what it means. */
struct game_text {
    const struct game_option *options; /* name NULL at the end */
    const struct order_kind *kinds;    /* by order.kind */
    unsigned kind_count;
    const char *const *topics; /* by decision.topic: keys */
    unsigned topic_count;
    const char *const *events; /* by event.kind: keys of sentences */
    unsigned event_count;
    const char *const *terms; /* by ARG_TERM value, and what the lexicon gives words to */
    unsigned term_count;

    /* Write the options in full and canonical order, defaults included: what genesis keeps.
     * returns DONE, or ILLEGAL with the clause, or MALFORMED with word and suggestion. */
    enum verdict_kind (*write_options)(const struct game_setup *setup, struct text *out,
                                       struct verdict *verdict);

    /* Read a line as a player writes it. Sees no state; `seat` gives "my" its meaning.
     * in     lexicon: words of every shipped language; line: length bytes of UTF-8
     * out    order, written on DONE only; may leave things open for resolve ("thief to d5")
     * returns DONE or MALFORMED */
    enum verdict_kind (*parse)(const void *rulebook, const struct lexicon *lexicon, unsigned seat,
                               const char *line, size_t length, struct order *order,
                               struct verdict *verdict);

    /* Complete what parse left open ("to d5") to the canonical order. Several readings that
     * differ in what follows: AMBIGUOUS, and choices[0..*count) hold up to CHOICES_MAX. An order
     * that no completion makes legal: the verdict of the best attempt. */
    enum verdict_kind (*resolve)(const void *rulebook, const void *state, const struct order *order,
                                 struct order *canonical, struct order choices[CHOICES_MAX],
                                 unsigned *count, struct verdict *verdict);

    /* Read the canonical text, fast and strict; "?" or "[name]" stands for unknown.
     * For all orders: read_order(write_order(o)) = o, and written texts are unique. */
    bool (*read_order)(const void *rulebook, unsigned seat, const char *text, size_t length,
                       struct order *order);
    /* Write the canonical text. `before` is the position the order is given in (names of seals
     * depend on it); it may be NULL for ORDER_FULL. */
    void (*write_order)(const void *rulebook, const void *before, const struct order *order,
                        enum order_form form, struct text *out);

    /* Canonical position text, any legal position, round trip: read(write(s)) = s.
     * read fails with RC_BAD_INPUT, line, column, and the clause that the position breaks. */
    void (*write)(const void *rulebook, const void *state, struct text *out);
    enum rc (*read)(const void *rulebook, const char *text, size_t length, void *state,
                    struct err *err);
    /* Name of a place (square, area) as in orders. NULL: its number. */
    void (*write_place)(int place, struct text *out);
};

/* What may be done, and what comes of it. */
struct game_rules {
    /* Read and check the data files for a rules version.
     * in     file: in the order of game->files; texts need not outlive the call
     * out    rulebook: rulebook_bytes, zeroed by the caller
     * fails  RC_BAD_INPUT with source, line, column and the clause broken; RC_NEWER: no such
     *        version */
    enum rc (*load)(const struct game_file *file, unsigned count, const char *version,
                    void *rulebook, struct err *err);

    /* Make the first position; state is state_bytes, zeroed here. Verdicts as for
     * write_options. */
    enum verdict_kind (*setup)(const void *rulebook, const struct game_setup *setup, void *state,
                               struct verdict *verdict);

    /* The open questions, the table's first; returns how many. None = the game is over. */
    unsigned (*open_decisions)(const void *rulebook, const void *state,
                               struct decision decision[DECISIONS_MAX]);

    /* May this canonical order be given now? verdict may be NULL when only the answer counts. */
    enum verdict_kind (*check)(const void *rulebook, const void *state, const struct order *order,
                               struct verdict *verdict);

    /* Every legal order of a seat, one for each distinct outcome, in a fixed order; none of the
     * kinds ORDER_ALWAYS. Seat 0: openings the table can give from this state.
     * out     list[LEGAL_MAX]
     * returns how many. */
    unsigned (*legal)(const void *rulebook, const void *state, unsigned seat, struct order *list);

    /* Would a legal order hit what is its own seat's? Such are not proposed, and listed apart. The
     * slot may be NULL: none would. */
    bool (*hurts_own)(const void *state, const struct order *order);

    /* The order by which a seat agrees to what another offers it, as "draw"; NULL: nothing is
     * offered. The slot may be NULL: players offer each other nothing. Static storage. */
    const char *(*offered)(const void *state, unsigned seat);

    /* Carry out an order that check allows; appends events (events may be NULL). An order that
     * check forbids leaves the state unchanged and returns false. */
    bool (*apply)(const void *rulebook, void *state, const struct order *order,
                  struct event_list *events);

    /* The order that a draw's numbers mean; number[j] < decision->bound[j]. Shuffles are
     * Fisher–Yates, last place first: number j swaps place n-1-j with place number[j].
     * NULL: the table draws nothing. */
    void (*draw_order)(const void *rulebook, const void *state, const struct decision *decision,
                       const uint16_t *number, struct order *order);

    void (*outcome)(const void *rulebook, const void *state, struct outcome *outcome);

    /* NULL if the position keeps every promise of the rules, else the clause it breaks. */
    const char *(*invariant)(const void *rulebook, const void *state);
};

/* What not all may know. A game without it hides nothing: game_view and the like know that. */
struct game_secrets {
    /* Seals that a seat may hold itself, NULL at the end, or NULL: none. "combat/QUESTION/SEAT":
     * SEAT is its own number, any other word in capitals some number. */
    const char *const *held;
    /* The seals of an order in that position, in the order of their brackets; returns how many
     * (at most SECRETS_MAX). */
    unsigned (*of_order)(const void *rulebook, const void *before, const struct order *order,
                         struct secret secret[SECRETS_MAX]);
    /* May this seat know the value of the seal with this name, in this position? SEAT_PUBLIC
     * asks whether all may. Unknown names: false. */
    bool (*may_know)(const void *rulebook, const void *state, const char *name, unsigned seat);
    /* What a seat (or SEAT_PUBLIC) may know: same type, the rest unknown. Equals what replaying
     * that seat's export gives. state and view may not overlap. */
    void (*view)(const void *rulebook, const void *state, unsigned seat, void *view);
    /* Put into a seat's view of the position before an order what that order shows to this seat
     * alone, so that its events name it; `after` is the whole position after the order. NULL: no
     * order does. */
    void (*learn)(const void *rulebook, const void *after, unsigned seat, void *view);
};

/* What is drawn and counted for the eye. A game without it has no board: game_scene knows that. */
struct game_show {
    /* What to draw of a view, as seen by a seat.
     * in     last[count]: the orders since the reader was last shown a board, oldest first, each
     *        with that reader's view before it; they become the scene's steps
     * out    scene: from scene_init on, made here */
    void (*scene)(const void *rulebook, const void *view, unsigned seat,
                  const struct game_past *last, unsigned count, struct scene *scene);
    /* What a reader is told about when this happens, as a round's hero and its equipment: terms of
     * the game that have a text of help. Returns how many, at most `most`. NULL: nothing. */
    unsigned (*introduce)(const void *rulebook, const void *view, const struct event *event,
                          uint16_t term[], unsigned most);
    /* Points that a seat may still spend in its turn: what an order costs is the difference. −1:
     * it has none to spend now. NULL: the game knows no such thing. */
    int (*points)(const void *rulebook, const void *view, unsigned seat);
};

/* Standing lines, written before a question is asked: "if attacked with troll: combat 3".
 *
 * A line is kept in canonical text, which no lexicon reads again, so that a record's reader comes
 * to the same order years later. It reads its seat's view, never the state: else it would tell by
 * its answer what is hidden. */
enum line_says {
    LINE_OTHER,  /* nothing to this question; others may */
    LINE_UNMET,  /* it speaks of this, and its conditions do not hold */
    LINE_ASKS,   /* the player wants to be asked: no later line orders */
    LINE_CLOSES, /* he wants to be asked where no line orders, wherever they stand */
    LINE_ORDERS, /* one of the orders listed; of several a lot decides */
    LINE_SAYS_COUNT
};
struct line_answer {
    enum line_says says;
    bool otherwise; /* its "else" speaks, for want of a condition or of a legal order before */
    unsigned count; /* orders listed; 0 unless says is LINE_ORDERS */
};

struct game_standing {
    /* Take a line as a player writes it to its canonical text. Sees no position.
     * out    out: at most LINE_TEXT_BYTES with its NUL; *once: it is a step of a plan, to be given
     *        one time only ("card 5"), not an answer for every such question
     * returns DONE or MALFORMED */
    enum verdict_kind (*parse)(const void *rulebook, const struct lexicon *lexicon, unsigned seat,
                               const char *line, size_t length, struct text *out, bool *once,
                               struct verdict *verdict);
    /* Is this text one that parse writes? Other slots are given no other. */
    bool (*is_canonical)(const void *rulebook, unsigned seat, const char *line, size_t length);
    /* Can the line ever serve, and, if it is being left, are lines taken now? DONE, or ILLEGAL with
     * clause and reason: it is void, or has lapsed by the rules. */
    enum verdict_kind (*judge)(const void *rulebook, const void *view, unsigned seat,
                               const char *line, size_t length, bool leaving,
                               struct verdict *verdict);
    /* "The rest at random", left where the game stands now: of tokens to be laid, of a room that was
     * just opened.
     * out    out: the line's canonical text here; untouched where false: it is what it was */
    bool (*settle)(const void *rulebook, const void *view, unsigned seat, const char *line,
                   size_t length, struct text *out); /* NULL: no line changes */
    /* What does the line say to a question of its seat?
     * in     view: the seat's; decision: open in it, of kind ORDER
     * out    list[LEGAL_MAX]: orders that check allows, in the order of `legal` if several */
    void (*answer)(const void *rulebook, const void *view, const struct decision *decision,
                   const char *line, size_t length, struct order *list, struct line_answer *answer);
    /* Lines left while this gave another number have lapsed (they hold for one round, say), and
     * when it grows all seats are told of it. Counted from 1. NULL: they hold for the whole game.
     */
    uint32_t (*term)(const void *rulebook, const void *view);
};

struct game {
    const char *name;  /* "dungeon_twister": folder, log, command line */
    const char *title; /* "Dungeon Twister" */
    size_t state_bytes;
    size_t rulebook_bytes;
    unsigned seats_min, seats_max;
    const char *const *files;    /* names of the data files it loads, NULL at the end */
    const char *const *versions; /* rules versions it can play, oldest first, NULL at the end */
    /* How many of `files`, from the first, a rules version is promised and loads; NULL: all. */
    unsigned (*file_count)(const char *version);

    const struct game_text *text;
    const struct game_rules *rules;
    const struct game_secrets *secrets;   /* NULL: all is open to all */
    const struct game_show *show;         /* NULL: no board */
    const struct game_standing *standing; /* NULL: it knows no standing lines */
    const struct practice *practice;      /* what an opponent is told; NULL: it orders at random */
};

/* The slots of groups that may be missing; arguments as there. */
unsigned game_secrets_of(const struct game *game, const void *rulebook, const void *before,
                         const struct order *order, struct secret secret[SECRETS_MAX]);
bool game_may_know(const struct game *game, const void *rulebook, const void *state,
                   const char *name, unsigned seat);
void game_view(const struct game *game, const void *rulebook, const void *state, unsigned seat,
               void *view);
void game_learn(const struct game *game, const void *rulebook, const void *after, unsigned seat,
                void *view);
unsigned game_introduce(const struct game *game, const void *rulebook, const void *view,
                        const struct event *event, uint16_t term[], unsigned most);
void game_write_place(const struct game *game, int place, struct text *out);
void game_scene(const struct game *game, const void *rulebook, const void *view, unsigned seat,
                const struct game_past *last, unsigned count, struct scene *scene);
int game_points(const struct game *game, const void *rulebook, const void *view, unsigned seat);
/* Seals that a seat may hold itself, NULL at the end; never NULL. */
const char *const *game_held_seals(const struct game *game);
/* The newest rules version that it can play, and the number of data files that one loads. */
const char *game_newest(const struct game *game);
unsigned game_file_count(const struct game *game, const char *version);
/* The option of a name, in `length` bytes; NULL: it has none of that name. */
const struct game_option *game_option(const struct game *game, const char *name, size_t length);
