# SPDX-License-Identifier: MIT
# Tests of src/cli.
EXTRA_DIST += tests/cli/contract.py tests/cli/lib.sh tests/cli/notices_server.py tests/cli/second_tournament.py tests/cli/setup_tries.py
CLI_TESTS = tests/cli/test_bulk.sh tests/cli/test_clock.sh \
	tests/cli/test_case.sh tests/cli/test_cli.sh tests/cli/test_import.sh \
	tests/cli/test_offer.sh tests/cli/test_notices.sh tests/cli/test_rooms.sh tests/cli/test_shown.sh \
	tests/cli/test_templates.sh tests/cli/test_trouble.sh
CLI_LONG_TESTS = tests/cli/test_told.sh tests/cli/test_recover.sh tests/cli/test_tournament.sh \
	tests/cli/test_tournament_lost.sh tests/cli/test_keep.sh tests/cli/test_bot.sh tests/cli/test_setup.sh \
	tests/cli/test_json.sh tests/cli/test_doctor.sh tests/cli/test_scenario.sh tests/cli/test_day.sh tests/cli/test_days.sh \
	tests/cli/test_care.sh tests/cli/test_queue.sh tests/cli/test_tournament_away.sh tests/cli/test_people.sh \
	tests/cli/test_burnt.sh tests/cli/test_key.sh tests/cli/test_sweep.sh tests/cli/test_manual.sh
dist_check_SCRIPTS += $(CLI_TESTS) $(CLI_LONG_TESTS)
TESTS += $(CLI_TESTS)
LONG_TESTS += $(CLI_LONG_TESTS)
EXTRA_DIST += tests/cli/real_notices.sh

# Notices to a real Matrix server and a real ntfy, named in POSTERN_SYNAPSE and POSTERN_NTFY.
.PHONY: check-notices
check-notices: all
	@$(AM_TESTS_ENVIRONMENT) bash $(srcdir)/tests/cli/real_notices.sh
