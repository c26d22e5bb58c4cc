# SPDX-License-Identifier: MIT
# A newcomer's first steps: contrib/quickstart plays its game, and the commands that it tells in the
# end work in a shell that knows nothing else.
set -eu
. "$top_srcdir/tests/cli/lib.sh" || exit 1
leave() { # what still runs would write while its folder is removed
    for one in "$scratch"/demo/*.pid; do
        [ ! -e "$one" ] || { kill "$(cat "$one")" && tail --pid="$(cat "$one")" -f /dev/null; }
    done
    rm -rf "$scratch"
}
trap leave EXIT
cd "$scratch"
unset POSTERN_READER POSTERN_DATADIR POSTERN_SERVER
bash "$top_srcdir/contrib/quickstart" --build "$top_builddir" --turns 1 >said 2>&1 || { tail -n 20 said; exit 1; }
sed -n '/^The server runs on/,$p' said >told
player=$(sed -n "s/^ *postern send \([A-Za-z]*\) .ORDER.*/\1/p" told)

# The lines as they stand there, with an order that is legal in the place of ORDER.
fresh() { env -i PATH=/usr/bin:/bin HOME="$scratch" LC_ALL=C.UTF-8 sh -euc "$(sed -n 's/^ *export/export/p' told); $1" 2>&1; }
line() { sed -n "/^ *postern $1/{s/ *#.*//;s/^ *//;p;q}" told; }
letters() { # files of a Maildir
    set -- "$scratch/demo/mail/${player,,}@example.org"/{new,cur}/*
    echo $#
}

order=$(fresh "$(line 'game legal')" | sed -n 1p)
[ -n "$order" ] || fail "nothing is legal: $(fresh "$(line 'game legal')")"
before=$(letters)
said=$(fresh "$(line send | sed "s/ORDER/$order/")") || fail "sending: $said"
has_more() { [ "$(letters)" -gt "$before" ]; }
await "an answer" has_more || fail "no letter came"
fresh "$(line "mailbox $player last")" | tr -s " \n" "  " | grep -qF "$order" || fail "no answer to $order: $(fresh "$(line "mailbox $player last")")"

# A game against a program is a line away, and somebody plays for it.
said=$(fresh "$(line "send .* 'practice")") || fail "practising: $said"
begun() { fresh "postern game list" | grep -q "^ *2  welcome_back  *running"; }
await "a practice game" begun || fail "no game began: $(fresh "postern game list")"
kill -0 "$(cat demo/opponents.pid)" || fail "nobody plays: $(cat demo/opponents.log)"
finish
