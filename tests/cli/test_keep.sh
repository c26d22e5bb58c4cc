# SPDX-License-Identifier: MIT
# What the administrator does to games by hand: each an entry of the log that the players are told
# of and that both verifiers accept.
. "$top_srcdir/tests/cli/lib.sh" || exit 1
proof=$top_builddir/postern-proof

make_server
new() { expect 0 "is made" "$postern" game new dungeon_twister --seat Anna --seat Bob; }
luck() {
    expect 0 "" "$postern" send Anna "luck apples"
    expect 0 "" "$postern" send Bob "luck pears"
    round
}
# proved NUMBER: the whole record satisfies both verifiers
proved() {
    "$postern" game export "$1" --whole >"$scratch/record" || fail "no export of game $1"
    expect 0 "finished" "$proof" verify "$scratch/record"
    expect 0 "" /usr/bin/python3 "$top_srcdir/tests/proof/second_verifier.py" "$scratch/record"
}
new && round && luck

expect 0 "noted; entry" "$postern" game remark 1 "the club night is moved to Friday"
expect 0 "]  the club night" "$postern" game log 1
round
expect 0 "The administrator remarks: the club night" "$postern" mailbox Anna last
expect 2 "log" "$postern" game remark 1 "a [bracket] would look like a seal"

# orders for a seat are the administrator's doing, in the log and in the letters
team=$("$postern" game legal 1 --seat Bob | sed -n 1p)
echo "$team" >"$scratch/orders"
entries() { "$postern" game log "$1" --json | grep -c '"n":'; }
before=$(entries 1)
expect 1 "malformed" sh -c "echo gibberish | '$postern' submit 1 --seat Bob"
[ "$(entries 1)" -eq "$before" ] || fail "refused orders left an entry"
expect 0 "done" "$postern" submit 1 --seat Bob "$scratch/orders"
expect 0 "]  orders of seat/2, entered by the administrator" "$postern" game log 1
round
expect 0 "has entered orders for Bob" "$postern" mailbox Bob last

# what would come of missed deadlines, and nothing comes of asking
before=$(entries 1)
expect 0 '"events"' "$postern" game predict 1 --json
[ "$(entries 1)" -eq "$before" ] || fail "a prediction changed the log"

# clocks
expect 0 "1 deadline moved" "$postern" game extend 1 3d
expect 0 "1 deadline moved" "$postern" game extend 1 -1d --seat Anna
expect 2 "is no time" "$postern" game extend 1 soon
expect 2 "say how long, as 3d" "$postern" game extend 1
expect 3 "make one: postern game export 1 >game-1.record" "$postern" verify 1
expect 3 "luck: No such file; orders come from a file, or: echo" "$postern" submit 1 luck --seat Anna
expect 0 "the clocks stand" "$postern" game pause 1
expect 0 "paused" "$postern" game list
expect 2 "" "$postern" game pause 1
expect 0 "the clocks go again" "$postern" game resume 1
expect 0 "keeper clock rules" sh -c "'$postern' game time 1 turn=5d && '$postern' game log 1"
expect 2 "not a time rule" "$postern" game time 1 turns=5d
round
expect 0 "has changed this game's time rules" "$postern" mailbox Bob last

# the end
expect 2 "add --yes" "$postern" game adjudicate 1 --winner Bob </dev/null
expect 2 "say --winner" "$postern" game adjudicate 1 --yes
expect 3 "seats 1 to 2" "$postern" game adjudicate 1 --winner 7 --yes
expect 0 "the game is over" "$postern" game adjudicate 1 --winner Bob --reason "Anna gave up" --yes
expect 0 "keeper end won seat/2 [words/" "$postern" game log 1
expect 0 "]  Anna gave up" "$postern" game log 1
expect 0 '"words": "Anna gave up"' "$postern" game log 1 --json
expect 0 "over" "$postern" game list
expect 0 "won 2 keeper" "$postern" game list
expect 0 "Bob has won. The administrator decided so." "$postern" game show 1
expect 4 "is over" "$postern" game cancel 1 --yes
expect 4 "is over" "$postern" game remark 1 "too late"
round
expect 0 "has ended this game: Anna gave up" "$postern" mailbox Anna last
expect 0 "Bob has won" "$postern" mailbox Bob last
proved 1

