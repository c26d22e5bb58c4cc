# SPDX-License-Identifier: MIT
# Numbered migrations, in order: built into src/ledger, and shipped for reading. The first makes a new
# ledger; a ledger with a smaller number is refused.
SCHEMA_FILES = schema/022-ledger.sql schema/023-hosts.sql schema/024-ratings.sql schema/025-knocks.sql \
	schema/026-lent.sql
nobase_dist_pkgdata_DATA += $(SCHEMA_FILES)
