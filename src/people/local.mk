# SPDX-License-Identifier: MIT
EXTRA_DIST += src/people/may_include
noinst_LIBRARIES += src/people/libpeople.a
src_people_libpeople_a_SOURCES = \
	src/people/naming.c src/people/naming.h \
	src/people/naming_look.c \
	src/people/people.c src/people/people.h \
	src/people/people_address.c \
	src/people/people_leave.c \
	src/people/people_names.c \
	src/people/people_p.h \
	src/people/usual.c src/people/usual.h
src_people_libpeople_a_CFLAGS = $(AM_CFLAGS) $(GMIME_CFLAGS) $(ICU_CFLAGS)
