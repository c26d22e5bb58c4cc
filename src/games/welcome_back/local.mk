EXTRA_DIST += src/games/welcome_back/may_include
