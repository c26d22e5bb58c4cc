# SPDX-License-Identifier: MIT
EXTRA_DIST += src/server/may_include
noinst_LIBRARIES += src/server/libserver.a
src_server_libserver_a_SOURCES = \
	src/server/clock.c src/server/clock.h \
	src/server/trouble.c src/server/trouble.h \
	src/server/clauses.c src/server/clauses.h \
	src/server/config.c src/server/config.h \
	src/server/desk.c src/server/desk.h \
	src/server/files.c src/server/files.h \
	src/server/replica.c src/server/replica.h src/server/replica_p.h \
	src/server/replica_proof.c \
	src/server/calendar.c src/server/calendar.h \
	src/server/keyring.c src/server/keyring.h \
	src/server/languages.c src/server/languages.h \
	src/server/library.c src/server/library.h \
	src/server/titles.c src/server/titles.h \
	src/server/lock.c src/server/lock.h \
	src/server/log.c src/server/log.h \
	src/server/vault.c src/server/vault.h \
	src/server/world.c src/server/world.h \
	src/server/zone_names.c src/server/zone_names.h
src_server_libserver_a_CFLAGS = $(AM_CFLAGS) $(GMIME_CFLAGS)

# The keys of the configuration for C.
EXTRA_DIST += src/server/config.table src/server/config.awk
CLEANFILES += src/server/config_table.h
src/server/config_table.h: src/server/config.table src/server/config.awk src/base/quoted.awk
	$(AM_V_GEN)$(MKDIR_P) src/server && \
	$(AWK) -f $(srcdir)/src/base/quoted.awk -f $(srcdir)/src/server/config.awk $(srcdir)/src/server/config.table >$@.tmp && mv $@.tmp $@
src/server/libserver_a-config.$(OBJEXT): src/server/config_table.h

EXTRA_DIST += src/server/zones.words
CLEANFILES += src/server/zone_words.h
src/server/zone_words.h: src/server/zones.words
	$(AM_V_GEN)$(MKDIR_P) src/server && $(AWK) '!/^#/ { for (i = 1; i < NF - 1; i++) print "{\"" $$i "\", \"" $$NF "\"}," }' \
		$(srcdir)/src/server/zones.words >$@.tmp && mv $@.tmp $@
src/server/libserver_a-zone_names.$(OBJEXT): src/server/zone_words.h
