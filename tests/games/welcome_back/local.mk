# SPDX-License-Identifier: MIT
# Tests of src/games/welcome_back.
WB_TEST_LIBS = src/games/welcome_back/libwelcome_back.a src/rules/librules.a src/base/libbase.a
WB_SUPPORT = tests/games/welcome_back/wb_support.c tests/games/welcome_back/wb_support.h
if HAVE_CMOCKA
WB_TESTS = \
	tests/games/welcome_back/test_boards \
	tests/games/welcome_back/test_cards \
	tests/games/welcome_back/test_orders \
	tests/games/welcome_back/test_play \
	tests/games/welcome_back/test_scene \
	tests/games/welcome_back/test_setup \
	tests/games/welcome_back/test_standing
check_PROGRAMS += $(WB_TESTS)
TESTS += $(WB_TESTS)
tests_games_welcome_back_test_cards_SOURCES = tests/games/welcome_back/test_cards.c $(WB_SUPPORT)
tests_games_welcome_back_test_cards_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_games_welcome_back_test_cards_LDADD = $(WB_TEST_LIBS) $(CMOCKA_LIBS)
tests_games_welcome_back_test_orders_SOURCES = tests/games/welcome_back/test_orders.c $(WB_SUPPORT)
tests_games_welcome_back_test_orders_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_games_welcome_back_test_orders_LDADD = $(WB_TEST_LIBS) $(CMOCKA_LIBS)
tests_games_welcome_back_test_play_SOURCES = tests/games/welcome_back/test_play.c $(WB_SUPPORT)
tests_games_welcome_back_test_play_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_games_welcome_back_test_play_LDADD = $(WB_TEST_LIBS) $(CMOCKA_LIBS)
tests_games_welcome_back_test_scene_SOURCES = tests/games/welcome_back/test_scene.c $(WB_SUPPORT)
tests_games_welcome_back_test_scene_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_games_welcome_back_test_scene_LDADD = $(WB_TEST_LIBS) $(CMOCKA_LIBS)
tests_games_welcome_back_test_standing_SOURCES = tests/games/welcome_back/test_standing.c $(WB_SUPPORT)
tests_games_welcome_back_test_standing_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_games_welcome_back_test_standing_LDADD = $(WB_TEST_LIBS) $(CMOCKA_LIBS)
tests_games_welcome_back_test_setup_SOURCES = tests/games/welcome_back/test_setup.c $(WB_SUPPORT)
tests_games_welcome_back_test_setup_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_games_welcome_back_test_setup_LDADD = $(WB_TEST_LIBS) $(CMOCKA_LIBS)
tests_games_welcome_back_test_boards_SOURCES = tests/games/welcome_back/test_boards.c $(WB_SUPPORT)
tests_games_welcome_back_test_boards_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_games_welcome_back_test_boards_LDADD = src/draw/libdraw.a $(WB_TEST_LIBS) $(DRAW_LIBS) $(CMOCKA_LIBS)
endif

# Welcome Back: orders, standing answers, positions, tables of cards.
tests_fuzz_run_welcome_back_SOURCES = tests/fuzz/run_letters.c tests/fuzz/fuzz_welcome_back.c \
	$(WB_SUPPORT)
tests_fuzz_run_welcome_back_LDADD = $(WB_TEST_LIBS)
check_PROGRAMS += tests/fuzz/run_welcome_back
TESTS += tests/fuzz/welcome_back.sh
EXTRA_DIST += tests/fuzz/welcome_back.sh tests/fuzz/welcome_back
if FUZZERS
noinst_PROGRAMS += tests/fuzz/fuzz_welcome_back
tests_fuzz_fuzz_welcome_back_SOURCES = tests/fuzz/fuzz_welcome_back.c $(WB_SUPPORT)
tests_fuzz_fuzz_welcome_back_LDFLAGS = $(AM_LDFLAGS) -fsanitize=fuzzer
tests_fuzz_fuzz_welcome_back_LDADD = $(WB_TEST_LIBS)
endif
