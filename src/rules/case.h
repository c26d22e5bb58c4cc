/* SPDX-License-Identifier: MIT */
/* Case files: a position, orders, and what the rules must say of each; format in doc/cases.md.
 *
 * One runner for all games, on the same check and apply as everything else. Pure: the caller
 * reads the file, loads the rulebook and the words, and shows the report. */
#pragma once

#include "rules/game.h"

enum { CASE_STEPS_MAX = 256, CASE_CLAUSES_MAX = 24, CASE_CLAUSE_BYTES = 40 };

/* The lines that a reader of many cases wants: for reports and for choosing the game. */
struct case_head {
    char title[128];
    char game[48];    /* "" when the file names none */
    char version[24]; /* "" = the newest */
    char data[64];    /* file beside the case, for the game's last data file; "" = as shipped */
    char options[OPTIONS_TEXT_BYTES];
    unsigned seats; /* 0 when not named: the game's fewest */
    unsigned clause_count;
    char clause[CASE_CLAUSES_MAX][CASE_CLAUSE_BYTES];
    bool is_note; /* the clauses only explain; there is nothing to run */
};

/* Read the head of a case.
 * fails  RC_BAD_INPUT with line: unknown line, no title, no clause, a note without reason */
enum rc case_read_head(const char *text, size_t length, struct case_head *head, struct err *err);

/* Room for one run; about 1.5 MiB, so on the heap; no need to clear it between runs. */
struct case_room {
    _Alignas(16) unsigned char state[GAME_STATE_MAX];
    _Alignas(16) unsigned char first[GAME_STATE_MAX];
    _Alignas(16) unsigned char spare[GAME_STATE_MAX];
    _Alignas(16) unsigned char view[GAME_STATE_MAX];
    struct order given[CASE_STEPS_MAX]; /* what was carried out, to be replayed */
    unsigned given_count;
    struct order list[LEGAL_MAX];
    struct order other_list[LEGAL_MAX];
    struct decision decision[DECISIONS_MAX];
    struct event_list events;
    char text[POSITION_TEXT_BYTES];
    char other_text[POSITION_TEXT_BYTES];
};

/* Run a case.
 * in     rulebook: loaded for the case's game and version
 *        lexicon: words for orders; NULL = canonical orders only
 * out    report: one line per broken expectation, "line 12: expected …, got …"; "" when all holds
 * returns how many expectations were broken; a case that cannot be read counts one. */
unsigned case_run(const struct game *game, const void *rulebook, const struct lexicon *lexicon,
                  const char *text, size_t length, struct case_room *room, struct text *report);

/* A case taken apart, for who plays it in place of running it. Borrowed from the case's text. */
struct case_step {
    unsigned seat;
    const char *order;
    size_t length;
    bool is_done;                   /* "=> done" */
    char clause[CASE_CLAUSE_BYTES]; /* "=> illegal CLAUSE", else "" */
};
struct case_outline {
    size_t begin;     /* bytes of head and beginning */
    const char *goal; /* what must hold after the last step; up to the text's end */
    unsigned step_count;
    struct case_step step[CASE_STEPS_MAX];
};
/* in     text: its head is good
 * out    position: the lines of the position
 * returns false: it begins with no position, or has no step. */
bool case_take_apart(const char *text, size_t length, struct text *position,
                     struct case_outline *outline);

/* Write one event as case files have it: its key, then its arguments, terms by the last part
 * of their key. */
void case_write_event(const struct game *game, const struct event *event, struct text *out);
