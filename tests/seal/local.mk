# SPDX-License-Identifier: MIT
# Tests of src/seal.
EXTRA_DIST += tests/seal/hex.h tests/seal/start.h
ROOM_TESTS += tests/seal/test_hash
ROOM_TESTS += tests/seal/test_vectors
ROOM_TESTS += tests/seal/test_seal
ROOM_TESTS += tests/seal/test_flips
ROOM_TESTS += tests/seal/test_keys
ROOM_TESTS += tests/seal/test_letters
EXTRA_DIST += tests/seal/keys.rows
