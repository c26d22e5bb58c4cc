# Tests of src/seal.
if HAVE_CMOCKA
check_PROGRAMS += tests/seal/test_hash
TESTS += tests/seal/test_hash
tests_seal_test_hash_SOURCES = tests/seal/test_hash.c tests/seal/hex.h
tests_seal_test_hash_CFLAGS = $(AM_CFLAGS) -I$(top_srcdir) $(CMOCKA_CFLAGS)
tests_seal_test_hash_LDADD = src/seal/libseal.a src/base/libbase.a $(SODIUM_LIBS) $(CMOCKA_LIBS)
endif
