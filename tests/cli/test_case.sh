# SPDX-License-Identifier: MIT
# postern case: any number of files, reports of any length, one bad file among good ones.
. "$top_srcdir/tests/cli/lib.sh" || exit 1
cases=$top_srcdir/tests/cases

expect 0 "rope-08-two-pits.case: holds" "$postern" case "$cases/dungeon_twister/rope-08-two-pits.case"
find "$cases" -name '*.case' | sort >"$scratch/all"
count=$(wc -l <"$scratch/all")
[ "$count" -gt 500 ] || fail "only $count cases"
xargs -n "$count" "$postern" case <"$scratch/all" >"$scratch/said" || fail "cases that hold ended with $?"
[ "$(tail -n 1 "$scratch/said")" = "$count hold, 0 broken" ] || fail "$(tail -n 1 "$scratch/said")"

# Each broken line shows the position, and the last is told like the first.
cat >"$scratch/long.case" <<'END'
title: Nothing of this is there
clauses: DT-ROPE-08
game: dungeon_twister

position:
  room w1 1G/0
  points 3
  blue goblin c4

1> goblin c3 => done
END
for n in $(seq 400); do echo "has: nobody $n"; done >>"$scratch/long.case"
expect 1 "lacks: nobody 400" "$postern" case "$scratch/long.case"
"$postern" case "$scratch/long.case" >"$scratch/said"
[ "$(grep -c '^line .* lacks: nobody' "$scratch/said")" -eq 400 ] || fail "the report is not whole"
"$postern" --json case "$scratch/long.case" | grep -q 'lacks: nobody 400' || fail "nor as JSON"

# A file that is no case is told as such, and the others are run.
echo "no case" >"$scratch/none.case"
good=$cases/dungeon_twister/rope-08-two-pits.case
expect 1 "1 hold, 2 broken" "$postern" case "$scratch/none.case" "$scratch/away.case" "$good"
expect 1 "rope-08-two-pits.case: holds" "$postern" case "$scratch/none.case" "$scratch/away.case" "$good"
expect 1 "away.case: No such file" "$postern" case "$scratch/none.case" "$scratch/away.case" "$good"
expect 3 "No such file" "$postern" case "$scratch/away.case"
expect 2 "none.case:" "$postern" case "$scratch/none.case"
expect 2 "too few words" "$postern" case
finish
