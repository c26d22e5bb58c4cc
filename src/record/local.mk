# SPDX-License-Identifier: MIT
EXTRA_DIST += src/record/may_include
noinst_LIBRARIES += src/record/librecord.a
src_record_librecord_a_SOURCES = \
	src/record/delta.c src/record/delta.h \
	src/record/entry.c src/record/entry.h src/record/entry_p.h \
	src/record/entry_fit.c src/record/entry_kinds.c \
	src/record/entry_parts.c \
	src/record/entry_seals.c \
	src/record/genesis.c src/record/genesis.h \
	src/record/record.c src/record/record.h src/record/record_p.h \
	src/record/record_read.c \
	src/record/record_write.c \
	src/record/join.c src/record/join.h \
	src/record/names.c src/record/names.h \
	src/record/replay_came.c src/record/replay.c src/record/replay.h src/record/replay_p.h \
	src/record/replay_away.c src/record/replay_drawn.c src/record/replay_host.c src/record/replay_kinds.c \
	src/record/replay_lines.c src/record/replay_lost.c \
	src/record/replay_luck.c \
	src/record/replay_lend.c src/record/replay_position.c src/record/replay_stock.c \
	src/record/replay_undo.c \
	src/record/trial.c src/record/trial.h \
	src/record/verify.c src/record/verify.h \
	src/record/verify_draws.c \
	src/record/verify_end.c \
	src/record/verify_lines.c src/record/verify_p.h \
	src/record/verify_say.c
