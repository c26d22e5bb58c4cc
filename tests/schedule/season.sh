#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# usage: season.sh [--long] [SEED]
# A season of tournaments by letters, small or of 64 players: every pairing and standing is checked by other code from
# the exports alone, and every result is proved by the record of its game.
set -u
players=10
[ "${1:-}" = --long ] && players=64 && shift
seed=${1:-23}
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
"$top_builddir/tests/schedule/play_season" "$scratch" "$players" "$seed" || { echo "FAIL: the season"; exit 1; }
status=0
for cup in "$scratch"/cup-*; do
    /usr/bin/python3 "$top_srcdir/tests/cli/second_tournament.py" "$cup" || status=1
    set --
    for game in $(sed -n 's/^entry [0-9]* [^ ]* game [^ ]* number \([0-9]*\) .*/\1/p' "$cup"); do
        set -- "$@" "$scratch/game-$game"
    done
    [ $# -gt 0 ] || { echo "FAIL: nobody played in $cup"; status=1; }
    said=$("$top_builddir/tests/proof/proof_toy" verify "$cup" "$@" 2>&1) || { echo "FAIL: $said"; status=1; }
    case $said in
    *"$# of $# results are proved by the records"*) ;;
    *) echo "FAIL: not all of $# results are proved: $said" && status=1 ;;
    esac
done
exit $status
