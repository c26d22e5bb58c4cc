# Files of templates/ that are shipped.
nobase_dist_pkgdata_DATA += \
	templates/en/game.txt.mustache templates/en/game.html.mustache \
	templates/es/game.txt.mustache templates/es/game.html.mustache \
	templates/it/game.txt.mustache templates/it/game.html.mustache \
	templates/en/section.txt.mustache templates/en/section.html.mustache \
	templates/es/section.txt.mustache templates/es/section.html.mustache \
	templates/it/section.txt.mustache templates/it/section.html.mustache
nobase_dist_pkgdata_DATA += templates/en/welcome_back.words templates/es/welcome_back.words \
	templates/it/welcome_back.words
nobase_dist_pkgdata_DATA += templates/en/dungeon_twister.sentences \
	templates/en/welcome_back.sentences
nobase_dist_pkgdata_DATA += templates/en/desk.sentences templates/en/letter.txt.mustache \
	templates/en/letter.html.mustache
nobase_dist_pkgdata_DATA += templates/en/dungeon_twister.words
nobase_dist_pkgdata_DATA += templates/en/board.words templates/es/board.words \
	templates/it/board.words
nobase_dist_pkgdata_DATA += \
	templates/es/desk.sentences templates/it/desk.sentences \
	templates/es/dungeon_twister.sentences templates/it/dungeon_twister.sentences \
	templates/es/letter.html.mustache templates/it/letter.html.mustache \
	templates/es/letter.txt.mustache templates/it/letter.txt.mustache \
	templates/es/welcome_back.sentences templates/it/welcome_back.sentences
nobase_dist_pkgdata_DATA += templates/es/dungeon_twister.words templates/it/dungeon_twister.words
nobase_dist_pkgdata_DATA += templates/en/site-index.html.mustache templates/en/site-game.html.mustache \
	templates/en/site-feed.xml.mustache templates/en/site-card.html.mustache \
	templates/en/site-replay.js.mustache templates/en/site-style.css.mustache
nobase_dist_pkgdata_DATA += templates/es/site-index.html.mustache \
	templates/es/site-card.html.mustache \
	templates/es/site-game.html.mustache \
	templates/es/site-feed.xml.mustache
nobase_dist_pkgdata_DATA += templates/it/site-index.html.mustache \
	templates/it/site-card.html.mustache \
	templates/it/site-game.html.mustache \
	templates/it/site-feed.xml.mustache
nobase_dist_pkgdata_DATA += \
	templates/en/forum-letter.txt.mustache templates/es/forum-letter.txt.mustache \
	templates/it/forum-letter.txt.mustache \
	templates/en/forum-post.txt.mustache templates/es/forum-post.txt.mustache \
	templates/it/forum-post.txt.mustache \
	templates/en/site-seal.html.mustache templates/es/site-seal.html.mustache \
	templates/it/site-seal.html.mustache templates/en/site-seal.js.mustache \
	templates/en/forum.sentences templates/es/forum.sentences templates/it/forum.sentences
nobase_dist_pkgdata_DATA += templates/en/talk.sentences templates/es/talk.sentences \
	templates/it/talk.sentences
nobase_dist_pkgdata_DATA += templates/en/fairness.sentences templates/es/fairness.sentences \
	templates/it/fairness.sentences templates/en/site-fairness.html.mustache
nobase_dist_pkgdata_DATA += templates/en/keeper.sentences templates/es/keeper.sentences \
	templates/it/keeper.sentences
