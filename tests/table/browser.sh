#!/bin/bash
# SPDX-License-Identifier: MIT
# The table's page in a headless Chromium; page.py says what. With records that verify and one that
# does not.
set -eu
. "$top_srcdir/tests/need.sh"
need chromium chromium
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cp "$top_srcdir"/tests/proof/corpus/0.1/welcome_back-1.record \
    "$top_srcdir"/tests/proof/corpus/0.1/dungeon_twister-both.record "$dir"
sed '0,/ order /{/ order /s/ order / ordre /}' "$dir/welcome_back-1.record" >"$dir/changed.record"
! cmp -s "$dir/welcome_back-1.record" "$dir/changed.record"
head -c 3000 "$dir/welcome_back-1.record" >"$dir/cut.record"
PYTHONPATH=$top_srcdir/tests/e2e python3 -B "$top_srcdir/tests/table/page.py" "$dir"
