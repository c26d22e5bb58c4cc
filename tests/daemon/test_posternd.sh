# SPDX-License-Identifier: MIT
# The daemon as a process: one for a server, ended by TERM, killed and started again.
. "$top_srcdir/tests/cli/lib.sh" || exit 1

make_server
expect 0 "usable" "$posternd" --check-config
expect 2 "not understood" "$posternd" fast
expect 0 "usage: posternd" "$posternd" --help
expect 5 "cannot-start" "$posternd" --server "$scratch/nowhere" --once

wait_for() { # wait_for WORDS FILE
    await "$1" grep -q "$1" "$2" && return
    fail "no '$1' in $2: $(tail -n 3 "$2")"
    return 1
}

"$posternd" --foreground 2>"$scratch/log" &
daemon=$!
wait_for event=started "$scratch/log"
expect 75 "another posternd runs already, process $daemon" "$posternd" --once

expect 0 "game 1" "$postern" game new dungeon_twister --seat Anna --seat Bob
wait_for "letter-out out=2" "$scratch/log"
expect 0 "Welcome, Bob" "$postern" mailbox Bob last
expect 0 "sent" "$postern" send Anna "luck apples"
wait_for "letter-in letter=1" "$scratch/log"

kill -HUP $daemon
wait_for event=reloaded "$scratch/log"
echo "nonsense" >>"$POSTERN_SERVER/postern.conf"
kill -HUP $daemon
wait_for event=not-reloaded "$scratch/log"
sed -i '$d' "$POSTERN_SERVER/postern.conf"
expect 0 "sent" "$postern" send Bob "luck pears"
wait_for "letter-in letter=2" "$scratch/log"

# killed, and started again while a letter waits
kill -9 $daemon
wait $daemon 2>/dev/null
expect 0 "sent" "$postern" send Bob "show"
"$posternd" 2>"$scratch/log2" &
daemon=$!
wait_for "letter-in letter=3" "$scratch/log2"
wait_for "fate=sent" "$scratch/log2"
kill -TERM $daemon
wait $daemon || fail "posternd ended with $? after TERM"
grep -q event=stopped "$scratch/log2" || fail "posternd did not say that it stopped"
[ "$("$postern" mailbox Bob --json | grep -c subject)" -ge 3 ] || fail "Bob lacks letters"
expect 1 "✓ chains and seals" "$postern" doctor
expect 1 "✗ posternd: does not run; process $daemon has ended" "$postern" doctor
grep -i "pears\|apples" "$scratch/log" "$scratch/log2" && fail "the log tells what players wrote"

finish
