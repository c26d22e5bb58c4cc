# Tests of src/post.
if HAVE_CMOCKA
check_PROGRAMS += tests/post/test_arrival
TESTS += tests/post/test_arrival
tests_post_test_arrival_SOURCES = tests/post/test_arrival.c
tests_post_test_arrival_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_post_test_arrival_LDADD = src/post/libpost.a src/base/libbase.a $(CMOCKA_LIBS)
endif
