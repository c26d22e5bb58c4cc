#!/bin/bash
# SPDX-License-Identifier: MIT
# The public site in a real browser: pages load from files without a word on the console, the
# board is shown, and nothing is fetched from elsewhere. With
# POSTERN_AXE=axe.min.js (`make check-access` fetches it) the pages are searched for what keeps
# people out, too.
. "$top_srcdir/tests/cli/lib.sh" || exit 1
. "$top_srcdir/tests/need.sh" || exit 1
need chromium chromium

# a game with some orders, by a player with a name that means harm
expect 0 "A new server" "$postern" init "$POSTERN_SERVER"
as_set_up "$POSTERN_SERVER"
expect 0 "player 1" "$postern" player add Anna anna@one.example
expect 0 "player 2" "$postern" player add '<img src=x onerror=console.log(1)>' bob@two.example
expect 0 "game 1" "$postern" game new dungeon_twister --seat 1 --seat 2 --press open
"$posternd" --once 2>"$scratch/log" || fail "posternd --once"
"$postern" send Anna "luck apples" "say A word to you, before we begin" >/dev/null
"$postern" send 2 "luck pears" >/dev/null
"$posternd" --once 2>>"$scratch/log" || fail "posternd --once"
for order in 1 2 3 4 5 6; do # whoever is asked: who begins is drawn
    seat=1
    [ -n "$("$postern" game legal 1 --seat 1)" ] || seat=2
    "$postern" game legal 1 --seat $seat | sed -n 1p >"$scratch/orders"
    expect 0 "done" "$postern" submit 1 --seat $seat "$scratch/orders"
done
expect 0 "1 game" "$postern" site "$scratch/site"

bash "$top_srcdir/tests/e2e/e2e.sh" site_browser "$scratch/site" || fail "the pages in a browser, see above"
grep -rlE '(src|href)="?(https?:)?//' "$scratch/site" --include='*.html' && fail "a page loads from elsewhere"
finish
