#!/bin/bash
# SPDX-License-Identifier: MIT
# postern-proof as its users call it: every command, every exit code.
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

cd "$here" || exit 1
dt=dungeon_twister
# A random game that is open after 60 steps and has changed its key on the way, not at the end.
for seed in $(seq 1 200); do
    "$make_game" $dt "$seed" 60 all record >all
    "$make_game" $dt "$seed" 59 all record >older
    "$make_game" $dt "$seed" 5 all record >oldest
    ! grep -q ' table end ' all && grep -q ' table key ' older &&
        [ "$(grep -c ' table key ' all)" = "$(grep -c ' table key ' older)" ] &&
        ! grep -q ' table key ' oldest && break
done
"$make_game" $dt "$seed" 60 1 record >seat1
"$make_game" $dt "$seed" 40 all forkrecord >other
"$make_game" $dt "$seed" 60 1 letter >letter
"$make_game" $dt "$seed" 40 1 fork >forked
"$make_game" $dt $((seed + 1)) 10 1 letter >foreign
"$make_game" $dt 1 100000 whole record >finished
"$make_game" welcome_back 2 100000 whole record >whole

# verify
says 0 'game 17, dungeon_twister: open, up to entry' "$proof" verify seat1
says 0 'finished at entry' "$proof" verify whole
says 0 'draws     proved' "$proof" verify whole
says 0 '"good":true' "$proof" verify --json seat1
says 0 'w1' "$proof" verify --board all
[ -z "$("$proof" verify --quiet all)" ] || { echo "FAILED: --quiet speaks"; failures=1; }
sed '0,/ hash ./s/ hash ./ hash !/' all >bad
cp bad badhash
says 1 'FALSE: entry 1: line ' "$proof" verify bad
says 1 '"entry":1' "$proof" verify --json bad
sed 's/^for all/for whole/' all >bad
says 1 'not as it was exported' "$proof" verify bad
sed 's/^sign .*/sign none/; s/^export .*/export none/' all >bare
says 3 'NOT SIGNED' "$proof" verify bare
sed 's/^|game=.*/|game=chess/' all >unknown
says 3 'NOT PROVED: this program does not know the game chess' "$proof" verify unknown
sed 's/^postern-record [12]/postern-record 3/' all >newer
says 3 'of a newer program' "$proof" verify newer
says 1 'no record' "$proof" verify letter
says 4 'cannot open' "$proof" verify nowhere
says 0 'open, up to' "$proof" verify - <all

# whose record is it?
G=$("$proof" verify --json all | sed 's/.*"genesis":"\([a-z2-7]*\)".*/\1/')
K=$(sed -n 's/^|key=//p' all)
first() { "$@" 2>&1 | head -1; }
says 0 'nobody told me whose server this is' first "$proof" verify all
says 0 "^genesis   $G\$" "$proof" verify all
says 0 "^server    $K\$" "$proof" verify all
says 0 '^seat 1    Ada <ada@example.org>$' "$proof" verify seat1
says 0 '^seat 2    a player, whose name is sealed' "$proof" verify seat1
says 0 '"1":"Ada <ada@example.org>","2":""' "$proof" verify --json seat1
says 0 '"told":false' "$proof" verify --json all
says 0 '"told":true' "$proof" verify --json --genesis "$G" all
says 0 'this is the game that you were told' first "$proof" verify --genesis "$G" all
says 0 'this is the game that you were told' first "$proof" verify --genesis "${G^^}" all
says 0 'this is the server that you were told' first "$proof" verify --server "$K" all
says 0 'the game and the server of your letter' first "$proof" verify --letter letter all
says 0 'the game and the server of your letter' "$proof" verify --letter letter older
says 3 'newer than the record' "$proof" verify --letter letter oldest
says 1 'another game than the one with genesis hash' "$proof" verify --genesis "$K" all
says 1 'another server than the one with key' "$proof" verify --server "$G" all
says 1 'another server' "$proof" verify --genesis "$G" --server "$G" all
says 1 'not signed by the server of this game' "$proof" verify --letter foreign all
says 1 'TWO HISTORIES' "$proof" verify --letter forked all
says 4 'no footer' "$proof" verify --letter unknown all
says 2 '52 letters' "$proof" verify --genesis abc all
says 2 '52 letters' "$proof" verify --server abc all
says 1 'FALSE: entry 1' "$proof" verify --genesis "$G" badhash
[ -z "$("$proof" verify --quiet all)" ] || { echo "FAILED: --quiet speaks"; failures=1; }

