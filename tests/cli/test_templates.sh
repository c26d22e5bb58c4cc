#!/bin/bash
# SPDX-License-Identifier: MIT
# postern templates check: the shipped languages have no fault; each kind of fault is found and
# named; a new language is a folder.
. "$top_srcdir/tests/cli/lib.sh" || exit 1
unset POSTERN_SERVER
folder=$scratch/templates
cp -r "$top_srcdir/templates" "$folder"
chmod -R u+w "$folder"
check() { "$postern" templates check "$folder"; }

# finds WORDS: exactly one fault, of which these words are said; then the folder is whole again.
finds() {
    said=$(check)
    [ $? -eq 1 ] || fail "'$1' did not end with 1"
    case $said in
    *"$1"*": 1 problem"*) ;;
    *) fail "not '$1' alone: $said" ;;
    esac
    rm -r "$folder"
    cp -r "$top_srcdir/templates" "$folder"
    chmod -R u+w "$folder"
}
# change FILE SED…
change() { file=$folder/$1; shift; sed -i "$@" "$file"; }

expect 0 "3 languages" check
expect 0 ": 0 problems" "$postern" templates check "$top_srcdir/templates"
expect 0 '"problems": []' "$postern" templates check "$folder" --json

sentence=$(sed -n 's/^\([a-z][a-z.-]*\) *= .*{.*/\1/p' "$folder/en/desk.sentences" | head -n 1)
change es/desk.sentences "/^$sentence  *=/d"
finds "es/desk.sentences: $sentence is missing"
echo 'no.such-key = Nada.' >>"$folder/es/desk.sentences"
finds "es/desk.sentences: no.such-key is not in English"
change it/desk.sentences "s/^\($sentence  *=\).*/\1 Niente./"
finds "it/desk.sentences: $sentence puts in other arguments"
echo 'without a sign' >>"$folder/it/desk.sentences"
finds "it/desk.sentences:"
change letter.html.mustache 's/{{say letter.receipt}}/{{say letter.bill}}/'
finds "letter.html.mustache: letter.bill is said by a template"
change letter.txt.mustache 's/{{#invitation}}/{{#invitacion}}/'
finds "letter.txt.mustache:"
change it/letter.sentences '/^receipt =/d'
finds "it/letter.sentences: receipt is missing"
# a language may have its own of a template
cp "$folder/letter.txt.mustache" "$folder/it/"
expect 0 ": 0 problems" check
change it/letter.txt.mustache 's/{{headline}}//'
finds "it/letter.txt.mustache: headline is missing"
cp "$folder/letter.html.mustache" "$folder/es/"
change es/letter.html.mustache 's/{{headline}}/{{headline}} {{thou}}/'
finds "es/letter.html.mustache: thou is not in the template of all"
cp "$folder/letter.txt.mustache" "$folder/es/"
change es/letter.txt.mustache 's/{{#invitation}}/{{#invitacion}}/'
finds "es/letter.txt.mustache:"
echo x >"$folder/it/postcard.txt.mustache"
finds "it/postcard.txt.mustache: postcard.txt.mustache is read by nobody"
echo 'x = y' >"$folder/it/chess.sentences"
finds "it/chess.sentences: chess.sentences is read by nobody"
change es/dungeon_twister.words '/^character.thief /d'
finds "es/dungeon_twister.words: character.thief is missing"
change es/board.words '$d'
finds "es/board.words"

# an event of the rules without a sentence in any language
for language in en es it; do change $language/dungeon_twister.sentences '/^moved *=/,/^[a-z]/{/^moved *=/d}'; done
said=$(check)
case $said in
*"en/dungeon_twister.sentences: moved is used by the rules"*) ;;
*) fail "an event without a sentence: $said" ;;
esac
rm -r "$folder"
cp -r "$top_srcdir/templates" "$folder"
chmod -R u+w "$folder"

# a new language is a folder
cp -r "$folder/es" "$folder/gl"
expect 0 "4 languages" check
# what waits to be translated is counted
cp -r "$folder/en" "$folder/de"
said=$(check)
sentences=$(cat "$folder"/en/*.sentences | grep -c '^[a-z][^#]* = ')
copies=$(sed -n 's/^de: \([0-9]*\) of .*/\1/p' <<<"$said")
[ "${copies:-0}" -gt $((sentences * 3 / 4)) ] || fail "a copy of English: $said"
[ "$copies" -gt $((50 * $(sed -n 's/^es: \([0-9]*\) of .*/\1/p' <<<"$said"))) ] || fail "Spanish is no copy: $said"
rm -r "$folder/de"
sed -i 's/^answer-above =.*/answer-above = -=-=- Responde encima desta li\xc3\xb1a -=-=-/' "$folder/gl/letter.sentences"
server=$scratch/server
expect 0 "A new server" "$postern" init "$server"
as_set_up "$server"
sed -i "s|^#*templates = .*|templates = $folder|" "$server/postern.conf"
expect 0 "player 1" "$postern" --server "$server" player add Rosalia r@one.example --language gl
expect 0 "player 2" "$postern" --server "$server" player add Bob bob@two.example
expect 0 "game 1" "$postern" --server "$server" game new dungeon_twister --seat 1 --seat 2
"$posternd" --server "$server" --once 2>"$scratch/log" || fail "posternd --once"
expect 0 "Responde encima desta" "$postern" --server "$server" mailbox Rosalia 1

# Words are read when they are first asked for: what needs them says what is wrong with them, and
# posternd, which needs them sooner or later, does not start.
echo 'order.fly = voar' >>"$folder/gl/dungeon_twister.words"
wrong="gl/dungeon_twister.words:$(wc -l <"$folder/gl/dungeon_twister.words")"
expect 0 "dungeon_twister" "$postern" --server "$server" game list
expect 2 "$wrong" "$postern" --server "$server" game show 1
expect 1 "$wrong" "$postern" --server "$server" doctor
"$posternd" --server "$server" --once 2>"$scratch/log" && fail "posternd starts with wrong words"
grep -q "gl/dungeon_twister.words line=${wrong#*:}" "$scratch/log" || fail "posternd does not say where: $(cat "$scratch/log")"

mkdir "$scratch/none"
expect 5 "which the others are compared with" "$postern" templates check "$scratch/none"
finish
