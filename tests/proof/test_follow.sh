#!/bin/bash
# SPDX-License-Identifier: MIT
# postern-proof follow: mailboxes whole, shuffled, with holes, changed, and of two histories.
set -u
here=$(mktemp -d) || exit 1
trap 'rm -rf "$here"' EXIT
proof=$top_builddir/postern-proof
make_game=$top_builddir/tests/proof/make_game
failures=0

# says WANTED-CODE PATTERN COMMAND…: run it; its output must have the pattern.
says() {
    local wanted=$1 pattern=$2 out code
    shift 2
    out=$("$@" 2>&1)
    code=$?
    if [ $code -ne "$wanted" ] || ! grep -q -e "$pattern" <<<"$out"; then
        echo "FAILED: $* gave $code in place of $wanted, wanted: $pattern"
        echo "$out"
        failures=$((failures + 1))
    fi
}

# apart BOX FOLDER: a file for each letter, 001.eml and so on.
apart() {
    mkdir -p "$2" && awk -v to="$2" '/^From / {n++; name = sprintf("%s/%03d.eml", to, n); next}
        {print > name}' "$1"
}
# box FILE…: letters as an mbox.
box() {
    local file
    for file; do
        echo "From postern@example.org Mon Nov 23 22:00:00 2026"
        cat "$file"
        echo
    done
}
# delta LETTER: the delta in a letter.
delta() { sed -n '/x-postern-delta/,$p' "$1" | sed '1,/^$/d; /^--=_b/,$d' | base64 -d; }
# letter DELTA ID: a letter with another delta.
letter() {
    printf 'Message-ID: <%s@example.org>\nContent-Type: application/x-postern-delta\n' "$2"
    printf 'Content-Transfer-Encoding: base64\n\n'
    base64 <"$1"
}

cd "$here" || exit 1
dt=dungeon_twister
"$make_game" $dt 4 3000 1 mailbox >whole
apart whole letters
count=$(ls letters | wc -l)
[ "$count" -ge 12 ] || { echo "FAILED: a short game"; exit 1; }

