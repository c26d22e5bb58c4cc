#!/bin/bash
# SPDX-License-Identifier: MIT
# Write doc/keepers-day.md: every command in it is run, on a server of its own that is gone
# afterwards. Times and sizes, which differ each time, are written as of one day.
#
#   doc/keepers-day.sh POSTERN POSTERND >doc/keepers-day.md      (make update-keepers-day)
#
# POSTERN_LITESTREAM: the engine that copies the ledger to a second machine. Without it the last part
# of the day is left out.
set -u
postern=$1 posternd=$2
scratch=$(mktemp -d)
engine=
trap '[ -z "$engine" ] || kill -9 $engine; rm -rf "$scratch"' EXIT
export POSTERN_SERVER=$scratch/games COLUMNS=96 LC_ALL=C.UTF-8 TZ=UTC

steady() {
    sed -E -e "s,$scratch,/srv,g" \
        -e 's/20[0-9]{2}-[0-9]{2}-[0-9]{2}T[0-9]{2}:?[0-9]{2}:?[0-9]{2}Z/2026-11-22T09:00:00Z/g' \
        -e 's/20[0-9]{2}-[0-9]{2}-[0-9]{2}T[0-9]{6}/2026-11-22T090000/g' \
        -e 's/20[0-9]{2}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}/2026-11-22 09:00/g' \
        -e 's/within [0-9.]+ (min|h)/within 0 min/g' -e 's/by Postern [0-9].*\.$/by Postern 1.0.0./' \
        -e 's/: [0-9]+ changes, /: 37 changes, /' \
        -e 's/ledger     [0-9.]+ MB, [0-9.]+ GB/ledger     0.4 MB, 80.0 GB/' \
        -e 's/\([0-9]+ KiB\)/(400 KiB)/' -e 's/has [0-9]+ KiB; [0-9]+ KiB/has 400 KiB; 40 KiB/' -e 's/ +$//'
}
say() { printf '%s\n' "$*"; }
# run WORDS…: a command as the keeper writes it, and what it answers
run() {
    printf '\n    $ postern'
    for word in "$@"; do
        case $word in
        *' '* | '') printf ' "%s"' "$word" ;;
        *) printf ' %s' "$word" ;;
        esac
    done | sed "s,$scratch,/srv,g"
    printf '\n'
    "$postern" "$@" </dev/null 2>&1 | steady | sed -e 's/^/    /' -e 's/ *$//'
}
quiet() { "$postern" "$@" </dev/null >/dev/null 2>&1 || say "failed: $*"; }
round() { "$posternd" --once 2>/dev/null || say "failed: posternd"; }
entry_of() { "$postern" game log "$1" | sed -n "s|^\([0-9]*\) .* $2 order .*|\1|p" | tail -n 1; }

quiet init "$POSTERN_SERVER"
for name in Anna Bob Cleo; do
    quiet player add $name "$(printf %s $name | tr A-Z a-z)@example.org"
done
quiet game new dungeon_twister --seat Anna --seat Bob
round
for name in Anna Bob; do
    quiet send $name "luck of $name"
    round
done
wrong=$("$postern" game legal 1 --seat Bob | sed -n 3p)
right=$("$postern" game legal 1 --seat Bob | sed -n 5p)
quiet send Bob "$wrong"
round
quiet game new dungeon_twister --seat Cleo --seat Anna
round

