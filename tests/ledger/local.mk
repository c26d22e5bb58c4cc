# SPDX-License-Identifier: MIT
# Tests of src/ledger.
tests_libsupport_a_SOURCES += tests/ledger/dump.c tests/ledger/dump.h
if HAVE_CMOCKA
check_LIBRARIES += tests/ledger/libfixture.a
tests_ledger_libfixture_a_SOURCES = tests/ledger/fixture.c tests/ledger/fixture.h

endif
# Their fixture has names that the house's has, too.
LEDGER_TEST_LIBS = tests/ledger/libfixture.a $(LDADD)
ROOM_TESTS += tests/ledger/test_crash
tests_ledger_test_crash_LDADD = $(LEDGER_TEST_LIBS)
ROOM_TESTS += tests/ledger/test_db
tests_ledger_test_db_LDADD = $(LEDGER_TEST_LIBS)
ROOM_TESTS += tests/ledger/test_facts
tests_ledger_test_facts_LDADD = $(LEDGER_TEST_LIBS)
ROOM_TESTS += tests/ledger/test_letters
tests_ledger_test_letters_LDADD = $(LEDGER_TEST_LIBS)
ROOM_TESTS += tests/ledger/test_work
tests_ledger_test_work_LDADD = $(LEDGER_TEST_LIBS)
ROOM_TESTS += tests/ledger/test_care
tests_ledger_test_care_LDADD = $(LEDGER_TEST_LIBS)
ROOM_TESTS += tests/ledger/test_mark
tests_ledger_test_mark_LDADD = $(LEDGER_TEST_LIBS)
ROOM_TESTS += tests/ledger/test_migrate
tests_ledger_test_migrate_LDADD = $(LEDGER_TEST_LIBS)
tests/ledger/test_migrate.$(OBJEXT): src/ledger/schema_sql.c
ROOM_TESTS += tests/ledger/test_topics
tests_ledger_test_topics_LDADD = $(LEDGER_TEST_LIBS)
ROOM_TESTS += tests/ledger/test_writers
tests_ledger_test_writers_LDADD = $(LEDGER_TEST_LIBS)
tests_ledger_test_mark_SOURCES = tests/ledger/test_mark.c tests/base/failing_syncs.c tests/base/failing_syncs.h
# With statements that it does not run itself, too.
tests_ledger_test_db_LDFLAGS = $(AM_LDFLAGS) \
	-Wl,--whole-archive,src/ledger/libledger.a,--no-whole-archive
EXTRA_DIST += tests/ledger/care.rows
