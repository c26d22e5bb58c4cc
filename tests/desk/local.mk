# Tests of src/desk.
EXTRA_DIST += tests/desk/resave.py
TESTS += tests/desk/mail_rows.sh
EXTRA_DIST += tests/desk/mail_rows.sh
if HAVE_CMOCKA
check_LIBRARIES += tests/desk/libfixture.a
tests_desk_libfixture_a_SOURCES = tests/desk/fixture.c tests/desk/fixture.h \
	tests/desk/searching.c tests/desk/searching.h
tests_desk_libfixture_a_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
DESK_TEST_LIBS = tests/desk/libfixture.a tests/toy/libtoy.a $(DESK_LIBS) $(DESK_SYSTEM_LIBS) \
	$(CMOCKA_LIBS)

check_PROGRAMS += tests/desk/test_game_by_letters
TESTS += tests/desk/test_game_by_letters
tests_desk_test_game_by_letters_SOURCES = tests/desk/test_game_by_letters.c
tests_desk_test_game_by_letters_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_desk_test_game_by_letters_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/desk/test_forum_posts
TESTS += tests/desk/test_forum_posts
tests_desk_test_forum_posts_SOURCES = tests/desk/test_forum_posts.c \
	tests/desk/talking.c tests/desk/talking.h
tests_desk_test_forum_posts_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_desk_test_forum_posts_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/desk/test_power
TESTS += tests/desk/test_power
tests_desk_test_power_SOURCES = tests/desk/test_power.c
tests_desk_test_power_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS) $(SQLITE_CFLAGS)
tests_desk_test_power_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/desk/test_letters
TESTS += tests/desk/test_letters
tests_desk_test_letters_SOURCES = tests/desk/test_letters.c
tests_desk_test_letters_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS) $(SQLITE_CFLAGS)
tests_desk_test_letters_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/desk/test_instead
TESTS += tests/desk/test_instead
tests_desk_test_instead_SOURCES = tests/desk/test_instead.c
tests_desk_test_instead_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_desk_test_instead_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/desk/test_crash
TESTS += tests/desk/test_crash
tests_desk_test_crash_SOURCES = tests/desk/test_crash.c
tests_desk_test_crash_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_desk_test_crash_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/desk/test_leak
TESTS += tests/desk/test_leak
tests_desk_test_leak_SOURCES = tests/desk/test_leak.c
tests_desk_test_leak_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_desk_test_leak_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/desk/test_upgrade
TESTS += tests/desk/test_upgrade
tests_desk_test_upgrade_SOURCES = tests/desk/test_upgrade.c
tests_desk_test_upgrade_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_desk_test_upgrade_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/desk/test_exports
TESTS += tests/desk/test_exports
tests_desk_test_exports_SOURCES = tests/desk/test_exports.c
tests_desk_test_exports_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_desk_test_exports_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/desk/test_rating
TESTS += tests/desk/test_rating
tests_desk_test_rating_SOURCES = tests/desk/test_rating.c
tests_desk_test_rating_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_desk_test_rating_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/desk/test_parts
TESTS += tests/desk/test_parts
tests_desk_test_parts_SOURCES = tests/desk/test_parts.c
tests_desk_test_parts_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_desk_test_parts_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/desk/test_naming
TESTS += tests/desk/test_naming
tests_desk_test_naming_SOURCES = tests/desk/test_naming.c tests/desk/talking.c \
	tests/desk/talking.h
