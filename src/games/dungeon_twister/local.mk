EXTRA_DIST += src/games/dungeon_twister/may_include
