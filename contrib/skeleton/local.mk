# SPDX-License-Identifier: MIT
# @name@: all that the build, the package and the tests have of it.
GAMES += @name@
EXTRA_DIST += src/games/@name@/may_include
noinst_LIBRARIES += src/games/@name@/lib@name@.a
GAME_LIBS += src/games/@name@/lib@name@.a
GAME_FILES += $(src_games_@name@_lib@name@_a_SOURCES)
src_games_@name@_lib@name@_a_SOURCES = src/games/@name@/@name@.c

nobase_dist_pkgdata_DATA += \
	templates/en/@name@.sentences \
	templates/en/@name@.words \
	templates/es/@name@.sentences \
	templates/es/@name@.words \
	templates/it/@name@.sentences \
	templates/it/@name@.words \
	doc/rules/@page@.md
EXTRA_DIST += tests/cases/@name@
