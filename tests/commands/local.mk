# SPDX-License-Identifier: MIT
if HAVE_CMOCKA
check_PROGRAMS += tests/commands/test_naming
TESTS += tests/commands/test_naming
tests_commands_test_naming_SOURCES = tests/commands/test_naming.c
tests_commands_test_naming_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS) $(SQLITE_CFLAGS)
tests_commands_test_naming_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/commands/test_ontime
TESTS += tests/commands/test_ontime
tests_commands_test_ontime_SOURCES = tests/commands/test_ontime.c
tests_commands_test_ontime_CFLAGS = $(AM_CFLAGS) $(GMIME_CFLAGS) $(CMOCKA_CFLAGS)
tests_commands_test_ontime_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/commands/test_talk
TESTS += tests/commands/test_talk
tests_commands_test_talk_SOURCES = tests/commands/test_talk.c
tests_commands_test_talk_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_commands_test_talk_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/commands/test_club
TESTS += tests/commands/test_club
tests_commands_test_club_SOURCES = tests/commands/test_club.c
tests_commands_test_club_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_commands_test_club_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/commands/test_people
TESTS += tests/commands/test_people
tests_commands_test_people_SOURCES = tests/commands/test_people.c
tests_commands_test_people_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_commands_test_people_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/commands/test_opponents
TESTS += tests/commands/test_opponents
tests_commands_test_opponents_SOURCES = tests/commands/test_opponents.c
tests_commands_test_opponents_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_commands_test_opponents_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/commands/test_lessons
TESTS += tests/commands/test_lessons
tests_commands_test_lessons_SOURCES = tests/commands/test_lessons.c
tests_commands_test_lessons_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_commands_test_lessons_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/commands/test_analysis
TESTS += tests/commands/test_analysis
tests_commands_test_analysis_SOURCES = tests/commands/test_analysis.c
tests_commands_test_analysis_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_commands_test_analysis_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/commands/test_commands
TESTS += tests/commands/test_commands
tests_commands_test_commands_SOURCES = tests/commands/test_commands.c
tests_commands_test_commands_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_commands_test_commands_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/commands/test_help
TESTS += tests/commands/test_help
tests_commands_test_help_SOURCES = tests/commands/test_help.c
tests_commands_test_help_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS) $(GMIME_CFLAGS)
tests_commands_test_help_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/commands/test_rounds
TESTS += tests/commands/test_rounds
tests_commands_test_rounds_SOURCES = tests/commands/test_rounds.c
tests_commands_test_rounds_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_commands_test_rounds_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/commands/test_asking
TESTS += tests/commands/test_asking
tests_commands_test_asking_SOURCES = tests/commands/test_asking.c
tests_commands_test_asking_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_commands_test_asking_LDADD = $(DESK_TEST_LIBS)
endif

# doc/commands.md is made from the table of players' commands; tests/commands/test_commands compares.
.PHONY: update-commands
update-commands: tests/commands/test_commands$(EXEEXT)
	$(AM_V_GEN)rm -f commands.md.tmp; top_srcdir=$(abs_top_srcdir) COMMANDS_WRITE=commands.md.tmp \
		tests/commands/test_commands$(EXEEXT) >/dev/null 2>&1; \
	mv commands.md.tmp $(srcdir)/doc/commands.md

# doc/letters/analysis.*.txt: the letters that tests/commands/test_analysis gets.
.PHONY: update-analysis
update-analysis: tests/commands/test_analysis$(EXEEXT)
	top_srcdir=$(abs_top_srcdir) top_builddir=$(abs_top_builddir) ANALYSIS_WRITE=$(abs_top_srcdir)/doc/letters \
		POSTERN_READER=$(abs_top_builddir)/src/reader/postern-reader tests/commands/test_analysis$(EXEEXT)
