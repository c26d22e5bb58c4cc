#!/bin/bash
# SPDX-License-Identifier: MIT
# Letters by the hundred through Dovecot and exim, which are killed on the way.
exec bash "$top_srcdir/tests/post/test_servers.sh" test_soak
