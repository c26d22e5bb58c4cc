# SPDX-License-Identifier: MIT
# Arrows point down only: each folder of src/ includes no project header and no library header
# beyond what its file may_include allows. And the first lines of each source name its licence.
set -eu
cd "$top_srcdir/src"
status=0

licence='SPDX-License-Identifier: MIT'
# what a build inside the tree makes, of libsodium, too, is not ours
built=" $(sed -n '/^CLEANFILES =/,/[^\\]$/p' "$top_builddir/Makefile" | tr -s '\\\n\t' ' ') "
(cd .. && find src tests examples contrib schema doc data templates \( -name '*.[ch]' -o -name '*.sh' -o \
    -name '*.py' -o -name '*.awk' -o -name '*.sql' -o -name '*.mk' -o -path 'src/*.js' -o -path 'src/*.css' \) \
    ! -path 'src/table/include/*' -exec awk -v licence="$licence" -v built="$built" '
    function look() { if (file != "" && !found && !index(built, " " file " ")) { print file ": its first line (behind #!) is to be: " licence " (a comment)"; bad = 1 } }
    FNR == 1 { look(); file = FILENAME; found = 0 }
    FNR <= 2 && index($0, licence) { found = 1 }
    END { look(); exit bad }' {} +) || status=1

# library header -> the word that allows it in may_include
libraries='sodium.h sodium
sqlite3.h sqlite
curl/ curl
gmime/ gmime
gumbo.h gumbo
jansson.h jansson
librsvg/ rsvg
cairo rsvg
png.h png
libdeflate.h deflate
unicode/ unicode
zlib.h zlib
glib glib
gio/ glib'

for list in $(find . -name may_include); do
    folder=${list#./}
    set -- "${folder%/may_include}"/*.[ch]
    [ -e "$1" ] || continue
    awk -v allowed=" $(tr '\n' ' ' <"$list") " -v list="${list#./}" -v libraries="$libraries" '
    BEGIN { n = split(libraries, row, "\n"); for (i = 1; i <= n; i++) { split(row[i], half, " "); begin[i] = half[1]; word[i] = half[2] } }
    !/^ *# *include *["<]/ { next }
    { header = $0; own = sub(/^ *# *include *"/, "", header); sub(/^ *# *include *</, "", header); sub(/[">].*/, "", header) }
    own { folder = header; if (!sub(/\/[^\/]*$/, "", folder)) folder = "."
        if (!index(allowed, " " folder " ")) { print "src/" FILENAME " includes \"" header "\": not in src/" list " (" allowed ")"; bad = 1 }
        next }
    { for (i = 1; i <= n; i++) if (index(header, begin[i]) == 1 && !index(allowed, " " word[i] " ")) {
        print "src/" FILENAME " includes <" header ">: " word[i] " is not in src/" list; bad = 1 } }
    END { exit bad }' "$@" || status=1
done

for folder in $(find . -name '*.c' -exec dirname {} + | sort -u); do
    [ -e "$folder/may_include" ] || { echo "src/$folder has no may_include"; status=1; }
done
# Examples are games: they see the rules and what these stand on.
for file in ../examples/*/*.[ch]; do
    for header in $(sed -n 's/^ *# *include *"\([^"]*\)".*/\1/p' "$file"); do
        case $header in
        rules/* | base/* | examples/*) ;;
        *)
            echo "${file#../} includes \"$header\""
            status=1
            ;;
        esac
    done
done
[ $status = 0 ] && echo "every include points down"
exit $status
