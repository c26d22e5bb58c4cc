# SPDX-License-Identifier: MIT
# The transcript of a keeper's day is what the commands say today.
. "$top_srcdir/tests/cli/lib.sh" || exit 1
bash "$top_srcdir/doc/keepers-day.sh" "$postern" "$posternd" |
    # kernels without Landlock and builds with a sanitizer say so
    sed 's/^\( *✓ reader of letters\) (.*)$/\1/' >"$scratch/day.md"
cp "$top_srcdir/doc/keepers-day.md" "$scratch/told.md"
[ -x "${POSTERN_LITESTREAM:-}" ] || # the part with a second machine was not played
    sed -i '/^## The machine burns/,$d' "$scratch/told.md"
sed -i -e :again -e '/^\n*$/{$d;N;b again' -e '}' "$scratch/told.md" "$scratch/day.md"
diff "$scratch/told.md" "$scratch/day.md" >"$scratch/diff" ||
    fail "doc/keepers-day.md is another: make update-keepers-day; $(cat "$scratch/diff")"
# two are refused on purpose, where the marks are lost, and say what to do
grep -n "failed:\|postern: " "$scratch/day.md" |
    grep -v "postern: .*the file of marks is not there\|postern: its marks were lost with the disk" &&
    fail "a command of the transcript failed"
[ "$(grep -c '^    \$ postern' "$scratch/day.md")" -ge 20 ] || fail "a short day"
finish
