#!/bin/bash
# SPDX-License-Identifier: MIT
# The table's page in a headless Firefox; firefox.py says what. With records that verify and one that does not.
set -eu
. "$top_srcdir/tests/need.sh" || exit 1
need firefox-esr firefox-esr
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
cp "$top_srcdir"/tests/proof/corpus/genesis-2/welcome_back-1.record \
    "$top_srcdir"/tests/proof/corpus/genesis-2/dungeon_twister-boxes-2-free.record "$dir"
sed '0,/ order /{/ order /s/ order / ordre /}' "$dir/welcome_back-1.record" >"$dir/changed.record"
! cmp -s "$dir/welcome_back-1.record" "$dir/changed.record"
PYTHONPATH=$top_srcdir/tests/e2e python3 -B "$top_srcdir/tests/table/firefox.py" "$dir"
