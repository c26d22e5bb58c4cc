#!/bin/bash
# SPDX-License-Identifier: MIT
# Each word "postern-…" or "end-…" by which a program knows what another of ours wrote stands in the table of those that
# no player can write (src/letter/escape.c); names of programs and of files on our own disk are none.
set -eu
cd "$top_srcdir"
named='postern-(reader|proof|games|pen|keys|site)'
found=$(grep -rhoE '"(\.?postern|end)-[a-z-]+' src --include=*.c --include=*.h | tr -d '"' | grep -vE "^$named\$" | sort -u)
[ "$(wc -w <<<"$found")" -gt 10 ]
bad=0
for word in $found; do
    grep -q "\"$word\"" src/letter/escape.c || { echo "$word is not among escape_markers"; bad=1; }
done
exit $bad
