# SPDX-License-Identifier: MIT
# The machine's clock jumps 40 days ahead, at a start and under a running posternd: nothing is
# logged and no deadline passes until the keeper confirms it.
. "$top_srcdir/tests/cli/lib.sh" || exit 1
. "$top_srcdir/tests/need.sh" || exit 1
need_shifted_clock
need pkill procps

make_server
expect 0 "game 1 is made" "$postern" game new dungeon_twister --seat Anna --seat Bob
expect 0 "game 2 is made" "$postern" game new dungeon_twister --seat Anna --seat Bob # in which nobody writes
"$posternd" --once 2>>"$scratch/log" || fail "posternd --once: $(tail -n 1 "$scratch/log")"
log=$("$postern" game log 1)
unchanged() { [ "$("$postern" game log 1)" = "$log" ] || fail "the log followed: $*"; }

# at a start
later() { shifted +40d "$@"; }
expect 0 "sent to" "$postern" send Anna --answer 1 "luck apples"
expect 75 "postern clock confirm" later "$posternd" --once
expect 75 "postern clock confirm" later "$posternd" --once
unchanged "posternd --once"
expect 1 "the clock says" later "$postern" check
expect 1 "✗ clock: the clock says" later "$postern" doctor
expect 75 "postern clock confirm" later "$postern" game pause 1
unchanged "a command"
expect 0 "as they should be" "$postern" check
expect 0 "believed already" "$postern" clock confirm --yes
expect 2 "add --yes" later "$postern" clock confirm </dev/null

# between two rounds of a running posternd
echo "+0" >"$scratch/offset"
library=$(ls /usr/lib/*/faketime/libfaketimeMT.so.1 | head -n 1)
LD_PRELOAD=$library FAKETIME_TIMESTAMP_FILE="$scratch/offset" FAKETIME_NO_CACHE=1 \
    "$posternd" 2>"$scratch/running" &
running=$!
trap 'kill $running; rm -rf "$scratch"' EXIT
wait_for() { # WORDS in the log of posternd
    await "$1" grep -q "$1" "$scratch/running" || fail "posternd never said $1: $(tail -n 3 "$scratch/running")"
}
wait_for "letter-in"
log=$("$postern" game log 1)
case $log in *luck*) ;; *) fail "the letter was not taken in" ;; esac
echo "+40d" >"$scratch/offset"
expect 0 "sent to" "$postern" send Bob --answer 1 "luck pears"
wait_for "postern clock confirm"
sleep 2
unchanged "posternd"
expect 0 "The clock is believed" later "$postern" clock confirm --yes
wait_for "deadlines-moved"
goes_on() {
    log=$("$postern" game log 1)
    case $log in *pears* | *"luck/2"*) ;; *) return 1 ;; esac
}
await "the letter is taken in" goes_on || fail "the game does not go on: $log"
log=$("$postern" game log 2)
[ "$(grep -c "due decision=0" <<<"$log")" -eq 4 ] || fail "no deadline moved, or twice: $log"
expect 0 "as they should be" later "$postern" check
kill $running
wait $running
trap 'rm -rf "$scratch"' EXIT
finish
