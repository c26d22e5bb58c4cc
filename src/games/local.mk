# SPDX-License-Identifier: MIT
EXTRA_DIST += src/games/may_include
noinst_LIBRARIES += src/games/libgames.a
src_games_libgames_a_SOURCES = src/games/games.c src/games/games.h
nodist_src_games_libgames_a_SOURCES = src/games/list.h

# The list of games for C, from the one of src/games/list.mk.
src/games/list.h: Makefile
	$(AM_V_GEN)$(MKDIR_P) src/games && { \
		echo "/* SPDX-License-Identifier: MIT */"; \
		for game in $(GAMES); do echo "GAME($$game)"; done; \
		for game in $(EXAMPLES); do echo "EXAMPLE($$game)"; done; } >$@
src/games/games.$(OBJEXT): src/games/list.h
CLEANFILES += src/games/list.h

# The signs of games for C, from their drawings; each game adds its own to GAME_SIGNS.
EXTRA_DIST += src/games/signs.awk $(GAME_SIGNS:.h=.svg)
CLEANFILES += $(GAME_SIGNS)
SUFFIXES = .svg
.svg.h:
	$(AM_V_GEN)$(MKDIR_P) $(@D) && $(AWK) -f $(srcdir)/src/games/signs.awk $< >$@.tmp && mv $@.tmp $@
