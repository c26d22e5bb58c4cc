# Benchmarks: programs that print figures.
