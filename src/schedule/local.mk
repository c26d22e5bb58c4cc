# SPDX-License-Identifier: MIT
EXTRA_DIST += src/schedule/may_include
noinst_LIBRARIES += src/schedule/libschedule.a
src_schedule_libschedule_a_SOURCES = \
	src/schedule/again.c src/schedule/schedule.h \
	src/schedule/tournament_luck.c src/schedule/tournament_p.h \
	src/schedule/tournament_posts.c src/schedule/tournament_slow.c \
	src/schedule/tournaments.c src/schedule/tournaments.h \
	src/schedule/health.c src/schedule/health.h \
	src/schedule/mail_check.c \
	src/schedule/mailroom.c src/schedule/mailroom.h \
	src/schedule/mailtest.c src/schedule/mailtest.h \
	src/schedule/practice.c src/schedule/practice.h \
	src/schedule/retention.c \
	src/schedule/replica_health.c \
	src/schedule/sweep.c \
	src/schedule/timers.c
src_schedule_libschedule_a_CFLAGS = $(AM_CFLAGS) $(GMIME_CFLAGS)
