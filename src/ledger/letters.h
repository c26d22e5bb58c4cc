/* SPDX-License-Identifier: MIT */
/* Letters in with their one outcome, letters out with their recipients.
 *
 * Letters and outcomes are insert-only facts. A letter and its outcome may share a commit with
 * entries and letters out, or the raw bytes come first ("waits") and the outcome in the next
 * commit. State of delivery is work: work.h.
 *
 * Source: design, sections 4 and 7; mail conventions I1, I8, I14, O1, O4. */
#pragma once

#include "ledger/ledger.h"

/* The ways of a delivery. */
#define LEDGER_BY_MAIL  "mail"
#define LEDGER_BY_FORUM "forum"

enum { LEDGER_MESSAGE_ID_MAX = 250, LEDGER_SOURCE_ID_MAX = 250 };

struct ledger_letter {
    int64_t id;
    const char *source;              /* inbox as the configuration names it, "imap:games" */
    const char *source_id;           /* unique there: file name, or UIDVALIDITY/UID */
    struct ledger_bytes message_key; /* LEDGER_HASH_BYTES: keyed hash of the Message-ID, of the
                                        whole letter where it has none */
    int64_t repeat_of;               /* letter that first brought this Message-ID; 0 = this one */
    int64_t arrived_s;               /* our own mail system's stamp */
    int64_t taken_s;                 /* when the ledger got it */
    int64_t key;                     /* number of the key row of the raw bytes (a month) */
    struct ledger_bytes raw_box;     /* NULL bytes in a walk once they were pruned */
    bool waits;                      /* put only: the outcome comes in a later commit */
};
/* fails  RC_EXISTS: same source and source_id, or a second first letter with that Message-ID */
enum rc ledger_letter_put(struct ledger *ledger, const struct ledger_letter *letter,
                          struct err *err);
/* Number of the letter that first brought this Message-ID; 0 = unknown. */
enum rc ledger_letter_by_message(struct ledger *ledger, struct ledger_bytes message_key,
                                 int64_t *letter, struct err *err);
/* Number of the letter with this source id; 0 = unknown. Ask this first: a letter read again
 * after a crash is not a repeat. */
enum rc ledger_letter_by_source(struct ledger *ledger, const char *source, const char *source_id,
                                int64_t *letter, struct err *err);

/* How many came from an inbox since. */
enum rc ledger_letters_from(struct ledger *ledger, const char *source, int64_t since_s,
                            int64_t *count, struct err *err);

#define LEDGER_OUTCOMES(X)                                                                         \
    X(ACCEPTED, "accepted")   /* every line carried out */                                         \
    X(PART, "part")           /* some lines, the rest not tried or refused */                      \
    X(REJECTED, "rejected")   /* none; reasons per line were answered */                           \
    X(ASKED, "asked")         /* ambiguous, or to be confirmed */                                  \
    X(ANSWERED, "answered")   /* a question */                                                     \
    X(REPEAT, "repeat")       /* the same Message-ID, or the same orders again */                  \
    X(IGNORED, "ignored")     /* no answer: a robot, a bounce, a reaction */                       \
    X(SET_ASIDE, "set aside") /* brought the program down twice: for the administrator */
#define LEDGER_OUTCOME_KIND_NAME(name, text) LEDGER_##name,
enum ledger_outcome_kind { LEDGER_OUTCOMES(LEDGER_OUTCOME_KIND_NAME) LEDGER_OUTCOME_COUNT };
/* Static storage; "?" for an unknown kind. */
const char *ledger_outcome_name(enum ledger_outcome_kind kind);

struct ledger_outcome {
    int64_t letter;
    int64_t at_s;
    enum ledger_outcome_kind kind;
    const char *reason; /* key, never a secret: "auto-reply", "DT-MOVE-3"; "" = none */
    int64_t player;     /* who was understood to write; 0 = nobody we know */
    int64_t game;       /* of the token; 0 = none */
    int seat;           /* 0 = none */
};
/* Give a letter its one outcome and take it off the waiting list.
 * fails  RC_EXISTS: it has one */
enum rc ledger_outcome_put(struct ledger *ledger, const struct ledger_outcome *outcome,
                           struct err *err);

