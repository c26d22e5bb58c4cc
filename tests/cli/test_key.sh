# SPDX-License-Identifier: MIT
# New keys for a server with games: every record still satisfies both verifiers, old ledgers freeze.
. "$top_srcdir/tests/cli/lib.sh" || exit 1
proof=$top_builddir/postern-proof

make_server
proved() {
    "$postern" game export 1 "$@" >"$scratch/record" || fail "no export $*"
    expect 0 "keys      proved" "$proof" verify "$scratch/record"
    expect 0 "good" /usr/bin/python3 "$top_srcdir/tests/proof/second_verifier.py" "$scratch/record"
}
expect 0 "is made" "$postern" game new welcome_back --seat Anna --seat Bob
round
expect 0 "" "$postern" send Anna "luck apples"
expect 0 "" "$postern" send Bob "luck pears"
round

expect 0 "signing  1  in use" "$postern" key list
expect 2 "there are signing, storage, token" "$postern" key rotate sealing
expect 0 "1 games sign with the newest key" "$postern" key rotate
expect 0 "signing  2  in use" "$postern" key list
expect 0 "storage  1  old" "$postern" key list
[ "$(stat -c %a "$POSTERN_SERVER/postern.key")" = 600 ] || fail "others may read the key file"
expect 0 "rotation of keys" "$postern" doctor
proved
proved --seat Anna
proved --seat Bob
expect 0 "" "$postern" send Anna "show"
expect 0 "" "$postern" send Bob "show" # letters that the new keys made
round
"$postern" mailbox Anna last --raw >"$scratch/letter"
"$postern" game export 1 >"$scratch/record"
expect 0 "same history" "$proof" footer "$scratch/letter" "$scratch/record"
expect 0 "signed by the server" "$proof" receipt "$scratch/letter" "$scratch/record"

for purpose in signing storage token; do
    expect 0 "is gone" "$postern" key retire --yes $purpose 1
done
expect 4 "is in use" "$postern" key retire --yes signing 2
expect 3 "no such" "$postern" key retire --yes signing 9
[ "$(grep -c '^signing' "$POSTERN_SERVER/postern.key")" = 1 ] || fail "the old key is still there"
proved

# a ledger from before what was signed
cp "$POSTERN_SERVER/postern.key" "$scratch/key"
expect 0 "" "$postern" backup "$scratch/older.db"
order=$("$postern" game legal 1 --seat Anna | sed -n 1p)
[ -n "$order" ] || order=$("$postern" game legal 1 --seat Bob | sed -n 1p)
who=Anna
"$postern" game legal 1 --seat Anna | grep -q . || who=Bob
expect 0 "" "$postern" send $who "$order"
round
expect 0 "" "$postern" backup "$scratch/newer.db"
expect 0 "frozen" "$postern" restore --yes "$scratch/older.db"
expect 1 "Put back the newer one" "$postern" doctor
expect 4 "put back the newer ledger" "$postern" game thaw 1
expect 0 "" "$postern" restore --yes "$scratch/newer.db"
expect 4 "is not frozen" "$postern" game thaw 1
proved

# keys that cannot be used
rm "$POSTERN_SERVER/postern.key"
expect 3 "no secret of the ledger can be read" "$postern" game show 1
printf 'postern-keys 1\nsigning 1 wrong\n' >"$POSTERN_SERVER/postern.key"
chmod 600 "$POSTERN_SERVER/postern.key"
expect 5 "" "$postern" game show 1
cp "$scratch/key" "$POSTERN_SERVER/postern.key"
chmod 644 "$POSTERN_SERVER/postern.key"
expect 5 "chmod 600" "$postern" game show 1
chmod 600 "$POSTERN_SERVER/postern.key"
expect 0 "" "$postern" game show 1
"$postern" init "$scratch/other" >/dev/null
cp "$scratch/other/postern.key" "$POSTERN_SERVER/postern.key"
expect 5 "" "$postern" game show 1
finish
