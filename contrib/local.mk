# Files of contrib/ that are shipped.
EXTRA_DIST += contrib/check contrib/lib.sh contrib/quickstart
EXTRA_DIST += contrib/postern.conf.example

# The Debian packages; contrib/package builds them.
EXTRA_DIST += contrib/package contrib/debian/changelog contrib/debian/control \
	contrib/debian/copyright contrib/debian/postern.README.Debian contrib/debian/postern.docs \
	contrib/debian/postern.examples contrib/debian/postern.install \
	contrib/debian/postern.sysusers contrib/debian/postern.tmpfiles \
	contrib/debian/postern-proof.install contrib/debian/postern.lintian-overrides \
	contrib/debian/postern-proof.lintian-overrides contrib/debian/rules contrib/debian/source/format

# The unit, where configure was told of a folder for it.
EXTRA_DIST += contrib/systemd/posternd.service.in
CLEANFILES += contrib/systemd/posternd.service
if SYSTEMD_UNITS
nodist_systemdsystemunit_DATA = contrib/systemd/posternd.service
endif
contrib/systemd/posternd.service: contrib/systemd/posternd.service.in Makefile
	$(AM_V_GEN)$(MKDIR_P) contrib/systemd && \
	sed -e 's|@sbindir[@]|$(sbindir)|g' -e 's|@sysconfdir[@]|$(sysconfdir)|g' \
		$(srcdir)/contrib/systemd/posternd.service.in >$@.tmp && mv $@.tmp $@

# Completions, where each shell looks for those of programs; `postern completion SHELL` prints them.
bashcompletiondir = $(datadir)/bash-completion/completions
dist_bashcompletion_DATA = contrib/completion/postern
zshcompletiondir = $(datadir)/zsh/site-functions
dist_zshcompletion_DATA = contrib/completion/_postern
fishcompletiondir = $(datadir)/fish/vendor_completions.d
dist_fishcompletion_DATA = contrib/completion/postern.fish
