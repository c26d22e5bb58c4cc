#!/bin/bash
# SPDX-License-Identifier: MIT
# Without the fonts for pictures: said at start, once; letters go out with their text boards.
. "$top_srcdir/tests/cli/lib.sh" || exit 1
make_server
expect 0 "game 1" "$postern" game new dungeon_twister --seat Anna --seat Bob
expect 0 "" "$postern" player set Anna format svg
echo '<fontconfig><dir>/nowhere</dir></fontconfig>' >"$scratch/fonts.conf"
box=$POSTERN_SERVER/mail/anna@one.example/new
position=$top_srcdir/tests/draw/golden/dungeon_twister.position

FONTCONFIG_FILE=$scratch/fonts.conf "$posternd" --once 2>"$scratch/log" || fail "posternd --once"
[ "$(grep -c 'level=warning.*fonts-dejavu-core' "$scratch/log")" = 1 ] ||
    fail "the missing fonts are not named once: $(cat "$scratch/log")"
expect 0 "face down" "$postern" mailbox Anna last
cat "$box"/* >"$scratch/letter"
grep -qi 'image/png' "$scratch/letter" && fail "a picture without its fonts"
grep -qi 'text/html' "$scratch/letter" || fail "no HTML part"
grep -qi 'image/svg+xml' "$scratch/letter" || fail "no SVG: that needs no fonts here"
FONTCONFIG_FILE=$scratch/fonts.conf
export FONTCONFIG_FILE
expect 5 "fonts-dejavu-core" "$postern" draw "$position" --format png
expect 0 "" "$postern" draw "$position" --format text
expect 0 "<svg" "$postern" draw "$position" --format svg
expect 1 "fonts-dejavu-core" "$postern" doctor
unset FONTCONFIG_FILE

"$postern" send Anna help >/dev/null
"$posternd" --once 2>"$scratch/log" || fail "posternd --once"
grep -q fonts "$scratch/log" && fail "fonts that are there are missed"
cat "$box"/* | grep -qi 'image/png' || fail "no picture though the fonts are there"
finish
