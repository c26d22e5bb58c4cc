# SPDX-License-Identifier: MIT
# Tests of src/post.
if HAVE_CMOCKA
tests_libsupport_a_SOURCES += tests/post/memory.h tests/post/memory_sink.c tests/post/memory_source.c \
	tests/post/fake_http.c tests/post/fake_http.h tests/post/fake_server.c tests/post/fake_server.h \
	tests/post/scratch.c tests/post/scratch.h
endif
ROOM_TESTS += tests/post/test_arrival
ROOM_TESTS += tests/post/test_fakes
ROOM_TESTS += tests/post/test_forum
ROOM_TESTS += tests/post/test_imap_parser
ROOM_TESTS += tests/post/test_knock
ROOM_TESTS += tests/post/test_maildir
ROOM_TESTS += tests/post/test_source
tests_post_test_maildir_SOURCES = tests/post/test_maildir.c tests/base/failing_syncs.c tests/base/failing_syncs.h

if HAVE_CMOCKA
# Against Dovecot and exim, which the script starts and ends.
check_PROGRAMS += tests/post/test_servers tests/post/test_soak tests/post/test_nodebb
TESTS += tests/post/test_servers.sh
LONG_TESTS += tests/post/test_soak.sh
endif

# Fuzz targets: with --enable-fuzzers libFuzzer programs; always a run over their corpus.
if FUZZERS
noinst_PROGRAMS += tests/post/fuzz_arrival tests/post/fuzz_imap_parser
tests_post_fuzz_arrival_LDFLAGS = $(fuzz_link)
tests_post_fuzz_imap_parser_LDFLAGS = $(fuzz_link)
endif
check_PROGRAMS += tests/post/corpus_arrival tests/post/corpus_imap_parser
tests_post_corpus_arrival_SOURCES = tests/fuzz/run_letters.c tests/post/fuzz_arrival.c
tests_post_corpus_arrival_CFLAGS = $(AM_CFLAGS) -DCUT_EVERYWHERE=4096
tests_post_corpus_imap_parser_CFLAGS = $(AM_CFLAGS) -DCUT_EVERYWHERE=4096
tests_post_corpus_imap_parser_SOURCES = tests/fuzz/run_letters.c tests/post/fuzz_imap_parser.c
TESTS += tests/post/corpus.sh
EXTRA_DIST += tests/mailservers/servers.sh tests/mailservers/nodebb.sh \
	tests/post/test_servers.sh tests/post/test_nodebb.sh \
	tests/post/test_soak.sh tests/post/corpus.sh \
	tests/post/corpus/arrival/internaldate \
	tests/post/corpus/imap_parser/broken \
	tests/post/corpus/imap_parser/hostile \
	tests/post/corpus/imap_parser/idle \
	tests/post/corpus/imap_parser/literal \
	tests/post/corpus/imap_parser/quoted \
	tests/post/corpus/imap_parser/refused \
	tests/post/corpus/imap_parser/session

# Against NodeBB from npm, which is fetched: not part of `make check`.
.PHONY: check-forum
check-forum: all tests/post/test_nodebb
	$(AM_TESTS_ENVIRONMENT) $(SH_LOG_COMPILER) $(srcdir)/tests/e2e/check_forum.sh
EXTRA_DIST += tests/post/arrival.rows tests/post/imap_parser.rows tests/post/knock.rows
EXTRA_DIST += tests/post/forum.rows
