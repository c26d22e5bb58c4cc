# SPDX-License-Identifier: MIT
# Notices beside letters: a webhook over HTTPS with its signature, ntfy and Matrix by their documented answers, what is refused,
# what is tried again, what is dropped, and that none goes inside or comes unasked for.
. "$top_srcdir/tests/cli/lib.sh" || exit 1

make_server
heard=$scratch/heard
: >"$heard"
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 3 -subj /CN=localhost \
    -addext "subjectAltName=DNS:localhost,IP:127.0.0.1" -keyout "$scratch/tls.key" -out "$scratch/tls.pem" 2>/dev/null
python3 "$top_srcdir/tests/cli/notices_server.py" "$scratch/tls" "$heard" >"$scratch/port" &
server=$!
trap 'kill $server; rm -rf "$scratch"' EXIT
await "its port" test -s "$scratch/port"
there=https://localhost:$(cat "$scratch/port")
write() { # write WHO LINE
    expect 0 "" "$postern" send "$1" --new "$2"
    round
}
last() { "$postern" mailbox "$1" | grep -oE '^ *[0-9]+' | tail -n 1; }
told() { # told WHO WORDS: in one of his last letters
    local last
    round
    last=$(last "$1")
    for n in $(seq $((last > 3 ? last - 3 : 1)) "$last"); do
        "$postern" mailbox "$1" "$n"
    done | tr '\n' ' ' | tr -s ' ' | grep -qF -- "$2" ||
        fail "$1 was not told '$2': $("$postern" mailbox "$1" last | head -n 12)"
}
said() { # said JQ-LIKE: a Python expression over r, the newest request, and all
    python3 - "$heard" "$1" <<'PY' || fail "not so: $1; $(tail -n 1 "$heard")"
import hashlib, hmac, json, sys
all = [json.loads(line) for line in open(sys.argv[1], encoding="utf-8")]
r = all[-1] if all else None
body = json.loads(r["body"]) if r and r["body"].startswith("{") else {}
sys.exit(not eval(sys.argv[2]))
PY
}
code() { python3 -c 'import json,re,sys
print(re.findall(r"[Cc]ode: ([a-z2-7]{8})", [json.loads(l) for l in open(sys.argv[1])][-1]["body"])[0])' "$heard"; }
count() { wc -l <"$heard"; }

# switched off as a server comes
write Anna "notify webhook $there/hook"
told Anna "sends no notices besides letters"
[ "$(count)" -eq 0 ] || fail "a request though notices are off"
printf '\n[notices]\non = yes\nca_file = %s\n' "$scratch/tls.pem" >>"$POSTERN_SERVER/postern.conf"

# nothing goes inside the host's own networks, whatever name leads there
write Anna "notify webhook $there/hook"
told Anna "it lies within this server's own networks"
write Anna "notify webhook https://127.0.0.1:$(cat "$scratch/port")/hook"
write Anna "notify webhook https://[::ffff:127.0.0.1]:$(cat "$scratch/port")/hook"
[ "$(count)" -eq 0 ] || fail "a request to this host"
for bad in "http://localhost/hook" "https://user@localhost/" "ftp://x.example/" "https://"; do
    write Anna "notify webhook $bad"
done
told Anna "The address begins with https://"
sed -i '/^on = yes/a inside = yes' "$POSTERN_SERVER/postern.conf"

# a code first, signed; nothing else before it is repeated
write Anna "notify webhook $there/Hook"
said 'r["method"] == "POST" and r["path"] == "/Hook" and body["kind"] == "code" and body["postern"] == 1'
expect 0 "game 1" "$postern" game new dungeon_twister --seat Anna --seat Bob
round
said 'len(all) == 1'
write Anna "notify aaaaaaaa"
told Anna "That is not the code"
write Anna "notify $(code)"
told Anna "From now on the subjects of your letters go to"
said 'len(all) == 1'
expect 0 "game 2" "$postern" game new dungeon_twister --seat Anna --seat Bob
round
said 'len(all) == 2 and body["game"] == 2 and body["kind"] == "invitation" and "your luck, 7 days – Dungeon Twister 2: " in body["text"]'
key=$(for n in $(seq 1 "$(last Anna)"); do "$postern" mailbox Anna "$n"; done | tr -d '\n ' |
    grep -oE 'tellnobody:[a-z2-7]{52}' | tail -n 1 | cut -d: -f2)
[ -n "$key" ] || fail "no key was told"
said "(lambda h: hmac.compare_digest(h['v1'], hmac.new(b'$key', (h['t'] + '.' + r['body']).encode(), hashlib.sha256).hexdigest()))(
    dict(part.split('=') for part in r['headers']['postern-signature'].split(',')))"

