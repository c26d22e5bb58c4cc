# SPDX-License-Identifier: MIT
# Tests of src/rules.
if HAVE_CMOCKA
check_PROGRAMS += tests/rules/test_lexicon
TESTS += tests/rules/test_lexicon
tests_rules_test_lexicon_SOURCES = tests/rules/test_lexicon.c
tests_rules_test_lexicon_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_rules_test_lexicon_LDADD = src/rules/librules.a src/base/libbase.a $(CMOCKA_LIBS)
check_PROGRAMS += tests/rules/test_scenario
TESTS += tests/rules/test_scenario
tests_rules_test_scenario_SOURCES = tests/rules/test_scenario.c
tests_rules_test_scenario_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_rules_test_scenario_LDADD = src/rules/librules.a src/base/libbase.a $(CMOCKA_LIBS)
endif
