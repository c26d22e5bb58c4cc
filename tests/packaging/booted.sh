#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The packages in a system of their own that is booted: what README.Debian says, as written; purged and installed again.
#
#   booted.sh RELEASE FOLDER-WITH-PACKAGES ROOT     ROOT is made by debootstrap where it is not there; needs root
set -eu
release=$1 packages=$2 root=$3
[ -d "$root" ] || debootstrap --variant=minbase --include=systemd,systemd-sysv,dbus,ca-certificates "$release" "$root" \
    "${DEBIAN_MIRROR:-http://deb.debian.org/debian}" >/dev/null
out=$(mktemp -d) || exit 1
trap 'rm -rf "$out"' EXIT
rm -rf "$root/packages"
mkdir -p "$root/packages" "$root/out"
cp "$packages"/postern_*.deb "$packages"/postern-proof_*.deb "$root/packages" # no symbols for debuggers, which hold it
cp -L /etc/resolv.conf "$root/etc/"
# The units stay off until the system is booted, as where it is installed from outside.
chroot "$root" /usr/bin/env DEBIAN_FRONTEND=noninteractive ${http_proxy:+http_proxy="$http_proxy"} sh -ec '
    PATH=/usr/sbin:/usr/bin:/sbin:/bin
    apt-get update -q
    apt-get install -q -y --reinstall --no-install-recommends /packages/*.deb' >"$root.log" 2>&1 || { tail -n 20 "$root.log"; exit 1; }

cat >"$root/trial" <<'EOT'
#!/bin/bash
set -u
failures=0
fail() { echo "FAIL: $*"; failures=$((failures + 1)); }
run() { echo "+ $*"; "$@" || fail "$* (exit $?)"; }
# A line of README.Debian, as it stands there: written REGEX [WORDS BEHIND IT]
written() {
    local line
    line=$(grep -m 1 "^    $1" /usr/share/doc/postern/README.Debian) || { fail "README.Debian has no $1"; return; }
    echo "+$line"
    bash -c "$line" || fail "$line"
}
await() { # await WHAT COMMAND...
    local what=$1; shift
    for _ in $(seq 300); do "$@" >/dev/null 2>&1 && return; sleep 0.1; done
    fail "$what"
}
keeper() { runuser -u postern -- postern "$@"; }

systemctl is-enabled --quiet posternd || fail "posternd is not enabled"
systemctl is-active --quiet posternd && fail "posternd runs before it is set up"
systemctl --failed --no-legend | grep postern && fail "a unit fails before it is set up"

written 'runuser -u postern -- postern init'
rm -rf /etc/postern/postern.conf /var/lib/postern/*
answers="Club\ngames@example.org\n\nmaildir\n\n\n"
line=$(grep -m 1 '^    .*postern setup' /usr/share/doc/postern/README.Debian)
echo "+$line"
printf "$answers" | script -qec "$line" /out/setup >/dev/null || { fail "$line"; cat /out/setup; }
[ "$(ls /etc/postern)" = postern.conf ] || fail "in /etc/postern: $(ls /etc/postern)"

written 'systemctl start posternd'
written 'runuser -u postern -- postern doctor'
export POSTERN_SERVER=/etc/postern
run keeper player add Anna anna@one.example
run keeper player add Bob bob@two.example
run keeper game new welcome_back --seat Anna --seat Bob
await "no invitation was delivered" sh -c '[ -n "$(find /var/lib/postern/mail/anna@one.example -type f)" ]'
written 'systemctl enable --now postern-backup.timer'
run systemctl start postern-backup.service postern-site.service
[ -n "$(ls /var/lib/postern/backups)" ] || fail "no backup"
[ -s /var/lib/postern-site/index.html ] || fail "no pages"

sed -i 's,^\[server\]$,&\nhealth = /run/postern/postern.prom,' /etc/postern/postern.conf
run systemctl reload posternd
mkdir -p /var/lib/prometheus/node-exporter
written 'ln -s /run/postern/postern.prom'
await "no file for monitors" grep -q ^postern_ /var/lib/prometheus/node-exporter/postern.prom
cp -a /etc/postern/postern.conf /tmp/right.conf
echo 'nonsense = 1' >>/etc/postern/postern.conf
systemctl reload posternd 2>/dev/null && fail "a reload with a mistake succeeds"
cp -a /tmp/right.conf /etc/postern/postern.conf
systemctl is-active --quiet posternd || fail "the server did not go on"
journalctl -u posternd | grep -q 'filter=yes' || fail "the reader of letters is not shut in"
echo "shut in: $(journalctl -u posternd -o cat | grep -m 1 -o 'filter=.*')"
journalctl -u posternd -p err -q -o cat | grep -q 'line=' || fail "the journal does not say in which line"
[ "$(systemctl show -P NRestarts posternd)" = 0 ] || fail "posternd was restarted"
[ -z "$(find /var/lib/postern /etc/postern ! -user postern)" ] || fail "not the service's: $(find /var/lib/postern /etc/postern ! -user postern)"

# Upgraded while it runs; gone and here again: games and keys stay.
before=$(keeper game list --json; sha256sum /var/lib/postern/postern.key)
process=$(systemctl show -P MainPID posternd)
echo '+ installed once more'
dpkg -i /packages/postern_*.deb >/dev/null || fail "dpkg -i"
await "the old program runs on" sh -c "systemctl -q is-active posternd && [ \$(systemctl show -P MainPID posternd) != $process ]"
echo '+ purged, and installed again'
dpkg --purge postern >/dev/null || fail "dpkg --purge postern"
systemctl is-active --quiet posternd && fail "posternd runs without its package"
dpkg -i /packages/postern_*.deb >/dev/null || fail "dpkg -i"
await "posternd does not run again" systemctl is-active posternd
[ "$before" = "$(keeper game list --json; sha256sum /var/lib/postern/postern.key)" ] || fail "something was lost"
run keeper check
keeper game export 1 >/tmp/record
run postern-proof verify /tmp/record
run systemctl stop posternd
[ "$(journalctl -u posternd -p 3 -q -o cat | grep -c error)" = 1 ] || fail "the journal: $(journalctl -u posternd -p 3 -q -o cat)"
echo "$failures failed"
echo $failures >/out/failures
EOT
chmod 755 "$root/trial"
cat >"$root/etc/systemd/system/trial.service" <<'EOT'
[Unit]
After=multi-user.target posternd.service
SuccessAction=poweroff-force
FailureAction=poweroff-force
[Service]
Type=oneshot
ExecStart=/trial
StandardOutput=file:/out/said
StandardError=inherit
[Install]
WantedBy=multi-user.target
EOT
chroot "$root" systemctl --quiet enable trial.service
# What it does to the root is forgotten.
timeout 300 systemd-nspawn -q -D "$root" --volatile=overlay --bind="$out:/out" --register=no --keep-unit \
    --system-call-filter="landlock_create_ruleset landlock_add_rule landlock_restrict_self" \
    -E SYSTEMD_CGROUP_ENABLE_LEGACY_FORCE=1 -b </dev/null >"$root.boot" 2>&1 || :
cat "$out/said"
[ "$(cat "$out/failures")" = 0 ]
