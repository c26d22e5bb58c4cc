/* SPDX-License-Identifier: MIT */
/* Names and phrases put together: what text boards, titles of SVG parts and speech share. */
#pragma once

#include "draw/draw.h"

/* One word in braces and what stands for it. */
struct say_value {
    const char *slot; /* "who" */
    const char *text;
};
#define SAY_VALUES(...)                                                                            \
    (const struct say_value[])                                                                     \
    {                                                                                              \
        __VA_ARGS__,                                                                               \
        {                                                                                          \
            NULL, NULL                                                                             \
        }                                                                                          \
    }

enum { SAY_NAME_BYTES = 192, SAY_PLACE_BYTES = 8, SAY_LIST_BYTES = 1024 };

/* Append a phrase with its words put in; values may be NULL. */
void say_put(struct text *out, const struct draw_look *look, enum draw_phrase phrase,
             const struct say_value *values);
const char *say_phrase(const struct draw_look *look, enum draw_phrase phrase);

/* Name of a term in the reader's language; "" for SCENE_NO_TERM. */
const char *say_term(const struct draw_look *look, unsigned term);
/* What a piece is that lies down: the game's word, or the phrase where it has none. */
const char *say_down(const struct scene *scene, const struct draw_look *look);
/* Name of what a symbol stands for; the phrase for "something" when it is not known. */
const char *say_symbol(const struct scene *scene, const struct draw_look *look, unsigned symbol);

/* The letters of a symbol on a board of text: the game's where the language's name begins with them
 * or knows them, else its own word of two letters. */
const char *say_letters(const struct scene *scene, const struct draw_look *look, unsigned symbol);

/* All below write into the caller's array and return it. */
const char *say_place(char out[SAY_PLACE_BYTES], int x, int y);
/* "Blue", or "seat 3". */
const char *say_colour(char out[SAY_NAME_BYTES], const struct scene *scene,
                       const struct draw_look *look, unsigned seat);
/* "Blue Thief"; nobody's things without a colour. */
const char *say_owned(char out[SAY_NAME_BYTES], const struct scene *scene,
                      const struct draw_look *look, unsigned symbol, unsigned seat);
/* "room w2". */
const char *say_area(char out[SAY_NAME_BYTES], const struct scene *scene,
                     const struct draw_look *look, int area);
/* "gate closed". */
const char *say_edge(char out[SAY_NAME_BYTES], const struct scene *scene,
                     const struct draw_look *look, enum scene_edge_kind kind);
/* Heading of a panel. */
const char *say_panel(char out[SAY_NAME_BYTES], const struct scene *scene,
                      const struct draw_look *look, const struct scene_panel *panel,
                      unsigned columns);
/* Is it of no square, as what is laid face down in a room? What happened tells that beside the
 * board. */
bool say_is_unseen(const struct scene_step *step);
/* What one step did, as a sentence without its number. */
void say_step(struct text *out, const struct scene *scene, const struct draw_look *look,
              const struct scene_step *step);

/* A list "a, b and c" that is put together one by one. */
struct say_list {
    const struct draw_look *look;
    char head[SAY_LIST_BYTES], last[SAY_NAME_BYTES];
    struct text text; /* all but the last */
    unsigned count;
};
void say_list_init(struct say_list *list, const struct draw_look *look);
void say_list_add(struct say_list *list, const char *item);
/* Append the list; the phrase for "none" when it is empty. */
void say_list_put(const struct say_list *list, struct text *out);
