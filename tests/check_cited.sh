# SPDX-License-Identifier: MIT
# Every file of ours that a document names is there; NAME and LANGUAGE stand for any.
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
[ $status = 0 ] && echo "every file that is named is there"
exit $status
