# SPDX-License-Identifier: MIT
# Tests of src/record.
if HAVE_CMOCKA
tests_libsupport_a_SOURCES += tests/record/attack.c tests/record/attack.h tests/record/lying.c tests/record/lying.h \
	tests/record/playing.c tests/record/playing.h \
	tests/record/playing_happen.c tests/record/playing_p.h tests/record/playing_record.c \
	tests/record/playing_start.c
endif
ROOM_TESTS += tests/record/test_record
ROOM_TESTS += tests/record/test_trial
ROOM_TESTS += tests/record/test_games
ROOM_TESTS += tests/record/test_attack_file
ROOM_TESTS += tests/record/test_lies
EXTRA_DIST += tests/record/lost.lies tests/record/server.lies
ROOM_TESTS += tests/record/test_lost
ROOM_TESTS += tests/record/test_server_lies
ROOM_TESTS += tests/record/test_line_lies
ROOM_TESTS += tests/record/test_lines
tests_record_test_no_memory_SOURCES = tests/record/test_no_memory.c tests/base/failing_memory.c tests/base/failing_memory.h
tests_record_test_no_memory_LDFLAGS = $(AM_LDFLAGS) $(FAILING_MEMORY)
ROOM_TESTS += tests/record/test_no_memory
TESTS += tests/record/corpus.sh
EXTRA_DIST += tests/record/corpus.sh tests/corpus
EXTRA_DIST += tests/record/attack_file.rows
EXTRA_DIST += tests/record/record.rows
