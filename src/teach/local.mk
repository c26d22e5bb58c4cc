# SPDX-License-Identifier: MIT
EXTRA_DIST += src/teach/may_include
noinst_LIBRARIES += src/teach/libteach.a
src_teach_libteach_a_SOURCES = \
	src/teach/analysis.c src/teach/analysis.h \
	src/teach/curve.c src/teach/curve.h \
	src/teach/hint.c src/teach/hint.h \
	src/teach/recall.c src/teach/recall.h
