# SPDX-License-Identifier: MIT
# What the administrator does with letters: look, try, deal with once more, set aside, send again.
. "$top_srcdir/tests/cli/lib.sh" || exit 1
. "$top_srcdir/tests/need.sh" || exit 1
need sqlite3 sqlite3

make_server
expect 0 "is made" "$postern" game new dungeon_twister --seat Anna --seat Bob
round
address=$("$postern" mailbox Anna last | sed -n 's/^Reply-To: //p')
letter() { # letter FILE BODY
    results one.example
    printf 'From: Anna <anna@one.example>\nTo: %s\nMessage-ID: <%s@one.example>\n' "$address" "$1"
    printf 'Date: Sat, 21 Nov 2026 12:00:00 +0000\nSubject: Re: game\n\n%s\n' "$2"
}
letter try "luck apples" >"$scratch/try"

# a trial changes nothing
expect 0 "seat/1 luck" "$postern" letter simulate "$scratch/try"
expect 0 '"outcome": "answered"' "$postern" letter simulate "$scratch/try" --json
"$postern" game log 1 | grep -q "seat/1 luck" && fail "a simulated letter counted"
expect 0 "No letter has come" "$postern" letter list
expect 2 "is no time" "$postern" letter simulate "$scratch/try" --arrived soon
expect 0 "ignored" sh -c "printf 'Auto-Submitted: auto-replied\\nMessage-ID: <x@y>\\nFrom: anna@one.example\\n\\nluck x\\n' | '$postern' letter simulate"

# a letter that brought the program down twice, dealt with once that is mended
"$postern" deliver --sender anna@one.example --recipient "$address" <"$scratch/try" || fail deliver
name=$(cd "$POSTERN_SERVER/spool/new" && ls)
sqlite3 "$POSTERN_SERVER/postern.db" "INSERT INTO crash VALUES ('maildir:spool', '$name', 2, 0)"
round
expect 0 "set aside  crashed" "$postern" letter list
expect 0 "crashed" "$postern" letter list --outcome "set aside"
expect 0 "No letter of this kind" "$postern" letter list --outcome accepted
expect 0 "set aside" "$postern" letter quarantine 1
expect 0 "seat/1 luck" "$postern" letter requeue 1
expect 4 "dealt with already" "$postern" letter quarantine 2
expect 0 "seat/1 luck" "$postern" game log 1
expect 0 "answered" "$postern" letter list
expect 3 "" "$postern" letter requeue 99
round

# orders that were carried out are not carried out twice
expect 0 "" "$postern" send Bob "luck pears"
round
"$postern" game legal 1 --seat Bob | sed -n 1p >"$scratch/orders"
expect 0 "" "$postern" send Bob "$(cat "$scratch/orders")"
round
number=$("$postern" letter list --outcome accepted | sed -n '2s/ *\([0-9]*\) .*/\1/p')
expect 4 "twice" "$postern" letter requeue "$number"

# why a letter was answered as it was
expect 0 "" "$postern" send Anna "fly to the moon"
round
expect 0 "rejected" "$postern" letter list --player Anna --outcome rejected --since yesterday
number=$("$postern" letter list --player Anna --outcome rejected | sed -n '2s/ *\([0-9]*\) .*/\1/p')
expect 0 "No letter of this kind" "$postern" letter list --player Bob --outcome rejected
expect 0 "No letter of this kind" "$postern" letter list --since 2037-01-01
expect 0 "No letter of this kind" "$postern" letter list --before 1
expect 0 "" "$postern" letter list --limit 2
[ "$("$postern" letter list --limit 2 | wc -l)" -eq 3 ] || fail "a list of two has other lines"
expect 2 "is no time" "$postern" letter list --since soon
expect 3 "" "$postern" letter list --player Zoe
expect 0 "understood as from Anna, game 1, seat 1" "$postern" letter why "$number"
expect 0 "1  fly to the moon" "$postern" letter why "$number"
expect 0 "|   - fly to the moon" "$postern" letter why "$number"
expect 0 '"civil": false' "$postern" letter why "$number" --json
expect 3 "no such letter" "$postern" letter why 9999
grep "letter-in letter=$number " "$scratch/log" | grep -q "player=1 message_id=[a-z2-7]*@postern.example" ||
    fail "the log does not say whose letter it was"
grep 'event=letter-out' "$scratch/log" | grep -q 'player=1 message_id=[0-9]' || fail "nor whom it went to"

# the board once more
before=$("$postern" mailbox Anna | wc -l)
expect 0 "goes out" "$postern" letter resend 1 Anna
round
[ "$("$postern" mailbox Anna | wc -l)" -eq $((before + 1)) ] || fail "no letter was sent again"
expect 0 "as they should be" "$postern" check

# letters out that were refused: found, and sent again to where the player is reached now
expect 0 "was sent, or still waits" "$postern" letter unsent
expect 0 "o'hara" "$postern" player add Ohara "o'hara@three.example"
expect 0 "is made" "$postern" game new dungeon_twister --seat Anna --seat Ohara
round
expect 0 "cannot name a mailbox" "$postern" letter unsent
out=$("$postern" letter unsent --json | sed -n 's/.*"letter": \([0-9]*\).*/\1/p')
expect 0 "" "$postern" player address Ohara --add ohara@three.example
expect 0 "goes out" "$postern" letter retry "$out"
expect 4 "still waits" "$postern" letter retry "$((out + 1))"
round
expect 0 "Welcome, Ohara" "$postern" mailbox Ohara last
expect 4 "was sent" "$postern" letter retry "$((out + 1))"
expect 3 "" "$postern" letter retry 999
expect 2 "is not the number" "$postern" letter retry all
expect 0 "as they should be" "$postern" check

expect 2 "is no outcome" "$postern" letter list --outcome rejcted
# what came back is counted once
printf 'From: MAILER-DAEMON@one.example\nTo: games@postern.example\nMessage-ID: <back@one.example>\nMIME-Version: 1.0\nContent-Type: multipart/report; report-type=delivery-status; boundary=b\n\n--b\nContent-Type: text/plain\n\nno\n--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; one.example\n\nFinal-Recipient: rfc822; anna@one.example\nAction: failed\nStatus: 5.1.1\n\n--b--\n' |
    "$postern" deliver --sender "" --recipient games@postern.example || fail "no report was taken in"
round
"$postern" bounce list | grep -q "anna@one.example *1.0" || fail "a report was not counted once: $("$postern" bounce list)"
number=$("$postern" letter list --limit 1 | awk 'END { print $1 }')
expect 4 "was counted; once more would be twice" "$postern" letter requeue "$number"
"$postern" bounce list | grep -q "anna@one.example *1.0" || fail "a report was not counted once: $("$postern" bounce list)"
finish
