#!/bin/bash
# SPDX-License-Identifier: MIT
# The readers of the game Welcome Back over their kept inputs.
set -eu
cd "$top_builddir/tests/fuzz"
./run_welcome_back "$top_srcdir/tests/fuzz/welcome_back"
