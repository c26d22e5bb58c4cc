#!/bin/bash
# SPDX-License-Identifier: MIT
# Two whole games: a machine that does much else needs longer than for other tests.
export POSTERN_E2E_SECONDS=${POSTERN_E2E_SECONDS:-2700}
exec bash "$top_srcdir/tests/e2e/e2e.sh" table_letters
