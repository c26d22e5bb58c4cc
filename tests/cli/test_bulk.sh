# SPDX-License-Identifier: MIT
# Many at once: the clocks of all games, lists in part, what a shell offers while one types.
: "${top_srcdir:?make check sets it}"
. "$top_srcdir/tests/cli/lib.sh"

make_server
expect 0 "player 3" "$postern" player add "Cleo Park" cleo@three.example
printf 'game,seat,seat\ndungeon_twister,Anna,Bob\nwelcome_back,Bob,Cleo Park\nwelcome_back,Anna,Cleo Park\n' >"$scratch/games"
expect 0 "3 games are made" "$postern" game new --from "$scratch/games"
"$posternd" --once 2>/dev/null

# the clocks of every game; one that cannot does not keep the others
expect 0 "the clocks stand; entry" "$postern" game pause 2
expect 0 "the clocks stand in 2 games" "$postern" game pause --all
expect 0 "the clocks stand in 0 games" "$postern" game pause --all
expect 0 "the clocks go again in 3 games" "$postern" game resume --all
expect 0 "" "$postern" game cancel 3 --reason "by its players" --yes
expect 0 '"games": [' "$postern" game extend 7d --all --json
expect 2 "say which game by its number, or --all" "$postern" game pause
expect 2 "say which game by its number, or --all" "$postern" game extend 7d
expect 2 "name none" "$postern" game pause 1 --all
expect 2 "name none" "$postern" game extend 7d --all --seat 1
expect 2 "is no time" "$postern" game extend soon --all
"$posternd" --once 2>/dev/null
expect 0 "has moved deadlines" "$postern" mailbox Bob last

# lists in part
expect 0 "dungeon_twister" "$postern" game list --status running
expect 2 "no game is 'lost': write forming" "$postern" game list --status lost
expect 0 "There are no games yet" "$postern" game list --status frozen
said=$("$postern" game list --player Anna | grep -c _)
[ "$said" = 2 ] || fail "Anna has $said games"
said=$("$postern" game list --match welcome --json | python3 -c 'import json, sys
rows = json.load(sys.stdin)
print([row["game"] for row in rows], rows[0]["players"], rows[1]["result"] != "", rows[1]["asked"])')
[ "$said" = "[2, 3] ['Bob', 'Cleo Park'] True []" ] || fail "the list says $said"
said=$("$postern" player list --skip 1 --limit 1 --json | python3 -c 'import json, sys; print([row["name"] for row in json.load(sys.stdin)])')
[ "$said" = "['Bob']" ] || fail "the second of the players is $said"
expect 2 "is not a number of rows" "$postern" player list --limit few
said=$("$postern" deadlines --json | python3 -c 'import json, re, sys
print(all(re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\dZ", row["due"]) for row in json.load(sys.stdin)))')
[ "$said" = True ] || fail "a deadline has no zone"
# zone COMMAND…: every time in its --json has one
zone() {
    said=$("$postern" "$@" --json)
    echo "$said" | grep -Eq '"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}Z"' || fail "$* tells no time: $said"
    echo "$said" | grep -E '"[0-9]{4}-[0-9]{2}-[0-9]{2} ' && fail "$* tells a time without its zone"
}
zone game list
zone game show "$("$postern" game list --status running --json | sed -n 's/.*"game": \([0-9]*\).*/\1/p' | head -n 1)"
zone player show Anna

# what a shell offers
expect 0 "Anna	Anna" "$postern" complete -- player show An
expect 0 "cleo@three.example	Cleo Park" "$postern" complete -- player show c
expect 0 "3	welcome_back" "$postern" complete -- game show ''
expect 0 "Bob	" "$postern" complete -- game new dungeon_twister --seat B
expect 0 "Bob	" "$postern" complete -- --server "$POSTERN_SERVER" tournament enter 1 B
expect 0 "Bob	" "$postern" complete -- --server "$POSTERN_SERVER" tournament enter 1 Anna B
said=$("$postern" complete -- letter why ''); [ -z "$said" ] || fail "letters were offered: $said"
said=$(POSTERN_SERVER=$scratch/none "$postern" complete -- player show '' 2>&1)
[ -z "$said" ] || fail "without a server: $said"
finish
