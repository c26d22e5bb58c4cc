# SPDX-License-Identifier: MIT
# What others wrote steers no terminal: each character of a table, written by a player, by each way in which the
# programs print it, for people and as JSON.
. "$top_srcdir/tests/cli/lib.sh" || exit 1
proof=$top_builddir/postern-proof

# C1 (CSI, NEL), separators of lines and paragraphs, marks and embeddings of direction, DEL, ESC
table='\xc2\x9b \xc2\x85 \xc2\x80 \xe2\x80\xa8 \xe2\x80\xa9 \xe2\x80\x8e \xe2\x80\x8f \xe2\x80\xae \xe2\x81\xa6 \xd8\x9c \x7f \x1b'
words=
for c in $table; do words="$words w${c}w"; done

make_server
expect 0 "is made" "$postern" game new welcome_back --seat Anna --seat Bob
round
expect 0 "" "$postern" send Anna "luck apples"
expect 0 "" "$postern" send Bob "$(printf "luck$words")"
round
expect 0 "" "$postern" send Bob "$(printf "say$words\nnote$words\nreport$words\nname Bob$words\norder$words")"
round

# clean COMMAND…: it prints none of them
clean() {
    "$@" >"$scratch/out" 2>&1
    for c in $table; do
        LC_ALL=C grep -qF -- "$(printf "$c")" "$scratch/out" && fail "$* prints $c"
    done
    shown=$((shown + $(grep -c 'w.*w' "$scratch/out")))
}
shown=0
for json in "" --json; do
    for command in "letter list" "letter why 3" "letter show 3" "game list" "game show 1" "game log 1" "game export 1 --whole" \
        "game legal 1 --seat 1" "player list" "player show Bob" "dispute list --all" "dispute show 1" "mailbox Anna last" \
        "offer list" "tournament list" "status" "letter unsent"; do
        [ "$command" = "letter show 3" ] && [ -z "$json" ] && continue # a file's bytes
        [ "$command" = "game export 1 --whole" ] && [ -z "$json" ] && continue
        clean "$postern" $command $json
    done
    "$postern" game export 1 >"$scratch/record"
    clean "$proof" verify "$scratch/record" $json
    "$postern" mailbox Anna last --raw >"$scratch/letter"
    clean "$proof" follow "$scratch/letter" $json
    clean "$proof" footer "$scratch/letter" "$scratch/record" $json
    clean "$proof" receipt "$scratch/letter" "$scratch/record" $json
done
clean "$postern" "$(printf "player$words")"
clean "$proof" verify "$(printf "$words")"
LC_ALL=C grep -qF "$(printf '\302\233')" "$scratch/log" && fail "the log of posternd has a control"
[ "$shown" -ge 8 ] || fail "the words were printed $shown times"
finish
