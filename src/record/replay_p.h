/* SPDX-License-Identifier: MIT */
/* Inside of a replay, shared by replay*.c and trial.c only. */
#pragma once

#include "record/names.h"
#include "record/replay.h"

/* An entry that changed the position, kept for undo and upgrade. */
struct step {
    uint64_t number;
    size_t text;  /* public text: where it begins in the replay's texts */
    uint8_t seat; /* who gave the order, by the rules */
};

struct due {
    uint64_t decision;
    uint8_t seat;
    int64_t due_s;
    bool is_short; /* it left less than a minute */
};
enum { DUES_MAX = 64 }; /* more are never open at once; the oldest are forgotten */

/* A position with its open questions. */
struct position {
    void *owned; /* the rulebook, unless it is lent */
    const void *rulebook;
    void *state;
    struct decision question[DECISIONS_MAX];
    uint64_t since[DECISIONS_MAX]; /* the entry after which each of them stood open */
    unsigned question_count;
};

/* An order that a standing answer gave: entry number and seat are its seal's. */
struct by {
    uint64_t number;
    uint64_t term;   /* the entry with which this person took the seat */
    uint64_t line;   /* k of the line, once it is told; 0 = not yet */
    uint64_t undone; /* the entry that took it back, 0 = it stands */
    int64_t due_s;   /* of a missed deadline; ENTRY_NO_TIME = of none */
    uint8_t seat;
};
/* An entry of lines. */
struct left {
    uint64_t number;
    int64_t came_s;
};
/* The line "none" of a seat, where the reader knows it. */
struct dropped {
    uint64_t number, k;
    uint8_t seat;
};

/* Deadlines that a seat missed in a row. */
struct missed {
    unsigned count;
    uint64_t number; /* the newest that counts, and when it was done */
    int64_t at_s;
    int64_t done_s; /* when anything was last done for it */
};

/* Days that the time rules give: of a game, of a year, in a row, for the asking;
 * for how many a seat may be lent. 0 = no such word.
 */
struct replay_days {
    unsigned stock, yearly, once, extensions, lend;
};
/* What a seat had of them. */
struct stock {
    bool agreed; /* its player wants them drawn */
    bool asked;  /* for an extension, and has not got it */
    unsigned drawn, drawn_of_year, got;
    int64_t year;
    unsigned row; /* drawn since it last did something */
};

/* A seat that a practice opponent plays. */
struct lent {
    int64_t until_s; /* 0 = it is not, or not any more */
    uint64_t number; /* the entry that lent it last */
    char level[16];
};

enum { REPLAY_NO_ENTRY = ENTRY_KIND_COUNT + 1 };

struct replay {
    const struct game *game;
    struct genesis genesis;
    char rules[GENESIS_NAME_BYTES];
    replay_files_fn *files; /* or */
    replay_book_fn *book;
    void *files_context; /* of either */

    struct position now;
    struct step *step;
    size_t step_count, step_room;
    struct buf texts; /* of the steps, each with its NUL */
    uint8_t *kind;    /* by entry number; undone entries have ENTRY_KIND_COUNT, lost ones
                         REPLAY_NO_ENTRY */
    int64_t *at_s;    /* … and their times */
    size_t kind_room;
    struct names names;

    uint64_t number;
    int64_t time_s;
    bool rostered, lucked, over, secret_opened;
    bool lost_end; /* entries were lost behind the end */
    uint8_t holder[SEATS_MAX + 1];
    struct hash game_hash; /* G */
    uint8_t luck[SEATS_MAX + 1];
    struct hash luck_value[SEATS_MAX + 1];          /* Vi of luck that is not sealed */
    bool luck_pending[SEATS_MAX + 1];               /* sealed and not opened */
    char agreed[SEATS_MAX + 1][GENESIS_NAME_BYTES]; /* rules version a seat agreed to */
    uint64_t taken_back[SEATS_MAX + 1];             /* entry that a seat agrees to go back to */
    struct due due[DUES_MAX];
    unsigned due_count;
    struct by *by;
    size_t by_count, by_room;
    struct dropped *dropped;
    size_t dropped_count, dropped_room;
    struct left *left; /* growing */
    size_t left_count, left_room;
    uint64_t term[SEATS_MAX + 1];       /* entry with which its person took the seat */
    uint64_t line_count[SEATS_MAX + 1]; /* own/<seat>/1 … that many */
    uint64_t lost;                      /* an entry that declared a gap, until all agreed; else 0 */
    uint64_t last_lost;                 /* the same, for good */
    uint64_t last_undo, upgraded,
        clocked;           /* entries; of the roster, before there is one of its own */
    uint32_t go_on_agreed; /* seats, as bits, that agreed to go on behind it */
    uint32_t go_on_owed;   /* players' seats then, for which nobody agreed yet */
    bool paused;           /* the clocks stand */
    bool logs_dues;        /* by the time rules: each deadline stands in the log */
    unsigned away;         /* as many missed in a row make a seat away; 0 = it never is */
    struct missed missed[SEATS_MAX + 1];
    char said[SEATS_MAX + 1][ENTRY_AWAY_BYTES]; /* about a seat that is away, or a host's act */
    unsigned host;                              /* a seat; 0 = none */
    unsigned host_days; /* it gives at most so many at once; 0 = there are no hosts */
    unsigned pauser;    /* the host that stopped the clocks alone; 0 = all agreed */
    struct replay_days days;
    struct stock stock[SEATS_MAX + 1];
    struct lent lent[SEATS_MAX + 1];
    uint32_t leaves;       /* seats, as bits, that leave before the game begins */
    uint32_t clock_agreed; /* seats, as bits, that agreed to let them stand, or go again */

