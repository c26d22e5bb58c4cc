#!/bin/sh
# SPDX-License-Identifier: MIT
# Makes a library of the practice opponent as it was at a commit, for bench_bot's `library=`:
#   tests/bench/earlier.sh COMMIT FOLDER       writes FOLDER/earlier.so
# Run in a built folder. The game's positions must be laid out as today.
set -eu
top=$(cd "$(dirname "$0")/../.." && pwd)
commit=$1 folder=$2
mkdir -p "$folder/tree"
git -C "$top" archive "$commit" src | tar -x -C "$folder/tree"
cd "$folder/tree/src"
# shellcheck disable=SC2046,SC2086
${CC:-gcc} -std=gnu11 -O2 -shared -fPIC -Wl,-Bsymbolic -D_GNU_SOURCE \
	-DHAVE_CONFIG_H -I"$OLDPWD" -I. -I"$OLDPWD/src" -o ../../earlier.so "$top/tests/bench/earlier.c" \
	bot/*.c games/*.c $(ls games/*/*.c) rules/*.c base/arena.c base/buf.c base/buf_printf.c base/cursor.c base/err.c \
	base/grow.c base/text.c base/timetext.c
