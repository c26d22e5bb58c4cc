# SPDX-License-Identifier: MIT
# The case files, the program that runs them, and the report of clauses without one.
ROOM_TESTS += tests/cases/run_cases
tests_cases_run_cases_LDADD = $(EVERY_LIBS)
dist_check_SCRIPTS += tests/cases/clauses.sh
TESTS += tests/cases/clauses.sh

.PHONY: clauses
clauses:
	@top_srcdir='$(abs_top_srcdir)' bash $(srcdir)/tests/cases/clauses.sh --all