# tried again later, with the same number; dropped where it is refused, or has moved
now=$(count)
write Bob "notify ntfy $there/later"
[ "$(count)" -eq $((now + 1)) ] || fail "not tried once"
expect 0 "1 notice did not arrive yet (HTTP 503)" "$postern" status
expect 0 '"knocking": 1' "$postern" status --json
write Bob "notify ntfy $there/gone"
told Bob "do not arrive (HTTP 410), so they are stopped"
expect 0 "1 player's notices were stopped" "$postern" status
"$postern" doctor | grep -q 'notices: stopped.*Bob (HTTP 410)' || fail "the doctor does not tell whose notices were stopped"
write Bob "notify ntfy $there/moved"
told Bob "do not arrive (HTTP 302), so they are stopped"
said 'r["path"] == "/moved"'

# ntfy: the subject is the body, a token goes along (as ntfy documents it)
write Bob "notify ntfy $there/token tk_abc"
said 'r["path"] == "/token" and r["headers"]["authorization"] == "Bearer tk_abc" and "code" in r["body"]'
write Bob "notify $(code)"
expect 0 "game 3" "$postern" game new dungeon_twister --seat Anna --seat Bob
round
said 'any(a["path"] == "/token" and "Dungeon Twister" in a["body"] for a in all[-2:])'

# Matrix: into the room first, then the words (as its specification has it)
write Bob 'notify matrix !room:matrix.example'
told Bob "where this server has a Matrix account"
(umask 077 && echo syt_secret >"$scratch/token")
printf 'matrix = %s\nmatrix_token_file = %s\n' "$there" "$scratch/token" >>"$POSTERN_SERVER/postern.conf"
write Bob 'notify matrix !room:matrix.example'
said 'all[-2]["method"] == "POST" and all[-2]["path"] == "/_matrix/client/v3/join/%21room%3Amatrix.example"'
said 'r["method"] == "PUT" and r["path"].startswith("/_matrix/client/v3/rooms/%21room%3Amatrix.example/send/m.room.message/postern-")'
said 'body["msgtype"] == "m.text" and r["headers"]["authorization"] == "Bearer syt_secret"'

# the server's own account is refused: nobody loses his notices by it, and the administrator sees why
sed -i "s#^matrix = .*#matrix = $there/refused#" "$POSTERN_SERVER/postern.conf"
write Bob 'notify matrix !aRoomOfToday'
expect 0 "refuses [notices] matrix_token_file" "$postern" status
sed -i "s#^matrix = .*#matrix = $there#" "$POSTERN_SERVER/postern.conf"
write Bob "notify off"

# who is forgotten has none that wait
expect 0 "player 3" "$postern" player add Cleo cleo@three.example
write Cleo "notify ntfy $there/later"
expect 0 '"knocking": 1' "$postern" status --json
expect 0 "" "$postern" player forget Cleo --yes
expect 0 '"knocking": 0' "$postern" status --json

# so many within the hour, and none when he wants none
sed -i '/^on = yes/a hourly = 8' "$POSTERN_SERVER/postern.conf"
for n in 4 5 6 7 8 9 10 11; do
    expect 0 "game $n" "$postern" game new dungeon_twister --seat Anna --seat Bob
done
round
[ "$(grep -c '"path": "/Hook"' "$heard")" -le 8 ] || fail "more than so many within the hour"
now=$(count)
write Anna "notify off"
told Anna "go nowhere but into your letters"
expect 0 "" "$postern" game new dungeon_twister --seat Anna --seat Bob
round
[ "$(count)" -eq "$now" ] || fail "a notice that nobody wants"
! grep -qE 'Bearer|tk_abc|localhost' "$scratch/log" || fail "the log names an address or a token"
finish
