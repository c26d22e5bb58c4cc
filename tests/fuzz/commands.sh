#!/bin/bash
# SPDX-License-Identifier: MIT
# What players write, over its kept inputs, on the whole way of a letter.
set -eu
"$top_builddir/tests/fuzz/run_commands" "$top_srcdir/tests/fuzz/commands"
