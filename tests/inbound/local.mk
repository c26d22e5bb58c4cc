# SPDX-License-Identifier: MIT
TESTS += tests/inbound/mail_rows.sh
EXTRA_DIST += tests/inbound/mail_rows.sh
if HAVE_CMOCKA
check_PROGRAMS += tests/inbound/test_forum_posts
TESTS += tests/inbound/test_forum_posts
tests_inbound_test_forum_posts_SOURCES = tests/inbound/test_forum_posts.c
tests_inbound_test_forum_posts_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_inbound_test_forum_posts_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/inbound/test_letters
TESTS += tests/inbound/test_letters
tests_inbound_test_letters_SOURCES = tests/inbound/test_letters.c
tests_inbound_test_letters_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS) $(SQLITE_CFLAGS)
tests_inbound_test_letters_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/inbound/test_instead
TESTS += tests/inbound/test_instead
tests_inbound_test_instead_SOURCES = tests/inbound/test_instead.c
tests_inbound_test_instead_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_inbound_test_instead_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/inbound/test_abuse tests/inbound/test_limits
TESTS += tests/inbound/test_abuse tests/inbound/test_limits
tests_inbound_test_abuse_SOURCES = tests/inbound/test_abuse.c
tests_inbound_test_limits_SOURCES = tests/inbound/test_limits.c
tests_inbound_test_abuse_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_inbound_test_limits_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_inbound_test_abuse_LDADD = $(DESK_TEST_LIBS)
tests_inbound_test_limits_LDADD = $(DESK_TEST_LIBS)
endif
