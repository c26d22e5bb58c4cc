# SPDX-License-Identifier: MIT
# Numbered migrations, in order: built into src/ledger, and shipped for reading.
SCHEMA_FILES = schema/001-ledger.sql schema/002-forum.sql schema/003-names-again.sql schema/004-dispute.sql schema/005-offers.sql schema/006-first-game.sql schema/007-archive.sql schema/008-lost-games.sql schema/009-quick-checks.sql \
	schema/010-forum-parts.sql schema/011-forgotten-keys.sql \
	schema/012-press.sql schema/013-old-letters.sql \
	schema/014-twice.sql schema/015-tournaments.sql schema/016-heard.sql \
	schema/017-recovered.sql schema/018-lost-entries.sql \
	schema/019-tournament-topics.sql schema/020-tournament-lost.sql \
	schema/021-commits.sql
nobase_dist_pkgdata_DATA += $(SCHEMA_FILES)
