# SPDX-License-Identifier: MIT
# Pictures need libdeflate, librsvg with cairo, and fontconfig; text boards and speech none of them.
EXTRA_DIST += src/draw/may_include
noinst_LIBRARIES += src/draw/libdraw.a
src_draw_libdraw_a_CFLAGS = $(AM_CFLAGS) $(RSVG_CFLAGS) $(DEFLATE_CFLAGS) $(FONTCONFIG_CFLAGS)
src_draw_libdraw_a_SOURCES = \
	src/draw/cache.c src/draw/cache.h \
	src/draw/composed.c \
	src/draw/draw.h \
	src/draw/fonts.c \
	src/draw/grid.c src/draw/grid.h \
	src/draw/palette.c src/draw/palette.h \
	src/draw/parts.h \
	src/draw/phrases.h \
	src/draw/picture.c src/draw/picture.h \
	src/draw/png.c \
	src/draw/raster.c src/draw/raster.h \
	src/draw/safe.c src/draw/safe.h \
	src/draw/say.c src/draw/say.h \
	src/draw/shades.c src/draw/shades.h \
	src/draw/speech.c \
	src/draw/svg.c src/draw/svg_p.h \
	src/draw/svg_area.c \
	src/draw/svg_board.c \
	src/draw/svg_edges.c \
	src/draw/svg_glyphs.c \
	src/draw/svg_panels.c \
	src/draw/svg_parts.c \
	src/draw/svg_pieces.c \
	src/draw/svg_steps.c \
	src/draw/textboard.c \
	src/draw/textline.c src/draw/textline.h \
	src/draw/svg_turned.c \
	src/draw/words.c src/draw/words.h
