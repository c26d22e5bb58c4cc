# SPDX-License-Identifier: MIT
# No fixed date reaches a real daemon. What was made at one is a ledger whose clock jumps days ahead when a program
# opens it today: the daemon doubts such a clock, logs nothing, and a test or a bench waits for ever.
set -eu
cd "$top_srcdir"
status=0

# Programs that begin one of ours make their server on the real clock's day.
for file in $(grep -rlE 'src/(daemon/posternd|cli/postern)"' --include='*.c' tests examples); do
    if grep -nE 'fixture_make(_with)?\(|load_make_games\(' "$file"; then
        echo "$file begins a real program on a server of a fixed day: fixture_make_today"
        status=1
    fi
done

# Scripts take their dates from the clock. These name dates that no ledger is made at:
allowed='
tests/cli/test_keep.sh           asks for what comes after all
tests/cli/test_queue.sh          asks for what comes after all
tests/proof/test_follow.sh       a clock before the game, and one behind it
tests/proof/test_proof.sh        a list for the verifier, which knows no clock
tests/proof/second_verifier.py   examples of hashes
tests/proof/signed_changes.py    a day before any game, in a record that must not verify
tests/under_date.sh              an example in its usage
tests/daemon/test_letters.sh     attributions of mail programs, which count for nothing
tests/e2e/bad_input.py           letters with the headers of other days, which count for nothing
'
month='(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)'
for file in $(grep -rlE "\b20[2-9][0-9]-[01][0-9]-[0-3][0-9]|\b[0-3]?[0-9] $month 20[2-9][0-9]|\b1[6-9][0-9]{8}\b" \
    --include='*.sh' --include='*.py' tests); do
    case $allowed in
    *"
$file "*) ;;
    *)
        echo "$file has a fixed date: reckon it from the clock, or name the file in tests/check_dates.sh"
        status=1
        ;;
    esac
done
[ $status = 0 ] && echo "no fixed date reaches a real daemon"
exit $status
