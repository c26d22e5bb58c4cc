#!/bin/bash
# SPDX-License-Identifier: MIT
# The readers of src/post over their kept inputs.
set -eu
"$top_builddir/tests/post/corpus_imap_parser" "$top_srcdir/tests/post/corpus/imap_parser"
"$top_builddir/tests/post/corpus_arrival" "$top_srcdir/tests/post/corpus/arrival"
