#!/bin/bash
# SPDX-License-Identifier: MIT
# The readers of records, footers, receipts and blocks over their kept inputs.
set -eu
"$top_builddir/tests/fuzz/run_record" "$top_srcdir/tests/fuzz/record"
