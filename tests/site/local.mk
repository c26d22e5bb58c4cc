# SPDX-License-Identifier: MIT
ROOM_TESTS += tests/site/test_site
