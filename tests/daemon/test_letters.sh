# SPDX-License-Identifier: MIT
# Hard letters through the daemon as it runs: answers in the shapes of mail programs, each of which holds
# one order and our own letter with others, and pictures of megabytes beside an order.
. "$top_srcdir/tests/cli/lib.sh" || exit 1

make_server
expect 0 "game 1" "$postern" game new welcome_back --seat Anna --seat Bob
"$posternd" >"$scratch/log" 2>&1 &
daemon=$!
trap 'kill $daemon 2>/dev/null; rm -rf "$scratch"' EXIT

dealt() { [ "$("$postern" letter list --json | grep -c '"letter":')" -ge "$letters" ]; }
letters=0
await_letter() {
    letters=$((letters + 1))
    await "letter $letters" dealt || fail "letter $letters was not dealt with: $(tail -n 3 "$scratch/log")"
}
welcomed() { "$postern" mailbox "$1" last 2>/dev/null | grep -q "Answer above"; }
for name in Anna Bob; do
    await "a letter for $name" welcomed $name || fail "no letter for $name"
    expect 0 "sent" "$postern" send $name "luck of $name"
    await_letter
done

# Who is asked, what he may order, and the letter that asks him
question() {
    who=$("$postern" game show 1 | awk '/^asked: [A-Za-z]*:/ {print $2; exit}' | tr -d :)
    seat=1
    [ "$who" = Anna ] || seat=2
    asks() { "$postern" mailbox "$who" last >"$scratch/question" && grep -q "You are asked" "$scratch/question"; }
    await "a question for $who" asks || fail "$who is not asked: $(head -n 12 "$scratch/question")"
    order=$("$postern" game legal 1 --seat $seat | sed -n 1p)
    other=$("$postern" game legal 1 --seat $seat | sed -n 2p)
    token=$(sed -n 's/^Reply-To: //p' "$scratch/question")
    sed '1,/^$/d' "$scratch/question" >"$scratch/text"
    address=anna@one.example domain=one.example
    [ "$who" = Anna ] || { address=bob@two.example domain=two.example; }
    entries=$("$postern" game log 1 | wc -l)
}
# answer NAME: what stands on standard input, behind the header, is delivered and dealt with
answer() {
    { results "$domain"
        printf 'From: %s <%s>\nTo: %s\nSubject: Re: game\nMessage-ID: <%s-%s@%s>\nMIME-Version: 1.0\n' "$who" "$address" "$token" "$1" "$letters" "$domain"
        cat; } | "$postern" deliver --sender "$address" --recipient "$token" || fail "$1: deliver"
    await_letter
}
# once NAME: the order was carried out, nothing else was tried, and the log holds it once
once() {
    has() { "$postern" mailbox "$who" | tail -n 3 >/dev/null; "$postern" mailbox "$who" last | grep -q "^  [+-] "; }
    await "an answer to $1" has || fail "$1: no answer that names orders: $("$postern" mailbox "$who" last | head -n 12)"
    "$postern" mailbox "$who" last >"$scratch/said"
    grep -qF "  + $order" "$scratch/said" || fail "$1: '$order' was not carried out: $(head -n 16 "$scratch/said")"
    grep -q "^  - " "$scratch/said" && fail "$1: more was tried: $(head -n 16 "$scratch/said")"
    [ "$("$postern" game log 1 | tail -n +$((entries + 1)) | grep -cw "order")" -le 1 ] ||
        fail "$1: counted twice: $("$postern" game log 1 | tail -n 4)"
}
quoted() { sed 's/^/> /' "$scratch/text"; }
html() { printf '<html><body><div>%s</div><br><div>On 28 Nov 2026, Postern wrote:</div><blockquote type="cite"><pre>' "$order"; sed 's/&/\&amp;/g; s/</\&lt;/g' "$scratch/text"; printf '</pre></blockquote></body></html>\n'; }
dot=iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==

# Apple Mail: plain text beside HTML with its picture
question
{ printf 'Content-Type: multipart/alternative; boundary=A\n\n--A\nContent-Type: text/plain; charset=utf-8\n\n%s\n\nOn 28 Nov 2026, at 10:55, Postern <games@postern.example> wrote:\n\n' "$order"
    quoted
    printf '\n--A\nContent-Type: multipart/related; type="text/html"; boundary=B\n\n--B\nContent-Type: text/html; charset=utf-8\n\n'
    html
    printf '\n--B\nContent-Type: image/png\nContent-Disposition: inline; filename=b.png\nContent-ID: <b1>\nContent-Transfer-Encoding: base64\n\n%s\n--B--\n--A--\n' $dot; } | answer apple
once apple

# Outlook in Hungarian: a header block without signs of a quote
question
{ printf 'Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n%s\n\nFeladó: Postern <games@postern.example>\nElküldve: 2026. november 28., szombat 10:55\nCímzett: %s\nTárgy: Re: game\n\n' "$order" "$address"
    cat "$scratch/text"; } | answer outlook
once outlook

# Gmail: the attribution behind the order, on one line
question
{ printf 'Content-Type: text/plain; charset=utf-8\n\n%s On Sat, Nov 28, 2026 at 10:55 AM Postern <games@postern.example> wrote:\n\n' "$order"
    quoted; } | answer gmail
once gmail

# Pictures of a telephone beside the order; what is larger than ten megabytes is told so
picture() { # picture BYTES
    printf 'Content-Type: multipart/mixed; boundary=P\n\n--P\nContent-Type: text/plain; charset=utf-8\n\n%s\n\n--P\nContent-Type: image/png; name=shot.png\nContent-Disposition: attachment; filename=shot.png\nContent-Transfer-Encoding: base64\n\n' "$order"
    head -c "$1" /dev/urandom | base64
    printf '%s--P--\n' ""
}
for bytes in 800000 2300000 7000000; do
    question
    picture $bytes | answer "picture-$bytes"
    once "picture-$bytes"
    [ $bytes -lt 1000000 ] || grep -q "its text was read" "$scratch/said" || fail "a picture that was dropped is not told: $(head -n 20 "$scratch/said")"
done
question
picture 8200000 | answer huge
[ "$("$postern" game log 1 | wc -l)" -eq "$entries" ] || fail "a letter of eleven megabytes changed the game"
"$postern" letter list | head -n 3 | grep -q "ejected\|nswered" || fail "a letter of eleven megabytes: $("$postern" letter list | head -n 3)"

kill -0 $daemon || fail "posternd died: $(tail -n 3 "$scratch/log")"
finish
