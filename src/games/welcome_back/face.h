/* SPDX-License-Identifier: MIT */
/* Questions about cards in the dungeon: what a card counts as where it stands, what its blow
 * costs, which tiles meet it. Nothing here changes a position.
 * Source: EQUIP, DUNGEON, DAMAGE and SPECIAL clauses. */
#pragma once

#include "games/welcome_back/cards.h"

/* A card as faced, fixed at its reveal (WB-DUNGEON-05). */
struct wb_face {
    uint8_t card;
    int8_t strength; /* or WB_NO_STRENGTH */
    uint8_t identity;
};

/* A known card at a position of the dungeon, met by this round's raider. */
struct wb_face wb_face_at(const struct wb_rulebook *book, const struct wb_state *state,
                          unsigned card, unsigned position);
/* The card that the raider is asked about. */
struct wb_face wb_face_now(const struct wb_state *state);

/* Does tile 0..5 defeat this card, HP at the reveal given? Asks neither whether it is in play
 * nor whether it is offered. */
bool wb_tile_defeats(const struct wb_rulebook *book, const struct wb_state *state, unsigned index,
                     const struct wb_face *face, int hp_before);
/* Why choice tile 0..5 is not offered against the card: the clause; NULL = it is offered. */
const char *wb_offer_fault(const struct wb_rulebook *book, const struct wb_state *state,
                           unsigned index, const struct wb_face *face);
/* The choice tiles offered against the card, as a mask. */
unsigned wb_offered(const struct wb_rulebook *book, const struct wb_state *state,
                    const struct wb_face *face);
/* The tiles that may be discarded now: all in play for the Cube, all others for a price. */
unsigned wb_discardable(const struct wb_state *state);

/* Does this tile make the damage of such a strength less? */
bool wb_lowers(const struct wb_rulebook *book, const struct wb_state *state, unsigned index,
               int strength);
/* What a blow of that strength costs the raider, WB-DAMAGE-02. */
int wb_damage(const struct wb_rulebook *book, const struct wb_state *state, int strength);
/* HP at the entry, WB-DUNGEON-02. */
int wb_starting_hp(const struct wb_rulebook *book, const struct wb_state *state);
/* The first tile in play that has not been named for but must be; WB_HERO_TILES = none. */
unsigned wb_unnamed_tile(const struct wb_rulebook *book, const struct wb_state *state);
/* Are all cards of the dungeon known and of different identities? WB-HERO-MAGE-09. */
bool wb_all_different(const struct wb_rulebook *book, const struct wb_state *state);
