# SPDX-License-Identifier: MIT
# Tournaments from the command line, to their ends: results by hand, players who stay away, leave and are banned; every
# standing recomputed from the export alone by other code.
. "$top_srcdir/tests/cli/lib.sh"
proof=$top_builddir/postern-proof
make_server
i=0
for name in Cleo Dora Emil Fritz Gina Hugo Ida; do
    expect 0 "player" "$postern" player add "$name" "$name@three.example"
done
new() { expect 0 "is open" "$postern" tournament new dungeon_twister --name "$@"; }
enter() { expect 0 "entered" "$postern" tournament enter "$1" "$2" --luck "luck of $2"; }
enter_all() { expect 0 "all have entered" "$postern" tournament enter "$@"; }
# Games of a tournament that go on, as "NUMBER FIRST SECOND".
going() { "$postern" tournament show "$1" --json | /usr/bin/python3 -c '
import json, sys
for p in json.load(sys.stdin)["pairs"]:
    for k in ("game", "second_game"):
        if not p["done"] and p[k]:
            print(p[k])'; }
# The first seat wins every second game, the second seat the others, some are drawn.
finish_round() {
    going "$1" >"$scratch/going"
    while read -r game; do
        i=$((i + 1))
        case $((i % 5)) in
        0) how=--drawn ;;
        1 | 3) how="--winner 1" ;;
        *) how="--winner 2" ;;
        esac
        # shellcheck disable=SC2086
        expect 0 "" "$postern" game adjudicate "$game" $how --yes
    done <"$scratch/going"
    round
}
status() { "$postern" tournament show "$1" --json | sed -n 's/.*"status": *"\([a-z]*\)".*/\1/p'; }
play_out() { while [ "$(status "$1")" = running ]; do finish_round "$1"; done; }
# proved NUMBER WORDS: the record is right by other code
proved() {
    proof_code=${3:-0}
    "$postern" tournament export "$1" >"$scratch/cup" || fail "no export of tournament $1"
    "$postern" tournament standings "$1" --json >"$scratch/standings"
    expect 0 "$2" /usr/bin/python3 "$top_srcdir/tests/cli/second_tournament.py" "$scratch/cup" "$scratch/standings"
    expect "$proof_code" "every pairing and standing" "$proof" verify "$scratch/cup"
}

# what cannot be
expect 0 "no tournament" "$postern" tournament list
expect 2 "swiss" "$postern" tournament new dungeon_twister --name X --format monopoly
expect 2 "groups are for robin" "$postern" tournament new dungeon_twister --name X --games 2 --groups 0
expect 2 "one game or two" "$postern" tournament new dungeon_twister --name X --games 0
expect 2 "--name" "$postern" tournament new dungeon_twister
expect 2 "groups are for robin" "$postern" tournament new dungeon_twister --name X --groups 2
expect 3 "no game called" "$postern" tournament new chess --name X
expect 3 "no such tournament" "$postern" tournament show 1

# Swiss, an odd number, one leaves in the middle
new "Winter cup" --rounds 4
for name in Anna Bob Cleo Dora Emil Fritz Gina; do enter 1 "$name"; done
expect 4 "has entered already" "$postern" tournament enter 1 Anna
expect 4 "has entered already" "$postern" tournament enter 1 Hugo Anna
expect 2 "luck is of one player" "$postern" tournament enter 1 Hugo Ida --luck both
expect 0 "round" "$postern" tournament start 1
expect 4 "has begun already" "$postern" tournament start 1
expect 4 "any more" "$postern" tournament enter 1 Bob
finish_round 1
proved 1 "swiss: 7 entrants" 3
expect 4 "only who has left is replaced" "$postern" tournament replace 1 Cleo Hugo
expect 0 "left" "$postern" tournament leave 1 Cleo
expect 4 "Bob has entered already" "$postern" tournament replace 1 Cleo Bob
expect 0 "the place is taken" "$postern" tournament replace 1 Cleo Hugo
expect 4 "who left it, was still in it" "$postern" tournament replace 1 Cleo Ida
round
expect 0 "taken the place" "$postern" mailbox Anna last
expect 0 "Hugo (Cleo)" "$postern" tournament standings 1
finish_round 1
expect 0 "" "$postern" player ban Dora
play_out 1
[ "$(status 1)" = over ] || fail "tournament 1 is $(status 1)"
proved 1 "swiss: 7 entrants"
tr -d ' \n' <"$scratch/standings" | grep -q '"name":"Hugo","in_place_of":3' || fail "nobody is in Cleo's place"
expect 4 "a tournament that runs" "$postern" tournament replace 1 Cleo Ida
expect 0 "is over. You are at place" "$postern" mailbox Anna last
expect 0 "as they should be" "$postern" check
expect 0 "" "$postern" player ban Dora --off

