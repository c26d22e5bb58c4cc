#!/bin/bash
# SPDX-License-Identifier: MIT
# The whole game in a real NodeBB; `make check-forum`, because it fetches NodeBB from npm (a minute,
# 170 MB).
POSTERN_E2E_SECONDS=1500 exec bash "$top_srcdir/tests/e2e/e2e.sh" forum_game
