#!/bin/sh
# SPDX-License-Identifier: MIT
# Letters in the shapes of many mail programs are read as a person reads them.
set -eu
./tests/phrases/mail_score "$top_srcdir/tests/letters/programs" >mail-score.out || { cat mail-score.out; exit 1; }
tail -n 1 mail-score.out
letters=$(grep -c . "$top_srcdir/tests/letters/programs/expect.tsv")
test "$letters" -gt 200
grep -Eq '^all +([0-9]+) of +\1 right, +0 own text lost, +0 foreign text tried, +0 class wrong$' mail-score.out || {
    cat mail-score.out
    exit 1
}
rm mail-score.out
