/* SPDX-License-Identifier: MIT */
/* What a server reads from disk once and then only looks at: the games' rulebooks, and for each
 * language its words, sentences and letter templates. Any number of threads may look.
 *
 *     templates/LANGUAGE/GAME.words       names of the game's terms (rules/lexicon.h)
 *     templates/LANGUAGE/GAME.sentences   events, reasons, topics of the game (letter/sentences.h)
 *     templates/LANGUAGE/desk.sentences   the desk's own sentences
 *     templates/LANGUAGE/letter.words      what people write around orders (tell/said_words.h)
 *     templates/LANGUAGE/board.words      words on drawings (draw/words.h)
 *     templates/LANGUAGE/letter.sentences, site.sentences   what templates say
 *     templates/NAME.txt.mustache, NAME.html.mustache   letters and pages, for all languages
 *     templates/LANGUAGE/NAME.txt.mustache   a language's own, in place of it
 *
 * Source: design, section 3 (the words of a language are data). */
#pragma once

#include "draw/draw.h"
#include "letter/sentences.h"
#include "letter/template.h"
#include "rules/game.h"
#include "seal/hash.h"
#include "server/config.h"
#include "tell/command_words.h"

struct library;
struct language;

/* Read all languages, and the newest rulebook of every game. Words by which people are understood
 * are read when they are first asked for.
 * in     list: the games there are, NULL at the end; borrowed for the library's whole life
 * fails  any file's own error, with its name: RC_CONFIG when the default language is missing */
enum rc library_load(const struct config *config, const struct game *const *list,
                     struct library **library, struct err *err);
/* What was wrong with words that were read so far, or, `all`, with any: whoever reads letters for
 * years asks at once. fails  with the file, its line and what is wrong there */
enum rc library_words_check(struct library *library, bool all, struct err *err);
void library_free(struct library *library);
OWN_FREED(library)

/* A game by name, or NULL; all of them, NULL at the end. */
const struct game *library_game(const struct library *library, const char *name);
const struct game *const *library_games(const struct library *library);
/* The rulebook of a rules version; borrowed for the library's whole life.
 * fails  RC_NEWER: this program does not know the version */
enum rc library_rulebook(struct library *library, const struct game *game, const char *version,
                         const void **rulebook, struct err *err);
/* The same, and H("tables", …) of the files it was read from. */
enum rc library_book(struct library *library, const struct game *game, const char *version,
                     const void **rulebook, struct hash *tables, struct err *err);
/* Names and texts of the data files behind a rules version, for the hash in a genesis entry. */
unsigned library_files(const struct library *library, const struct game *game, const char *version,
                       const struct game_file **files);

/* Parts of pictures drawn before, shared by all who draw with this library. NULL: no pictures can
 * be drawn here, because fonts are missing; the first to ask is told so by err. */
struct draw_cache *library_drawings(struct library *library, struct err *err);
/* H("tables", …) of a rules version, as genesis and `upgrade` name it. */
void library_tables(const struct library *library, const struct game *game, const char *version,
                    struct hash *tables);

/* The language, or the server's default if there is none of that code. Never NULL. */
const struct language *library_language(const struct library *library, const char *code);
/* The language at index, NULL beyond the end. */
const struct language *library_language_at(const struct library *library, size_t index);
/* The language that a word names, in any language, or by_code: by its code ("it"); NULL = none. */
const struct language *library_language_named(const struct library *library, const char *word,
                                              bool by_code);
const char *language_code(const struct language *language);
/* Understands all languages, shows names in this one. */
const struct lexicon *language_lexicon(const struct language *language, const struct game *game);
/* Words of commands and settings (tell/command_words.h); understands all languages. */
const struct lexicon *language_commands(const struct language *language);
/* What command_words_first finds in them, found once; borrowed. returns how many */
unsigned language_first_words(const struct language *language, enum command_first first,
                              const char *const **words);
/* What is said around orders (tell/said_words.h); of all languages. */
const struct lexicon *language_said(const struct language *language);
const struct sentences *language_sentences(const struct language *language);
const struct draw_words *language_words(const struct language *language);
/* "answer.txt" names answer.txt.mustache; the default language's where this one has none. */
const struct template *language_template(const struct language *language, const char *name);
