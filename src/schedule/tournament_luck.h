/* SPDX-License-Identifier: MIT */
/* The draw of a tournament in which somebody sealed his luck: it waits until he opens it, or asks
 * all for luck again. Source: design, section 11 (P10); doc/tournaments.md, "Seeds and luck". */
#pragma once

#include "tournament/tournament.h"

/* Go on with the draw of a tournament that is closed, as far as it goes: until there are seeds, or
 * until somebody is waited for. Who is too late is out; with fewer than two left it is cancelled.
 * Inside a change of the caller's. */
enum rc tournament_luck_go_on(struct desk *desk, struct tournament *tournament, struct err *err);
