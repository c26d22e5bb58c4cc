# SPDX-License-Identifier: MIT
EXTRA_DIST += src/tournament/pairing/may_include
noinst_LIBRARIES += src/tournament/pairing/libpairing.a
src_tournament_pairing_libpairing_a_SOURCES = \
	src/tournament/pairing/berger.c src/tournament/pairing/berger.h \
	src/tournament/pairing/tournament_log.c src/tournament/pairing/tournament_log.h \
	src/tournament/pairing/dutch.c src/tournament/pairing/dutch.h src/tournament/pairing/dutch_p.h \
	src/tournament/pairing/dutch_seats.c src/tournament/pairing/dutch_weight.c \
	src/tournament/pairing/heavy.c src/tournament/pairing/heavy.h \
	src/tournament/pairing/knockout.c src/tournament/pairing/knockout.h \
	src/tournament/pairing/ladder.c src/tournament/pairing/ladder.h \
	src/tournament/pairing/matching.c src/tournament/pairing/matching.h \
	src/tournament/pairing/monrad.c src/tournament/pairing/monrad.h \
	src/tournament/pairing/pairing.h \
	src/tournament/pairing/schedule.c src/tournament/pairing/schedule.h \
	src/tournament/pairing/finals.c src/tournament/pairing/finals.h src/tournament/pairing/standings.c src/tournament/pairing/standings.h
