# Tests of src/games/welcome_back.
