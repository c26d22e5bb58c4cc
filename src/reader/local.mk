# SPDX-License-Identifier: MIT
EXTRA_DIST += src/reader/may_include
noinst_LIBRARIES += src/reader/libreader.a
src_reader_libreader_a_SOURCES = \
	src/reader/handover.c src/reader/handover.h \
	src/reader/here.c \
	src/reader/jail.c src/reader/jail.h \
	src/reader/json_form.c \
	src/reader/letter_form.c \
	src/reader/process.c \
	src/reader/reader.c src/reader/reader.h src/reader/reader_p.h \
	src/reader/serve.c \
	src/reader/warm.c
src_reader_libreader_a_CPPFLAGS = $(AM_CPPFLAGS) -DPOSTERN_LIBEXECDIR='"$(pkglibexecdir)"'
src_reader_libreader_a_CFLAGS = $(AM_CFLAGS) $(GMIME_CFLAGS) $(JANSSON_CFLAGS) $(SECCOMP_CFLAGS)

# What reads outside bytes, without keys and ledger: few libraries, none of the rooms above.
READER_LIBS = src/reader/libreader.a src/letter/libletter.a src/base/libbase.a
READER_SYSTEM_LIBS = $(GMIME_LIBS) $(GUMBO_LIBS) $(ICU_LIBS) $(JANSSON_LIBS) $(SECCOMP_LIBS) -lpthread
pkglibexec_PROGRAMS += src/reader/postern-reader
src_reader_postern_reader_SOURCES = src/reader/main.c
src_reader_postern_reader_CFLAGS = $(AM_CFLAGS) $(JANSSON_CFLAGS)
src_reader_postern_reader_LDADD = $(READER_LIBS) $(READER_SYSTEM_LIBS)
