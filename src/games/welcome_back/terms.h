/* SPDX-License-Identifier: MIT */
/* The words of the game: monsters, heroes, tiles, and the keys of orders, topics and events.
 * One list gives each its number and its key; sentences and names live in templates.
 * Source: doc/rules/welcome-back.md, tables 1 to 4. */
#pragma once

#include "base/base.h"
#include "rules/order.h"

/* Ordinary monsters first, by strength; then the specials. */
#define WB_MONSTER_LIST(X)                                                                         \
    X(GOBLIN, "goblin")                                                                            \
    X(SKELETON, "skeleton")                                                                        \
    X(ORC, "orc")                                                                                  \
    X(VAMPIRE, "vampire")                                                                          \
    X(GOLEM, "golem")                                                                              \
    X(LICH, "lich")                                                                                \
    X(DEMON, "demon")                                                                              \
    X(DRAGON, "dragon")                                                                            \
    X(FAIRY, "fairy")                                                                              \
    X(ALLY, "ally")                                                                                \
    X(MIMIC, "mimic")                                                                              \
    X(CUBE, "cube")                                                                                \
    X(COUNT, "count")                                                                              \
    X(SHAPESHIFTER, "shapeshifter")

#define WB_HERO_LIST(X)                                                                            \
    X(PRINCESS, "princess")                                                                        \
    X(NINJA, "ninja")                                                                              \
    X(BARD, "bard")                                                                                \
    X(NECROMANCER, "necromancer")                                                                  \
    X(WARRIOR, "warrior")                                                                          \
    X(BARBARIAN, "barbarian")                                                                      \
    X(MAGE, "mage")                                                                                \
    X(ROGUE, "rogue")

#define WB_TILE_LIST(X)                                                                            \
    X(MR_CHARM, "mr-charm")                                                                        \
    X(CHAPERONE, "chaperone")                                                                      \
    X(GREATSWORD, "greatsword")                                                                    \
    X(DRAGON_LEASH, "dragon-leash")                                                                \
    X(FAMILY_CROWN, "family-crown")                                                                \
    X(ROYAL_SCEPTER, "royal-scepter")                                                              \
    X(WEIRD_CONCOCTION, "weird-concoction")                                                        \
    X(CURATIVE_HERBS, "curative-herbs")                                                            \
    X(SMOKE_BOMB, "smoke-bomb")                                                                    \
    X(WOODEN_SHURIKEN, "wooden-shuriken")                                                          \
    X(NINJATO, "ninjato")                                                                          \
    X(SHINOBI_GEAR, "shinobi-gear")                                                                \
    X(GLAMOROUS_TUNIC, "glamorous-tunic")                                                          \
    X(FANCY_HAT, "fancy-hat")                                                                      \
    X(LUCKY_COIN, "lucky-coin")                                                                    \
    X(ELVISH_HARP, "elvish-harp")                                                                  \
    X(CHARMING_FLUTE, "charming-flute")                                                            \
    X(DANCING_SWORD, "dancing-sword")                                                              \
    X(ZOMBIE_PET, "zombie-pet")                                                                    \
    X(EVIL_CAPE, "evil-cape")                                                                      \
    X(REANIMATION_BONES, "reanimation-bones")                                                      \
    X(BLOOD_WAND, "blood-wand")                                                                    \
    X(POSSESSION_SCROLL, "possession-scroll")                                                      \
    X(DARK_STONE, "dark-stone")                                                                    \
    X(PLATE_ARMOR, "plate-armor")                                                                  \
    X(KNIGHT_SHIELD, "knight-shield")                                                              \
    X(TORCH, "torch")                                                                              \
    X(HOLY_GRAIL, "holy-grail")                                                                    \
    X(DRAGON_SPEAR, "dragon-spear")                                                                \
    X(VORPAL_SWORD, "vorpal-sword")                                                                \
    X(CHAINMAIL, "chainmail")                                                                      \
    X(LEATHER_SHIELD, "leather-shield")                                                            \
    X(WAR_HAMMER, "war-hammer")                                                                    \
    X(HEALING_POTION, "healing-potion")                                                            \
    X(FIRE_AXE, "fire-axe")                                                                        \
    X(WALL_OF_FIRE, "wall-of-fire")                                                                \
    X(BRACELET, "bracelet")                                                                        \
    X(OMNIPOTENCE, "omnipotence")                                                                  \
    X(DEMONIC_PACT, "demonic-pact")                                                                \
    X(POLYMORPH, "polymorph")                                                                      \
    X(MITHRIL_ARMOR, "mithril-armor")                                                              \
    X(BUCKLER, "buckler")                                                                          \
    X(RING_OF_POWER, "ring-of-power")                                                              \
    X(INVISIBILITY_CLOAK, "invisibility-cloak")                                                    \
    X(VORPAL_DAGGER, "vorpal-dagger")

