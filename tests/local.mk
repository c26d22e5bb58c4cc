# SPDX-License-Identifier: MIT
# What looks at the whole tree. PLAIN_BUILD: what sanitizers cannot tell more of, sources, pages in a
# browser and packages, is not tried under them.
dist_check_SCRIPTS = tests/check_nouns.sh tests/check_headers.sh tests/check_clock.sh tests/check_includes.sh tests/check_calls.sh tests/check_cited.sh tests/check_markers.sh tests/check_tokens.sh tests/check_dates.sh tests/check_set_up.sh tests/check_purity.sh
EXTRA_DIST += tests/languages.h tests/read.h tests/rows.h tests/test.h tests/lsan.supp tests/tsan.supp
EXTRA_DIST += tests/await.sh tests/valgrind.sh tests/need.sh tests/need_cmocka.sh tests/timed.sh
if !HAVE_CMOCKA
TESTS += tests/need_cmocka.sh
endif

# A test is one line, `ROOM_TESTS += tests/ROOM/test_NAME`: it is that file, linked with whatever it calls of the rooms,
# of what tests share (a room adds to libsupport.a) and of other libraries.
if HAVE_CMOCKA
check_PROGRAMS += $(ROOM_TESTS)
TESTS += $(ROOM_TESTS)
endif
check_LIBRARIES += tests/libsupport.a
tests_libsupport_a_CFLAGS = $(AM_CFLAGS) $(PNG_CFLAGS) $(RSVG_CFLAGS)
LDADD = tests/libsupport.a tests/games/libevery.a tests/toy/libtoy.a $(EXAMPLE_LIBS) \
	src/daemon/libdaemon.a src/table/libtable.a $(DESK_LIBS) $(DESK_SYSTEM_LIBS) $(READER_SYSTEM_LIBS) \
	$(RSVG_LIBS) $(PNG_LIBS) $(CMOCKA_LIBS)
# The same, as lists of before call it.
DESK_TEST_LIBS = $(LDADD)
# cmocka 2 wants other words (assert_int_in_range), which 1 has not.
TEST_CFLAGS = -DCMOCKA_DISABLE_DEPRECATION_WARNINGS $(CMOCKA_CFLAGS) $(JANSSON_CFLAGS) $(SQLITE_CFLAGS) $(ZLIB_CFLAGS)
if PLAIN_BUILD
TESTS += tests/check_nouns.sh tests/check_headers.sh tests/check_clock.sh tests/check_includes.sh tests/check_calls.sh \
	tests/check_cited.sh tests/check_markers.sh tests/check_tokens.sh tests/check_dates.sh tests/check_set_up.sh tests/check_purity.sh
endif

# By hand, ten minutes or more: 1,000 games searched for what their readers may not know, and 1,000
# whose every view is compared with the replay of its reader's record.
LEAK_GAMES = 500
.PHONY: leaktest
leaktest: all tests/house/test_leak_games tests/play/test_exports tests/record/test_games
	$(AM_TESTS_ENVIRONMENT) POSTERN_RECORD_GAMES=$(LEAK_GAMES) tests/record/test_games
	$(AM_TESTS_ENVIRONMENT) POSTERN_LEAK_GAMES=$(LEAK_GAMES) tests/house/test_leak_games
	$(AM_TESTS_ENVIRONMENT) POSTERN_EXPORT_GAMES=60 tests/play/test_exports

# Tests as if it were another day, of the rooms where time counts or of all (needs the package faketime):
#   make check-date DATE='2038-01-20 12:00 UTC' ZONE=Europe/Madrid [DATED_ROOMS=all]
EXTRA_DIST += tests/under_date.c tests/under_date.sh
CLEANFILES += tests/under_date.so
DATE = 1 year
ZONE = UTC
DATED_ROOMS = base ledger letter server play outbound commands inbound schedule admin site
# No date can change a program that links none of these: it neither reads a clock nor writes a date.
CLOCK_CALLS = time|gettimeofday|clock_gettime|timespec_get|gmtime(_r)?|localtime(_r)?|mktime|timegm|strftime|utimensat|futimens
# Long by repetition, and with a clock of their own that is set by hand: under one date of
# contrib/other-dates, the last. What is not named here runs under each of them.
DATED_ONCE = tests/play/test_held tests/play/test_exports tests/play/test_luck \
	tests/outbound/test_receipts tests/commands/test_help tests/admin/test_flips tests/schedule/season.sh
NOT_DATED =
tests/under_date.so: tests/under_date.c
	$(AM_V_CCLD)$(CC) $(CPPFLAGS) $(CFLAGS) -shared -fPIC -o $@ $(srcdir)/tests/under_date.c
