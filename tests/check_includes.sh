# SPDX-License-Identifier: MIT
# Arrows point down only: each folder of src/ includes no project header and no library header
# beyond what its file may_include allows. And the first lines of each source name its licence.
set -eu
cd "$top_srcdir/src"
status=0

licence='SPDX-License-Identifier: MIT'
# what a build inside the tree makes of libsodium is not ours
for file in $(cd .. && find src tests examples contrib schema doc data templates -name '*.[ch]' -o -name '*.sh' -o \
    -name '*.py' -o -name '*.awk' -o -name '*.sql' -o -name '*.mk' -o -path 'src/*.js' -o -path 'src/*.css'); do
    { read -r first && read -r second || true; } <"../$file"
    case $file:$first$second in
    *"$licence"* | src/table/include/*) ;;
    *)
        echo "$file: its first line (behind #!) is to be: $licence (a comment)"
        status=1
        ;;
    esac
done

# library header -> the word that allows it in may_include
library_of() {
    case $1 in
    sodium.h) echo sodium ;;
    sqlite3.h) echo sqlite ;;
    curl/*) echo curl ;;
    gmime/*) echo gmime ;;
    gumbo.h) echo gumbo ;;
    jansson.h) echo jansson ;;
    librsvg/* | cairo*) echo rsvg ;;
    png.h) echo png ;;
    isa-l/*) echo isal ;;
    libdeflate.h) echo deflate ;;
    unicode/*) echo unicode ;;
    zlib.h) echo zlib ;;
    glib*.h | gio/*) echo glib ;;
    esac
}

for list in $(find . -name may_include); do
    folder=$(dirname "${list#./}")
    allowed=" $(cat "$list") "
    for file in "$folder"/*.[ch]; do
        [ -e "$file" ] || continue
        for header in $(sed -n 's/^ *# *include *"\([^"]*\)".*/\1/p' "$file"); do
            case $allowed in
            *" $(dirname "$header") "*) ;;
            *)
                echo "src/$file includes \"$header\": not in src/$list ($allowed)"
                status=1
                ;;
            esac
        done
        for header in $(sed -n 's/^ *# *include *<\([^>]*\)>.*/\1/p' "$file"); do
            library=$(library_of "$header")
            [ -n "$library" ] || continue
            case $allowed in
            *" $library "*) ;;
            *)
                echo "src/$file includes <$header>: $library is not in src/$list"
                status=1
                ;;
            esac
        done
    done
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
