# Files of doc/ that are shipped.
EXTRA_DIST += doc/cases.md doc/rules/dungeon-twister.md doc/rules/welcome-back.md
EXTRA_DIST += doc/welcome-back.md
EXTRA_DIST += doc/record.md doc/seals.md
EXTRA_DIST += doc/schema.md
EXTRA_DIST += doc/templates.md
EXTRA_DIST += doc/dungeon-twister.md
EXTRA_DIST += doc/drawings.md doc/pictures/dungeon-twister-game.png doc/pictures/dungeon-twister-signs.png \
	doc/pictures/dungeon-twister-turn.png
