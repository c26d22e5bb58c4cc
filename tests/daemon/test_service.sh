# SPDX-License-Identifier: MIT
# The daemon as a service: what a monitor reads of it, what --check-config finds, passwords from a
# file, a credential or a command, and that no line of its log holds a secret.
. "$top_srcdir/tests/cli/lib.sh" || exit 1

make_server
conf=$POSTERN_SERVER/postern.conf
sed -i 's/^\[server\]$/[server]\nhealth = health.prom/' "$conf"
expect 0 "passwords are usable" "$posternd" --check-config
expect 0 "is made" "$postern" game new dungeon_twister --seat Anna --seat Bob
"$posternd" --once 2>"$scratch/log" || fail "posternd --once"
health=$POSTERN_SERVER/health.prom
[ -s "$health" ] || fail "no file for monitors"
for line in 'postern_games{status="running"} 1' 'postern_games{status="over"} 0' \
    'postern_games_frozen 0' 'postern_letters_waiting 0' 'postern_disputes_open 0' 'postern_posts_queued 0' \
    'postern_deadlines_overdue 0' 'postern_addresses_stopped 0' \
    'postern_letters_total{outcome="set aside"} 0'; do
    grep -qxF "$line" "$health" || fail "no line $line in $(cat "$health")"
done
# as Prometheus reads it: a comment, or a name, labels and a number
grep -vE '^(# (HELP|TYPE) postern_[a-z_]+ .+|postern_[a-z_]+(\{[a-z]+="[a-z ]+"\})? [0-9]+)$' "$health" &&
    fail "a line that Prometheus does not read"
[ "$(stat -c %a "$health")" = 644 ] || fail "the file for monitors cannot be read by it"

# a file that cannot be written is told and stops nothing
sed -i 's,^health = .*,health = /sys/postern.prom,' "$conf"
"$posternd" --once 2>"$scratch/log" || fail "posternd stopped for want of a monitor's file"
grep -q 'level=warning event=health' "$scratch/log" || fail "nothing was said: $(cat "$scratch/log")"

# where a password comes from
login() { # login KEYS
    cat >"$conf" <<EOF
[server]
data = $top_srcdir/data
templates = $top_srcdir/templates
[mail]
address = games@postern.example
transport = imap
[imap]
host = 127.0.0.1
port = 1
user = games
$1
[smtp]
host = 127.0.0.1
port = 1
user = games
password_command = echo hush
EOF
}
login "password_file = imap.password"
expect 5 "imap.password" "$posternd" --check-config
echo "open sesame" >"$POSTERN_SERVER/imap.password"
chmod 644 "$POSTERN_SERVER/imap.password"
expect 5 "chmod 600" "$posternd" --check-config
chmod 600 "$POSTERN_SERVER/imap.password"
expect 0 "passwords are usable" "$posternd" --check-config
login "password_command = exit 3"
expect 5 "" "$posternd" --check-config
login "password_command = echo open sesame"
expect 0 "passwords are usable" "$posternd" --check-config
login "token_command = echo open sesame"
expect 0 "passwords are usable" "$posternd" --check-config
login "password_credential = imap"
expect 5 "CREDENTIALS_DIRECTORY/imap" env -u CREDENTIALS_DIRECTORY "$posternd" --check-config
mkdir "$scratch/credentials"
(umask 077; echo "open sesame" >"$scratch/credentials/imap")
expect 0 "passwords are usable" env CREDENTIALS_DIRECTORY="$scratch/credentials" "$posternd" --check-config
login "password_credential = ../imap"
expect 5 "is a name, not a path" "$posternd" --check-config
login "password_file = imap.password
password_command = echo x"
expect 5 "more than one of" "$posternd" --check-config
login ""
expect 5 "has a user but no password" "$posternd" --check-config
login "password_command = echo open sesame"
"$posternd" --once --debug 2>>"$scratch/log" && fail "nobody listens, and all went well"
grep -qE "sesame|hush" "$scratch/log" && fail "a password in the log"
grep -vE '^time=[0-9TZ:-]+ level=[a-z]+ event=[a-z-]+( [a-z_]+=("([^"\\]|\\.)*"|[^ "=]+))*$' "$scratch/log" &&
    fail "a line that is not logfmt"

finish
