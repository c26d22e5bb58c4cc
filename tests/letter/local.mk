# SPDX-License-Identifier: MIT
# Tests of src/letter.
ROOM_TESTS += tests/letter/test_icalendar
ROOM_TESTS += tests/letter/test_classify
ROOM_TESTS += tests/letter/test_letter_templates
ROOM_TESTS += tests/letter/test_letters
ROOM_TESTS += tests/letter/test_link
ROOM_TESTS += tests/letter/test_mime_in
ROOM_TESTS += tests/letter/test_mime_out
ROOM_TESTS += tests/letter/test_pack
ROOM_TESTS += tests/letter/test_post_text
ROOM_TESTS += tests/letter/test_quotes
ROOM_TESTS += tests/letter/test_sentences
ROOM_TESTS += tests/letter/test_subject
ROOM_TESTS += tests/letter/test_template
ROOM_TESTS += tests/letter/test_token
ROOM_TESTS += tests/letter/test_value
EXTRA_DIST += tests/letters
ROOM_TESTS += tests/letter/test_sentence_files
ROOM_TESTS += tests/letter/test_words_files
ROOM_TESTS += tests/letter/test_no_memory
tests_letter_test_no_memory_SOURCES = tests/letter/test_no_memory.c tests/base/failing_memory.c tests/base/failing_memory.h
tests_letter_test_no_memory_LDFLAGS = $(AM_LDFLAGS) $(FAILING_MEMORY)
ROOM_TESTS += tests/letter/test_option_words
