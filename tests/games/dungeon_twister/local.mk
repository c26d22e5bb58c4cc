# Tests of src/games/dungeon_twister.
