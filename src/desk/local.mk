EXTRA_DIST += src/desk/may_include
noinst_LIBRARIES += src/desk/libdesk.a
src_desk_libdesk_a_SOURCES = \
	src/desk/adjudicate.c src/desk/adjudicate.h \
	src/desk/config.c src/desk/config.h \
	src/desk/desk.c src/desk/desk.h \
	src/desk/files.c src/desk/files.h \
	src/desk/known.c src/desk/known.h \
	src/desk/library.c src/desk/library.h \
	src/desk/log.c src/desk/log.h \
	src/desk/people.c src/desk/people.h \
	src/desk/position.c src/desk/position.h \
	src/desk/timing.c src/desk/timing.h \
	src/desk/vault.c src/desk/vault.h
src_desk_libdesk_a_CFLAGS = $(AM_CFLAGS)
