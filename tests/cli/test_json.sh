# What --json prints is of the shape that the table of commands promises.
. "$top_srcdir/tests/cli/lib.sh"
make_server
"$postern" commands --json >"$scratch/table"
# promised NAME WORDS…: the command NAME, run with these words
promised() {
    name=$1
    shift
    "$postern" "$@" --json </dev/null >"$scratch/out" 2>"$scratch/err"
    python3 "$top_srcdir/tests/cli/contract.py" "$scratch/table" "$name" <"$scratch/out" \
        2>"$scratch/why" || fail "$name: $(cat "$scratch/why" "$scratch/err")"
}
promised commands commands
promised "player add" player add Cleo cleo@three.example
promised "player list" player list
promised "player show" player show Cleo
promised "game new" game new dungeon_twister --seat Anna --seat Bob
"$posternd" --once 2>/dev/null
"$postern" send Anna "luck apples" >/dev/null
"$postern" send Bob "luck pears" >/dev/null
"$posternd" --once 2>/dev/null
"$postern" game legal 1 --seat Bob | sed -n 1p >"$scratch/orders"
for command in "game list" "letter list" deadlines "bounce list" statistics ratings check doctor config \
    "dispute list" rebuild migrate; do
    promised "$command" $command
done
promised "upgrade" upgrade --check
for command in "game show" "game log" "game export" "game predict" "game pause" "game resume"; do
    promised "$command" $command 1
done
promised "game legal" game legal 1 --seat Bob
promised "game extend" game extend 1 1d
promised "game remark" game remark 1 "a remark"
promised preview preview 1 --seat Bob "$scratch/orders"
promised submit submit 1 --seat Bob "$scratch/orders"
promised "letter show" letter show 1
promised "letter resend" letter resend 1 Anna
promised "letter simulate" letter simulate "$scratch/orders"
promised mailbox mailbox Anna
promised mailbox mailbox Anna last
promised send send Anna help
promised "player set" player set Anna board ascii
promised "player ban" player ban Cleo
promised "player forget" player forget Cleo --yes
promised "seat resign" seat resign 1 Bob --yes
promised backup backup "$scratch/backup.db"
promised restore restore "$scratch/backup.db" --yes
promised site site "$scratch/site"
promised rules rules DT-MOVE-01
promised completion completion bash
promised init init "$scratch/other"
finish
