# SPDX-License-Identifier: MIT
# Fuzzers: with --enable-fuzzers libFuzzer programs; always a run over their kept inputs.
fuzz_link = $(AM_LDFLAGS) -fsanitize=fuzzer
tests_libsupport_a_SOURCES += tests/fuzz/chain_anew.c tests/fuzz/chain_anew.h
tests_fuzz_run_letter_in_SOURCES = tests/fuzz/run_letters.c tests/fuzz/fuzz_letter_in.c
tests_fuzz_run_letter_quotes_SOURCES = tests/fuzz/run_letters.c tests/fuzz/fuzz_letter_quotes.c
tests_fuzz_run_letter_post_SOURCES = tests/fuzz/run_letters.c tests/fuzz/fuzz_letter_post.c
tests_fuzz_run_letter_template_SOURCES = tests/fuzz/run_letters.c tests/fuzz/fuzz_letter_template.c
tests_fuzz_run_letter_token_SOURCES = tests/fuzz/run_letters.c tests/fuzz/fuzz_letter_token.c
tests_fuzz_run_letter_sentences_SOURCES = tests/fuzz/run_letters.c tests/fuzz/fuzz_letter_sentences.c
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
tests_fuzz_fuzz_letter_in_LDFLAGS = $(fuzz_link)
tests_fuzz_fuzz_letter_quotes_LDFLAGS = $(fuzz_link)
tests_fuzz_fuzz_letter_post_LDFLAGS = $(fuzz_link)
tests_fuzz_fuzz_letter_template_LDFLAGS = $(fuzz_link)
tests_fuzz_fuzz_letter_token_LDFLAGS = $(fuzz_link)
tests_fuzz_fuzz_letter_sentences_LDFLAGS = $(fuzz_link)
endif

check_PROGRAMS += tests/fuzz/run_reader
tests_fuzz_run_reader_SOURCES = tests/fuzz/run_letters.c tests/fuzz/fuzz_reader.c
EXTRA_DIST += tests/fuzz/reader
if FUZZERS
noinst_PROGRAMS += tests/fuzz/fuzz_reader
tests_fuzz_fuzz_reader_LDFLAGS = $(fuzz_link)
endif

check_PROGRAMS += tests/fuzz/run_record
tests_fuzz_run_record_SOURCES = tests/fuzz/run_letters.c tests/fuzz/fuzz_record.c
TESTS += tests/fuzz/record.sh
EXTRA_DIST += tests/fuzz/record.sh tests/fuzz/record
if FUZZERS
noinst_PROGRAMS += tests/fuzz/fuzz_record
tests_fuzz_fuzz_record_LDFLAGS = $(fuzz_link)
endif

# What players write, on the whole way of a letter.
if HAVE_CMOCKA
check_PROGRAMS += tests/fuzz/run_commands
tests_fuzz_run_commands_SOURCES = tests/fuzz/run_letters.c tests/fuzz/fuzz_commands.c
TESTS += tests/fuzz/commands.sh
if FUZZERS
noinst_PROGRAMS += tests/fuzz/fuzz_commands
tests_fuzz_fuzz_commands_LDFLAGS = $(fuzz_link)
endif
endif
EXTRA_DIST += tests/fuzz/commands.sh tests/fuzz/commands
