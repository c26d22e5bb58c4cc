# SPDX-License-Identifier: MIT
# postern compact: what is free in the ledger goes back to the disk, while posternd runs.
. "$top_srcdir/tests/cli/lib.sh" || exit 1
make_server
ledger=$POSTERN_SERVER/postern.db
daemon=
trap '[ -z "$daemon" ] || kill "$daemon" 2>/dev/null; rm -rf "$scratch"' EXIT

# sql STATEMENTS: in the ledger, by SQLite alone
sql() {
    /usr/bin/python3 -c 'import sqlite3, sys
ledger = sqlite3.connect(sys.argv[1], isolation_level=None, timeout=60)
for statement in sys.argv[2:]:
    ledger.execute(statement)' "$ledger" "$@" || fail "sqlite: $*"
}
# What comes of forgetting and archiving: free pages, here before the file's end, and many.
free_some() {
    sql "CREATE TABLE gone (bytes BLOB)" \
        "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 12)
         INSERT INTO gone SELECT zeroblob(1000000) FROM n" \
        "CREATE TABLE later (bytes BLOB)" "INSERT INTO later VALUES (zeroblob(50000))" \
        "DROP TABLE gone" "DROP TABLE later" "PRAGMA wal_checkpoint(TRUNCATE)"
}
start() {
    "$posternd" --foreground 2>>"$scratch/log" &
    daemon=$!
    await "posternd starts" grep -q event=started "$scratch/log" || fail "posternd does not start: $(cat "$scratch/log")"
}
stop() {
    kill "$daemon" && wait "$daemon"
    daemon=
    : >"$scratch/log"
}
size() { stat -c %s "$ledger"; }
# came NAME N: N letters stand in the mailbox of NAME
has() { [ "$("$postern" mailbox "$1" --json | grep -c '"number"')" -ge "$2" ]; }
came() { await "$2 letters for $1" has "$1" "$2" || fail "$1 has no $2 letters"; }

small=$(size)
expect 0 "0 KiB went back" "$postern" compact

# beside a daemon that takes letters in
free_some
[ "$(size)" -gt 12000000 ] || fail "nothing is free to begin with"
start
for i in 1 2 3 4 5; do "$postern" send Anna "games" --new >/dev/null || fail "send $i"; done
expect 0 "went back to the disk" "$postern" compact
came Anna 5
stop
expect 0 "went back to the disk" "$postern" compact # the daemon may have been reading at the end
[ "$(size)" -lt $((small + 1000000)) ] || fail "the file still has $(size) bytes"
expect 0 "as they should be" "$postern" check

# cut short: whole, and the next one goes on
free_some
timeout -s KILL 0.05 "$postern" compact >/dev/null 2>&1
expect 0 "as they should be" "$postern" check
expect 0 '"given": ' "$postern" compact --json
[ "$(size)" -lt $((small + 1000000)) ] || fail "not finished: $(size) bytes"

# a ledger that was made without provision for it: once, and not beside a daemon
sql "PRAGMA auto_vacuum = NONE" "VACUUM"
free_some
start
expect 75 "stop posternd" "$postern" compact
stop
expect 0 "went back to the disk" "$postern" compact
[ "$(size)" -lt $((small + 1000000)) ] || fail "not written anew: $(size) bytes"
expect 0 "as they should be" "$postern" check
finish
