#!/bin/bash
# SPDX-License-Identifier: MIT
# Run a test's driver. A test that hangs is ended with all that it started, and fails by name: after POSTERN_TEST_SECONDS
# (ten minutes) in which this machine had a processor to spare (tests/await.sh), or ten times as long in all. With
# POSTERN_SECONDS, a file, a line is added to it: the seconds of the processors, in programs and in the system, those of
# the clock on the wall, and the name. contrib/check shows the slowest.
limit=${POSTERN_TEST_SECONDS:-600}
here=${0%/*}
if [ "$1" = --limited ]; then # the test itself, as its driver starts it
    shift
    . "$here/await.sh"
    timeout -k 30 $((10 * limit)) "$@" <&0 &
    test=$!
    trap 'kill $test; wait $test; exit 143' TERM INT HUP
    (AWAIT_S=$limit await_late "$test") </dev/null >/dev/null 2>&1 &
    watch=$!
    wait "$test"
    status=$?
    kill "$watch" 2>/dev/null
    [ "$status" != 124 ] && [ "$status" != 143 ] || echo "ended: it did nothing more for $limit seconds"
    exit "$status"
fi
name='?' before='' driver=()
while [ $# -gt 0 ]; do
    [ "$before" = --test-name ] && name=$1
    before=$1
    driver+=("$1")
    shift
    [ "$before" != -- ] || break
done
driver+=(bash "$0" --limited "$@")
[ -n "${POSTERN_SECONDS:-}" ] || exec "${driver[@]}"
TIMEFORMAT="%U %S %R $name"
exec 3>&1 4>&2
took=$({ time "${driver[@]}" >&3 2>&4; } 2>&1)
status=$?
echo "$took" >>"$POSTERN_SECONDS"
exit $status
