# SPDX-License-Identifier: MIT
# What releases have written is read: each record in tests/corpus verifies, each ledger migrates, is whole and
# exports the same records; a game under way there goes on. Before the first release the corpus is made by this program.
. "$top_srcdir/tests/cli/lib.sh"
proof=$top_builddir/postern-proof
corpora=$(ls -d "$top_srcdir"/tests/corpus/[0-9]* 2>/dev/null)
[ -n "$corpora" ] || {
    corpora=$scratch/corpus/now
    mkdir "$scratch/corpus"
    bash "$top_srcdir/contrib/corpus" "$top_builddir" "$corpora" >"$scratch/log" 2>&1 || fail "$(cat "$scratch/log")"
}
for corpus in $corpora; do
    mkdir "$scratch/${corpus##*/}" && tar -xJf "$corpus/server.tar.xz" -C "$scratch/${corpus##*/}" || fail "$corpus"
    POSTERN_SERVER=$scratch/${corpus##*/}/server
    sed -i "s|^data = .*|data = $top_srcdir/data|; s|^templates = .*|templates = $top_srcdir/templates|" "$POSTERN_SERVER/postern.conf"
    expect 0 "" "$postern" migrate
    expect 0 "are as they should be" "$postern" check
    expect 0 "" "$postern" send Anna "luck of an old game" # the game that is under way goes on
    expect 0 "" "$posternd" --once
    expect 0 "seat/1 luck" "$postern" game log 3
    for record in "$corpus"/*.record; do
        expect 0 "" "$proof" verify "$record"
        name=${record##*/} whole=--whole
        name=${name%.record}
        [ "${name%-*}" = game ] || whole=
        "$postern" "${name%-*}" export "${name##*-}" $whole | cmp - "$record" || fail "$record is exported otherwise now"
    done
done
finish
