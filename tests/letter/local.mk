# SPDX-License-Identifier: MIT
# Tests of src/letter.
LETTER_TEST_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
LETTER_TEST_LIBS = src/letter/libletter.a src/late/liblate.a src/base/libbase.a $(GMIME_LIBS) $(GUMBO_LIBS) \
	$(CMOCKA_LIBS)
if HAVE_CMOCKA
LETTER_TESTS = \
	tests/letter/test_icalendar \
	tests/letter/test_classify \
	tests/letter/test_letter_templates \
	tests/letter/test_letters \
	tests/letter/test_link \
	tests/letter/test_mime_in \
	tests/letter/test_mime_out \
	tests/letter/test_pack \
	tests/letter/test_post_text \
	tests/letter/test_quotes \
	tests/letter/test_sentences \
	tests/letter/test_subject \
	tests/letter/test_template \
	tests/letter/test_token \
	tests/letter/test_value
check_PROGRAMS += $(LETTER_TESTS)
TESTS += $(LETTER_TESTS)
tests_letter_test_icalendar_SOURCES = tests/letter/test_icalendar.c
tests_letter_test_icalendar_CFLAGS = $(LETTER_TEST_CFLAGS)
tests_letter_test_icalendar_LDADD = $(LETTER_TEST_LIBS)
tests_letter_test_classify_SOURCES = tests/letter/test_classify.c
tests_letter_test_classify_CFLAGS = $(LETTER_TEST_CFLAGS)
tests_letter_test_classify_LDADD = $(LETTER_TEST_LIBS)
tests_letter_test_letter_templates_SOURCES = tests/letter/test_letter_templates.c
tests_letter_test_letter_templates_CFLAGS = $(LETTER_TEST_CFLAGS)
tests_letter_test_letter_templates_LDADD = $(LETTER_TEST_LIBS)
tests_letter_test_letters_SOURCES = tests/letter/test_letters.c
tests_letter_test_letters_CFLAGS = $(LETTER_TEST_CFLAGS)
tests_letter_test_letters_LDADD = $(LETTER_TEST_LIBS)
tests_letter_test_link_SOURCES = tests/letter/test_link.c
tests_letter_test_link_CFLAGS = $(LETTER_TEST_CFLAGS) $(ZLIB_CFLAGS)
tests_letter_test_link_LDADD = $(LETTER_TEST_LIBS) $(ZLIB_LIBS)
tests_letter_test_mime_in_SOURCES = tests/letter/test_mime_in.c
tests_letter_test_mime_in_CFLAGS = $(LETTER_TEST_CFLAGS)
tests_letter_test_mime_in_LDADD = $(LETTER_TEST_LIBS)
tests_letter_test_mime_out_SOURCES = tests/letter/test_mime_out.c
tests_letter_test_mime_out_CFLAGS = $(LETTER_TEST_CFLAGS)
tests_letter_test_mime_out_LDADD = $(LETTER_TEST_LIBS)
tests_letter_test_pack_SOURCES = tests/letter/test_pack.c
tests_letter_test_pack_CFLAGS = $(LETTER_TEST_CFLAGS)
tests_letter_test_pack_LDADD = $(LETTER_TEST_LIBS) $(ISAL_LIBS)
tests_letter_test_post_text_SOURCES = tests/letter/test_post_text.c
tests_letter_test_post_text_CFLAGS = $(LETTER_TEST_CFLAGS)
tests_letter_test_post_text_LDADD = $(LETTER_TEST_LIBS)
tests_letter_test_quotes_SOURCES = tests/letter/test_quotes.c
tests_letter_test_quotes_CFLAGS = $(LETTER_TEST_CFLAGS)
tests_letter_test_quotes_LDADD = $(LETTER_TEST_LIBS)
tests_letter_test_sentences_SOURCES = tests/letter/test_sentences.c
tests_letter_test_sentences_CFLAGS = $(LETTER_TEST_CFLAGS)
tests_letter_test_sentences_LDADD = $(LETTER_TEST_LIBS)
tests_letter_test_subject_SOURCES = tests/letter/test_subject.c
tests_letter_test_subject_CFLAGS = $(LETTER_TEST_CFLAGS)
tests_letter_test_subject_LDADD = $(LETTER_TEST_LIBS)
tests_letter_test_template_SOURCES = tests/letter/test_template.c
tests_letter_test_template_CFLAGS = $(LETTER_TEST_CFLAGS)
tests_letter_test_template_LDADD = $(LETTER_TEST_LIBS)
tests_letter_test_token_SOURCES = tests/letter/test_token.c
tests_letter_test_token_CFLAGS = $(LETTER_TEST_CFLAGS)
tests_letter_test_token_LDADD = $(LETTER_TEST_LIBS)
tests_letter_test_value_SOURCES = tests/letter/test_value.c
tests_letter_test_value_CFLAGS = $(LETTER_TEST_CFLAGS)
tests_letter_test_value_LDADD = $(LETTER_TEST_LIBS)
endif
EXTRA_DIST += tests/letters
if HAVE_CMOCKA
check_PROGRAMS += tests/letter/test_sentence_files
TESTS += tests/letter/test_sentence_files
tests_letter_test_sentence_files_SOURCES = tests/letter/test_sentence_files.c
tests_letter_test_sentence_files_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)
tests_letter_test_sentence_files_CFLAGS = $(LETTER_TEST_CFLAGS)
tests_letter_test_sentence_files_LDADD = $(EVERY_LIBS) $(LETTER_TEST_LIBS)
endif
if HAVE_CMOCKA
check_PROGRAMS += tests/letter/test_words_files
TESTS += tests/letter/test_words_files
tests_letter_test_words_files_SOURCES = tests/letter/test_words_files.c
tests_letter_test_words_files_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)
tests_letter_test_words_files_CFLAGS = $(LETTER_TEST_CFLAGS)
tests_letter_test_words_files_LDADD = $(EVERY_LIBS) $(LETTER_TEST_LIBS)
endif
if HAVE_CMOCKA
check_PROGRAMS += tests/letter/test_no_memory
TESTS += tests/letter/test_no_memory
tests_letter_test_no_memory_SOURCES = tests/letter/test_no_memory.c $(FAILING_MEMORY_FILES)
tests_letter_test_no_memory_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)
tests_letter_test_no_memory_CFLAGS = $(LETTER_TEST_CFLAGS)
tests_letter_test_no_memory_LDFLAGS = $(AM_LDFLAGS) $(FAILING_MEMORY)
tests_letter_test_no_memory_LDADD = $(LETTER_TEST_LIBS)
endif
if HAVE_CMOCKA
check_PROGRAMS += tests/letter/test_option_words
TESTS += tests/letter/test_option_words
tests_letter_test_option_words_SOURCES = tests/letter/test_option_words.c
tests_letter_test_option_words_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)
tests_letter_test_option_words_CFLAGS = $(LETTER_TEST_CFLAGS)
tests_letter_test_option_words_LDADD = src/tell/libtell.a $(EVERY_LIBS) $(LETTER_TEST_LIBS)
endif