new && round
expect 0 "the game is over" "$postern" game cancel 2 --yes
expect 0 "void keeper" "$postern" game list
round
expect 0 "The game is void" "$postern" mailbox Anna last
proved 2
expect 0 "made again" "$postern" rebuild
expect 0 "as they should be" "$postern" check
expect 0 "won 2 keeper" "$postern" game list

new && round && luck
expect 0 "the game is over" "$postern" game adjudicate 3 --drawn --yes
expect 0 "drawn keeper" "$postern" game list
proved 3

# seats
expect 0 "player 3" "$postern" player add Cleo cleo@three.example
new && round
expect 0 "the seats are swapped" "$postern" seat swap 4 1 Bob
expect 0 "seat 1: Bob" "$postern" game show 4
expect 2 "name two seats" "$postern" seat swap 4 1 1
round
luck
"$postern" game legal 4 --seat 1 | sed -n 1p >"$scratch/orders"
expect 0 "done" "$postern" submit 4 --seat 1 "$scratch/orders"
expect 4 "has given orders" "$postern" seat swap 4 1 2
expect 0 "the seat is taken" "$postern" seat replace 4 Anna Cleo
expect 4 "has a seat in this game already" "$postern" seat replace 4 2 Bob
expect 3 "has no seat" "$postern" seat replace 4 Anna Cleo
round
expect 0 "Welcome, Cleo" sh -c "'$postern' mailbox Cleo 1"
expect 0 "Cleo takes the seat of Anna" "$postern" mailbox Bob last
expect 0 "seat/2=player [person/2/" "$postern" game log 4
expect 0 "for seat/2" "$postern" game export 4 --seat Cleo
expect 0 "" "$postern" game export 4
expect 0 "done" "$postern" seat resign 4 Cleo --yes
expect 0 "won 1" "$postern" game list
proved 4
expect 0 "as they should be" "$postern" check

# taking back, and putting a mistaken order right
new && round && luck
"$postern" game legal 5 --seat 1 >"$scratch/legal"
sed -n 1p "$scratch/legal" >"$scratch/orders"
expect 0 "done" "$postern" submit 5 --seat 1 "$scratch/orders"
n=$("$postern" game log 5 | sed -n 's/^\([0-9]*\) .* seat\/1 order .*/\1/p' | tail -n 1)
expect 2 "is no order of a seat" "$postern" game fix 5 1 "end" --yes
expect 2 "is not taken" "$postern" game fix 5 "$n" "gibberish" --yes
expect 0 "is another now" "$postern" game fix 5 "$n" "$(sed -n 2p "$scratch/legal")" --yes
expect 0 "keeper undo to=$((n - 1))" "$postern" game log 5
round
expect 0 "put a mistaken order right" "$postern" mailbox Bob last
expect 2 "add --yes" "$postern" game undo 5 "$((n - 1))" </dev/null
expect 2 "cannot go back" "$postern" game undo 5 99 --yes
expect 2 "cannot take back luck" "$postern" game undo 5 2 --yes
expect 0 "taken back" "$postern" game undo 5 "$((n - 1))" --yes
round
expect 0 "has taken back" "$postern" mailbox Bob last
expect 0 "game is over" "$postern" game cancel 5 --yes
proved 5

# figures
expect 0 "Anna" "$postern" ratings
"$postern" ratings --json | tr -d ' \n' | grep -q '\[{"rank":1,"name":"Bob","rating":1[67][0-9]*,' ||
    fail "who won is not first: $("$postern" ratings --json)"
expect 0 "No game has ended" "$postern" ratings --game welcome_back
expect 3 "no game called" "$postern" ratings --game chess
expect 0 "games      5: 0 forming, 0 running, 0 paused, 5 over; 0 frozen" "$postern" statistics
expect 0 "decisions  5 orders, 0 missed deadlines" "$postern" statistics
expect 0 "letters    8: 8 answered, 0 waiting" "$postern" statistics
expect 0 "decisions  0 orders" "$postern" statistics --since 2099-01-01
expect 0 "games" "$postern" statistics --since yesterday
expect 2 "is no time" "$postern" statistics --since soon
expect 0 "Nobody is asked" "$postern" deadlines
new
expect 0 "Anna" "$postern" deadlines
expect 0 "No address bounces" "$postern" bounce list
expect 3 "no player's address" "$postern" bounce clear nobody@x.example
expect 0 "letters go to" "$postern" bounce clear anna@one.example

finish
