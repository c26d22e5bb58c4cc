# Files of data/ that are shipped.
nobase_dist_pkgdata_DATA += data/welcome_back.cards
