# SPDX-License-Identifier: MIT
# Games from a file of options, and games that wait for players.
. "$top_srcdir/tests/cli/lib.sh" || exit 1

make_server
expect 0 "player 3" "$postern" player add Cleo cleo@three.example

# a whole game in a file
cat >"$scratch/game.conf" <<'CONF'
# the club's own way
[game]
game = dungeon_twister

[options]
boxes = both
mode  = free
target = 6
[seats]
1 = Anna
; her address would do as well
2 = bob@two.example
[time]
turn = 4d
# a comment between
reply =  36h
free = sat+sun
CONF
expect 0 "game 1 is made" "$postern" game new --file "$scratch/game.conf"
for word in "seat 1: Anna" "seat 2: Bob" "boxes=both" "mode=free" "target=6"; do
    expect 0 "$word" "$postern" game show 1
done
expect 0 "turn=4d reply=36h free=sat+sun" "$postern" game log 1
# what stands on the command line comes first
expect 0 "game 2 is made" "$postern" game new dungeon_twister --file "$scratch/game.conf" --time "turn=9d"
expect 0 "turn=9d reply=3d" "$postern" game log 2
expect 2 "for another game" "$postern" game new welcome_back --file "$scratch/game.conf"
expect 3 "" "$postern" game new --file "$scratch/none.conf"
expect 2 "say which game" "$postern" game new --seat Anna --seat Bob
bad() { # bad WORDS TEXT: said with its line
    printf '%b' "$2" >"$scratch/bad.conf"
    expect 2 "$1" "$postern" game new --file "$scratch/bad.conf"
}
bad "bad.conf:2" '[game]\nwhat = x\n'
bad "no such key" '[game]\nwhat = x\n'
bad "no such section" '[gome]\n'
bad "comes first" 'game = dungeon_twister\n'
bad "key = value" '[game]\ndungeon_twister\n'
bad "key = value" '[game]\ngame =\n'
bad "numbered 1, 2" '[seats]\n2 = Anna\n'
bad "above already" '[game]\n[game]\n'
bad "is no text" '[game]\n\0\n'
bad "ends with ]" '[game\n'
expect 0 "games      2:" "$postern" statistics

# an open game: the first who comes takes the seat
expect 2 "who offers" "$postern" game new welcome_back --open
expect 2 "has not so many" "$postern" game new welcome_back --open --seat Anna --seats 9
expect 2 "no seat is free" "$postern" game new welcome_back --open --seat Anna --seat Bob --seats 2
expect 2 "" "$postern" game new welcome_back --open --seat Anna --option nonsense=1
expect 0 "No game waits" "$postern" offer list
expect 0 "offer 1 waits" "$postern" game new welcome_back --open --seat Anna
expect 0 "Anna" "$postern" offer list
expect 0 '"open": "yes"' "$postern" offer list --json
expect 0 "" "$postern" send Bob --new "accept 1"
round
expect 0 "seat 2: Bob" "$postern" game show 3
expect 0 "No game waits" "$postern" offer list
expect 4 "does not wait any more" "$postern" offer start 1

# one that waits in vain is started with others, or withdrawn
expect 0 "offer 2 waits" "$postern" game new welcome_back --open --seats 3 --seat Cleo
expect 2 "" "$postern" offer start 2
expect 0 "game 4 is made" "$postern" offer start 2 --seat Bob --seat Anna
expect 0 "seat 1: Cleo" "$postern" game show 4
sed -i '/^2 = /d' "$scratch/game.conf"
expect 0 "offer 3 waits" "$postern" game new --file "$scratch/game.conf" --open
expect 0 "waits no more" "$postern" offer withdraw 3
round
expect 0 "The administrator has withdrawn offer 3, a game of" "$postern" mailbox Anna last
expect 4 "does not wait any more" "$postern" offer withdraw 3
expect 3 "" "$postern" offer withdraw 9
round
expect 0 "as they should be" "$postern" check
finish
