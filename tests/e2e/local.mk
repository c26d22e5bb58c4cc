# The built programs as black boxes: whole games, faults and bad input through real mail servers.
e2e_tests = \
	tests/e2e/real_servers.sh \
	tests/e2e/faults.sh \
	tests/e2e/bad_input.sh \
	tests/e2e/dungeon_raid.sh
TESTS += $(e2e_tests)
EXTRA_DIST += $(e2e_tests) \
	tests/e2e/bad_input.py \
	tests/e2e/dungeon_raid.py \
	tests/e2e/e2e.sh \
	tests/e2e/faults.py \
	tests/e2e/harness.py \
	tests/e2e/players.py \
	tests/e2e/playing.py \
	tests/e2e/real_servers.py