# everybody meets everybody, twice each
new "Summer cup" --format robin --games 2
enter_all 2 Anna Bob Cleo Dora
expect 0 "" "$postern" tournament start 2
play_out 2
proved 2 "robin: 4 entrants, 3 rounds"

# groups and their final: the best of each meet, though one who came through leaves before
expect 2 "a final is for robin with groups" "$postern" tournament new dungeon_twister --name X --format robin --final 2
expect 2 "a final is for robin with groups" "$postern" tournament new dungeon_twister --name X --final 2
new "Groups" --format robin --groups 2 --final 3 --seeds rating
enter_all 3 Anna Bob Cleo Emil
expect 4 "fewer entrants than shall play in the final" "$postern" tournament start 3
expect 0 "cancelled" "$postern" tournament cancel 3 --yes
new "Groups" --format robin --groups 2 --final 2 --seeds rating
enter_all 4 Anna Bob Cleo Emil Fritz Gina
expect 0 "" "$postern" tournament start 4
finish_round 4
finish_round 4
expect 0 "left" "$postern" tournament leave 4 "$("$postern" tournament standings 4 --json | /usr/bin/python3 -c '
import json, sys
print(json.load(sys.stdin)[0]["name"])')"
finish_round 4
proved 4 "robin: 6 entrants, 4 rounds"
expect 0 "final" "$postern" tournament standings 4
play_out 4
proved 4 "robin: 6 entrants, 6 rounds"

# knock-out with third place; seeds by rating
new "Knock-out" --format knockout --third --seeds rating
enter_all 5 Anna Bob Cleo Dora Emil
expect 0 "" "$postern" tournament start 5
play_out 5
proved 5 "knockout: 5 entrants, 3 rounds"
# its results, by the records of its games
"$postern" tournament export 5 >"$scratch/cup"
set --
for game in $(sed -n 's/.* game [^ ]* number \([0-9]*\) .*/\1/p' "$scratch/cup"); do
    "$postern" game export "$game" >"$scratch/record-$game" || fail "no record of game $game"
    set -- "$@" "$scratch/record-$game"
done
expect 0 "$# of $# results are proved" "$proof" verify "$scratch/cup" "$@"
expect 0 "1 of $# results are proved" "$proof" verify "$scratch/cup" "$1" "$1"
expect 0 "\"results_proved\":$#" "$proof" verify --json "$scratch/cup" "$@"
"$postern" game export 1 >"$scratch/other"
expect 1 "other: the tournament names no such game" "$proof" verify "$scratch/cup" "$1" "$scratch/other"
sed 's/ end /& /' "$1" >"$scratch/changed"
expect 1 "changed: " "$proof" verify "$scratch/cup" "$scratch/changed"
expect 4 "none" "$proof" verify "$scratch/cup" "$scratch/none"
expect 2 "behind that of a tournament" "$proof" verify "$1" "$scratch/cup"

# a ladder: challenges upwards, a place won, one who comes and one who goes
new "Ladder" --format ladder --reach 2
enter_all 6 Anna Bob Cleo Dora
expect 0 "may challenge" "$postern" tournament start 6
"$postern" tournament standings 6 --json | /usr/bin/python3 -c '
import json, sys
print(*(row["name"] for row in json.load(sys.stdin)))' >"$scratch/order"
read -r one two three four <"$scratch/order"
expect 4 "reach" "$postern" tournament challenge 6 "$four" "$one"
expect 4 "reach" "$postern" tournament challenge 6 "$one" "$two"
expect 0 "has begun" "$postern" tournament challenge 6 "$three" "$one"
expect 4 "already" "$postern" tournament challenge 6 "$three" "$two"
expect 4 "still go on" "$postern" tournament end 6 --yes
proved 6 "ladder: 4 entrants, 1 challenges" 3
game=$(going 6)
expect 0 "" "$postern" game adjudicate "$game" --winner "$three" --yes
enter 6 Gina
round
expect 0 "1. $three" "$postern" tournament standings 6
expect 4 "just played" "$postern" tournament challenge 6 "$one" "$three"
expect 0 "left" "$postern" tournament leave 6 "$two"
expect 0 "has begun" "$postern" tournament challenge 6 Gina "$one"
finish_round 6
expect 0 "ended" "$postern" tournament end 6 --yes
proved 6 "ladder: 5 entrants, 2 challenges"

# nobody is left, and one that is called off
new "Short" --format robin
enter_all 7 Anna Bob Cleo
expect 0 "" "$postern" tournament start 7
for name in Anna Bob Cleo; do expect 0 "left" "$postern" tournament leave 7 "$name"; done
play_out 7
[ "$(status 7)" = over ] || fail "tournament 7 is $(status 7)"
proved 7 "robin: 3 entrants"
new "None"
expect 4 "too few" "$postern" tournament start 8
expect 2 "add --yes" "$postern" tournament cancel 8 </dev/null
expect 0 "cancelled" "$postern" tournament cancel 8 --yes
expect 4 "any more" "$postern" tournament enter 8 Anna

