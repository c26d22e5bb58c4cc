# Fuzzers.
