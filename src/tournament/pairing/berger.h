/* SPDX-License-Identifier: MIT */
/* Everybody meets everybody: Berger tables, as FIDE prints them (Handbook C.05, Annex 1, "Details
 * of Berger Table"). Of an odd number, who meets the missing last one has a bye. */
#pragma once

#include "tournament/pairing/pairing.h"

/* Rounds that so many entrants need; 0 for fewer than two. */
unsigned berger_rounds(unsigned entrants);
/* Who meets whom at a board of a round (both from 1; board up to (entrants + 1) / 2). *second is 0
 * for a bye. */
void berger_board(unsigned entrants, unsigned round, unsigned board, uint16_t *first,
                  uint16_t *second);

/* Groups of nearly equal size and strength: seeds 1, 2, 3 to groups 1, 2, 3, then 4, 5, 6 to 3,
 * 2, 1. The group of an entrant, and how many are in one. */
unsigned berger_group(unsigned groups, unsigned entrant);
unsigned berger_group_size(unsigned entrants, unsigned groups, unsigned group);
/* The entrant who is at a place (from 1) of a group. */
unsigned berger_group_member(unsigned groups, unsigned group, unsigned place);
