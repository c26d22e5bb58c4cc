# SPDX-License-Identifier: MIT
EXTRA_DIST += src/daemon/may_include
noinst_LIBRARIES += src/daemon/libdaemon.a
src_daemon_libdaemon_a_SOURCES = \
	src/daemon/carrier.c \
	src/daemon/clerk.c \
	src/daemon/fault.c src/daemon/daemon.h \
	src/daemon/flow.c \
	src/daemon/inbox.c \
	src/daemon/poster.c \
	src/daemon/slips.c \
	src/daemon/upkeep.c
src_daemon_libdaemon_a_CFLAGS = $(AM_CFLAGS)

sbin_PROGRAMS += src/daemon/posternd
src_daemon_posternd_SOURCES = src/daemon/main.c
src_daemon_posternd_LDADD = src/daemon/libdaemon.a $(DESK_LIBS) $(DESK_SYSTEM_LIBS)
