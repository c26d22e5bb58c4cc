# SPDX-License-Identifier: MIT
# postern archive and unarchive: a finished game in a file, and back.
. "$top_srcdir/tests/cli/lib.sh" || exit 1
proof=$top_builddir/postern-proof

make_server
file=$POSTERN_SERVER/archive/game-1.record
round() { "$posternd" --once 2>>"$scratch/log" || fail "posternd --once: $(tail -n 1 "$scratch/log")"; }
expect 0 "is made" "$postern" game new dungeon_twister --seat Anna --seat Bob
round
expect 0 "" "$postern" send Anna "luck apples"
expect 0 "" "$postern" send Bob "luck pears"
round
expect 4 "it goes on" "$postern" archive 1
expect 3 "" "$postern" archive 7
expect 2 "is not the number of a game" "$postern" archive one
expect 2 "write a number and d" "$postern" archive --older-than soon
expect 0 "No finished game" "$postern" archive --older-than 0s
expect 0 "No game is in the archive" "$postern" archive
expect 0 "over" "$postern" game adjudicate 1 --winner Bob --yes
round
"$postern" game export 1 --whole >"$scratch/whole" || fail "no export"
"$postern" game show 1 >"$scratch/show"
"$postern" statistics >"$scratch/statistics"
"$postern" ratings >"$scratch/ratings"
"$postern" site "$scratch/site" >/dev/null || fail "no site"

# a place that cannot be written to: the ledger keeps the game
sed -i 's,^# *archive *=.*,,' "$POSTERN_SERVER/postern.conf"
sed -i "s,^\[server\],[server]\narchive = /proc/archive," "$POSTERN_SERVER/postern.conf"
expect 5 "no folder can be made at /proc/archive" "$postern" archive 1
sed -i '/^archive = /d' "$POSTERN_SERVER/postern.conf"
expect 0 "No game is in the archive" "$postern" archive

expect 0 "game 1: $file" "$postern" archive --older-than 0s
# Words of people stay in the ledger, where they can be forgotten; all else is as in the whole record.
grep -q apples "$scratch/whole" || fail "the whole record has no words"
grep -q apples "$file" && fail "the archive keeps words of people"
chain() { sed -n 's/^ hash //p' "$1"; }
[ "$(chain "$file")" = "$(chain "$scratch/whole")" ] || fail "the file is another record"
expect 0 "finished" "$proof" verify "$file"
expect 0 "finished" env POSTERN_PROOF="$proof" "$postern" verify "$file"
expect 0 "" /usr/bin/python3 "$top_srcdir/tests/proof/second_verifier.py" "$file"
expect 0 '"missing": false' "$postern" archive --json
expect 4 "in the archive already" "$postern" archive 1
"$postern" game show 1 | cmp -s - "$scratch/show" || fail "the game is shown otherwise"
"$postern" statistics | cmp -s - "$scratch/statistics" || fail "other statistics"
"$postern" ratings | cmp -s - "$scratch/ratings" || fail "other ratings"
expect 0 "; 0 of" "$postern" site "$scratch/site"
expect 0 "archive" "$postern" backup "$scratch/backup.db"
expect 0 "made again" "$postern" rebuild
expect 0 "as they should be" "$postern" check
expect 0 "1 same" "$postern" upgrade --check

# its file was put away: everything else goes on, and each says where it is missing
mv "$file" "$scratch/safe"
expect 1 "cannot be read" "$postern" archive
expect 1 "cannot be read" "$postern" check
expect 3 "put it back" "$postern" game show 1
expect 3 "put it back" "$postern" unarchive 1
expect 0 "won 2" "$postern" game list
expect 0 "1 over" "$postern" statistics
expect 0 "Bob" "$postern" ratings
expect 0 "" "$postern" site "$scratch/site"
expect 0 "made again" "$postern" rebuild
sed 's,seat/1,seat/2,' "$scratch/safe" >"$scratch/other"
expect 5 "altered" "$postern" unarchive 1 "$scratch/other"
expect 0 "whole in the ledger" "$postern" unarchive 1 "$scratch/safe"
expect 4 "is not in the archive" "$postern" unarchive 1
"$postern" game export 1 --whole | cmp -s - "$scratch/whole" || fail "the record is another one"
expect 0 "as they should be" "$postern" check

# with the configuration in a folder that the service may not write
mkdir "$scratch/state"
expect 0 "" "$postern" init "$scratch/etc" --state "$scratch/state" --data "$top_srcdir"
expect 0 "archive = $scratch/state/archive" cat "$scratch/etc/postern.conf"
finish
