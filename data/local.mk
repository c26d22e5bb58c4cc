# Files of data/ that are shipped.
nobase_dist_pkgdata_DATA += data/dungeon_twister.rooms data/paladins_dragons.rooms \
	data/welcome_back.cards \
	data/scenarios/dragons-toll.scenario data/scenarios/four-ropes.scenario
