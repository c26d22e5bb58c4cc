# SPDX-License-Identifier: MIT
# Tests of src/reader.
tests_libsupport_a_SOURCES += tests/reader/killer.c tests/reader/killer.h
# A reader that does what hostile bytes could make it do, and one that shuts itself in and tries to get out.
check_PROGRAMS += tests/reader/odd_reader tests/reader/inmate
ROOM_TESTS += tests/reader/test_reader
dist_check_SCRIPTS += tests/reader/test_links.sh
TESTS += tests/reader/test_links.sh
