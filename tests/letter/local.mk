# Tests of src/letter.
LETTER_TEST_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
LETTER_TEST_LIBS = src/letter/libletter.a src/base/libbase.a $(GMIME_LIBS) $(GUMBO_LIBS) \
	$(CMOCKA_LIBS)
if HAVE_CMOCKA
LETTER_TESTS = \
	tests/letter/test_token
check_PROGRAMS += $(LETTER_TESTS)
TESTS += $(LETTER_TESTS)
tests_letter_test_token_SOURCES = tests/letter/test_token.c
tests_letter_test_token_CFLAGS = $(LETTER_TEST_CFLAGS)
tests_letter_test_token_LDADD = $(LETTER_TEST_LIBS)
endif
