# SPDX-License-Identifier: MIT
# Who calls whom, from the objects: no two folders of src/ call each other, however long the way
# round, and inside a folder no more than five files do. The command line's table, whose rows name
# what needs the table's grammar, and the pens of a diagram, which draw one another's parts, are
# left out by name.
set -eu
cd "$top_builddir/src"
# Objects of what is there now: lib…_a-NAME.o, or NAME.o where a folder has no flags of its own.
find . -name '*.o' | sed 's|^\./||' | while read -r object; do
    name=${object##*/}
    name=${name##*-}
    [ ! -e "$top_srcdir/src/${object%/*}/${name%.o}.c" ] || echo "$object"
done | xargs $NM -A | sed -n '
    s|^\(.*\)/\([^/:]*-\)*\([^/:-]*\)\.o:.* \([UTDRBCVW]\) \([^ ]*\)$|\1/\3 \4 \5|p
' | awk -v most=5 '
function folder_of(file) { sub(/\/[^\/]*$/, "", file); return file }

# Tarjan: files that reach one another get one number; edge[file, 1..degree[file]]. Deep enough for
# a few hundred files.
function visit(v,    i, w, members, count) {
    order[v] = low[v] = ++clock
    stack[++top] = v
    waits[v] = 1
    for (i = 1; i <= degree[v]; i++) {
        w = edge[v, i]
        if (!(w in order)) {
            visit(w)
            if (low[w] < low[v]) low[v] = low[w]
        } else if (waits[w] && order[w] < low[v])
            low[v] = order[w]
    }
    if (low[v] != order[v])
        return
    do {
        w = stack[top--]
        waits[w] = 0
        members = members " " w
        count++
    } while (w != v)
    if (count > limit) {
        print what " call one another:" members
        wrong = 1
    }
}

function join_nodes(a, b) {
    if (!((a, b) in joined)) {
        joined[a, b] = 1
        edge[a, ++degree[a]] = b
    }
}

function search(nodes,    v) {
    split("", order); split("", low); split("", waits)
    clock = top = 0
    for (v in nodes)
        if (!(v in order))
            visit(v)
}

$2 == "U" { needs[$1, $3] = 1; next }
{ home[$3] = $1; files[$1] = 1 }

END {
    for (pair in needs) {
        split(pair, part, SUBSEP)
        from = part[1]
        to = home[part[2]]
        if (to == "" || to == from)
            continue
        calls++
        if (folder_of(from) != folder_of(to)) {
            folders[folder_of(from)] = folders[folder_of(to)] = 1
            join_nodes(folder_of(from), folder_of(to))
        } else if (to !~ /^cli\/commands$/ && !(from ~ /^draw\/svg/ && to ~ /^draw\/svg/))
            join_nodes(from, to)
    }
    if (!calls) {
        print "no calls were found"
        exit 1
    }
    limit = 1; what = "the folders"; search(folders)
    limit = most; what = "more than " most " files"; search(files)
    if (!wrong)
        print "calls go down, and not round"
    exit wrong
}'
