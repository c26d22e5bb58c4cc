#!/bin/bash
# SPDX-License-Identifier: MIT
# The readers of src/letter over their kept inputs.
set -eu
cd "$top_builddir/tests/fuzz"
corpus=$top_srcdir/tests/fuzz/letter
./run_letter_in "$top_srcdir/tests/letters" "$corpus/in"
./run_letter_quotes "$corpus/quotes"
./run_letter_post "$corpus/post"
./run_reader "$top_srcdir/tests/fuzz/reader" "$top_srcdir/tests/letters"
./run_letter_template "$corpus/template"
./run_letter_token "$corpus/token"
./run_letter_sentences "$corpus/sentences"
