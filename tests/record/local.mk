# Tests of src/record.
if HAVE_CMOCKA
check_PROGRAMS += tests/record/test_record
TESTS += tests/record/test_record
tests_record_test_record_SOURCES = tests/record/test_record.c \
	tests/record/playing.c tests/record/playing.h
tests_record_test_record_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)
tests_record_test_record_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_record_test_record_LDADD = src/record/librecord.a tests/toy/libtoy.a $(GAMES_LIBS) \
	src/seal/libseal.a src/base/libbase.a $(SODIUM_LIBS) $(CMOCKA_LIBS)
endif
