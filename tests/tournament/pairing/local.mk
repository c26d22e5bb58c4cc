# SPDX-License-Identifier: MIT
# Tests of src/tournament/pairing.
ROOM_TESTS += tests/tournament/pairing/test_pairing
ROOM_TESTS += tests/tournament/pairing/test_monrad
# The Dutch system.
EXTRA_DIST += tests/tournament/pairing/second_dutch.py \
	tests/tournament/pairing/dutch/01-met.pairing \
	tests/tournament/pairing/dutch/02-bye-once.pairing \
	tests/tournament/pairing/dutch/03-absolute.pairing \
	tests/tournament/pairing/dutch/04-top-scorers.pairing \
	tests/tournament/pairing/dutch/05-bye-low.pairing \
	tests/tournament/pairing/dutch/07-down-low.pairing \
	tests/tournament/pairing/dutch/08-look-ahead.pairing \
	tests/tournament/pairing/dutch/09-bye-played.pairing \
	tests/tournament/pairing/dutch/11-thrice.pairing \
	tests/tournament/pairing/dutch/12-wish.pairing \
	tests/tournament/pairing/dutch/13-strong-wish.pairing \
	tests/tournament/pairing/dutch/14-down-again.pairing \
	tests/tournament/pairing/dutch/15-up-again.pairing \
	tests/tournament/pairing/dutch/16-down-two.pairing \
	tests/tournament/pairing/dutch/17-up-two.pairing \
	tests/tournament/pairing/dutch/18-far-down.pairing \
	tests/tournament/pairing/dutch/19-far-up.pairing \
	tests/tournament/pairing/dutch/20-far-down-two.pairing \
	tests/tournament/pairing/dutch/21-far-up-two.pairing \
	tests/tournament/pairing/dutch/23-near-exchanges.pairing \
	tests/tournament/pairing/dutch/24-which-exchange.pairing \
	tests/tournament/pairing/dutch/25-order.pairing \
	tests/tournament/pairing/dutch/26-who-stays.pairing \
	tests/tournament/pairing/dutch/27-public-c5.pairing tests/tournament/pairing/dutch/28-public-c9.pairing \
	tests/tournament/pairing/from_trf.py
dist_check_SCRIPTS += tests/tournament/pairing/second_dutch.sh
TESTS += tests/tournament/pairing/second_dutch.sh
ROOM_TESTS += tests/tournament/pairing/test_dutch