/* What a player may say: first the orders, then the words of standing orders. */
#define WB_VERB_LIST(X)                                                                            \
    X(DRAW, "order.draw")                                                                          \
    X(PASS, "order.pass")                                                                          \
    X(ADD, "order.add")                                                                            \
    X(ASIDE, "order.aside")                                                                        \
    X(HERO, "order.hero")                                                                          \
    X(PICK, "order.pick")                                                                          \
    X(NAME, "order.name")                                                                          \
    X(USE, "order.use")                                                                            \
    X(DECLINE, "order.decline")                                                                    \
    X(DISCARD, "order.discard")                                                                    \
    X(RESIGN, "order.resign")                                                                      \
    X(ELSE, "word.else")                                                                           \
    X(ASK, "word.ask")                                                                             \
    X(STRENGTH, "word.strength")                                                                   \
    X(HP, "word.hp")                                                                               \
    X(POSITION, "word.position")                                                                   \
    X(PILE, "word.pile")                                                                           \
    X(DECK, "word.deck")                                                                           \
    X(DEADLY, "word.deadly")                                                                       \
    X(TO, "word.to")                                                                               \
    X(UNDER, "word.under")                                                                         \
    X(OVER, "word.over")                                                                           \
    X(AT_LEAST, "word.at-least")                                                                   \
    X(AT_MOST, "word.at-most")                                                                     \
    X(OR_MORE, "word.or-more")                                                                     \
    X(OR_LESS, "word.or-less")                                                                     \
    X(FILLER, "word.filler")

/* Labels of the card table. */
#define WB_LABEL_LIST(X)                                                                           \
    X(TABLE, "label.table")                                                                        \
    X(PLAYER, "label.player")                                                                      \
    X(HERO, "label.hero")                                                                          \
    X(TILES, "label.tiles")                                                                        \
    X(HP, "label.hp")                                                                              \
    X(ENTERING, "label.entering")                                                                  \
    X(ROUND, "label.round")                                                                        \
    X(DECK, "label.deck")                                                                          \
    X(PILE, "label.pile")                                                                          \
    X(DUNGEON, "label.dungeon")                                                                    \
    X(SUCCESS, "label.success")                                                                    \
    X(HELP, "label.help")                                                                          \
    X(HELP_WHITE, "label.help-white")                                                              \
    X(HELP_RED, "label.help-red")                                                                  \
    X(ASIDE, "label.aside")                                                                        \
    X(HAND, "label.hand")                                                                          \
    X(MEETS, "label.meets")                                                                        \
    X(COSTS, "label.costs")                                                                        \
    X(DRAWN, "label.drawn")                                                                        \
    X(STATE, "label.state")                                                                        \
    X(PASSED, "label.passed")                                                                      \
    X(STARTER, "label.starter")                                                                    \
    X(RAIDER, "label.raider")                                                                      \
    X(OUT, "label.out")

/* Codes from 1; 0 is nobody, nothing. */
#define WB_MONSTER_CODE(name, key) WB_##name,
enum wb_monster {
    WB_NO_MONSTER,
    WB_MONSTER_LIST(WB_MONSTER_CODE) WB_MONSTER_END,
    WB_MONSTERS = WB_MONSTER_END - 1,
    WB_FIRST_SPECIAL = WB_FAIRY,
    WB_SPECIALS = WB_MONSTERS - WB_FIRST_SPECIAL + 1
};
#define WB_HERO_CODE(name, key) WB_##name,
enum wb_hero_code {
    WB_NO_HERO,
    WB_HERO_LIST(WB_HERO_CODE) WB_HERO_END,
    WB_HEROES = WB_HERO_END - 1
};
#define WB_TILE_CODE(name, key) WB_TILE_##name,
enum wb_tile_code {
    WB_NO_TILE,
    WB_TILE_LIST(WB_TILE_CODE) WB_TILE_END,
    WB_TILES = WB_TILE_END - 1
};