# whole, in every form of mailbox
says 0 'finished at entry' "$proof" follow whole
says 0 'compare this head' "$proof" follow whole
# By the library itself: what the program faketime keeps of its own outlives it, and a later process meets it.
library=$(ls /usr/lib/*/faketime/libfaketimeMT.so.1 2>/dev/null | head -n 1)
if [ -n "$library" ]; then
    says 0 'not proved: 1 newest entry more than a day ahead' env LD_PRELOAD="$library" FAKETIME="@2020-01-01 00:00:00" "$proof" follow whole
    says 0 '"ahead":1' env LD_PRELOAD="$library" FAKETIME="@2020-01-01 00:00:00" "$proof" follow --json whole
    says 0 '"ahead":0' env LD_PRELOAD="$library" FAKETIME="@2040-01-01 00:00:00" "$proof" follow --json whole
fi
says 0 'finished at entry' "$proof" follow letters
mkdir -p maildir/cur maildir/new maildir/tmp && cp letters/* maildir/cur && mv maildir/cur/00[1-4]* maildir/new
says 0 'finished at entry' "$proof" follow maildir
says 0 'finished at entry' "$proof" follow - <whole
says 0 '"good":true' "$proof" follow --json whole
says 0 '"findings":\[\]' "$proof" follow --json whole
[ -z "$("$proof" follow --quiet whole)" ] || { echo "FAILED: --quiet speaks"; failures=1; }
sed 's/$/\r/' whole >crlf
says 0 'finished at entry' "$proof" follow crlf

# while the game goes on: each beginning of the mailbox is true
for n in 1 2 5 9; do
    box $(ls letters/*.eml | head -$n) >part
    says 0 'open, up to entry' "$proof" follow part
done

# shuffled and doubled
box $(ls letters/*.eml letters/*.eml | sort -R --random-source=/bin/sh) >shuffled
says 0 'finished at entry' "$proof" follow shuffled

# one lost letter mends itself where the next delta begins before it; two do not
box $(ls letters/*.eml | sed '3d') >mended
says 0 'finished at entry' "$proof" follow mended
box $(ls letters/*.eml | sed '4,6d') >hole
says 3 'missing: entries .*between the letters <out.3@example.org> and <out.7@example.org>: write "record' \
    "$proof" follow hole
says 3 '"what":"missing"' "$proof" follow --json hole
box $(ls letters/*.eml | sed '1,2d') >headless
says 3 'missing: the beginning: write "record 0"' "$proof" follow headless
# the last letters gone, but another one's head tells that there is more
sed '/x-postern-delta/,$d' letters/010.eml >told.eml
box $(ls letters/*.eml | head -6) told.eml >late
says 3 'missing: entries' "$proof" follow late

# the record that was joined
says 0 'joined for seat 1' "$proof" follow --write joined.record whole
says 3 'export    unproved 1' "$proof" verify joined.record
says 3 'finished at entry' "$proof" verify joined.record
[ "$(stat -c %a joined.record)" = 600 ] || { echo "FAILED: others may read it"; failures=1; }
says 0 'joined' "$proof" follow --write joined.record whole
"$make_game" $dt 4 3000 1 record >whole.record
says 0 'same history' "$proof" footer letters/005.eml whole.record
# what was known of an entry that was undone since stays known in letters
cmp <(sed '/^export/d; /^ know/d' joined.record) <(sed '/^export/d; /^ know/d' whole.record) &&
    [ "$(grep -c '^ know' joined.record)" -ge "$(grep -c '^ know' whole.record)" ] ||
    { echo "FAILED: the joined record is another"; failures=1; }
# a whole record in the mailbox is as good as its deltas
mkdir records && cp whole.record records && says 0 'finished at entry' "$proof" follow records

# changed: an entry, a hash, a secret, a signature
delta letters/005.eml >five
sed '0,/^\([0-9]*\) 2026-/s//\1 2025-/' five >bad
letter bad 5 >bad.eml && box letters/00[1-4].eml bad.eml >changed
says 1 'CHANGED: entry [0-9]* in <5@example.org>' "$proof" follow changed
delta letters/001.eml >one
sed 's/^|number=17/|number=18/' one >bad
letter bad 1 >bad.eml && box letters/001.eml bad.eml >changed
says 1 'CHANGED: entry 0 in <1@example.org>' "$proof" follow changed
sed '0,/^ know \([a-z2-7]*\) Ada/s//  know \1 Eve/; s/^  know/ know/' one >bad
letter bad 1 >bad.eml && box bad.eml letters/00[1-5].eml >changed
says 1 'FALSE: a secret of entry 1 in <1@example.org> is not what was sealed' "$proof" follow changed
sed 's/^sign [a-z2-7]/sign 5/; s/^sign 5\(.\)/sign 5\1/' five >bad
cmp -s bad five && sed 's/^sign [a-z2-7]/sign 4/' five >bad
letter bad 5 >bad.eml && box letters/00[1-4].eml bad.eml >changed
says 1 'NOT SIGNED: the head of entry [0-9]* in <5@example.org>' "$proof" follow changed
sed 's/^sign .*/sign none/' five >bad
letter bad 5 >bad.eml && box letters/00[1-4].eml bad.eml >changed
says 1 'NOT SIGNED' "$proof" follow changed
# an entry left out
awk '/^[0-9]+ / {n++} n == 2 {next} {print}' five >bad
letter bad 5 >bad.eml && box letters/*.eml bad.eml >changed
says 0 'cannot be read and were left out; the first is in <5@example.org>' "$proof" follow changed
# an entry behind its head
awk '/^ hash / {old = new; new = $2} /^head / {print "head", $2 - 1, old; next} {print}' five >bad
letter bad 5 >bad.eml && box letters/*.eml bad.eml >changed
says 1 'the first is in <5@example.org>: FALSE: its head is not that of its last entry' "$proof" follow changed
head -c 700 five >bad
letter bad 5 >bad.eml && box letters/*.eml bad.eml >changed
says 0 'cannot be read and were left out' "$proof" follow changed
sed 's/^postern-delta 2/postern-delta 3/' five >bad
letter bad 5 >bad.eml && box letters/*.eml bad.eml >changed
says 0 'of a newer program' "$proof" follow changed

# two histories, each signed: in two deltas, and in the words of a letter
"$make_game" $dt 4 30 1 forkrecord >other.record
letter other.record fork >fork.eml
sed -i 's/x-postern-delta/x-postern-record/' fork.eml
box letters/*.eml fork.eml >forked
says 1 'TWO HISTORIES: entry [0-9]* in <.*> is another than in <.*>, and the server signed both' \
    "$proof" follow forked
says 1 '"what":"fork"' "$proof" follow --json forked
"$make_game" $dt 4 30 1 fork >told.eml
box letters/*.eml told.eml >forked
says 1 'TWO HISTORIES' "$proof" follow forked

sed -i '/^postern-head/,$d' told.eml # the head that a receipt signs
grep -q '^postern-receipt' told.eml || { echo "FAILED: no receipt"; failures=1; }
box letters/*.eml told.eml >forked
says 1 'TWO HISTORIES' "$proof" follow forked
sed 's/^outcome/outcome /; s/ part/ all/; s/^part/all/' told.eml >bad.eml
cmp -s told.eml bad.eml && { echo "FAILED: nothing changed"; failures=1; }
box letters/*.eml bad.eml >forked
says 0 'finished at entry' "$proof" follow forked # nobody signed that
sed '/^postern-head/,$d' letters/010.eml >told.eml
box $(ls letters/*.eml | head -6) told.eml >late
says 3 'missing: entries' "$proof" follow late

# gone for one reader, and told to another later
"$make_game" $dt 4 3000 all record >later.record
"$make_game" $dt 4 30 1 gonerecord >gone.record
grep -q '^ gone$' gone.record || { echo "FAILED: nothing is gone"; failures=1; }
says 0 'luck *erased 1\|erased' "$proof" verify gone.record
says 1 'NOT ERASED: the record up to entry [0-9]* says that words/' "$proof" footer gone.record later.record
says 1 'NOT ERASED' "$proof" footer later.record gone.record
"$make_game" $dt 4 30 all record >same.record
says 0 'the same history' "$proof" footer gone.record same.record

# the same in a mailbox: what was erased is in nothing that the server makes later
record() { letter "$1" "$2" | sed 's/x-postern-delta/x-postern-record/'; }
"$make_game" $dt 4 3000 1 record >later.record
"$make_game" $dt 4 30 1 gonerecord >gone.record
record gone.record gone >gone.eml && record later.record later >later.eml
box later.eml gone.eml >retold
says 1 'NOT ERASED: what is gone of entry [0-9]* in <gone@example.org> is told in <later@example.org>' \
    "$proof" follow retold
says 1 '"what":"retold"' "$proof" follow --json retold
"$make_game" $dt 4 3000 1 gonerecord >gone.record
"$make_game" $dt 4 30 1 record >early.record
record gone.record gone >gone.eml && record early.record early >early.eml
box gone.eml early.eml >erased
says 0 'finished at entry' "$proof" follow erased

# a receipt with another luck than the record
for seed in 5 6 7 14 15 20 21; do
    "$make_game" $dt $seed 200 1 mailbox >lucky
    grep -q 'luck words' lucky && break
done
"$make_game" $dt $seed 40 1 otherluck >lie.eml
says 0 'luck 1    words ' "$proof" follow lucky
{ cat lucky; box lie.eml; } >lied
says 1 'FALSE RECEIPT in .*ANOTHER LUCK' "$proof" follow lied

# other seats, other games, other servers: told, and nothing of theirs is taken
"$make_game" $dt 4 3000 2 mailbox >second
head -c 20000 second >some
cat whole second >both
says 0 'deltas are for other seats; no secret was taken' "$proof" follow --seat 1 both
says 0 'joined for seat 2' "$proof" follow --seat 2 both
"$make_game" welcome_back 4 60 1 mailbox >wb
cat whole wb >two
says 0 'game 17, welcome_back: ' "$proof" follow two
says 2 'name one for --write with --genesis' "$proof" follow --write x two
G=$("$proof" verify --json whole.record | sed 's/.*"genesis":"\([a-z2-7]*\)".*/\1/')
says 0 'joined' "$proof" follow --genesis "$G" --write x two
[ "$("$proof" follow --genesis "$G" two | grep -c '^joined')" = 1 ] ||
    { echo "FAILED: --genesis shows other games"; failures=1; }
says 1 'ANOTHER SERVER' "$proof" follow --server "$G" whole

# no mailbox
echo hello >plain
says 3 'no letter in plain brings' "$proof" follow plain
says 4 'cannot open' "$proof" follow nowhere
says 2 'wants a number' "$proof" follow --seat x whole
says 2 '52 letters' "$proof" follow --genesis x whole
: >empty
says 3 'no letter' "$proof" follow empty
says 2 'usage' "$proof" follow

# many games: all join, of all seats; every third letter lost or not
for seed in 5 6 7 14 15 20 21; do
    for game in $dt welcome_back; do
        "$make_game" $game $seed 400 2 mailbox >some
        grep -q 'postern-receipt 2' some || continue
        says 0 'joined for seat 2' "$proof" follow some
    done
done
[ "$failures" = 0 ] || exit 1
