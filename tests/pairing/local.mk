# SPDX-License-Identifier: MIT
# Tests of src/pairing.
if HAVE_CMOCKA
check_PROGRAMS += tests/pairing/test_pairing
TESTS += tests/pairing/test_pairing
tests_pairing_test_pairing_SOURCES = tests/pairing/test_pairing.c
tests_pairing_test_pairing_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_pairing_test_pairing_LDADD = src/pairing/libpairing.a src/base/libbase.a $(CMOCKA_LIBS)
check_PROGRAMS += tests/pairing/test_monrad
TESTS += tests/pairing/test_monrad
tests_pairing_test_monrad_SOURCES = tests/pairing/test_monrad.c
tests_pairing_test_monrad_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_pairing_test_monrad_LDADD = src/pairing/libpairing.a src/base/libbase.a $(CMOCKA_LIBS)
endif
# The Dutch system.
EXTRA_DIST += tests/pairing/second_dutch.py \
	tests/pairing/dutch/01-met.pairing \
	tests/pairing/dutch/02-bye-once.pairing \
	tests/pairing/dutch/03-absolute.pairing \
	tests/pairing/dutch/04-top-scorers.pairing \
	tests/pairing/dutch/05-bye-low.pairing \
	tests/pairing/dutch/07-down-low.pairing \
	tests/pairing/dutch/08-look-ahead.pairing \
	tests/pairing/dutch/09-bye-played.pairing \
	tests/pairing/dutch/11-thrice.pairing \
	tests/pairing/dutch/12-wish.pairing \
	tests/pairing/dutch/13-strong-wish.pairing \
	tests/pairing/dutch/14-down-again.pairing \
	tests/pairing/dutch/15-up-again.pairing \
	tests/pairing/dutch/16-down-two.pairing \
	tests/pairing/dutch/17-up-two.pairing \
	tests/pairing/dutch/18-far-down.pairing \
	tests/pairing/dutch/19-far-up.pairing \
	tests/pairing/dutch/20-far-down-two.pairing \
	tests/pairing/dutch/21-far-up-two.pairing \
	tests/pairing/dutch/23-near-exchanges.pairing \
	tests/pairing/dutch/24-which-exchange.pairing \
	tests/pairing/dutch/25-order.pairing \
	tests/pairing/dutch/26-who-stays.pairing \
	tests/pairing/dutch/27-public-c5.pairing tests/pairing/dutch/28-public-c9.pairing \
	tests/pairing/from_trf.py
dist_check_SCRIPTS += tests/pairing/second_dutch.sh
TESTS += tests/pairing/second_dutch.sh
if HAVE_CMOCKA
check_PROGRAMS += tests/pairing/test_dutch
TESTS += tests/pairing/test_dutch
tests_pairing_test_dutch_SOURCES = tests/pairing/test_dutch.c
tests_pairing_test_dutch_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_pairing_test_dutch_LDADD = src/pairing/libpairing.a src/base/libbase.a $(CMOCKA_LIBS)
endif
