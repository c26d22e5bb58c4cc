# SPDX-License-Identifier: MIT
# Scenarios: the shipped ones are good, broken ones are refused with file, line and reason, and a game
# of one asks for nothing that it fixes.
. "$top_srcdir/tests/cli/lib.sh" || exit 1
toll=$top_srcdir/data/scenarios/dragons-toll.scenario
bad=$scratch/bad.scenario

for file in "$top_srcdir"/data/scenarios/*.scenario; do
    expect 0 "is a good scenario for Dungeon Twister" "$postern" scenario check "$file"
    grep -q "$(basename "$file")" "$top_srcdir"/src/games/*/local.mk || fail "$file is not installed"
done
"$postern" scenario check "$toll" --json | grep -q '"title": "The Dragon.s Toll"' || fail "no JSON"
expect 3 "No such file" "$postern" scenario check "$scratch/nothing"

# refused CODE TEXT SED…: the shipped file with a mistake in it
refused() {
    code=$1 words=$2
    shift 2
    sed "$@" "$toll" >"$bad"
    cmp -s "$toll" "$bad" && fail "sed $* changed nothing"
    expect "$code" "$words" "$postern" scenario check "$bad"
}
at() { grep -n "$1" "$toll" | cut -d: -f1; }
refused 2 "bad.scenario:$(at ^rooms): \"9\" is no pair" "s/^rooms: 1 3/rooms: 9 3/"
refused 2 "bad.scenario:$(at ^rooms): The pair of rooms 3 is named twice. [PD-MODE-04]" "s/^rooms: 1/rooms: 3/"
refused 2 "bad.scenario:$(at ^rooms): A scenario has four pairs of rooms: 1+3+5." "s/^\(rooms:.*\) 8/\1/"
refused 2 "bad.scenario:$(at ^rooms): A scenario has four pairs of rooms: 2." "s/^\(rooms:.*\)/\1 2/"
refused 2 "bad.scenario:$(at ^rooms): a value is missing" "s/^rooms:.*/rooms:/"
refused 2 "bad.scenario:$(at ^mode): A scenario names rooms, blue and yellow. [PD-MODE-07]" "/^rooms/d"
refused 2 "bad.scenario:$(at ^mode): A scenario names" -e "s/^blue:.*//" -e "s/^    weapons-master.*//" -e "s/^    slayer.*//"
refused 2 "bad.scenario:$(at ^blue): \"cleriic\" is no character and no object. Did you mean \"cleric\"?" "s/cleric/cleriic/"
refused 2 "bad.scenario:$(at ^blue): \"thief\" is named more often" "s/^    weapons-master/    thief/"
refused 2 "bad.scenario:$(at ^blue): A force has eight characters: goblin." "s/    slayer/    goblin, slayer/"
refused 2 "bad.scenario:$(at ^blue): A force has six objects: potion." "s/^    slayer.*/& potion/"
refused 2 "bad.scenario:$(at ^blue): A force has eight characters" "s/cleric, //"
refused 2 "bad.scenario:$(at ^blue): A force has six objects" "s/slayer, //"
refused 2 "bad.scenario:$(at ^yellow): \"wand\" is named more often than there are copies. [PD-KEYWORD-01]" "s/^    wand, shield/    wand, wand/"
refused 2 "bad.scenario:$(at ^yellow): \"rope\" is named more often" "s/^    wand, shield/    rope, rope/"
refused 2 "bad.scenario:$(at ^begins): \"red\" is not one of the option's values." "s/^begins: blue/begins: red/"
refused 2 "bad.scenario:$(at ^begins): There is no option \"begin\". Did you mean \"begins\"?" "s/^begins/begin/"
refused 2 "bad.scenario:$(at ^target): this is said twice" "s/^begins: blue/target: 6/"
refused 2 "bad.scenario:$(at ^begins): The options first-cards, jump-cards and begins belong" "s/^mode: scenario/mode: free/"
refused 2 "bad.scenario:$(at ^target): \"9\" is not one" "s/^target: 6/target: 9/"
refused 2 "bad.scenario:$(at ^boxes): Both boxes are played with mode" "s/^mode: .*//;s/^begins: .*//"
refused 2 "bad.scenario:$(at ^mode): Both boxes are played with mode" "s/^boxes: both/boxes: base/"
refused 2 "bad.scenario:$(at ^rooms): Rooms and forces are named in a scenario only" "s/^mode: scenario/mode: free/;s/^begins: blue//"
refused 2 "bad.scenario:$(at ^game): \"name: value\" is wanted" "s/^game: /game /"
refused 2 "bad.scenario:$(at ^title): this is said twice" "s/^title: .*/game: dungeon_twister/"
refused 2 "bad.scenario: there is no game called 'chess'" "s/^game: .*/game: chess/"
refused 2 "bad.scenario: there is no game called 'Dungeon Twister'" "s/^game: .*/game: Dungeon Twister/"
refused 2 "bad.scenario: a scenario says whose it is" "/^game/d"
refused 2 "bad.scenario: a scenario has a title" "/^title/d"
refused 2 "bad.scenario:1: an indented line goes on with an option" "1s/.*/  cleric/"
refused 2 "bad.scenario:1: this is no plain text" '1s/.*/\x01/'
refused 2 "bad.scenario:1: this is no plain text: write it in UTF-8" '1s/.*/\xff/'
refused 2 "bad.scenario:$(at ^target): A game with a handicap is played to 5 points. [DT-VARIANT-07]" "s/^begins: blue/blue_characters: 6/"
: >"$bad"
expect 2 "bad.scenario: a scenario says whose it is" "$postern" scenario check "$bad"
head -c 4096 "$top_builddir/src/cli/postern" >"$bad"
expect 2 "bad.scenario:1: this is no plain text" "$postern" scenario check "$bad"
yes '# long' | head -n 4000 >"$bad"
expect 2 "too long" "$postern" scenario check "$bad"
{
    cat "$toll"
    yes ' rope' | head -n 500
} >"$bad"
expect 2 "bad.scenario:" "$postern" scenario check "$bad"

