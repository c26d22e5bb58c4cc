/* SPDX-License-Identifier: MIT */
/* Where a game stands, in memory: the replay of its log, the chain's head, the server's secret,
 * the seats' luck, open questions with their clocks, and the openings beside the chain.
 *
 * Kept on a shelf by (game, head); whoever writes asks for it inside a change, so that the head
 * is the ledger's own. Source: design, section 4 ("Two writers"), 5.4. */
#pragma once

#include "play/standing_order.h"
#include "play/timing.h"
#include "play/turns.h"
#include "record/replay.h"
#include "seal/chain.h"
#include "server/desk.h"

enum position_phase {
    POSITION_LUCK, /* the seats are fixed, luck is gathered; orders may be possible already */
    POSITION_PLAY,
    POSITION_OVER
};

enum {
    POSITION_SEATS = SEATS_MAX + 1,
    POSITION_NO_DECISION = 0, /* games count their questions from 1 */
    POSITION_REASON_BYTES = 128
};
/* Numbers and clocks of the questions "give your luck" and "open your sealed luck", far above those
 * of any game; in the log both are decision 0 of their seat. */
#define POSITION_LUCK_DECISION(seat)      (UINT32_MAX - SEATS_MAX + (uint32_t)(seat))
#define POSITION_OPEN_LUCK_DECISION(seat) (UINT32_MAX - 2 * SEATS_MAX + (uint32_t)(seat))
static inline bool position_is_luck(uint32_t decision)
{
    return decision > UINT32_MAX - SEATS_MAX;
}
static inline bool position_is_open_luck(uint32_t decision)
{
    return decision > UINT32_MAX - 2 * SEATS_MAX && !position_is_luck(decision);
}
/* Its number in the log, where luck is question 0. */
static inline uint64_t position_log_decision(uint32_t decision)
{
    return position_is_luck(decision) || position_is_open_luck(decision) ? 0 : decision;
}

/* The table's remark in a game whose players do not know each other. */
#define POSITION_ANONYMOUS "anonymous"
/* And in one in which everybody may read what the players say to all. */
#define POSITION_PRESS_OPEN "press open"

struct position {
    int64_t game;
    struct library *library; /* the desk's; borrowed */
    const struct game *played;
    struct genesis genesis;
    unsigned char key[KEY_BYTES]; /* that signs now: genesis', or the last change's */
    char rules_version[GENESIS_NAME_BYTES];
    struct chain chain; /* of the newest entry */
    int64_t at_s;       /* its time */
    struct replay *replay;
    enum position_phase phase;
    unsigned char secret[CHAIN_SECRET_BYTES];
    bool rostered;
    int64_t player[POSITION_SEATS]; /* by seat; 0 = nobody */
    bool house[POSITION_SEATS];
    uint8_t luck[POSITION_SEATS]; /* enum entry_luck of luck given so far */
    int64_t lucks_n;              /* entry LUCKS; 0 = none */
    struct hash luck_hash[POSITION_SEATS];
    bool has_seed;
    struct hash seed;
    bool has_pen[POSITION_SEATS];
    unsigned char pen[POSITION_SEATS][KEY_BYTES]; /* key of a seat's signed orders, as logged */
    int64_t own_count[POSITION_SEATS];            /* own/<seat>/<k> in use */
    struct standing_orders own;
    struct timing timing;
    struct turns turns;
    bool undo_asked;                 /* a seat asks to take back */
    int64_t hear_n[POSITION_SEATS];  /* newest entry that a seat must hear of, asked or not */
    int64_t acted_n[POSITION_SEATS]; /* newest order of a seat, given or missed */
    uint32_t term;                   /* of the rules, such as a round; see own.h */
    int64_t ended_n;                 /* newest entry that ended one; 0 = none */
    unsigned decision_count;         /* open questions by the rules, the table's first */
    struct decision decision[DECISIONS_MAX];
    struct known *known; /* payloads by name of seal */
    bool anonymous;      /* names are hidden until the end */
    bool press_open;     /* what is said to all is public */
    bool is_frozen;
    bool waits;             /* until players agreed to go on behind lost entries */
    int64_t lost_s;         /* what came in before does nothing any more: when entries were declared
                               lost last, or the newest one that was put back; 0 = never */
    struct outcome by_hand; /* how it ended past the rules: by the administrator, or for want of
                               luck; GAME_GOES_ON = it did not */
    uint64_t end_n;         /* entry END; 0 = none */
    char end_reason[POSITION_REASON_BYTES]; /* of it: its words, cut */
};

/* What came from this seat before does nothing any more: the game began, entries were lost, an
 * undo, another sat there. */
int64_t position_since(const struct position *position, unsigned seat);
/* When an order of a seat counts as come, or what it agrees to (consent: its words): not before
 * what is answered came up. */
int64_t position_came(const struct position *position, unsigned seat, const char *consent,
                      int64_t arrived_s);
