#!/bin/bash
# SPDX-License-Identifier: MIT
exec bash "$top_srcdir/tests/e2e/e2e.sh" forum_people
