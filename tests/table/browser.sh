#!/bin/bash
# SPDX-License-Identifier: MIT
# The table's page in a headless Chromium; page.py says what. With records that verify and one that
# does not.
set -eu
. "$top_srcdir/tests/need.sh" || exit 1
need chromium chromium
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir" "$dir.seals"' EXIT
cp "$top_srcdir"/tests/proof/corpus/genesis-2/welcome_back-1.record \
    "$top_srcdir"/tests/proof/corpus/genesis-2/dungeon_twister-boxes-2-free.record "$dir"
sed '0,/ order /{/ order /s/ order / ordre /}' "$dir/welcome_back-1.record" >"$dir/changed.record"
! cmp -s "$dir/welcome_back-1.record" "$dir/changed.record"
head -c 3000 "$dir/welcome_back-1.record" >"$dir/cut.record"
# What a page loads, as a web server sends it: 400 kB at most. A build whose module no wasm-opt made small
# has a fifth more.
most=400000
case $(sed -n 's/^WASM_OPT = //p' "$top_builddir/Makefile") in */wasm-opt) ;; *) most=470000 ;; esac
for page in table learn; do
    bytes=$(gzip -9c "$top_builddir/src/table/$page.html" | wc -c)
    echo "$page.html: $bytes bytes as transferred"
    [ "$bytes" -le $most ] || { echo "more than $most"; exit 1; }
done
# A page is known again, also the copy of a server; a changed one is not.
proof=$top_builddir/postern-proof page=$top_builddir/src/table/table.html
"$proof" page "$page" >"$dir/told"
grep -q '^true: this is table.html' "$dir/told"
"$proof" --version | grep -q "^table.html SHA-256 $(sha256sum "$page" | cut -d' ' -f1)$"
sed 's|\(<script id="site" type="application/json">\){}|\1{"server":"games\xc2\x9b@table\xe2\x80\xae.example"}|' "$page" >"$dir/served.html"
! cmp -s "$page" "$dir/served.html"
"$proof" page "$dir/served.html" | grep -q '^it is told: {"server":"games@table.example"}$'
# One that is on the web may fetch what lies beside it, and nothing else.
grep -q "connect-src 'none'" "$page"
sed "s/connect-src 'none'/connect-src 'self'/" "$dir/served.html" >"$dir/web.html"
"$proof" page "$dir/web.html" | grep -q '^true: this is table.html'
sed "s/connect-src 'none'/connect-src https:/" "$page" >"$dir/open.html"
! "$proof" page "$dir/open.html" 2>/dev/null
sed 's/const LETTER_MOST = 1900/const LETTER_MOST = 1901/' "$page" >"$dir/changed.html"
! cmp -s "$page" "$dir/changed.html"
code=0
"$proof" page "$dir/changed.html" 2>/dev/null || code=$?
[ "$code" = 1 ] || { echo "a changed page is taken for ours"; exit 1; }
rm "$dir"/told "$dir"/*.html
# Of 50 MB, well-formed as far as one reads: an entry again and again, a data file without end.
python3 - "$dir/welcome_back-1.record" "$dir" <<'END'
import re, sys
text = open(sys.argv[1]).read()
entries = list(re.finditer(r"^(\d+) (\S+) .*\n(?: .*\n)*", text, re.M))
last, again = entries[-1], re.sub(r"^\S+ \S+", "", entries[3].group(0))
count = 50_000_000 // len(again)
more = (f"{int(last.group(1)) + 1 + i} {last.group(2)}{again}" for i in range(count))
open(sys.argv[2] + "/many.record", "w").write(text[:last.end()] + "".join(more) + text[last.end():])
at = text.index("\n|", text.index("\nfile ")) + 1
open(sys.argv[2] + "/long.record", "w").write(text[:at] + ("|" + "x" * 99 + "\n") * 500_000 + text[at:])
END
mkdir "$dir.seals"
PYTHONPATH=$top_srcdir/tests/e2e python3 -B "$top_srcdir/tests/table/page.py" "$dir" "$dir.seals"
