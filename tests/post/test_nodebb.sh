#!/bin/bash
# SPDX-License-Identifier: MIT
# Starts NodeBB and runs the forum tests against it; `make check-forum`, because it fetches NodeBB from
# npm (a minute, 170 MB).
set -eu
forum="$top_srcdir/tests/mailservers/nodebb.sh"

dir=$(mktemp -d) || exit 1
trap 'bash "$forum" stop "$dir" || true; rm -rf "$dir"' EXIT
bash "$forum" start "$dir" >/dev/null
set -a
. "$dir/env" || exit 1
set +a
timeout 300 "$top_builddir/tests/post/test_nodebb" || {
    status=$?
    tail -n 30 "$dir/run.log"
    exit $status
}
