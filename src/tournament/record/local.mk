# SPDX-License-Identifier: MIT
EXTRA_DIST += src/tournament/record/may_include
noinst_LIBRARIES += src/tournament/record/libtournament_record.a
src_tournament_record_libtournament_record_a_SOURCES = \
	src/tournament/record/tournament_games.c src/tournament/record/tournament_games.h \
	src/tournament/record/tournament_terms.c src/tournament/record/tournament_terms.h \
	src/tournament/record/tournament_verify.c src/tournament/record/tournament_verify.h
