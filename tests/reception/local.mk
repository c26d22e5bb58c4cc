# SPDX-License-Identifier: MIT
TESTS += tests/reception/mail_rows.sh
EXTRA_DIST += tests/reception/mail_rows.sh
if HAVE_CMOCKA
check_PROGRAMS += tests/reception/test_forum_posts
TESTS += tests/reception/test_forum_posts
tests_reception_test_forum_posts_SOURCES = tests/reception/test_forum_posts.c
tests_reception_test_forum_posts_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_reception_test_forum_posts_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/reception/test_letters
TESTS += tests/reception/test_letters
tests_reception_test_letters_SOURCES = tests/reception/test_letters.c
tests_reception_test_letters_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS) $(SQLITE_CFLAGS)
tests_reception_test_letters_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/reception/test_instead
TESTS += tests/reception/test_instead
tests_reception_test_instead_SOURCES = tests/reception/test_instead.c
tests_reception_test_instead_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_reception_test_instead_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/reception/test_abuse tests/reception/test_limits
TESTS += tests/reception/test_abuse tests/reception/test_limits
tests_reception_test_abuse_SOURCES = tests/reception/test_abuse.c
tests_reception_test_limits_SOURCES = tests/reception/test_limits.c
tests_reception_test_abuse_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_reception_test_limits_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_reception_test_abuse_LDADD = $(DESK_TEST_LIBS)
tests_reception_test_limits_LDADD = $(DESK_TEST_LIBS)
endif
