EXTRA_DIST += src/games/welcome_back/may_include
noinst_LIBRARIES += src/games/welcome_back/libwelcome_back.a
GAME_LIBS += src/games/welcome_back/libwelcome_back.a
src_games_welcome_back_libwelcome_back_a_SOURCES = \
	src/games/welcome_back/cards.c src/games/welcome_back/cards.h \
	src/games/welcome_back/state.c src/games/welcome_back/state.h \
	src/games/welcome_back/terms.c src/games/welcome_back/terms.h
