# SPDX-License-Identifier: MIT
# Files of templates/ that are shipped: one template each, words in every language.
nobase_dist_pkgdata_DATA += \
	templates/forum-letter.txt.mustache templates/forum-post.txt.mustache \
	templates/game.html.mustache templates/game.txt.mustache \
	templates/letter.html.mustache templates/letter.txt.mustache \
	templates/section.html.mustache templates/section.txt.mustache \
	templates/site-card.html.mustache templates/site-club.html.mustache \
	templates/site-club-feed.xml.mustache templates/site-fairness.html.mustache \
	templates/site-game.html.mustache \
	templates/site-index.html.mustache templates/site-list.html.mustache \
	templates/site-languages.html.mustache templates/site-list-title.html.mustache \
	templates/site-seal.html.mustache \
	templates/site-style.css.mustache
nobase_dist_pkgdata_DATA += \
	templates/en/board.words templates/en/commands.words templates/en/letter.words \
	templates/en/asked.sentences templates/en/club.sentences \
	templates/en/desk.sentences \
	templates/en/fairness.sentences \
	templates/en/forum.sentences \
	templates/en/keeper.sentences \
	templates/en/letter.sentences templates/en/phrases.words \
	templates/en/site.sentences \
	templates/en/table.sentences \
	templates/en/talk.sentences
nobase_dist_pkgdata_DATA += \
	templates/es/board.words templates/es/commands.words templates/es/letter.words \
	templates/es/asked.sentences templates/es/club.sentences \
	templates/es/desk.sentences \
	templates/es/fairness.sentences \
	templates/es/forum.sentences \
	templates/es/keeper.sentences \
	templates/es/letter.sentences templates/es/phrases.words \
	templates/es/site.sentences \
	templates/es/table.sentences \
	templates/es/talk.sentences
nobase_dist_pkgdata_DATA += \
	templates/it/board.words templates/it/commands.words templates/it/letter.words \
	templates/it/asked.sentences templates/it/club.sentences \
	templates/it/desk.sentences \
	templates/it/fairness.sentences \
	templates/it/forum.sentences \
	templates/it/keeper.sentences \
	templates/it/letter.sentences templates/it/phrases.words \
	templates/it/site.sentences \
	templates/it/table.sentences \
	templates/it/talk.sentences
