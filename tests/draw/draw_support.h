/* SPDX-License-Identifier: MIT */
/* What the tests of drawings share: a small scene with one of everything, a card table, words for
 * both, positions of random games, golden files. */
#pragma once

#include "draw/draw.h"
#include "games/dungeon_twister/state.h"

enum { TOY_TERMS = 20 };

/* Words of the toy scenes; static, made on the first call. */
const struct lexicon *toy_lexicon(void);
/* A board of 5 × 6 with every kind of square, edge, piece, step and item. */
void toy_board(struct scene *scene);
/* A card table: hero, tiles, pile, two players. */
void toy_table(struct scene *scene);

/* Names of a game's terms made of its keys ("character.thief" → "Thief"). Caller frees. */
struct lexicon *key_lexicon(const char *const *terms, unsigned count);

/* A random game of Dungeon Twister and its last turn so far. */
enum { PAST_MAX = 48 };
struct playing {
    struct dt_rulebook book;
    struct dt_state state;
    uint64_t seed;
    unsigned past_count;
    struct game_past past[PAST_MAX];
    struct dt_state before[PAST_MAX];
    struct dt_state view;
    struct order order[PAST_MAX];
};
/* The fixed set of positions. */
enum { KEPT_POSITIONS = 200 };
#define KEPT_FILE "tests/bench/dungeon_twister.positions"
/* Set up the position with this index in a file of positions, "--" between them; the program ends
 * when it cannot. */
void playing_read(struct playing *playing, const char *path, unsigned index);
/* Begin with a seed that is not 0. */
void playing_begin(struct playing *playing, uint64_t seed, const char *options);
/* Go on to the end of a player's turn; false when the game is over. The past then holds that
 * turn as the seat saw it. */
bool playing_turn(struct playing *playing, unsigned seat);
/* The scene of a seat at this moment. */
void playing_scene(struct playing *playing, unsigned seat, struct scene *scene);

/* A file below top_srcdir; NULL when it is not there. Caller frees. */
char *read_source(const char *path, size_t *length);
/* The text equals tests/draw/golden/NAME. With DRAW_GOLDEN_WRITE set, the file is written
 * instead: to be looked at before it is committed. */
bool equals_golden(const char *name, const char *text, size_t length);
/* Write a golden file when DRAW_GOLDEN_WRITE is set; false when it is not. */
bool golden_written(const char *name, const char *bytes, size_t length);
/* Columns of the widest line of UTF-8, marks and isolates not counted. */
unsigned widest_line(const char *text);
