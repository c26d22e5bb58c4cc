# SPDX-License-Identifier: MIT
# What releases have written is read: each record in tests/corpus verifies, each ledger migrates, is whole and
# exports the same records; a game under way there goes on, and what was not read or not sent is answered and goes out
# once. Before the first release the corpus is made by this program.
. "$top_srcdir/tests/cli/lib.sh"
. "$top_srcdir/tests/need.sh" || exit 1
need_shifted_clock
need sqlite3 sqlite3
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
    # as if it were the moment when the server was stopped: no deadline has passed, and no clock jumped
    by=$(printf '%+d' $(($(stat -c %Y "$POSTERN_SERVER/postern.db") - $(date +%s))))
    expect 0 "" shifted $by "$postern" migrate
    expect 0 "are as they should be" shifted $by "$postern" check
    expect 0 "" shifted $by "$postern" send Anna "luck of an old game" # the game that is under way goes on
    unread=$(cat "$POSTERN_SERVER"/mail/games@*/new/* | sed -n 's/^Message-I[Dd]: *\(<.*>\).*/In-Reply-To: \1/p')
    unsent=$(sqlite3 "$POSTERN_SERVER/postern.db" "SELECT 'Message-Id: <' || message_id || '>' FROM letter_out
        JOIN delivery ON out = letter_out.id WHERE state = 'waiting'")
    expect 0 "" shifted $by "$posternd" --once
    expect 0 "seat/1 luck" "$postern" game log 3
    while read -r line; do
        [ "$(grep -rlF "$line" "$POSTERN_SERVER"/mail/[!g]*@*/new | wc -l)" = 1 ] || fail "$corpus: not one letter has $line"
    done <<<"$unread${unsent:+
$unsent}"
    for record in $(find "$corpus" -name '*.record'); do
        expect 0 "" "$proof" verify "$record"
        name=${record##*/} whole=--whole
        name=${name%.record}
        [ "${name%-*}" = game ] || whole=
        "$postern" "${name%-*}" export "${name##*-}" $whole | cmp - "$record" || fail "$record is exported otherwise now"
    done
done
finish
