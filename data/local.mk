# SPDX-License-Identifier: MIT
# A tarball knows its version without git.
dist-hook:
	echo '$(VERSION)' >$(distdir)/.tarball-version
