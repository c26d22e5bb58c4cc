# SPDX-License-Identifier: MIT
# The daemon under the system calls that our unit leaves it: it works, its reader of letters too, and the kernel tells
# whether the clock is synchronised, which a machine that was off for days needs; setting it is refused.
. "$top_srcdir/tests/cli/lib.sh" || exit 1
. "$top_srcdir/tests/need.sh" || exit 1
need python3 python3
need systemd-analyze systemd
unit=$top_srcdir/contrib/systemd/posternd.service.in
[ "$(uname -m)" = x86_64 ] || { echo "calls are numbered for x86_64 alone here"; finish; }
jail() { python3 "$top_srcdir/tests/daemon/unit_jail.py" "$unit" "$@"; }

expect 0 "clock told; set no" jail clock
sed '/^SystemCallFilter=clock_adjtime/d' "$unit" >"$scratch/unit"
expect 0 "clock refused; set no" python3 "$top_srcdir/tests/daemon/unit_jail.py" "$scratch/unit" clock

make_server
expect 0 "game 1" "$postern" game new welcome_back --seat Anna --seat Bob
expect 0 "" jail "$posternd" --server "$POSTERN_SERVER" --once
expect 0 "Welcome, Bob" "$postern" mailbox Bob last
for name in Anna Bob; do expect 0 "sent" "$postern" send $name "luck of $name"; done
expect 0 "" jail "$posternd" --server "$POSTERN_SERVER" --once
expect 0 "answered" "$postern" letter list
finish
