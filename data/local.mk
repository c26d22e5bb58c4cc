# Files of data/ that are shipped.
nobase_dist_pkgdata_DATA += data/dungeon_twister.rooms data/welcome_back.cards
