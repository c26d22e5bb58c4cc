# SPDX-License-Identifier: MIT
# What waits for the keeper, broken for real one thing at a time: `postern status` names it, does not
# say that nothing waits, ends with 1 and is content again when it is mended; monitors see it, too.
. "$top_srcdir/tests/cli/lib.sh" || exit 1
. "$top_srcdir/tests/need.sh" || exit 1
need_shifted_clock
need sqlite3 sqlite3

make_server
conf=$POSTERN_SERVER/postern.conf
sed -i "/^\[server\]/a health = $scratch/health" "$conf"
later=0
at() { shifted "+${later}m" "$@"; }
# letters are stamped by the file system, whose clock is the real one
stamp() { find "$POSTERN_SERVER/mail/games@postern.example" "$POSTERN_SERVER/spool" -type f -exec touch -d "@$(at date +%s)" {} + 2>/dev/null; }
round() { [ "${1:-}" = as-it-is ] || stamp || :; at "$posternd" --once 2>>"$scratch/log" || fail "posternd --once: $(tail -n 1 "$scratch/log")"; }
# wrong NAME WORDS: status ends with 1, says WORDS, and --json counts NAME
wrong() {
    expect 1 "$2" at "$postern" status
    case $said in *"Nothing waits"*) fail "$1: status says that nothing waits: $said" ;; esac
    at "$postern" status --json | grep -Eq "\"$1\": [1-9]" || fail "$1: not counted in --json"
}
content() { expect 0 "Nothing waits for you" at "$postern" status; }
# metric NAME: monitors are told of it
metric() {
    round
    grep -q "^postern_$1 [1-9]" "$scratch/health" || fail "no metric postern_$1"
}

expect 0 "is made" "$postern" game new dungeon_twister --seat Anna --seat Bob --time "setup=10m turn=10m reply=10m"
round
expect 0 "" "$postern" send Anna "luck apples"
expect 0 "" "$postern" send Bob "luck pears"
round
content

# a disk that fills up under a daemon that runs, where this user may mount one: it lives, says so, and goes on
mkdir "$scratch/disk"
if mount -t tmpfs -o size=300m tmpfs "$scratch/disk" 2>/dev/null; then
    trap '[ -z "${running:-}" ] || kill $running 2>/dev/null; umount -l "$scratch/disk"; rm -rf "$scratch"' EXIT
    cp -a "$POSTERN_SERVER" "$scratch/disk/server"
    full="$postern --server $scratch/disk/server"
    sed -i 's/^poll = .*//; /^\[mail\]/a poll = 1s' "$scratch/disk/server/postern.conf"
    POSTERN_SERVER=$scratch/disk/server "$posternd" >"$scratch/full.log" 2>&1 &
    running=$!
    free() { sed -n 's/^postern_disk_free_bytes //p' "$scratch/health"; }
    rm -f "$scratch/health"
    await "a file for monitors" test -s "$scratch/health" || fail "no file for monitors: $(tail -n 3 "$scratch/full.log")"
    [ "$(free)" -gt 200000000 ] || fail "metric of an empty disk: $(free)"
    dd if=/dev/zero of="$scratch/disk/fill" bs=1M 2>/dev/null
    said=$($full status 2>&1) && fail "a full disk: status ends with 0: $said"
    case $said in *"! the disk is full"* | *"the disk with the ledger is full"*) ;; *) fail "a full disk: $said" ;; esac
    is_full() { [ "$(free)" -lt 1000000 ]; }
    await "the metric of a full disk" is_full || fail "metric of a full disk: $(free)"
    $full send Anna "status" >/dev/null 2>&1 && fail "a letter fitted on a full disk"
    kill -0 $running || fail "posternd died of a full disk: $(tail -n 3 "$scratch/full.log")"
    rm "$scratch/disk/fill"
    expect 0 "" $full send Anna "status"
    dealt() { $full letter list 2>/dev/null | head -n 3 | grep -q "answered"; }
    await "a letter after it" dealt || fail "nothing is done after a full disk: $(tail -n 3 "$scratch/full.log")"
    expect 0 "" $full status
    kill $running && wait $running
    running=
else
    echo "no disk may be mounted here: a full one was not tried"
fi

# a letter that was set aside: dealt with once more, or left
address=$("$postern" mailbox Anna last | sed -n 's/^Reply-To: //p')
aside() {
    { results one.example
        printf 'From: Anna <anna@one.example>\nTo: %s\nMessage-ID: <%s@one.example>\n\nhelp\n' "$address" "$1"; } |
        "$postern" deliver --sender anna@one.example --recipient "$address" || fail deliver
    name=$(cd "$POSTERN_SERVER/spool/new" && ls)
    sqlite3 "$POSTERN_SERVER/postern.db" "INSERT INTO crash VALUES ('maildir:spool', '$name', 2, 0)"
    round
}
aside one
wrong aside "letters are set aside (3): postern doctor says what to do about them"
expect 1 "3: of each, nothing in it was carried out" "$postern" doctor
metric letters_aside
expect 0 "answered" "$postern" letter requeue 3
round
content
aside two
wrong aside "letters are set aside (5)"
expect 0 "set aside" "$postern" letter quarantine 5
content

# a letter that a mail system did not take, for what it says: the player never read it
expect 0 "goes out" "$postern" letter resend 1 Anna
sqlite3 "$POSTERN_SERVER/postern.db" "UPDATE delivery SET state = 'refused', ended_s = $(date +%s),
    note = '5.7.1 looks like spam' WHERE state = 'waiting'"
