# SPDX-License-Identifier: MIT
if HAVE_CMOCKA
tests_libsupport_a_SOURCES += tests/play/lines.c tests/play/lines.h
endif
ROOM_TESTS += tests/play/test_exports
ROOM_TESTS += tests/play/test_luck
ROOM_TESTS += tests/play/test_standing
ROOM_TESTS += tests/play/test_standing_bids
ROOM_TESTS += tests/play/test_standing_combat
ROOM_TESTS += tests/play/test_bad_lines
ROOM_TESTS += tests/play/test_refusals
ROOM_TESTS += tests/play/test_shelf
ROOM_TESTS += tests/play/test_held
ROOM_TESTS += tests/play/test_rating
