#!/bin/bash
# SPDX-License-Identifier: MIT
# A mail system of our own for tests: Dovecot and exim on loopback, wholly under one directory, without
# privileges (started by root, both run as "nobody").
#
#   servers.sh start DIR       prints NAME=value lines, also kept in DIR/env:
#                              IMAP, IMAPS, LMTP, SMTP, SMTPS, SMTPCLEAR (ports), CA, OTHER_CA, DIR
#   servers.sh stop DIR        ends both; DIR stays
#   servers.sh up|down|crash imap|smtp DIR     one of them: start again, end, kill -9
#
# Users gm gm2 alice bob carol dave @pbem.test, passwords pw-NAME; access tokens for XOAUTH2: token-NAME at
# exim, the content of DIR/NAME.jwt at Dovecot.
# DIR/results, where it is there, is what exim says in Authentication-Results instead of its own findings.
# DIR/strip: exim removes such results from letters that come in; DIR/silent: it writes none of its own.
# Answers of exim: 451 for tempfail@, 550 for other unknown users, 552 above 1 MB; SMTPCLEAR offers no
# STARTTLS. Dovecot hides MOVE from clients at 127.0.0.2, and UIDPLUS and IDLE too from 127.0.0.3.
# DIR/routes, where it is there, is a transport map of several robots behind gm@: lines "PATTERN: USER",
# by which gm+SUBADDRESS@ reaches that user's mailbox.
# Needs the packages dovecot-imapd dovecot-lmtpd exim4-daemon-light openssl.
set -eu
. "$(dirname "$0")/../await.sh"

users="gm gm2 alice bob carol dave"

die() {
    echo "servers.sh: $*" >&2
    exit 1
}

need() {
    for program in dovecot exim4 openssl setsid; do
        PATH=$PATH:/usr/sbin:/sbin command -v "$program" >/dev/null ||
            die "no $program: install dovecot-imapd dovecot-lmtpd exim4-daemon-light openssl util-linux"
    done
    PATH=$PATH:/usr/sbin:/sbin
    id -un >/dev/null 2>&1 || die "user id $(id -u) has no name, and Dovecot wants one: add it to passwd"
}

# Root gives the directory away and goes on as nobody.
drop_root() {
    [ "$(id -u)" = 0 ] || return 0
    mkdir -p "$dir"
    chown nobody:nogroup "$dir"
    chmod 755 "$dir"
    setpriv --reuid=nobody --regid=nogroup --clear-groups test -w "$dir" ||
        die "nobody cannot reach $dir: its parents must be open to others"
    exec setpriv --reuid=nobody --regid=nogroup --clear-groups \
        env HOME="$dir" bash -c "$(cat "$0")" "$0" "$@"
}