/* Numbers of the terms (ARG_TERM): the code of a monster is its term. */
#define WB_VERB_TERM(name, key)  WB_VERB_##name,
#define WB_LABEL_TERM(name, key) WB_LABEL_##name,
enum wb_term {
    WB_TERM_HIDDEN, /* a face-down card */
    WB_TERM_MONSTER = WB_TERM_HIDDEN,
    WB_TERM_HERO = WB_TERM_MONSTER + WB_MONSTERS,
    WB_TERM_TILE = WB_TERM_HERO + WB_HEROES,
    WB_TERM_VERB = WB_TERM_TILE + WB_TILES + 1,
    WB_VERB_BEFORE = WB_TERM_VERB - 1,
    WB_VERB_LIST(WB_VERB_TERM) WB_LABEL_LIST(WB_LABEL_TERM) WB_TERM_COUNT
};

/* The term of a monster, hero or tile: codes are counted on from the first of their kind, as
 * numbers. */
#define WB_TERM_OF(kind, code) ((int)WB_TERM_##kind + (int)(code))

/* Orders. The table's come first; the text of each begins with its key. */
#define WB_ORDER_LIST(X)                                                                           \
    X(FIRST_HERO, "first-hero", ORDER_BY_TABLE)                                                    \
    X(SPECIALS, "specials", ORDER_BY_TABLE | ORDER_SECRET)                                         \
    X(STARTER, "starter", ORDER_BY_TABLE)                                                          \
    X(DECK, "deck", ORDER_BY_TABLE | ORDER_SECRET)                                                 \
    X(OPEN, "open", ORDER_BY_TABLE)                                                                \
    X(DRAW, "draw", ORDER_FINAL)                                                                   \
    X(PASS, "pass", ORDER_FINAL)                                                                   \
    X(ADD, "add", 0)                                                                               \
    X(ASIDE, "aside", 0)                                                                           \
    X(HERO, "hero", 0)                                                                             \
    X(PICK, "pick", 0)                                                                             \
    X(NAME, "name", 0)                                                                             \
    X(USE, "use", 0)                                                                               \
    X(DECLINE, "decline", 0)                                                                       \
    X(DISCARD, "discard", 0)                                                                       \
    X(RESIGN, "resign", ORDER_ALWAYS | ORDER_FINAL | ORDER_GIVES_UP)

#define WB_ORDER_KIND_NAME(name, key, flags) WB_ORDER_##name,
enum wb_order_kind { WB_ORDER_LIST(WB_ORDER_KIND_NAME) WB_ORDER_KINDS };

/* What a question is about (decision.topic). */
#define WB_TOPIC_LIST(X)                                                                           \
    X(FIRST_HERO, "first-hero")                                                                    \
    X(SPECIALS, "specials")                                                                        \
    X(STARTER, "starter")                                                                          \
    X(DECK, "deck")                                                                                \
    X(HERO, "hero-choice")                                                                         \
    X(BID, "bid")                                                                                  \
    X(PLACE, "place-card")                                                                         \
    X(PICK, "pick-player")                                                                         \
    X(NAME, "name-monster")                                                                        \
    X(REVEAL, "reveal")                                                                            \
    X(CHOICE, "use-tile")                                                                          \
    X(PRICE, "discard-price")                                                                      \
    X(CUBE, "discard-cube")                                                                        \
    X(SWAP, "replace")                                                                             \
    X(SHOW, "show-pile")                                                                           \
    X(REVIEW, "show-aside")                                                                        \
    X(DISCLOSE, "show-specials")

#define WB_TOPIC_NAME(name, key) WB_TOPIC_##name,
enum wb_topic { WB_TOPIC_LIST(WB_TOPIC_NAME) WB_TOPICS };

