#!/bin/bash
# SPDX-License-Identifier: MIT
# Run a test's driver; with POSTERN_SECONDS, a file, add a line to it: the seconds of the processors and
# those of the clock on the wall, and the name. contrib/check shows the slowest of them.
[ -n "${POSTERN_SECONDS:-}" ] || exec "$@"
name='?' before=
for word; do
    [ "$before" = --test-name ] && name=$word
    before=$word
done
TIMEFORMAT="%U %S %R $name"
{ time "$@" 2>&3; } 3>&2 2>"$POSTERN_SECONDS.$$"
status=$?
awk '{printf "%.1f %.1f %s\n", $1 + $2, $3, $4}' "$POSTERN_SECONDS.$$" >>"$POSTERN_SECONDS"
rm -f "$POSTERN_SECONDS.$$"
exit $status
