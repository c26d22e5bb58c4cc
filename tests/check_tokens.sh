#!/bin/bash
# SPDX-License-Identifier: MIT
# Letters, table and site use the values of doc/design-tokens.md, and no others: letters of its colours, table and site of those,
# the board's, and its sizes and corners.
set -eu
cd "$top_srcdir"
bad=0
while IFS='|' read -r _ name day night _; do
    name=$(tr -d ' `' <<<"$name") day=$(tr -d ' `' <<<"$day") night=$(tr -d ' `' <<<"$night")
    for style in src/table/page/table.css templates/site-style.css.mustache; do
        for value in $(grep -oE -- "--$name: #[0-9a-f]+" "$style" | sed 's/.*: //' | sort -u); do
            [ "$value" = "$day" ] || [ "$value" = "$night" ] || { echo "$style: --$name is $value"; bad=1; }
        done
    done
done < <(grep '^| `' doc/design-tokens.md)
known=$(grep -oE '#[0-9a-f]{6}' doc/design-tokens.md | sort -u)
for file in templates/letter.html.mustache templates/game.html.mustache templates/section.html.mustache; do
    for value in $(grep -oE '#[0-9a-f]{6}' "$file" | sort -u); do
        [ "$value" = '#ffffff' ] || grep -qx "$value" <<<"$known" || { echo "$file: $value is no token"; bad=1; }
    done
done
board=$(grep -ohE '#[0-9a-f]{6}' src/draw/palette.[ch] | sort -u)
for file in src/table/page/table.css templates/site-*.mustache; do
    for value in $(grep -oE '#[0-9a-f]{6}\b' "$file" | sort -u); do
        grep -qx "$value" <<<"$known"$'\n'"$board" || { echo "$file: $value is no token"; bad=1; }
    done
    wrong=$(grep -noE 'font-size: [^;}]*' "$file" | grep -vE ': ((\.8|\.9|1|1\.15|1\.3|1\.9)rem|(112\.5|125|150)%)$' || true)
    wrong+=$(grep -noE 'border-radius: [^;}]*' "$file" | grep -vE ': (\.5rem|\.35rem|var\(--round\)|[0-9]+%)$' || true)
    [ -z "$wrong" ] || { echo "$file: $wrong"; bad=1; }
done
[ "$(wc -w <<<"$known")" -gt 15 ]
exit $bad
