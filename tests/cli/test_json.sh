# SPDX-License-Identifier: MIT
# What --json prints is of the shape that the table of commands promises.
. "$top_srcdir/tests/cli/lib.sh" || exit 1
make_server
"$postern" commands --json >"$scratch/table"
mkdir "$scratch/said"
count=100
# promised NAME WORDS…: the command NAME, run with these words; what it says is looked at in the end
promised() {
    name=$1
    shift
    count=$((count + 1))
    "$postern" "$@" --json </dev/null >"$scratch/said/$count-$name" 2>/dev/null
}
# fails NAME WORDS…: the same of an error, for what a quiet server gives no occasion for
fails() {
    name=$1
    shift
    count=$((count + 1))
    "$postern" "$@" --json </dev/null >"$scratch/said/$count-error-$name" 2>/dev/null && fail "$name did not fail"
}
form=$("$postern" --version --json | /usr/bin/python3 -c 'import json, sys; print(json.load(sys.stdin)["json"])')
grep -q "that number, $form in this release" "$top_srcdir/doc/postern.1" ||
    fail "the manual does not name the number of the shapes, $form"
promised commands commands
promised "player add" player add Cleo cleo@three.example
printf 'name,address\nZita,zita@four.example\n' >"$scratch/members.csv"
promised "player import" player import "$scratch/members.csv"
promised "player list" player list
promised "player show" player show Cleo
promised "game new" game new dungeon_twister --seat Anna --seat Bob
"$posternd" --once 2>/dev/null
"$postern" send Anna "luck apples" >/dev/null
"$postern" send Bob "luck pears" >/dev/null
"$posternd" --once 2>/dev/null
"$postern" game legal 1 --seat Bob | sed -n 1p >"$scratch/orders"
for command in "game list" "letter list" deadlines "bounce list" statistics ratings check doctor config \
    "dispute list" rebuild migrate; do
    promised "$command" $command
done
promised status status
promised "upgrade" upgrade --check
promised "clock confirm" clock confirm --yes
for command in "game show" "game log" "game export" "game predict" "game pause" "game resume" "letter show" "letter why"; do
    promised "$command" $command 1
done
promised "game legal" game legal 1 --seat Bob
promised "game extend" game extend 1 1d
promised "game remark" game remark 1 "a remark"
promised preview preview 1 --seat Bob "$scratch/orders"
promised submit submit 1 --seat Bob "$scratch/orders"
promised "letter resend" letter resend 1 Anna
promised "letter simulate" letter simulate "$scratch/orders"
promised mailbox mailbox Anna
promised mailbox mailbox Anna last
promised send send Anna help
promised "player set" player set Anna board ascii
promised "player ban" player ban Cleo
promised "player forget" player forget Cleo --yes
promised "seat say" seat say 1 Anna pause
promised "seat resign" seat resign 1 Bob --yes
promised backup backup "$scratch/backup.db"
promised restore restore "$scratch/backup.db" --yes
promised site site "$scratch/site"
promised rules rules DT-MOVE-01
promised help help thief
promised help help smoke bomb
promised completion completion bash
promised init init "$scratch/other"
promised setup setup "$scratch/third" --untried --set mail.address=x@y.example --set mail.transport=maildir

# players
promised "player add" player add Dora dora@four.example
promised "player address" player address Dora --add dora@five.example
promised "player vacation" player vacation Dora
promised "player add" player add Dorah dorah@four.example
promised "player merge" player merge Dorah Dora --yes
promised "bot add" bot add Robin
promised "bot run" bot run --once

