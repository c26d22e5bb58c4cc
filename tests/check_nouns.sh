# SPDX-License-Identifier: MIT
# Nothing outside a game's folder, data and words knows its nouns: names of its pieces and things, its
# own name, its clauses. Comments may give examples.
set -eu
cd "$top_srcdir"

# file -> why it may
allowed='
src/table/page/table.html games to choose from for practice
templates/en/desk.sentences  the form of an invitation has an example
templates/es/desk.sentences  likewise
templates/it/desk.sentences  likewise
'

work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
games=$(sed -n 's/^include src\/games\/\([a-z0-9_]*\)\/local.mk.*/\1/p' src/games/list.mk | tr '\n' ' ')
# Words of kinds of terms that are things: "character.thief = Thief | thieves", and the last part of the
# key; but for those that a mail program, a drawing or a programmer uses, too.
for game in $games; do
    echo "$game"
    echo "$game" | tr _ ' '
    sed -n 's/^\(character\|object\|tile\|monster\|hero\)\.\([a-z-]*\) *= *\(.*\)/\2|\3/p' \
        "templates/en/$game.words" |
        sed 's/#.*//' | tr '|,' '\n\n' | sed 's/^ *//; s/ *$//' |
        awk 'length >= 4 && tolower($0) !~ /^(count|gear|gold|master|ring|scroll|shield|skeleton|stone|wall)$/'
done | tr '[:upper:]' '[:lower:]' | sort -u >"$work/nouns"
echo wounded >>"$work/nouns"
[ "$(wc -l <"$work/nouns")" -gt 60 ] || { echo "no nouns were found"; exit 1; }
sed 's/^/(^|[^a-z_])/; s/$/([^a-z_]|$)/' "$work/nouns" >"$work/patterns"
echo '"(dt|wb|pd|hx)-' >>"$work/patterns"

# what a build inside the tree makes
built=" $(sed -n '/^CLEANFILES =/,/[^\\]$/p' "$top_builddir/Makefile" | tr -s '\\\n\t' ' ') "
status=0
for file in $(find src templates -name '*.[ch]' -o -name '*.html' -o -name '*.js' -o -name '*.mustache' \
    -o -path 'templates/*.words' -o -path 'templates/*.sentences' | xargs grep -liE -f "$work/patterns"); do
    name=${file##*/}
    case "$file" in
    src/games/*) continue ;;
    esac
    case " $games$built" in
    *" ${name%.*} "* | *" $file "*) continue ;;
    esac
    found=$(awk '{ # comments go, lines stay
        line = ""
        while (length($0)) {
            if (inside) { at = index($0, "*/"); if (!at) break; $0 = substr($0, at + 2); inside = 0 }
            else { at = index($0, "/*"); if (!at) { line = line $0; break }
                line = line substr($0, 1, at - 1); $0 = substr($0, at + 2); inside = 1 }
        }
        print FNR ": " line }' "$file" | tr '[:upper:]' '[:lower:]' | grep -E -f "$work/patterns" || true)
    [ -n "$found" ] || continue
    case $allowed in
    *"
$file "*)
        echo "$file" >>"$work/used"
        continue
        ;;
    esac
    echo "$file knows a game's nouns:"
    echo "$found"
    status=1
done
# An exception that nobody needs any more goes.
for file in $(echo "$allowed" | cut -d' ' -f1); do
    grep -qx "$file" "$work/used" || {
        echo "$file knows no game's nouns any more: take it out of the list"
        status=1
    }
done
[ $status = 0 ] && echo "only games know their nouns"
exit $status
