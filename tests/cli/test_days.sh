# SPDX-License-Identifier: MIT
# Days drawn from a stock, a day for the asking, a seat that is lent and taken back: by a real server on shifted time
# that is killed on its way each time; the record verifies.
. "$top_srcdir/tests/cli/lib.sh" || exit 1
. "$top_srcdir/tests/need.sh" || exit 1
need_shifted_clock

minutes=0 # less than an hour at once: what was an absence would move deadlines
at() { shifted "+${minutes}m" "$@"; }
# Killed at one of its steps (twice at one letter would set it aside), then run to its end.
step=0
turn() {
    step=$((step + 4))
    at env POSTERN_CRASH_AFTER=$step "$posternd" --once 2>>"$scratch/log"
    at "$posternd" --once 2>>"$scratch/log" || fail "posternd --once: $(tail -n 1 "$scratch/log")"
}
logged() { # COUNT WORDS
    count=$("$postern" game log 1 | grep -c -- "$2")
    [ "$count" -eq "$1" ] || fail "'$2' stands $count times in the log, not $1: $("$postern" game log 1 | tail -n 8)"
}

make_server
expect 0 "Robo" "$postern" bot add Robo --level easy
expect 0 "stock" "$postern" player show Bob --json
expect 0 "game 1 is made" "$postern" game new dungeon_twister --seat Anna --seat Bob \
    --time "setup=1h turn=1h reply=1h stock=3 extensions=1 lend=7"
turn
for name in Anna Bob; do expect 0 "sent to" "$postern" send $name "luck of $name"; done
turn
logged 1 " lucks "
expect 0 "" "$postern" player set Bob stock on
logged 1 "seat/2 agree vacation"
expect 0 "sent to" at "$postern" send Anna "extension"
turn
logged 1 "clock extension seat/1"
for minutes in 45 90; do turn; done
logged 1 "clock vacation seat/2"
logged 0 "seat/2 default"
expect 0 "sent to" at "$postern" send Bob "lend 2 days"
turn
logged 1 "seat/2 agree .*lend "
at "$postern" bot run --once --time 1s >>"$scratch/log" 2>&1
turn
logged 1 "seat/2 order"
expect 0 "sent to" at "$postern" send Bob "status"
turn
logged 1 "remark back seat/2"
at "$postern" game export 1 >"$scratch/record" || fail "no export"
expect 0 "open, up to entry" "$top_builddir/postern-proof" verify "$scratch/record"
finish
