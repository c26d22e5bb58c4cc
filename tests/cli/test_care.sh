# SPDX-License-Identifier: MIT
# Backups and going back to one, checks, and what is said when a disk, a file or a backup is not as
# it should be: nothing is lost by any of it.
. "$top_srcdir/tests/cli/lib.sh" || exit 1
. "$top_srcdir/tests/need.sh" || exit 1
need sqlite3 sqlite3

make_server
expect 0 "game 1 is made" "$postern" game new dungeon_twister --seat Anna --seat Bob
round

# a copy while the server is there, and what to keep with it
expect 0 "postern.key" "$postern" backup "$scratch/one.db"
expect 4 "already" "$postern" backup "$scratch/one.db"
mkdir "$scratch/backups"
expect 0 "leave $POSTERN_SERVER/postern.mark" "$postern" backup "$scratch/backups"
[ "$(ls "$scratch/backups" | grep -c '^postern-20.*T[0-9]*\.db$')" -eq 1 ] || fail "no dated backup"
[ "$(stat -c %a "$scratch/one.db")" = 600 ] || fail "a backup that others may read"

# the game goes on, and its heads are signed
expect 0 "" "$postern" send Anna "luck apples"
expect 0 "" "$postern" send Bob "luck pears"
round
expect 0 "game 2 is made" "$postern" game new dungeon_twister --seat Anna --seat Bob
round
log=$("$postern" game log 1)
expect 0 "as they should be" "$postern" check
expect 0 '"problems": []' "$postern" check --json

unchanged() { [ "$("$postern" game log 1)" = "$log" ] || fail "the ledger changed: $*"; }
expect 2 "add --yes" "$postern" restore "$scratch/one.db" </dev/null
expect 3 "No such file" "$postern" restore "$scratch/none.db" --yes
head -c 40000 "$scratch/one.db" >"$scratch/half.db"
expect 2 "damaged" "$postern" restore "$scratch/half.db" --yes
echo "these are not pages" >"$scratch/text.db"
expect 5 "not a Postern ledger" "$postern" restore "$scratch/text.db" --yes
cp "$scratch/one.db" "$scratch/newer.db"
sqlite3 "$scratch/newer.db" "PRAGMA user_version = 999"
expect 5 "newer Postern" "$postern" restore "$scratch/newer.db" --yes
expect 0 "" "$postern" --server "$scratch/other" init "$scratch/other"
expect 0 "" "$postern" --server "$scratch/other" backup "$scratch/other.db"
expect 5 "another ledger" "$postern" restore "$scratch/other.db" --yes
exec 8>"$POSTERN_SERVER/postern.db.lock"
flock 8
expect 75 "another posternd runs" "$postern" restore "$scratch/one.db" --yes
exec 8>&-
unchanged "by a restore that was refused"
[ "$(ls "$POSTERN_SERVER" | grep -c 'restore\|replaced')" -eq 0 ] || fail "files left behind"

# going back: what was signed since is frozen, what was made since is told
expect 0 "game 1: frozen, signed up to entry" "$postern" restore "$scratch/one.db" --yes
expect 1 "was signed once" "$postern" check
expect 0 "frozen" "$postern" game list
# the number of game 2 is in letters and under signatures: the next game gets another
expect 0 "game 3 is made" "$postern" game new dungeon_twister --seat Anna --seat Bob
round
expect 0 "Dungeon Twister 3" "$postern" mailbox Anna
expect 1 "problems" "$postern" check --json
"$postern" check | grep -q 'gap\|game 2' && fail "a lost number is a problem: $("$postern" check)"
expect 5 "frozen" sh -c "echo end | '$postern' submit 1 --seat Anna"
aside=$(ls "$POSTERN_SERVER"/postern.db.replaced-*)
expect 0 '"frozen": 0' "$postern" restore "$aside" --yes --json
expect 0 "game 4 is made" "$postern" game new welcome_back --seat Anna --seat Bob
unchanged "by going there and back"
expect 0 "as they should be" "$postern" check
round

# a ledger that is noise is moved away, and the backup takes its place
expect 0 "" "$postern" backup "$scratch/two.db"
head -c 50000 /dev/urandom >"$POSTERN_SERVER/postern.db"
rm -f "$POSTERN_SERVER"/postern.db-*
expect 5 "not a Postern ledger" "$postern" game list
expect 0 "The backup is in place, with 3 games" "$postern" restore "$scratch/two.db" --yes
unchanged "by a backup in the place of noise"

# a disk that is full, one that cannot be written
(trap '' XFSZ; ulimit -f 16; expect 75 "" "$postern" backup "$scratch/full.db"; exit $failures) ||
    fail "a full disk"
[ -e "$scratch/full.db" ] && fail "half a backup has the name of a whole one"
(trap '' XFSZ; ulimit -f 16; expect 75 "" "$postern" player add Eve eve@three.example; exit $failures) ||
    fail "a full disk"
"$postern" player list | grep -q eve@ && fail "half a player was kept"
"$postern" backup /sys/postern.db >"$scratch/said" 2>&1 && fail "a backup into /sys"
grep -q "cannot make /sys/postern.db" "$scratch/said" || fail "$(cat "$scratch/said")"
unchanged "by disks"

# two administrators at once
add() { for i in 1 2 3 4 5; do "$postern" player add "$1$i" "$1$i@x.example" >/dev/null || echo "$1$i"; done; }
add left >"$scratch/left" &
add right >"$scratch/right"
wait $!
cat "$scratch/left" "$scratch/right" | grep . && fail "an administrator was refused"
[ "$("$postern" player list | grep -c x.example)" -eq 10 ] || fail "a player got lost"

# a changed entry is found
cp -r "$POSTERN_SERVER" "$scratch/changed"
sqlite3 "$scratch/changed/postern.db" "DROP TRIGGER entry_fixed;
    UPDATE entry SET text = replace(text, '2=player', '2=house') WHERE game = 1"
expect 1 "does not hash" "$postern" --server "$scratch/changed" check

expect 0 "already" "$postern" migrate
expect 0 "0 letters" "$postern" letter forget --older-than 1d --yes
expect 2 "write a number and d" "$postern" letter forget --older-than soon --yes

# a real disk, where this user may mount one: full, then read-only; nothing is lost
mkdir "$scratch/disk"
if mount -t tmpfs -o size=3m tmpfs "$scratch/disk" 2>/dev/null; then
    trap 'umount "$scratch/disk"; rm -rf "$scratch"' EXIT
    export POSTERN_SERVER=$scratch/disk/server
    make_server
    expect 0 "is made" "$postern" game new welcome_back --seat Anna --seat Bob
    round
    expect 0 "" "$postern" send Anna "luck apples"
    dd if=/dev/zero of="$scratch/disk/fill" bs=1k 2>/dev/null
    expect 75 "is full" "$postern" player add Eve eve@three.example
    expect 75 "is full" "$posternd" --once
    rm "$scratch/disk/fill"
    round
    expect 0 "answered" "$postern" letter list
    log=$("$postern" game log 1)
    mount -o remount,ro "$scratch/disk"
    expect 5 "read-only" "$postern" player add Eve eve@three.example
    expect 5 "copy the server's folder" "$postern" game list
    cp -r "$POSTERN_SERVER" "$scratch/copy"
    expect 0 "welcome_back" "$postern" --server "$scratch/copy" game list
    expect 5 "ead-only" "$posternd" --once
    mount -o remount,rw "$scratch/disk"
    unchanged "by a disk that was full and read-only"
    expect 0 "as they should be" "$postern" check
fi

finish
