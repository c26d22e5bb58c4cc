# SPDX-License-Identifier: MIT
# Shared by the shell tests of the programs: a scratch server, and what to expect of a command.
set -u
. "$top_srcdir/tests/await.sh" || exit 1
postern=$top_builddir/src/cli/postern
posternd=$top_builddir/src/daemon/posternd
POSTERN_DATADIR=$top_srcdir
POSTERN_READER=$top_builddir/src/reader/postern-reader
export POSTERN_DATADIR POSTERN_READER
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
POSTERN_SERVER=$scratch/server
export POSTERN_SERVER
failures=0

fail() {
    echo "FAIL: $*"
    failures=$((failures + 1))
}

# expect CODE WORDS COMMAND…: the command ends with CODE and says WORDS.
expect() {
    code=$1 words=$2
    shift 2
    said=$("$@" 2>&1)
    got=$?
    [ $got -eq "$code" ] || fail "$* ended with $got, not $code: $said"
    case $said in
    *"$words"*) ;;
    *) fail "$* did not say '$words' but: $said" ;;
    esac
}

# One round of the mail.
round() { "$posternd" --once 2>>"$scratch/log" || fail "posternd --once: $(tail -n 1 "$scratch/log")"; }

finish() {
    [ $failures -eq 0 ] && echo "all as expected"
    exit $((failures > 0))
}

# shifted BY COMMAND…: its clock is off by so much. By the library itself: what the program faketime keeps of its own outlives
# whoever is killed, and is in the way of the next process of that number.
shifted() {
    env LD_PRELOAD="$(ls /usr/lib/*/faketime/libfaketimeMT.so.1 | head -n 1)" FAKETIME="$1" "${@:2}"
}

# What `postern setup` writes of a mail system that marks what it found of a sender.
as_set_up() { # as_set_up FOLDER
    sed -i '/^\[mail\]/a authserv = mx.postern.example' "$1/postern.conf"
}
# results DOMAIN: what our mail system found of a letter from there
results() { printf 'Authentication-Results: mx.postern.example; dmarc=pass header.from=%s\n' "$1"; }

make_server() {
    expect 0 "A new server" "$postern" init "$POSTERN_SERVER"
    as_set_up "$POSTERN_SERVER"
    expect 0 "player 1" "$postern" player add Anna anna@one.example
    expect 0 "player 2" "$postern" player add Bob bob@two.example
}

# The mail system of tests/mailservers/servers.sh in $box/mail, until this test ends; sets what it prints.
start_mail_servers() {
    servers=$top_srcdir/tests/mailservers/servers.sh
    export SERVERS_QUIET=1
    box=$(mktemp -d) || exit 1
    chmod 755 "$box"
    started=$(bash "$servers" start "$box/mail") || {
        echo "$started"
        fail "the mail servers did not start"
        finish
    }
    trap 'bash "$servers" stop "$box/mail" >/dev/null 2>&1; rm -rf "${scratch:?}" "${box:?}"' EXIT
    eval "$started"
}