# luck in receipts
for seed2 in 4 5 6 7 12 13 14 15 20 21 22 23; do
    "$make_game" $dt $seed2 40 all record >second
    grep -q 'seat/1 luck.* words ' second && ! grep -q ' table key ' second && break
done
"$make_game" $dt $seed2 40 all letter >second-letter
"$make_game" $dt $seed2 40 all otherluck >second-lie
says 0 'protocol  2' "$proof" verify second
says 0 'in the history of this record' "$proof" receipt second-letter second
says 1 'ANOTHER LUCK' "$proof" receipt second-lie second
# left out where the head holds it, and before
"$make_game" $dt $seed2 40 all noluck >second-none
! grep -q 'luck' second-none || { echo "FAILED: luck in the receipt"; failures=1; }
says 0 'in the history of this record' "$proof" receipt second-none second
"$make_game" $dt $seed2 40 all earlynoluck >second-none
says 1 'ANOTHER LUCK' "$proof" receipt second-none second

# the letter that a receipt answers, as its sender kept it
words=$("$proof" verify second | sed -n 's/^luck 1 *words //p')
[ -n "$words" ] || { echo "FAILED: no luck of words in the second game"; failures=$((failures + 1)); }
sent() { printf 'Message-ID: <%s>\nFrom: anna@one.example\n\n%s\n%s\n%s\n' "$@"; }
sent abc.1=x@example.org "luck $words" 'bid   3' 'thief to d5' >sent
says 0 'the receipt answers it' "$proof" receipt --letter sent second-letter second
says 0 'as it was in your letter' "$proof" receipt --letter sent second-letter second
says 0 '"sent_luck":"here"' "$proof" receipt --json --letter sent second-letter second
sed '$d' sent | sed 's/bid   3/bid=203=20/; s/^luck /mi suerte es la luck =\n/' >sent2
echo 'thief =74o d5' >>sent2
says 0 'as it was in your letter' "$proof" receipt --letter sent2 second-letter second
sent other@example.org "luck $words" 'bid 3' 'thief to d5' >sent2
says 3 'ANSWERS ANOTHER LETTER' "$proof" receipt --letter sent2 second-letter second
sent abc.1=x@example.org "luck plums" 'bid 3' 'thief to d5' >sent2
says 0 'not of this letter; compare the one' "$proof" receipt --letter sent2 second-letter second
sent abc.1=x@example.org "luck $words" 'bid 4' 'thief to d5' >sent2
says 3 'not found in your letter: bid 3' "$proof" receipt --letter sent2 second-letter second
says 3 '"lines_missing":1' "$proof" receipt --json --letter sent2 second-letter second
says 1 'ANOTHER LUCK' "$proof" receipt --letter sent second-lie second
says 4 'cannot open' "$proof" receipt --letter nowhere second-letter second
{ echo 'From a Mon'; cat sent; echo; echo 'From a Mon'; cat sent; } >two-sent
says 4 'not one letter' "$proof" receipt --letter two-sent second-letter second

# footer
says 0 'same history' "$proof" footer letter all
says 3 'newer than the record' "$proof" footer letter older
says 1 'TWO HISTORIES' "$proof" footer forked all
says 1 'not signed by the server' "$proof" footer foreign all
says 3 'no key of it' "$proof" footer letter oldest
echo hello >plain
says 4 'no footer' "$proof" footer plain all
says 0 'the same history up to entry' "$proof" footer older all
says 1 'TWO HISTORIES: entry' "$proof" footer other all
sed 's/^/> /' letter >quoted
says 0 'same history' "$proof" footer quoted all
{ printf 'Content-Transfer-Encoding: base64\n\n'; base64 <letter; } >encoded
says 0 'same history' "$proof" footer encoded all
says 0 '"result":"same"' "$proof" footer --json letter all
says 1 'is not true' "$proof" footer letter bad

# receipt
says 0 'signed by the server, and in the history' "$proof" receipt letter all
says 0 'thief to d5' "$proof" receipt letter all
says 0 'after the end of this record' "$proof" receipt letter older
says 3 'no key of it' "$proof" receipt letter oldest
says 4 'no receipt' "$proof" receipt plain all
says 0 '"outcome":"part"' "$proof" receipt --json letter all
sed 's/bid 3/bid 4/' letter >changed
says 1 'not signed by the server' "$proof" receipt changed all
says 1 'TWO HISTORIES' "$proof" receipt forked all


