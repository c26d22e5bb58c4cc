# SPDX-License-Identifier: MIT
ROOM_TESTS += tests/server/test_parts
ROOM_TESTS += tests/server/test_replica
