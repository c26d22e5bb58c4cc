# SPDX-License-Identifier: MIT
# A function is declared where it is looked for: in the header of its own file (adjudicate_log.c has
# adjudicate_log.h, adjudicate_p.h or adjudicate.h, whichever there is), or of its room. A public header
# includes no private one.
set -eu
status=0

# files -> the header that has theirs, and why
elsewhere='
cli/cmd_*                  cli/commands.h        rows of the table of commands
cli/cmd_keep cli/cmd_server  cli/server.h        what commands share
post/*                     post/post_config.h    how each transport is opened
ledger/games ledger/people ledger/letters_out ledger/rebuild  ledger/facts.h ledger/derived.h ledger/work.h  headers go by kind of table
ledger/keys                ledger/work.h         likewise
ledger/backup ledger/check ledger/db ledger/restore ledger/rebuild  ledger/care.h  care of the whole file
games/welcome_back/bid games/welcome_back/raid games/welcome_back/round  games/welcome_back/flow.h  phases of one flow
games/welcome_back/legal   games/welcome_back/check.h  what check allows
games/welcome_back/invariant games/dungeon_twister/invariant  games/welcome_back/view.h games/dungeon_twister/position.h  of a state
draw/cache                 draw/raster.h         pictures kept for raster
draw/png                   draw/picture.h        a picture as bytes
seal/keyfile               seal/keys.h           keys as a file
letter/wrap                letter/mime_out.h     lines of a letter out
letter/mime_auth letter/mime_letter letter/mime_mend letter/mime_report letter/mime_sealed letter/mime_start letter/mime_text  letter/mime_in_p.h letter/mime_in.h  parts of mime_in
letter/escape              letter/template.h     values in a template
'
export elsewhere

cd "$top_srcdir/src"
for header in $(grep -lE '^# *include *"[^"]*_p\.h"' $(find . -name '*.h' ! -name '*_p.h')); do
    echo "src/${header#./} is public and includes a private header"
    status=1
done

work=$(mktemp)
trap 'rm -f "$work"' EXIT
# "W header word" for each word of a header, then "F file function" for each function that links.
find . -name '*.h' -exec awk '
    FNR == 1 { header = substr(FILENAME, 3); split("", seen) }
    { count = split($0, word, /[^A-Za-z0-9_]+/)
      for (i = 1; i <= count; i++)
          if (word[i] != "" && !(word[i] in seen)) { seen[word[i]] = 1; print "W", header, word[i] } }' {} + >"$work"
cd "$top_builddir/src"
find . -name '*.o' | sed 's|^\./||' | while read -r object; do
    name=${object##*/}
    name=${name##*-}
    [ ! -e "$top_srcdir/src/${object%/*}/${name%.o}.c" ] || echo "$object"
done | xargs $NM -A | sed -n '
    s|^\(.*\)/\([^/:]*-\)*\([^/:-]*\)\.o:.* T \([^ ]*\)$|F \1/\3 \4|p
' | sort -u >>"$work"

awk '
# Is the function declared in folder/module.h or module_p.h?
function in_module(folder, module, word) {
    return ((folder "/" module ".h", word) in has) || ((folder "/" module "_p.h", word) in has)
}

# Does a line of the list of exceptions lead from this file to a header with the word?
function is_elsewhere(file, word,    i, k, count, part, is_file, pattern) {
    for (i = 1; i <= rows; i++) {
        count = split(row[i], part, " ")
        is_file = 0
        for (k = 1; k <= count; k++) {
            if (part[k] ~ /\.h$/) {
                if (is_file && ((part[k], word) in has)) { used[i] = 1; return 1 }
            } else if (part[k] ~ /\//) {
                pattern = part[k]
                sub(/\*$/, "", pattern)
                if (part[k] == file || (part[k] != pattern && index(file, pattern) == 1)) is_file = 1
            }
        }
    }
    return 0
}

BEGIN { rows = split(ENVIRON["elsewhere"], row, "\n") }
$1 == "W" { has[$2, $3] = 1; next }
$3 == "main" || $3 ~ /^LLVM/ { next }
{
    functions++
    folder = $2; sub(/\/[^\/]*$/, "", folder)
    module = substr($2, length(folder) + 2)
    room = folder; sub(/.*\//, "", room)
    found = in_module(folder, room, $3)
    while (!found) {
        found = in_module(folder, module, $3)
        if (!sub(/_[^_]*$/, "", module)) break
    }
    if (!found && !is_elsewhere($2, $3)) {
        print "src/" $2 ".c: " $3 " is not declared in a header of that name, or of its room"
        wrong = 1
    }
}
END {
    for (i = 1; i <= rows; i++)
        if (row[i] ~ /\// && !(i in used)) { print "nothing needs any more: " row[i]; wrong = 1 }
    if (functions < 1000) { print "only " functions + 0 " functions were found"; exit 1 }
    if (!wrong) print functions " functions are declared where they are looked for"
    exit wrong
}' "$work" || status=1
exit $status
