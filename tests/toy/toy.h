/* SPDX-License-Identifier: MIT */
/* A small game for the tests of everything above the rules: two seats, a shuffled row of tiles
 * that nobody knows, secret bids, openings, a look at a tile for one seat alone.
 *
 * Each round the next tile is opened, both seats bid a card 0 to 4 of their own (each once), both
 * bids are opened, the higher takes the tile's value; equal bids: nobody does. Once in the game a
 * seat may look at the tile of the next round before it bids. The most points win.
 *
 *     deck 2 3 5 7 11 13      table, label toy/deck      seals deck/1 … deck/6
 *     open deck/1 2           table
 *     bid 3                   seat                       seal bid/<question>/<seat>
 *     open bid/4/1 3          table, or the seat that holds it
 *     forfeit bid/4/1         in the seat's name: counts as its lowest card
 *     peek                    seat
 *     resign                  seat, always */
#pragma once

#include <stdint.h>

#include "rules/game.h"

enum { TOY_TILES = 6, TOY_SEATS = 2, TOY_CARDS = 5, TOY_UNKNOWN = -1, TOY_NO_BID = -2 };

extern const struct game toy_game;
/* The toy, or one of the real games. */
const struct game *toy_find(const char *name);
/* Its one data file. */
extern const char toy_tiles_text[];
