# SPDX-License-Identifier: MIT
# Tests of src/tournament/record.
ROOM_TESTS += tests/tournament/record/test_lies
EXTRA_DIST += tests/tournament/record/lies.rows
