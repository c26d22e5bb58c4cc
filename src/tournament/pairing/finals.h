/* SPDX-License-Identifier: MIT */
/* A round robin in groups whose best meet in a final: so many of each group, by its table, who have
 * not left; of equals the better seed. Winners of groups are the first of the final's Berger table,
 * then who came second, and so on. They all meet there, also those of one group, and only what is
 * played there counts for the final's table. */
#pragma once

#include "tournament/pairing/pairing.h"
#include "tournament/pairing/standings.h"

/* Rounds of the groups, before the final. */
unsigned finals_rounds_before(unsigned entrants, unsigned groups);
/* Pair a round of the final, `most` of each group. pair, result: as schedule_pair; row: work space
 * for all entrants. */
unsigned finals_pair(const struct pairing_event *event, unsigned groups, unsigned most,
                     unsigned round, struct standings_row *row, struct pairing_pair *pair);
/* As standings_reckon: the final's rows first, of group 0, then the others of each group. */
void finals_standings(const struct pairing_event *event, unsigned groups,
                      struct standings_row *row);
