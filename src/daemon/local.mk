EXTRA_DIST += src/daemon/may_include
noinst_LIBRARIES += src/daemon/libdaemon.a
src_daemon_libdaemon_a_SOURCES = \
	src/daemon/daemon.c src/daemon/daemon.h
src_daemon_libdaemon_a_CFLAGS = $(AM_CFLAGS)

sbin_PROGRAMS += src/daemon/posternd
src_daemon_posternd_SOURCES = src/daemon/main.c
src_daemon_posternd_LDADD = src/daemon/libdaemon.a $(DESK_LIBS) $(DESK_SYSTEM_LIBS)
