# SPDX-License-Identifier: MIT
# Every clause of the catalogues has a case or a note.
# With --all it prints the table by topic; without, it fails when a clause is open.
# `clauses.sh XY` looks at clauses with this prefix alone.
set -eu
cd "$top_srcdir"
all=
[ "${1:-}" = --all ] && { all=1; shift; }


# ID of each clause where the catalogues define it: "- **DT-MOVE-07** …" or "**WB-EX-01: …"
defined() {
    sed -n 's/^\(- \)\{0,1\}\*\*\([A-Z][A-Z]-[A-Z0-9-]*-[0-9][0-9]*\)\(\*\*\|:\).*/\2/p' doc/rules/*.md examples/*/rules.md | sort -u
}

# ID and kind (case or note) from the heads of case files
shown() {
    find tests/cases examples -name '*.case' -exec awk '
        FNR == 1 { if (n) flush(); n = 0; kind = "case" }
        /^note:/ { kind = "note" }
        /^clauses:/ { sub(/^clauses:/, ""); k = split($0, id, ","); for (i = 1; i <= k; i++) ids[++n] = id[i] }
        function flush(  i) { for (i = 1; i <= n; i++) { gsub(/ /, "", ids[i]); print ids[i], kind } }
        END { flush() }' {} +
}

work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
defined >"$work/defined"
wanted=${*:-$(cut -c1-2 "$work/defined" | sort -u)}
wanted=$(echo $wanted)
shown | sort >"$work/shown"

unknown=$(cut -d' ' -f1 "$work/shown" | sort -u | comm -13 "$work/defined" -)
[ -z "$unknown" ] || { echo "cases name clauses that no catalogue has:" $unknown; exit 1; }

# What NOT-BUGS.md cites is in the catalogues.
unknown=$(grep -o '\<[A-Z][A-Z]-[A-Z0-9-]*-[0-9][0-9]*\>' NOT-BUGS.md | sort -u | comm -13 "$work/defined" -)
[ -z "$unknown" ] || { echo "NOT-BUGS.md cites clauses that no catalogue has:" $unknown; exit 1; }

awk -v all="$all" -v wanted=" $wanted " '
    NR == FNR { count[$1]++; if ($2 == "note") note[$1] = 1; next }
    {
        game = substr($1, 1, 2)
        if (!index(wanted, " " game " ")) next
        topic = $1; sub(/-[0-9]+$/, "", topic)
        if (!(topic in total)) order[++topics] = topic
        total[topic]++; clauses++
        if ($1 in note && count[$1] == 1) notes[topic]++
        if ($1 in count) { done[topic]++; cases += count[$1] }
        else { open[topic] = open[topic] " " $1; missing++ }
    }
    END {
        if (all) printf "%-26s %7s %6s %6s\n", "topic", "clauses", "shown", "notes"
        for (i = 1; i <= topics; i++) {
            t = order[i]
            if (all) printf "%-26s %7d %6d %6d\n", t, total[t], done[t], notes[t]
            if (open[t]) print "  without a case:" open[t]
        }
        printf "%d clauses, %d without a case, %d cases name them\n", clauses, missing, cases
        exit missing > 0
    }' "$work/shown" "$work/defined"
