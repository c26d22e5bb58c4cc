#!/bin/bash
# SPDX-License-Identifier: MIT
# doc/mail.md: every row of the mail's conventions is there, with steps and tests that there are.
set -eu
page=$top_srcdir/doc/mail.md
steps=$top_srcdir/src/inbound/inbound_steps.c
wrong=0

complain() {
    echo "doc/mail.md: $*"
    wrong=1
}

for row in I{1..16} O{1..13}; do
    line=$(grep "^| $row |" "$page") || { complain "row $row is missing"; continue; }
    shown=${line%| }
    shown=${shown%|*}
    grep -q '`tests/' <<<"$shown" || complain "row $row names no test"
done

while read -r step; do
    grep -qF "{\"$step\", step_" "$steps" || complain "there is no step $step"
done < <(grep -o 'step `[a-z?]*`' "$page" | cut -d '`' -f 2 | sort -u)

while IFS= read -r test; do
    file=${test%%:*}
    [ -f "$top_srcdir/$file" ] || { complain "there is no $file"; continue; }
    [ "$test" = "$file" ] && continue
    name=${test#*: }
    grep -Eq "^[A-Z_]+\($name[),]" "$top_srcdir/$file" || complain "$file has no test $name"
done < <(grep -o '`tests/[^`]*`' "$page" | tr -d '`' | sort -u)

while IFS= read -r file; do
    [ -e "$top_srcdir/$file" ] || complain "there is no $file"
done < <(grep -o '`\(src\|templates\)[^` ]*`' "$page" | tr -d '`' | grep -v '\[' | sort -u)
exit $wrong
