# SPDX-License-Identifier: MIT
# Every file of ours that a document names is there; NAME and LANGUAGE stand for any. Every section of
# the design and every row of the mail's page that something cites is there, too.
set -eu
cd "$top_srcdir"
status=0
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
for page in HACKING.md README.md NOT-BUGS.md doc/*.md; do
    for file in $(grep -oE '`(src|tests|doc|contrib|templates)/[A-Za-z0-9_./*-]*' "$page" | tr -d '`' | sort -u); do
        case $file in
        *NAME* | *LANGUAGE* | *'*'*) continue ;;
        esac
        [ -e "$file" ] || [ -e "$file.c" ] || [ -e "$top_builddir/$file" ] || {
            echo "$page names $file, which is not there"
            status=1
        }
    done
done
for page in doc/*.md; do
    [ "$page" = doc/README.md ] || grep -qF "\`$page\`" doc/README.md || {
        echo "doc/README.md does not list $page"
        status=1
    }
done

# Every test that the pages of attacks and promises name by its function is there; … stands for some words.
find tests \( -name '*.c' -o -name '*.lies' -o -name '*.rows' -o -name '*.talk' -o -name '*.sh' -o -name '*.py' \) -exec cat {} + | grep -oE '[a-z0-9]+(_[a-z0-9]+)+' |
    sort -u >"$scratch/words"
grep -oE '`[a-z0-9][a-z0-9_…]+`' doc/attacks.md doc/promises.md | tr -d '`' | grep _ |
    awk -F: 'NR == FNR { word[$0] = 1; next }
    $2 in word { found++; next }
    index($2, "…") {
        pattern = "^" $2 "$"
        gsub(/…/, ".*", pattern)
        for (one in word) if (one ~ pattern) { found++; next }
    }
    { print $1 " names the test " $2 ", which is not there"; bad = 1 }
    END { if (found < 100) { print "only " found + 0 " tests were found"; bad = 1 } exit bad }' "$scratch/words" - || status=1

# "design, section 4" and "design, sections 4, 5.6 and 8": a heading "## 4.", in it an item "6."
awk '/^## [0-9]+\./ { section = $2 + 0; print section }
    /^[0-9]+\. / && section { print section "." ($1 + 0) }
    /^- \*\*P[0-9]+ / { sub(/^- \*\*/, ""); print $1 }' doc/design.md >"$scratch/there"
sed -n 's/^| \([IO][0-9]*\) |.*/\1/p' doc/mail.md >>"$scratch/there"
# Each file becomes one line, its name first: a citation may go on in the next line of a comment.
find src tests examples schema contrib doc HACKING.md \( -name '*.[ch]' -o -name '*.sh' -o -name '*.py' -o -name '*.sql' \
    -o -name '*.md' -o -name '*.js' \) -exec awk 'FNR == 1 { printf "%s%s\t", (NR > 1 ? "\n" : ""), FILENAME }
    { sub(/^ *(\*|--|#|\/\/) /, ""); gsub(/[ \t]+/, " "); sub(/^ /, ""); printf "%s ", $0 } END { print "" }' {} + >"$scratch/lines"
cites() { grep -oE "^[^	]*	|$1" "$scratch/lines"; }
# in: the file, then what it cites, a line each; out: FILE NUMBER
each() { awk '/\t$/ { file = substr($0, 1, length($0) - 1); next }
    { gsub(/"[^"]*"/, ""); while (match($0, numbers)) { print file, substr($0, RSTART, RLENGTH); $0 = substr($0, RSTART + RLENGTH) } }' \
    numbers="$1"; }
{
    cites '[^-a-z]design,? (section )?[0-9][0-9.]*[0-9]?|[^-a-z]design, sections [0-9., and()"A-Za-z]*|, P[0-9]+[;.:]' |
        each 'P?[0-9]+(\.[0-9]+)?'
    cites 'mail[- ]conventions,? [IO][0-9]+([,–to ]+ *[IO][0-9]+)*' | each '[IO][0-9]+'
} >"$scratch/cited"
awk 'NR == FNR { there[$1] = 1; next }
    !($2 in there) { print $1 " cites " $2 ($2 ~ /^[IO]/ ? " of doc/mail.md" : " of doc/design.md") ", which is not there"; bad = 1 }
    END { exit bad }' "$scratch/there" "$scratch/cited" || status=1
cited=$(wc -l <"$scratch/cited")
[ "$cited" -ge 100 ] || { echo "only $cited citations were found"; status=1; }
[ $status = 0 ] && echo "every file that is named is there, and all $cited sections and rows that are cited"
exit $status
