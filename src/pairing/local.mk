# SPDX-License-Identifier: MIT
EXTRA_DIST += src/pairing/may_include
noinst_LIBRARIES += src/pairing/libpairing.a
src_pairing_libpairing_a_SOURCES = \
	src/pairing/berger.c src/pairing/berger.h \
	src/pairing/cuplog.c src/pairing/cuplog.h \
	src/pairing/dutch.c src/pairing/dutch.h src/pairing/dutch_p.h \
	src/pairing/dutch_seats.c src/pairing/dutch_weight.c \
	src/pairing/heavy.c src/pairing/heavy.h \
	src/pairing/knockout.c src/pairing/knockout.h \
	src/pairing/ladder.c src/pairing/ladder.h \
	src/pairing/matching.c src/pairing/matching.h \
	src/pairing/monrad.c src/pairing/monrad.h \
	src/pairing/pairing.h \
	src/pairing/schedule.c src/pairing/schedule.h \
	src/pairing/finals.c src/pairing/finals.h src/pairing/standings.c src/pairing/standings.h
