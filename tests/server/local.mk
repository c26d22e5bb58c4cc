# SPDX-License-Identifier: MIT
ROOM_TESTS += tests/server/test_parts
