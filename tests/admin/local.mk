# SPDX-License-Identifier: MIT
ROOM_TESTS += tests/admin/test_upgrade
ROOM_TESTS += tests/admin/test_flips
ROOM_TESTS += tests/admin/test_keyring
