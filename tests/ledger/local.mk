# Tests of src/ledger.
if HAVE_CMOCKA
check_LIBRARIES += tests/ledger/libfixture.a
tests_ledger_libfixture_a_SOURCES = tests/ledger/fixture.c tests/ledger/fixture.h
tests_ledger_libfixture_a_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)

LEDGER_TEST_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS) $(SQLITE_CFLAGS)
LEDGER_TEST_LIBS = tests/ledger/libfixture.a src/ledger/libledger.a src/base/libbase.a \
	$(SQLITE_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += tests/ledger/test_db
TESTS += tests/ledger/test_db
tests_ledger_test_db_SOURCES = tests/ledger/test_db.c
tests_ledger_test_db_CFLAGS = $(LEDGER_TEST_CFLAGS)
tests_ledger_test_db_LDADD = $(LEDGER_TEST_LIBS)
endif