tests_desk_test_naming_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_desk_test_naming_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/desk/test_site
TESTS += tests/desk/test_site
tests_desk_test_site_SOURCES = tests/desk/test_site.c
tests_desk_test_site_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_desk_test_site_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/desk/test_standing
TESTS += tests/desk/test_standing
tests_desk_test_standing_SOURCES = tests/desk/test_standing.c
tests_desk_test_standing_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_desk_test_standing_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/desk/test_time
TESTS += tests/desk/test_time
tests_desk_test_time_SOURCES = tests/desk/test_time.c
tests_desk_test_time_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_desk_test_time_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/desk/test_ontime
TESTS += tests/desk/test_ontime
tests_desk_test_ontime_SOURCES = tests/desk/test_ontime.c tests/desk/talking.c tests/desk/talking.h
tests_desk_test_ontime_CFLAGS = $(AM_CFLAGS) $(GMIME_CFLAGS) $(CMOCKA_CFLAGS)
tests_desk_test_ontime_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/desk/test_talk
TESTS += tests/desk/test_talk
tests_desk_test_talk_SOURCES = tests/desk/test_talk.c tests/desk/talking.c tests/desk/talking.h
tests_desk_test_talk_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_desk_test_talk_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/desk/test_shelf
TESTS += tests/desk/test_shelf
tests_desk_test_shelf_SOURCES = tests/desk/test_shelf.c
tests_desk_test_shelf_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_desk_test_shelf_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/desk/test_held
TESTS += tests/desk/test_held
tests_desk_test_held_SOURCES = tests/desk/test_held.c
tests_desk_test_held_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_desk_test_held_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/desk/test_keyring
TESTS += tests/desk/test_keyring
tests_desk_test_keyring_SOURCES = tests/desk/test_keyring.c
tests_desk_test_keyring_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_desk_test_keyring_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/desk/test_receipts
TESTS += tests/desk/test_receipts
tests_desk_test_receipts_SOURCES = tests/desk/test_receipts.c
tests_desk_test_receipts_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_desk_test_receipts_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/desk/test_leak_games
TESTS += tests/desk/test_leak_games
tests_desk_test_leak_games_SOURCES = tests/desk/test_leak_games.c
tests_desk_test_leak_games_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_desk_test_leak_games_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/desk/test_people
TESTS += tests/desk/test_people
tests_desk_test_people_SOURCES = tests/desk/test_people.c tests/desk/talking.c \
	tests/desk/talking.h
tests_desk_test_people_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_desk_test_people_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/desk/test_abuse
TESTS += tests/desk/test_abuse
tests_desk_test_abuse_SOURCES = tests/desk/test_abuse.c tests/desk/talking.c tests/desk/talking.h
tests_desk_test_abuse_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_desk_test_abuse_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/desk/test_soak
TESTS += tests/desk/test_soak
tests_desk_test_soak_SOURCES = tests/desk/test_soak.c
tests_desk_test_soak_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS) $(SQLITE_CFLAGS)
tests_desk_test_soak_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/desk/test_retention
TESTS += tests/desk/test_retention
tests_desk_test_retention_SOURCES = tests/desk/test_retention.c tests/desk/talking.c \
	tests/desk/talking.h
tests_desk_test_retention_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_desk_test_retention_LDADD = src/daemon/libdaemon.a $(DESK_TEST_LIBS)
check_PROGRAMS += tests/desk/test_archive
TESTS += tests/desk/test_archive
tests_desk_test_archive_SOURCES = tests/desk/test_archive.c
tests_desk_test_archive_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_desk_test_archive_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/desk/test_commands
TESTS += tests/desk/test_commands
tests_desk_test_commands_SOURCES = tests/desk/test_commands.c tests/desk/talking.c \
	tests/desk/talking.h
tests_desk_test_commands_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_desk_test_commands_LDADD = $(DESK_TEST_LIBS)
endif

# doc/commands.md is made from the table of players' commands; tests/desk/test_commands compares.
.PHONY: update-commands
update-commands: tests/desk/test_commands$(EXEEXT)
	$(AM_V_GEN)rm -f commands.md.tmp; top_srcdir=$(abs_top_srcdir) COMMANDS_WRITE=commands.md.tmp \
		tests/desk/test_commands$(EXEEXT) >/dev/null 2>&1; \
	mv commands.md.tmp $(srcdir)/doc/commands.md
check_PROGRAMS += tests/desk/test_asking
TESTS += tests/desk/test_asking
tests_desk_test_asking_SOURCES = tests/desk/test_asking.c tests/desk/talking.c tests/desk/talking.h
tests_desk_test_asking_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_desk_test_asking_LDADD = $(DESK_TEST_LIBS)
