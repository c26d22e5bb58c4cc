# SPDX-License-Identifier: MIT
# Numbered migrations, in order: built into src/ledger, and shipped for reading. The first makes a new
# ledger; a ledger with a smaller number is refused.
SCHEMA_FILES = schema/100-ledger.sql
nobase_dist_pkgdata_DATA += $(SCHEMA_FILES)
