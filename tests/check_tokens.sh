#!/bin/bash
# SPDX-License-Identifier: MIT
# Letters, table and site use the values of doc/design-tokens.md, and letters no other colours.
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
[ "$(wc -w <<<"$known")" -gt 15 ]
exit $bad
