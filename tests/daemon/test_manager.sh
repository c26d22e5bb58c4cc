# SPDX-License-Identifier: MIT
# Under a service manager: it hears when the daemon is ready, that it is alive, that it is read anew
# and ends; a reload that cannot be done fails; the journal gets priorities; status and doctor tell
# whether the daemon runs.
. "$top_srcdir/tests/cli/lib.sh" || exit 1

make_server
conf=$POSTERN_SERVER/postern.conf
expect 0 "has not run yet" "$postern" doctor
expect 0 "does not run" "$postern" status
python3 - "$scratch/notify" >"$scratch/heard" <<'EOP' &
import socket, sys
s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
s.bind(sys.argv[1])
while True:
    said = s.recv(4096).decode().split("\n")[0]
    print(said, flush=True)
    if said == "STOPPING=1":
        break
EOP
manager=$!
daemon=
trap 'kill $manager $daemon 2>/dev/null; wait; rm -rf "$scratch"' EXIT
until_heard() { # until_heard WORDS FILE
    await "somebody says '$1'" grep -q "$1" "$2" || fail "nobody said '$1': $(tail -n 3 "$2")"
}
await "the manager listens" test -S "$scratch/notify" || fail "no socket"
: >"$scratch/log"
stream=$(stat -c '%d:%i' "$scratch/log")
expect 5 "no posternd runs" "$posternd" --reload
NOTIFY_SOCKET=$scratch/notify WATCHDOG_USEC=600000 JOURNAL_STREAM=$stream "$posternd" 2>>"$scratch/log" &
daemon=$!
until_heard READY=1 "$scratch/heard"
until_heard WATCHDOG=1 "$scratch/heard"
expect 0 "✓ posternd" "$postern" doctor
expect 0 "runs, process $daemon" "$postern" status
expect 0 '"runs": true' "$postern" status --json

# priorities: errors are errors, and without the journal there are none
grep -q '^<6>time=.*event=started' "$scratch/log" || fail "no priority: $(head -n 1 "$scratch/log")"
grep -v '^<[3467]>' "$scratch/log" && fail "a line without a priority"
JOURNAL_STREAM=1:1 "$posternd" --check-config --server "$scratch/none" 2>&1 | grep -q '^<' &&
    fail "a priority where there is no journal"

# a reload: asked for, heard of; one that cannot be done fails and changes nothing
expect 0 "reads its configuration anew" "$posternd" --reload
until_heard RELOADING=1 "$scratch/heard"
until_heard event=reloaded "$scratch/log"
echo "nonsense = 1" >>"$conf"
line=$(wc -l <"$conf")
reloads=$(grep -c 'event=' "$scratch/log")
expect 5 "line=$line" "$posternd" --reload
expect 1 "✗ configuration: $conf:$line: [mail] knows no key 'nonsense'" "$postern" doctor
[ "$(grep -c event= "$scratch/log")" -eq "$reloads" ] || fail "a reload that cannot be done was begun"
sed -i '/^nonsense/d' "$conf"

kill $daemon
wait $daemon || fail "posternd did not stop cleanly"
until_heard STOPPING=1 "$scratch/heard"
expect 1 "✗ posternd: does not run; process $daemon has ended" "$postern" doctor
expect 1 "! posternd does not run" "$postern" status
"$posternd" --once 2>/dev/null || fail "posternd --once"
expect 0 "• posternd: runs by --once" "$postern" doctor

# what else is told, with file and line
expect 0 "• address of the keeper: $conf: [mail] keeper is empty" "$postern" doctor
chmod 666 "$POSTERN_SERVER/postern.db" "$conf"
expect 1 "postern.db, the ledger, is mode 0666: chmod 600 it" "$postern" doctor
expect 1 "$conf, the configuration, is mode 0666: chmod go-w it" "$postern" doctor
chmod 600 "$POSTERN_SERVER/postern.db" "$conf"
sed -i 's/^\[server\]$/[server]\nhealth = nowhere\/health.prom/' "$conf"
line=$(grep -n '^health' "$conf" | cut -d: -f1)
expect 1 "✗ file for monitors: $conf:$line: [server] health" "$postern" doctor
sed -i '/^health/d' "$conf"
"$postern" doctor | grep -qi "postern doctor" && fail "doctor refers to itself"
finish
