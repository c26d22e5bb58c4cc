#!/bin/bash
# SPDX-License-Identifier: MIT
# The programs as scripts run them, under valgrind: no sanitizer of contrib/check is linked to them, and none
# sees what is read before it was written. postern-reader is shut in, and stays as it is. Minutes: contrib/check --full.
set -u
. "$top_srcdir/tests/need.sh" || exit 1
need valgrind valgrind
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
for program in src/cli/postern src/daemon/posternd postern-proof; do
    mkdir -p "$(dirname "$scratch/$program")"
    printf '#!/bin/sh\nexec valgrind -q --log-file="%s/said.%%p" "%s" "$@"\n' "$scratch" "$top_builddir/$program" \
        >"$scratch/$program.sh"
    mv "$scratch/$program.sh" "$scratch/$program"
    chmod 755 "$scratch/$program"
done
mkdir "$scratch/src/reader"
ln -s "$top_builddir/src/reader/postern-reader" "$scratch/src/reader/"
status=0
for script in ${VALGRIND_SCRIPTS:-tests/cli/test_case.sh tests/cli/test_offer.sh tests/daemon/test_posternd.sh \
    tests/proof/test_corpus.sh}; do
    echo "$script"
    top_builddir=$scratch bash "$top_srcdir/$script" || status=1
done
for said in "$scratch"/said.*; do
    [ -s "$said" ] || continue
    head -n 30 "$said"
    status=1
done
exit $status
