# SPDX-License-Identifier: MIT
# What plays a game does so with the configuration that `postern setup` writes: our mail system's name is known, and
# letters bring what it found of their senders. A bare one hides what happens to players: so practice opponents once
# stood still wherever setup had been used.
set -eu
cd "$top_srcdir"
status=0

# These make a server with a bare configuration, or take the name out, and say why:
allowed='
tests/cli/test_cli.sh            what init alone writes, and refuses to; its other server is set up
tests/cli/test_key.sh            another server, for its key file
tests/packaging/installed.sh     what a package installs: a server starts, and nobody plays
tests/inbound/test_letters.c     what becomes of letters of whom nothing is known
tests/inbound/test_abuse.c       the same, by forgers
tests/commands/test_asking.c     what is asked back of whom nothing is known
tests/commands/test_people.c     addresses that are confirmed where nothing is known
tests/commands/test_talk.c       the same, of orders by thread alone
tests/house/fixture.c            takes it out for those
'
listed() { case $allowed in *"
$1 "*) return 0 ;; esac; echo "$1: $2"; status=1; }

for file in $(grep -rlE '(\$postern"|src/cli/postern"|self\.postern\().*\binit\b' --include='*.sh' --include='*.py' tests); do
    grep -qE 'as_set_up|make_server$|authserv' "$file" ||
        listed "$file" "a server as init leaves it: as_set_up, or name the file in tests/check_set_up.sh"
done
for file in $(grep -rlE "fixture_prove_nothing\(|authserv\[0\] = " --include='*.c' tests); do
    listed "$file" "takes the name of our mail system out: name the file in tests/check_set_up.sh"
done
for file in $(printf '%s' "$allowed" | sed -n 's/ .*//p'); do
    grep -qsE '\binit\b|fixture_prove_nothing\(|authserv\[0\] = ' "$file" || { echo "$file is no exception any more"; status=1; }
done
grep -q '^ *"\[mail\].*authserv = ' tests/house/fixture.c || { echo "the fixture's letters prove nothing"; status=1; }
[ $status = 0 ] && echo "games are played as setup leaves a server"
exit $status
