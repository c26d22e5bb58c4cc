# SPDX-License-Identifier: MIT
# Data files of games: a good one is taken, a bad one refused with line, column and clause.
. "$top_srcdir/tests/cli/lib.sh" || exit 1
rooms=$top_srcdir/data/paladins_dragons.rooms

expect 0 "is a good file for Dungeon Twister" "$postern" rooms check "$rooms"
expect 0 "is a good file for Dungeon Twister" "$postern" rooms check "$top_srcdir/data/dungeon_twister.rooms"
expect 0 "is a good file for Welcome Back" "$postern" cards check "$top_srcdir/data/welcome_back.cards"
expect 3 "No such file" "$postern" rooms check "$scratch/nothing"

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
finish