# a receipt without a head beside it, as answers have it since: it is the letter's head
grep -q '^postern-head' letter || { echo "FAILED: no letter of the older form"; failures=1; }
for name in letter forked foreign second-letter; do sed '/^postern-head/,$d' $name >bare-$name; done
! grep -q postern-head bare-* || { echo "FAILED: a head is left"; failures=1; }
says 0 'same history' "$proof" footer bare-letter all
[ "$("$proof" footer letter all | grep -c 'same history')" = 1 ] || { echo "FAILED: told twice"; failures=1; }
says 3 'newer than the record' "$proof" footer bare-letter older
says 3 'no key of it' "$proof" footer bare-letter oldest
says 1 'TWO HISTORIES' "$proof" footer bare-forked all
says 1 'not signed by the server' "$proof" footer bare-foreign all
says 0 'signed by the server, and in the history' "$proof" receipt bare-letter all
says 0 'the game and the server of your letter' "$proof" verify --letter bare-letter all
says 1 'TWO HISTORIES' "$proof" verify --letter bare-forked all
says 1 'not signed by the server of this game' "$proof" verify --letter bare-foreign all
says 0 'in the history of this record' "$proof" receipt bare-second-letter second
tr '\n' ' ' <bare-letter | sed 's/came 20/came 30/' >changed
says 1 'not signed by the server' "$proof" footer changed all
says 1 'not signed by the server' "$proof" verify --letter changed all
tr '\n' ' ' <bare-letter | sed 's/thief to d5/thief to d6/' >changed
says 1 'not signed by the server' "$proof" footer changed all
# a footer that somebody wrote with the receipt's head and signature
tr '\n' ' ' <bare-letter |
    sed 's/.*postern-receipt . \(game [0-9]* entry [0-9]*\) head \(\([a-z2-7]* \)\{4\}\).*\(postern-sign .*\)/postern-head \1 \2 \4\n/' >forged
cat forged bare-letter >changed
says 0 'same history' "$proof" footer changed all
says 0 '1 more that look like a head' "$proof" footer changed all
says 1 'not signed by the server' "$proof" footer forged all
cat bare-forked bare-letter >twice
says 1 'TWO HISTORIES' "$proof" footer twice all

# letters as programs leave them: lines broken at hyphens, reflowed in a quote, as HTML
sed 's/-/-\n/g' letter >broken
tr '\n' ' ' <letter | fold -s -w 40 | sed 's/^/> /' >reflowed
{ printf '<html><body><p>hello</p><pre>'; sed 's/$/<br>/; s/-/-<wbr>/g' letter; printf '</pre>'; } >page
for how in broken reflowed page; do
    says 0 'same history' "$proof" footer $how all
    says 0 'signed by the server, and in the history' "$proof" receipt $how all
done

says 0 '^pen' "$proof" key --key liedpen
# what somebody wrote into a letter, as a server might have let him: only the letter's own place counts
fake=$(printf 'aaaaaaaaaaaaa bbbbbbbbbbbbb ccccccccccccc %s' ddddddddddddd)
{ printf 'postern-head game 17 entry 3\naaaaaaaaaaaaa bbbbbbbbbbbbb ccccccccccccc aaaaaaaaaaaaa\n'
  printf 'postern-sign\n%s\n%s\n\n' "$fake" "${fake%dd}a"; } >fakehead
{ printf 'postern-receipt 2 game 17 entry 3 head\naaaaaaaaaaaaa bbbbbbbbbbbbb ccccccccccccc aaaaaaaaaaaaa\n'
  printf 'seat 1 came 2026-11-21T12:00:00Z\nletter x@y\noutcome accepted\n'
  printf 'postern-sign\n%s\n%s\n\nAnna says so.\n' "$fake" "${fake%dd}a"; } >fakereceipt
cat fakehead fakereceipt letter >lied
echo 'postern-head game 17 entry 3' | cat - letter >begun
echo 'postern-receipt 2 game 17' | cat - letter >begun2
printf 'a sign <a\n' | cat - letter page >sign
says 0 '2 more that look like a head are signed by nobody' "$proof" footer lied all
for how in lied begun begun2 sign; do
    says 0 'same history' "$proof" footer $how all
    says 0 'signed by the server, and in the history' "$proof" receipt $how all
    says 0 "^sign=17/$(sed -n 's/.*head game 17 entry //p' letter)/" \
        "$proof" sign --key liedpen --game all --decision 17 --letter $how 'thief to d5'
