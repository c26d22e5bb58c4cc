# SPDX-License-Identifier: MIT
# The administrator's command: each command once, its exit code, its words, its --json; and what it
# says when something is wrong.
. "$top_srcdir/tests/cli/lib.sh" || exit 1

make_server
expect 4 "there is a server in" "$postern" init "$POSTERN_SERVER"

# Configuration and state in two folders, as a package keeps them.
mkdir "$scratch/state"
expect 0 "A new server" "$postern" init "$scratch/etc" --state "$scratch/state"
expect 0 "keys, ledger" "$postern" --server "$scratch/etc/postern.conf" doctor
[ -f "$scratch/state/postern.db" ] || fail "no ledger in the folder of the state"
[ ! -e "$scratch/etc/postern.db" ] || fail "a ledger beside the configuration"
expect 3 "no such folder" "$postern" init "$scratch/etc2" --state "$scratch/nowhere"
[ ! -e "$scratch/etc2" ] || fail "half a server was made"
expect 2 "whole path" "$postern" init "$scratch/etc2" --state state
expect 4 "belongs to a player already" "$postern" player add Annie anna@one.example
expect 4 "called Bob already" "$postern" player add Bob b@two.example
expect 2 "not a mail address" "$postern" player add Eve nowhere
expect 0 "anna@one.example" "$postern" player list
expect 0 '"name": "Anna"' "$postern" player list --json

expect 0 "game 1 is made" "$postern" game new dungeon_twister --seat Anna --seat bob@two.example
expect 3 "nobody here is called 'Eve'" "$postern" game new dungeon_twister --seat Anna --seat Eve
expect 2 "is for 2 players, and 1 is named" "$postern" game new dungeon_twister --seat Anna
expect 3 "no game called 'chess'" "$postern" game new chess --seat Anna --seat Bob
expect 2 "is named twice" "$postern" game new dungeon_twister --seat Bob --seat bob@two.example
expect 2 "not a time rule" "$postern" game new dungeon_twister --seat Anna --seat Bob --time "turns=3d"
expect 2 "See postern game new --help" "$postern" game new dungeon_twister --seat Anna --seat Bob --option target=99
expect 0 "--option target=" "$postern" game new --help
expect 0 "dungeon_twister" "$postern" game list
expect 0 '"status": "running"' "$postern" game list --json
expect 0 "Dungeon Twister 1" "$postern" game show 1
expect 0 "asked: Anna: luck" "$postern" game show 1
"$postern" game show 1 | grep -q "asked: the table" && fail "the table is asked while luck is open"
expect 0 "roster 1=player" "$postern" game log 1
expect 3 "there is no game 9" "$postern" game show 9
expect 2 "not the number of a game" "$postern" game show one

round
expect 0 "Welcome, Anna" "$postern" mailbox Anna last
expect 0 "sent to games+" "$postern" send Anna "luck apples"
expect 0 "sent to games+" "$postern" send Bob "luck pears"
round
expect 0 "luck" "$postern" game log 1
expect 0 "answered" "$postern" letter list
expect 0 "luck apples" "$postern" letter show 1
expect 3 "" "$postern" letter show 99
expect 0 "team " "$postern" game legal 1 --seat Anna
expect 2 "--seat" "$postern" game legal 1

team=$("$postern" game legal 1 --seat Bob | sed -n 1p)
echo "$team" >"$scratch/orders"
before=$("$postern" game log 1 | wc -l)
expect 0 "done" "$postern" preview 1 --seat Bob "$scratch/orders"
[ "$("$postern" game log 1 | wc -l)" -eq "$before" ] || fail "a preview changed the log"
expect 1 "malformed" sh -c "echo gibberish | '$postern' submit 1 --seat Bob"
expect 0 "done" "$postern" submit 1 --seat Bob "$scratch/orders"
expect 1 "" "$postern" submit 1 --seat Bob "$scratch/orders"
expect 2 "no order to give" sh -c "'$postern' submit 1 --seat Bob </dev/null"
expect 2 "say whose seat" sh -c "echo x | '$postern' submit 1"

expect 0 "postern-record 2" "$postern" game export 1
expect 0 "for seat/2" "$postern" game export 1 --seat Bob
expect 4 "the game goes on" "$postern" game export 1 --whole
expect 0 "made again" "$postern" rebuild
expect 0 "✓ chains and seals" "$postern" doctor
expect 0 "DT-MOVE-01" "$postern" rules dt-move-01
expect 3 "no catalogue has" "$postern" rules XX-1

{ results one.example; printf 'From: anna@one.example\nTo: games@postern.example\n\ngames\n'; } |
    "$postern" deliver --sender anna@one.example --recipient games@postern.example ||
    fail "deliver"
round
expect 0 "answered" "$postern" letter list
expect 75 "" sh -c "echo x | '$postern' --server '$scratch/nowhere' deliver"

# the public site
expect 0 "files written anew" "$postern" site "$scratch/site"
expect 0 '"written": 0' "$postern" site "$scratch/site" --json
expect 3 "no language 'xx'" "$postern" site "$scratch/site" --language xx
expect 4 "no folder can be made" "$postern" site "$scratch/log"
[ -s "$scratch/site/games/1.html" ] || fail "the site has no page of game 1"

