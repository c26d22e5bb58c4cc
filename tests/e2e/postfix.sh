#!/bin/bash
# SPDX-License-Identifier: MIT
. "$top_srcdir/tests/need.sh" || exit 1
need_mail_servers
if [ ! -x "${POSTERN_POSTFIX:-}/usr/lib/postfix/sbin/master" ] || [ "$(id -u)" != 0 ]; then
    echo "SKIP: needs root, and the package postfix unpacked (it cannot be installed beside exim):" \
        "name its folder in POSTERN_POSTFIX; make check-postfix does that"
    exit 77
fi
exec bash "$top_srcdir/tests/e2e/e2e.sh" postfix
