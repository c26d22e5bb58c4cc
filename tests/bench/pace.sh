#!/bin/sh
# SPDX-License-Identifier: MIT
# Set-up lists and lines save the hand-overs and letters that they should: a few games of each kind
# in each way, told in doc/pace.md for fifty.
exec "$top_builddir/tests/bench/measure_pace" "${POSTERN_PACE_GAMES:-2}"
