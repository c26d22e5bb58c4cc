#!/bin/bash
# SPDX-License-Identifier: MIT
# Everything that needs a real forum: fetches NodeBB from npm once, then
# runs the transport's tests and a whole game. `make check-forum`; contrib/check runs it too.
set -u
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
# Parts that are there already are taken as they are.
if [ -z "${NODEBB_PACKAGE:-}" ]; then
    bash "$top_srcdir/tests/mailservers/nodebb.sh" fetch "$dir/nodebb" || exit 1
    export NODEBB_PACKAGE=$dir/nodebb/package
fi
bad=0
bash "$top_srcdir/tests/post/test_nodebb.sh" || bad=1
bash "$top_srcdir/tests/e2e/forum_game.sh" || bad=1
exit $bad
