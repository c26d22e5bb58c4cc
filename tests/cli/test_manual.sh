# SPDX-License-Identifier: MIT
# The table of commands and what is made of it: manual pages, completions, the shape of --json.
. "$top_srcdir/tests/cli/lib.sh" || exit 1
. "$top_srcdir/tests/need.sh" || exit 1
need man man-db
need fish fish
need zsh zsh

# between FILE: the made part of a manual page
between() { sed -n '/^\.\\" from here/,/^\.\\" to here/p' "$1" | sed '1d;$d'; }
same() {
    cmp "$1" "$2" || fail "$3 is behind the table: run make update-manual"
}
between "$top_srcdir/doc/postern.1" >"$scratch/a"
"$postern" commands --man >"$scratch/b"
same "$scratch/a" "$scratch/b" doc/postern.1
[ "$(wc -l <"$scratch/a")" -gt 100 ] || fail "the manual lists no commands"
between "$top_srcdir/doc/postern.conf.5" >"$scratch/a"
"$postern" config --man >"$scratch/b"
same "$scratch/a" "$scratch/b" doc/postern.conf.5
for page in "$top_srcdir"/doc/*.[158]; do
    said=$(man --warnings -l "$page" 2>&1 >/dev/null)
    [ -z "$said" ] || fail "$page: $said"
done

# what is installed is what the program prints
for pair in bash:postern zsh:_postern fish:postern.fish; do
    "$postern" completion ${pair%%:*} | cmp - "$top_srcdir/contrib/completion/${pair#*:}" ||
        fail "contrib/completion/${pair#*:} is not what postern completion ${pair%%:*} prints"
done
expect 2 "bash, zsh and fish" "$postern" completion tcsh

# what may follow
expect 0 "new	make a game" "$postern" complete -- game n
expect 0 "game	" "$postern" complete -- ga
expect 0 "--option	" "$postern" complete -- --server x game new --op
expect 0 "format	" "$postern" complete -- player set Anna f
expect 0 "welcome_back	" "$postern" complete -- game new w
expect 1 "" "$postern" complete -- player set Anna format ''
expect 0 "" "$postern" complete -- restore ''
expect 0 '"--all"' "$postern" complete --json -- submit 3 --a
said=$("$postern" complete -- game new --seat ''); [ -z "$said" ] || fail "a value was guessed: $said"
complete_bash() {
    bash -c '. "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); PATH=$PATH_POSTERN:$PATH
             _postern; echo "${COMPREPLY[*]}"' - "$top_srcdir/contrib/completion/postern" "$@"
}
PATH_POSTERN=$(dirname "$postern") export PATH_POSTERN
expect 0 "list legal log" complete_bash postern game l

# in the shells themselves
expect 0 "new	make a game" env HOME="$scratch" PATH="$PATH_POSTERN:$PATH" fish -c \
    "source '$top_srcdir/contrib/completion/postern.fish'; complete -C 'postern game n'"
expect 0 "new:make a game" env PATH="$PATH_POSTERN:$PATH" zsh -f -c '
    compdef() { } ; _files() { print files } ; _describe() { print -l -- $found }
    words=(postern game n) CURRENT=3; source "$1"; _postern' - "$top_srcdir/contrib/completion/_postern"

# Each row of the table is whole, and each command that a sentence or a page names is one. Each example is a
# line that its command takes: it fails only for the lack of a server, of a file.
"$postern" commands --json >"$scratch/table"
python3 - "$scratch/table" "$top_srcdir"/templates/*/*.sentences "$top_srcdir"/doc/*.[1-8m]* "$top_srcdir"/README.md >"$scratch/examples" <<'EOF' || fail "the table of commands"
import json, re, sys
table = json.load(open(sys.argv[1]))
names = [row["name"] for row in table]
bad = ["a name stands twice"] * (len(names) > len(set(names)))
for row in table:
    row.setdefault("example", "")
    bad += [f"{row['name']} has no {key}" for key in ("group", "name", "help", "since") if not row[key]]
    if row["help"][-1] == "." or row["help"] != row["help"].strip():
        bad.append(row["name"] + ": help is a line without a full stop")
    bad += [f"{row['name']} names an option it does not have: {option}" for option in re.findall(r"--([a-z-]+)", row["grammar"])
            if option not in [o["name"] for o in row["options"]]]
    if (row["grammar"] or any("value" in o for o in row["options"])) and not row["example"].startswith(row["name"] + " "):
        bad.append(row["name"] + " has no example of itself")
    if row["example"] and row["name"] not in ("init", "setup"): # which make what they name
        print("postern --server ./none", row["example"], "--yes" if "danger" in row else "")
for page in sys.argv[2:]:
    for first, second in re.findall(r"\bpostern\s+([a-z]+)\s+([a-z]+)", open(page).read()):
        if f"{first} {second}" not in names and any(name.startswith(first + " ") for name in names):
            bad.append(f"{page} names a command that there is not: {first} {second}")
sys.exit("\n".join(bad) or 0)
EOF
[ "$(wc -l <"$scratch/examples")" -gt 60 ] || fail "few examples"
(
    postern() { "$postern" "$@"; }
    cd "$scratch" && : >letter.eml || exit 1
    while IFS= read -r line; do
        said=$(eval "$line" 2>&1 >out </dev/null)
        code=$?
        case "$code $said" in
        0*' '* | 3*'No such file'* | 5*'no folder of'* | 75*'none: No such'* | 2*"needs a line 'title"*) ;;
        *) echo "$line: $code $said" ;;
        esac
    done <"$scratch/examples"
) >"$scratch/wrong"
[ -s "$scratch/wrong" ] && fail "examples that do not work: $(cat "$scratch/wrong")"

finish
