#!/bin/bash
# SPDX-License-Identifier: MIT
# Games of every rules version verify for ever, with both verifiers. From release 1.0.0 on a record here
# is never changed or made anew, and each release adds its own.
set -u
failures=0
count=0
for record in "$top_srcdir"/tests/proof/corpus/*/*.record; do
    count=$((count + 1))
    "$top_builddir/postern-proof" verify --quiet "$record" || {
        echo "$record does not verify any more"
        failures=$((failures + 1))
    }
    if /usr/bin/python3 -c 'import nacl' 2>/dev/null; then
        /usr/bin/python3 "$top_srcdir/tests/proof/second_verifier.py" "$record" >/dev/null || {
            echo "$record does not satisfy the second verifier"
            failures=$((failures + 1))
        }
    fi
done
# letters of each form are held against what was joined from them for ever, too
for letter in "$top_srcdir"/tests/proof/corpus/letters-*/*.txt; do
    for what in footer receipt; do
        "$top_builddir/postern-proof" $what --quiet "$letter" "$(dirname "$letter")/joined" || {
            echo "$letter: its $what does not fit its record any more"
            failures=$((failures + 1))
        }
    done
done
[ $count -ge 8 ] || { echo "only $count records"; failures=$((failures + 1)); }
exit $((failures > 0))
