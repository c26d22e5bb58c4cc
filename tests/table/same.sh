# SPDX-License-Identifier: MIT
# The browser's module judges, draws, tells and plays as the native programs do: every case file and
# 120 games, the first four played by levels of the practice opponent, the others at random, through
# the same interface, byte for byte. POSTERN_TABLE_GAMES plays another number.
set -eu
. "$top_srcdir/tests/need.sh" || exit 1
need node nodejs
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
cd "$top_srcdir"
files=$(ls data/*.rooms data/*.cards templates/*/*.words templates/*/*.sentences)
beside=$(find tests/cases -name '*.rooms' -o -name '*.cards' | sort)
cases=$(find tests/cases -name '*.case' | sort)
games=${POSTERN_TABLE_GAMES:-120}
[ "$(echo $cases | wc -w)" -gt 300 ] || { echo "where are the cases?"; exit 1; }

"$top_builddir/tests/table/play" "$games" $files $beside $cases >"$dir/native"
node tests/table/play.mjs "$top_builddir/src/table/postern.wasm" src/table/page/module.js "$games" \
    $files $beside $cases >"$dir/module"
cmp "$dir/native" "$dir/module"

# Neither says only that it failed: cases hold, games are played to their ends.
bad=$(grep '^case ' "$dir/native" | grep -vc ' 0 $' || true)
[ "$bad" = 0 ] || { grep '^case ' "$dir/native" | grep -v ' 0 $' | head; exit 1; }
[ "$(grep -c '^game ' "$dir/native")" = "$games" ]
echo "$(echo $cases | wc -w) cases and $games games are the same"
