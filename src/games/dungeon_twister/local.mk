# SPDX-License-Identifier: MIT
# dungeon_twister: all that the build, the package and the tests have of it.
GAMES += dungeon_twister
EXTRA_DIST += src/games/dungeon_twister/may_include
GAME_SIGNS += src/games/dungeon_twister/signs.h
src/games/dungeon_twister/art.$(OBJEXT): src/games/dungeon_twister/signs.h
noinst_LIBRARIES += src/games/dungeon_twister/libdungeon_twister.a
GAME_LIBS += src/games/dungeon_twister/libdungeon_twister.a
GAME_FILES += $(src_games_dungeon_twister_libdungeon_twister_a_SOURCES)
src_games_dungeon_twister_libdungeon_twister_a_SOURCES = \
	src/games/dungeon_twister/apply.c src/games/dungeon_twister/apply.h \
	src/games/dungeon_twister/apply_p.h \
	src/games/dungeon_twister/apply_fight.c \
	src/games/dungeon_twister/apply_help.c \
	src/games/dungeon_twister/apply_move.c \
	src/games/dungeon_twister/apply_reveal.c \
	src/games/dungeon_twister/apply_rooms.c \
	src/games/dungeon_twister/apply_setup.c \
	src/games/dungeon_twister/check.c src/games/dungeon_twister/check.h \
	src/games/dungeon_twister/check_box.c \
	src/games/dungeon_twister/check_p.h src/games/dungeon_twister/check_setup.c \
	src/games/dungeon_twister/combat.c src/games/dungeon_twister/combat.h \
	src/games/dungeon_twister/decide.c src/games/dungeon_twister/decide.h \
	src/games/dungeon_twister/art.c src/games/dungeon_twister/art.h \
	src/games/dungeon_twister/diagram.c src/games/dungeon_twister/diagram.h \
	src/games/dungeon_twister/dungeon_twister.h \
	src/games/dungeon_twister/flow.c src/games/dungeon_twister/flow.h \
	src/games/dungeon_twister/force.c src/games/dungeon_twister/force.h \
	src/games/dungeon_twister/game.c \
	src/games/dungeon_twister/invariant.c \
	src/games/dungeon_twister/keys.h \
	src/games/dungeon_twister/legal.c src/games/dungeon_twister/legal.h \
	src/games/dungeon_twister/line.c src/games/dungeon_twister/line.h \
	src/games/dungeon_twister/line_text.c src/games/dungeon_twister/line_text.h \
	src/games/dungeon_twister/offer.c src/games/dungeon_twister/offer.h \
	src/games/dungeon_twister/order_text.c src/games/dungeon_twister/order_text.h \
	src/games/dungeon_twister/parse.c src/games/dungeon_twister/parse.h \
	src/games/dungeon_twister/parse_action.c src/games/dungeon_twister/parse_deeds.c \
	src/games/dungeon_twister/parse_move.c src/games/dungeon_twister/parse_p.h \
	src/games/dungeon_twister/position.c src/games/dungeon_twister/position.h \
	src/games/dungeon_twister/position_read.c \
	src/games/dungeon_twister/practice.c src/games/dungeon_twister/practice.h \
	src/games/dungeon_twister/hope.c src/games/dungeon_twister/hope.h \
	src/games/dungeon_twister/reach.c src/games/dungeon_twister/reach.h \
	src/games/dungeon_twister/resolve.c src/games/dungeon_twister/resolve.h \
	src/games/dungeon_twister/resolve_far.c src/games/dungeon_twister/resolve_move.c \
	src/games/dungeon_twister/rooms.c src/games/dungeon_twister/rooms.h \
	src/games/dungeon_twister/rule.c src/games/dungeon_twister/rule.h \
	src/games/dungeon_twister/scenario.c src/games/dungeon_twister/scenario.h \
	src/games/dungeon_twister/seals.c src/games/dungeon_twister/seals.h \
	src/games/dungeon_twister/setup.c src/games/dungeon_twister/setup.h \
	src/games/dungeon_twister/standing.c src/games/dungeon_twister/standing.h \
	src/games/dungeon_twister/standing_parse.c \
	src/games/dungeon_twister/state.c src/games/dungeon_twister/state.h \
	src/games/dungeon_twister/tables.c src/games/dungeon_twister/tables.h \
	src/games/dungeon_twister/walk.c src/games/dungeon_twister/walk.h

nobase_dist_pkgdata_DATA += \
	data/dungeon_twister.rooms \
	data/paladins_dragons.rooms \
	data/scenarios/dragons-toll.scenario \
	data/scenarios/four-ropes.scenario \
	templates/en/dungeon_twister.sentences \
	templates/en/dungeon_twister.words \
	templates/es/dungeon_twister.sentences \
	templates/es/dungeon_twister.words \
	templates/it/dungeon_twister.sentences \
	templates/it/dungeon_twister.words \
	doc/rules/dungeon-twister.md
EXTRA_DIST += tests/cases/dungeon_twister doc/dungeon-twister.md
include tests/games/dungeon_twister/local.mk
game_lessons_dungeon_twister = \
	data/lessons/dungeon_twister/base/01-walk.case \
	data/lessons/dungeon_twister/base/02-card.case \
	data/lessons/dungeon_twister/base/03-jump.case \
	data/lessons/dungeon_twister/base/04-thief.case \
	data/lessons/dungeon_twister/base/05-gear.case \
	data/lessons/dungeon_twister/base/06-reveal.case \
	data/lessons/dungeon_twister/base/07-put.case \
	data/lessons/dungeon_twister/base/08-carry.case \
	data/lessons/dungeon_twister/base/09-combat.case \
	data/lessons/dungeon_twister/base/10-kill.case \
	data/lessons/dungeon_twister/base/11-cleric.case \
	data/lessons/dungeon_twister/base/12-wall.case \
	data/lessons/dungeon_twister/base/13-fire.case \
	data/lessons/dungeon_twister/base/14-exit.case \
	data/lessons/dungeon_twister/paladins-dragons/01-ghost.case \
	data/lessons/dungeon_twister/paladins-dragons/02-elf.case \
	data/lessons/dungeon_twister/paladins-dragons/03-golem.case \
	data/lessons/dungeon_twister/paladins-dragons/04-dragon.case \
	data/lessons/dungeon_twister/paladins-dragons/05-paladin.case \
	data/lessons/dungeon_twister/paladins-dragons/06-pickpocket.case \
	data/lessons/dungeon_twister/paladins-dragons/07-charm.case \
	data/lessons/dungeon_twister/paladins-dragons/08-fountain.case \
	data/lessons/dungeon_twister/paladins-dragons/09-pentacle.case
GAME_LESSONS += $(game_lessons_dungeon_twister)
EXTRA_DIST += $(game_lessons_dungeon_twister)
