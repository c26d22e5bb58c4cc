# SPDX-License-Identifier: MIT
if HAVE_CMOCKA
check_PROGRAMS += tests/keeper/test_upgrade
TESTS += tests/keeper/test_upgrade
tests_keeper_test_upgrade_SOURCES = tests/keeper/test_upgrade.c
tests_keeper_test_upgrade_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_keeper_test_upgrade_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/keeper/test_pace
TESTS += tests/keeper/test_pace
tests_keeper_test_pace_SOURCES = tests/keeper/test_pace.c
tests_keeper_test_pace_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_keeper_test_pace_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/keeper/test_flips
TESTS += tests/keeper/test_flips
tests_keeper_test_flips_SOURCES = tests/keeper/test_flips.c
tests_keeper_test_flips_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS) $(SQLITE_CFLAGS)
tests_keeper_test_flips_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/keeper/test_keyring
TESTS += tests/keeper/test_keyring
tests_keeper_test_keyring_SOURCES = tests/keeper/test_keyring.c
tests_keeper_test_keyring_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_keeper_test_keyring_LDADD = $(DESK_TEST_LIBS)
endif
