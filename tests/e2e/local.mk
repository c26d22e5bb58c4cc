# SPDX-License-Identifier: MIT
# The built programs as black boxes: whole games, faults and bad input through real mail servers.
e2e_tests = \
	tests/e2e/real_servers.sh \
	tests/e2e/faults.sh \
	tests/e2e/bad_input.sh \
	tests/e2e/real_client.sh \
	tests/e2e/dungeon_raid.sh \
	tests/e2e/replica.sh \
	tests/e2e/forum_bad_days.sh \
	tests/e2e/forum_pastes.sh \
	tests/e2e/forum_sealed.sh \
	tests/e2e/forum_member.sh tests/e2e/forum_people.sh tests/e2e/people.sh \
	tests/e2e/scaling.sh \
	tests/e2e/letters.sh
if PLAIN_BUILD
if TABLE
LONG_TESTS += tests/e2e/table_letters.sh tests/e2e/table_forum.sh
endif
LONG_TESTS += tests/e2e/quickstart.sh tests/e2e/site_browser.sh
endif
LONG_TESTS += $(e2e_tests)
EXTRA_DIST += $(e2e_tests) tests/e2e/standby.sh tests/e2e/replica_bad_days.sh tests/e2e/postfix.sh tests/e2e/quickstart.sh tests/e2e/site_browser.sh tests/e2e/site_browser.py tests/e2e/table_letters.sh tests/e2e/table_letters.py \
	tests/e2e/table_forum.sh tests/e2e/table_forum.py \
	tests/e2e/bad_input.py \
	tests/e2e/browser.py \
	tests/e2e/dungeon_raid.py \
	tests/e2e/check_forum.sh \
	tests/e2e/discourse.py \
	tests/e2e/e2e.sh \
	tests/e2e/forum_bad_days.py \
	tests/e2e/forum_pastes.py \
	tests/e2e/forum_sealed.py \
	tests/e2e/forum_game.py \
	tests/e2e/forum_member.py tests/e2e/forum_people.py \
	tests/e2e/forum_record.py \
	tests/e2e/forum_table.py \
	tests/e2e/forum_game.sh \
	tests/e2e/forums.py \
	tests/e2e/engine.py \
	tests/e2e/people.py \
	tests/e2e/people_record.py \
	tests/e2e/faults.py \
	tests/e2e/replica.py \
	tests/e2e/replica_bad_days.py \
	tests/e2e/standby.py \
	tests/e2e/harness.py \
	tests/e2e/postfix.py \
	tests/e2e/letter_sizes.py tests/e2e/letters.py \
	tests/e2e/players.py \
	tests/e2e/playing.py \
	tests/e2e/real_client.py \
	tests/e2e/real_servers.py \
	tests/e2e/scaling.py

# Letters and the site's pages through axe, fetched with npm; contrib/check does the same.
.PHONY: check-access
check-access: all
	@dir=$$(mktemp -d) && . $(srcdir)/contrib/lib.sh && fetch_axe "$$dir" && \
	$(MAKE) check TESTS="tests/e2e/letters.sh tests/e2e/site_browser.sh"; \
	status=$$?; rm -rf "$$dir"; exit $$status

# Letters by Postfix, whose package is unpacked beside exim; contrib/check --long does the same.
.PHONY: check-postfix
check-postfix: all
	@dir=$$(mktemp -d) && chmod 755 "$$dir" && . $(srcdir)/contrib/lib.sh && fetch_postfix "$$dir" && \
	$(AM_TESTS_ENVIRONMENT) $(SH_LOG_COMPILER) $(srcdir)/tests/e2e/postfix.sh; \
	status=$$?; rm -rf "$$dir"; exit $$status

# A replica's bad days, then thirty hosts burn, one behind the other: some minutes, which `make check` has not.
.PHONY: check-standby
check-standby: all
	$(AM_TESTS_ENVIRONMENT) $(SH_LOG_COMPILER) $(srcdir)/tests/e2e/replica_bad_days.sh
	$(AM_TESTS_ENVIRONMENT) $(SH_LOG_COMPILER) $(srcdir)/tests/e2e/standby.sh

# A season of 32 people who come and go, minutes of a processor; PEOPLE_SEED chooses it. A short one: people.sh SEED.
PEOPLE_SEED = 11
.PHONY: people
people: all
	@$(AM_TESTS_ENVIRONMENT) bash $(srcdir)/tests/e2e/e2e.sh people --long $(PEOPLE_SEED)