# wrong usage
expect 2 "there is no command 'fly'; see postern --help" "$postern" fly
expect 2 "needs one word more" "$postern" game
expect 2 '"text": "there is no option --fast' "$postern" game list --fast --json
expect 2 "did you mean --language?" "$postern" player add Eve eve@x.example --lang es
while read -r said meant; do
    # shellcheck disable=SC2086
    expect 2 "perhaps: ${meant//_/ }" "$postern" ${said//_/ }
done <<'ROWS'
players postern_player_list
games postern_game_list
list_players postern_player_list
add_player postern_player_add
new_game postern_game_new
player_remove postern_player_forget
player_rename postern_player_set
player_mute postern_player_ban
Player_Show_Ada postern_player_show
ban_Ada postern_player_ban
game_void_1 postern_game_cancel
game_delete_1 postern_game_cancel
game_stop_1 postern_game_pause,_postern_game_cancel
game_winner_1 postern_game_adjudicate
game_continue_1 postern_game_resume
extend_1_3d postern_game_extend
export_1 postern_game_export
dispute_settle_1 postern_dispute_rule
tournament_table_1 postern_tournament_standings
tournaments postern_tournament_list
letter_queue postern_letter_list,_postern_letter_unsent
vacation_Ada postern_player_vacation
rating postern_ratings
stats postern_statistics
deadline postern_deadlines
version postern_--version
restart systemctl_restart_posternd
ROWS
expect 0 "player forget" "$postern" player --help
expect 0 "usage: postern player add" "$postern" help player add
expect 0 "usage: postern status" "$postern" help status
expect 2 "too few words" "$postern" player add Eve
expect 2 "one word too many" "$postern" game list x
expect 0 "usage: postern game new" "$postern" game new --help
expect 2 "'Cup' is not the number of a tournament; they stand in postern tournament list" "$postern" tournament show Cup
expect 2 "usage: postern" "$postern"

# a configuration with something wrong
expect 3 "makes a server" "$postern" --server "$scratch/nowhere" game list
mkdir "$scratch/bad"
bad() {
    printf "$1" >"$scratch/bad/postern.conf"
    expect 5 "$2" "$postern" --server "$scratch/bad" game list
}
bad '[server]\nname = x\n' "the key address is missing in [mail]"
bad '[mail]\nadress = a@b\n' "did you mean 'address'?"
bad '[mail]\naddress = a@b\naddress = c@d\n' "postern.conf:3: [mail] address stands twice"
bad '[male]\n' "no section is called [male]"
bad '[mail]\naddress = a@b\npoll = soon\n' "write a number and s, m, h or d"
bad '[mail]\naddress = a@b\ntransport = pigeon\n' "write one of maildir, imap"
bad '[mail]\naddress = a@b\ntransport = imap\n' "host is missing in [imap]"

# a ledger that is none, of a newer schema, locked or read-only; keys that others can read
copy() { rm -rf "$scratch/copy" && cp -r "$POSTERN_SERVER" "$scratch/copy"; }
copy
echo "this is not a ledger, not at all, it is a text that somebody put here" >"$scratch/copy/postern.db"
expect 5 "" "$postern" --server "$scratch/copy" game list
copy
chmod 644 "$scratch/copy/postern.key"
expect 5 "postern.key" "$postern" --server "$scratch/copy" game list
expect 1 "readable by others" "$postern" --server "$scratch/copy" doctor
copy
expect 0 "✓ inbox in (maildir)" "$postern" --server "$scratch/copy" doctor

# luck may be given for a seat, once, and orders below it
expect 0 "game " "$postern" --server "$scratch/copy" game new dungeon_twister --seat Anna --seat Bob
new=$(echo "$said" | grep -o "game [0-9]*" | head -n 1 | cut -d' ' -f2)
expect 0 "luck apples" sh -c "echo luck apples | '$postern' --server '$scratch/copy' submit $new --seat Anna"
expect 1 "luck" sh -c "echo luck pears | '$postern' --server '$scratch/copy' submit $new --seat Anna"
expect 0 "asked: Bob: luck" "$postern" --server "$scratch/copy" game show "$new"

echo secret >"$scratch/copy/password" && chmod 600 "$scratch/copy/password"
login="host = 127.0.0.1
port = 1
tls = none
user = robot
password_file = password"
sed -i 's/^transport = maildir/transport = imap/' "$scratch/copy/postern.conf"
printf '[imap]\n%s\n[smtp]\n%s\n' "$login" "$login" >>"$scratch/copy/postern.conf"
expect 1 "✗ inbox in (imap): " "$postern" --server "$scratch/copy" doctor
expect 1 "✗ outbox out (smtp): " "$postern" --server "$scratch/copy" doctor
copy
rm "$scratch/copy/postern.key"
expect 3 "postern.key" "$postern" --server "$scratch/copy" game list
copy
rm "$scratch/copy/postern.mark"
expect 3 "mark" "$postern" --server "$scratch/copy" game list

# the example speaks of every key
normal() { sed 's,^#\(data\|templates\) = .*/,#\1 = DIR/,'; }
"$postern" config | normal >"$scratch/a"
normal <"$top_srcdir/contrib/postern.conf.example" >"$scratch/b"
cmp "$scratch/a" "$scratch/b" || fail "contrib/postern.conf.example is not what postern config prints"

finish
