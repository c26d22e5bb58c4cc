# SPDX-License-Identifier: MIT
# Tests of src/tournament/pairing.
if HAVE_CMOCKA
check_PROGRAMS += tests/tournament/pairing/test_pairing
TESTS += tests/tournament/pairing/test_pairing
tests_tournament_pairing_test_pairing_SOURCES = tests/tournament/pairing/test_pairing.c
tests_tournament_pairing_test_pairing_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_tournament_pairing_test_pairing_LDADD = src/tournament/pairing/libpairing.a src/base/libbase.a $(CMOCKA_LIBS)
check_PROGRAMS += tests/tournament/pairing/test_monrad
TESTS += tests/tournament/pairing/test_monrad
tests_tournament_pairing_test_monrad_SOURCES = tests/tournament/pairing/test_monrad.c
tests_tournament_pairing_test_monrad_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_tournament_pairing_test_monrad_LDADD = src/tournament/pairing/libpairing.a src/base/libbase.a $(CMOCKA_LIBS)
endif
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
if HAVE_CMOCKA
check_PROGRAMS += tests/tournament/pairing/test_dutch
TESTS += tests/tournament/pairing/test_dutch
tests_tournament_pairing_test_dutch_SOURCES = tests/tournament/pairing/test_dutch.c
tests_tournament_pairing_test_dutch_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_tournament_pairing_test_dutch_LDADD = src/tournament/pairing/libpairing.a src/base/libbase.a $(CMOCKA_LIBS)
endif
