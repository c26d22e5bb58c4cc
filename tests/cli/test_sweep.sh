# SPDX-License-Identifier: MIT
# What the mail still holds of somebody who is forgotten, and of letters that are old: the embedded
# mail system's Maildirs, and the folders of a real IMAP server.
. "$top_srcdir/tests/cli/lib.sh" || exit 1
. "$top_srcdir/tests/need.sh" || exit 1
need_mail_servers

# the embedded mail system: his mailbox goes, others' stay
make_server
expect 0 "" "$postern" send Anna --new help
expect 0 "" "$postern" send Bob --new help
"$posternd" --once 2>/dev/null
[ -d "$POSTERN_SERVER/mail/anna@one.example" ] || fail "Anna was not answered"
said=$("$postern" player forget Anna --yes --json | python3 -c 'import json, sys; print(json.load(sys.stdin))')
[ "$said" = "{'player': 1, 'mailboxes': 1, 'letters': 0}" ] || fail "forgetting says $said"
[ ! -e "$POSTERN_SERVER/mail/anna@one.example" ] || fail "her mailbox is there"
[ -d "$POSTERN_SERVER/mail/bob@two.example" ] || fail "his mailbox is gone"
expect 0 "heads are signed over them" "$postern" player forget Bob --yes

# a real one: his letters leave the processed folder, others' stay
start_mail_servers
POSTERN_SERVER=$scratch/c
mkdir -m 700 "$POSTERN_SERVER"
(umask 077; echo pw-gm >"$POSTERN_SERVER/imap.password")
expect 0 "A new server" "$postern" setup "$POSTERN_SERVER" --untried --set mail.address=gm@pbem.test \
    --set mail.transport=imap --set imap.host=localhost --set imap.port="$IMAPS" \
    --set imap.user=gm@pbem.test --set imap.ca_file="$CA" --set smtp.host=localhost \
    --set smtp.port="$SMTPS" --set smtp.user=gm@pbem.test --set smtp.ca_file="$CA" \
    --set smtp.password_file=imap.password
expect 0 "player 5" "$postern" player add Alice alice@pbem.test
expect 0 "player 6" "$postern" player add Bob bob@pbem.test
write() { # write NAME…: a letter of each to the robot
    /usr/bin/python3 -B - "$SMTP" "$@" <<'PYTHON'
import smtplib, sys
with smtplib.SMTP("127.0.0.1", int(sys.argv[1])) as smtp:
    for count, name in enumerate(sys.argv[2:]):
        smtp.sendmail(f"{name}@pbem.test", ["gm@pbem.test"], f"""From: {name} <{name}@pbem.test>
To: gm@pbem.test\nSubject: hello\nMessage-ID: <{name}-{count}@pbem.test>\n
help\n""".replace("\n", "\r\n"))
PYTHON
}
processed() { # how many of his letters lie there
    grep -rl "^From: $1 " "$box"/mail/mail/gm@pbem.test/Maildir/.Processed/cur \
        "$box"/mail/mail/gm@pbem.test/Maildir/.Processed/new 2>/dev/null | wc -l
}
write alice bob alice || fail "no letters could be sent"
dealt_with() {
    "$posternd" --once 2>>"$scratch/log"
    [ "$(processed alice)" = 2 ] && [ "$(processed bob)" = 1 ]
}
await "the letters are dealt with" dealt_with || fail "her letters were not dealt with: $(tail -n 3 "$scratch/log")"
expect 0 "2 letters" "$postern" player forget Alice --yes
[ "$(processed alice)" = 0 ] || fail "her letters are in the processed folder"
[ "$(processed bob)" = 1 ] || fail "his letter is gone, too"

# retention: by the second
forgotten() {
    expect 0 "letters that were dealt with" "$postern" letter forget --older-than 1s --yes
    case $said in *"1 letters that were dealt with"*) ;; *) return 1 ;; esac
}
await "a letter is older than a second" forgotten || fail "an old letter is not forgotten: $said"
[ "$(processed bob)" = 0 ] || fail "an old letter is in the processed folder"

# a mail server that is away keeps nothing else from being forgotten
bash "$servers" down imap "$box/mail"
expect 1 "could not be looked through" "$postern" player forget Bob --yes
expect 0 "     6  (forgotten)" "$postern" player list
finish
