# SPDX-License-Identifier: MIT
EXTRA_DIST += src/tourney/may_include
noinst_LIBRARIES += src/tourney/libtourney.a
src_tourney_libtourney_a_SOURCES = \
	src/tourney/cup_games.c src/tourney/cup_games.h \
	src/tourney/cup_terms.c src/tourney/cup_terms.h \
	src/tourney/cup_verify.c src/tourney/cup_verify.h
