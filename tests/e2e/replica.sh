#!/bin/bash
# SPDX-License-Identifier: MIT
. "$top_srcdir/tests/need.sh" || exit 1
need_mail_servers
need_litestream
exec bash "$top_srcdir/tests/e2e/e2e.sh" replica
