# SPDX-License-Identifier: MIT
# Source it. await WHAT COMMAND...: look until the command succeeds; false, with WHAT, when it never does. What is counted is
# how long this machine had a processor to spare: while others keep it busy nothing is late, and what hangs
# leaves it idle. AWAIT_S: a minute if not set.
late=
set_limit() { # late: when the limit is over that begins now, in ticks of all processors
    local idle
    read -r _ _ _ _ idle _ </proc/stat
    late=$((idle + ${AWAIT_S:-60} * $(getconf CLK_TCK) * $(getconf _NPROCESSORS_ONLN)))
}

is_late() { # is_late LIMIT
    local idle
    read -r _ _ _ _ idle _ </proc/stat
    [ "$idle" -ge "$1" ]
}

await() {
    local what=$1 limit
    shift
    set_limit && limit=$late
    until "$@"; do
        ! is_late "$limit" || { echo "never came: $what" >&2; return 1; }
        sleep 0.05
    done
}

# End a process that is late.
await_late() {
    set_limit
    until is_late "$late"; do sleep 5; done
    kill "$1"
}