    /* About the last entry. */
    bool was_due;
    struct order order; /* with what the reader knows */
    bool order_known;
    struct secret secret[SECRETS_MAX]; /* its seals, by the rules */
    unsigned secret_count;
};

/* What the lookups of one entry need. */
struct asking {
    replay_lookup_fn *lookup;
    void *context;
    uint64_t number;
};

/* ---- replay_position.c ---- */

void position_fini(const struct game *game, struct position *position);
/* Rulebook and first position of a rules version, whose files must hash to tables. */
enum rc position_start(const struct replay *replay, const char *rules, const struct hash *tables,
                       struct position *position, struct err *err);
/* The first position again, under the rules in force. */
enum rc position_restart(const struct replay *replay, struct position *position, struct err *err);
/* Play the kept steps up to an entry on a fresh position.
 * in     same_rules: under the rules in force, which allowed these steps when they were taken */
enum rc position_play_again(const struct replay *replay, uint64_t to, bool same_rules,
                            struct asking *asking, struct position *position, struct err *err);
/* Play one kept step on another position, whose questions are not asked for. */
enum rc position_step(const struct replay *replay, const struct step *step, struct asking *asking,
                      struct position *position, struct err *err);
/* Carry out the order of the next entry; nothing changes on failure. */
enum rc position_play(struct replay *replay, unsigned seat, const char *text, struct asking *asking,
                      struct err *err);
/* An open question, or NULL. */
const struct decision *position_question(const struct position *position, unsigned seat,
                                         uint64_t decision);
/* Forget the steps from one on. */
void replay_drop_steps(struct replay *replay, size_t first);

/* ---- replay_came.c ---- */

/* An order or consent is no older than what it answers. */
enum rc replay_check_came(const struct replay *replay, const struct entry *entry, struct err *err);

/* ---- replay_kinds.c ---- */

/* Check what the log demands of an entry and carry it out; nothing changes on failure. */
enum rc replay_take(struct replay *replay, const struct entry *entry, struct asking *asking,
                    struct err *err);
/* The seal with this name, unless it was undone. */
const struct name *replay_live_seal(const struct replay *replay, const char *text);

/* Does the game have this seat? */
bool replay_is_seat(const struct replay *replay, unsigned seat);

/* ---- replay_luck.c ---- */

enum rc replay_take_luck(struct replay *replay, const struct entry *entry, struct asking *asking,
                         struct err *err);
enum rc replay_take_lucks(struct replay *replay, const struct entry *entry, struct asking *asking,
                          struct err *err);
/* Had a seat's luck a deadline, and has it passed? */
bool replay_is_late(const struct replay *replay, const struct entry *entry, unsigned seat);
/* The table voids a game whose players gave no luck in time. */
enum rc replay_check_luckless_end(const struct replay *replay, const struct entry *entry,
                                  struct err *err);
/* Another person sits there: he is asked for his own luck. */
void replay_free_luck(struct replay *replay, unsigned seat);

/* ---- replay_lines.c: standing answers ---- */

enum rc replay_take_own(struct replay *replay, const struct entry *entry, struct asking *asking,
                        struct err *err);
/* Make room for one more order by a line; false: no memory. */
bool replay_reserve_by(struct replay *replay);
/* An entry was carried out: was it such an order? Room was reserved. */
void replay_note_by(struct replay *replay, const struct entry *entry);
/* by/<n> or own/<seat>/<k> is opened. */
enum rc replay_open_line(struct replay *replay, const struct entry *entry, struct err *err);