wrong missed "players did not get their newest letter (player 1)"
metric players_missed
expect 0 "goes out" "$postern" letter resend 1 Anna
round
content

# another server's key file: one line each, and nothing begins
mv "$POSTERN_SERVER/postern.key" "$scratch/right.key"
expect 0 "A new server" "$postern" init "$scratch/other"
cp "$scratch/other/postern.key" "$POSTERN_SERVER/postern.key"
expect 5 "this key file is another server's" "$posternd" --once
[ "$(printf '%s\n' "$said" | grep -c .)" -eq 1 ] || fail "posternd says more than a line: $said"
down() { grep -qx "postern_up 0" "$scratch/health" && ! grep -q "^postern_games" "$scratch/health" || fail "$1: no metric"; }
down "another server's key"
expect 1 "this key file is another server's" "$postern" doctor
[ "$(printf '%s\n' "$said" | grep -c '✗')" -eq 1 ] || fail "doctor says it more than once: $said"
expect 5 "this key file is another server's" "$postern" status
mv "$scratch/right.key" "$POSTERN_SERVER/postern.key"
content
metric up

# a player who lets three turns pass
for _ in $(seq 40); do
    later=$((later + 20))
    round
    at "$postern" status | grep -q "three turns" && break
done
wrong absent "seats have let three turns pass (game 1 seat"
metric seats_absent
expect 0 "" at "$postern" game cancel 1 --yes
content

# a practice opponent that nobody plays for
expect 0 "" at "$postern" bot add Robo --level easy
expect 0 "is made" at "$postern" game new welcome_back --seat Anna --seat Robo
round
expect 0 "" at "$postern" send Anna "luck apples"
round
for _ in 1 2 3 4 5 6; do
    at "$postern" deadlines | grep -q Robo && break
    expect 0 "" at "$postern" send Anna "$(at "$postern" game legal 2 --seat Anna | sed -n 1p)"
    round
done
content
later=$((later + 20))
wrong stuck "practice opponents do not answer (game 2 seat 2)"
metric opponents_stuck
for _ in 1 2 3; do
    expect 0 "letters written" at "$postern" bot run --once
    round
done
content

# clocks that stand for more than a month, whoever stopped them
expect 0 "" at "$postern" game pause 2
content
later=$((later + 31 * 1440))
at "$postern" clock confirm --yes >/dev/null 2>&1 || :
round
wrong standing "games have stood still for a month, their clocks stopped (game 2): ask its players to answer resume"
metric games_standing
expect 1 "✗ games that stand still: game 2" at "$postern" doctor
expect 0 "" at "$postern" game resume 2
for _ in 1 2 3; do
    at "$postern" bot run --once >/dev/null 2>&1
    round
done
content

# the mail host's clock is behind what its letters answer
address=$(at "$postern" mailbox Anna last | sed -n 's/^Reply-To: //p')
{ results one.example
    printf 'From: anna@one.example\nTo: %s\nMessage-ID: <behind@one.example>\n\nstatus\n' "$address"; } >"$scratch/behind"
touch -d "@$(($(at date +%s) - 900))" "$scratch/behind"
mv "$scratch/behind" "$POSTERN_SERVER/mail/games@postern.example/new/1.behind"
round as-it-is
wrong mail_behind_s "the clock of the mail host is behind"
metric mail_clock_behind_seconds

# mail servers that are away, for minutes: what was tried, in words of whoever knows
cp "$conf" "$scratch/well.conf"
sed -i 's/^transport = .*/transport = imap/' "$conf"
echo secret >"$scratch/password"
chmod 600 "$scratch/password"
cat >>"$conf" <<EOF
[imap]
host = 127.0.0.1
port = 1
tls = none
user = games
password_file = $scratch/password
[smtp]
host = 127.0.0.1
port = 1
tls = none
EOF
expect 0 "goes out" at "$postern" letter resend 2 Anna
at "$posternd" --once >>"$scratch/log" 2>&1
at "$postern" status | grep -q "inbox in   *since" || fail "a trouble of seconds is not told: $(at "$postern" status)"
at "$postern" status | grep -q "! inbox in" && fail "a trouble of seconds waits for the keeper"
later=$((later + 6))
at "$posternd" --once >>"$scratch/log" 2>&1
expect 1 "inbox in does not work, since" at "$postern" status
expect 1 "outbox out does not work, since" at "$postern" status
expect 1 "nobody answers" at "$postern" status
expect 1 "letters cannot be sent" at "$postern" status
grep -q "^postern_trouble_seconds [1-9]" "$scratch/health" || fail "no metric of a server that is away"
cp "$scratch/well.conf" "$conf"

# a damaged ledger: no wrong call, and no fault of a letter's
sqlite3 "$POSTERN_SERVER/postern.db" "PRAGMA wal_checkpoint(truncate)" >/dev/null
dd if=/dev/zero of="$POSTERN_SERVER/postern.db" bs=1024 seek=16 count=400 conv=notrunc 2>/dev/null
expect 1 "the ledger is damaged" "$postern" check
expect 5 "the ledger is damaged" "$posternd" --once
down "a damaged ledger"
expect 5 "the ledger is damaged" "$postern" status
case $said in *"Nothing waits"*) fail "damage: status says that nothing waits: $said" ;; esac
expect 1 "the ledger is damaged" "$postern" doctor
finish
