# SPDX-License-Identifier: MIT
# welcome_back: all that the build, the package and the tests have of it.
GAMES += welcome_back
EXTRA_DIST += src/games/welcome_back/may_include
GAME_SIGNS += src/games/welcome_back/signs.h
src/games/welcome_back/symbols.$(OBJEXT): src/games/welcome_back/signs.h
noinst_LIBRARIES += src/games/welcome_back/libwelcome_back.a
GAME_LIBS += src/games/welcome_back/libwelcome_back.a
GAME_FILES += $(src_games_welcome_back_libwelcome_back_a_SOURCES)
src_games_welcome_back_libwelcome_back_a_SOURCES = \
	src/games/welcome_back/apply.c \
	src/games/welcome_back/apply.h \
	src/games/welcome_back/bid.c \
	src/games/welcome_back/cards.c \
	src/games/welcome_back/cards.h \
	src/games/welcome_back/check.c \
	src/games/welcome_back/check.h \
	src/games/welcome_back/decisions.c \
	src/games/welcome_back/decisions.h \
	src/games/welcome_back/diagram.c \
	src/games/welcome_back/diagram.h \
	src/games/welcome_back/face.c \
	src/games/welcome_back/face.h \
	src/games/welcome_back/flow.c \
	src/games/welcome_back/flow.h \
	src/games/welcome_back/game.c \
	src/games/welcome_back/game.h \
	src/games/welcome_back/invariant.c \
	src/games/welcome_back/legal.c \
	src/games/welcome_back/line_text.c \
	src/games/welcome_back/line_text.h \
	src/games/welcome_back/order_text.c \
	src/games/welcome_back/order_text.h \
	src/games/welcome_back/parse.c \
	src/games/welcome_back/parse.h \
	src/games/welcome_back/position.c \
	src/games/welcome_back/position.h \
	src/games/welcome_back/position_read.c \
	src/games/welcome_back/practice.c src/games/welcome_back/practice.h \
	src/games/welcome_back/raid.c \
	src/games/welcome_back/round.c \
	src/games/welcome_back/setup.c \
	src/games/welcome_back/setup.h \
	src/games/welcome_back/standing.c \
	src/games/welcome_back/standing.h \
	src/games/welcome_back/state.c \
	src/games/welcome_back/state.h \
	src/games/welcome_back/symbols.c \
	src/games/welcome_back/symbols.h \
	src/games/welcome_back/terms.c \
	src/games/welcome_back/terms.h \
	src/games/welcome_back/view.c \
	src/games/welcome_back/view.h \
	src/games/welcome_back/words.c \
	src/games/welcome_back/words.h

nobase_dist_pkgdata_DATA += \
	data/welcome_back.cards \
	templates/en/welcome_back.sentences \
	templates/en/welcome_back.words \
	templates/es/welcome_back.sentences \
	templates/es/welcome_back.words \
	templates/it/welcome_back.sentences \
	templates/it/welcome_back.words \
	doc/rules/welcome-back.md
EXTRA_DIST += tests/cases/welcome_back doc/welcome-back.md
include tests/games/welcome_back/local.mk
game_lessons_welcome_back = \
	data/lessons/welcome_back/base/01-draw.case \
	data/lessons/welcome_back/base/02-aside.case \
	data/lessons/welcome_back/base/03-pass.case \
	data/lessons/welcome_back/base/04-axe.case \
	data/lessons/welcome_back/base/05-vorpal.case \
	data/lessons/welcome_back/base/06-bomb.case \
	data/lessons/welcome_back/base/07-scroll.case \
	data/lessons/welcome_back/base/08-polymorph.case \
	data/lessons/welcome_back/base/09-cube.case
GAME_LESSONS += $(game_lessons_welcome_back)
EXTRA_DIST += $(game_lessons_welcome_back)
