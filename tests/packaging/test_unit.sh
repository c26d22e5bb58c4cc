# SPDX-License-Identifier: MIT
# The service's unit is well formed and shuts out what the daemon does not need.
set -u
. "$top_srcdir/tests/need.sh" || exit 1
need systemd-analyze systemd
unit=$top_builddir/contrib/systemd/posternd.service
failures=0

fail() {
    echo "FAIL: $*"
    failures=$((failures + 1))
}

[ -s "$unit" ] || { echo "FAIL: no unit was made"; exit 1; }
grep -q '@' "$unit" && grep -n '@[a-z]*dir@' "$unit" && fail "a name was not filled in"
grep -q '^ExecStart=/.*/posternd --foreground --server /.*/postern/postern.conf$' "$unit" ||
    fail "ExecStart is not the installed daemon with the system's configuration"

# The threshold is in tenths: 1.5 of 10.
grep -q '^Type=notify$' "$unit" || fail "the manager is not told when the daemon is ready"
grep -q '^ExecReload=/.*/posternd --reload --server /' "$unit" || fail "a reload that cannot be done succeeds"
for service in bot failed backup site; do
    one=$top_builddir/contrib/systemd/postern-$service.service
    grep -q "^ConditionPathExists=/" "$one" || fail "$one fails before the server is set up"
done
for timer in backup site; do
    systemd-analyze calendar "$(sed -n 's/^OnCalendar=//p' \
        "$top_srcdir/contrib/systemd/postern-$timer.timer")" >/dev/null || fail "postern-$timer.timer"
done
for one in "$unit" "$top_builddir"/contrib/systemd/postern-*.service; do
    for limit in MemoryHigh MemoryMax TasksMax; do
        grep -q "^$limit=[0-9]" "$one" || fail "$one has no $limit"
    done
    said=$(systemd-analyze security --offline=true --threshold=15 --no-pager "$one" 2>&1) ||
        fail "the unit is less shut than it was: $said"
    echo "$said" | tail -n 1
done

[ $failures -eq 0 ] && echo "all as expected"
exit $((failures > 0))
