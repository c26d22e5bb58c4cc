# SPDX-License-Identifier: MIT
# What an administrator may find in the morning, one thing wrong at a time: doctor names it, with the
# file and the line where there is one, and is content again when it is mended.
. "$top_srcdir/tests/cli/lib.sh" || exit 1
. "$top_srcdir/tests/need.sh" || exit 1
need faketime faketime
make_server
expect 0 "game 1 is made" "$postern" game new dungeon_twister --seat Anna --seat Bob
"$posternd" --once 2>>"$scratch/log" || fail "posternd --once: $(tail -n 1 "$scratch/log")"
well=$POSTERN_SERVER
number=0
# situation WORDS COMMAND…: in a copy of the server, $s, something is done; doctor is not content
situation() {
    words=$1
    shift
    number=$((number + 1))
    s=$scratch/s$number
    cp -a "$well" "$s"
    conf=$s/postern.conf
    "$@" || fail "situation $number could not be made: $*"
    expect 1 "$words" "$postern" --server "$s" doctor
    said_json=$("$postern" --server "$s" doctor --json)
    case $said in
    *"postern doctor"*) fail "situation $number: doctor refers to itself: $said" ;;
    esac
    case $said_json in
    *'"good": false'*) ;;
    *) fail "situation $number: nothing is wrong in --json: $said_json" ;;
    esac
}
line() { grep -n "$1" "$conf" | head -n 1 | cut -d: -f1; }
says() { # … and this, too
    case $said in *"$1"*) ;; *) fail "situation $number: '$1' is not said: $said" ;; esac
}
# set_key SECTION LINE: at the end of the configuration
set_key() { printf '[%s]\n%s\n' "$1" "$2" >>"$conf"; }
in_mail() { sed -i "/^\[mail\]/a $1" "$conf"; }

expect 0 "✓ modes of files" "$postern" doctor
says "• address of the keeper: $well/postern.conf: [mail] keeper is empty"

# the configuration
situation "✗ configuration" in_mail "keper = a@b.example"
says "postern.conf:$(line keper)"
says "did you mean 'keeper'?"
situation "write a number and s, m, h or d" in_mail "poll = soon"
says "postern.conf:$(line poll)"
situation "transport" sed -i 's/^transport = .*/transport = pigeon/' "$scratch/s$((number + 1))/postern.conf"
says "postern.conf:$(line pigeon)"
situation "✗ configuration" sh -c 'rm "$0"' "$scratch/s$((number + 1))/postern.conf"

situation "install Postern again, or name their folder by [server] data" sed -i "s#^data = .*#data = /nowhere#" "$scratch/s$((number + 1))/postern.conf"

# files and their modes
situation "✗ key file: is missing" rm "$scratch/s$((number + 1))/postern.key"
situation "✗ key file: is readable by others; chmod 600 it" chmod 644 "$scratch/s$((number + 1))/postern.key"
situation "the ledger, is mode 0666: chmod 600 it" chmod 666 "$scratch/s$((number + 1))/postern.db"
says "$s/postern.db"
situation "the configuration, is mode 0666: chmod go-w it" chmod 666 "$scratch/s$((number + 1))/postern.conf"
situation "the marks, is mode 0666" chmod 666 "$scratch/s$((number + 1))/postern.mark"
situation "the folder of the configuration, is mode 0777" chmod 777 "$scratch/s$((number + 1))"
situation "the spool, is mode 0777" chmod 777 "$scratch/s$((number + 1))/spool"
password() {
    echo secret >"$s/imap.password" && chmod "$1" "$s/imap.password"
    sed -i 's/^transport = .*/transport = imap/' "$conf"
    set_key imap "host = 127.0.0.1
port = 1
tls = none
user = robot
password_file = imap.password"
    set_key smtp "host = 127.0.0.1
port = 1
tls = none
user = robot
password_file = imap.password"
}
situation "✗ " password 644
says "imap.password"
# what is beside the ledger
situation "✗ " sh -c 'head -c 3000 "$0" >"$0.cut" && mv "$0.cut" "$0" && chmod 600 "$0"' "$scratch/s$((number + 1))/postern.db"
situation "✗ " sh -c 'echo nonsense >"$0"; chmod 600 "$0"' "$scratch/s$((number + 1))/postern.key"
says "postern.key:1: this is no key file of Postern; put back your copy"
situation "put a backup back: \`postern restore FILE\`" sh -c 'rm "$0"' "$scratch/s$((number + 1))/postern.db"
expect 4 "there is a server in $s already; to work on it: postern --server" "$postern" init "$s"

