#!/bin/bash
# SPDX-License-Identifier: MIT
# Everything that needs a real forum: fetches NodeBB and libsodium's build for browsers from npm once,
# then runs the transport's tests and a whole game. `make check-forum`; contrib/check runs it too.
set -u
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
# Parts that are there already are taken as they are.
if [ -z "${POSTERN_SODIUM_JS:-}" ]; then
    export POSTERN_SODIUM_JS=$dir/sodium.js
    bash "$top_srcdir/contrib/sodium-js" "$POSTERN_SODIUM_JS" || exit 1
fi
if [ -z "${NODEBB_PACKAGE:-}" ]; then
    bash "$top_srcdir/tests/mailservers/nodebb.sh" fetch "$dir/nodebb" || exit 1
    export NODEBB_PACKAGE=$dir/nodebb/package
fi
bad=0
bash "$top_srcdir/tests/post/test_nodebb.sh" || bad=1
bash "$top_srcdir/tests/e2e/forum_game.sh" || bad=1
exit $bad