is_open() {
    (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null
}

# Six ports in a row that nobody listens on.
pick_ports() {
    local base port
    for _ in $(seq 50); do
        base=$((20000 + (RANDOM % 1200) * 10))
        for port in $(seq $base $((base + 5))); do
            is_open "$port" && continue 2
        done
        IMAP=$base IMAPS=$((base + 1)) LMTP=$((base + 2))
        SMTP=$((base + 3)) SMTPS=$((base + 4)) SMTPCLEAR=$((base + 5))
        return 0
    done
    die "no free ports found"
}

make_certificates() {
    mkdir -p "$dir/tls"
    for name in cert other; do
        [ -s "$dir/tls/$name.pem" ] && continue
        openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 3 \
            -subj /CN=localhost -addext subjectAltName=DNS:localhost,IP:127.0.0.1 \
            -keyout "$dir/tls/$name.key" -out "$dir/tls/$name.pem" 2>/dev/null
    done
}

write_users() {
    : >"$dir/dovecot.users"
    : >"$dir/exim.users"
    : >"$dir/exim.tokens"
    for user in $users; do
        echo "$user@pbem.test:{PLAIN}pw-$user:::::" >>"$dir/dovecot.users"
        echo "$user@pbem.test: pw-$user" >>"$dir/exim.users"
        echo "$user@pbem.test: token-$user" >>"$dir/exim.tokens"
    done
}

base64url() {
    openssl base64 -A | tr '+/' '-_' | tr -d =
}

# A token for Dovecot is signed with a key that it knows: no server of tokens is needed.
write_tokens() {
    local key=$(openssl rand -hex 32) now=$(date +%s) what
    mkdir -p "$dir/keys/default/HS256"
    printf %s "$key" | openssl base64 -A >"$dir/keys/default/HS256/default"
    cat >"$dir/dovecot.oauth2" <<CONF
introspection_mode = local
local_validation_key_dict = fs:posix:prefix=$dir/keys/
username_attribute = sub
CONF
    for user in $users; do
        what=$(printf '{"alg":"HS256","typ":"JWT"}' | base64url).$(printf \
            '{"sub":"%s@pbem.test","iat":%s,"exp":%s}' "$user" "$((now - 60))" "$((now + 86400))" | base64url)
        printf '%s.%s\n' "$what" \
            "$(printf %s "$what" | openssl dgst -sha256 -hmac "$key" -binary | base64url)" >"$dir/$user.jwt"
    done
}

# What both series of Dovecot write alike; each has names of its own for the rest.
write_dovecot() {
    local user=$(id -un) group=$(id -gn)
    case $(dovecot --version) in
    2.[0-3].*) write_dovecot_2_3 ;;
    *) write_dovecot_2_4 ;;
    esac >"$dir/dovecot.conf"
    cat >>"$dir/dovecot.conf" <<CONF
base_dir = $dir/run
state_dir = $dir/state
log_path = $dir/log/dovecot.log
default_internal_user = $user
default_internal_group = $group
default_login_user = $user
first_valid_uid = 1
shutdown_clients = yes
listen = 127.0.0.1
ssl = required
auth_mechanisms = plain login xoauth2
auth_failure_delay = 0
recipient_delimiter = +
mail_max_userip_connections = 50
namespace inbox {
  inbox = yes
  separator = /
}
service imap-login {
  chroot =
  inet_listener imap {
    port = $IMAP
  }
  inet_listener imaps {
    port = $IMAPS
    ssl = yes
  }
}
service anvil {
  chroot =
}
service stats {
  chroot =
}
service lmtp {
  inet_listener lmtp {
    port = $LMTP
  }
}
remote 127.0.0.2 {
  protocol imap {
    imap_capability = IMAP4rev1 LITERAL+ IDLE UIDPLUS
  }
}
remote 127.0.0.3 {
  protocol imap {
    imap_capability = IMAP4rev1 LITERAL+
  }
}
CONF
}

write_dovecot_2_3() {
    cat <<CONF
protocols = imap lmtp
ssl_cert = <$dir/tls/cert.pem
ssl_key = <$dir/tls/cert.key
auth_username_format = %Lu
passdb {
  driver = passwd-file
  mechanisms = plain login
  args = $dir/dovecot.users
}
passdb {
  driver = oauth2
  mechanisms = xoauth2
  args = $dir/dovecot.oauth2
}
userdb {
  driver = passwd-file
  args = $dir/dovecot.users
  default_fields = uid=$user gid=$group home=$dir/mail/%Lu
}
mail_location = maildir:~/Maildir
protocol lmtp {
  auth_username_format = %Ln@%Ld
}
CONF
}

