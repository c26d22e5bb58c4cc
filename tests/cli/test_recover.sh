# SPDX-License-Identifier: MIT
# A backup that is older than what was signed: the games freeze, and get their newer entries back
# from the letters that their players have.
: "${top_srcdir:?make check sets it}"
. "$top_srcdir/tests/cli/lib.sh"
: "${scratch:?}" # nothing below removes a folder of the machine's
export POSTERN_PROOF=$top_builddir/postern-proof

# answer PLAYER TITLE WORDS: in answer to his newest letter of the game with this title
answer() {
    number=$("$postern" mailbox "$1" | grep "$2" | tail -n 1 | sed 's/^ *\([0-9]*\) .*/\1/')
    expect 0 "" "$postern" send "$1" --answer "$number" "$3"
}
# play: whoever is asked in game 1 gives the first legal order
play() {
    for player in Anna Bob; do
        order=$("$postern" game legal 1 --seat $player 2>/dev/null | sed -n '1s/^ *//p')
        [ -z "$order" ] || { answer $player Twister "$order" && round; }
    done
}

mkdir "$scratch/state"
export POSTERN_SERVER=$scratch/etc
expect 0 "A new server" "$postern" init "$scratch/etc" --state "$scratch/state" --name "The club"
as_set_up "$scratch/etc"
expect 0 "player 1" "$postern" player add Anna anna@one.example
expect 0 "player 2" "$postern" player add Bob bob@two.example
expect 0 "game 1 is made" "$postern" game new dungeon_twister --seat Anna --seat Bob
round
expect 0 "" "$postern" backup "$scratch/early.db" # before the rooms are drawn
answer Anna Twister "luck apples"
answer Bob Twister "luck pears"
round
play
expect 0 "" "$postern" backup "$scratch/night.db"
held=$("$postern" game log 1 | tail -n 1 | cut -d' ' -f1)
"$POSTERN_PROOF" follow --quiet --write "$scratch/short.record" "$scratch/state/mail/bob@two.example" ||
    fail "Bob's letters do not join"
for i in 1 2 3 4; do play; done
answer Anna Twister "say good luck"
round
log=$("$postern" game log 1)
last=$(tail -n 1 <<<"$log" | cut -d' ' -f1)
[ "$last" -gt $((held + 6)) ] || fail "the game did not go on: $held to $last"
expect 0 "open, up to entry $last" "$POSTERN_PROOF" follow "$scratch/state/mail/bob@two.example"
expect 4 "not frozen" "$postern" game recover 1 "$scratch/state/mail/anna@one.example"

# the older backup is put back: frozen, and every door says so
expect 0 "" "$postern" restore "$scratch/night.db" --yes
expect 0 "frozen" "$postern" game list
[ "$("$postern" game log 1 | tail -n 1 | cut -d' ' -f1)" = "$held" ] || fail "not the older ledger"
expect 4 "the ledger does not hold it" "$postern" game thaw 1

is_as_it_was() { [ "$("$postern" game log 1 | head -n "$(wc -l <<<"$log")")" = "$log" ]; }
# what is no record of it, was changed, or tells nothing new changes nothing
echo hello >"$scratch/plain"
expect 3 "brings no record of this game" "$postern" game recover 1 "$scratch/plain"
"$POSTERN_PROOF" follow --quiet --write "$scratch/bob.record" "$scratch/state/mail/bob@two.example" ||
    fail "Bob's letters do not join"
sed "s/^$last \(.*\)seat/$last \1keeper/" "$scratch/bob.record" >"$scratch/bad.record"
cmp -s "$scratch/bob.record" "$scratch/bad.record" && fail "nothing was changed"
"$postern" game recover 1 "$scratch/bad.record" >"$scratch/said" 2>&1 && fail "a changed record was put back"
sed "s/^sign a*./sign /; s/^sign \(.*\)$/sign \1a/" "$scratch/bob.record" >"$scratch/bad.record"
"$postern" game recover 1 "$scratch/bad.record" >"$scratch/said" 2>&1 && fail "an unsigned head was put back"
expect 4 "tell nothing behind entry $held" "$postern" game recover 1 "$scratch/short.record"
[ "$("$postern" game log 1 | tail -n 1 | cut -d' ' -f1)" = "$held" ] || fail "something was put back"

