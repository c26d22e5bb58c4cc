# SPDX-License-Identifier: MIT
EXTRA_DIST += src/dispatch/may_include
noinst_LIBRARIES += src/dispatch/libdispatch.a
src_dispatch_libdispatch_a_SOURCES = \
	src/dispatch/ahead.c src/dispatch/ahead.h \
	src/dispatch/analysis_page.c src/dispatch/analysis_page.h \
	src/dispatch/answering.c src/dispatch/answering.h \
	src/dispatch/appointment.c src/dispatch/appointment.h \
	src/dispatch/bounces.c src/dispatch/bounces.h \
	src/dispatch/buttons.c src/dispatch/buttons.h \
	src/dispatch/compose.c src/dispatch/compose.h \
	src/dispatch/compose_p.h \
	src/dispatch/compose_analysis.c src/dispatch/compose_board.c \
	src/dispatch/compose_link.c \
	src/dispatch/compose_question.c \
	src/dispatch/compose_first.c src/dispatch/compose_missed.c \
	src/dispatch/compose_introduce.c \
	src/dispatch/compose_preview.c \
	src/dispatch/compose_signed.c \
	src/dispatch/facts.c src/dispatch/facts.h \
	src/dispatch/forum_club.c src/dispatch/forum_club.h \
	src/dispatch/forum_compose.c src/dispatch/forum_compose.h \
	src/dispatch/forum_send.c src/dispatch/forum_send.h \
	src/dispatch/forum_queue.c src/dispatch/forum_queue.h \
	src/dispatch/forum_trouble.c src/dispatch/forum_trouble.h \
	src/dispatch/outgoing.c src/dispatch/outgoing.h \
	src/dispatch/lost.c src/dispatch/lost.h \
	src/dispatch/news.c src/dispatch/news.h \
	src/dispatch/news_words.c \
	src/dispatch/notice.c src/dispatch/notice.h \
	src/dispatch/outbox.c src/dispatch/outbox.h \
	src/dispatch/publish.c src/dispatch/publish.h \
	src/dispatch/reminders.c src/dispatch/reminders.h \
	src/dispatch/seals_list.c src/dispatch/seals_list.h \
	src/dispatch/audience.c src/dispatch/audience.h \
	src/dispatch/audience_news.c src/dispatch/audience_p.h \
	src/dispatch/teaching.c src/dispatch/teaching.h \
	src/dispatch/wording.c src/dispatch/wording.h
src_dispatch_libdispatch_a_CFLAGS = $(AM_CFLAGS) $(GMIME_CFLAGS)
