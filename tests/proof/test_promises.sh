#!/bin/bash
# SPDX-License-Identifier: MIT
# Every test and case that the pages of promises and attacks name is there.
set -u
failures=0
cd "$top_srcdir" || exit 1
for page in doc/promises.md doc/attacks.md; do
    for file in $(grep -oh 'tests/[a-z_/]*\.[a-z]*' $page | sort -u); do
        [ -e "$file" ] || { echo "$page names $file, which is not there"; failures=1; }
    done
    for name in $(grep -oh '`[a-z0-9]*_[a-z0-9_]*`' $page | tr -d '`' | sort -u); do
        grep -rqw --include='*.c' --include='*.lies' --include='*.sh' --include='*.py' "$name" tests ||
            { echo "$page names $name, which no test has"; failures=1; }
    done
done
[ $failures -eq 0 ]
