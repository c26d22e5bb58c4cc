# SPDX-License-Identifier: MIT
# Tests of src/post.
post_test_cflags = $(AM_CFLAGS) $(CMOCKA_CFLAGS) $(CURL_CFLAGS)
post_test_ldadd = src/post/libpost.a src/late/liblate.a $(READER_LIBS) $(GMIME_LIBS) $(GUMBO_LIBS) $(JANSSON_LIBS) $(CMOCKA_LIBS)

if HAVE_CMOCKA
post_tests = \
	tests/post/test_arrival \
	tests/post/test_fakes \
	tests/post/test_forum \
	tests/post/test_imap_parser \
	tests/post/test_maildir \
	tests/post/test_source
check_PROGRAMS += $(post_tests)
TESTS += $(post_tests)

tests_post_test_arrival_SOURCES = tests/post/test_arrival.c
tests_post_test_arrival_CFLAGS = $(post_test_cflags)
tests_post_test_arrival_LDADD = $(post_test_ldadd)

tests_post_test_fakes_SOURCES = tests/post/test_fakes.c \
	tests/post/fake_server.c tests/post/fake_server.h
tests_post_test_fakes_CFLAGS = $(post_test_cflags)
tests_post_test_fakes_LDADD = $(post_test_ldadd)

tests_post_test_forum_SOURCES = tests/post/test_forum.c \
	tests/post/fake_http.c tests/post/fake_http.h
tests_post_test_forum_CFLAGS = $(post_test_cflags)
tests_post_test_forum_LDADD = $(post_test_ldadd)

tests_post_test_imap_parser_SOURCES = tests/post/test_imap_parser.c
tests_post_test_imap_parser_CFLAGS = $(post_test_cflags)
tests_post_test_imap_parser_LDADD = $(post_test_ldadd)

tests_post_test_maildir_SOURCES = tests/post/test_maildir.c tests/post/scratch.c tests/post/scratch.h \
	tests/base/failing_syncs.c tests/base/failing_syncs.h
tests_post_test_maildir_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)
tests_post_test_maildir_CFLAGS = $(post_test_cflags)
tests_post_test_maildir_LDADD = $(post_test_ldadd)

# Against Dovecot and exim, which the script starts and ends.
check_PROGRAMS += tests/post/test_servers tests/post/test_soak
TESTS += tests/post/test_servers.sh
LONG_TESTS += tests/post/test_soak.sh
check_PROGRAMS += tests/post/test_nodebb
tests_post_test_nodebb_SOURCES = tests/post/test_nodebb.c
tests_post_test_nodebb_CFLAGS = $(post_test_cflags)
tests_post_test_nodebb_LDADD = $(post_test_ldadd)
tests_post_test_soak_SOURCES = tests/post/test_soak.c
tests_post_test_soak_CFLAGS = $(post_test_cflags)
tests_post_test_soak_LDADD = $(post_test_ldadd)

tests_post_test_servers_SOURCES = tests/post/test_servers.c
tests_post_test_servers_CFLAGS = $(post_test_cflags)
tests_post_test_servers_LDADD = $(post_test_ldadd)

tests_post_test_source_SOURCES = tests/post/test_source.c
tests_post_test_source_CFLAGS = $(post_test_cflags)
tests_post_test_source_LDADD = $(post_test_ldadd)
endif

# Fuzz targets: with --enable-fuzzers libFuzzer programs; always a run over their corpus.
if FUZZERS
noinst_PROGRAMS += tests/post/fuzz_arrival tests/post/fuzz_imap_parser
tests_post_fuzz_arrival_SOURCES = tests/post/fuzz_arrival.c
tests_post_fuzz_arrival_LDFLAGS = $(AM_LDFLAGS) -fsanitize=fuzzer
tests_post_fuzz_arrival_LDADD = src/post/libpost.a src/base/libbase.a
tests_post_fuzz_imap_parser_SOURCES = tests/post/fuzz_imap_parser.c
tests_post_fuzz_imap_parser_LDFLAGS = $(AM_LDFLAGS) -fsanitize=fuzzer
tests_post_fuzz_imap_parser_LDADD = src/post/libpost.a src/base/libbase.a
endif
check_PROGRAMS += tests/post/corpus_arrival tests/post/corpus_imap_parser
tests_post_corpus_arrival_SOURCES = tests/post/corpus_main.c tests/post/fuzz_arrival.c
tests_post_corpus_arrival_LDADD = src/post/libpost.a src/base/libbase.a
tests_post_corpus_imap_parser_SOURCES = tests/post/corpus_main.c tests/post/fuzz_imap_parser.c
tests_post_corpus_imap_parser_LDADD = src/post/libpost.a src/base/libbase.a
TESTS += tests/post/corpus.sh
EXTRA_DIST += tests/mailservers/servers.sh tests/mailservers/nodebb.sh \
	tests/post/test_servers.sh tests/post/test_nodebb.sh \
	tests/post/test_soak.sh tests/post/corpus.sh \
	tests/post/corpus/arrival/date \
	tests/post/corpus/arrival/internaldate \
	tests/post/corpus/arrival/letter \
	tests/post/corpus/arrival/unix \
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
