# SPDX-License-Identifier: MIT
# A tarball knows its version without git.
dist-hook:
	echo '$(VERSION)' >$(distdir)/.tarball-version
	test ! -s src/table/postern.wasm || cp src/table/postern.wasm $(distdir)/src/table/prebuilt.wasm
