# SPDX-License-Identifier: MIT
ROOM_TESTS += tests/commands/test_naming
ROOM_TESTS += tests/commands/test_ontime
tests_commands_test_ontime_CFLAGS = $(AM_CFLAGS) $(GMIME_CFLAGS)
ROOM_TESTS += tests/commands/test_away
ROOM_TESTS += tests/commands/test_stock
ROOM_TESTS += tests/commands/test_host
ROOM_TESTS += tests/commands/test_offers_end
ROOM_TESTS += tests/commands/test_talk
ROOM_TESTS += tests/commands/test_yes
ROOM_TESTS += tests/commands/test_club
ROOM_TESTS += tests/commands/test_people
ROOM_TESTS += tests/commands/test_opponents
ROOM_TESTS += tests/commands/test_lessons
ROOM_TESTS += tests/commands/test_analysis
ROOM_TESTS += tests/commands/test_commands
ROOM_TESTS += tests/commands/test_help
tests_commands_test_help_CFLAGS = $(AM_CFLAGS) $(GMIME_CFLAGS)
ROOM_TESTS += tests/commands/test_everything
tests_commands_test_everything_CFLAGS = $(AM_CFLAGS) $(GMIME_CFLAGS)
EXTRA_DIST += tests/commands/everything.table
ROOM_TESTS += tests/commands/test_rounds
ROOM_TESTS += tests/commands/test_asking
ROOM_TESTS += tests/commands/test_first_minutes
tests_commands_test_first_minutes_CFLAGS = $(AM_CFLAGS) $(GMIME_CFLAGS)

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
EXTRA_DIST += tests/commands/host.rows tests/commands/people.rows
EXTRA_DIST += tests/commands/clubs.rows tests/commands/first_minutes.rows
EXTRA_DIST += tests/commands/help.rows
EXTRA_DIST += tests/commands/opponents.rows
