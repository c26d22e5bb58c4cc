# SPDX-License-Identifier: MIT
# Files of doc/ that are shipped.
EXTRA_DIST += doc/cases.md doc/commands.md doc/tournaments.md doc/mail.md doc/transcript.md
dist_man_MANS += doc/postern.1 doc/postern.conf.5 doc/posternd.8
EXTRA_DIST += doc/record.md doc/seals.md doc/attacks.md doc/promises.md
EXTRA_DIST += doc/opponent.md doc/README.md doc/providers.md doc/stable.md
EXTRA_DIST += doc/notices.md doc/pace.md
EXTRA_DIST += doc/reader.md
EXTRA_DIST += doc/design.md doc/reading-order.md
EXTRA_DIST += doc/erasing.md doc/scaling.md doc/replica.md
EXTRA_DIST += doc/schema.md
EXTRA_DIST += doc/templates.md
EXTRA_DIST += doc/design-tokens.md doc/table.md \
	doc/pictures/before-390.png doc/pictures/before-768.png doc/pictures/before-1280.png doc/pictures/before-1920.png \
	doc/pictures/before-team-390.png doc/pictures/table-390.png doc/pictures/table-768.png doc/pictures/table-1280.png \
	doc/pictures/table-1920.png doc/pictures/table-390-dark.png doc/pictures/table-1280-dark.png doc/pictures/table-team-390.png \
	doc/pictures/table-cards-390.png doc/pictures/table-cards-1280.png \
	doc/pictures/before-cards-390.png doc/pictures/before-cards-1280.png
EXTRA_DIST += doc/drawings.md doc/pictures/dungeon-twister-game.png doc/pictures/dungeon-twister-signs.png \
	doc/pictures/dungeon-twister-turn.png
EXTRA_DIST += doc/gallery.md doc/pictures/letters.png \
	doc/letters/turn.en.txt doc/letters/turn.es.txt doc/letters/turn.it.txt
EXTRA_DIST += doc/letters/analysis.en.txt doc/letters/analysis.es.txt doc/letters/analysis.it.txt

# Games by letters, played anew: each run is another game, so that no test compares.
FIRST_GAMES = welcome_back.en welcome_back.es welcome_back.it \
	dungeon_twister.en dungeon_twister.es dungeon_twister.it
EXTRA_DIST += $(FIRST_GAMES:%=doc/first-games/%.md) doc/first-games/at-the-table.md
.PHONY: update-transcripts
update-transcripts: src/reader/postern-reader$(EXEEXT) src/cli/postern$(EXEEXT) src/daemon/posternd$(EXEEXT)
	$(srcdir)/contrib/transcript . >transcript.md.tmp && mv transcript.md.tmp $(srcdir)/doc/transcript.md
	for one in $(FIRST_GAMES); do \
		$(srcdir)/contrib/first-game . $${one#*.} $${one%.*} >first-game.md.tmp && \
			mv first-game.md.tmp $(srcdir)/doc/first-games/$$one.md || exit 1; \
	done

# The parts of the manuals that the programs' own tables make; tests/cli/test_manual.sh compares.
.PHONY: update-manual
update-manual: src/cli/postern$(EXEEXT)
	$(AM_V_GEN)$(AWK) -v command='src/cli/postern commands --man' -f $(srcdir)/doc/splice.awk \
		$(srcdir)/doc/postern.1 >postern.1.tmp && mv postern.1.tmp $(srcdir)/doc/postern.1 && \
	$(AWK) -v command='src/cli/postern config --man' -f $(srcdir)/doc/splice.awk \
		$(srcdir)/doc/postern.conf.5 >conf.5.tmp && mv conf.5.tmp $(srcdir)/doc/postern.conf.5 && \
	src/cli/postern config | sed 's,^#data = .*,#data = /usr/local/share/postern/data,; s,^#templates = .*,#templates = /usr/local/share/postern/templates,' \
		>example.tmp && mv example.tmp $(srcdir)/contrib/postern.conf.example
EXTRA_DIST += doc/splice.awk
EXTRA_DIST += doc/keepers-day.md doc/keepers-day.sh
.PHONY: update-keepers-day
update-keepers-day: src/reader/postern-reader$(EXEEXT) src/cli/postern$(EXEEXT) src/daemon/posternd$(EXEEXT)
	$(AM_V_GEN)POSTERN_DATADIR='$(abs_top_srcdir)' \
		POSTERN_READER='$(abs_top_builddir)/src/reader/postern-reader' bash $(srcdir)/doc/keepers-day.sh \
		$(abs_top_builddir)/src/cli/postern $(abs_top_builddir)/src/daemon/posternd \
		>keepers-day.tmp && mv keepers-day.tmp $(srcdir)/doc/keepers-day.md
EXTRA_DIST += doc/forum-game.md doc/pictures/forum
