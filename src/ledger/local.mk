# SPDX-License-Identifier: MIT
EXTRA_DIST += src/ledger/may_include src/ledger/embed.awk
noinst_LIBRARIES += src/ledger/libledger.a
src_ledger_libledger_a_SOURCES = \
	src/ledger/backup.c src/ledger/care.h src/ledger/check.c \
	src/ledger/commits.c src/ledger/commits.h \
	src/ledger/tournaments.c src/ledger/tournaments.h src/ledger/db.c \
	src/ledger/derived.c src/ledger/derived.h \
	src/ledger/disputes.c src/ledger/disputes.h \
	src/ledger/facts.h src/ledger/games.c src/ledger/people.c \
	src/ledger/keys.c \
	src/ledger/ledger.h src/ledger/ledger_p.h \
	src/ledger/letters.h src/ledger/letters_in.c src/ledger/letters_out.c \
	src/ledger/knocks.c src/ledger/knocks.h \
	src/ledger/mark.c src/ledger/mark.h \
	src/ledger/migrate.c \
	src/ledger/query.c \
	src/ledger/rebuild.c \
	src/ledger/offers.c src/ledger/offers.h \
	src/ledger/topics.c src/ledger/topics.h \
	src/ledger/restore.c \
	src/ledger/sync.c \
	src/ledger/transaction.c \
	src/ledger/in_hand.c src/ledger/in_hand.h \
	src/ledger/work.c src/ledger/work.h
nodist_src_ledger_libledger_a_SOURCES = src/ledger/schema_sql.c
src_ledger_libledger_a_CFLAGS = $(AM_CFLAGS) $(SQLITE_CFLAGS)

# The migrations are built in, so that a program and its schema cannot part.
CLEANFILES += src/ledger/schema_sql.c
src/ledger/schema_sql.c: $(SCHEMA_FILES) src/ledger/embed.awk
	$(AM_V_GEN)$(MKDIR_P) src/ledger && files= && \
	for f in $(SCHEMA_FILES); do files="$$files $(srcdir)/$$f"; done && \
	$(AWK) -f $(srcdir)/src/ledger/embed.awk $$files > $@.tmp && mv $@.tmp $@

# So are the questions of a check.
EXTRA_DIST += src/ledger/check.sql src/ledger/check.awk
CLEANFILES += src/ledger/check_sql.h
src/ledger/check_sql.h: src/ledger/check.sql src/ledger/check.awk
	$(AM_V_GEN)$(MKDIR_P) src/ledger && \
	$(AWK) -f $(srcdir)/src/ledger/check.awk $(srcdir)/src/ledger/check.sql >$@.tmp && mv $@.tmp $@
src/ledger/libledger_a-check.$(OBJEXT): src/ledger/check_sql.h
