# SPDX-License-Identifier: MIT
EXTRA_DIST += src/tournament/may_include
noinst_LIBRARIES += src/tournament/libtournament.a
src_tournament_libtournament_a_SOURCES = \
	src/tournament/tournament.c src/tournament/tournament.h \
	src/tournament/tournament_change.c src/tournament/tournament_luck.c \
	src/tournament/tournament_away.c src/tournament/tournament_export.c src/tournament/tournament_mark.c \
	src/tournament/tournament_p.h
src_tournament_libtournament_a_CFLAGS = $(AM_CFLAGS) $(GMIME_CFLAGS)
