# SPDX-License-Identifier: MIT
# Players over the years: settings, addresses, bans, two who are one, one who wants to be forgotten.
. "$top_srcdir/tests/cli/lib.sh" || exit 1
proof=$top_builddir/postern-proof

make_server
expect 0 "" "$postern" player add Cleo cleo@three.example
expect 0 "Anna, since" "$postern" player show anna@one.example
expect 3 "nobody here" "$postern" player show Eve
expect 2 "the name comes first: postern player add Eve eve@x.example" "$postern" player add eve@x.example Eve
expect 2 "'E[31mve' cannot be a name" "$postern" player add "$(printf 'E\033[31mve\302\205')" eve@four.example

long=$(printf '%0200d' 0 | sed 's/0/\xe6\xbc\xa2/g') # 200 characters of 3 bytes
expect 0 "was shortened: at most 40 columns and 127 bytes" "$postern" player add "$long" long@four.example
expect 0 "long@four.example" "$postern" player show "$long"
expect 4 "called" "$postern" player add "$long" longer@four.example
expect 0 "…" env COLUMNS=60 "$postern" player list

expect 0 "set" "$postern" player set Anna board ascii
expect 0 "board ascii" "$postern" player show Anna
expect 0 "set" "$postern" player set Anna language it
expect 3 "no language 'xx'" "$postern" player set Anna language xx
expect 2 "is no setting" "$postern" player set Anna colour red
expect 0 "set" "$postern" player set Anna zone Europe/Rome
expect 2 "there is no zone 'Narnia'" "$postern" player set Anna zone Narnia
expect 0 "zone: Europe/Rome" "$postern" player show Anna
expect 2 "'wood' is no value of board; write unicode, ascii or none" "$postern" player set Anna board wood
expect 0 "set" "$postern" player set Anna language italiano
expect 3 "no language 'klingon' here; there are en, es, it" "$postern" player add Kor kor@x.example --language klingon
expect 0 "" "$postern" player add Pia pia@x.example --language Italian
expect 0 "letters: it" "$postern" player show Pia

expect 0 "go there now" "$postern" player address Anna --add anna@new.example
expect 0 "anna@new.example" "$postern" player list
expect 4 "belongs to" "$postern" player address Anna --add bob@two.example
expect 0 "dropped" "$postern" player address Anna --drop anna@one.example
expect 2 "is this server's own address" "$postern" player address Anna --add games+x@postern.example
expect 2 "is this server's own address" "$postern" player add Robo2 Games@postern.example
expect 2 "last address" "$postern" player address Anna --drop anna@new.example
expect 2 "say --add" "$postern" player address Anna

expect 0 "is made" "$postern" game new dungeon_twister --seat Anna --seat Bob
round
expect 0 "Anna" "$postern" mailbox anna@new.example last

# a ban: nothing counts, nothing is answered, nobody new sits down with him
expect 0 "count for nothing" "$postern" player ban Bob
before=$("$postern" mailbox Bob | wc -l)
expect 0 "" "$postern" send Bob "luck pears"
round
expect 0 "ignored  banned" "$postern" letter list
[ "$("$postern" mailbox Bob | wc -l)" -eq "$before" ] || fail "a banned player got an answer"
expect 2 "is banned" "$postern" game new dungeon_twister --seat Cleo --seat Bob
expect 2 "is banned" "$postern" seat replace 1 Anna Bob
expect 0 "count again" "$postern" player ban Bob --off
expect 0 "" "$postern" send Bob "luck pears"
round
expect 0 "seat/2 luck" "$postern" game log 1

# two who are one
expect 0 "" "$postern" player add Robert robert@four.example
expect 2 "add --yes" "$postern" player merge Robert Bob </dev/null
expect 2 "one player already" "$postern" player merge Bob Bob --yes
expect 4 "has a seat in game 1" "$postern" player merge Bob Robert --yes
expect 0 "one player now" "$postern" player merge Robert Bob --yes
expect 0 "robert@four.example" "$postern" player show Bob
expect 0 "player 2: Bob" "$postern" player show robert@four.example
expect 3 "nobody here" "$postern" player show Robert
expect 0 "bob@two.example" sh -c "'$postern' player list | grep Bob"

# one who wants to be forgotten
expect 4 "has a seat in game 1" "$postern" player forget Anna --yes
expect 0 "game is over" "$postern" game adjudicate 1 --winner Anna --yes
"$postern" game export 1 --whole >"$scratch/before" || fail "export"
expect 0 "Forgotten" "$postern" player forget Anna --yes
expect 3 "there is no player 1, or he was forgotten" "$postern" player show 1
expect 3 "" "$postern" player show Anna
expect 3 "" "$postern" player show anna@new.example
expect 0 "(forgotten)" "$postern" player list
"$postern" player list | grep -q Anna && fail "her name is still there"
round
"$postern" game export 1 --whole >"$scratch/after" || fail "export after forgetting"
expect 0 "finished" "$proof" verify "$scratch/before"
expect 0 "finished" "$proof" verify "$scratch/after"
"$postern" game export 1 --seat 1 >"$scratch/own" || fail "export of the forgotten seat"
expect 0 "erased" "$proof" verify "$scratch/own"
expect 0 "" /usr/bin/python3 "$top_srcdir/tests/proof/second_verifier.py" "$scratch/own"
expect 0 "" /usr/bin/python3 "$top_srcdir/tests/proof/second_verifier.py" "$scratch/after"
grep -q "anna@" "$scratch/after" "$scratch/own" && fail "her address stands in the record"
expect 0 "as they should be" "$postern" check
expect 0 "made again" "$postern" rebuild
expect 3 "" "$postern" player show Anna
expect 0 "robert@four.example" "$postern" player show Bob
expect 0 "(forgotten)" "$postern" ratings
expect 0 "over" "$postern" game list
expect 0 "has won" "$postern" game show 1
expect 0 "" "$postern" player add Anna anna@new.example
round
finish