# Bob's mailbox alone gives every entry back, as it was; what only Anna knew counts as held by her
expect 0 "It goes on" "$postern" game recover 1 "$scratch/state/mail/bob@two.example"
# behind them stand the deadlines, moved by the time that it was frozen
is_as_it_was || fail "the log is not as it was"
expect 0 "as they should be" "$postern" check
expect 4 "not frozen" "$postern" game recover 1 "$scratch/state/mail/bob@two.example"

# once more, from both: all secrets are back, the game goes on to new entries, and all is true
expect 0 "" "$postern" restore "$scratch/night.db" --yes
said=$("$postern" game recover 1 "$scratch/state/mail/anna@one.example" "$scratch/bob.record" --json 2>&1)
case $said in
*'"goes_on": true'*) ;;
*) fail "recover: $said" ;;
esac
is_as_it_was || fail "the log is not as it was"
expect 0 "as they should be" "$postern" check
round
play
# a letter that came in before what was put back does nothing, wherever it was found
text() { "$postern" mailbox "$1" "$("$postern" mailbox "$1" | tail -n 1 | sed 's/^ *\([0-9]*\) .*/\1/')"; }
said_before=$("$postern" game log 1)
touch "$scratch/mark"
answer Anna Twister "say from before"
find "$scratch/state" -type f -newer "$scratch/mark" -path '*/new/*' -exec touch -d '1 hour ago' {} +
round
[ "$("$postern" game log 1)" = "$said_before" ] || fail "a letter from before did something: $("$postern" game log 1)"
text Anna | tr '\n' ' ' | grep -q "entries of this game that were lost" || fail "a letter from before: $(text Anna)"
now=$("$postern" game log 1 | tail -n 1 | cut -d' ' -f1)
[ "$now" -gt "$last" ] || fail "the game does not go on behind entry $last"
expect 0 "open, up to entry $now" "$POSTERN_PROOF" follow "$scratch/state/mail/anna@one.example"
expect 0 "open, up to entry $now" "$POSTERN_PROOF" follow "$scratch/state/mail/bob@two.example"
expect 0 "" "$postern" rebuild
expect 0 "as they should be" "$postern" check

old=$("$postern" mailbox Bob | grep Twister | tail -n 1 | sed 's/^ *\([0-9]*\) .*/\1/')

# what the table drew and showed to nobody its own secret draws again: back from before the rooms
log=$("$postern" game log 1)
expect 0 "" "$postern" restore "$scratch/early.db" --yes
expect 0 "It goes on" "$postern" game recover 1 \
    "$scratch/state/mail/anna@one.example" "$scratch/state/mail/bob@two.example"
is_as_it_was || fail "the log is not as it was"
expect 0 "as they should be" "$postern" check # it opens every box
round
play
expect 0 "as they should be" "$postern" check

now=$("$postern" game log 1 | tail -n 1 | cut -d' ' -f1)

# nobody shows anything
expect 0 "" "$postern" restore "$scratch/night.db" --yes
expect 0 "frozen" "$postern" game list
expect 5 "frozen" "$postern" game cancel 1 --yes
answer Anna Twister "say is anybody there?"
round
"$postern" mailbox Anna | tail -n 1 | grep -q Twister || fail "who writes to a frozen game gets no answer"

answer Bob Twister "status"
round
text Bob | tr '\n' ' ' | grep -q "game is frozen until the administrator has looked" || fail "status of a frozen game: $(text Bob)"
expect 0 "" "$postern" send Bob --new "games"
round
text Bob | tr '\n' ' ' | grep -q "against Anna: frozen until" || fail "games, one of them frozen: $(text Bob)"

