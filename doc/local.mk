# Files of doc/ that are shipped.
EXTRA_DIST += doc/cases.md
# `postern rules` prints clauses from these.
nobase_dist_pkgdata_DATA += doc/rules/dungeon-twister.md doc/rules/welcome-back.md
dist_man_MANS += doc/postern.1 doc/posternd.8
EXTRA_DIST += doc/welcome-back.md
EXTRA_DIST += doc/record.md doc/seals.md
EXTRA_DIST += doc/schema.md
EXTRA_DIST += doc/templates.md
EXTRA_DIST += doc/dungeon-twister.md
EXTRA_DIST += doc/drawings.md doc/pictures/dungeon-twister-game.png doc/pictures/dungeon-twister-signs.png \
	doc/pictures/dungeon-twister-turn.png
