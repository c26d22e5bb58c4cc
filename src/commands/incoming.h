/* SPDX-License-Identifier: MIT */
/* A letter on its way: what was read of it, what is answered, what became of it. Shared by the
 * steps of inbound and by what players may write (commands.h). */
#pragma once

#include "outbound/answering.h"
#include "outbound/outbox.h"
#include "ledger/letters.h"
#include "people/people.h"
#include "commands/command.h"
#include "reading/reading.h"

/* What is answered. */
struct incoming_answer {
    bool wanted;    /* queue it */
    int64_t came_s; /* of its first order, as it is logged; 0 = as the letter */
    int64_t hold_s; /* it waits until then, past so many within the hour; 0 = it does not */
    struct answering_names names;
    struct wording wording;
    struct outbox_facts facts; /* see incoming_answer_letter */
    struct values *values;
    struct value *map, *lines, *paragraphs;
    struct value *written; /* what was meant → as it was written; it outlives parts of the letter */
    struct value *actions; /* what may be written next; NULL = nothing yet */
};

/* What becomes of the letter. */
struct incoming_fate {
    enum ledger_outcome_kind outcome;
    const char *reason;                /* static storage */
    enum ledger_outcome_kind sections; /* what became of its parts; LEDGER_OUTCOME_COUNT = none */
    bool left_lines;                   /* standing answers were logged */
    bool letter_told;                  /* the letter was sealed with an entry of a command */
    bool confirmed;                    /* a draft is carried out */
    bool by_confirm;                   /* it was asked about, and confirmed */
    bool wants_lines;                  /* what these do, behind what was carried out */
    bool wants_status;                 /* after all else */
    bool understood;                   /* a line was an order, if not a legal one, or a command */
    bool greeted;                      /* a line of it was a greeting */
    bool thanked;                      /* or said something that is as little an order */
    bool took_back;                    /* the seat's question is another one now */
    bool said_yes;                     /* and agreed to nothing that waits */
    bool asks_back;                    /* what its "yes" agrees to */
    bool signed_up;                    /* by it: he cannot mean what people ask who play */
    bool plays_again;                  /* it ended the loan of his seat, and need say nothing */
};

/* What was read of the letter, and found out of who wrote it and for which game. */
struct incoming_known {
    int64_t id;           /* of the letter */
    int64_t arrived_s;    /* its stamp, or the entry that its token names, if that is later */
    struct hash raw_hash; /* what the log seals of it */
    struct reading read;  /* of the letter, or of the one that it confirmed; without its lines */
    bool sealed;          /* a sealed block: nothing of it is said in public */

    int64_t sender;         /* player of the From address; 0 = unknown */
    int64_t sender_address; /* number of that address */
    bool is_proved;         /* our mail system says so of the From address */
    bool is_forged;         /* or the contrary */
    int64_t game;
    unsigned seat;
    bool by_thread;      /* game and seat come from In-Reply-To, not from a token */
    bool by_house;       /* a practice opponent's own letter, by a token that nobody else had */
    bool commands_only;  /* no seat: orders cannot be meant */
    bool is_part;        /* of a letter over several games */
    int64_t confirms;    /* letter that this one confirmed; its lines are read */
    int64_t head_before; /* newest entry that the reader was told of */
    int64_t offer;       /* whose letter is answered; 0 = none */
};

struct incoming {
    struct desk *desk;
    const struct inbound_letter *in;
    const struct incoming_known *known;
    struct person person;      /* whom the answer goes to */
    struct position *position; /* of the game */
    uint32_t asked_clock;      /* of the seat's question when the letter came; 0 = none */

    struct orders_in lines;         /* of the letter, less those that were dealt with */
    const struct command *commands; /* that a line may be */
    const struct command *command;  /* that is run */
    size_t line;                    /* of the lines: the command that is run */
    size_t dropped;                 /* lines of the letter that were taken out before it */
    unsigned invited;               /* addresses that the letter invited so far */
    struct buf own;                 /* standing answers left and not logged, each with its NUL */
    unsigned own_count;
    bool own_dropped; /* "none" is among them */

    struct incoming_answer answer;
    struct incoming_fate fate;
};

/* What says something returns RC_OK, for whoever has no more to do; as a number, since nobody
 * has to look. */

/* End the way of a letter: outcome, reason, and the sentence that answers it (NULL = silence). */
unsigned incoming_end(struct incoming *incoming, enum ledger_outcome_kind outcome,
                      const char *reason, const char *sentence);
/* The answer's sentence, with pairs of name and text up to a NULL. */
unsigned incoming_say(struct incoming *incoming, const char *key, ...) __attribute__((sentinel));
#define SAY(incoming, key, ...) incoming_say((incoming), (key), __VA_ARGS__, (const char *)NULL)
/* A further line of the answer. */
void incoming_add(struct incoming *incoming, const char *paragraph);
/* The same as a sentence, with pairs of name and text up to a NULL. */
unsigned incoming_tell(struct incoming *incoming, const char *key, ...) __attribute__((sentinel));
/* Offer what may be written next, as a line and a button: a command, the game it is about (NULL =
 * none) and exact words behind, as "against easy"; told in the reader's words. */
void incoming_offer(struct incoming *incoming, const char *command, const struct game *game,
                    const char *behind);
/* The same of a line in the reader's words. */
void incoming_offer_line(struct incoming *incoming, const char *line);
/* The same with somebody's own words behind the command. */
void incoming_offer_text(struct incoming *incoming, const char *command, const char *text);
/* "3", "two days more", "two weeks", "a week"; 0 = it is no number of days, or several. */
unsigned incoming_days(const struct incoming *incoming, const char *text);
/* The letter's subject, for an answer to this player; 0 = no player: "". Borrowed from the letter.
 */
const char *incoming_subject(const struct incoming *incoming, int64_t player);
/* Its answer as it is queued: whom, which letter, what became of it; where it goes is the caller's.
 */
struct outbox_letter incoming_answer_letter(const struct incoming *incoming);
/* Log an entry that the letter caused; the first one of a letter seals the letter along. */
enum rc incoming_append(struct incoming *incoming, struct entry *entry,
                        const struct position_seal *seal, unsigned count, struct err *err);
/* Who sits there, as the reader may know it; "?" = nobody, or seat 0. */
const char *incoming_name(const struct incoming *incoming, unsigned seat);
/* Append a command and what stands behind it, in the reader's words. */
void incoming_show_form(const struct incoming *incoming, const struct command *command,
                        struct buf *out);
/* Tell how the command that is run is written: it was written with what it does not know. */
unsigned incoming_tell_form(struct incoming *incoming);
/* Is the letter older than this? Then it says so: what it agrees to was asked later. */
bool incoming_is_older(struct incoming *incoming, int64_t since_s);
/* Take a line out of the letter's lines. */
void incoming_drop_line(struct incoming *incoming, size_t i);

/* Take up the letter's game as the ledger has it now, and speak of it from here on: after whatever
 * may have put another game on the shelf. Nothing where the letter is of no game. */
enum rc incoming_see_game(struct incoming *incoming, struct err *err);

/* Where inbound writes what it finds out of a letter; everybody else reads `known`. */
struct incoming_known *incoming_learn(struct incoming *incoming);
/* Exchange what was read of a letter: mail, token, kind, order lines. */
void incoming_read(struct incoming *incoming, struct reading *reading);
/* Free what was read, and the answer. */
void incoming_fini(struct incoming *incoming);
