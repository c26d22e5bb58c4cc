# SPDX-License-Identifier: MIT
# The transcript of a keeper's day is what the commands say today.
. "$top_srcdir/tests/cli/lib.sh" || exit 1
bash "$top_srcdir/doc/keepers-day.sh" "$postern" "$posternd" |
    # kernels without Landlock and builds with a sanitizer say so
    sed 's/^\( *✓ reader of letters\) (.*)$/\1/' >"$scratch/day.md"
diff "$top_srcdir/doc/keepers-day.md" "$scratch/day.md" >"$scratch/diff" ||
    fail "doc/keepers-day.md is another: make update-keepers-day; $(cat "$scratch/diff")"
grep -n "failed:\|postern: " "$scratch/day.md" && fail "a command of the transcript failed"
[ "$(grep -c '^    \$ postern' "$scratch/day.md")" -ge 20 ] || fail "a short day"
finish
