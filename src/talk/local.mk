# SPDX-License-Identifier: MIT
EXTRA_DIST += src/talk/may_include
noinst_LIBRARIES += src/talk/libtalk.a
src_talk_libtalk_a_SOURCES = \
	src/talk/agree.c src/talk/agree.h \
	src/talk/cupgame.c src/talk/cupgame.h \
	src/talk/cups_letter.c src/talk/cups_letter.h \
	src/talk/club.c src/talk/club.h \
	src/talk/command.c src/talk/command.h \
	src/talk/commands.c src/talk/commands.h \
	src/talk/commands_time.c src/talk/commands_time.h \
	src/talk/dispute_letter.c src/talk/dispute_letter.h \
	src/talk/draft.c src/talk/draft.h \
	src/talk/forum_answer.c src/talk/forum_answer.h \
	src/talk/incoming.c src/talk/incoming.h \
	src/talk/joining.c src/talk/joining.h \
	src/talk/lesson_letter.c src/talk/lesson_letter.h \
	src/talk/meaning.c src/talk/meaning.h \
	src/talk/newgame.c src/talk/newgame.h \
	src/talk/notes.c src/talk/notes.h \
	src/talk/offers.c src/talk/offers.h \
	src/talk/offers_answer.c \
	src/talk/offers_p.h \
	src/talk/offers_terms.c \
	src/talk/opponents.c src/talk/opponents.h \
	src/talk/ontime.c src/talk/ontime.h \
	src/talk/standing_letter.c src/talk/standing_letter.h \
	src/talk/standing_usual.c src/talk/standing_usual.h \
	src/talk/press.c src/talk/press.h \
	src/talk/reading.c src/talk/reading.h \
	src/talk/seals_letter.c src/talk/seals_letter.h \
	src/talk/status.c src/talk/status.h \
	src/talk/takeback.c src/talk/takeback.h \
	src/talk/vacation.c src/talk/vacation.h \
	src/talk/watching.c src/talk/watching.h
src_talk_libtalk_a_CFLAGS = $(AM_CFLAGS) $(GMIME_CFLAGS)
