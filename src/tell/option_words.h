/* SPDX-License-Identifier: MIT */
/* Options and times of a game in the players' languages: "target=5 turn=3d" is "objetivo=5
 * turno=3d". Games and clocks know the exact words alone; what a player writes is taken to them,
 * and what he is told is taken from them. The words are sentences, the name to show first, then
 * behind '|' what is understood beside it:
 *
 *     choice.target = objetivo | meta         a name
 *     choice-value.draw = tablas | empate        one of its values
 *
 * in the game's file for its own, in the desk's for what all games have. Pure. */
#pragma once

#include "letter/sentences.h"
#include "rules/game.h"

/* Append options with their values as the exact ones, one blank between two. What is not
 * understood stays as it is.
 * in     language: `count` of them; the writer's own comes first */
void option_words_read(const struct sentences *const language[], unsigned count,
                       const struct game *game, const char *text, struct buf *out);

/* Append exact options, values and times in a language's own words; what it has no word for stays
 * as it is. game NULL = those that all games have. */
void option_words_show(const struct sentences *language, const struct game *game, const char *text,
                       struct buf *out);

/* Append what of exact options is not as usual, ", " between two, in sentences:
 * "terms.tie.continue" of a value, "terms.target" with {value}; what has none stands in the words
 * that set it. */
void option_words_tell(const struct sentences *language, const struct game *game, const char *text,
                       struct buf *out);

/* Append values of an option ("draw|continue") in a language's own words, ", " between two. */
void option_words_show_values(const struct sentences *language, const struct game *game,
                              const char *values, struct buf *out);

/* What a line says of a game's options without their names, as the game's sentences
 * "said.1", "said.2" … have it: the exact options, then each way to say them behind a '|'. */
struct option_said {
    char exact[64];
    size_t at, bytes; /* of the line */
};
/* False: nothing. Of several the longest. */
bool option_words_said(const struct sentences *language, const struct game *game, const char *line,
                       struct option_said *said);