make_server
sed "s/^begins: blue/begins: red/" "$toll" >"$bad"
expect 2 "bad.scenario:$(at ^begins): \"red\" is not one" "$postern" game new dungeon_twister --scenario "$bad" --seat Anna --seat Bob
expect 2 "This option is given twice: \"target=5\"" "$postern" game new dungeon_twister --scenario "$toll" --option target=5 --seat Anna --seat Bob
expect 2 "is a scenario for dungeon_twister, not for welcome_back" "$postern" game new welcome_back --scenario "$toll" --seat Anna --seat Bob
expect 2 "These rules know the base set alone" "$postern" game new dungeon_twister --rules base-1 --scenario "$toll" --seat Anna --seat Bob
expect 0 "There are no games yet" "$postern" game list
expect 0 "is made" "$postern" game new --scenario "$toll" --option tie=continue --seat Anna --seat Bob
round
expect 0 "" "$postern" send Anna "luck pears"
expect 0 "" "$postern" send Bob "luck plums"
round
expect 0 "rooms=1+3+5+8" "$postern" game show 1
expect 0 "asked: Bob: Choose four characters" "$postern" game show 1
expect 0 "" "$postern" send Anna "team thief paladin golem goblin"
round
expect 0 "does not have this in this game" "$postern" mailbox Anna last
expect 0 "" "$postern" send Anna "team thief paladin golem cleric"
round
said=$("$postern" game show 1)
case $said in *"asked: Anna"*) fail "Anna's team was refused: $("$postern" mailbox Anna last)" ;; esac

# Eight characters and six objects in secret: all in one letter, and the table goes on.
expect 0 "is made" "$postern" game new dungeon_twister --option boxes=both --option mode=free --seat Anna --seat Bob
round
expect 0 "" "$postern" send Anna "luck pears"
expect 0 "" "$postern" send Bob "luck plums"
round
force='choose cleric
choose goblin
choose thief
choose troll
choose ghost
choose golem
choose paladin
choose wizard
choose rope
choose rope
choose sword
choose key
choose ring
choose treasure'
expect 0 "" "$postern" send Anna "$force"
round
said=$("$postern" game show 2)
case $said in *"asked: Anna"*) fail "one letter did not do for Anna's force: $("$postern" mailbox Anna last)" ;; esac
expect 0 "" "$postern" send Bob "$force"
round
expect 0 "asked: " "$postern" game show 2
finish
