#!/bin/bash
# SPDX-License-Identifier: MIT
# usage: e2e.sh TEST [WORD…]   runs tests/e2e/TEST.py; the mail servers it starts end with it.
set -u
. "$top_srcdir/tests/need.sh" || exit 1
need python3 python3
export PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1
exec ${POSTERN_E2E_SECONDS:+timeout -k 10 "$POSTERN_E2E_SECONDS"} \
    /usr/bin/python3 "$top_srcdir/tests/e2e/$1.py" "${@:2}"
