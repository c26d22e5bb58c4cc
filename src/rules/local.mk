# SPDX-License-Identifier: MIT
EXTRA_DIST += src/rules/may_include
noinst_LIBRARIES += src/rules/librules.a
src_rules_librules_a_SOURCES = \
	src/rules/case.c src/rules/case.h src/rules/case_p.h src/rules/case_run.c \
	src/rules/decision.h \
	src/rules/event.c src/rules/event.h \
	src/rules/game.c src/rules/game.h \
	src/rules/guess.c src/rules/guess.h \
	src/rules/lexicon.c src/rules/lexicon.h \
	src/rules/order.h \
	src/rules/negation.c src/rules/negation.h \
	src/rules/phrase.c src/rules/phrase.h src/rules/phrase_p.h src/rules/phrase_part.c \
	src/rules/phrase_says.c src/rules/phrase_split.c \
	src/rules/places.c src/rules/places.h src/rules/places_extreme.c \
	src/rules/places_find.c src/rules/places_p.h \
	src/rules/practice.h \
	src/rules/scenario.c src/rules/scenario.h \
	src/rules/scene.c src/rules/scene.h \
	src/rules/spelling.c src/rules/spelling.h \
	src/rules/standing.c src/rules/standing.h \
	src/rules/stem.c src/rules/stem.h \
	src/rules/things.c src/rules/things.h \
	src/rules/understand.c src/rules/understand.h \
	src/rules/verdict.c src/rules/verdict.h
