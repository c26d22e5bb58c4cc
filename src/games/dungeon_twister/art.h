/* SPDX-License-Identifier: MIT */
/* The signs of Dungeon Twister: letters for text boards, path data for pictures. */
#pragma once

#include "games/dungeon_twister/tables.h"
#include "rules/scene.h"

/* A token kind's sign is its number plus one; the further box takes up the numbers that follow,
 * in the order of the catalogue's tables. */
#define DT_SYMBOL_OF(kind) ((unsigned)(kind) + 1u)

enum dt_symbol {
    DT_SYMBOL_NONE,
    DT_SYMBOL_CLERIC = DT_SYMBOL_OF(DT_CLERIC),
    DT_SYMBOL_GOBLIN = DT_SYMBOL_OF(DT_GOBLIN),
    DT_SYMBOL_MEKANORK = DT_SYMBOL_OF(DT_MEKANORK),
    DT_SYMBOL_THIEF = DT_SYMBOL_OF(DT_THIEF),
    DT_SYMBOL_TROLL = DT_SYMBOL_OF(DT_TROLL),
    DT_SYMBOL_WALL_WALKER = DT_SYMBOL_OF(DT_WALL_WALKER),
    DT_SYMBOL_WARRIOR = DT_SYMBOL_OF(DT_WARRIOR),
    DT_SYMBOL_WIZARD = DT_SYMBOL_OF(DT_WIZARD),
    DT_SYMBOL_RED_DRAGON,
    DT_SYMBOL_ELF_SCOUT,
    DT_SYMBOL_GHOST,
    DT_SYMBOL_GOLEM,
    DT_SYMBOL_ILLUSIONIST,
    DT_SYMBOL_WEAPONS_MASTER,
    DT_SYMBOL_PALADIN,
    DT_SYMBOL_PICKPOCKET,
    DT_SYMBOL_ARMOR = DT_SYMBOL_OF(DT_ARMOR),
    DT_SYMBOL_WAND = DT_SYMBOL_OF(DT_WAND),
    DT_SYMBOL_ROPE = DT_SYMBOL_OF(DT_ROPE),
    DT_SYMBOL_POTION = DT_SYMBOL_OF(DT_POTION),
    DT_SYMBOL_SWORD = DT_SYMBOL_OF(DT_SWORD),
    DT_SYMBOL_TREASURE = DT_SYMBOL_OF(DT_TREASURE),
    DT_SYMBOL_RING,
    DT_SYMBOL_FIRE_SHIELD,
    DT_SYMBOL_KEY,
    DT_SYMBOL_CHARM_SCROLL,
    DT_SYMBOL_DRAGON_SLAYER,
    DT_SYMBOL_GEAR = DT_SYMBOL_OF(DT_KINDS),
    DT_SYMBOL_PIT,
    DT_SYMBOL_MIST,
    DT_SYMBOL_ROCKS,
    DT_SYMBOL_RIFT,
    DT_SYMBOL_FOUNTAIN,
    DT_SYMBOL_PENTACLE,
    DT_SYMBOL_RUBBLE,
    DT_SYMBOL_ACTION,
    DT_SYMBOL_COMBAT,
    DT_SYMBOL_JUMP,
    DT_SYMBOLS
};

extern const struct scene_symbol dt_symbols[DT_SYMBOLS];
