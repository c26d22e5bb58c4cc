# SPDX-License-Identifier: MIT
EXTRA_DIST += src/replica/may_include
noinst_LIBRARIES += src/replica/libreplica.a
src_replica_libreplica_a_CFLAGS = $(AM_CFLAGS) $(CURL_CFLAGS) $(JANSSON_CFLAGS)
src_replica_libreplica_a_SOURCES = \
	src/replica/engine.c src/replica/engine.h \
	src/replica/restore.c src/replica/restore.h
