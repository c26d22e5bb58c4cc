# SPDX-License-Identifier: MIT
if HAVE_CMOCKA
check_PROGRAMS += tests/talk/test_naming
TESTS += tests/talk/test_naming
tests_talk_test_naming_SOURCES = tests/talk/test_naming.c
tests_talk_test_naming_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS) $(SQLITE_CFLAGS)
tests_talk_test_naming_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/talk/test_ontime
TESTS += tests/talk/test_ontime
tests_talk_test_ontime_SOURCES = tests/talk/test_ontime.c
tests_talk_test_ontime_CFLAGS = $(AM_CFLAGS) $(GMIME_CFLAGS) $(CMOCKA_CFLAGS)
tests_talk_test_ontime_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/talk/test_talk
TESTS += tests/talk/test_talk
tests_talk_test_talk_SOURCES = tests/talk/test_talk.c
tests_talk_test_talk_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_talk_test_talk_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/talk/test_club
TESTS += tests/talk/test_club
tests_talk_test_club_SOURCES = tests/talk/test_club.c
tests_talk_test_club_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_talk_test_club_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/talk/test_people
TESTS += tests/talk/test_people
tests_talk_test_people_SOURCES = tests/talk/test_people.c
tests_talk_test_people_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_talk_test_people_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/talk/test_opponents
TESTS += tests/talk/test_opponents
tests_talk_test_opponents_SOURCES = tests/talk/test_opponents.c
tests_talk_test_opponents_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_talk_test_opponents_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/talk/test_lessons
TESTS += tests/talk/test_lessons
tests_talk_test_lessons_SOURCES = tests/talk/test_lessons.c
tests_talk_test_lessons_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_talk_test_lessons_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/talk/test_analysis
TESTS += tests/talk/test_analysis
tests_talk_test_analysis_SOURCES = tests/talk/test_analysis.c
tests_talk_test_analysis_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_talk_test_analysis_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/talk/test_commands
TESTS += tests/talk/test_commands
tests_talk_test_commands_SOURCES = tests/talk/test_commands.c
tests_talk_test_commands_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_talk_test_commands_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/talk/test_help
TESTS += tests/talk/test_help
tests_talk_test_help_SOURCES = tests/talk/test_help.c
tests_talk_test_help_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS) $(GMIME_CFLAGS)
tests_talk_test_help_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/talk/test_rounds
TESTS += tests/talk/test_rounds
tests_talk_test_rounds_SOURCES = tests/talk/test_rounds.c
tests_talk_test_rounds_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_talk_test_rounds_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/talk/test_asking
TESTS += tests/talk/test_asking
tests_talk_test_asking_SOURCES = tests/talk/test_asking.c
tests_talk_test_asking_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_talk_test_asking_LDADD = $(DESK_TEST_LIBS)
endif

# doc/commands.md is made from the table of players' commands; tests/talk/test_commands compares.
.PHONY: update-commands
update-commands: tests/talk/test_commands$(EXEEXT)
	$(AM_V_GEN)rm -f commands.md.tmp; top_srcdir=$(abs_top_srcdir) COMMANDS_WRITE=commands.md.tmp \
		tests/talk/test_commands$(EXEEXT) >/dev/null 2>&1; \
	mv commands.md.tmp $(srcdir)/doc/commands.md

# doc/letters/analysis.*.txt: the letters that tests/talk/test_analysis gets.
.PHONY: update-analysis
update-analysis: tests/talk/test_analysis$(EXEEXT)
	top_srcdir=$(abs_top_srcdir) top_builddir=$(abs_top_builddir) ANALYSIS_WRITE=$(abs_top_srcdir)/doc/letters \
		POSTERN_READER=$(abs_top_builddir)/src/reader/postern-reader tests/talk/test_analysis$(EXEEXT)
