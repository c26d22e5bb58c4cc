# SPDX-License-Identifier: MIT
# Every change to a game is an entry of its log, and a letter to each of its players says so.
. "$top_srcdir/tests/cli/lib.sh" || exit 1
make_server
letters() { "$postern" mailbox "$1" --json | grep -c '"number"'; }
entries() { "$postern" game log "$1" | wc -l; }
# told GAME WORDS COMMAND…: after it the log has more entries, and the newest letters of Anna and of
# Bob are new and say the words
told() {
    game=$1 words=$2
    shift 2
    n=$(entries "$game") anna=$(letters Anna) bob=$(letters Bob)
    expect 0 "" "$postern" "$@"
    round
    [ "$(entries "$game")" -gt "$n" ] || fail "$* left no entry"
    [ "$(letters Anna)" -gt "$anna" ] || fail "Anna is not told of $*"
    [ "$(letters Bob)" -gt "$bob" ] || fail "Bob is not told of $*"
    for name in Anna Bob; do
        "$postern" mailbox $name last | tr -s ' \n' ' ' | grep -q "$words" ||
            fail "$name's letter after $* does not say '$words': $("$postern" mailbox $name last)"
    done
}
new() {
    expect 0 "is made" "$postern" game new dungeon_twister --seat Anna --seat Bob
    round
}
luck() {
    expect 0 "" "$postern" send Anna "luck apples"
    expect 0 "" "$postern" send Bob "luck pears"
    round
}
first_order() { "$postern" game legal "$1" --seat "$2" | sed -n 1p >"$scratch/orders"; }

new
told 1 "swapped" seat swap 1 1 2
told 1 "swapped" seat swap 1 1 2
luck
first_order 1 1
told 1 "entered orders for Anna" submit 1 --seat 1 "$scratch/orders"
n=$("$postern" game log 1 | sed -n 's/^\([0-9]*\) .* seat\/1 order .*/\1/p' | tail -n 1)
told 1 "put a mistaken order right" game fix 1 "$n" "$(sed -n 1p "$scratch/orders")" --yes
n=$("$postern" game log 1 | sed -n 's/^\([0-9]*\) .* seat\/1 order .*/\1/p' | tail -n 1)
told 1 "has taken back" game undo 1 "$((n - 1))" --yes
told 1 "in the name of Anna" seat say 1 Anna "let us pause, please"
expect 0 "words of seat/1, entered by the administrator" "$postern" game log 1
expect 0 "] pause" "$postern" game log 1
told 1 "remarks: mind the step" game remark 1 "mind the step"
told 1 "more time" game extend 1 2d
told 1 "stopped the clocks" game pause 1
told 1 "clocks go again" game resume 1
told 1 "time rules" game time 1 "turn=9d"
told 1 "The vacation of Anna has changed" player vacation Anna "$(date -u -d tomorrow +%F)..$(date -u -d '20 days' +%F)"
expect 0 "player 3" "$postern" player add Cleo cleo@three.example
told 1 "ended this game: enough" game cancel 1 --reason enough --yes
new
told 2 "ended this game: enough" game adjudicate 2 --winner Bob --reason enough --yes
new
luck
told 3 "has won" seat resign 3 Bob --yes
# a new key is an entry in every game, and told with the game's next letter
new
expect 0 "games sign with the newest key" "$postern" key rotate signing
expect 0 "table key new=" "$postern" game log 4
told 4 "signed with a new key from now on" game remark 4 "there is a new key"

# where nothing changes, nobody is told
n=$(entries 4) anna=$(letters Anna)
expect 1 "Nobody in this game has missed" "$postern" seat say 4 Anna "I claim the win"
expect 1 "greeting" "$postern" seat say 4 Bob "hello Anna"
expect 3 "has no seat" "$postern" seat say 4 Cleo pause
for command in "game predict 4" "game show 4" "game export 4" "rebuild" "check"; do
    # shellcheck disable=SC2086
    expect 0 "" "$postern" $command
done
round
[ "$(entries 4) $(letters Anna)" = "$n $anna" ] || fail "looking at a game changed it"
# in an anonymous game the sentences name nobody who is hidden
told 4 "ended this game" game cancel 4 --yes
first=$(letters Bob)
expect 0 "is made" "$postern" game new dungeon_twister --seat Anna --seat Bob --anonymous
round
luck
told 5 "The vacation of Player 1 has changed" player vacation Anna off
first_order 5 1
told 5 "in the name of Player 1" seat say 5 1 pause
told 5 "entered orders for Player 1" submit 5 --seat 1 "$scratch/orders"
expect 0 "the seat is taken" "$postern" seat replace 5 Anna Cleo
round
expect 0 "Another player has the seat of Player 1 from now on" "$postern" mailbox Bob last
for i in $(seq $((first + 1)) "$(letters Bob)"); do
    "$postern" mailbox Bob "$i" --raw | grep -i "anna\|cleo" && fail "Bob is told who Player 1 is"
done
finish
