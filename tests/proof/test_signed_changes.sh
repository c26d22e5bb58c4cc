#!/bin/bash
# SPDX-License-Identifier: MIT
# What who has the server's keys could change: random changes of finished games, chained and signed
# anew, judged by postern-proof and by the second verifier. POSTERN_SIGNED_CHANGES says how many of
# each game; contrib/check --full makes a thousand.
set -u
here=$(mktemp -d) || exit 1
trap 'rm -rf "$here"' EXIT
python=/usr/bin/python3
failures=0
count=${POSTERN_SIGNED_CHANGES:-20}

if ! $python -c 'import nacl' 2>/dev/null; then
    echo "python3-nacl is not installed; the second verifier cannot run"
    exit 77
fi
cd "$here" || exit 1
for game in "toy 4" "toy 6" "welcome_back 7" "dungeon_twister 10"; do
    set -- $game
    rm -f signing.keys
    "$top_builddir/tests/proof/make_game" "$1" "$2" 3000 whole keyrecord >game.record || exit 1
    $python "$top_srcdir/tests/proof/signed_changes.py" "$top_builddir/tests/proof/proof_toy" \
        game.record signing.keys "$count" "$2" || failures=$((failures + 1))
done
[ $failures -eq 0 ]
