EXTRA_DIST += src/games/may_include
noinst_LIBRARIES += src/games/libgames.a
src_games_libgames_a_SOURCES = src/games/games.c src/games/games.h
