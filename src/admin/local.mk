# SPDX-License-Identifier: MIT
EXTRA_DIST += src/admin/may_include
noinst_LIBRARIES += src/admin/libadmin.a
src_admin_libadmin_a_SOURCES = \
	src/admin/care.c src/admin/care.h \
	src/admin/dispute.c src/admin/admin.h \
	src/admin/figures.c \
	src/admin/inquiry.c src/admin/inquiry.h \
	src/admin/keeper.c src/admin/keeper.h \
	src/admin/lost.c \
	src/admin/offering.c \
	src/admin/promote.c \
	src/admin/rebuild.c \
	src/admin/recover.c \
	src/admin/rekey.c \
	src/admin/requeue.c \
	src/admin/thaw.c \
	src/admin/upgrade.c
src_admin_libadmin_a_CFLAGS = $(AM_CFLAGS) $(GMIME_CFLAGS)
