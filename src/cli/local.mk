# SPDX-License-Identifier: MIT
EXTRA_DIST += src/cli/may_include
noinst_LIBRARIES += src/cli/libcli.a
src_cli_libcli_a_SOURCES = \
	src/cli/bench.c src/cli/bench.h \
	src/cli/cli.c src/cli/cli.h \
	src/cli/cmd_analyse.c \
	src/cli/cmd_care.c \
	src/cli/cmd_clock.c src/cli/cmd_dispute.c src/cli/cmd_doctor.c \
	src/cli/cmd_figures.c \
	src/cli/cmd_bot.c src/cli/cmd_data.c src/cli/cmd_forum.c src/cli/cmd_game.c \
	src/cli/cmd_keep.c src/cli/cmd_key.c \
	src/cli/cmd_letter.c src/cli/cmd_letter_in.c \
	src/cli/cmd_offer.c src/cli/cmd_order.c src/cli/cmd_outgoing.c \
	src/cli/gamefile.c src/cli/gamefile.h \
	src/cli/nearest.c src/cli/nearest.h \
	src/cli/cmd_people.c \
	src/cli/cmd_player.c src/cli/cmd_player_time.c \
	src/cli/cmd_promote.c \
	src/cli/cmd_queue.c \
	src/cli/cmd_recover.c \
	src/cli/cmd_rules.c \
	src/cli/cmd_scenario.c \
	src/cli/cmd_seat.c \
	src/cli/cmd_server.c \
	src/cli/cmd_setup.c src/cli/setup_ask.c src/cli/setup_ask.h \
	src/cli/cmd_site.c src/cli/cmd_status.c \
	src/cli/cmd_table.c \
	src/cli/cmd_templates.c \
	src/cli/cmd_upgrade.c \
	src/cli/cmd_tournament.c \
	src/cli/commands.c src/cli/commands.h \
	src/cli/listing.c src/cli/listing.h \
	src/cli/server.c src/cli/server.h \
	src/cli/sheet.c src/cli/sheet.h \
	src/cli/table.c src/cli/table.h
src_cli_libcli_a_CFLAGS = $(AM_CFLAGS) $(JANSSON_CFLAGS)

# The table of commands for C.
EXTRA_DIST += src/cli/commands.table src/cli/commands.awk
CLEANFILES += src/cli/commands_table.h
src/cli/commands_table.h: src/cli/commands.table src/cli/commands.awk src/base/quoted.awk
	$(AM_V_GEN)$(MKDIR_P) src/cli && \
	$(AWK) -f $(srcdir)/src/base/quoted.awk -f $(srcdir)/src/cli/commands.awk $(srcdir)/src/cli/commands.table >$@.tmp && mv $@.tmp $@
src/cli/libcli_a-commands.$(OBJEXT): src/cli/commands_table.h

# The scripts of completion for C.
completion_scripts = src/cli/completion.bash src/cli/completion.fish src/cli/completion.zsh
EXTRA_DIST += $(completion_scripts) src/cli/completion.awk
CLEANFILES += src/cli/completion.h
src/cli/completion.h: $(completion_scripts) src/cli/completion.awk
	$(AM_V_GEN)$(MKDIR_P) src/cli && files= && \
	for f in $(completion_scripts); do files="$$files $(srcdir)/$$f"; done && \
	$(AWK) -f $(srcdir)/src/cli/completion.awk $$files >$@.tmp && mv $@.tmp $@
src/cli/libcli_a-cmd_table.$(OBJEXT): src/cli/completion.h

# Everything below the programs, in the order that linking wants.
DESK_LIBS = src/site/libsite.a src/admin/libadmin.a src/schedule/libschedule.a \
	src/inbound/libinbound.a src/commands/libcommands.a src/outbound/liboutbound.a \
	src/tournament/libtournament.a src/tournament/record/libtournament_record.a src/tournament/pairing/libpairing.a \
	src/teach/libteach.a src/reading/libreading.a \
	src/play/libplay.a src/forum/libforum.a src/people/libpeople.a src/server/libserver.a \
	src/bot/libbot.a src/tell/libtell.a src/post/libpost.a src/reader/libreader.a \
	src/letter/libletter.a src/draw/libdraw.a \
	src/record/librecord.a src/replica/libreplica.a src/ledger/libledger.a src/seal/libseal.a src/games/libgames.a $(GAME_LIBS) \
	src/rules/librules.a src/base/libbase.a
DESK_SYSTEM_LIBS = $(GMIME_LIBS) $(ICU_LIBS) $(JANSSON_LIBS) $(GLIB_LIBS) $(CURL_LIBS) $(RSVG_LIBS) $(FONTCONFIG_LIBS) $(DEFLATE_LIBS) $(ZLIB_LIBS) $(SQLITE_LIBS) $(SODIUM_LIBS) -lpthread -lm

bin_PROGRAMS += src/cli/postern
src_cli_postern_SOURCES = src/cli/main.c
src_cli_postern_CFLAGS = $(AM_CFLAGS) $(JANSSON_CFLAGS)
src_cli_postern_LDADD = src/cli/libcli.a $(DESK_LIBS) $(DESK_SYSTEM_LIBS)
