# SPDX-License-Identifier: MIT
# The day the disk died: a backup and the key file are all that is left, and an empty machine takes
# over. Nothing is signed twice, no old letter goes out again, and what can go on goes on.
: "${top_srcdir:?make check sets it}"
. "$top_srcdir/tests/cli/lib.sh"
: "${scratch:?}" # nothing below removes a folder of the machine's
. "$top_srcdir/tests/need.sh"
need sqlite3 sqlite3

# answer PLAYER TITLE WORDS: in answer to his newest letter of the game with this title
answer() {
    number=$("$postern" mailbox "$1" | grep "$2" | tail -n 1 | sed 's/^ *\([0-9]*\) .*/\1/')
    expect 0 "" "$postern" send "$1" --answer "$number" "$3"
}
mkdir "$scratch/state"
export POSTERN_SERVER=$scratch/etc
expect 0 "A new server" "$postern" init "$scratch/etc" --state "$scratch/state" --name "The club"
as_set_up "$scratch/etc"
expect 0 "player 1" "$postern" player add Anna anna@one.example
expect 0 "player 2" "$postern" player add Bob bob@two.example
expect 0 "game 1 is made" "$postern" game new dungeon_twister --seat Anna --seat Bob
expect 0 "game 2 is made" "$postern" game new welcome_back --seat Anna --seat Bob
round
expect 0 "" "$postern" send Anna --new games
cp "$scratch/state/postern.key" "$scratch/key"
"$postern" letter resend 2 Anna >/dev/null # waits to be sent when the backup is made
expect 0 "Not in it, to be kept in another place" "$postern" backup "$scratch/night.db"
expect 0 "can be restored, with 2 games; nothing was changed" "$postern" restore "$scratch/night.db" --try
[ ! -e "$scratch/state/postern.db.restore" ] || fail "a try left a file"

# game 1 goes on: its head is signed, and Anna's letter names it
round
answer Anna Twister "luck apples"
answer Bob Twister "luck pears"
round
entry=$("$postern" game log 1 | tail -n 1 | cut -d' ' -f1)
mkdir "$scratch/saved" # what is in the players' own mailboxes outlives the server
cp -a "$scratch/state/mail/bob@two.example" "$scratch/saved/"

# the disk dies
rm -rf "${scratch:?}/etc" "${scratch:?}/state"
expect 0 "can be restored, with 2 games; nothing was changed" "$postern" restore "$scratch/night.db" --try
expect 0 "postern.key is not here: seals, boxes" "$postern" restore "$scratch/night.db" --try
expect 0 "To restore, say --moved" "$postern" restore "$scratch/night.db" --try
cp "$scratch/night.db" "$scratch/bent.db"
sqlite3 "$scratch/bent.db" "DROP TRIGGER entry_fixed; UPDATE entry SET text = text || 'x' WHERE game = 1 AND n = 0;" ||
    fail "the backup could not be bent"
expect 1 "does not hash to what was logged" "$postern" restore "$scratch/bent.db" --try
[ ! -e "$scratch/etc" ] && [ ! -e "$scratch/state" ] || fail "a try made a server"
mkdir "$scratch/state"
expect 3 "put the key file back here" "$postern" restore "$scratch/night.db" --yes --marks-lost
grep -q "name = The club" "$scratch/etc/postern.conf" || fail "the configuration is not as it was"
[ ! -e "$scratch/state/postern.db" ] || fail "a ledger that cannot be read was put in its place"
cp "$scratch/key" "$scratch/state/postern.key"
chmod 600 "$scratch/state/postern.key"
expect 4 "--marks-lost: games that are not over" "$postern" restore "$scratch/night.db" --yes
expect 2 "only one of them" "$postern" restore "$scratch/night.db" --yes --marks-lost --moved
expect 0 "2 games are not over and are frozen" "$postern" restore "$scratch/night.db" --try --marks-lost
[ ! -e "$scratch/state/postern.mark" ] || fail "a try made marks"
expect 0 "letters that waited to be sent then are not sent again" "$postern" restore "$scratch/night.db" --yes --marks-lost
expect 4 "the file of marks is there" "$postern" restore "$scratch/night.db" --yes --marks-lost
expect 0 "as they should be" "$postern" check
expect 0 "cancelled" "$postern" letter unsent
round
[ ! -e "$scratch/state/mail/anna@one.example" ] || fail "an old letter was sent again"

# game 2 did not go on: its players say so, and it goes on
expect 4 "Ask its players" "$postern" game thaw 2
n=$("$postern" game log 2 | tail -n 1 | cut -d' ' -f1)
expect 4 "Ask its players" "$postern" game thaw 2 --last $((n + 3))
expect 0 "goes on" "$postern" game thaw 2 --last "$n"
"$postern" game list | grep -q "^ *2 .*running" || fail "game 2 does not go on"
expect 4 "stays frozen" "$postern" game thaw 1 --last "$entry"

# thawed for a wrong word, it is frozen again by the first letter that knows more
n=$("$postern" game log 1 | tail -n 1 | cut -d' ' -f1)
expect 0 "goes on" "$postern" game thaw 1 --last "$n"
log=$("$postern" game log 1)
mkdir -p "$scratch/state/mail"
rm -rf "${scratch:?}/state/mail/bob@two.example"
cp -a "$scratch/saved/bob@two.example" "$scratch/state/mail/"
answer Bob Twister legal
round
expect 0 "rejected  frozen" "$postern" letter list
grep -q "level=error event=game-frozen game=1" "$scratch/log" || fail "the keeper is not told"
[ "$("$postern" game log 1)" = "$log" ] || fail "game 1 has a second history"
expect 0 "as they should be" "$postern" check

# another machine takes over from one that was stopped: nothing is frozen, what waits goes out
expect 0 "" "$postern" letter resend 2 Bob
expect 0 "" "$postern" backup "$scratch/moved.db"
before=$("$postern" mailbox Bob | wc -l)
mv "$scratch/state" "$scratch/first"
rm -rf "${scratch:?}/etc"
mkdir "$scratch/state"
cp "$scratch/key" "$scratch/state/postern.key"
cp -a "$scratch/first/mail" "$scratch/state/"
expect 0 '"frozen": 0' "$postern" restore "$scratch/moved.db" --yes --moved --json
round
[ "$("$postern" mailbox Bob | wc -l)" -eq $((before + 1)) ] || fail "what waited did not go out"

# one that is not whole, of another server, of a newer release; another server's key
cp "$scratch/moved.db" "$scratch/half.db"
truncate -s 60000 "$scratch/half.db"
expect 2 "damaged" "$postern" restore "$scratch/half.db" --try
expect 0 "" "$postern" --server "$scratch/other" init "$scratch/other"
expect 0 "" "$postern" --server "$scratch/other" backup "$scratch/other.db"
expect 5 "another ledger" "$postern" restore "$scratch/other.db" --try
cp "$scratch/other/postern.key" "$scratch/state/postern.key"
"$postern" restore "$scratch/moved.db" --yes >"$scratch/said" 2>&1 && fail "a backup was restored for another's key"
cp "$scratch/key" "$scratch/state/postern.key"
expect 0 "as they should be" "$postern" check
finish
