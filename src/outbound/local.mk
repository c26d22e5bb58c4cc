# SPDX-License-Identifier: MIT
EXTRA_DIST += src/outbound/may_include
noinst_LIBRARIES += src/outbound/liboutbound.a
src_outbound_liboutbound_a_SOURCES = \
	src/outbound/ahead.c src/outbound/ahead.h \
	src/outbound/analysis_page.c src/outbound/analysis_page.h \
	src/outbound/answering.c src/outbound/answering.h \
	src/outbound/bounces.c src/outbound/bounces.h \
	src/outbound/buttons.c src/outbound/buttons.h \
	src/outbound/compose.c src/outbound/compose.h \
	src/outbound/compose_p.h \
	src/outbound/compose_analysis.c src/outbound/compose_board.c \
	src/outbound/compose_link.c src/outbound/compose_listed.c \
	src/outbound/compose_question.c \
	src/outbound/compose_first.c src/outbound/compose_missed.c \
	src/outbound/compose_introduce.c \
	src/outbound/compose_preview.c \
	src/outbound/compose_signed.c \
	src/outbound/outbox_facts.c \
	src/outbound/forum_club.c src/outbound/forum_club.h \
	src/outbound/forum_compose.c src/outbound/forum_compose.h \
	src/outbound/forum_send.c src/outbound/forum_send.h \
	src/outbound/forum_queue.c src/outbound/forum_queue.h \
	src/outbound/forum_trouble.c src/outbound/forum_trouble.h \
	src/outbound/outbox_bytes.c \
	src/outbound/bounced_invitation.c src/outbound/bounced_invitation.h \
	src/outbound/knocks.c src/outbound/knocks.h \
	src/outbound/news.c src/outbound/news.h \
	src/outbound/news_words.c \
	src/outbound/notice.c src/outbound/notice.h \
	src/outbound/outbox.c src/outbound/outbox.h \
	src/outbound/delivery.c src/outbound/delivery.h \
	src/outbound/reminders.c src/outbound/reminders.h \
	src/outbound/seals_list.c src/outbound/seals_list.h \
	src/outbound/audience.c src/outbound/audience.h \
	src/outbound/audience_news.c \
	src/outbound/teaching.c src/outbound/teaching.h \
	src/outbound/waits.c src/outbound/waits.h \
	src/outbound/wording.c src/outbound/wording.h
src_outbound_liboutbound_a_CFLAGS = $(AM_CFLAGS) $(GMIME_CFLAGS)
