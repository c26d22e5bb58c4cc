#!/bin/bash
# SPDX-License-Identifier: MIT
# The public site in a real browser: pages load from files without a word on the console, the
# replay steps by hash, key, button, slider and list, and nothing is fetched from elsewhere. With
# POSTERN_AXE=axe.min.js (`make check-access` fetches it) the pages are searched for what keeps
# people out, too.
. "$top_srcdir/tests/cli/lib.sh" || exit 1
. "$top_srcdir/tests/need.sh" || exit 1
need chromium chromium

# browse PAGE [OPTION…]: its DOM after the scripts ran; what the console says goes to $scratch/console.
browse() {
    address=file://$1
    shift
    timeout -k 5 60 chromium --headless --no-sandbox --disable-gpu --disable-quic --no-first-run \
        --disable-background-networking --disable-component-update --disable-sync \
        --user-data-dir="$scratch/browser" --enable-logging=stderr --virtual-time-budget=5000 \
        "$@" --dump-dom "$address" 2>"$scratch/stderr"
    grep 'CONSOLE' "$scratch/stderr" >>"$scratch/console"
}
shown() { sed -n 's/.*<img id="board" src="\([^"]*\)".*/\1/p'; }

# a game with some orders, by a player with a name that means harm
expect 0 "A new server" "$postern" init "$POSTERN_SERVER"
expect 0 "player 1" "$postern" player add Anna anna@one.example
expect 0 "player 2" "$postern" player add '<img src=x onerror=console.log(1)>' bob@two.example
expect 0 "game 1" "$postern" game new dungeon_twister --seat 1 --seat 2
"$posternd" --once 2>"$scratch/log" || fail "posternd --once"
"$postern" send Anna "luck apples" >/dev/null
"$postern" send 2 "luck pears" >/dev/null
"$posternd" --once 2>>"$scratch/log" || fail "posternd --once"
for order in 1 2 3 4 5 6; do # whoever is asked: who begins is drawn
    seat=1
    [ -n "$("$postern" game legal 1 --seat 1)" ] || seat=2
    "$postern" game legal 1 --seat $seat | sed -n 1p >"$scratch/orders"
    expect 0 "done" "$postern" submit 1 --seat $seat "$scratch/orders"
done
expect 0 "1 game" "$postern" site "$scratch/site"
page=$scratch/site/game-1/index.html
last=$(sed -n 's/.*id="slider".* max="\([0-9]*\)".*/\1/p' "$page")
[ "${last:-0}" -ge 6 ] || fail "the replay has ${last:-no} steps"

# the console is heard, so that its silence says something
: >"$scratch/console"
echo '<!DOCTYPE html><title>x</title><script>nothing.at.all()</script>' >"$scratch/loud.html"
browse "$scratch/loud.html" >/dev/null
grep -q 'nothing is not defined' "$scratch/console" || fail "the browser's console is not heard"

# pages load
: >"$scratch/console"
browse "$scratch/site/index.html" >"$scratch/dom"
grep -q 'href="game-1/index.html"' "$scratch/dom" || fail "the index does not name the game"
browse "$page" >"$scratch/dom"
[ "$(shown <"$scratch/dom")" = "$(printf %04d.svg "$last")" ] || fail "the newest board is not shown"
grep -q '<img src="x"' "$scratch/dom" && fail "a name became an element"
browse "$page#step=2" >"$scratch/dom"
[ "$(shown <"$scratch/dom")" = 0002.svg ] || fail "a link to a step does not show it"

# the replay steps: a copy of the page plays a reader and notes each board
cat >"$scratch/reader.js" <<'JS'
addEventListener("load", () => {
  const by = (id) => document.getElementById(id), seen = [];
  const note = () => seen.push(by("board").getAttribute("src") + " " + by("say").textContent.length);
  const key = (name) => dispatchEvent(new KeyboardEvent("keydown", { key: name }));
  key("Home"); note();
  key("ArrowRight"); note();
  by("next").click(); note();
  by("prev").click(); note();
  by("slider").value = 3; by("slider").dispatchEvent(new Event("input")); note();
  by("s4").click(); note();
  by("first").click(); note();
  key("ArrowLeft"); note();
  key("End"); note();
  by("board").decode().then(() => "drawn", () => "broken").then((state) => {
    const out = document.createElement("p");
    out.id = "seen";
    out.textContent = seen.map((s) => s.replace(/ 0$/, " silent").replace(/ [0-9]+$/, "")).join(" ") + " " + state;
    document.body.append(out);
  });
});
JS
{ sed '/^<\/body>/,$d' "$page"; echo "<script>"; cat "$scratch/reader.js"; echo "</script></body></html>"; } \
    >"$scratch/site/game-1/reader.html"
browse "$scratch/site/game-1/reader.html" >"$scratch/dom"
rm "$scratch/site/game-1/reader.html"
want="0000.svg 0001.svg 0002.svg 0001.svg 0003.svg 0004.svg 0000.svg 0000.svg $(printf %04d.svg "$last") drawn"
got=$(sed -n 's/.*<p id="seen">\(.*\)<\/p>.*/\1/p' "$scratch/dom")
[ "$got" = "$want" ] || fail "the replay showed '$got', not '$want'"

# what axe finds on a page, in the colours of day (1) and night (0)
accessible() {
    { sed '/^<\/body>/,$d' "$1"; echo '<script>'; cat "$POSTERN_AXE"
        echo '</script><script>addEventListener("load", () => axe.run().then((found) => {'
        echo 'const p = document.createElement("p"); p.id = "axe"; p.textContent = found.violations'
        echo '.map((v) => v.id + " at " + v.nodes[0].target).join(", ") + " of " + found.passes.length;'
        echo 'document.body.append(p); }));</script></body></html>'
    } >"${1%/*}/axe.html"
    for colours in 1 0; do
        browse "${1%/*}/axe.html" --blink-settings=preferredColorScheme=$colours >"$scratch/dom"
        found=$(sed -n 's/.*<p id="axe">\(.*\)<\/p>.*/\1/p' "$scratch/dom")
        case $found in
        " of "[1-9]*) echo "axe:$found rules hold" ;;
        *) fail "axe on ${1##*/site/}: ${found:-no answer}" ;;
        esac
    done
    rm "${1%/*}/axe.html"
}
if [ -n "${POSTERN_AXE:-}" ]; then
    accessible "$scratch/site/index.html"
    accessible "$page"
fi

[ -s "$scratch/console" ] && fail "the console says: $(cat "$scratch/console")"
grep -rlE '(src|href)="?(https?:)?//' "$scratch/site" --include='*.html' && fail "a page loads from elsewhere"
finish
