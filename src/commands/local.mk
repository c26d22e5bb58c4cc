# SPDX-License-Identifier: MIT
EXTRA_DIST += src/commands/may_include
noinst_LIBRARIES += src/commands/libcommands.a
src_commands_libcommands_a_SOURCES = \
	src/commands/agree.c \
	src/commands/asked_answer.c src/commands/asked_answer.h \
	src/commands/away.c src/commands/away.h \
	src/commands/lend.c src/commands/lend.h \
	src/commands/offers_end.c \
	src/commands/stock.c src/commands/stock.h \
	src/commands/tournament_game.c src/commands/tournament_game.h \
	src/commands/tournament_words.c src/commands/tournament_words.h \
	src/commands/tournaments_letter.c src/commands/tournaments_letter.h \
	src/commands/club.c src/commands/club.h \
	src/commands/command.c src/commands/command.h \
	src/commands/commands.c src/commands/commands.h \
	src/commands/commands_time.c src/commands/commands_time.h \
	src/commands/dispute_letter.c \
	src/commands/consent.c src/commands/consent.h \
	src/commands/draft.c src/commands/draft.h \
	src/commands/forum_answer.c src/commands/forum_answer.h \
	src/commands/host.c src/commands/host.h \
	src/commands/renamed.c src/commands/renamed.h \
	src/commands/seat_names.c src/commands/seat_names.h \
	src/commands/seating.c src/commands/seating.h \
	src/commands/incoming.c src/commands/incoming.h \
	src/commands/joining.c src/commands/joining.h \
	src/commands/joining_answer.c src/commands/joining_p.h \
	src/commands/joining_ask.c src/commands/joining_ask.h \
	src/commands/joining_language.c \
	src/commands/joining_line.c \
	src/commands/joining_name.c \
	src/commands/lesson_letter.c \
	src/commands/meaning.c src/commands/meaning.h src/commands/meaning_orders.c src/commands/meaning_p.h \
	src/commands/meaning_luck.c src/commands/meaning_split.c src/commands/meaning_terms.c \
	src/commands/meaning_keep.c src/commands/meaning_reads.c \
	src/commands/newgame.c src/commands/newgame.h \
	src/commands/member_words.c src/commands/member_words.h \
	src/commands/notes.c \
	src/commands/notify.c \
	src/commands/offers.c src/commands/offers.h \
	src/commands/offers_answer.c src/commands/offers_ask.c src/commands/offers_ask.h \
	src/commands/offers_p.h \
	src/commands/offers_terms.c \
	src/commands/opponents.c src/commands/opponents.h \
	src/commands/ontime.c src/commands/ontime.h \
	src/commands/standing_letter.c src/commands/standing_letter.h \
	src/commands/standing_usual.c src/commands/standing_usual.h \
	src/commands/picks.c src/commands/picks.h \
	src/commands/plain_terms.c src/commands/plain_terms.h \
	src/commands/press.c src/commands/press.h \
	src/commands/requests.c src/commands/requests.h src/commands/seals_letter.c \
	src/commands/status.c src/commands/status.h \
	src/commands/takeback.c \
	src/commands/vacation_dates.c \
	src/commands/vacation.c src/commands/vacation.h \
	src/commands/guess.c src/commands/guess.h \
	src/commands/help_topics.c src/commands/help_topics.h \
	src/commands/wishes.c src/commands/wishes.h \
	src/commands/watching.c
src_commands_libcommands_a_CFLAGS = $(AM_CFLAGS) $(GMIME_CFLAGS)
