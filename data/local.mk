# SPDX-License-Identifier: MIT
# Files of data/ that are shipped beside those of the games.
# libsodium for browsers, for the page that seals orders. From npm when it is first installed: builds
# need no network. Where it cannot be had the page says so, unless it was asked for.
data/sodium.js:
	$(AM_V_GEN)bash $(srcdir)/contrib/sodium-js $@

# What was fetched goes; what somebody put into the sources stays.
clean-local: sodium-js-clean
sodium-js-clean:
	test '$(SODIUM_JS)' != data/sodium.js || rm -f data/sodium.js

install-data-local:
	@case '$(SODIUM_JS)' in \
	none) exit 0 ;; \
	data/sodium.js) $(MAKE) $(AM_MAKEFLAGS) data/sodium.js || { \
		echo "seal.html will not seal: contrib/sodium-js $(pkgdatadir)/data/sodium.js" \
			"mends it later" >&2; test '$(with_sodium_js)' = auto; exit; } ;; \
	esac; \
	$(MKDIR_P) '$(DESTDIR)$(pkgdatadir)/data' && \
	$(INSTALL_DATA) "$(SODIUM_JS)" '$(DESTDIR)$(pkgdatadir)/data/sodium.js'

uninstall-local:
	rm -f '$(DESTDIR)$(pkgdatadir)/data/sodium.js'

# A tarball knows its version without git. Where the library was fetched into the sources it is shipped,
# so that packages are built without npm.
dist-hook:
	echo '$(VERSION)' >$(distdir)/.tarball-version
	test ! -s $(srcdir)/data/sodium.js || \
		cp $(srcdir)/data/sodium.js $(distdir)/data/sodium.js
