# SPDX-License-Identifier: MIT
# Source it. await WHAT COMMAND...: look until the command succeeds; false, with WHAT, when it never does. What is counted is
# how long this machine had a processor to spare: while others keep it busy nothing is late, and what hangs
# leaves it idle. AWAIT_S: a minute if not set.
idle_ticks() { # of all processors
    local idle
    read -r _ _ _ _ idle _ </proc/stat
    echo "$idle"
}

await() {
    local what=$1 end
    shift
    end=$(($(idle_ticks) + ${AWAIT_S:-60} * $(getconf CLK_TCK) * $(getconf _NPROCESSORS_ONLN)))
    until "$@"; do
        [ "$(idle_ticks)" -lt "$end" ] || { echo "never came: $what" >&2; return 1; }
        sleep 0.03
    done
}
