/* SPDX-License-Identifier: MIT */
/* Inside of src/table. */
#pragma once

#include "base/arena.h"
#include "bot/bot.h"
#include "draw/draw.h"
#include "draw/say.h"
#include "letter/sentences.h"
#include "letter/value.h"
#include "record/genesis.h"
#include "record/record.h"
#include "record/replay.h"
#include "rules/case.h"
#include "rules/game.h"
#include "rules/understand.h"
#include "seal/chain.h"
#include "seal/luck.h"
#include "table/table.h"
#include "tell/tell.h"

enum {
    TABLE_NAME_BYTES = 64,
    TABLE_WORDS_ARENA = 1 << 20, /* words of four lexicons and their names */
    TABLE_BOARD_ARENA = 1 << 15,
    TABLE_SHOWN = 24 /* orders of a turn; older ones are no longer drawn */
};

struct table_file {
    char name[TABLE_NAME_BYTES];
    char *text; /* owned */
    size_t length;
};

/* An order that was given, and the position before it. */
struct table_step {
    struct order order;
    _Alignas(16) unsigned char before[GAME_STATE_MAX];
};

/* What fixes a practice game's chance. */
enum { PRACTICE_WORDS = 10 };
struct practised {
    struct genesis genesis;
    struct hash game, seed, luck[SEATS_MAX];
    unsigned char secret[CHAIN_SECRET_BYTES];
    char words[PRACTICE_WORDS + 1]; /* the player's luck */
    unsigned seat;
    int64_t now_s;
};

struct table {
    struct buf answer;
    struct table_file file[TABLE_FILES_MAX];
    unsigned file_count;

    const struct game *game; /* NULL: none is open */
    const char *rules;       /* one of game->versions */
    char language[8];
    struct sentences *sentences;
    struct draw_words words;
    struct arena words_arena, board_arena;
    struct lexicon lexicon, own;         /* all languages', the reader's */
    struct lexicon phrases, own_phrases; /* what is said around orders (rules/phrase.h) */
    char name[SEATS_MAX + 1][TABLE_NAME_BYTES];
    _Alignas(16) unsigned char rulebook[GAME_RULEBOOK_MAX];

    unsigned seat; /* whose eyes */
    bool has_position;
    _Alignas(16) unsigned char state[GAME_STATE_MAX];
    _Alignas(16) unsigned char view[GAME_STATE_MAX]; /* of the reader, always that of `state` */
    struct table_step *step;                         /* owned */
    unsigned step_count, step_room;
    struct draw_frame frame;

    /* Room for single calls. */
    struct order list[LEGAL_MAX];
    struct scene before, after;
    _Alignas(16) unsigned char seen[TABLE_SHOWN][GAME_STATE_MAX]; /* his views before the steps */
    struct event_list events;
    struct record record; /* verified last */
    bool has_record;
    struct replay *replay;      /* of it, where table_turn stands; NULL = at the beginning */
    struct case_room *cases;    /* made when first needed */
    struct practised *practice; /* owned; NULL: no practice game is on */
    struct lesson *lesson;      /* owned; NULL: none is taken */
    struct bot opponent[SEATS_MAX + 1]; /* by seat: what it has planned and where it was */
};

/* Keep an order and the position before it; false: no room. */
bool table_push_step(struct table *table, const struct order *order, const void *before);
/* Carry an order out on the reader's view, and add the sentences of what he sees of it.
 * returns  does it bring to light what the view does not know? */
bool table_add_events(struct table *table, struct values *values, const struct order *order,
                      struct value *list);
/* A line read and judged. */
struct table_judged {
    enum verdict_kind kind;
    struct understanding read;
};
void table_judge(struct table *table, const void *state, unsigned seat, const char *line,
                 size_t length, struct table_judged *judged);
/* "verdict" and what belongs to it, as table_try answers. */
void table_add_verdict(const struct table *table, const struct table_judged *judged,
                       struct value *root);
/* The answer is what went wrong; returns rc. */
unsigned table_fail(struct table *table, const struct err *err);
/* The same from a text and a name to put behind it. */
enum rc table_refuse(struct table *table, enum rc rc, const char *text, const char *name);
/* No game is open, no position is there: fails with a sentence; RC_OK else. */
enum rc table_needs_game(struct table *table);
enum rc table_needs_position(struct table *table);
/* A file by name, NULL if it was not learned. */
const struct table_file *table_find_file(const struct table *table, const char *name);
/* Load a version's rulebook from the files learned.
 * in     last: a file to be read in place of the last one; "" = none */
enum rc table_load(struct table *table, const struct game *game, const char *rules,
                   const char *last, void *rulebook, struct err *err);
/* Make a game the table's, with its words; the rulebook is the caller's to fill. */
enum rc table_use_game(struct table *table, const struct game *game, const char *rules,
                       struct err *err);
/* A new position stands in `state`. */
void table_begin(struct table *table);
/* Keep a record that is true; forget it. */
enum rc table_keep_record(struct table *table, const char *text, size_t length, struct err *err);
void table_drop_record(struct table *table);
/* Run a case with a rulebook of its own; the report is the answer.
 * returns how many of its promises are broken; err tells when it could not be run. */
unsigned table_run_case(struct table *table, const struct game *game, const struct case_head *head,
                        const char *text, size_t length, struct err *err);
/* Data files and known seals of a record, for replay_start and replay_entry; context: it. */
enum rc table_files_of(void *context, const char *rules, struct game_file *file, unsigned *count,
                       struct err *err);
const char *table_lookup(void *context, uint64_t number, const char *name, size_t *length);
/* Forget the practice game. */
void table_drop_practice(struct table *table);
/* Forget the lesson. */
void table_drop_lesson(struct table *table);
/* Those who speak and draw for the reader; borrowed from the table. */
struct tell table_teller(const struct table *table);
struct draw_look table_looks(const struct table *table);
/* Make the scene of a view with the orders of `past`. */
void table_scene(struct table *table, struct scene *scene);
/* What sort of step it is, as table_reach answers. */
const char *table_sort(unsigned kind);
/* Replace the answer by a JSON value. */
enum rc table_json(struct table *table, const struct values *values, const struct value *root);
/* The number of a panel's row that is one number and no score: something that can be spent; NULL:
 * the row is none. */
const struct scene_item *table_purse(const struct scene_row *row);
/* After a change of `state`. */
void table_view_again(struct table *table);
