# SPDX-License-Identifier: MIT
# Tests of src/rules.
ROOM_TESTS += tests/rules/test_lexicon
ROOM_TESTS += tests/rules/test_phrase_part
ROOM_TESTS += tests/rules/test_scenario
EXTRA_DIST += tests/rules/lexicon.rows tests/rules/scenario.rows
