# Tests of src/ledger.
if HAVE_CMOCKA
check_LIBRARIES += tests/ledger/libfixture.a
tests_ledger_libfixture_a_SOURCES = tests/ledger/fixture.c tests/ledger/fixture.h
tests_ledger_libfixture_a_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)

LEDGER_TEST_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS) $(SQLITE_CFLAGS)
LEDGER_TEST_LIBS = tests/ledger/libfixture.a src/ledger/libledger.a src/base/libbase.a \
	$(SQLITE_LIBS) $(CMOCKA_LIBS)
LEDGER_TESTS = tests/ledger/test_db tests/ledger/test_facts tests/ledger/test_letters \
	tests/ledger/test_work
check_PROGRAMS += $(LEDGER_TESTS)
TESTS += $(LEDGER_TESTS)

tests_ledger_test_db_SOURCES = tests/ledger/test_db.c
tests_ledger_test_db_CFLAGS = $(LEDGER_TEST_CFLAGS)
tests_ledger_test_db_LDADD = $(LEDGER_TEST_LIBS)

tests_ledger_test_facts_SOURCES = tests/ledger/test_facts.c
tests_ledger_test_facts_CFLAGS = $(LEDGER_TEST_CFLAGS)
tests_ledger_test_facts_LDADD = $(LEDGER_TEST_LIBS)

tests_ledger_test_letters_SOURCES = tests/ledger/test_letters.c
tests_ledger_test_letters_CFLAGS = $(LEDGER_TEST_CFLAGS)
tests_ledger_test_letters_LDADD = $(LEDGER_TEST_LIBS)

tests_ledger_test_work_SOURCES = tests/ledger/test_work.c
tests_ledger_test_work_CFLAGS = $(LEDGER_TEST_CFLAGS)
tests_ledger_test_work_LDADD = $(LEDGER_TEST_LIBS)
endif
