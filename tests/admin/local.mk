# SPDX-License-Identifier: MIT
if HAVE_CMOCKA
check_PROGRAMS += tests/admin/test_upgrade
TESTS += tests/admin/test_upgrade
tests_admin_test_upgrade_SOURCES = tests/admin/test_upgrade.c
tests_admin_test_upgrade_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_admin_test_upgrade_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/admin/test_pace
TESTS += tests/admin/test_pace
tests_admin_test_pace_SOURCES = tests/admin/test_pace.c
tests_admin_test_pace_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_admin_test_pace_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/admin/test_flips
TESTS += tests/admin/test_flips
tests_admin_test_flips_SOURCES = tests/admin/test_flips.c
tests_admin_test_flips_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS) $(SQLITE_CFLAGS)
tests_admin_test_flips_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/admin/test_keyring
TESTS += tests/admin/test_keyring
tests_admin_test_keyring_SOURCES = tests/admin/test_keyring.c
tests_admin_test_keyring_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_admin_test_keyring_LDADD = $(DESK_TEST_LIBS)
endif
