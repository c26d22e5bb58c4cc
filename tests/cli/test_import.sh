# SPDX-License-Identifier: MIT
# Many players and many games from a table: all of it or nothing, and what is wrong with its line.
: "${top_srcdir:?make check sets it}"
. "$top_srcdir/tests/cli/lib.sh"

make_server
printf '\357\273\277name;address;language\r\n"O;Hara, Pat";pat@x.example;it\r\n\r\nCleo;cleo@x.example;\r\n' >"$scratch/members"
expect 0 "2 players are added" "$postern" player import "$scratch/members"
expect 0 "O;Hara, Pat" "$postern" player list
expect 0 "letters: it" "$postern" player show pat@x.example

# nobody is added where one cannot be; every such row is told
before=$("$postern" player list)
printf 'name,address\nNew,new@x.example\nAnna,other@x.example\nNobody,nowhere\n' >"$scratch/bad"
expect 1 "$scratch/bad:3: " "$postern" player import "$scratch/bad"
expect 1 "$scratch/bad:4: " "$postern" player import "$scratch/bad"
expect 1 "2 rows cannot be added, so nobody was" "$postern" player import "$scratch/bad"
[ "$("$postern" player list)" = "$before" ] || fail "some of a bad table were added"
printf 'name,phone\nNew,new@x.example\n' >"$scratch/bad"
expect 2 "'phone' is none of: name, address, language" "$postern" player import "$scratch/bad"
printf 'name,address,language\nNew,new@x.example,Klingon\n' >"$scratch/bad"
expect 1 "$scratch/bad:2: there is no language 'Klingon' here; there are en, es, it" "$postern" player import "$scratch/bad"
printf 'Name,E-Mail,Language\nDan,dan@x.example,Spanish\n' >"$scratch/members"
expect 0 "1 player is added" "$postern" player import "$scratch/members"
expect 0 "letters: es" "$postern" player show Dan
printf 'name,address\n"New,new@x.example\n' >"$scratch/bad"
expect 2 "a quote is not closed" "$postern" player import "$scratch/bad"
printf 'name,address\nNew,new@x.example,en\n' >"$scratch/bad"
expect 2 "$scratch/bad:2: this row has more cells" "$postern" player import "$scratch/bad"
expect 3 "No such file" "$postern" player import "$scratch/none"
expect 0 "0 players" sh -c "echo name,address | '$postern' player import -"

# games: a row each; what stands on the command line is for all
printf 'game\tseat\tseat\ttime\toption\toption\n\tAnna\tBob\tturn=4d\tboxes=both\tmode=free\nwelcome_back\tCleo\tBob\t\t\n' >"$scratch/games"
expect 0 "2 games are made" "$postern" game new dungeon_twister --from "$scratch/games"
expect 0 "welcome_back" "$postern" game list
expect 0 "turn=4d" "$postern" game log 1
printf 'game,seat,seat\nwelcome_back,Anna,Bob\nchess,Anna,Bob\n' >"$scratch/bad"
expect 3 "$scratch/bad:3: there is no game called 'chess'" "$postern" game new --from "$scratch/bad"
expect 3 "no game 3" "$postern" game show 3
expect 2 "leave --open away" "$postern" game new --from "$scratch/games" --open
expect 0 "as they should be" "$postern" check
finish