/* Events; behind each its arguments. */
#define WB_EVENT_LIST(X)                                                                           \
    X(HERO_DRAWN, "hero-drawn")             /* hero */                                             \
    X(HERO_CHOSEN, "hero-chosen")           /* seat, hero */                                       \
    X(SPECIALS_DRAWN, "specials-drawn")     /* how many */                                         \
    X(STARTER_DRAWN, "starter-drawn")       /* seat */                                             \
    X(ROUND_BEGINS, "round-begins")         /* round, hero, starter */                             \
    X(DREW, "drew")                         /* seat, card, cards left in the deck */               \
    X(DREW_FORCED, "drew-forced")           /* the same */                                         \
    X(ADDED, "added")                       /* seat, card, cards in the pile */                    \
    X(ADDED_FORCED, "added-forced")         /* the same */                                         \
    X(SET_ASIDE, "set-aside")               /* seat, card, tile */                                 \
    X(PASSED, "passed")                     /* seat */                                             \
    X(PASSED_FORCED, "passed-forced")       /* seat */                                             \
    X(RAID_BEGINS, "raid-begins")           /* seat, hero, HP, cards in the pile */                \
    X(PICKED, "picked")                     /* raider, seat, tile */                               \
    X(PICKED_FORCED, "picked-forced")       /* the same */                                         \
    X(NAMED, "named")                       /* seat, tile, monster */                              \
    X(REVEALED, "revealed")                 /* position, card, strength, identity, HP */           \
    X(REVEALED_PLAIN, "revealed-plain")     /* position, card, HP: it has no strength */           \
    X(SKIPPED, "skipped")                   /* card, skips still pending */                        \
    X(DEFEATED, "defeated")                 /* card, tile */                                       \
    X(GAINED, "gained")                     /* tile, HP won, HP now */                             \
    X(SKIP_PENDING, "skip-pending")         /* skips pending */                                    \
    X(REDUCTION, "reduction")               /* tile, what later damage is lowered by */            \
    X(RUN_BEGINS, "run-begins")             /* tile */                                             \
    X(RUN_ENDS, "run-ends")                 /* tile */                                             \
    X(USED, "used")                         /* seat, tile, card */                                 \
    X(DECLINED, "declined")                 /* seat, card */                                       \
    X(DISCARDED, "discarded")               /* tile */                                             \
    X(DISCARDED_FORCED, "discarded-forced") /* tile */                                             \
    X(NOTHING_LEFT, "nothing-left")         /* card: no tile to discard */                         \
    X(HP_LOST, "hp-lost")                   /* tile, HP lost, HP now */                            \
    X(LOWERED, "lowered")                   /* tile, strength of the card: it lowers its damage */ \
    X(DAMAGE, "damage")                     /* card, damage, HP now */                             \
    X(NO_DAMAGE, "no-damage")               /* card, HP now */                                     \
    X(SURVIVED, "survived")                 /* tile, HP now */                                     \
    X(REVIVED, "revived")                   /* tile, HP now */                                     \
    X(LAST_HOPE, "last-hope")               /* tile, cards still to show */                        \
    X(SHOWN, "shown")                       /* position, card, identity */                         \
    X(REPLACED, "replaced")                 /* card, position */                                   \
    X(RAID_WON, "raid-won")                 /* seat, HP */                                         \
    X(RAID_LOST, "raid-lost")               /* seat */                                             \
    X(RAID_BROKEN, "raid-broken")           /* seat */                                             \
    X(SUCCESS_CARD, "success-card")         /* seat, success cards now */                          \
    X(HELP_RED, "help-red")                 /* seat */                                             \
    X(ELIMINATED, "eliminated")             /* seat */                                             \
    X(RESIGNED, "resigned")                 /* seat */                                             \
    X(ASIDE_SHOWN, "aside-shown")           /* seat, card, tile */                                 \
    X(SPECIAL_SHOWN, "special-shown")       /* card */                                             \
    X(GAME_WON, "game-won")                 /* seat */

#define WB_EVENT_KIND_NAME(name, key) WB_EVENT_##name,
enum wb_event_kind { WB_EVENT_LIST(WB_EVENT_KIND_NAME) WB_EVENTS };

extern const char *const wb_terms[WB_TERM_COUNT];
extern const char *const wb_topics[WB_TOPICS];
extern const char *const wb_events[WB_EVENTS];
extern const struct order_kind wb_order_kinds[WB_ORDER_KINDS];

/* The key of a term behind its dot: "smoke-bomb", as canonical text writes it. */
const char *wb_key(unsigned term);
/* The code 1..count of a key among terms base+1..base+count; 0 = none. */
unsigned wb_code_of(unsigned base, unsigned count, const char *key, size_t length);
