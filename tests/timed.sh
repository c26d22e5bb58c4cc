#!/bin/bash
# SPDX-License-Identifier: MIT
# Run a test's driver; with POSTERN_SECONDS, a file, add a line to it: the seconds of the processors, in
# programs and in the system, those of the clock on the wall, and the name. contrib/check shows the slowest.
[ -n "${POSTERN_SECONDS:-}" ] || exec "$@"
name='?' before=
for word; do
    [ "$before" = --test-name ] && name=$word
    before=$word
done
TIMEFORMAT="%U %S %R $name"
exec 3>&1 4>&2
took=$({ time "$@" >&3 2>&4; } 2>&1)
status=$?
echo "$took" >>"$POSTERN_SECONDS"
exit $status
