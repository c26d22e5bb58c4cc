# Benchmarks: programs that print figures.

noinst_PROGRAMS += tests/bench/bench_letter
BENCHES += tests/bench/bench_letter
tests_bench_bench_letter_SOURCES = tests/bench/bench_letter.c
tests_bench_bench_letter_LDADD = src/letter/libletter.a src/base/libbase.a $(GMIME_LIBS) $(GUMBO_LIBS)
