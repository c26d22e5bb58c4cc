#!/bin/bash
# SPDX-License-Identifier: MIT
# A short season of people who come and go, some twenty seconds of a processor; `make people` plays the long one.
. "$top_srcdir/tests/need.sh" || exit 1
need faketime faketime
# A sanitizer's runtime does not start beside the shifted clock; the plain build is tried.
if ldd "$top_builddir/src/cli/postern" | grep -q libasan; then exit 0; fi
exec bash "$top_srcdir/tests/e2e/e2e.sh" people "${1:-80001}"
