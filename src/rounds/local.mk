# SPDX-License-Identifier: MIT
EXTRA_DIST += src/rounds/may_include
noinst_LIBRARIES += src/rounds/librounds.a
src_rounds_librounds_a_SOURCES = \
	src/rounds/again.c src/rounds/again.h \
	src/rounds/cup_luck.c src/rounds/cup_luck.h \
	src/rounds/cup_posts.c src/rounds/cup_posts.h \
	src/rounds/cup_slow.c src/rounds/cup_slow.h \
	src/rounds/cups.c src/rounds/cups.h \
	src/rounds/health.c src/rounds/health.h \
	src/rounds/mail_check.c src/rounds/mail_check.h \
	src/rounds/mailroom.c src/rounds/mailroom.h \
	src/rounds/mailtest.c src/rounds/mailtest.h \
	src/rounds/page_check.c src/rounds/page_check.h \
	src/rounds/practice.c src/rounds/practice.h \
	src/rounds/retention.c src/rounds/retention.h \
	src/rounds/standby.c src/rounds/standby.h \
	src/rounds/sweep.c src/rounds/sweep.h \
	src/rounds/timers.c src/rounds/timers.h
src_rounds_librounds_a_CFLAGS = $(AM_CFLAGS) $(GMIME_CFLAGS)
