EXTRA_DIST += src/draw/may_include
noinst_LIBRARIES += src/draw/libdraw.a
src_draw_libdraw_a_CFLAGS = $(AM_CFLAGS) $(RSVG_CFLAGS) $(PNG_CFLAGS)
src_draw_libdraw_a_SOURCES = \
	src/draw/draw.h \
	src/draw/phrases.h \
	src/draw/words.c src/draw/words.h
