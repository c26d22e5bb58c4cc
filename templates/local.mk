# Files of templates/ that are shipped.
nobase_dist_pkgdata_DATA += templates/en/welcome_back.words templates/es/welcome_back.words \
	templates/it/welcome_back.words
nobase_dist_pkgdata_DATA += templates/en/dungeon_twister.sentences \
	templates/en/welcome_back.sentences
nobase_dist_pkgdata_DATA += templates/en/desk.sentences templates/en/letter.txt.mustache \
	templates/en/letter.html.mustache
nobase_dist_pkgdata_DATA += templates/en/dungeon_twister.words
nobase_dist_pkgdata_DATA += templates/en/board.words templates/es/board.words \
	templates/it/board.words