# games
promised "game new" game new welcome_back --open --seats 2 --seat Anna
promised "offer list" offer list
promised "offer start" offer start 1 --seat Dora
promised "game new" game new welcome_back --open --seats 2 --seat Anna
promised "offer withdraw" offer withdraw 2
promised "seat swap" seat swap 2 1 2
promised "seat replace" seat replace 2 Dora Bob
promised "game time" game time 2 "turn=9d"
fails "game upgrade" game upgrade 2 none
fails "game thaw" game thaw 2
fails "game lost" game lost 2 --yes
fails "game recover" game recover 2 "$scratch/none"
fails promote promote "$scratch/none"
promised "game cancel" game cancel 2 --yes
promised "game new" game new dungeon_twister --seat Anna --seat Bob
for seat in 1 2; do echo "luck plums" | "$postern" submit 3 --seat $seat >/dev/null; done
"$postern" game legal 3 --seat 1 >"$scratch/legal"
sed -n 1p "$scratch/legal" >"$scratch/orders"
promised submit submit 3 --seat 1 "$scratch/orders"
n=$("$postern" game log 3 | sed -n 's/^\([0-9]*\) .* seat\/1 order .*/\1/p')
promised "game fix" game fix 3 "$n" "$(sed -n 2p "$scratch/legal")" --yes
promised "game undo" game undo 3 "$((n - 1))" --yes
promised "game adjudicate" game adjudicate 3 --drawn --yes
promised analyse analyse 3
fails "dispute show" dispute show 7
fails "dispute rule" dispute rule 7 "so be it"
promised "forum list" forum list
fails "forum retry" forum retry
fails "forum reopen" forum reopen 3

# tournaments
promised "tournament new" tournament new dungeon_twister --name Cup
for who in Anna Bob Dora; do promised "tournament enter" tournament enter 1 "$who" --luck "$who"; done
promised "tournament leave" tournament leave 1 Dora
promised "tournament start" tournament start 1
for command in list "show 1" "standings 1" "export 1"; do
    promised "tournament ${command% 1}" tournament $command
done
expect 0 "left" "$postern" tournament leave 1 Bob
promised "tournament replace" tournament replace 1 Bob Dora
fails "tournament lost" tournament lost 1 --yes
promised "tournament cancel" tournament cancel 1 --yes
promised "tournament new" tournament new dungeon_twister --name Ladder --format ladder --seeds rating
for who in Anna Bob; do promised "tournament enter" tournament enter 2 "$who"; done
promised "tournament start" tournament start 2
promised "tournament challenge" tournament challenge 2 Bob Anna
ladder_game=$("$postern" tournament show 2 --json | sed -n 's/.*"game": *\([0-9]*\).*/\1/p')
"$postern" game adjudicate "$ladder_game" --drawn --yes >"$scratch/out" 2>&1 || fail "the game of the ladder: $(cat "$scratch/out")"
round
promised "tournament end" tournament end 2 --yes
promised "tournament new" tournament new dungeon_twister --name Far --elsewhere
promised "tournament trust" tournament trust 3 pecvsfbh43pgxa2hzat2of5wfchhiexly46o5mrdz37sfv635ffa
fails "tournament result" tournament result 3 1 "$scratch/none"

# letters, keys, care
promised "letter requeue" letter requeue 1
fails "letter quarantine" letter quarantine 1
promised "letter unsent" letter unsent
fails "letter retry" letter retry 1
promised "letter forget" letter forget --older-than 9d --yes
promised "bounce clear" bounce clear dora@five.example
promised "key list" key list
promised "key rotate" key rotate
promised "key apply" key apply
promised "key retire" key retire token 1 --yes

# tools
promised case case "$top_srcdir/tests/cases/welcome_back/bid-order.case"
promised "rooms check" rooms check "$top_srcdir/data/dungeon_twister.rooms"
promised "cards check" cards check "$top_srcdir/data/welcome_back.cards"
promised "scenario check" scenario check "$top_srcdir/data/scenarios/four-ropes.scenario"
promised "templates check" templates check "$top_srcdir/templates"
promised complete complete

# all have the shape that is promised, and none is left out but those that print no JSON
python3 "$top_srcdir/tests/cli/contract.py" "$scratch/table" "$scratch/said" >"$scratch/why" || fail "$(cat "$scratch/why")"
finish
