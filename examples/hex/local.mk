# SPDX-License-Identifier: MIT
# Hex: an example, built and played by the tests.
EXAMPLES += hex
EXAMPLE_LIBS += examples/hex/libhex.a
check_LIBRARIES += examples/hex/libhex.a
examples_hex_libhex_a_SOURCES = examples/hex/hex.c
EXTRA_DIST += examples/hex/rules.md examples/hex/cases examples/hex/templates
