# SPDX-License-Identifier: MIT
# Tests of src/draw. Golden files are written anew with DRAW_GOLDEN_WRITE=1 in the environment, to
# be looked at before they are committed.
tests_libsupport_a_SOURCES += tests/draw/draw_support.c tests/draw/draw_support.h tests/draw/outline.c tests/draw/outline.h \
	tests/draw/true_picture.c tests/draw/true_picture.h
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
check_PROGRAMS += tests/draw/contact_sheet tests/draw/reduce
tests_draw_reduce_CFLAGS = $(AM_CFLAGS) $(PNG_CFLAGS) $(RSVG_CFLAGS)
ROOM_TESTS += tests/draw/test_diagram
ROOM_TESTS += tests/draw/test_png
tests_draw_test_png_CFLAGS = $(AM_CFLAGS) $(PNG_CFLAGS) $(RSVG_CFLAGS) -pthread
ROOM_TESTS += tests/draw/test_safe
ROOM_TESTS += tests/draw/test_svg
tests_draw_test_svg_CFLAGS = $(AM_CFLAGS) $(RSVG_CFLAGS)
ROOM_TESTS += tests/draw/test_text
ROOM_TESTS += tests/draw/test_words
