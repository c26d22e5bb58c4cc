# SPDX-License-Identifier: MIT
# contrib/new-game writes a game that can be played: in a copy of the tree it is made, built with the
# rest, and keeps the contract, its case and its clauses.
set -eu
. "$top_srcdir/tests/need.sh" || exit 1
need autoreconf autoconf
need automake automake
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
fail() {
    echo "$*"
    exit 1
}

# Where the build lies in the sources, and names them by a way that leads there from it: _build/sub in a
# distribution that is tried. Then what was compiled is taken along, as who adds a game has it compiled.
sources=$(cd "$top_srcdir" && pwd -P) built=$(cd "$top_builddir" && pwd -P) inside=none
case $built in
"$sources" | "$sources"/*)
    ! grep -q '^top_srcdir = \.[./]*$' "$built/Makefile" || inside=${built#"$sources"}
    ;;
esac
(cd "$top_srcdir" && tar -cf - --exclude='./.git' --exclude='./build' --exclude='./build-[!a]*' --exclude='./packages' \
    ${inside:+--exclude=".$inside"} --exclude='./_build' --exclude='./_inst' \
    --exclude='./demo' --exclude='./postern-*' --exclude='*.o' --exclude='*.a' --exclude='autom4te.cache' .) |
    (cd "$scratch" && tar -xf -)
chmod -R u+w "$scratch"
cd "$scratch"
! contrib/new-game 9holes 2>said || fail "a bad name was taken"
! contrib/new-game hex 2>said || fail "a name was taken twice"
! contrib/new-game dark_tower DT 2>said || fail "the prefix of another game was taken"
grep -q 'give two other capitals' said || fail "the refusal does not say what to do: $(cat said)"
contrib/new-game nine_holes >said
for file in src/games/nine_holes/nine_holes.c src/games/nine_holes/local.mk src/games/nine_holes/may_include \
    doc/rules/nine-holes.md tests/cases/nine_holes/first.case templates/es/nine_holes.words \
    templates/it/nine_holes.sentences; do
    [ -s "$file" ] && grep -qx "$file" said || fail "$file was not written, or not told"
done
! grep -rn '@[a-zA-Z]*@' src/games/nine_holes templates/*/nine_holes.* doc/rules/nine-holes.md || fail "a gap was left"
! contrib/new-game nine_holes 2>said || fail "a game was written over"

{
    if [ "$inside" = none ]; then
        [ ! -e config.status ] || make -s distclean
        autoreconf -fi
        mkdir out
        cd out
        ../configure -q CC="$CC" CFLAGS="-O0 -Wall -Wextra -Werror"
    else
        mkdir -p "$scratch$inside"
        (cd "$top_builddir" && find Makefile config.status config.h stamp-h1 src tests examples -type f \( \
            -path '*/.deps/*' -o -name '*.[oah]' ! -path 'src/table/*' ! -path 'tests/*' -o \
            ! -path '*/*' \) -print0 | tar --null -T - -cf -) | (cd "$scratch$inside" && tar -xf -)
        cd "$scratch$inside"
    fi
    make -j2 tests/games/test_contract tests/cases/run_cases
} >"$scratch/log" 2>&1 || { tail -n 20 "$scratch/log"; fail "it is not built"; }
top_srcdir=$scratch top_builddir=$PWD
tests/games/test_contract >"$scratch/log" 2>&1 || { cat "$scratch/log"; fail "it breaks the contract"; }
grep -q nine_holes src/games/list.h || fail "it was not built"
tests/cases/run_cases "$scratch/tests/cases/nine_holes/first.case" || fail "its case fails"
bash "$scratch/tests/cases/clauses.sh" NH || fail "a clause has no case"
bash "$scratch/tests/check_includes.sh" || fail "an include points up"
echo "a new game is built and played"
