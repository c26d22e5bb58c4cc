# SPDX-License-Identifier: MIT
# Fuzzers: with --enable-fuzzers libFuzzer programs; always a run over their kept inputs.
letter_fuzz_with = src/letter/libletter.a src/late/liblate.a src/base/libbase.a $(GMIME_LIBS) $(GUMBO_LIBS)
letter_fuzz_link = $(AM_LDFLAGS) -fsanitize=fuzzer
tests_fuzz_run_letter_in_SOURCES = tests/fuzz/run_letters.c tests/fuzz/fuzz_letter_in.c
tests_fuzz_run_letter_in_LDADD = $(letter_fuzz_with)
tests_fuzz_run_letter_quotes_SOURCES = tests/fuzz/run_letters.c tests/fuzz/fuzz_letter_quotes.c
tests_fuzz_run_letter_quotes_LDADD = $(letter_fuzz_with)
tests_fuzz_run_letter_post_SOURCES = tests/fuzz/run_letters.c tests/fuzz/fuzz_letter_post.c
tests_fuzz_run_letter_post_LDADD = $(letter_fuzz_with)
tests_fuzz_run_letter_template_SOURCES = tests/fuzz/run_letters.c tests/fuzz/fuzz_letter_template.c
tests_fuzz_run_letter_template_LDADD = $(letter_fuzz_with)
tests_fuzz_run_letter_token_SOURCES = tests/fuzz/run_letters.c tests/fuzz/fuzz_letter_token.c
tests_fuzz_run_letter_token_LDADD = $(letter_fuzz_with)
tests_fuzz_run_letter_sentences_SOURCES = tests/fuzz/run_letters.c tests/fuzz/fuzz_letter_sentences.c
tests_fuzz_run_letter_sentences_LDADD = $(letter_fuzz_with)
check_PROGRAMS += \
	tests/fuzz/run_letter_in \
	tests/fuzz/run_letter_post \
	tests/fuzz/run_letter_quotes \
	tests/fuzz/run_letter_template \
	tests/fuzz/run_letter_token \
	tests/fuzz/run_letter_sentences
TESTS += tests/fuzz/letters.sh
EXTRA_DIST += tests/fuzz/letters.sh tests/fuzz/letter
if FUZZERS
noinst_PROGRAMS += \
	tests/fuzz/fuzz_letter_in \
	tests/fuzz/fuzz_letter_post \
	tests/fuzz/fuzz_letter_quotes \
	tests/fuzz/fuzz_letter_template \
	tests/fuzz/fuzz_letter_token \
	tests/fuzz/fuzz_letter_sentences
tests_fuzz_fuzz_letter_in_SOURCES = tests/fuzz/fuzz_letter_in.c
tests_fuzz_fuzz_letter_in_LDFLAGS = $(letter_fuzz_link)
tests_fuzz_fuzz_letter_in_LDADD = $(letter_fuzz_with)
tests_fuzz_fuzz_letter_quotes_SOURCES = tests/fuzz/fuzz_letter_quotes.c
tests_fuzz_fuzz_letter_quotes_LDFLAGS = $(letter_fuzz_link)
tests_fuzz_fuzz_letter_quotes_LDADD = $(letter_fuzz_with)
tests_fuzz_fuzz_letter_post_SOURCES = tests/fuzz/fuzz_letter_post.c
tests_fuzz_fuzz_letter_post_LDFLAGS = $(letter_fuzz_link)
tests_fuzz_fuzz_letter_post_LDADD = $(letter_fuzz_with)
tests_fuzz_fuzz_letter_template_SOURCES = tests/fuzz/fuzz_letter_template.c
tests_fuzz_fuzz_letter_template_LDFLAGS = $(letter_fuzz_link)
tests_fuzz_fuzz_letter_template_LDADD = $(letter_fuzz_with)
tests_fuzz_fuzz_letter_token_SOURCES = tests/fuzz/fuzz_letter_token.c
tests_fuzz_fuzz_letter_token_LDFLAGS = $(letter_fuzz_link)
tests_fuzz_fuzz_letter_token_LDADD = $(letter_fuzz_with)
tests_fuzz_fuzz_letter_sentences_SOURCES = tests/fuzz/fuzz_letter_sentences.c
tests_fuzz_fuzz_letter_sentences_LDFLAGS = $(letter_fuzz_link)
tests_fuzz_fuzz_letter_sentences_LDADD = $(letter_fuzz_with)
endif

