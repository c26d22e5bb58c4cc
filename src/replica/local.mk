# SPDX-License-Identifier: MIT
EXTRA_DIST += src/replica/may_include
noinst_LIBRARIES += src/replica/libreplica.a
src_replica_libreplica_a_CFLAGS = $(AM_CFLAGS) $(CURL_CFLAGS) $(LZ4_CFLAGS)
src_replica_libreplica_a_SOURCES = \
	src/replica/replica.c src/replica/replica.h src/replica/replica_p.h \
	src/replica/restore.c \
	src/replica/store.c src/replica/store.h \
	src/replica/store_folder.c src/replica/store_sftp.c src/replica/store_p.h \
	src/replica/unpack.c src/replica/unpack.h \
	src/replica/walk.c src/replica/walk.h
