#!/bin/bash
# SPDX-License-Identifier: MIT
# Five hundred letters through Dovecot and exim, which are killed on the way.
exec bash "$top_srcdir/tests/post/test_servers.sh" test_soak
