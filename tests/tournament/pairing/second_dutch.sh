#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The cases of the Dutch system by other code, which tries all pairings of a round.
set -u
exec /usr/bin/python3 "$top_srcdir/tests/tournament/pairing/second_dutch.py" "$top_srcdir"/tests/tournament/pairing/dutch/*.pairing