.PHONY: check-date
check-date: tests/under_date.so
	@$(MAKE) -s $(check_PROGRAMS)
	@dated=; \
	timed=" "`$(NM) -A -D --undefined-only $(check_PROGRAMS) | \
		sed -nE 's/^([^:]*):.* ($(CLOCK_CALLS))(@.*)?$$/\1/p' | sort -u | tr '\n' ' '`; \
	for t in $(TESTS); do \
		room=$${t#tests/}; room=$${room%%/*}; \
		case " $(DATED_ROOMS) " in " all ") dated="$$dated $$t"; continue ;; *" $$room "*) ;; *) continue ;; esac; \
		case " $(NOT_DATED) " in *" $$t "*) continue ;; esac; \
		case $$t in *.sh) ;; *) case "$$timed" in *" $$t "*) ;; *) continue ;; esac ;; esac; \
		dated="$$dated $$t"; \
	done; \
	test -n "$$dated" || { echo "make check-date: no test is left of DATED_ROOMS"; exit 1; }; \
	$(MAKE) check TESTS="$$dated" \
		TESTS_ENVIRONMENT="bash '$(abs_top_srcdir)/tests/under_date.sh' '$(abs_top_builddir)/tests/under_date.so' '$(DATE)' $(ZONE)"

# The same for every date of contrib/other-dates. Numbers of programs that were killed come again, and with
# them what faketime left of theirs.
.PHONY: check-dates
check-dates: tests/under_date.so
	@$(srcdir)/contrib/other-dates >tests/dates && good=yes && left=`wc -l <tests/dates` && \
	while read -r date zone; do \
		echo "under $$date, $$zone"; \
		rm -f /dev/shm/faketime_* /dev/shm/sem.faketime_*; \
		left=`expr $$left - 1`; once=; test $$left = 0 || once='$(DATED_ONCE)'; \
		$(MAKE) check-date DATE="$$date UTC" ZONE="$$zone" NOT_DATED="$$once" </dev/null || good=; \
	done <tests/dates && test "$$good"
CLEANFILES += tests/dates

# Tests that are programs of ours, with what hands kept inputs to our parsers, and scripts, which run programs as
# they are installed: contrib/check tries each where it finds most. Who takes longest begins: else one of them
# runs alone at the end.
LONGEST = tests/table/browser.sh tests/bot/test_bot tests/phrases/run_phrases tests/commands/test_everything \
	tests/e2e/table_letters.sh tests/e2e/people.sh tests/e2e/letters.sh tests/play/test_held tests/commands/test_analysis \
	tests/house/test_leak_games tests/house/test_crash tests/house/test_soak tests/daemon/test_flow \
	tests/games/dungeon_twister/test_play tests/record/test_games
# Programs that are tests, and that scripts run as well.
SCRIPTS_RUN = tests/record/test_lies tests/record/test_lost tests/record/test_server_lies tests/record/test_line_lies \
	tests/tournament/record/test_lies
# Programs that compute, draw or write pages, and touch no memory that others do not touch: with scripts, in the build
# that is three to five times as fast. (contrib/check everything is test_everything whole, with sanitizers.)
UNSANITIZED = tests/tournament/pairing/test_dutch tests/phrases/list_options tests/phrases/run_phrases tests/bot/test_bot \
	tests/bot/test_lesson tests/bot/test_offer tests/draw/test_png tests/games/dungeon_twister/test_properties \
	tests/play/test_held tests/play/test_exports tests/commands/test_analysis tests/commands/test_everything
.PHONY: check-programs check-scripts check-long distcheck-programs
# Its summary has a name of its own: contrib/check tries other dates at the same time.
check-long: table
	@$(MAKE) check TESTS="$(LONG_TESTS)" TEST_SUITE_LOG=test-long.log
CLEANFILES += test-long.log $(LONG_TESTS:.sh=.log) $(LONG_TESTS:.sh=.trs)
sort_tests = programs= scripts=; \
	for t in $(LONGEST) $(DATED_ONCE) $(LONG_TESTS) $(TESTS); do \
		case " $(LONG_TESTS) $(TESTS) " in *" $$t "*) ;; *) continue ;; esac; \
		case "$$programs$$scripts " in *" $$t "*) continue ;; esac; \
		case $$t in \
		tests/fuzz/*.sh | tests/post/corpus.sh) programs="$$programs $$t" ;; \
		*.sh) scripts="$$scripts $$t" ;; \
		*) case " $(UNSANITIZED) " in \
			*" $$t "*) scripts="$$scripts $$t" ;; \
			*) programs="$$programs $$t" ;; \
			esac ;; \
		esac; \
	done
check-programs:
	@$(sort_tests); $(MAKE) $(BENCHES) && $(MAKE) check TESTS="$$programs"
# Of the tests' programs just those that are no tests, and those that scripts run. WANTED: some alone.
WANTED =
check-scripts: table
	@$(sort_tests); test -z "$(WANTED)" || scripts="$(WANTED)"; built="$(SCRIPTS_RUN)"; \
	for t in $(check_PROGRAMS); do \
		case "$$programs " in *" $$t "*) ;; *) built="$$built $$t" ;; esac; \
	done; \
	$(MAKE) check TESTS="$$scripts" check_PROGRAMS="$$built"
# The distribution, unpacked, built and installed, with the tests that are programs.
distcheck-programs:
	@$(sort_tests); $(MAKE) distcheck TESTS="$$programs"

# Every fuzzer (contrib/fuzz); what each did is printed. FUZZ_SECONDS: how long each runs.
.PHONY: fuzz-long
fuzz-long:
	$(top_srcdir)/contrib/fuzz $(FUZZ_SECONDS)
