# SPDX-License-Identifier: MIT
# Tests of src/seal.
EXTRA_DIST += tests/seal/hex.h
if HAVE_CMOCKA
check_PROGRAMS += tests/seal/test_hash
TESTS += tests/seal/test_hash
tests_seal_test_hash_SOURCES = tests/seal/test_hash.c
tests_seal_test_hash_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)
tests_seal_test_hash_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_seal_test_hash_LDADD = src/seal/libseal.a src/base/libbase.a $(SODIUM_LIBS) $(CMOCKA_LIBS)
check_PROGRAMS += tests/seal/test_vectors
TESTS += tests/seal/test_vectors
tests_seal_test_vectors_SOURCES = tests/seal/test_vectors.c
tests_seal_test_vectors_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)
tests_seal_test_vectors_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_seal_test_vectors_LDADD = src/seal/libseal.a src/base/libbase.a $(SODIUM_LIBS) $(CMOCKA_LIBS)
check_PROGRAMS += tests/seal/test_seal
TESTS += tests/seal/test_seal
tests_seal_test_seal_SOURCES = tests/seal/test_seal.c
tests_seal_test_seal_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)
tests_seal_test_seal_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_seal_test_seal_LDADD = src/seal/libseal.a src/base/libbase.a $(SODIUM_LIBS) $(CMOCKA_LIBS)
check_PROGRAMS += tests/seal/test_flips
TESTS += tests/seal/test_flips
tests_seal_test_flips_SOURCES = tests/seal/test_flips.c
tests_seal_test_flips_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)
tests_seal_test_flips_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_seal_test_flips_LDADD = src/seal/libseal.a src/base/libbase.a $(SODIUM_LIBS) $(CMOCKA_LIBS)
check_PROGRAMS += tests/seal/test_keys
TESTS += tests/seal/test_keys
tests_seal_test_keys_SOURCES = tests/seal/test_keys.c
tests_seal_test_keys_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)
tests_seal_test_keys_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_seal_test_keys_LDADD = src/seal/libseal.a src/base/libbase.a $(SODIUM_LIBS) $(CMOCKA_LIBS)
check_PROGRAMS += tests/seal/test_letters
TESTS += tests/seal/test_letters
tests_seal_test_letters_SOURCES = tests/seal/test_letters.c
tests_seal_test_letters_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)
tests_seal_test_letters_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_seal_test_letters_LDADD = src/seal/libseal.a src/base/libbase.a $(SODIUM_LIBS) $(CMOCKA_LIBS)
endif
