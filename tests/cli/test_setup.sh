# SPDX-License-Identifier: MIT
# postern setup: answers by flags, the mail tried for real against Dovecot and exim, and what it
# says when something of it is wrong. Nothing is written then.
. "$top_srcdir/tests/cli/lib.sh" || exit 1
. "$top_srcdir/tests/need.sh" || exit 1
need_mail_servers

# a folder of Maildirs: no network
expect 0 "came back" "$postern" setup "$scratch/a" --set mail.address=games@club.example \
    --set mail.transport=maildir --set server.name=Club
expect 0 "" "$postern" --server "$scratch/a" player add Anna anna@one.example
expect 4 "is there already" "$postern" setup "$scratch/a" --set mail.address=x@y --set mail.transport=maildir
expect 2 "say --set mail.address=VALUE --set imap.host=VALUE --set imap.user=VALUE" "$postern" setup "$scratch/b" </dev/null
expect 5 "did you mean 'address'" "$postern" setup "$scratch/b" --set mail.adress=games@club.example </dev/null
expect 2 "write SECTION.KEY=VALUE" "$postern" setup "$scratch/b" --set address=x@y
expect 5 "did you mean 'address'" "$postern" setup "$scratch/b" --set mail.adress=x@y \
    --set mail.address=x@y.example --set mail.transport=maildir
[ -e "$scratch/b" ] && fail "a folder is left of a setup that failed"

# an installation without its reader is told before anything is written
POSTERN_READER=$scratch/none expect 3 "run make install" "$postern" setup "$scratch/lone" \
    --set mail.address=games@club.example --set mail.transport=maildir
[ -e "$scratch/lone/mail" ] && fail "mail is left of a setup without its reader"

# what changes in a folder of its own, as the service wants it
mkdir -m 700 "$scratch/state"
expect 0 "came back" "$postern" setup "$scratch/d" --state "$scratch/state" --set mail.address=games@club.example \
    --set mail.transport=maildir --set server.spool=other
for file in postern.db postern.key postern.mark mail; do
    [ -e "$scratch/state/$file" ] || fail "$file is not in the folder of --state"
done
[ "$(ls "$scratch/d")" = postern.conf ] || fail "more than the configuration is beside it: $(ls "$scratch/d")"
expect 0 "spool = other" cat "$scratch/d/postern.conf"
expect 3 "make it first" "$postern" setup "$scratch/e" --state "$scratch/none" --set mail.address=x@y.example
expect 2 "say where ledger and keys go" "$postern" setup /etc/postern-test --set mail.address=x@y.example
expect 2 "say where ledger and keys go" "$postern" init /etc/postern-test
[ ! -e /etc/postern-test ] || fail "a folder was made in /etc"

# real servers
start_mail_servers
mkdir -m 700 "$scratch/c"
(umask 077; echo pw-gm >"$scratch/c/imap.password"; echo pw-gm >"$scratch/c/smtp.password"
    echo wrong >"$scratch/c/wrong.password")
setup() { # setup FLAGS…: with what is right unless a flag says otherwise
    "$postern" setup "$scratch/c" --wait 20s --set mail.address=gm@pbem.test \
        --set mail.transport=imap --set imap.host=localhost --set imap.port="$IMAPS" \
        --set imap.user=gm@pbem.test --set imap.ca_file="$CA" --set smtp.host=localhost \
        --set smtp.port="$SMTPS" --set smtp.user=gm@pbem.test --set smtp.ca_file="$CA" "$@" </dev/null
}
unset_port() { [ -e "$scratch/c/postern.conf" ] && fail "$1 was written"; }
expect 5 "the login was refused" setup --set imap.password_file=wrong.password
unset_port "a wrong password"
expect 5 "the login was refused" setup --set smtp.password_file=wrong.password
unset_port "a wrong password"
for key in folder also; do
    expect 3 "" setup --set imap.$key=Nowhere
    unset_port "a folder that is not there"
done
expect 5 "" setup --set imap.ca_file="$OTHER_CA"
unset_port "a certificate of somebody else"
expect 0 '"came": true' setup --json --set imap.password_command="echo pw-gm"
expect 0 "transport = imap" cat "$scratch/c/postern.conf"
expect 0 "passwords are usable" "$posternd" --server "$scratch/c" --check-config

rm -rf "$scratch/c/postern."* "$scratch/c/spool" "$scratch/c/mail"

