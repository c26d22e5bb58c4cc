# SPDX-License-Identifier: MIT
# A tournament whose ledger was lost in part, with its marks and without, and whose server gets another key: it goes on,
# its record says so, and both verifiers take it.
: "${top_srcdir:?make check sets it}"
. "$top_srcdir/tests/cli/lib.sh"
: "${scratch:?}" # nothing below removes a folder of the machine's
proof=$top_builddir/postern-proof
make_server
for name in Cleo Dora; do
    expect 0 "player" "$postern" player add "$name" "$name@three.example"
done
# proved WORDS: of tournament 1, by postern-proof and by other code
proved() {
    "$postern" tournament export 1 >"$scratch/cup" || fail "no export of tournament 1"
    expect 0 "$1" "$proof" verify "$scratch/cup"
    expect 0 "every standing is right" /usr/bin/python3 "$top_srcdir/tests/cli/second_tournament.py" "$scratch/cup"
}
status() { "$postern" tournament show 1 --json | sed -n 's/.*"status": *"\([a-z]*\)".*/\1/p'; }
end_games() {
    "$postern" tournament show 1 --json | /usr/bin/python3 -c '
import json, sys
for p in json.load(sys.stdin)["pairs"]:
    if not p["done"] and p["game"]:
        print(p["game"])' >"$scratch/going"
    while read -r game; do # those of a server that lost its marks are frozen, too
        "$postern" game thaw "$game" --last "$("$postern" game log "$game" | tail -n 1 | cut -d' ' -f1)" >"$scratch/said" 2>&1
        expect 0 "" "$postern" game adjudicate "$game" --winner 1 --yes
    done <"$scratch/going"
    round
}
newest() { "$proof" verify --json "$scratch/cup" | sed -n 's/.*"entries": *\([0-9]*\).*/\1/p'; }

expect 0 "is open" "$postern" tournament new dungeon_twister --name Cup --format robin --seeds rating
expect 0 "all have entered" "$postern" tournament enter 1 Anna Bob Cleo
expect 0 "" "$postern" backup "$scratch/early.db"
expect 4 "holds all of this tournament that was signed" "$postern" tournament lost 1 --yes
expect 0 "entered" "$postern" tournament enter 1 Dora
expect 0 "is paired" "$postern" tournament start 1
round
end_games
proved "every pairing and standing"
before=$(newest)

# an older ledger is put back: nothing goes on that was signed otherwise
expect 0 "is in place" "$postern" restore "$scratch/early.db" --yes
[ "$(status)" = frozen ] || fail "the tournament is $(status)"
expect 5 "a later state of this tournament was signed" "$postern" tournament export 1
expect 5 "postern tournament lost" "$postern" tournament enter 1 Dora
expect 5 "postern tournament lost" "$postern" tournament start 1
expect 1 "frozen tournaments: 1: a later entry was signed" "$postern" doctor
expect 0 "" "$postern" send Anna --new "leave 1"
round
expect 0 "stands still until the administrator" "$postern" mailbox Anna last
expect 0 "Entries 4 to $before of Cup are declared lost" "$postern" tournament lost 1 --yes
[ "$(status)" = open ] || fail "the tournament is $(status)"
round
expect 0 "had lost a part of its log" "$postern" mailbox Bob last
expect 0 "entered" "$postern" tournament enter 1 Dora
expect 0 "is paired" "$postern" tournament start 1
proved "$((before - 3)) entries are lost"

# another key signs from here on, and the old one may go
expect 0 "1 tournaments" "$postern" key rotate signing
round
expect 0 "is gone" "$postern" key retire --yes signing 1
proved "the server's key was changed 1 times"
end_games
proved "the server's key was changed 1 times"

# the disk dies with its marks: more numbers are skipped than can have been used
expect 0 "" "$postern" backup "$scratch/late.db"
held=$(newest)
end_games
proved "the server's key was changed 1 times"
cp "$POSTERN_SERVER/postern.key" "$scratch/key"
rm -rf "${POSTERN_SERVER:?}"
mkdir "$POSTERN_SERVER"
cp "$scratch/key" "$POSTERN_SERVER/postern.key"
chmod 600 "$POSTERN_SERVER/postern.key"
expect 0 "is in place" "$postern" restore "$scratch/late.db" --yes --marks-lost
[ "$(status)" = frozen ] || fail "the tournament is $(status)"
expect 0 "Entries $((held + 1)) to $((held + 4096)) of Cup" "$postern" tournament lost 1 --yes
for _ in 1 2 3 4; do # rounds at most
    end_games
done
[ "$(status)" = over ] || fail "the tournament is $(status)"
proved "the server's key was changed 1 times"
expect 0 "1 tournaments" "$postern" key rotate signing # what is over, too
round
expect 0 "is gone" "$postern" key retire --yes signing 2
proved "the server's key was changed 2 times"

# a number that was signed, and that no ledger holds any more, is not given again
expect 0 "" "$postern" backup "$scratch/one.db"
expect 0 "tournament 2 is open" "$postern" tournament new dungeon_twister --name Two
expect 0 "" "$postern" tournament export 2
expect 0 "is in place" "$postern" restore "$scratch/one.db" --yes
expect 0 "tournament 3 is open" "$postern" tournament new dungeon_twister --name Three
expect 3 "no such tournament" "$postern" tournament show 2
expect 0 "Three" "$postern" tournament list

# a lying server's gaps, keys and luck before the other code
mkdir "$scratch/lies"
(cd "$scratch" && ATTACK_DIR=$scratch/lies "$top_builddir/tests/tournament/record/test_lies" >/dev/null 2>&1) || fail "test_lies"
seen=0
for lie in "$scratch"/lies/a_gap_* "$scratch"/lies/a_key_* "$scratch"/lies/a_head_* "$scratch"/lies/*lost* "$scratch"/lies/luck_*; do
    case $lie in
    */a_key_[ot]* | */a_head_*) /usr/bin/python3 -c 'import nacl' 2>/dev/null || continue ;;
    esac
    expect 1 "WRONG" /usr/bin/python3 "$top_srcdir/tests/cli/second_tournament.py" "$lie"
    seen=$((seen + 1))
done
[ $seen -ge 10 ] || fail "$seen lies alone"
for true in "the true tournament" "a tournament with a gap and two keys" "a tournament that is over, and another key"; do
    expect 0 "every standing is right" /usr/bin/python3 "$top_srcdir/tests/cli/second_tournament.py" "$scratch/lies/$true"
done
finish
