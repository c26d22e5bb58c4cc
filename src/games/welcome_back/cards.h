/* SPDX-License-Identifier: MIT */
/* The rulebook: monsters, heroes and tiles as read from data/welcome_back.cards.
 *
 * What a tile can do is a fixed list of effects with parameters (cards.c), so a hero is rows of
 * the file. Names come from terms.h. The file's own comments say how it is written.
 * Source: doc/rules/welcome-back.md, tables 1 to 4; WB-HERO-NECROMANCER-08. */
#pragma once

#include "games/welcome_back/state.h"
#include "rules/game.h"

enum wb_strength_kind {
    WB_STRENGTH_NUMBER,
    WB_STRENGTH_NONE,     /* Ally, Cube */
    WB_STRENGTH_TILES,    /* Mimic: tiles in play */
    WB_STRENGTH_POSITION, /* Shapeshifter */
    WB_STRENGTH_VETERAN   /* Count: more against a raider with a success card */
};

enum wb_monster_effect {
    WB_MONSTER_HITS,
    WB_MONSTER_SKIPS,   /* the next card is skipped */
    WB_MONSTER_DISCARDS /* the raider gives up a tile */
};

enum wb_confidence { WB_CONFIDENCE_HIGH, WB_CONFIDENCE_MEDIUM, WB_CONFIDENCE_LOW };

struct wb_monster_row {
    uint8_t copies; /* in the deck; 0 = the file has no such monster, specials have 1 */
    uint8_t strength_kind;
    uint8_t strength;
    uint8_t veteran_strength;
    uint8_t identity;          /* that it counts as, unless veteran; 0 = its own */
    bool identity_by_strength; /* of the ordinary monster with the same strength */
    bool harmless;             /* no choice tile is offered, WB-EQUIP-05 */
    uint8_t effect;
    uint8_t confidence;
};

/* Which cards a tile defeats. */
enum wb_match {
    WB_MATCH_NONE,
    WB_MATCH_ANY,
    WB_MATCH_EVEN,
    WB_MATCH_ODD,
    WB_MATCH_STRENGTH, /* bit 1 << strength in `strengths` */
    WB_MATCH_IDENTITY, /* bit 1 << monster in `monsters` */
    WB_MATCH_REPEATED, /* second and later card of an identity */
    WB_MATCH_NAMED     /* what was named before the first card, one of `monsters` */
};

enum { WB_STRENGTH_LIMIT = 31 }; /* highest strength that fits into the mask */

struct wb_tile_row {
    uint8_t tile; /* enum wb_tile_code */
    uint8_t hp;
    uint8_t match;
    uint8_t hp_under; /* works only with fewer HP at the reveal; 0 = always */
    uint32_t strengths;
    uint16_t monsters;
    uint8_t named_default;     /* what a missed naming takes */
    uint8_t reduce;            /* each card it defeats lowers later damage by this */
    uint8_t lower;             /* lowers all damage by this */
    uint8_t cap_odd, cap_even; /* most damage of an odd, an even monster; 0 = no cap */
    bool choice;               /* the raider decides, WB-EQUIP-03 */
    bool once;                 /* discarded by its use, WB-EQUIP-07 */
    bool by_other;             /* another player names */
    bool skip;                 /* each card it defeats makes the next one skipped */
    bool gain;                 /* adds the strength of what it defeats to HP */
    bool run;                  /* goes on by itself until broken, WB-HERO-BARD-07 */
    bool pay;                  /* costs another tile */
    bool swap;                 /* the top of the deck takes the card's place */
    bool survive;              /* 1 HP is left of a deadly loss, WB-HERO-NECROMANCER-03 */
    bool revive;               /* back at base HP, WB-HERO-BARBARIAN-05 */
    bool all_different;        /* saves the raid if no identity repeats, WB-HERO-MAGE-04 */
    uint8_t confidence;
};

struct wb_hero_row {
    bool present;
    uint8_t pool; /* WB_HEROES_BACK or WB_HEROES_ORIGINAL */
    uint8_t hp;
    uint8_t confidence;
    uint8_t tile_count; /* WB_HERO_TILES once loaded */
    struct wb_tile_row tile[WB_HERO_TILES];
};

struct wb_rulebook {
    struct wb_monster_row monster[WB_MONSTER_END];
    struct wb_hero_row hero[WB_HERO_END];
    uint8_t by_strength[WB_STRENGTH_LIMIT + 1]; /* ordinary monster of a strength; 0 = none */
    uint8_t ordinary_count;
    uint8_t ordinary[WB_CARDS]; /* one for each ordinary card, in the file's order of codes */
    uint8_t special_count;
    uint8_t special[WB_SPECIALS];
};

/* The slot `load` of the game. */
enum rc wb_load(const struct game_file *file, unsigned count, const char *version, void *rulebook,
                struct err *err);

/* Is a hero in the pool of this option? */
static inline bool wb_in_pool(const struct wb_rulebook *book, unsigned heroes, unsigned hero)
{
    return book->hero[hero].present &&
           (heroes == WB_HEROES_BOTH || book->hero[hero].pool == heroes);
}
/* The heroes of a pool in order; returns how many. */
unsigned wb_pool(const struct wb_rulebook *book, unsigned heroes, uint8_t hero[WB_HEROES]);

/* The row of the current hero's tile 0..5. */
static inline const struct wb_tile_row *wb_tile(const struct wb_rulebook *book,
                                                const struct wb_state *state, unsigned index)
{
    return &book->hero[state->hero].tile[index];
}
/* The index 0..5 of a tile among the current hero's; WB_HERO_TILES = not his. */
unsigned wb_tile_index(const struct wb_rulebook *book, const struct wb_state *state, unsigned tile);
