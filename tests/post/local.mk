# Tests of src/post.
post_test_cflags = $(AM_CFLAGS) $(CMOCKA_CFLAGS) $(CURL_CFLAGS)
post_test_ldadd = src/post/libpost.a src/base/libbase.a $(CURL_LIBS) $(JANSSON_LIBS) $(CMOCKA_LIBS)

if HAVE_CMOCKA
post_tests = tests/post/test_arrival tests/post/test_maildir tests/post/test_source
check_PROGRAMS += $(post_tests)
TESTS += $(post_tests)

tests_post_test_arrival_SOURCES = tests/post/test_arrival.c
tests_post_test_arrival_CFLAGS = $(post_test_cflags)
tests_post_test_arrival_LDADD = $(post_test_ldadd)

tests_post_test_maildir_SOURCES = tests/post/test_maildir.c tests/post/scratch.c tests/post/scratch.h
tests_post_test_maildir_CFLAGS = $(post_test_cflags)
tests_post_test_maildir_LDADD = $(post_test_ldadd)

tests_post_test_source_SOURCES = tests/post/test_source.c
tests_post_test_source_CFLAGS = $(post_test_cflags)
tests_post_test_source_LDADD = $(post_test_ldadd)
endif
