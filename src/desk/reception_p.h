/* A letter on its way through reception; shared by its steps and the players' commands. */
#ifndef POSTERN_DESK_RECEPTION_P_H
#define POSTERN_DESK_RECEPTION_P_H

#include "desk/answering.h"
#include "desk/people.h"
#include "desk/reading.h"
#include "desk/reception.h"

struct incoming {
    struct desk *desk;
    const struct reception_letter *in;
    int64_t id;           /* of the letter */
    struct hash raw_hash; /* what the log seals of it */
    struct letter mail;
    struct forum_letter post; /* of the forum */
    bool sealed;              /* a sealed block: nothing of it is said in public */
    struct classification kind;
    bool has_token;
    struct token token;
    int64_t sender;         /* player of the From address; 0 = unknown */
    int64_t sender_address; /* number of that address */
    struct person person;   /* whom the answer goes to */
    int64_t game;
    unsigned seat;
    bool by_thread; /* game and seat come from In-Reply-To, not from a token */
    struct position *position;
    struct letter_lines split;
    struct orders_in orders;
    bool commands_only; /* no seat: orders cannot be meant */

    struct answering_names names;
    struct wording wording;
    struct values *values;
    struct value *map, *lines, *paragraphs;
    bool answers;                      /* queue an answer */
    bool left_lines;                   /* standing answers were logged */
    bool letter_told;                  /* the letter was sealed with an entry of a command */
    bool confirmed;                    /* a draft is carried out */
    enum ledger_outcome_kind sections; /* what became of its parts; LEDGER_OUTCOME_COUNT = none */
    bool by_confirm;                   /* it was asked about, and confirmed */
    bool wants_status;                 /* after all else */
    bool understood;                   /* a line was an order, if not a legal one, or a command */
    bool took_back;                    /* the seat's question is another one now */
    size_t line;                       /* of orders.line: the command that is run */
    size_t dropped;                    /* lines of the letter that were taken out before it */
    int64_t confirms;                  /* letter that this one confirmed; its lines are read */
    bool is_part;                      /* of a letter over several games */
    int64_t head_before;
    int64_t offer;        /* whose letter is answered; 0 = none */
    unsigned invited;     /* addresses that the letter invited so far */
    uint32_t asked_clock; /* of the seat's question when the letter came; 0 = none */

    enum ledger_outcome_kind outcome;
    const char *reason; /* static storage */
};

/* End the way of a letter: outcome, reason, and the sentence that answers it (NULL = silence). */
void incoming_end(struct incoming *incoming, enum ledger_outcome_kind outcome, const char *reason,
                  const char *sentence);
/* The answer's sentence, with pairs of name and text up to a NULL. */
void incoming_say(struct incoming *incoming, const char *key, ...) __attribute__((sentinel));
#define SAY(incoming, key, ...) incoming_say((incoming), (key), __VA_ARGS__, (const char *)NULL)
/* A further line of the answer. */
void incoming_add(struct incoming *incoming, const char *paragraph);
/* The same as a sentence, with pairs of name and text up to a NULL. */
void incoming_tell(struct incoming *incoming, const char *key, ...) __attribute__((sentinel));
/* Log an entry that the letter caused; the first one of a letter seals the letter along. */
enum rc incoming_append(struct incoming *incoming, struct entry *entry,
                        const struct position_seal *seal, unsigned count,
                        struct err *err) MUST_CHECK;
/* Take a line out of the letter's lines. */
void incoming_drop_line(struct incoming *incoming, size_t i);

/* Exchange what was read of a letter: mail, token, kind, order lines. */
void incoming_read(struct incoming *incoming, struct reading *reading);

/* Is it certain who wrote: has he confirmed it, or our own mail system or forum said so? A token
 * and a From line are not that: both may be in other hands with one letter of his. */
bool reception_is_sure(const struct incoming *incoming);
/* Ask the registered address of the seat's player, or of the sender, whether the letter was his:
 * the letter's outcome is "asked". The sentence says why, and may name {robot}. */
enum rc reception_ask_owner(struct incoming *incoming, const char *reason, const char *sentence,
                            struct err *err) MUST_CHECK;

/* Limits of answers, in reception_limits.c. */

/* After its outcome: a letter that says once more what was not understood gets no second answer,
 * and nobody gets more than so many an hour: two robots stop. */
enum rc limits_settle(struct incoming *incoming, struct err *err) MUST_CHECK;
/* Count a letter to an address of ours whose token is not; *quiet: no answer any more. */
enum rc limits_bad_token(struct incoming *incoming, bool *quiet, struct err *err) MUST_CHECK;

/* Steps: *goes_on is set to false where the letter's way ends. Those up to step_guard are in
 * reception_sender.c; reception_go goes through all of them in order. */
enum rc step_read(struct incoming *incoming, bool *goes_on, struct err *err);
enum rc step_token(struct incoming *incoming, bool *goes_on, struct err *err);
enum rc step_classify(struct incoming *incoming, bool *goes_on, struct err *err);
enum rc step_seat(struct incoming *incoming, bool *goes_on, struct err *err);
enum rc step_sender(struct incoming *incoming, bool *goes_on, struct err *err);
enum rc step_confirm(struct incoming *incoming, bool *goes_on, struct err *err);
enum rc step_guard(struct incoming *incoming, bool *goes_on, struct err *err);
/* A post's own steps; goes on at once for other letters. In reception_forum.c. */
enum rc step_forum(struct incoming *incoming, bool *goes_on, struct err *err);
/* Answer somebody unknown, at most once a day. */
enum rc incoming_stranger(struct incoming *incoming, const char *reason, const char *sentence,
                          struct err *err) MUST_CHECK;
enum rc step_sections(struct incoming *incoming, bool *goes_on, struct err *err);
enum rc reception_go(struct incoming *incoming, struct err *err) MUST_CHECK;
/* The rest of the way, for a part of a letter: commands, orders; then what follows from them. */
enum rc reception_go_on(struct incoming *incoming, struct err *err) MUST_CHECK;
enum rc reception_settle(struct incoming *incoming, struct err *err) MUST_CHECK;

#endif
