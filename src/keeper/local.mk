# SPDX-License-Identifier: MIT
EXTRA_DIST += src/keeper/may_include
noinst_LIBRARIES += src/keeper/libkeeper.a
src_keeper_libkeeper_a_SOURCES = \
	src/keeper/care.c src/keeper/care.h \
	src/keeper/compact.c src/keeper/compact.h \
	src/keeper/dispute.c src/keeper/dispute.h \
	src/keeper/figures.c src/keeper/figures.h \
	src/keeper/inquiry.c src/keeper/inquiry.h \
	src/keeper/keeper.c src/keeper/keeper.h \
	src/keeper/lost.c src/keeper/lost.h \
	src/keeper/offering.c src/keeper/offering.h \
	src/keeper/pace.c src/keeper/pace.h \
	src/keeper/promote.c src/keeper/promote.h \
	src/keeper/rebuild.c src/keeper/rebuild.h \
	src/keeper/recover.c src/keeper/recover.h \
	src/keeper/rekey.c src/keeper/rekey.h \
	src/keeper/requeue.c src/keeper/requeue.h \
	src/keeper/seating.c src/keeper/seating.h \
	src/keeper/thaw.c src/keeper/thaw.h \
	src/keeper/upgrade.c src/keeper/upgrade.h
src_keeper_libkeeper_a_CFLAGS = $(AM_CFLAGS) $(GMIME_CFLAGS)
