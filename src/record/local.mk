EXTRA_DIST += src/record/may_include
noinst_LIBRARIES += src/record/librecord.a
src_record_librecord_a_SOURCES = \
	src/record/entry.h \
	src/record/entry_words.c \
	src/record/genesis.h \
	src/record/record.h \
	src/record/replay.h \
	src/record/verify.h
