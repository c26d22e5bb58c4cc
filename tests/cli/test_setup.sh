# postern setup: answers by flags, the mail tried for real against Dovecot and exim, and what it
# says when something of it is wrong. Nothing is written then.
. "$top_srcdir/tests/cli/lib.sh"
servers=$top_srcdir/tests/mailservers/servers.sh
export SERVERS_QUIET=1

# a folder of Maildirs: no network
expect 0 "came back" "$postern" setup "$scratch/a" --set mail.address=games@club.example \
    --set mail.transport=maildir --set server.name=Club
expect 0 "" "$postern" --server "$scratch/a" player add Anna anna@one.example
expect 4 "is there already" "$postern" setup "$scratch/a" --set mail.address=x@y --set mail.transport=maildir
expect 2 "say --set mail.address" "$postern" setup "$scratch/b" </dev/null
expect 2 "write SECTION.KEY=VALUE" "$postern" setup "$scratch/b" --set address=x@y
expect 5 "did you mean 'address'" "$postern" setup "$scratch/b" --set mail.adress=x@y \
    --set mail.address=x@y.example --set mail.transport=maildir
[ -e "$scratch/b/postern.conf" ] && fail "a configuration was written that cannot be used"

# real servers
box=$(mktemp -d) || exit 1
chmod 755 "$box"
started=$(bash "$servers" start "$box/mail") || {
    echo "$started"
    fail "the mail servers did not start"
    finish
}
trap 'bash "$servers" stop "$box/mail" >/dev/null 2>&1; rm -rf "$scratch" "$box"' EXIT
eval "$started"
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
expect 3 "" setup --set imap.folder=Nowhere
unset_port "a folder that is not there"
expect 5 "" setup --set imap.ca_file="$OTHER_CA"
unset_port "a certificate of somebody else"
expect 0 '"came": true' setup --json --set imap.password_command="echo pw-gm"
expect 0 "transport = imap" cat "$scratch/c/postern.conf"
expect 0 "passwords are usable" "$posternd" --server "$scratch/c" --check-config

finish
