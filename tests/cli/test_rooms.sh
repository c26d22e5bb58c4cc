# SPDX-License-Identifier: MIT
# Data files of games: a good one is measured, a bad one refused with line, column and clause.
. "$top_srcdir/tests/cli/lib.sh" || exit 1
rooms=$top_srcdir/data/paladins_dragons.rooms

expect 0 "is a good file for Dungeon Twister" "$postern" rooms check "$rooms"
expect 0 "is a good file for Dungeon Twister" "$postern" rooms check "$top_srcdir/data/dungeon_twister.rooms"
expect 0 "is a good file for Welcome Back" "$postern" cards check "$top_srcdir/data/welcome_back.cards"
expect 3 "No such file" "$postern" rooms check "$scratch/nothing"

# A line of the report, for the sixteen rooms.
"$postern" rooms check "$rooms" >"$scratch/report"
line() { grep "^$1 " "$scratch/report" | sed "s|^$1 *||" | tr -s ' \n' ' ' | sed 's/ *$//'; }
same() { [ "$2" = "$3" ] || fail "$1: '$2' is not '$3'"; }
same room "$(line room)" "1D 1G 2D 2G 3D 3G 4D 4G 5D 5G 6D 6G 7D 7G 8D 8G"
same pits "$(line pits)" "1 2 2 3 2 2 1 1 2 1 0 2 1 0 2 0"
same 'exits N E S W' "$(line 'exits N E S W' | cut -d' ' -f1-4)" "4333 5555 2222 3544"

# Home-made rooms: no side may be crossed by nobody, no square is far from every way out, and the two
# rooms of a pair have as many exits, give or take two.
case "$(line 'across N-S/W-E' | cut -d' ' -f9-)" in
*none*) fail "a home-made room cannot be crossed" ;;
esac
for steps in $(line 'farthest way out' | cut -d' ' -f9-); do
    [ "$steps" -le 5 ] || fail "a square lies $steps steps from every way out"
done
for percent in $(line 'shut off, percent' | cut -d' ' -f9-); do
    [ "$percent" -le 5 ] || fail "a room is shut off from its neighbour in $percent of 100 rotations"
done
line 'exits N E S W' | cut -d' ' -f9- | tr ' ' '\n' |
    awk '{n = 0; for (i = 1; i <= 4; i++) n += substr($1, i, 1); print n}' | paste - - |
    while read -r one other; do
        [ $((one - other)) -le 2 ] && [ $((other - one)) -le 2 ] ||
            echo "the rooms of a pair have $one and $other exits"
    done >"$scratch/pairs"
[ -s "$scratch/pairs" ] && fail "$(cat "$scratch/pairs")"

# refused TEXT SED…: the shipped file with a mistake in it
refused() {
    words=$1
    shift
    sed "$@" "$rooms" >"$scratch/bad.rooms"
    cmp -s "$rooms" "$scratch/bad.rooms" && fail "sed $* changed nothing"
    expect 2 "$words" "$postern" rooms check "$scratch/bad.rooms"
}
header=$(grep -n '^room 6D' "$rooms" | cut -d: -f1)
refused "PD-ROOM-03" "$((header + 6))s/R/./"
refused "bad.rooms:$((header + 2)):" "$((header + 2))s/ | / ? /"
refused "PD-ROOM-10" "$((header + 1))s/---/===/"
refused "no sign of a square" "$((header + 10))s/: \. :/: Z :/"
refused "PD-ROOM-02" "$((header + 3))d"
refused "PD-ROOM-12" "s/^room 6D pair 6/room 3D pair 3/"
refused "PD-ROOM-04" "s/F/./"
refused "PD-ROOM-05" "s/\\*/./g"
refused "PD-ROOM-11" "s/: X :/:~X :/"
: >"$scratch/empty.rooms"
expect 2 "eight rooms are wanted" "$postern" rooms check "$scratch/empty.rooms"
printf 'room 5D pair 5 arrow cw home-made\n+---+' >"$scratch/half.rooms"
expect 2 "21 characters" "$postern" rooms check "$scratch/half.rooms"
"$postern" rooms check "$rooms" --json | grep -q '"mean way out": "2.08"' || fail "no figures in JSON"
finish