# results that are forged in our own mail server's name: above its own they would be believed
again() { rm -rf "$scratch/c/postern."* "$scratch/c/spool" "$scratch/c/mail"; }
right() { setup --set imap.password_command="echo pw-gm" --set smtp.password_command="echo pw-gm" "$@"; }
expect 0 "were kept, below its own" right
expect 0 "authserv = localhost" cat "$scratch/c/postern.conf"
again
touch "$box/mail/strip"
expect 0 "were removed, as they should be" right
expect 0 "authserv = localhost" cat "$scratch/c/postern.conf"
expect 0 "results that are forged in its name are removed" "$postern" --server "$scratch/c" doctor --mail
rm "$box/mail/strip"
expect 0 "authserv" "$postern" --server "$scratch/c" doctor --mail
touch "$box/mail/silent"
expect 1 "✗ authserv: a letter with forged results" "$postern" --server "$scratch/c" doctor --mail
again
expect 5 "came through unchanged" right --set mail.authserv=mx.pbem.test
unset_port "an authserv that anybody can forge"
expect 0 "What the mail system says of its sender:" right
grep -q authserv "$scratch/c/postern.conf" && fail "the name of nobody is trusted"
again
touch "$box/mail/strip"
expect 0 "were removed" right --set mail.authserv=mx.pbem.test
again
rm "$box/mail/strip" "$box/mail/silent"

# what our own mail server found out about the letter: said, and its name is trusted from then on
echo "spf=pass smtp.mailfrom=pbem.test; dkim=pass header.d=pbem.test; dmarc=fail header.from=pbem.test" \
    >"$box/mail/results"
chmod 644 "$box/mail/results"
expect 0 "SPF    pass" setup --set imap.token_command="cat $box/mail/gm.jwt" \
    --set smtp.token_command="echo token-gm" # access tokens, on both sides
for words in "DKIM   pass" "DMARC  fail" "What localhost says of its sender"; do
    case $said in *"$words"*) ;; *) fail "setup did not say $words: $said" ;; esac
done
expect 0 "authserv = localhost" cat "$scratch/c/postern.conf"
grep -qF "$(cut -c1-40 "$box/mail/gm.jwt")" "$scratch/c/postern.conf" && fail "a token in the configuration"
rm -rf "$scratch/c/postern."* "$scratch/c/spool"
expect 0 '"spf": "pass"' setup --json --set imap.password_command="echo pw-gm" --set smtp.password_command="echo pw-gm"
rm -f "$box/mail/results"

# at a terminal a wrong answer is asked again
mkdir "$scratch/tries"
tries=$(python3 -B "$top_srcdir/tests/cli/setup_tries.py" "$postern" "$scratch/tries" "$IMAPS" "$SMTPS" "$CA" "$OTHER_CA" 2>&1) ||
    fail "$tries"

# the forum is asked, too
mkfifo "$scratch/stop"
(cd "$top_srcdir/tests/e2e" && exec /usr/bin/python3 -B -c 'import discourse, sys
forum = discourse.Discourse()
print(forum.url, flush=True)
sys.stdin.read()' <"$scratch/stop" >"$scratch/forum") &
exec 7>"$scratch/stop"
await "the forum tells its address" test -s "$scratch/forum" || fail "no forum"
forum() { # forum FOLDER KEY
    mkdir -p "$scratch/$1"
    (umask 077; echo "$2" >"$scratch/$1/forum.key")
    "$postern" setup "$scratch/$1" --set mail.address=games@club.example --set mail.transport=maildir \
        --set forum.kind=discourse --set forum.url="$(cat "$scratch/forum")" --set forum.robot=gm \
        --set forum.category=3 --set forum.key_file=forum.key </dev/null
}
expect 0 "The forum knows the robot" forum f k3y-of-gm
expect 1 "Correct [forum]" forum g another-key
exec 7>&-
wait

# the page that letters link to: of this server, of another, not there
page() { # page FOLDER SITE
    "$postern" setup "$scratch/$1" --set mail.address=games@club.example --set mail.transport=maildir \
        --set site.url="$2" </dev/null
}
mkdir "$scratch/site" "$scratch/strange"
printf '<script id="site" type="application/json">{"server":"%s"}</script>\n' games@club.example >"$scratch/site/table.html"
printf '<script id="site" type="application/json">{"server":"%s"}</script>\n' games@other.example >"$scratch/strange/table.html"
expect 0 "The page that letters link to is there." page h "file://$scratch/site"
expect 0 "url = file://$scratch/site" cat "$scratch/h/postern.conf"
expect 0 "takes the letters of another server" page i "file://$scratch/strange"
expect 0 "have the web server publish that" page j "file://$scratch/nowhere"
grep -q '^\[site\]' "$scratch/a/postern.conf" && fail "pages are nowhere, and yet configured"

finish
