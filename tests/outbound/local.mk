# SPDX-License-Identifier: MIT
ROOM_TESTS += tests/outbound/test_audience
ROOM_TESTS += tests/outbound/test_receipts
ROOM_TESTS += tests/outbound/test_knocks
ROOM_TESTS += tests/outbound/test_halves
EXTRA_DIST += tests/outbound/audience.rows
EXTRA_DIST += tests/outbound/receipts.rows