done
cat letter fakehead >last # there the server itself would have put it
says 1 'not signed by the server' "$proof" footer last all
says 1 'not signed by the server' "$proof" receipt fakereceipt all
cat forked letter >twice # a head that the server signed counts wherever it stands
says 1 'TWO HISTORIES' "$proof" footer twice all
cat seat1 fakehead >attached
printf -- 'x\n--b\n\n' | cat - letter <(printf -- '--b\n\n') attached >with
says 0 'same history' "$proof" footer with all
{ cat letter; printf -- '--b\nContent-Transfer-Encoding: base64\n\n'; base64 <attached; } >with64
says 0 'same history' "$proof" footer with64 all

# seal, open
says 0 '^combat/17/2 sealed [a-z2-7]*$' "$proof" seal --seals held --game all --seat 2 combat/17/2 3
[ "$(stat -c %a held)" = 600 ] || { echo "FAILED: seals can be read by others"; failures=1; }
cp held kept
says 4 'sealed already.*--again seals it anew' "$proof" seal --seals held --game all --seat 2 combat/17/2 4
cmp -s held kept || { echo "FAILED: the file of seals was changed"; failures=1; }
says 0 sealed "$proof" seal --seals held --game all --seat 2 combat/18/2 0
says 0 '^open combat/17/2 3 nonce [a-z2-7]*$' "$proof" open --seals held --game all combat/17/2
says 4 'not in' "$proof" open --seals held --game all combat/19/2
# an order that was taken back leaves its name free: sealed anew, and both seals are kept
cp held twice.seals
says 0 '^combat/17/2 sealed [a-z2-7]*$' \
    "$proof" seal --seals twice.seals --game all --seat 2 combat/17/2 4 --again
cmp -s <(head -n "$(wc -l <held)" twice.seals) held || { echo "FAILED: the first seal was changed"; failures=1; }
says 0 '^open combat/17/2 4 nonce [a-z2-7]*$' "$proof" open --seals twice.seals --game all combat/17/2
says 0 'sealed more than once; this opens the newest' "$proof" open --seals twice.seals --game all combat/17/2
says 2 'wants the game' "$proof" seal --seals held --seat 2 combat/17/3 3
says 2 'wants a number' "$proof" seal --seals held --game all combat/17/3 3
# only names of this game, of this seat
for name in Combat combat combat/18 combat/18/1 combat/018/2 combat/18/2/1 combat//2 bid/18/2 deck/1 \
    person/2 press/3 own/2/1 letter/9 token/1/3 token/2 room/w1 luck/1 lucks; do
    says 2 "\"$name\" is no seal that this seat can make in this game; there are combat/QUESTION/SEAT" \
        "$proof" seal --seals held --game all --seat 2 "$name" 3
done
says 2 'no seal that this seat can make in this game; there are luck/SEAT' \
    "$proof" seal --seals held --game whole --seat 2 combat/18/2 3
says 2 'no seal that this seat can make; there are' \
    "$proof" seal --seals held --genesis "$(awk 'NR == 2 { print $1 }' kept)" --seat 2 combat 3
says 2 'does not have that seat' "$proof" seal --seals held --game all --seat 3 combat/18/3 3
says 2 'does not have that seat' "$proof" seal --seals held --game all --seat 0 combat/18/0 3
says 2 'one line of text' "$proof" seal --seals held --game all --seat 2 combat/20/2 ''
says 0 '^luck/2 sealed [a-z2-7]*$' "$proof" seal --seals lucky --game all --seat 2 luck 'a quiet evening'
says 4 'sealed already' "$proof" seal --seals lucky --game all --seat 2 luck/2 'another'
says 0 '^open luck/2 [a-z2-7]* nonce' "$proof" open --seals lucky --game all luck
# and every name that the game itself has given to a seal of a seat
sed -n 's/^ seal \([a-z/0-9]*\) \([12]\) .*/\1 \2/p' all finished |
    grep -v -e ^person -e ^press -e ^own -e ^letter -e ^luck -e ^words -e ^by | sort -u >names