say "# A day in the keeper's life"
say
say "Each command below was run for real by \`doc/keepers-day.sh\`, on a small server that exists for it"
say "alone; a test runs it again and compares. \`man postern\` has all commands."
say
say "## Coffee"
say
say "Is the server well, and does anybody wait for the keeper?"
run doctor
run deadlines
run dispute list
run letter list
say
say "## Anna has the flu"
say
say "She writes that she needs a week. Her opponent sees it in the log and in his next letter; so does"
say "anyone who verifies the game later."
run game extend 1 7d --seat Anna
say
say "Cleo and Anna meet at the club anyway; their game may stand until then."
run game pause 2
run game resume 2
say
say "## \"That is not what I wrote!\""
say
say "Anna asks what an order would do that she is not sure of. The keeper tries it: nothing is kept of"
say "a trial."
"$postern" game legal 1 --seat Anna | sed -n 2p >"$scratch/orders"
run preview 1 --seat Anna "$scratch/orders"
say
say "Bob's order really was a slip of the pen, and Anna agrees. Nothing is deleted: an entry goes back,"
say "another gives the right order, and both players are told."
run game fix 1 "$(entry_of 1 seat/2)" "$right" --yes
run game log 1 >"$scratch/log"
sed -n 1,2p "$scratch/log"
say "    …"
tail -n 5 "$scratch/log"
say
say "## A letter that went wrong"
say
printf 'From: Bob <bob@example.org>\nTo: games@postern.example\nMessage-ID: <odd@example.org>\n\ngames\n' >"$scratch/odd.eml"
say "Bob forwards a letter that \"did nothing\". The keeper runs it without letting it count:"
run letter simulate "$scratch/odd.eml"
say
say "and sends Bob the board once more."
run letter resend 1 Bob
say
say "## Cleo stops playing"
say
say "Her seat goes to Bob, who gets an invitation; the position stays as it is."
sleep 1.1 # so that a full phase ends later than the one that runs
run seat replace 2 Cleo Bob
say
say "She also wants her name gone. It goes, with her key, out of all records; the games still verify."
run player forget Cleo --yes
run player list
say
say "## Anna's other game is a lost cause"
say
say "Both agree that she has won; the keeper says so in the log, and everything sealed is opened."
run game adjudicate 2 --winner Anna --reason "agreed at the club" --yes
run game list
run ratings
say
say "## Before a new release"
say
say "Would any game be another under its rules? And is the ledger as it should be?"
run upgrade --check
run check
say
say "## Evening"
say
run statistics | head -n 6
run backup "$scratch/evening.db"
round
say
say "## The day the disk died"
say
say "All that is left is the evening's backup and the key file, which is kept apart. On the empty machine"
say "the package is installed and the key file put in its place; the configuration comes out of the backup."
mkdir "$scratch/safe"
mv "$scratch/games/postern.key" "$scratch/safe/"
rm -rf "${scratch:?}/games"
mkdir "$scratch/games"
printf '\n    $ cp /srv/safe/postern.key /srv/games/\n'
cp "$scratch/safe/postern.key" "$scratch/games/"
run restore "$scratch/evening.db" --yes
say
say "What was signed after the backup nobody knows here, so no game may go on before its players have said"
say "what they were shown."
run restore "$scratch/evening.db" --yes --marks-lost
run doctor | grep -e '^$' -e 'postern doctor' -e frozen
run game thaw 1
say
say "Anna's and Bob's newest letters name no later entry."
run game thaw 1 --last "$("$postern" game log 1 | tail -n 1 | cut -d' ' -f1)"
run letter resend 1 Anna
round
run status
[ -x "${POSTERN_LITESTREAM:-}" ] || exit 0
say
say "## The machine burns, and another goes on"
say
say "After that day the club keeps a second machine (doc/replica.md): Litestream copies the ledger there,"
say "and nothing leaves that the copy does not hold."
mkdir "$scratch/second" "$scratch/second/replica"
cp "$scratch/safe/postern.key" "$scratch/second/"
sed "s,$scratch/games,$scratch/second/games,g" "$scratch/games/postern.conf" >"$scratch/second/postern.conf"
sed -i "s,^\[server\]\$,[server]\nreplica_program = $POSTERN_LITESTREAM," "$scratch/second/postern.conf" "$scratch/games/postern.conf"
sed -i "s,^\[server\]\$,[server]\nreplica = $scratch/litestream.sock\nreplica_config = $scratch/litestream.yml," "$scratch/games/postern.conf"
printf 'socket:\n  enabled: true\n  path: %s\ndbs:\n  - path: %s\n    replica:\n      type: file\n      path: %s\n' \
    "$scratch/litestream.sock" "$scratch/games/postern.db" "$scratch/second/replica" >"$scratch/litestream.yml"
"$POSTERN_LITESTREAM" replicate -config "$scratch/litestream.yml" >"$scratch/litestream.log" 2>&1 &
engine=$!
for _ in $(seq 300); do
    "$postern" status | grep -q "holds everything" && break
    sleep 0.1
done
quiet send Anna "$("$postern" game legal 1 --seat Anna | sed -n 2p)"
round
run status
say
say "Then the first machine burns. On the second one, which has the key file and the configuration:"
kill -9 $engine
wait $engine 2>/dev/null
engine=
rm -rf "${scratch:?}/games"
POSTERN_SERVER=$scratch/second
run promote "$scratch/second/replica" --try
run promote "$scratch/second/replica" --yes
round
run check
