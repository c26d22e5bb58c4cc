EXTRA_DIST += src/games/dungeon_twister/may_include
noinst_LIBRARIES += src/games/dungeon_twister/libdungeon_twister.a
src_games_dungeon_twister_libdungeon_twister_a_SOURCES = \
	src/games/dungeon_twister/dungeon_twister.h \
	src/games/dungeon_twister/rooms.c src/games/dungeon_twister/rooms.h \
	src/games/dungeon_twister/state.c src/games/dungeon_twister/state.h \
	src/games/dungeon_twister/tables.c src/games/dungeon_twister/tables.h