# an export that was changed
"$postern" tournament export 1 >"$scratch/cup"
for change in '/ result /s/ 2-0 / 0-2 /' '/ pair 2 /s/\([0-9]*\)-\([0-9]*\) /\2-\1 /' '/ standing 1 /s/standing 1 \([0-9]*\) \([0-9]*\)/standing 1 \2 \1/' \
    '/ seeds /s/lot \([0-9]*\) \([0-9]*\)/lot \2 \1/' '/^sign /{s/ [^q]/ q/;t;s/ q/ a/}' '/^entry 3 /d' '/^words 2 /s/.$/B/'; do
    sed "$change" "$scratch/cup" >"$scratch/changed"
    cmp -s "$scratch/cup" "$scratch/changed" && fail "nothing to change: $change"
    expect 1 "FALSE" "$proof" verify "$scratch/changed"
done
# an older ledger in its place: what was signed is not signed otherwise
mkdir "$scratch/older"
new "Lost cup"
enter 9 Anna
cp "$POSTERN_SERVER"/postern.db* "$scratch/older/"
enter 9 Bob
enter 9 Cleo
expect 0 "postern-cup-record" "$postern" tournament export 9
mkdir "$scratch/newer"
mv "$POSTERN_SERVER"/postern.db* "$scratch/newer/"
cp "$scratch"/older/* "$POSTERN_SERVER/"
expect 5 "a later state of this tournament was signed" "$postern" tournament export 9
expect 5 "a later state of this tournament was signed" "$postern" tournament enter 9 Dora
rm "$POSTERN_SERVER"/postern.db*
mv "$scratch"/newer/* "$POSTERN_SERVER/"
expect 0 "postern-cup-record" "$postern" tournament export 9
expect 0 "cancelled" "$postern" tournament cancel 9 --yes

expect 0 "Winter cup" "$postern" tournament list
expect 0 "as they should be" "$postern" check
expect 0 "" "$postern" rebuild

# asked_for_luck TOURNAMENT NAME: of two games of two; sets the first, and the letter that asks Anna in it
asked_for_luck() {
    new "$2" --format robin --games 2 --seeds rating
    enter_all "$1" Anna Bob
    expect 0 "" "$postern" tournament start "$1"
    round
    off=$(going "$1" | head -n 1)
    asks=$("$postern" mailbox Anna --json | /usr/bin/python3 -c '
import json, sys
print([m["number"] for m in json.load(sys.stdin) if f" {sys.argv[1]}:" in m["subject"]][-1])' "$off")
}

# luck is given, the game called off, and the two get another: their records tell it
asked_for_luck 10 "Called off"
expect 0 "" "$postern" send --answer "$asks" Anna "luck apples"
round
expect 0 "" "$postern" game cancel "$off" --yes
expect 0 "" "$postern" game adjudicate "$(going 10 | tail -n 1)" --winner Anna --yes
round
"$postern" tournament export 10 >"$scratch/cup"
"$postern" game export "$off" >"$scratch/off"
expect 0 "not proved: 2 results by the administrator's word" "$proof" verify "$scratch/cup"
expect 0 "game 1/1/1 was called off by the administrator behind its first luck; these two met again in 1/1/2" \
    "$proof" verify "$scratch/cup" "$scratch/off"
expect 0 '"called_off":1,"met_again":1' "$proof" verify --json "$scratch/cup" "$scratch/off"

# … and so do those of a game that lost the luck it had
asked_for_luck 11 "Lost luck"
expect 0 "" "$postern" backup "$scratch/unlucky.db"
expect 0 "" "$postern" send --answer "$asks" Anna "luck apples"
round
expect 0 "is in place" "$postern" restore "$scratch/unlucky.db" --yes
expect 0 "declared lost" "$postern" game lost "$off" --yes
round
expect 0 "" "$postern" game adjudicate "$(going 11 | tail -n 1)" --winner Anna --yes
round
"$postern" tournament export 11 >"$scratch/cup"
"$postern" game export "$off" >"$scratch/off"
expect 0 "entries were lost before all luck was fixed" "$postern" game log "$off"
expect 0 '"called_off":1,"met_again":1' "$proof" verify --json "$scratch/cup" "$scratch/off"
# two of one name
new "Twice"
expect 2 "a number up to 64" "$postern" tournament new dungeon_twister --name twice --rounds many
case $said in *"is called"*) fail "a tournament that was not made is like another: $said" ;; esac
expect 0 "is called Twice, too, and is open" "$postern" tournament new dungeon_twister --name twice
finish
