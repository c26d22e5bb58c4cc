#!/bin/bash
# SPDX-License-Identifier: MIT
# Run a command as if it were another day: tests/under_date.sh LIBRARY DATE ZONE COMMAND...
#
# LIBRARY is tests/under_date.so, DATE is as `date -d` reads it. Each command begins then, and its clock
# goes on from there; what waits still waits real seconds, and the files' times are of that day, too.
# `make check-date DATE='2038-01-20 12:00 UTC'` runs the tests so.
set -eu
[ $# -ge 4 ] || { sed -n '3,7s/^# \{0,1\}//p' "$0" >&2; exit 2; }
faketime=$(faketime -f +1d printenv LD_PRELOAD) || { echo "needs the package faketime" >&2; exit 2; }
offset=$(($(date -d "$2" +%s) - $(date +%s)))
[ "$offset" -lt 0 ] || offset=+$offset
zone=$3 files=$1
shift 3
exec env TZ="$zone" FAKETIME="$offset" FAKE_UTIME=1 \
    LD_PRELOAD="$files:$faketime" "$@"
