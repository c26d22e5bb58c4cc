# SPDX-License-Identifier: MIT
# Tests of src/draw. Golden files are written anew with DRAW_GOLDEN_WRITE=1 in the environment, to
# be looked at before they are committed.
DRAW_SUPPORT = tests/draw/draw_support.c tests/draw/draw_support.h $(DT_SUPPORT)
DRAW_TEST_LIBS = src/draw/libdraw.a src/late/liblate.a src/games/dungeon_twister/libdungeon_twister.a \
	src/rules/librules.a src/base/libbase.a
EXTRA_DIST += \
	tests/draw/golden/board.ascii.txt \
	tests/draw/golden/board.outline.txt \
	tests/draw/golden/board.png \
	tests/draw/golden/board.speech.txt \
	tests/draw/golden/board.txt \
	tests/draw/golden/dungeon_twister.position \
	tests/draw/golden/dungeon_twister.speech.txt \
	tests/draw/golden/dungeon_twister.txt \
	tests/draw/golden/table.outline.txt \
	tests/draw/golden/table.png \
	tests/draw/golden/table.speech.txt \
	tests/draw/golden/table.txt
check_PROGRAMS += tests/draw/contact_sheet
tests_draw_contact_sheet_SOURCES = tests/draw/contact_sheet.c $(DRAW_SUPPORT)
tests_draw_contact_sheet_LDADD = $(DRAW_TEST_LIBS) $(DRAW_LIBS)
check_PROGRAMS += tests/draw/reduce
tests_draw_reduce_SOURCES = tests/draw/reduce.c
tests_draw_reduce_CFLAGS = $(AM_CFLAGS) $(RSVG_CFLAGS) $(PNG_CFLAGS)
tests_draw_reduce_LDADD = src/draw/libdraw.a src/late/liblate.a src/rules/librules.a src/base/libbase.a \
	$(DRAW_LIBS) $(PNG_LIBS) -lpthread
if HAVE_CMOCKA
DRAW_TESTS = tests/draw/test_diagram tests/draw/test_png tests/draw/test_safe \
	tests/draw/test_svg tests/draw/test_text tests/draw/test_words
check_PROGRAMS += $(DRAW_TESTS)
TESTS += $(DRAW_TESTS)
tests_draw_test_diagram_SOURCES = tests/draw/test_diagram.c $(DRAW_SUPPORT)
tests_draw_test_diagram_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_draw_test_diagram_LDADD = $(DRAW_TEST_LIBS) $(CMOCKA_LIBS)
tests_draw_test_png_SOURCES = tests/draw/test_png.c tests/draw/true_picture.c \
	tests/draw/true_picture.h $(DRAW_SUPPORT)
tests_draw_test_png_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS) $(PNG_CFLAGS) $(RSVG_CFLAGS) -pthread
tests_draw_test_png_LDADD = $(DRAW_TEST_LIBS) $(DRAW_LIBS) $(RSVG_LIBS) $(PNG_LIBS) $(CMOCKA_LIBS) -lpthread
tests_draw_test_safe_SOURCES = tests/draw/test_safe.c
tests_draw_test_safe_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_draw_test_safe_LDADD = src/draw/libdraw.a src/base/libbase.a $(CMOCKA_LIBS)
tests_draw_test_svg_SOURCES = tests/draw/test_svg.c tests/draw/outline.c \
	tests/draw/outline.h $(DRAW_SUPPORT)
tests_draw_test_svg_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS) $(RSVG_CFLAGS)
tests_draw_test_svg_LDADD = $(DRAW_TEST_LIBS) $(RSVG_LIBS) $(CMOCKA_LIBS) -lm
tests_draw_test_text_SOURCES = tests/draw/test_text.c $(DRAW_SUPPORT)
tests_draw_test_text_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_draw_test_text_LDADD = $(DRAW_TEST_LIBS) $(CMOCKA_LIBS)
tests_draw_test_words_SOURCES = tests/draw/test_words.c $(DRAW_SUPPORT)
tests_draw_test_words_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_draw_test_words_LDADD = $(DRAW_TEST_LIBS) $(CMOCKA_LIBS)
endif
