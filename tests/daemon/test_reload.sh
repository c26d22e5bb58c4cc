# SPDX-License-Identifier: MIT
# posternd reads its configuration anew in the middle of intake: no letter is lost, none is answered
# twice, and what was changed holds.
. "$top_srcdir/tests/cli/lib.sh" || exit 1

LETTERS=30
make_server
conf=$POSTERN_SERVER/postern.conf
expect 0 "is made" "$postern" game new dungeon_twister --seat Anna --seat Bob
"$posternd" 2>"$scratch/log" &
daemon=$!
trap 'kill $daemon 2>/dev/null; wait; rm -rf "$scratch"' EXIT
said_or_gone() { # said_or_gone COUNT WORDS
    [ "$(grep -c "$2" "$scratch/log")" -ge "$1" ] || ! kill -0 $daemon 2>/dev/null
}
until_said() { # until_said COUNT WORDS
    await "$2" said_or_gone "$1" "$2" && [ "$(grep -c "$2" "$scratch/log")" -ge "$1" ] ||
        fail "posternd did not say '$2' $1 times: $(tail -n 5 "$scratch/log")"
}
rename() { # rename NAME: the robot's name is another from now on
    sed -i "s,^#*name = .*,name = $1," "$conf"
    kill -HUP $daemon
}
until_said 1 event=started
for i in $(seq $LETTERS); do
    [ $((i % 2)) -eq 0 ] && who=Anna || who=Bob
    expect 0 "" "$postern" send $who --new games
    [ $((i % 3)) -eq 0 ] && rename "Club$i"
done
until_said $LETTERS event=letter-in
rename Last
# signals may fall together: of two reloads more that are seen, the second began after the name
for _ in 1 2; do
    known=$(grep -c event=reloaded "$scratch/log")
    kill -HUP $daemon
    until_said $((known + 1)) event=reloaded
done
expect 0 "" "$postern" send Anna --new games
until_said $((LETTERS + 3)) fate=sent
kill $daemon
wait $daemon || fail "posternd did not stop cleanly"
[ "$("$postern" letter list --json | grep -c '"outcome": "answered"')" -eq $((LETTERS + 1)) ] ||
    fail "not every letter was answered: $("$postern" letter list)"
[ "$(grep -c fate=sent "$scratch/log")" -eq $((LETTERS + 3)) ] || fail "more answers than letters"
expect 0 "Last, games@" "$postern" mailbox Anna last
expect 0 "as they should be" "$postern" check

# a configuration that cannot be used is told, and the old one goes on
"$posternd" 2>"$scratch/log" &
daemon=$!
until_said 1 event=started
echo "nonsense = 1" >>"$conf"
kill -HUP $daemon
until_said 1 "event=not-reloaded.*nonsense"
sed -i '/^nonsense/d' "$conf"
expect 0 "" "$postern" send Anna --new games
until_said 1 event=letter-in
kill $daemon
wait $daemon || fail "posternd did not stop cleanly"
finish
