# SPDX-License-Identifier: MIT
# The toy game that tests above the rules are played with.
check_LIBRARIES += tests/toy/libtoy.a
tests_toy_libtoy_a_SOURCES = tests/toy/toy.c tests/toy/toy.h \
	tests/toy/grown.c tests/toy/grown.h
