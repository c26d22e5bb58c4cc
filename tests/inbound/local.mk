# SPDX-License-Identifier: MIT
TESTS += tests/inbound/mail_rows.sh
EXTRA_DIST += tests/inbound/mail_rows.sh
ROOM_TESTS += tests/inbound/test_forum_posts
ROOM_TESTS += tests/inbound/test_letters
ROOM_TESTS += tests/inbound/test_instead
ROOM_TESTS += tests/inbound/test_abuse
ROOM_TESTS += tests/inbound/test_limits