write_dovecot_2_4() {
    cat <<CONF
dovecot_config_version = 2.4.0
dovecot_storage_version = 2.4.0
protocols {
  imap = yes
  lmtp = yes
}
ssl_server_cert_file = $dir/tls/cert.pem
ssl_server_key_file = $dir/tls/cert.key
auth_username_format = %{user | lower}
oauth2_introspection_mode = local
oauth2_username_attribute = sub
oauth2_local_validation {
  dict fs {
    fs posix {
      prefix = $dir/keys/
    }
  }
}
passdb passwd-file {
  mechanisms_filter = plain login
  passwd_file_path = $dir/dovecot.users
}
passdb oauth2 {
  mechanisms_filter = xoauth2
}
userdb passwd-file {
  passwd_file_path = $dir/dovecot.users
  fields {
    uid = $user
    gid = $group
    home = $dir/mail/%{user | lower}
  }
}
mail_driver = maildir
mail_path = ~/Maildir
protocol lmtp {
  auth_username_format = %{user | username | lower}@%{user | domain | lower}
}
CONF
}

write_exim() {
    cat >"$dir/exim.conf" <<CONF
primary_hostname = localhost
spool_directory = $dir/spool
log_file_path = $dir/log/exim_%slog
pid_file_path = $dir/exim.own.pid
exim_user = $(id -un)
exim_group = $(id -gn)
local_interfaces = 127.0.0.1
daemon_smtp_ports = $SMTP : $SMTPS : $SMTPCLEAR
tls_on_connect_ports = $SMTPS
tls_advertise_hosts = \${if eq{\$received_port}{$SMTPCLEAR}{}{*}}
tls_certificate = $dir/tls/cert.pem
tls_privatekey = $dir/tls/cert.key
auth_advertise_hosts = \${if eq{\$tls_in_cipher}{}{}{*}}
domainlist local_domains = pbem.test
message_size_limit = 1M
smtp_accept_max = 100
smtp_accept_queue_per_connection = 0
queue_run_max = 1
host_lookup =
rfc1413_hosts =
keep_environment =
dns_ipv4_lookup = *
acl_smtp_rcpt = acl_rcpt
acl_smtp_data = acl_data
begin acl
acl_rcpt:
  defer local_parts = tempfail
       message = 4.2.0 try again later
  deny domains = +local_domains
       !local_parts = gm : ^gm[+] : alice : bob : carol : dave
       message = 5.1.1 no such player
  accept authenticated = *
  deny !domains = +local_domains
       message = relay not permitted
  accept
acl_data:
  warn condition = \${if exists{$dir/strip}}
       remove_header = Authentication-Results
  accept condition = \${if exists{$dir/silent}}
  accept condition = \${if exists{$dir/results}}
         add_header = :at_start:Authentication-Results: \$primary_hostname; \${readfile{$dir/results}{}}
  accept add_header = :at_start:\${authresults{\$primary_hostname}}
begin routers
farm:
  driver = redirect
  domains = +local_domains
  local_parts = ^gm[+]
  condition = \${if exists{$dir/routes}}
  data = \${lookup{\$local_part}nwildlsearch{$dir/routes}{\$value+\${sg{\$local_part}{^gm[+]}{}}@pbem.test}fail}
local:
  driver = manualroute
  domains = +local_domains
  route_list = * 127.0.0.1
  self = send
  transport = lmtp
outside:
  driver = redirect
  data = :fail: no mail leaves the test bed
  allow_fail
begin transports
lmtp:
  driver = smtp
  protocol = lmtp
  port = $LMTP
  allow_localhost
begin retry
* * F,1h,2s
begin authenticators
plain:
  driver = plaintext
  public_name = PLAIN
  server_prompts = :
  server_condition = \${if eq{\$auth3}{\${lookup{\$auth2}lsearch{$dir/exim.users}{\$value}fail}}}
  server_set_id = \$auth2
login:
  driver = plaintext
  public_name = LOGIN
  server_prompts = Username:: : Password::
  server_condition = \${if eq{\$auth2}{\${lookup{\$auth1}lsearch{$dir/exim.users}{\$value}fail}}}
  server_set_id = \$auth1
xoauth2:
  driver = plaintext
  public_name = XOAUTH2
  server_prompts = :
  server_condition = \${if match{\$auth1}{\N^user=([^\x01]+)\x01auth=Bearer ([^\x01]+)\x01\x01\$\N}\
    {\${if eq{\$2}{\${lookup{\$1}lsearch{$dir/exim.tokens}{\$value}fail}}}}}
  server_set_id = \${sg{\$auth1}{\N^user=([^\x01]+).*\N}{\\\$1}}
CONF
}

