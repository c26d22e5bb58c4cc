#!/bin/bash
# SPDX-License-Identifier: MIT
# usage: test_servers.sh [PROGRAM]   starts Dovecot and exim of its own, runs tests/post/PROGRAM
# (test_servers) against them, and ends them whatever happens.
set -eu
. "$top_srcdir/tests/need.sh" || exit 1
need_mail_servers
servers="$top_srcdir/tests/mailservers/servers.sh"
program="$top_builddir/tests/post/${1:-test_servers}"

dir=$(mktemp -d) || exit 1
SCRATCH=$(mktemp -d)
export SCRATCH
trap 'bash "$servers" stop "$dir" || true; rm -rf "$dir" "$SCRATCH"' EXIT
bash "$servers" start "$dir" >/dev/null
set -a
. "$dir/env" || exit 1
set +a
"$program" || {
    status=$?
    for log in "$dir"/log/*; do
        echo "== $log"
        tail -n 20 "$log"
    done
    exit $status
}
