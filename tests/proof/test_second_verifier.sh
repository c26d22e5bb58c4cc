#!/bin/bash
# SPDX-License-Identifier: MIT
# The verifier written from the documents alone, and postern-proof: both say the same of 200 games, of
# as many with one bit changed, and of a lying server's records. POSTERN_PROOF_GAMES takes another number.
set -u
here=$(mktemp -d) || exit 1
trap 'rm -rf "$here"' EXIT
second=$top_srcdir/tests/proof/second_verifier.py
python=/usr/bin/python3
failures=0
games=${POSTERN_PROOF_GAMES:-200}
real=$((games / 25)) # of each of the real games; the rest are toys

if ! $python -c 'import nacl' 2>/dev/null; then
    echo "python3-nacl is not installed; the second verifier cannot run"
    exit 77
fi
$python "$second" --vectors "$top_srcdir/doc/seals.md" || failures=$((failures + 1))

cd "$here" || exit 1
mkdir games lies
(cd games && "$top_builddir/tests/proof/make_game" toy 1-$((games - 2 * real)) &&
    "$top_builddir/tests/proof/make_game" dungeon_twister 1-$real &&
    "$top_builddir/tests/proof/make_game" welcome_back 1-$real) || exit 1
$python "$second" games/* >said
for file in games/*; do
    # a game that chance drew out is cut, also between its end and its last opening
    case $file in
    *.bad) wanted=1 ;;
    *) grep -q "^$file: good, over, not opened" said && wanted=3 || wanted=0 ;;
    esac
    "$top_builddir/tests/proof/proof_toy" verify --quiet "$file"
    code=$?
    # one bit makes a newer program's record of it: that is not proved
    if [ $code -ne $wanted ] && { [ $code -ne 3 ] || cmp -s <(head -n 4 "$file") <(head -n 4 "${file%.bad}"); }; then
        echo "FAILED: $file: postern-proof gave $code"
        failures=$((failures + 1))
    fi
done
good=$(grep -c ': good, ' said)
bad=$(grep -c -v ': good, ' said)
echo "second verifier: $good good, $bad false"
if [ "$good" -ne "$games" ] || [ "$bad" -ne "$games" ] || grep ': good, ' said | grep -q '\.bad:'; then
    grep -v '\.bad' said | grep -v ': good, ' | head -5
    grep '\.bad: good' said | head -5
    failures=$((failures + 1))
fi

# What a verifier without the rules of the game and of clocks cannot see:
rules="drop_an_order|double_an_order|give_a_seal_to_another_seat|open_a_tile_too_early|\
draw_under_another_label|take_an_illegal_order|default_before_the_deadline|\
default_against_the_deadline_set|order_after_its_deadline|another_default_than_the_rules_have|\
leave_the_penalty_out|an_order_older_than_its_question|\
an_upgrade_nobody_agreed_to|an_end_that_the_rules_do_not_have|end_before_the_end|\
an_order_signed_for_a_question_not_open|take_the_roster_after_luck|\
a_default_while_the_clocks_stand|clocks_that_go_are_resumed|a_pause_of_a_host_who_is_asked|\
a_lent_seat_that_resigns"
for liar in tests/record/test_lies tests/record/test_server_lies tests/record/test_line_lies tests/record/test_lost; do
    (cd "$here" && ATTACK_DIR=$here/lies "$top_builddir/$liar" >/dev/null 2>&1) || {
        echo "FAILED: $liar"
        failures=$((failures + 1))
    }
done
$python "$second" lies/* >said
if grep ': good, ' said | grep -v -E "lies/($rules):"; then
    echo "FAILED: the second verifier takes lies that it could see"
    failures=$((failures + 1))
fi
echo "lies: $(ls lies | wc -l), seen without the rules: $(grep -c -v ': good, ' said)"
[ $failures -eq 0 ]
