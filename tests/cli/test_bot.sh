# SPDX-License-Identifier: MIT
# Practice opponents: they take seats, answer by letters, and get none; a game against one is played
# to its end and verifies.
. "$top_srcdir/tests/cli/lib.sh" || exit 1
proof=$top_builddir/postern-proof

make_server
expect 0 "player 3: Robo, a practice opponent" "$postern" bot add Robo --level easy
expect 2 "there is no level 'godlike'" "$postern" bot add Other --level godlike
expect 4 "Robo" "$postern" bot add Robo
expect 0 "is made" "$postern" game new welcome_back --seat Robo --seat Anna
expect 0 "" "$postern" bot run --once
round
expect 0 "" "$postern" send Anna "luck apples"
round

# The house gives no luck: who gives it last would choose the draws.
"$postern" game log 1 >"$scratch/log.txt" || fail "no log"
grep -q ' seat/1 luck ' "$scratch/log.txt" && fail "the house gave luck"
grep -q ' seat/2 luck .* words ' "$scratch/log.txt" || fail "Anna gave none"
grep -q ' table lucks 1=house 2=words ' "$scratch/log.txt" || fail "the house's luck is not left out"

# Anna passes or takes the first order there is; Robo answers when it is asked.
over=
for _ in $(seq 120); do
    "$postern" bot run --once >/dev/null || fail "bot run"
    round
    if "$postern" game show 1 --json | grep -q '"over"'; then
        over=yes
        break
    fi
    order=$("$postern" game legal 1 --seat Anna | sed -n '$p')
    [ -n "$order" ] || continue
    "$postern" send Anna "$order" >/dev/null || fail "send $order"
    round
done
[ -n "$over" ] || fail "the game did not end"
"$postern" game export 1 --whole >"$scratch/record" || fail "no export"
expect 0 "finished" "$proof" verify "$scratch/record"
expect 0 "" /usr/bin/python3 "$top_srcdir/tests/proof/second_verifier.py" "$scratch/record"
grep -q 'holder\|house' "$scratch/record" || fail "the roster does not say which seat is the house's"

# It has a list of its own, and the game is looked through.
expect 0 "Robo" "$postern" ratings --practice
expect 0 "No game has ended" "$postern" ratings
expect 0 " %  " "$postern" analyse 1 --seat Anna
expect 0 "<svg" "$postern" analyse 1 --svg
expect 0 '"curve"' "$postern" analyse 1 --json

# As a page: the curve and each turn on two boards.
"$postern" analyse 1 --page >"$scratch/analysis.html" || fail "no page"
turns=$(grep -c '<h2>' "$scratch/analysis.html")
[ "$turns" -gt 0 ] || fail "no turn cost anything"
[ "$(grep -c '<svg' "$scratch/analysis.html")" = $((1 + 2 * turns)) ] || fail "$turns turns without their boards"

# By letter: a game against it begins at once, and it says what it is.
expect 0 "" "$postern" send Anna "practice welcome back against easy"
round
expect 0 "roster" "$postern" game log 2
grep -rq "Robo is a practice opponent: a program" "$POSTERN_SERVER/mail" || fail "it does not say what it is"
expect 0 "the game is over" "$postern" game cancel 2 --yes
round

# Nothing was sent to it, and its letters are refused by nobody.
[ -z "$(find "$POSTERN_SERVER/mail" -path '*practice.invalid*')" ] || fail "letters were sent to a bot"
refused=$("$postern" letter list --json | grep -c '"rejected"\|"aside"')
[ "$refused" = 0 ] || fail "$refused letters were refused: $("$postern" letter list)"

# A draw that is offered is answered: not so early.
expect 0 "is made" "$postern" game new dungeon_twister --seat Anna --seat Robo
game=$(expr "$said" : 'game \([0-9]*\)')
round
expect 0 "" "$postern" send Anna "luck pears"
round
expect 0 "" "$postern" send Anna "offer a draw"
round
"$postern" bot run --once --time 1s >/dev/null || fail "a bot that is offered a draw"
round
"$postern" game log "$game" | grep -q ' seat/2 order .*no-draw' ||
    fail "the offer is not answered: $("$postern" game log "$game" | tail -n 4)"
expect 0 "the game is over" "$postern" game cancel "$game" --yes
round

# Two of them play as well, in other modes too: no letter of a player has to set it going.
expect 0 "practice opponent" "$postern" bot add Gizmo --level easy
for mode in boxes=expansion "boxes=both mode=free"; do
    options=
    for option in $mode; do options="$options --option $option"; done
    # shellcheck disable=SC2086
    expect 0 "is made" "$postern" game new dungeon_twister --seat Robo --seat Gizmo $options
    game=$(expr "$said" : 'game \([0-9]*\)')
    entries=$("$postern" game log "$game" | wc -l)
    for _ in 1 2 3 4; do
        "$postern" bot run --once --time 1s >/dev/null || fail "a bot of $mode"
        round
    done
    [ "$("$postern" game log "$game" | grep -c ' order ')" -ge 4 ] || fail "nobody plays $mode"
    expect 0 "the game is over" "$postern" game cancel "$game" --yes
    round
done

# In a scenario with several of a kind, too: none of their letters is refused.
expect 0 "is made" "$postern" game new --scenario "$top_srcdir/data/scenarios/four-ropes.scenario" \
    --seat Robo --seat Gizmo
game=$(expr "$said" : 'game \([0-9]*\)')
for _ in $(seq 16); do
    "$postern" bot run --once --time 1s >/dev/null || fail "a bot of a scenario"
    round
done
"$postern" letter list --outcome rejected --json | grep -q letter &&
    fail "refused: $("$postern" letter show "$("$postern" letter list --outcome rejected --json |
        sed -n 's/.*"letter": \([0-9]*\).*/\1/p' | sed -n 1p)")"
[ "$("$postern" game log "$game" | grep -c ' place \[')" -ge 10 ] || fail "they do not place"
expect 0 "the game is over" "$postern" game cancel "$game" --yes
round

# Another round finds nothing new to say.
expect 0 "0 letters written" "$postern" bot run --once
expect 2 "write a time" "$postern" bot run --time never
finish
