# SPDX-License-Identifier: MIT
# Notices to real servers, `make check-notices`: a Synapse (POSTERN_SYNAPSE: the python of an environment with the Python index's
# matrix-synapse) and an ntfy (POSTERN_NTFY: its program), both on loopback; tests/cli/test_notices.sh answers as they document it.
. "$top_srcdir/tests/cli/lib.sh" || exit 1
[ -x "${POSTERN_SYNAPSE:-}" ] && [ -x "${POSTERN_NTFY:-}" ] || { echo "SKIP: name them in POSTERN_SYNAPSE and POSTERN_NTFY"; exit 77; }

make_server
trap 'kill $(cat "$scratch"/*.pid); rm -rf "$scratch"' EXIT
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 3 -subj /CN=localhost \
    -addext "subjectAltName=DNS:localhost" -keyout "$scratch/tls.key" -out "$scratch/tls.pem" 2>/dev/null
read -r matrix ntfy < <(python3 -c 'import socket
at = [socket.create_server(("127.0.0.1", 0)) for _ in range(2)]
print(*(one.getsockname()[1] for one in at))')
there() { curl -s --cacert "$scratch/tls.pem" -H 'Content-Type: application/json' "$@"; } # there OPTION… URL
api=https://localhost:$matrix/_matrix/client/v3
ask() { there -H "Authorization: Bearer $anna" "$api/$1" ${2:+-d "$2"}; }
field() { python3 -c 'import json, sys; print(json.load(sys.stdin).get(sys.argv[1], ""))' "$1"; }
answers() { there "$api/account/whoami" | grep -q M_MISSING_TOKEN; }
listens() { there "https://localhost:$ntfy/v1/health" | grep -q true; }
register() { there "$api/register" -d "{\"username\":\"$1\",\"password\":\"pw-of-$1\",\"auth\":{\"type\":\"m.login.dummy\"}}" | field access_token; }

mkdir "$scratch/synapse"
cat >"$scratch/synapse.yaml" <<YAML
server_name: localhost
listeners: [{bind_addresses: [127.0.0.1], port: $matrix, type: http, tls: true, resources: [{names: [client]}]}]
tls_certificate_path: $scratch/tls.pem
tls_private_key_path: $scratch/tls.key
database: {name: sqlite3, args: {database: $scratch/synapse/db}}
media_store_path: $scratch/synapse/media
signing_key_path: $scratch/synapse/key
macaroon_secret_key: of-this-test-alone
report_stats: false
rc_message: {per_second: 1000, burst_count: 1000}
rc_registration: {per_second: 1000, burst_count: 1000}
trusted_key_servers: []
enable_registration: true
enable_registration_without_verification: true
YAML
auth=(--auth-file "$scratch/ntfy.auth" --auth-default-access deny-all)
"$POSTERN_SYNAPSE" -m synapse.app.homeserver -c "$scratch/synapse.yaml" --generate-keys >"$scratch/synapse.log" 2>&1
"$POSTERN_SYNAPSE" -m synapse.app.homeserver -c "$scratch/synapse.yaml" >>"$scratch/synapse.log" 2>&1 &
echo $! >"$scratch/synapse.pid"
"$POSTERN_NTFY" serve --listen-http - --listen-https "127.0.0.1:$ntfy" --base-url "https://localhost:$ntfy" "${auth[@]}" \
    --key-file "$scratch/tls.key" --cert-file "$scratch/tls.pem" --cache-file "$scratch/ntfy.cache" >"$scratch/ntfy.log" 2>&1 &
echo $! >"$scratch/ntfy.pid"
await "the Matrix server" answers && await "ntfy" listens || { tail -n 5 "$scratch"/*.log; exit 1; }

anna=$(register anna)
(umask 077 && register robot >"$scratch/token")
printf '\n[notices]\non = yes\ninside = yes\nca_file = %s\nmatrix = https://localhost:%s\nmatrix_token_file = %s\n' \
    "$scratch/tls.pem" "$matrix" "$scratch/token" >>"$POSTERN_SERVER/postern.conf"
write() { expect 0 "" "$postern" send "$1" --new "$2" && round; }
told() { round && expect 0 "$2" "$postern" mailbox "$1" last; }
said() { ask "rooms/$1/messages?dir=b&limit=9"; }
code() { grep -oE 'notify [a-z2-7]{8}' | head -n 1; }
room() { ask createRoom "{\"room_version\":\"$1\",\"invite\":[${2:-}]}" | field room_id; }

for version in 11 12; do # rooms of before and since their names have no server behind a colon
    place=$(room $version '"@robot:localhost"')
    write Anna "notify matrix $place"
    write Anna "$(said "$place" | code)"
    expect 0 "is made" "$postern" game new dungeon_twister --seat Anna --seat Bob
    round
    said "$place" | grep -q 'Dungeon Twister' || fail "nothing came into a room of version $version"
done
write Bob "notify matrix $(room 12)"
told Bob "(HTTP 403)"
echo nobody >"$scratch/token"
write Anna "notify matrix $(room 12 '"@robot:localhost"')"
expect 0 "refuses [notices] matrix_token_file" "$postern" status

NTFY_PASSWORD=of-this-test "$POSTERN_NTFY" user "${auth[@]}" add bob >>"$scratch/ntfy.log" 2>&1
"$POSTERN_NTFY" access "${auth[@]}" bob games rw >>"$scratch/ntfy.log" 2>&1
token=$("$POSTERN_NTFY" token "${auth[@]}" add bob 2>&1 | grep -oE 'tk_[a-z0-9]+' | head -n 1)
heard() { there -H "Authorization: Bearer $token" "https://localhost:$ntfy/games/json?poll=1"; }
write Bob "notify ntfy https://localhost:$ntfy/games $token"
write Bob "$(heard | code)"
expect 0 "is made" "$postern" game new dungeon_twister --seat Anna --seat Bob
round
heard | grep -q 'Dungeon Twister' || fail "nothing came to the topic: $(heard)"
write Bob "notify ntfy https://localhost:$ntfy/games"
told Bob "(HTTP 403)"
finish
