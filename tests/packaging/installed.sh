#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Unpack the built packages beside the system, make a server as their README says, and run the
# unit's ExecStart as an unprivileged user.   usage: installed.sh FOLDER-WITH-PACKAGES
set -eu
packages=$1
root=$(mktemp -d) || exit 1
daemon=
trap '[ -z "$daemon" ] || kill "$daemon" 2>/dev/null || :; rm -rf "$root"' EXIT
chmod 755 "$root"
for package in "$packages"/postern_*.deb "$packages"/postern-proof_*.deb; do
    dpkg-deb -x "$package" "$root"
done

# The user and the folders are described for the system's own tools.
mkdir -p "$root/etc"
systemd-sysusers --root="$root"
grep -q '^postern:' "$root/etc/passwd"
systemd-tmpfiles --root="$root" --create "$root/usr/lib/tmpfiles.d/postern.conf"
[ "$(stat -c %a "$root/var/lib/postern")" = 700 ]

export POSTERN_READER="$root/usr/libexec/postern/postern-reader"
as_user=
if [ "$(id -u)" = 0 ]; then
    chown -R 65534:65534 "$root/etc/postern" "$root/var/lib/postern"
    as_user="setpriv --reuid=65534 --regid=65534 --clear-groups"
fi
run() { $as_user "$@"; }
run "$root/usr/bin/postern" init "$root/etc/postern" --state "$root/var/lib/postern" \
    --address games@example.org --data "$root/usr/share/postern" >/dev/null
start=$(cat "$root"/{usr/,}lib/systemd/system/posternd.service 2>/dev/null | sed -n 's/^ExecStart=//p')
cd "$root/var/lib/postern"
$as_user "$root"${start%% /etc/*} "$root/etc/postern/postern.conf" 2>"$root/log" &
daemon=$!
manage() { run "$root/usr/bin/postern" --server "$root/etc/postern" "$@"; }
manage player add Anna anna@one.example >/dev/null
manage player add Bob bob@two.example >/dev/null
manage game new welcome_back --seat Anna --seat Bob >/dev/null
. "$(dirname "$0")/../await.sh"
invited() { [ -n "$(find mail -type f 2>/dev/null)" ]; }
await "an invitation" invited || { cat "$root/log"; echo "no invitation was delivered"; exit 1; }
manage doctor >/dev/null
manage game export 1 >"$root/game"
"$root/usr/bin/postern-proof" verify "$root/game" >/dev/null
# The table takes this server's letters, and seals, where the package was built with it.
manage site "$root/var/lib/postern/site" >/dev/null
[ ! -s "$root/usr/share/postern/data/table.html" ] ||
    grep -q '"server":"' "$root/var/lib/postern/site/table.html"
[ ! -s "$root/usr/share/postern/data/table.html" ] ||
    grep -q '"seal":true' "$root/var/lib/postern/site/seal.html"
kill "$daemon"
wait "$daemon"
daemon=
echo "the packages work"
