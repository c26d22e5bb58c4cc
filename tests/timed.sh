#!/bin/bash
# SPDX-License-Identifier: MIT
# Run a test's driver. A test that hangs is ended after POSTERN_TEST_SECONDS (20 minutes) with all that it
# started, and fails by name. With POSTERN_SECONDS, a file, a line is added to it: the seconds of the
# processors, in programs and in the system, those of the clock on the wall, and the name. contrib/check shows
# the slowest.
name='?' before='' driver=()
while [ $# -gt 0 ]; do
    [ "$before" = --test-name ] && name=$1
    before=$1
    driver+=("$1")
    shift
    [ "$before" != -- ] || break
done
driver+=(timeout -k 30 "${POSTERN_TEST_SECONDS:-1200}" "$@")
[ -n "${POSTERN_SECONDS:-}" ] || exec "${driver[@]}"
TIMEFORMAT="%U %S %R $name"
exec 3>&1 4>&2
took=$({ time "${driver[@]}" >&3 2>&4; } 2>&1)
status=$?
echo "$took" >>"$POSTERN_SECONDS"
exit $status