grep -q ^token names && grep -q ^team names && grep -q ^force names || { echo "FAILED: few names"; failures=1; }
while read -r name seat; do
    says 0 sealed "$proof" seal --seals named --game all --seat "$seat" "$name" 3
done <names
# of two seals the record says which one the game has
read -r name seat < <(sed -n 's/^ seal \(token[a-z/0-9]*\) \([12]\) .*/\1 \2/p' all | tail -n 1)
"$proof" seal --seals chosen --game all --seat "$seat" "$name" 5 >/dev/null
first=$(sed -n 2p chosen | cut -d' ' -f4)
"$proof" seal --seals chosen --game all --seat "$seat" "$name" 6 --again >/dev/null
sed "s|^\( seal $name $seat \)[a-z2-7]*|\1$first|" all >standing
says 0 "^open $name 5 nonce" "$proof" open --seals chosen --game standing "$name"
says 0 "^open $name 6 nonce" "$proof" open --seals chosen --game all "$name"
sed -i 's/ 3$/ 4/' held
says 4 'was changed' "$proof" open --seals held --game all combat/17/2
chmod 644 held
says 4 'others may read' "$proof" open --seals held --game all combat/17/2
echo something >held2
chmod 600 held2
says 4 'not a file of seals' "$proof" seal --seals held2 --game all --seat 2 combat/17/2 3

# key, sign, block
says 0 '^pen [a-z2-7]*$' "$proof" key --key pen
says 4 'File exists' "$proof" key --key pen
says 0 '^sign=17/[0-9]*/[a-z2-7]* thief to d5$' \
    "$proof" sign --key pen --game all --decision 17 --letter letter 'thief to d5'
head=$(sed -n 's/^head [0-9]* //p' all)
says 0 '^sign=17/60/' \
    "$proof" sign --key pen --game all --decision 17 --entry 60 --head "$head" 'thief to d5'
says 2 'wants the 52 letters' \
    "$proof" sign --key pen --game all --decision 17 --entry 60 --head abc 'thief to d5'
says 4 'not a key file' "$proof" sign --key held2 --game all --decision 1 --letter letter x
says 0 '^postern-block 2$' "$proof" block --game all --seat 2 --decision 17 'combat 3'
says 4 '944 bytes' "$proof" block --game all --seat 2 --decision 17 "$(printf '%945s' x)"

# a ticket from a public place: only with the fingerprint that came by mail, and the entry that was seen
genesis=$(awk 'NR == 2 { print $1 }' kept)
key=$(sed -n 's/^|box=//p' all)
printf '> postern-\n> ticket 2\n> game 17\n> genesis %s key\n> %s\n' "$genesis" "$key" >ticket
of_ticket() { "$proof" block --game ticket --seat 2 --decision 17 "$@"; }
says 2 'proves nothing' of_ticket 'combat 3'
says 1 'not the game.s key' of_ticket --print aaaaa-aaaaa-aaaaa-aaaaa 'combat 3'
print=$(of_ticket --print x 'combat 3' 2>&1 | sed -n 's/.*fingerprint is \([a-z2-7-]*\);.*/\1/p')
says 2 '^.*--entry wants a number' of_ticket --print "$print" 'combat 3'
says 0 '^postern-block 2$' of_ticket --print "$print" --entry 118 'combat 3'
says 0 '^postern-block 2$' \
    "$proof" block --game all --print "$print" --seat 2 --decision 17 'combat 3'
says 1 'not the game.s key' \
    "$proof" block --game all --print "x$print" --seat 2 --decision 17 'combat 3'
head -3 ticket >half
says 4 'not whole' "$proof" block --game half --print "$print" --seat 2 --decision 17 'combat 3'
says 4 'no ticket' "$proof" block --game plain --print "$print" --seat 2 --decision 17 'combat 3'
sed 's/ticket 2$/ticket 1/' ticket >older
says 4 'of an older program' "$proof" block --game older --print "$print" --seat 2 --decision 17 'combat 3'

# usage
says 0 'postern-proof verify FILE' "$proof" --help
says 0 'postern-proof verify FILE' "$proof" verify --help
says 2 'no command' "$proof" prove
says 2 'usage: postern-proof verify FILE' "$proof" verify
says 2 'does not know --seat' "$proof" verify --seat 2 all
says 2 'postern-proof verify FILE' "$proof"

[ $failures -eq 0 ]
