# SPDX-License-Identifier: MIT
# Every file of ours that a document names is there; NAME and LANGUAGE stand for any. Every section of
# the design and every row of the mail's page that something cites is there, too.
set -eu
cd "$top_srcdir"
status=0
for page in HACKING.md README.md NOT-BUGS.md doc/*.md; do
    for file in $(grep -oE '`(src|tests|doc|contrib|templates)/[A-Za-z0-9_./*-]*' "$page" | tr -d '`' | sort -u); do
        case $file in
        *NAME* | *LANGUAGE* | *'*'*) continue ;;
        esac
        [ -e "$file" ] || [ -e "$top_builddir/$file" ] || {
            echo "$page names $file, which is not there"
            status=1
        }
    done
done

# "design, section 4" and "design, sections 4, 5.6 and 8": a heading "## 4.", in it an item "6."
sections=$(awk '/^## [0-9]+\./ { section = $2 + 0; print section }
    /^[0-9]+\. / && section { print section "." ($1 + 0) }
    /^- \*\*P[0-9]+ / { sub(/^- \*\*/, ""); print $1 }' doc/design.md)
rows=$(sed -n 's/^| \([IO][0-9]*\) |.*/\1/p' doc/mail.md)
cited=0
for file in $(find src tests examples schema contrib doc HACKING.md -name '*.[ch]' -o -name '*.sh' -o -name '*.py' \
    -o -name '*.sql' -o -name '*.md' -o -name '*.js'); do
    text=$(sed 's/^ *\(\*\|--\|#\|\/\/\) / /' "$file" | tr '\n' ' ' | tr -s ' ')
    for number in $(printf %s "$text" |
        grep -oE '[^-a-z]design,? (section )?[0-9][0-9.]*[0-9]?|[^-a-z]design, sections [0-9., and()"A-Za-z]*|, P[0-9]+[;.:]' |
        sed 's/"[^"]*"//g' | grep -oE 'P?[0-9]+(\.[0-9]+)?'); do
        cited=$((cited + 1))
        echo "$sections" | grep -qx "$number" || {
            echo "$file cites section $number of doc/design.md, which has none"
            status=1
        }
    done
    for row in $(printf %s "$text" | grep -oE 'mail[- ]conventions,? [IO][0-9]+([,–to ]+ *[IO][0-9]+)*' |
        grep -oE '[IO][0-9]+'); do
        cited=$((cited + 1))
        echo "$rows" | grep -qx "$row" || {
            echo "$file cites row $row of doc/mail.md, which has none"
            status=1
        }
    done
done
[ "$cited" -ge 100 ] || { echo "only $cited citations were found"; status=1; }
[ $status = 0 ] && echo "every file that is named is there, and all $cited sections and rows that are cited"
exit $status
