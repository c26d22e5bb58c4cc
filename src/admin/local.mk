# SPDX-License-Identifier: MIT
EXTRA_DIST += src/admin/may_include
noinst_LIBRARIES += src/admin/libadmin.a
src_admin_libadmin_a_SOURCES = \
	src/admin/care.c src/admin/care.h \
	src/admin/dispute.c src/admin/dispute.h \
	src/admin/figures.c src/admin/figures.h \
	src/admin/inquiry.c src/admin/inquiry.h \
	src/admin/keeper.c src/admin/keeper.h \
	src/admin/lost.c src/admin/lost.h \
	src/admin/offering.c src/admin/offering.h \
	src/admin/promote.c src/admin/promote.h \
	src/admin/rebuild.c src/admin/rebuild.h \
	src/admin/recover.c src/admin/recover.h \
	src/admin/rekey.c src/admin/rekey.h \
	src/admin/requeue.c src/admin/requeue.h \
	src/admin/thaw.c src/admin/thaw.h \
	src/admin/upgrade.c src/admin/upgrade.h
src_admin_libadmin_a_CFLAGS = $(AM_CFLAGS) $(GMIME_CFLAGS)