/* Add to count[kind] the outcomes of from_s ≤ time < to_s. */
enum rc ledger_outcomes_count(struct ledger *ledger, int64_t from_s, int64_t to_s,
                              int64_t count[LEDGER_OUTCOME_COUNT], struct err *err);

/* A letter as the administrator sees it; outcome.kind is LEDGER_OUTCOME_COUNT while it waits. */
struct ledger_letter_row {
    struct ledger_letter letter;
    struct ledger_outcome outcome;
};
struct ledger_rows ledger_letter_get(struct ledger *ledger, int64_t letter, struct err *err);
/* Letters with number < before (0 = all), newest first, without raw bytes. */
struct ledger_rows ledger_letters(struct ledger *ledger, int64_t before, struct err *err);
/* Letters set aside that can still be dealt with: not by the administrator's word, not dealt with
 * once more, their bytes kept. */
struct ledger_rows ledger_letters_aside(struct ledger *ledger, struct err *err);
/* The administrator has seen one of them, and leaves it aside. */
enum rc ledger_aside_leave(struct ledger *ledger, int64_t letter, int64_t now_s, struct err *err);
/* Letters whose raw bytes are stored and whose outcome is not, oldest first. */
struct ledger_rows ledger_letters_waiting(struct ledger *ledger, struct err *err);
/* Where to look for raw bytes that are older than before_s: at numbers from *first on, less than
 * *end. Equal when there are none. */
enum rc ledger_letters_old(struct ledger *ledger, int64_t before_s, int64_t *first, int64_t *end,
                           struct err *err);
/* Delete raw bytes, among these numbers, whose key was forgotten; nothing else can be deleted. */
enum rc ledger_letters_prune(struct ledger *ledger, int64_t first, int64_t end, int64_t *pruned,
                             struct err *err);

/* --- letters out -------------------------------------------------------------------------- */

/* Who gets a letter: an address of a player, or a stranger's or a forum's in a box. */
struct ledger_recipient {
    const char *channel;     /* LEDGER_BY_MAIL or LEDGER_BY_FORUM */
    int64_t address;         /* 0 = see box */
    struct ledger_bytes box; /* NULL where there is an address */
};
struct ledger_out {
    int64_t id;
    int64_t made_s;
    const char *kind;       /* "turn", "receipt", "reminder": the desk's words */
    const char *message_id; /* whole, without <>; begin it with the time, so that its index grows
                               at its end. The same for every try */
    int64_t game;           /* 0 = none */
    int seat;               /* whose letter; 255 = watchers, 0 = none */
    int64_t n;              /* newest entry it tells of; -1 = tells of none */
    int64_t reply_to;       /* letter in that it answers; 0 = none */
    const char *form;       /* versions of template and drawing, "en/3 board/2" */
    struct ledger_bytes values_box; /* what the templates get; see ledger_out_is_forgotten */
    const struct ledger_recipient *to;
    size_t to_count; /* ≥ 1 */
    int64_t due_s;   /* first try not before */
};
/* Queue a letter for all its recipients; keeps ledger_shown up to date. */
enum rc ledger_out_put(struct ledger *ledger, const struct ledger_out *out, struct err *err);
/* `to` is not given: see ledger_deliveries. */
struct ledger_rows ledger_out_get(struct ledger *ledger, int64_t out, struct err *err);
/* Number of the letter out with this Message-ID (for In-Reply-To, References); 0 = unknown. */
enum rc ledger_out_by_message(struct ledger *ledger, const char *message_id, int64_t *out,
                              struct err *err);
/* The same for letters out whose words are older than before_s. */
enum rc ledger_outs_old(struct ledger *ledger, int64_t before_s, int64_t *first, int64_t *end,
                        struct err *err);
/* Forget the words of letters out, among these numbers, that were made before before_s, wait for
 * nobody, and belong to no game or to one that was over before that. */
enum rc ledger_outs_forget(struct ledger *ledger, int64_t first, int64_t end, int64_t before_s,
                           int64_t *forgotten, struct err *err);
bool ledger_out_is_forgotten(const struct ledger_out *out);
/* Letters out with number < before (0 = all), newest first. */
struct ledger_rows ledger_outs(struct ledger *ledger, int64_t before, struct err *err);
/* Letters out that answer a letter in, oldest first. in  from_s: none was made before */
struct ledger_rows ledger_outs_answering(struct ledger *ledger, int64_t letter, int64_t from_s,
                                         struct err *err);
