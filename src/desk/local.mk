EXTRA_DIST += src/desk/may_include
noinst_LIBRARIES += src/desk/libdesk.a
src_desk_libdesk_a_SOURCES = \
	src/desk/adjudicate.c src/desk/adjudicate.h \
	src/desk/archive.c src/desk/archive.h \
	src/desk/answering.c src/desk/answering.h \
	src/desk/buttons.c src/desk/buttons.h \
	src/desk/care.c src/desk/care.h \
	src/desk/command.c src/desk/command.h \
	src/desk/compact.c src/desk/compact.h \
	src/desk/appointment.c src/desk/appointment.h \
	src/desk/bounces.c src/desk/bounces.h \
	src/desk/clocks.c src/desk/clocks.h \
	src/desk/commands.c src/desk/commands.h \
	src/desk/commands_time.c src/desk/commands_time.h \
	src/desk/compose.c src/desk/compose.h src/desk/compose_p.h \
	src/desk/compose_question.c src/desk/compose_signed.c \
	src/desk/config.c src/desk/config.h \
	src/desk/desk.c src/desk/desk.h \
	src/desk/desk_open.c src/desk/desk_open.h \
	src/desk/dispute.c src/desk/dispute.h src/desk/dispute_letter.c src/desk/dispute_letter.h \
	src/desk/deadlines.c src/desk/deadlines.h \
	src/desk/draft.c src/desk/draft.h \
	src/desk/export.c src/desk/export.h \
	src/desk/figures.c src/desk/figures.h \
	src/desk/files.c src/desk/files.h \
	src/desk/incoming.c src/desk/incoming.h \
	src/desk/joining.c src/desk/joining.h \
	src/desk/naming.c src/desk/naming.h \
	src/desk/kept.c src/desk/kept.h \
	src/desk/forum.c src/desk/forum.h \
	src/desk/forum_answer.c src/desk/forum_answer.h \
	src/desk/forum_compose.c src/desk/forum_compose.h \
	src/desk/forum_send.c src/desk/forum_send.h \
	src/desk/forum_trouble.c src/desk/forum_trouble.h \
	src/desk/forum_tell.c src/desk/forum_tell.h \
	src/desk/freetime.c src/desk/freetime.h \
	src/desk/health.c src/desk/health.h \
	src/desk/keeping.c src/desk/keeping.h \
	src/desk/held.c src/desk/held.h \
	src/desk/keyring.c src/desk/keyring.h \
	src/desk/known.c src/desk/known.h \
	src/desk/opened.c src/desk/opened.h \
	src/desk/languages.c src/desk/languages.h \
	src/desk/library.c src/desk/library.h \
	src/desk/lock.c src/desk/lock.h \
	src/desk/log.c src/desk/log.h \
	src/desk/newgame.c src/desk/newgame.h \
	src/desk/mailbag.c src/desk/mailbag.h \
	src/desk/mailtest.c src/desk/mailtest.h \
	src/desk/mailroom.c src/desk/mailroom.h \
	src/desk/nearest.c src/desk/nearest.h \
	src/desk/news.c src/desk/news.h src/desk/news_words.c \
	src/desk/press.c src/desk/press.h \
	src/desk/status.c src/desk/status.h \
	src/desk/takeback.c src/desk/takeback.h \
	src/desk/notes.c src/desk/notes.h \
	src/desk/notice.c src/desk/notice.h \
	src/desk/ontime.c src/desk/ontime.h \
	src/desk/own.c src/desk/own.h \
	src/desk/own_letter.c src/desk/own_letter.h \
	src/desk/offers.c src/desk/offers.h src/desk/offers_p.h \
	src/desk/offers_answer.c src/desk/offers_lost.c src/desk/offers_terms.c \
	src/desk/outbox.c src/desk/outbox.h \
	src/desk/people.c src/desk/people.h src/desk/people_p.h \
	src/desk/people_address.c src/desk/people_leave.c \
	src/desk/position.c src/desk/position.h \
	src/desk/practice.c src/desk/practice.h \
	src/desk/publish.c src/desk/publish.h \
	src/desk/rekey.c src/desk/rekey.h \
	src/desk/requeue.c src/desk/requeue.h \
	src/desk/retention.c src/desk/retention.h \
	src/desk/reading.c src/desk/reading.h \
	src/desk/rating.c src/desk/rating.h \
	src/desk/rebuild.c src/desk/rebuild.h \
	src/desk/reception.c src/desk/reception.h src/desk/reception_p.h \
	src/desk/reception_forum.c src/desk/reception_limits.c \
	src/desk/reception_sender.c src/desk/reception_steps.c \
	src/desk/reminders.c src/desk/reminders.h \
	src/desk/reveal.c src/desk/reveal.h \
	src/desk/sealing.c src/desk/sealing.h \
	src/desk/seals_letter.c src/desk/seals_letter.h \
	src/desk/seals_list.c src/desk/seals_list.h \
	src/desk/seating.c src/desk/seating.h \
	src/desk/sections.c \
	src/desk/signing.c src/desk/signing.h \
	src/desk/site.c src/desk/site.h src/desk/site_p.h \
	src/desk/site_seal.c \
	src/desk/site_game.c \
	src/desk/thaw.c src/desk/thaw.h \
	src/desk/telling.c src/desk/telling.h \
	src/desk/time.c src/desk/time.h \
	src/desk/turns.c src/desk/turns.h \
	src/desk/timing.c src/desk/timing.h \
	src/desk/upgrade.c src/desk/upgrade.h \
	src/desk/agree.c src/desk/agree.h \
	src/desk/vacation.c src/desk/vacation.h \
	src/desk/vault.c src/desk/vault.h \
	src/desk/watching.c src/desk/watching.h \
	src/desk/wishes.c src/desk/wishes.h \
	src/desk/wording.c src/desk/wording.h \
	src/desk/world.c src/desk/world.h \
	src/desk/zones.c src/desk/zones.h
src_desk_libdesk_a_CFLAGS = $(AM_CFLAGS) $(GMIME_CFLAGS)