# Start in a process group of its own, so that one signal reaches all of it.
launch() {
    case $1 in
    imap) setsid dovecot -c "$dir/dovecot.conf" -F </dev/null >"$dir/log/dovecot.out" 2>&1 & ;;
    smtp) setsid exim4 -C "$dir/exim.conf" -bdf -q3s -oX "$SMTP:$SMTPS:$SMTPCLEAR" \
        </dev/null >>"$dir/log/exim.out" 2>&1 & ;;
    esac
    echo $! >"$dir/$1.pid"
}

ports_of() {
    case $1 in
    imap) echo "$IMAP $IMAPS $LMTP" ;;
    smtp) echo "$SMTP $SMTPS $SMTPCLEAR" ;;
    esac
}

lives() {
    local state
    state=$(ps -o stat= -p "$1" 2>/dev/null) && [ "${state#Z}" = "$state" ]
}

open_or_gone() { is_open "$1" || ! lives "$2"; }
is_closed() { ! is_open "$1"; }

# Start one and wait until it answers; false if it ends instead.
raise() {
    local port pid
    launch "$1"
    pid=$(cat "$dir/$1.pid")
    for port in $(ports_of "$1"); do
        await "$1 answers" open_or_gone "$port" "$pid" && is_open "$port" || return 1
    done
}

# End one with a signal and wait until its ports are free again.
fell() {
    local port pid signal=$2
    [ -s "$dir/$1.pid" ] || return 0
    pid=$(cat "$dir/$1.pid")
    kill "-$signal" -- "-$pid" 2>/dev/null || true
    for port in $(ports_of "$1"); do
        AWAIT_S=20 await "$1 ends" is_closed "$port" >/dev/null && continue
        kill -KILL -- "-$pid" 2>/dev/null || true
        await "$1 is gone" is_closed "$port" || true
    done
    kill -KILL -- "-$pid" 2>/dev/null || true
    rm -f "$dir/$1.pid" "$dir/run/master.pid" "$dir/exim.own.pid"
}

start() {
    need
    drop_root start "$dir"
    mkdir -p "$dir"/{run,state,mail,spool,log}
    make_certificates
    write_users
    write_tokens
    for _ in 1 2 3 4 5; do # somebody may take a port between the look and the start
        pick_ports
        write_dovecot
        write_exim
        if raise imap && raise smtp; then
            printf '%s\n' "DIR=$dir" "IMAP=$IMAP" "IMAPS=$IMAPS" "LMTP=$LMTP" "SMTP=$SMTP" \
                "SMTPS=$SMTPS" "SMTPCLEAR=$SMTPCLEAR" "CA=$dir/tls/cert.pem" \
                "OTHER_CA=$dir/tls/other.pem" | tee "$dir/env"
            return 0
        fi
        fell imap TERM
        fell smtp TERM
    done
    tail -n 5 "$dir"/log/* >&2 || true
    die "the servers do not start, see above"
}

verb=${1:?start, stop, up, down or crash}
shift
which=
case $verb in
start | stop) ;;
up | down | crash)
    which=${1:?imap or smtp}
    shift
    ;;
*) die "no verb $verb" ;;
esac
dir=${1:?a directory}

if [ "$verb" = start ]; then
    start
    exit 0
fi
need
[ -s "$dir/env" ] || die "nothing was started in $dir"
drop_root "$verb" $which "$dir"
. "$dir/env" || exit 1
dir=$DIR
case $verb in
stop)
    fell imap TERM
    fell smtp TERM
    ;;
up) raise "$which" || die "$which does not start again, see $dir/log" ;;
down) fell "$which" TERM ;;
crash) fell "$which" KILL ;;
esac