# mail and forum, each with the line that says where
situation "✗ inbox in (imap): " password 600
says "postern.conf:$(line '^host'): [imap] host: "
says "✗ outbox out (smtp): "
says "postern.conf:$(grep -n '^host' "$conf" | tail -n 1 | cut -d: -f1): [smtp] host: "
situation "✗ " sh -c 'chmod 600 "$0"; rm -r "$0" && echo file >"$0"' "$scratch/s$((number + 1))/mail"
forum() {
    echo key >"$s/forum.key" && chmod 600 "$s/forum.key"
    set_key forum "kind = discourse
url = http://127.0.0.1:1
robot = gm
key_file = forum.key
category = 7"
}
situation "✗ " forum
says "127.0.0.1:1"
rm "$s/forum.key"
expect 5 "forum.key" env POSTERN_SERVER="$s" "$posternd" --check-config

# the token for Matrix
matrix() {
    [ "$1" = none ] || { echo token >"$s/matrix.token" && chmod "$1" "$s/matrix.token"; }
    set_key notices "on = yes
matrix = https://127.0.0.1:1
matrix_token_file = matrix.token"
}
situation "✗ token for Matrix: cannot read" matrix none
situation "matrix.token, the token for Matrix, is mode 0644" matrix 644

# a disk that is nearly full, where this user may mount one
mkdir "$scratch/disk"
if mount -t tmpfs -o size=4m tmpfs "$scratch/disk" 2>/dev/null; then
    trap 'umount -l "$scratch/disk"; rm -rf "$scratch"' EXIT
    cp -a "$well" "$scratch/disk/server"
    expect 1 "✗ room on the disk: " "$postern" --server "$scratch/disk/server" doctor
    says "MB are free"
fi

# the file for monitors
situation "this folder cannot be written" set_key server "health = /nowhere/postern.prom"
says "postern.conf:$(line health): [server] health = /nowhere/postern.prom"

# a site that is not there
situation "✗ the page that letters link to" set_key site "url = file://$scratch/nowhere"

# a replica that nobody makes
situation "no-engine" set_key server "replica = $scratch/engine.sock"
says "postern.conf:$(line '^replica'): [server] replica: "

# a game that stands still: which, why, and how it goes on, with and without the file of marks
night() { "$postern" --server "$s" backup "$scratch/night$number.db" >/dev/null; }
restored() {
    night && "$postern" --server "$s" game pause 1 >/dev/null && POSTERN_SERVER=$s "$posternd" --once 2>>"$scratch/log" &&
        "$postern" --server "$s" restore "$scratch/night$number.db" --yes >/dev/null
}
situation "✗ frozen games: 1 (1): a later entry was signed" restored
says "postern game recover"
marks_lost() {
    night && rm "$s/postern.mark" "$s/postern.db"* &&
        "$postern" --server "$s" restore "$scratch/night$number.db" --yes --marks-lost >/dev/null
}
situation "✗ frozen games: 1 (1): their marks were lost with a disk; \`postern game thaw NUMBER\`" marks_lost

# posternd: killed; alive, but quiet; its file for monitors stale. A clock that is behind, or far ahead
if ! is_sanitized; then
    start() { # posternd of this situation
        set_key server "health = $s/postern.prom"
        POSTERN_SERVER=$s "$posternd" 2>"$s/log" &
        running=$!
        await "a file for monitors" test -s "$s/postern.prom" || fail "posternd wrote no file for monitors: $(tail -n 3 "$s/log")"
    }
    burnt() { start && kill -9 $running && wait $running 2>/dev/null; true; }
    situation "✗ posternd: does not run; process" burnt
    says "has ended. Start it: systemctl start posternd"
    s=$scratch/quiet conf=$s/postern.conf
    cp -a "$well" "$s"
    start
    expect 0 "✓ posternd" "$postern" --server "$s" doctor
    expect 1 "has read no inbox to its end since" shifted +1h "$postern" --server "$s" doctor
    touch -d "1 hour ago" "$s/postern.prom"
    expect 1 "it was last written more than five minutes ago" "$postern" --server "$s" doctor
    says "postern.conf:$(line health): [server] health"
    kill $running && wait $running
    expect 1 "✗ clock: the clock is behind" shifted -2d "$postern" doctor
    expect 1 "✗ clock: the clock says" shifted +40d "$postern" doctor
fi

expect 0 "✓ modes of files" "$postern" doctor
finish