# what nobody can put back is declared lost; the game waits until all agree, and then goes on
newest=$("$postern" game log 1 | tail -n 1 | cut -d' ' -f1)
expect 0 "Entries $((newest + 1)) to $now of game 1 are declared lost" "$postern" game lost 1 --yes
expect 4 "not frozen" "$postern" game lost 1 --yes
expect 0 "paused" "$postern" game list
round
text Bob | tr '\n' ' ' | grep -q "lost entries $((newest + 1)) to $now of this game" || fail "Bob is not told: $(text Bob)"
answer Anna Twister "luck apples"
round
text Anna | grep -q 'answer "go on"' || fail "Anna's luck was taken: $(text Anna)"
expect 4 "not agreed" "$postern" submit 1 --seat Anna <<<"luck apples"
answer Anna Twister "go on"
round
text Anna | tr '\n' ' ' | grep -q "as soon as these agree too: Bob" || fail "Anna's consent: $(text Anna)"
answer Bob Twister "status"
round
text Bob | tr '\n' ' ' | grep -q 'when these have answered "go on": Bob' || fail "status of a game that waits: $(text Bob)"
expect 0 "" "$postern" send Bob --answer "$old" "go on"
round
text Bob | tr '\n' ' ' | grep -q "entries of this game that were lost" || fail "an old letter's consent: $(text Bob)"
answer Bob Twister "preview
go on"
round
expect 0 "paused" "$postern" game list
answer Bob Twister "go on"
round
expect 0 "running" "$postern" game list
agreed=$("$postern" game log 1 | tail -n 1 | cut -d' ' -f1)
for i in 1 2 3; do play; done
end=$("$postern" game log 1 | tail -n 1 | cut -d' ' -f1)
[ "$end" -gt "$agreed" ] || fail "the game does not go on behind entry $agreed: $end"
expect 0 "as they should be" "$postern" check
expect 0 "" "$postern" rebuild
expect 0 "as they should be" "$postern" check
"$postern" game export 1 >"$scratch/all.record" || fail "no export"
expect 0 "lost      unproved $((now - newest))" "$POSTERN_PROOF" verify "$scratch/all.record"

# the players' own mailboxes, from the first letter on: what was lost is named, and nothing is false
for name in anna@one bob@two; do
    expect 3 "LOST: entries $((newest + 1)) to $now, which" "$POSTERN_PROOF" follow "$scratch/state/mail/$name.example"
    expect 3 "open, up to entry $end" "$POSTERN_PROOF" follow "$scratch/state/mail/$name.example"
done

# a letter from before is answered and does nothing
expect 0 "" "$postern" send Bob --answer "$old" "luck figs"
round
text Bob | tr '\n' ' ' | grep -q "entries of this game that were lost" || fail "an old letter: $(text Bob)"
[ "$("$postern" game log 1 | tail -n 1 | cut -d' ' -f1)" = "$end" ] || fail "a letter of lost entries did something"
expect 0 "the game is over" "$postern" game cancel 1 --yes
round

# nothing is lost behind the end that its own secret does not open again, and nobody is asked
expect 0 "" "$postern" backup "$scratch/over.db"
answer Anna Twister "say well played"
round
expect 0 "" "$postern" restore "$scratch/over.db" --yes
expect 0 "It is over" "$postern" game lost 1 --yes
"$postern" game export 1 --whole >"$scratch/whole.record" || fail "no whole export"
expect 0 "finished at" "$POSTERN_PROOF" verify "$scratch/whole.record"

# entries lost before all luck was fixed: else whoever dislikes the draw had them lost
expect 0 "" "$postern" restore "$scratch/early.db" --yes
expect 0 "it is void" "$postern" game lost 1 --yes
round
text Bob | grep -q "is void" || fail "Bob is not told: $(text Bob)"
"$postern" game export 1 --whole >"$scratch/whole.record" || fail "no whole export"
expect 0 "finished at" "$POSTERN_PROOF" verify "$scratch/whole.record"
finish
