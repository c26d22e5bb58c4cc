# Benchmarks: programs that print figures.

noinst_PROGRAMS += tests/bench/bench_letter
BENCHES += tests/bench/bench_letter
tests_bench_bench_letter_SOURCES = tests/bench/bench_letter.c
tests_bench_bench_letter_LDADD = src/letter/libletter.a src/base/libbase.a $(GMIME_LIBS) $(GUMBO_LIBS)
check_PROGRAMS += tests/bench/bench_welcome
BENCHES += tests/bench/bench_welcome
tests_bench_bench_welcome_SOURCES = tests/bench/bench_welcome.c $(WB_SUPPORT)
tests_bench_bench_welcome_LDADD = $(WB_TEST_LIBS)