/* ---- replay_lost.c ---- */

enum rc replay_take_lost(struct replay *replay, const struct entry *entry, struct asking *asking,
                         struct err *err);
/* While players have not agreed to go on behind lost entries: what may stand there? */
enum rc replay_check_lost(const struct replay *replay, const struct entry *entry, struct err *err);
/* Somebody takes a seat. */
void replay_seat_lost(struct replay *replay, unsigned seat, bool is_player);
/* A seat agrees to "go-on 18", or declines, which takes back what all said to it. */
void replay_agree_lost(struct replay *replay, unsigned seat, const char *words);
void replay_decline_lost(struct replay *replay, const char *words);

/* ---- replay_away.c ---- */

void replay_read_time(struct replay *replay, const char *time);
/* A default is next: does it count, and does its deadline stand where it must (was_due)? had_time:
 * it was set a minute ahead. */
enum rc replay_note_missed(struct replay *replay, const struct entry *entry, bool had_time,
                           struct err *err);
/* An entry was carried out: whom does it show to be there? */
void replay_note_present(struct replay *replay, const struct entry *entry);
enum rc replay_agree_away(struct replay *replay, const struct entry *entry, struct err *err);
void replay_decline_away(struct replay *replay, const char *words);
/* The newest missed deadline of the seat that a consent is about. */
uint64_t replay_missed_entry(const struct replay *replay, const char *words);
/* The table's win against a seat that is away, its end where all are, and its extension. */
enum rc replay_check_away_end(const struct replay *replay, const struct entry *entry,
                              struct err *err);
enum rc replay_check_abandoned_end(const struct replay *replay, const struct entry *entry,
                                   struct err *err);
enum rc replay_take_extension(struct replay *replay, const struct entry *entry, struct err *err);

/* ---- replay_stock.c ---- */

/* A deadline that was set for a question of a seat, or NULL. */
const struct due *replay_find_due(const struct replay *replay, unsigned seat, uint64_t decision);
enum rc replay_agree_day(struct replay *replay, const struct entry *entry, struct err *err);
void replay_decline_day(struct replay *replay, const struct entry *entry);
/* A clock gives a day: was it to be drawn, or asked for? */
enum rc replay_take_day(struct replay *replay, const struct entry *entry, struct err *err);
/* Nothing is missed while a day is to be drawn. */
enum rc replay_check_stock(const struct replay *replay, const struct entry *entry, struct err *err);
/* ---- replay_host.c ---- */

/* The seat in genesis is host from the beginning. */
void replay_read_host(struct replay *replay, const char *time, bool is_genesis);
enum rc replay_agree_host(struct replay *replay, const struct entry *entry, struct err *err);
/* An entry was carried out: what of the words about a host's acts does it end? */
void replay_note_host(struct replay *replay, const struct entry *entry);
/* What the table does of it: more time, a pause, another person in a seat, an end. */
bool replay_host_extends(const struct replay *replay, const char *words);
enum rc replay_check_host_seat(const struct replay *replay, const struct entry *entry,
                               struct err *err);
enum rc replay_check_host_end(const struct replay *replay, const struct entry *entry,
                              struct err *err);
/* Forget what seats said, word for word. */
void replay_forget_said(struct replay *replay, const char *words);

/* ---- replay_lend.c ---- */

/* A void game ends in the words "WHY seat/1 seat/3": those whose bits (1 << seat) are set. */
enum rc replay_check_void(const struct entry *entry, const char *why, uint32_t seats,
                          struct err *err);
enum rc replay_agree_lend(struct replay *replay, const struct entry *entry, struct err *err);
enum rc replay_take_remark(struct replay *replay, const struct entry *entry, struct asking *asking,
                           struct err *err);
/* May the entry be of a seat that is lent? */
enum rc replay_check_lent(const struct replay *replay, const struct entry *entry, struct err *err);
/* May its player open this seal, if he ever lent his seat? */
enum rc replay_check_held(const struct replay *replay, const struct entry *entry,
                          const struct name *seal, struct err *err);
enum rc replay_check_left_end(const struct replay *replay, const struct entry *entry,
                              struct err *err);
/* An entry was carried out: who has his seat again? */
void replay_note_lent(struct replay *replay, const struct entry *entry);

/* ---- replay_undo.c ---- */

/* May a seat of the house agree to go back there? */
enum rc replay_check_house_agrees(const struct replay *replay, uint64_t to, struct asking *asking,
                                  struct err *err);

enum rc replay_take_undo(struct replay *replay, const struct entry *entry, struct asking *asking,
                         struct err *err);
