# SPDX-License-Identifier: MIT
# Files of contrib/ that are shipped.
EXTRA_DIST += contrib/check contrib/forum-pictures contrib/fuzz contrib/gallery contrib/lib.sh contrib/other-dates contrib/quickstart \
	contrib/transcript contrib/first-game contrib/first-table contrib/hold-dutch contrib/letter-sizes
EXTRA_DIST += contrib/arm64 contrib/container/Containerfile contrib/postern.conf.example

# The Debian packages; contrib/package builds them.
EXTRA_DIST += contrib/corpus contrib/release contrib/package contrib/debian/changelog contrib/debian/control \
	contrib/debian/copyright contrib/debian/postern.README.Debian contrib/debian/postern.docs \
	contrib/debian/postern.examples contrib/debian/postern.install \
	contrib/debian/postern.sysusers contrib/debian/postern.tmpfiles \
	contrib/debian/postern-proof.install contrib/debian/postern.lintian-overrides \
	contrib/debian/postern-proof.lintian-overrides contrib/debian/rules contrib/debian/source/format

# The units, where configure was told of a folder for them.
systemd_units = contrib/systemd/posternd.service contrib/systemd/postern-bot.service \
	contrib/systemd/postern-failed.service contrib/systemd/postern-backup.service \
	contrib/systemd/postern-site.service
systemd_timers = contrib/systemd/postern-backup.timer contrib/systemd/postern-site.timer
EXTRA_DIST += contrib/systemd/posternd.service.in contrib/systemd/postern-bot.service.in \
	contrib/systemd/postern-failed.service.in contrib/systemd/postern-backup.service.in \
	contrib/systemd/postern-site.service.in $(systemd_timers)
CLEANFILES += $(systemd_units)
if SYSTEMD_UNITS
nodist_systemdsystemunit_DATA = $(systemd_units) $(systemd_timers)
endif
$(systemd_units): %: %.in Makefile
	$(AM_V_GEN)$(MKDIR_P) contrib/systemd && \
	sed -e 's|@sbindir[@]|$(sbindir)|g' -e 's|@bindir[@]|$(bindir)|g' \
		-e 's|@sysconfdir[@]|$(sysconfdir)|g' $(srcdir)/$@.in >$@.tmp && mv $@.tmp $@

# Completions, where each shell looks for those of programs; `postern completion SHELL` prints them.
bashcompletiondir = $(datadir)/bash-completion/completions
dist_bashcompletion_DATA = contrib/completion/postern
zshcompletiondir = $(datadir)/zsh/site-functions
dist_zshcompletion_DATA = contrib/completion/_postern
fishcompletiondir = $(datadir)/fish/vendor_completions.d
dist_fishcompletion_DATA = contrib/completion/postern.fish
EXTRA_DIST += contrib/sodium-source contrib/table-pictures

# A game to begin from.
EXTRA_DIST += contrib/version contrib/new-game contrib/skeleton/game.c.in contrib/skeleton/may_include contrib/skeleton/local.mk \
	contrib/skeleton/rules.md contrib/skeleton/first.case contrib/skeleton/en.words contrib/skeleton/es.words \
	contrib/skeleton/it.words contrib/skeleton/en.sentences contrib/skeleton/es.sentences contrib/skeleton/it.sentences
