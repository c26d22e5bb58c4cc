# SPDX-License-Identifier: MIT
# Who calls whom, from the objects: no two folders of src/ call each other, however long the way
# round, and inside a folder no more than five files do. The command line's table, whose rows name
# what needs the table's grammar, and the pens of a diagram, which draw one another's parts, are
# left out by name. No two of them define one name, and a folder calls only what its may_include names: an include
# of an include shows more (tests/check_includes.sh sees direct ones). And the command line uses what stands above ledger, seals, letters and transports;
# what it takes from these is named below, each with its reason.
set -eu
cli_uses='
ledger_bounces ledger_decisions_due ledger_disputes ledger_entries ledger_games_now
ledger_games_of_player ledger_letters ledger_next_row ledger_end ledger_seat_get
ledger_seats_now ledger_decisions    rows of lists, read and shown as they are
ledger_begin_read ledger_rollback    a list of all games is of one moment
ledger_delivery_name ledger_dispute_name ledger_outcome_name ledger_status_name    the words of columns
value_at value_count value_get value_get_text value_is_true value_key_at value_kind_of    values become JSON
values_new values_free value_list    what an order would bring, as values
letter_fini    a letter of the embedded mail system is shown
post_source_check post_source_free    setup tries an inbox before there is a server
post_spool_deliver    deliver has no server open: an MTA waits
keys_newest keys_older keys_public base32_write    the list of keys, as text
entropy_system    the Message-ID of a letter that send writes
secret_wipe    a view that was shown
'
export cli_uses
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

# The rooms of a folder, once read; games/games.c is the list of games.
function may_call(from, to,    list, line) {
    if (!(from in rooms)) {
        list = ENVIRON["top_srcdir"] "/src/" from "/may_include"
        rooms[from] = " "
        while ((getline line <list) > 0)
            rooms[from] = rooms[from] line " "
        close(list)
    }
    return index(rooms[from], " " to " ") || (from == "games" && to ~ /^games\//)
}

$2 == "U" { needs[$1, $3] = 1; next }
home[$3] != "" && home[$3] != $1 && $3 != "main" {
    print $3 " is defined in " home[$3] " and in " $1
    wrong = 1
}
{ home[$3] = $1; files[$1] = 1 }

END {
    for (pair in needs) {
        split(pair, part, SUBSEP)
        from = part[1]
        to = home[part[2]]
        if (to == "" || to == from)
            continue
        calls++
        if (folder_of(from) == "cli" && folder_of(to) ~ /^(ledger|letter|post|seal)$/) {
            if (!index(ENVIRON["cli_uses"] " ", part[2] " ") && !index(ENVIRON["cli_uses"], part[2] "\n")) {
                print from " calls " part[2] " of " to ": that is for a room between them"
                wrong = 1
            }
            used[part[2]] = 1
        }
        if (folder_of(from) != folder_of(to)) {
            if (!may_call(folder_of(from), folder_of(to))) {
                print from " calls " part[2] " of " to ": not in src/" folder_of(from) "/may_include"
                wrong = 1
            }
            folders[folder_of(from)] = folders[folder_of(to)] = 1
            join_nodes(folder_of(from), folder_of(to))
        } else if (to !~ /^cli\/commands$/ && !(from ~ /^draw\/svg/ && to ~ /^draw\/svg/))
            join_nodes(from, to)
    }
    count = split(ENVIRON["cli_uses"], word)
    for (i = 1; i <= count; i++)
        if (word[i] ~ /_/ && !(word[i] in used)) {
            print "the command line does not call " word[i] " any more: take it out of the list"
            wrong = 1
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
