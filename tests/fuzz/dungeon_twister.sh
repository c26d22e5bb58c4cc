#!/bin/bash
# SPDX-License-Identifier: MIT
# The readers of the game Dungeon Twister over their kept inputs.
set -eu
cd "$top_builddir/tests/fuzz"
./run_dungeon_twister "$top_srcdir/tests/fuzz/dungeon_twister"
