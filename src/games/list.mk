# SPDX-License-Identifier: MIT
# The list of games, and all there is of it: one line each. A game's own fragment adds its name to
# GAMES, its library to GAME_LIBS, its sources to GAME_FILES, and its data, words, sentences, catalogue,
# cases and tests to the lists of the package. `contrib/new-game NAME` writes all of these.
include src/games/dungeon_twister/local.mk
include src/games/welcome_back/local.mk

# Examples are built and played by the tests, and not shipped among the games.
include examples/hex/local.mk

# Words that links of version 1 are packed with, in that order: those of the games of its day. It never
# grows; a game of a later day is packed with a later version's.
LINK_WORDS_1 = data/links-1/welcome_back.words data/links-1/dungeon_twister.words data/links-1/letter.words
