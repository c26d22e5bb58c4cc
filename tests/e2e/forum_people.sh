#!/bin/bash
# SPDX-License-Identifier: MIT
. "$top_srcdir/tests/need.sh" || exit 1
need faketime faketime
# A sanitizer's runtime does not start beside the shifted clock; the plain build is tried.
if ldd "$top_builddir/src/cli/postern" | grep -q libasan; then exit 0; fi
exec bash "$top_srcdir/tests/e2e/e2e.sh" forum_people