/* Is this seat's luck awaited? Seats of the house give none. */
bool position_wants_luck(const struct position *position, unsigned seat);

/* Is an entry PRESS for everybody to read? What the administrator says to all is, always. */
static inline bool position_press_is_public(const struct position *position,
                                            const struct entry *entry)
{
    return entry->to_all && (position->press_open || entry->who == ENTRY_KEEPER);
}

/* The reason of a game that ended because sealed luck was not opened; the seats that lose by it
 * stand behind it. */
#define POSITION_LUCK_UNOPENED "luck-unopened"
/* The same where players gave no luck. */
#define POSITION_LUCK_MISSING "luck-missing"

/* The same where a player left before it began; his seat stands behind it. */
#define POSITION_LEFT "left"
/* The same where a player stayed away and another claimed the win; his seat stands behind it. */
#define POSITION_AWAY "away"
/* The same where all stay away. */
#define POSITION_ABANDONED "abandoned"
/* The same where all agreed to what the host proposed. */
#define POSITION_AGREED "agreed"

/* The game as the ledger has it. Borrowed until the next call with another game, or the end of
 * the change.
 * fails  RC_NOT_FOUND: no such game */
enum rc position_get(struct desk *desk, int64_t game, struct position **position, struct err *err);

/* A seal to go with an entry: payload in clear, or commitment alone when the player holds it. */
struct position_seal {
    const char *name;
    unsigned seat;
    const char *payload; /* NULL: held by the player; commitment counts */
    size_t length;
    struct hash commitment;
};

/* Append an entry to log, chain and replay, all inside a change. entry->number and time_s are set
 * here: time = max(previous, now).
 * in     seal[count]: in the order of the entry's brackets; letter: number of the letter that
 *        caused it, 0 = none; raw_hash: what letter/<n> seals when entry->letter is set
 * fails  RC_FROZEN; RC_BUG: the rules refuse what was checked before */
struct position_letter {
    int64_t id;
    int64_t arrived_s;
    const struct hash *raw;
};
enum rc position_append(struct desk *desk, struct position *position, struct entry *entry,
                        const struct position_seal *seal, unsigned count,
                        const struct position_letter *letter, struct err *err);

/* Read the opening of a seal; out gets the payload, wiped by the caller.
 * fails  RC_NOT_FOUND: no such seal, or only its player holds it */
enum rc position_opening(struct desk *desk, const struct position *position, const char *name,
                         unsigned char nonce[SEAL_NONCE_BYTES], struct buf *out, struct err *err);

/* The same of one row of the ledger: an undone seal may share its name with the one that stands. */
struct ledger_seal_row;
enum rc position_open_row(struct desk *desk, const struct position *position,
                          const struct ledger_seal_row *row, unsigned char nonce[SEAL_NONCE_BYTES],
                          struct buf *out, struct err *err);

/* Append the box in which the ledger keeps a seal of entry n. seat: its owner */
enum rc position_seal_box(struct desk *desk, const struct position *position, const char *name,
                          unsigned seat, int64_t n, const unsigned char nonce[SEAL_NONCE_BYTES],
                          const char *payload, size_t length, struct buf *out, struct err *err);

/* Why nothing can be added to a game's log, as a sentence of the desk, or NULL. */
const char *position_closed(const struct position *position);

/* Payload of a seal as this process knows it, or NULL. */
const char *position_payload(const struct position *position, const char *name, size_t *length);

/* What people wrote in an entry, which stands beside the log; NULL: nothing, or it
 * was erased. Borrowed from the position. */
const char *position_words(const struct position *position, uint64_t n);

/* The payload as entry `number` knew it; context: the position. */
const char *position_lookup(void *context, uint64_t number, const char *name, size_t *length);

/* May a seat go back to entry `to` by itself?  fails  RC_BAD_INPUT: no, and why */
enum rc position_undo_is_free(const struct position *position, unsigned seat, uint64_t to,
                              struct err *err);

/* May the seats of the house agree to go back there?  fails  RC_BAD_INPUT: no, and why */
enum rc position_house_agrees(const struct position *position, uint64_t to, struct err *err);

/* Replay the log up to entry `to` and tell of each entry after it was carried out. */
struct position_step {
    const struct position *position; /* after the entry */
    const struct entry *entry;
    const void *before; /* state before it, of all there is to know */
};
typedef enum rc (*position_step_fn)(void *user, const struct position_step *step, struct err *err);
enum rc position_walk(struct desk *desk, int64_t game, int64_t to, position_step_fn fn, void *user,
                      struct position **position, struct err *err);
void position_free(struct position *position);
OWN_FREED(position)
const void *position_state(const struct position *position);
/* How the game stands or ended: as the administrator decided, else as the rules say. */
void position_outcome(const struct position *position, struct outcome *outcome);
const void *position_rulebook(const struct position *position);
