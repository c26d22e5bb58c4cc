# SPDX-License-Identifier: MIT
# The list of games, and all there is of it: one line each. A game's own fragment adds its name to
# GAMES, its library to GAME_LIBS, its sources to GAME_FILES, and its data, words, sentences, catalogue,
# cases and tests to the lists of the package. `contrib/new-game NAME` writes all of these.
include src/games/dungeon_twister/local.mk
include src/games/welcome_back/local.mk

# Examples are built and played by the tests, and not shipped among the games.
include examples/hex/local.mk
