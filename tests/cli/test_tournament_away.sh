# SPDX-License-Identifier: MIT
# A tournament whose games are played on other servers: results by their records alone, and only true ones.
. "$top_srcdir/tests/cli/lib.sh"
proof=$top_builddir/postern-proof
here=$scratch/here
records=$scratch/records
mkdir "$records"
# Three servers where the same people play: two that are known, one that is not.
for name in far other strange; do
    POSTERN_SERVER=$scratch/$name
    make_server
    expect 0 "player 3" "$postern" player add Cleo cleo@three.example
done
key_of() { "$proof" verify "$1" | sed -n 's/^server *//p'; }
# played SERVER FILE FIRST SECOND HOW…: a game there, over, and its record
played() {
    POSTERN_SERVER=$scratch/$1 file=$records/$2
    game=$("$postern" game new dungeon_twister --option "target=${target:-5}" --seat "$3" --seat "$4" --json | sed -n 's/.*"game": *\([0-9]*\).*/\1/p')
    shift 4
    [ $# -eq 0 ] || expect 0 "" "$postern" game adjudicate "$game" "$@" --yes
    "$postern" game export "$game" >"$file" || fail "no record $file"
    POSTERN_SERVER=$here
}
for name in far other; do "$postern" --server "$scratch/$name" player set Anna profile public >/dev/null 2>&1; done
played far early Anna Bob --winner Anna
played strange strange Anna Bob --winner Anna
POSTERN_SERVER=$here
make_server
expect 0 "player 3" "$postern" player add Cleo cleo@three.example
far=$(key_of "$records/early")
[ ${#far} -eq 52 ] || fail "no key in the record: $far"

expect 2 "a ladder is played on this server" "$postern" tournament new dungeon_twister --name X --format ladder --elsewhere
expect 0 "is open" "$postern" tournament new dungeon_twister --name Plain
expect 4 "played elsewhere" "$postern" tournament trust 1 "$far"
expect 0 "is open" "$postern" tournament new dungeon_twister --name "Two clubs" --format robin --seeds rating --games 2 --elsewhere
expect 0 "all have entered" "$postern" tournament enter 2 Anna Bob Cleo
expect 2 "52 letters" "$postern" tournament trust 2 abc
expect 4 "no result is awaited" "$postern" tournament result 2 1 "$records/early"
sleep 1 # a game that began in the second of the pairing counts
expect 0 "is paired" "$postern" tournament start 2
board=$("$postern" tournament show 2 --json | /usr/bin/python3 -c '
import json, sys
print([p["board"] for p in json.load(sys.stdin)["pairs"] if p["second"]][0])')
expect 0 "$board. Bob - Cleo" "$postern" tournament show 2
round
expect 0 "you meet Cleo" "$postern" mailbox Bob last
expect 0 "Bob, who sits first" "$postern" mailbox Cleo last

# what is not taken
played far one Bob Cleo --winner Bob
played far two Cleo Bob --drawn
played far open Bob Cleo
target=6 played far short Bob Cleo --winner Bob
played other three Bob Cleo --winner Cleo
result() { "$postern" tournament result 2 "$@"; }
expect 5 "server whose key was not entered" result "$board" "$records/one"
expect 0 "are taken" "$postern" tournament trust 2 "$far"
expect 4 "each entered once" "$postern" tournament trust 2 "$far"
expect 5 "key was not entered" result "$board" "$records/three"
expect 5 "key was not entered" result "$board" "$records/strange"
expect 4 "began before its pair was made" result "$board" "$records/early"
expect 4 "not over" result "$board" "$records/open"
expect 2 "is not a board" result x "$records/one"
expect 2 "is not a board" result "$board/3" "$records/one"
expect 4 "other options" result "$board" "$records/short"
expect 4 "no result is awaited" result 9 "$records/one"
expect 4 "no result is awaited" result "$((board + 1))" "$records/one"
sed 's/ end won seat\/1/ end won seat\/2/' "$records/one" >"$records/forged"
cmp -s "$records/one" "$records/forged" && fail "nothing to forge"
expect 5 "the record is false" result "$board" "$records/forged"
expect 3 "" result "$board" "$records/none"
head -c 400 "$records/one" >"$records/cut"
expect 5 "" result "$board" "$records/cut"

# what is
expect 0 "its result is entered" result "$board" "$records/one"
expect 4 "entered already" result "$board/2" "$records/one"
expect 4 "no result is awaited" result "$board" "$records/two"
expect 0 "its result is entered" result "$board/2" "$records/two"
proved() {
    "$postern" tournament export 2 >"$scratch/cup" || fail "no export"
    "$postern" tournament standings 2 --json >"$scratch/standings"
    expect 0 "robin: 3 entrants" /usr/bin/python3 "$top_srcdir/tests/cli/second_tournament.py" "$scratch/cup" "$scratch/standings"
}
proved
expect 0 "2 of 2 results are proved" "$proof" verify "$scratch/cup" "$records/one" "$records/two"
expect 1 "names no such game" "$proof" verify "$scratch/cup" "$records/three"
# the next rounds: by leaving, and to the end
expect 0 "left" "$postern" tournament leave 2 Anna
expect 0 "over" "$postern" tournament show 2
proved
expect 0 "2 of 2 results are proved" "$proof" verify "$scratch/cup" "$records/one" "$records/two"
for change in '/ trust /s/ trust ./ trust q/' '/ result /s/ 3-1 / 1-3 /' '/ result .* 1$/s/1$/2/'; do
    sed "$change" "$scratch/cup" >"$scratch/changed"
    cmp -s "$scratch/cup" "$scratch/changed" || expect 1 "FALSE" "$proof" verify "$scratch/changed"
done
expect 0 "as they should be" "$postern" check
finish
