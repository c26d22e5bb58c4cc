# SPDX-License-Identifier: MIT
# Tests of src/ledger.
if HAVE_CMOCKA
check_LIBRARIES += tests/ledger/libfixture.a
tests_ledger_libfixture_a_SOURCES = tests/ledger/fixture.c tests/ledger/fixture.h
tests_ledger_libfixture_a_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)

LEDGER_TEST_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS) $(SQLITE_CFLAGS)
LEDGER_TEST_LIBS = tests/ledger/libfixture.a src/ledger/libledger.a src/base/libbase.a \
	$(SQLITE_LIBS) $(CMOCKA_LIBS)
LEDGER_TESTS = tests/ledger/test_crash tests/ledger/test_db tests/ledger/test_facts \
	tests/ledger/test_letters tests/ledger/test_work tests/ledger/test_care \
	tests/ledger/test_mark tests/ledger/test_migrate tests/ledger/test_topics \
	tests/ledger/test_writers
check_PROGRAMS += $(LEDGER_TESTS)
TESTS += $(LEDGER_TESTS)

tests_ledger_test_crash_SOURCES = tests/ledger/test_crash.c
tests_ledger_test_crash_CFLAGS = $(LEDGER_TEST_CFLAGS)
tests_ledger_test_crash_LDADD = $(LEDGER_TEST_LIBS)

tests_ledger_test_db_SOURCES = tests/ledger/test_db.c
tests_ledger_test_db_CFLAGS = $(LEDGER_TEST_CFLAGS)
# With statements that it does not run itself, too.
tests_ledger_test_db_LDFLAGS = $(AM_LDFLAGS) \
	-Wl,--whole-archive,src/ledger/libledger.a,--no-whole-archive
tests_ledger_test_db_LDADD = $(LEDGER_TEST_LIBS)

tests_ledger_test_facts_SOURCES = tests/ledger/test_facts.c
tests_ledger_test_facts_CFLAGS = $(LEDGER_TEST_CFLAGS)
tests_ledger_test_facts_LDADD = $(LEDGER_TEST_LIBS)

tests_ledger_test_letters_SOURCES = tests/ledger/test_letters.c
tests_ledger_test_letters_CFLAGS = $(LEDGER_TEST_CFLAGS)
tests_ledger_test_letters_LDADD = $(LEDGER_TEST_LIBS)

tests_ledger_test_topics_SOURCES = tests/ledger/test_topics.c
tests_ledger_test_topics_CFLAGS = $(LEDGER_TEST_CFLAGS)
tests_ledger_test_topics_LDADD = $(LEDGER_TEST_LIBS)

tests_ledger_test_work_SOURCES = tests/ledger/test_work.c
tests_ledger_test_work_CFLAGS = $(LEDGER_TEST_CFLAGS)
tests_ledger_test_work_LDADD = $(LEDGER_TEST_LIBS)

tests_ledger_test_care_SOURCES = tests/ledger/test_care.c
tests_ledger_test_care_CFLAGS = $(LEDGER_TEST_CFLAGS)
tests_ledger_test_care_LDADD = $(LEDGER_TEST_LIBS)

tests_ledger_test_mark_SOURCES = tests/ledger/test_mark.c tests/base/failing_syncs.c tests/base/failing_syncs.h
tests_ledger_test_mark_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)
tests_ledger_test_mark_CFLAGS = $(LEDGER_TEST_CFLAGS)
tests_ledger_test_mark_LDADD = $(LEDGER_TEST_LIBS)

tests_ledger_test_migrate_SOURCES = tests/ledger/test_migrate.c
tests_ledger_test_migrate_CFLAGS = $(LEDGER_TEST_CFLAGS)
tests_ledger_test_migrate_LDADD = $(LEDGER_TEST_LIBS)

tests_ledger_test_writers_SOURCES = tests/ledger/test_writers.c
tests_ledger_test_writers_CFLAGS = $(LEDGER_TEST_CFLAGS)
tests_ledger_test_writers_LDADD = $(LEDGER_TEST_LIBS)
endif