reader_fuzz_with = $(READER_LIBS) $(READER_SYSTEM_LIBS)
check_PROGRAMS += tests/fuzz/run_reader
tests_fuzz_run_reader_SOURCES = tests/fuzz/run_letters.c tests/fuzz/fuzz_reader.c
tests_fuzz_run_reader_CFLAGS = $(AM_CFLAGS) $(JANSSON_CFLAGS)
tests_fuzz_run_reader_LDADD = $(reader_fuzz_with)
EXTRA_DIST += tests/fuzz/reader
if FUZZERS
noinst_PROGRAMS += tests/fuzz/fuzz_reader
tests_fuzz_fuzz_reader_SOURCES = tests/fuzz/fuzz_reader.c
tests_fuzz_fuzz_reader_CFLAGS = $(AM_CFLAGS) $(JANSSON_CFLAGS)
tests_fuzz_fuzz_reader_LDFLAGS = $(letter_fuzz_link)
tests_fuzz_fuzz_reader_LDADD = $(reader_fuzz_with)
endif

record_fuzz_with = src/record/librecord.a tests/toy/libtoy.a $(GAMES_LIBS) src/seal/libseal.a \
	src/base/libbase.a $(SODIUM_LIBS)
check_PROGRAMS += tests/fuzz/run_record
tests_fuzz_run_record_SOURCES = tests/fuzz/run_letters.c tests/fuzz/fuzz_record.c \
	tests/fuzz/chain_anew.c tests/fuzz/chain_anew.h
tests_fuzz_run_record_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)
tests_fuzz_run_record_LDADD = $(record_fuzz_with)
TESTS += tests/fuzz/record.sh
EXTRA_DIST += tests/fuzz/record.sh tests/fuzz/record
if FUZZERS
noinst_PROGRAMS += tests/fuzz/fuzz_record
tests_fuzz_fuzz_record_SOURCES = tests/fuzz/fuzz_record.c \
	tests/fuzz/chain_anew.c tests/fuzz/chain_anew.h
tests_fuzz_fuzz_record_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)
tests_fuzz_fuzz_record_LDFLAGS = $(AM_LDFLAGS) -fsanitize=fuzzer
tests_fuzz_fuzz_record_LDADD = $(record_fuzz_with)
endif

# What players write, on the whole way of a letter.
if HAVE_CMOCKA
check_PROGRAMS += tests/fuzz/run_commands
tests_fuzz_run_commands_SOURCES = tests/fuzz/run_letters.c tests/fuzz/fuzz_commands.c
tests_fuzz_run_commands_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)
tests_fuzz_run_commands_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_fuzz_run_commands_LDADD = $(DESK_TEST_LIBS)
TESTS += tests/fuzz/commands.sh
if FUZZERS
noinst_PROGRAMS += tests/fuzz/fuzz_commands
tests_fuzz_fuzz_commands_SOURCES = tests/fuzz/fuzz_commands.c
tests_fuzz_fuzz_commands_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)
tests_fuzz_fuzz_commands_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_fuzz_fuzz_commands_LDFLAGS = $(AM_LDFLAGS) -fsanitize=fuzzer
tests_fuzz_fuzz_commands_LDADD = $(DESK_TEST_LIBS)
endif
endif
EXTRA_DIST += tests/fuzz/commands.sh tests/fuzz/commands
