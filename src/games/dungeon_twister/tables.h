/* SPDX-License-Identifier: MIT */
/* Dungeon Twister as tables: characters, objects, grounds, order kinds, questions, events, words.
 *
 * Everything that a further box changes is a row or a flag here, not a branch in the rules.
 * Source: doc/rules, overview tables and topics DT-CHAR, DT-OBJ, DT-TERRAIN. */
#pragma once

#include "rules/game.h"

/* A token is side * 32 + kind; side 0 = Blue (seat 1), side 1 = Yellow (seat 2). Kinds below 16
 * are characters, the others objects, so that a set of tokens is one uint64_t. */
enum {
    DT_SIDES = 2,
    DT_KINDS = 32, /* token kinds of one side: room for every box */
    DT_CHARACTER_KINDS = 16,
    DT_TOKENS = DT_SIDES * DT_KINDS,
    DT_NONE = 255 /* no token, no card, nothing chosen yet */
};
enum { DT_UNKNOWN = 254 }; /* a value that this reader may not know */

enum dt_character_kind {
    DT_CLERIC,
    DT_GOBLIN,
    DT_MEKANORK,
    DT_THIEF,
    DT_TROLL,
    DT_WALL_WALKER,
    DT_WARRIOR,
    DT_WIZARD,
    /* Paladins & Dragons */
    DT_RED_DRAGON,
    DT_ELF_SCOUT,
    DT_GHOST,
    DT_GOLEM,
    DT_ILLUSIONIST,
    DT_WEAPONS_MASTER,
    DT_PALADIN,
    DT_PICKPOCKET,
    DT_CHARACTERS_USED
};

enum dt_object_kind {
    DT_ARMOR = DT_CHARACTER_KINDS,
    DT_WAND,
    DT_ROPE,
    DT_POTION,
    DT_SWORD,
    DT_TREASURE,
    /* Paladins & Dragons */
    DT_RING,
    DT_SHIELD,
    DT_KEY,
    DT_SCROLL,
    DT_SLAYER,
    /* further copies of the common objects: PD-KEYWORD-01, PD-MODE-10 */
    DT_ROPE_2,
    DT_ROPE_3,
    DT_ROPE_4,
    DT_KEY_2,
    DT_OBJECTS_END
};
enum { DT_FORCE_CHARACTERS = 8, DT_FORCE_OBJECTS = 6 }; /* of a side; DT-SETUP-03, PD-MODE-02 */

/* Which boxes hold a kind. */
enum dt_box { DT_BOX_BASE, DT_BOX_EXPANSION, DT_BOX_EITHER };

/* What a token kind can do; characters and objects share one set of flags. */
enum dt_flag {
    DT_FLIES,        /* DT-CHAR-WIZARD-01 */
    DT_WALKS_PITS,   /* DT-CHAR-THIEF-01: passes and stops on pits */
    DT_BRIDGES,      /* DT-CHAR-THIEF-02: friends may pass the pit she stands on */
    DT_HEALS,        /* DT-CHAR-CLERIC-01 */
    DT_TURNS_FREELY, /* DT-CHAR-MEKANORK-01 */
    DT_LIFTS_GATES,  /* DT-CHAR-THIEF-04: opens and closes portcullises */
    DT_BREAKS_GATES, /* DT-CHAR-WARRIOR-01 */
    DT_STEPS_WALLS,  /* DT-CHAR-WALLWALKER-01 */
    DT_REGENERATES,  /* DT-CHAR-TROLL-01 */
    DT_USES_WAND,    /* DT-CHAR-WIZARD-05 */
    DT_IS_ROPE,      /* topic DT-ROPE */
    DT_IS_WAND,      /* topic DT-OBJ */
    DT_IS_POTION,
    DT_RUNS_PITS,  /* PD-CHAR-ELF-01: passes pits */
    DT_PASSES_ALL, /* PD-CHAR-GHOST-01 */
    DT_BREACHES,   /* PD-GOLEM-01 */
    DT_CONJURES,   /* PD-ILLUSION-01 */
    DT_SEES_CARDS, /* PD-CHAR-MASTER-01 */
    DT_STEALS,     /* PD-CHAR-PICKPOCKET-01 */
    DT_BREATHES,   /* PD-CHAR-DRAGON-02 */
    DT_IS_DRAGON,  /* PD-OBJ-SLAYER-01 */
    DT_USES_MAGIC, /* PD-KEYWORD-02 */
    DT_IS_RING,    /* topic PD-OBJ */
    DT_IS_SHIELD,
    DT_IS_KEY,
    DT_IS_SCROLL,
    DT_IS_SLAYER,
    DT_FLAGS
};
#define DT_FLAG(name) (1u << (name))

struct dt_kind {
    const char *word; /* in canonical text, "thief"; NULL = kind not in use */
    uint8_t term;     /* enum dt_term */
    uint8_t speed, strength, attack, defence;
    uint8_t out_points; /* for its owner when he leaves unwounded, or its carrier's: DT-EXIT */
    uint8_t kill_points;
    uint8_t carries; /* things at once, DT-CARRY-01 */
    bool beginner;   /* in the beginner's game, DT-VARIANT-05 */
    uint32_t flags;  /* DT_FLAG(…) */
    uint8_t box;     /* enum dt_box */
    uint8_t slays;   /* strength against dragons, PD-OBJ-SLAYER-01 */
    uint8_t like;    /* kind whose name and sign it shares; 0 = its own */
    uint8_t copy;    /* of a common object, PD-KEYWORD-01: 1, 2, …; 0 = a force holds one */
};
extern const struct dt_kind dt_kinds[DT_KINDS];
/* The things that may lie with a character of a kind: what he carries, or one that a character
 * who carries nothing stands on (PD-CHAR-GHOST-03). */
static inline unsigned dt_bears(unsigned kind)
{
    return dt_kinds[kind].carries ? dt_kinds[kind].carries : 1;
}

/* What lies on a square of the board. */
enum dt_ground {
    DT_GROUND_NONE, /* off the board, or in a face-down room */
    DT_GROUND_FLOOR,
    DT_GROUND_GEAR,
    DT_GROUND_PIT,
    DT_GROUND_LINE,
    /* Paladins & Dragons */
    DT_GROUND_RIFT,
    DT_GROUND_ROCKS,
    DT_GROUND_FOUNTAIN,
    DT_GROUND_PENTACLE,
    DT_GROUND_MISTY_FLOOR,
    DT_GROUND_MISTY_GEAR,
    DT_GROUND_MISTY_PIT,
    DT_GROUND_MISTY_ROCKS,
    DT_GROUND_FALSE_PIT, /* markers laid on floor, PD-ILLUSION */
    DT_GROUND_RUBBLE,
    DT_GROUNDS
};
struct dt_ground_row {
    const char *key;
    char sign;     /* in room files; 0 = never drawn there */
    bool stand;    /* anyone may stop there */
    bool place;    /* takes tokens at a reveal, DT-REVEAL-09 */
    bool anchor;   /* holds a Rope, DT-ROPE-04 */
    bool obstacle; /* DT-GEN-09: a pit or rift, which a Rope spans */
    bool plain;    /* floor for Rings and illusions, PD-KEYWORD-06 */
    bool gear;
    bool mist;   /* topic PD-MIST */
    bool rift;   /* no ability of Thief or Elf serves, PD-RIFT-01 */
    bool deadly; /* topic PD-ROCKS */
    bool solid;  /* 3D: nobody stops, nothing is left, no sight; PD-KEYWORD-04 */
    bool barred; /* not even flown over, PD-ILLUSION-05 */
    bool pentacle;
    bool fountain;
    bool rough; /* any of obstacle, deadly, solid: entering it is asked about */
};
extern const struct dt_ground_row dt_grounds[DT_GROUNDS];

enum dt_direction { DT_NORTH, DT_EAST, DT_SOUTH, DT_WEST, DT_DIRECTIONS };
extern const char *const dt_direction_words[DT_DIRECTIONS];
extern const int dt_step[DT_DIRECTIONS]; /* difference of square numbers */

/* Order kinds and their arguments. Actions begin with who acts (a character kind of the seat's
 * own colour) and which account pays (enum dt_account). A square is its number. */
#define DT_ORDER_LIST(X)                                                                           \
    /* answers of the table */                                                                     \
    X(PAIRS, "pairs", ORDER_BY_TABLE)                /* three pair numbers, growing */             \
    X(ROOMS, "rooms", ORDER_BY_TABLE | ORDER_SECRET) /* per slot in use: room * 4 + orientation */ \
    X(FIRST_PICKER, "first-picker", ORDER_BY_TABLE)  /* seat */                                    \
    X(FIRST_PLACER, "first-placer", ORDER_BY_TABLE)  /* seat */                                    \
    X(FIRST_PLAYER, "first-player", ORDER_BY_TABLE)  /* seat */                                    \
    X(OPEN, "open", ORDER_BY_TABLE)         /* seal, 2 numbers of it, value(s): see dt_seal */     \
    X(UNOPENED, "unopened", ORDER_BY_TABLE) /* seal, 2 numbers of it */                            \
    /* set-up */                                                                                   \
    X(CHOOSE, "choose", ORDER_SECRET)            /* token kind, for a secret force */              \
    X(PICK, "pick", 0)                           /* token kind, for both forces */                 \
    X(PAIR, "pair", 0)                           /* pair of rooms */                               \
    X(TEAM, "team", ORDER_SECRET | ORDER_LISTED) /* 4 character kinds, by start dot b d g i */     \
    X(PLACE, "place", ORDER_SECRET | ORDER_LISTED | ORDER_AHEAD) /* token kind, slot */            \
    /* the turn */                                                                                 \
    X(CARD, "card", ORDER_ONE_TAP)             /* 2 to 5 */                                        \
    X(END, "end", ORDER_ONE_TAP | ORDER_FINAL) /* – */                                           \
    X(MOVE, "move",                                                                                \
      ORDER_ALIKE)     /* who, account, then steps and acts: DT_TAKE + token, DT_DROP + */         \
    X(JUMP, "jump", 0) /* who, account, pit, landing square */                                     \
    X(STEP, "step", 0) /* who, account, square behind the wall */                                  \
    X(REVEAL, "reveal", ORDER_FINAL | ORDER_ALIKE) /* who, account, slot */                        \
    X(ROTATE, "rotate",                                                                            \
      ORDER_ONE_TAP | ORDER_ALIKE) /* who, account, slot, 0 clockwise or 1 counter-clockwise */    \
    X(ATTACK, "attack", 0)         /* who, account, token attacked */                              \
    X(HEAL, "heal", ORDER_ALIKE)   /* who, account, token healed */                                \
    X(REGENERATE, "regenerate", 0) /* who, account */                                              \
    X(LIFT, "lift", ORDER_ALIKE) /* who, account, square, direction (north or east) of the edge */ \
    X(LOWER, "lower", ORDER_ALIKE) /* the same */                                                  \
    X(BREAK, "break", ORDER_ALIKE) /* the same */                                                  \
    X(FIRE, "fire", 0)             /* who, account, direction */                                   \
    X(DRINK, "drink", 0)           /* who, account */                                              \
    X(RECOVER, "recover", 0)       /* who, account: at a fountain */                               \
    X(TELEPORT, "teleport", 0)     /* who, account, square */                                      \
    X(CHARM, "charm", 0)           /* who, account, token charmed */                               \
    X(STEAL, "steal", 0)           /* who, account, object */                                      \
    X(BREACH, "breach", 0)         /* who, account, direction of the wall */                       \
    X(CONJURE, "conjure", 0)       /* who, account, enum dt_illusion, square */                    \
    X(DISPEL, "dispel", 0)         /* who, account, enum dt_illusion */                            \
    /* answers within a turn */                                                                    \
    X(COMBAT, "combat", ORDER_SECRET | ORDER_ONE_TAP) /* card 0 to 6 */                            \
    X(PUT, "put", ORDER_OF_EITHER | ORDER_LISTED)     /* token, square */                          \
    X(LEAVE, "leave", ORDER_FINAL)                    /* –: the other side places the rest */    \
    /* at any time */                                                                              \
    X(RESIGN, "resign", ORDER_ALWAYS | ORDER_FINAL | ORDER_GIVES_UP)                               \
    X(DRAW, "draw", ORDER_ALWAYS | ORDER_FINAL) /* offers a draw, or accepts one */                \
    X(NO_DRAW, "no-draw", ORDER_ALWAYS)         /* takes an offer back, or declines one */         \
    /* as players write it; resolve makes a MOVE of it */                                          \
    X(GO, "go", 0) /* who, account, goal square, then wishes: squares to pass and acts */

#define DT_ORDER_KIND_NAME(name, key, flags) DT_ORDER_##name,
enum dt_order_kind { DT_ORDER_LIST(DT_ORDER_KIND_NAME) DT_ORDERS };

/* Orders from MOVE up to this one are Actions. */
enum { DT_LAST_ACTION = DT_ORDER_DISPEL };
/* Added to the kind of who acts: a charmed character of the other colour, PD-CHARM-03. */
enum { DT_CHARMED = DT_KINDS };
/* Markers of an Illusionist, PD-ILLUSION-01. */
enum dt_illusion { DT_FALSE_PIT, DT_RUBBLE, DT_ILLUSIONS };
extern const char *const dt_illusion_words[DT_ILLUSIONS];

/* Arguments of MOVE: a number below DT_TAKE is a step to that square; DT_TAKE + token picks up
 * or takes from a friend, DT_DROP + token sets down or gives, on the square reached last (the
 * start before the first step). A drop stands before a take. Things on the last square are taken
 * up without a word (DT-CARRY-02). */
enum { DT_TAKE = 256, DT_DROP = 512, DT_ACT_END = 768 };

/* What parse leaves open, in place of an argument; resolve fills it in. ORDER_UNKNOWN stands for
 * anything that was not said. */
enum {
    DT_EITHER = 128,  /* added to a token's kind: of either colour */
    DT_WHATEVER = 31, /* kind of a thing that was not named */
    DT_TOWARDS = 800, /* plus a direction, in place of a square */
    DT_MEET = 1000,   /* plus an own character's kind, in place of the square he stands on */
    DT_AIM = 900      /* plus a token or DT_EITHER + kind, in place of a direction to fire */
};

enum dt_account {
    DT_ACCOUNT_DEFAULT, /* the Potion's, if this character has any of it left, else the card's */
    DT_ACCOUNT_CARD,
    DT_ACCOUNT_POTION /* as players write it; resolve turns it into DEFAULT */
};

/* Seals of OPEN and UNOPENED: room/w2 (slot, 0), token/1/3 (seat, 3), team/1 (seat, 0),
 * combat/17/2 (question / 10000 * 4 + seat, question % 10000). */
enum dt_seal {
    DT_SEAL_ROOM,
    DT_SEAL_TOKEN,
    DT_SEAL_TEAM,
    DT_SEAL_COMBAT,
    DT_SEAL_FORCE, /* force/1/3 (seat, 3) */
    DT_SEALS
};

/* Questions: key, and when it is asked. */
#define DT_TOPIC_LIST(X)                                                                           \
    X(DRAW_PAIRS, "draw-pairs")                                                                    \
    X(DRAW_FIRST_PICKER, "draw-first-picker")                                                      \
    X(FORCE, "force") /* choose one token of the own force */                                      \
    X(PICK, "pick")   /* pick a pair of rooms, or a token for both */                              \
    X(DRAW_ROOMS, "draw-rooms")                                                                    \
    X(DRAW_FIRST_PLACER, "draw-first-placer")                                                      \
    X(DRAW_FIRST_PLAYER, "draw-first-player")                                                      \
    X(TEAM, "team")        /* choose the starting team */                                          \
    X(PLACE, "place")      /* place one token in a room */                                         \
    X(CARD, "action-card") /* phase 1 of a turn */                                                 \
    X(ACT, "action")       /* phase 2: spend action points, or end */                              \
    X(COMBAT, "combat-card")                                                                       \
    X(PUT, "put") /* place a token of the revealed room */                                         \
    X(OPEN_ROOM, "open-room")                                                                      \
    X(OPEN_TOKEN, "open-token")                                                                    \
    X(OPEN_TEAM, "open-team")                                                                      \
    X(OPEN_COMBAT, "open-combat")                                                                  \
    X(PUT_LAST, "put-last") /* the same, where it cannot be left to the other */

#define DT_TOPIC_NAME(name, key) DT_TOPIC_##name,
enum dt_topic { DT_TOPIC_LIST(DT_TOPIC_NAME) DT_TOPICS };

/* ARG_PLACE values: squares by number, room slots from here on. */
enum { DT_PLACE_SLOT = 300 };

/* What happened. Arguments in the comment: s seat, c character or object (seat, then term),
 * q square, r room slot, n number. */
#define DT_EVENT_LIST(X)                                                                           \
    X(PAIRS_DRAWN, "pairs-drawn")   /* n n n */                                                    \
    X(FORCE_CHOSEN, "force-chosen") /* s n: how many are chosen */                                 \
    X(FIRST_PICKER, "first-picker") /* s */                                                        \
    X(PAIR_PICKED, "pair-picked")   /* s n: pair, n: 1 home-made */                                \
    X(PICKED, "picked")             /* s, then a term: who picked what for both */                 \
    X(ROOMS_LAID, "rooms-laid")                                                                    \
    X(TEAM_CHOSEN, "team-chosen")           /* s */                                                \
    X(FIRST_PLACER, "first-placer")         /* s */                                                \
    X(PLACED, "placed")                     /* c r; the term may be unknown */                     \
    X(TEAM_SHOWN, "team-shown")             /* c q, once for each of the four */                   \
    X(FIRST_PLAYER, "first-player")         /* s */                                                \
    X(TURN_BEGINS, "turn-begins")           /* s n: turn */                                        \
    X(CARD_PLAYED, "card-played")           /* s n: card */                                        \
    X(CARDS_TAKEN_BACK, "cards-taken-back") /* s */                                                \
    X(TURN_ENDED, "turn-ended")             /* s n: points lost */                                 \
    X(REVEALS, "reveals")                   /* c r */                                              \
    X(ROOM_SHOWN, "room-shown")   /* r n: pair, n: 0 clockwise, n: orientation, n: 1 home-made */  \
    X(TOKEN_SHOWN, "token-shown") /* c r */                                                        \
    X(PUT, "put")                 /* s, c q: who put what where */                                 \
    X(LEFT_TO_OTHER, "left-to-other")       /* s: who places now */                                \
    X(MOVED, "moved")                       /* c q q: from, to */                                  \
    X(CAME_BACK, "came-back")               /* c q q: from, to, which are one */                   \
    X(JUMPED, "jumped")                     /* c q q q: from, pit, to */                           \
    X(WALKED_WALL, "walked-wall")           /* c q q: from, to */                                  \
    X(TOOK, "took")                         /* c c q: who, what, where */                          \
    X(DROPPED, "dropped")                   /* c c q */                                            \
    X(ROTATED, "rotated")                   /* c r n: 0 clockwise, 1 counter-clockwise */          \
    X(LIFTED, "lifted")                     /* c q q: the edge */                                  \
    X(LOWERED, "lowered")                   /* c q q */                                            \
    X(BROKE, "broke")                       /* c q q */                                            \
    X(HEALED, "healed")                     /* c c */                                              \
    X(REGENERATED, "regenerated")           /* c */                                                \
    X(DRANK, "drank")                       /* c */                                                \
    X(FIRED, "fired")                       /* c c q: who, whom, where */                          \
    X(BREATHED, "breathed")                 /* c c q: the same by breath */                        \
    X(SHIELDED, "shielded")                 /* c c q: who, whom it did not harm, where */          \
    X(RECOVERED, "recovered")               /* c */                                                \
    X(TELEPORTED, "teleported")             /* c q q: from, to */                                  \
    X(CHARMED, "charmed")                   /* c c */                                              \
    X(STOLE, "stole")                       /* c c q: who, what, where */                          \
    X(BREACHED, "breached")                 /* c q q: the wall's own square, and beyond */         \
    X(BREACHED_RIM, "breached-rim")         /* c q */                                              \
    X(CONJURED_PIT, "conjured-pit")         /* c q */                                              \
    X(CONJURED_RUBBLE, "conjured-rubble")   /* c q */                                              \
    X(DISPELLED_PIT, "dispelled-pit")       /* s q: whose */                                       \
    X(DISPELLED_RUBBLE, "dispelled-rubble") /* s q */                                              \
    X(PENTACLE_WON, "pentacle-won")         /* s n: total */                                       \
    X(PENTACLE_LOST, "pentacle-lost")       /* s n */                                              \
    X(ATTACKED, "attacked")                 /* c c q */                                            \
    X(FIGHTER, "fighter")                   /* c n: strength with objects */                       \
    X(COMBAT_CHOSEN, "combat-chosen")       /* s */                                                \
    X(COMBAT_SHOWN, "combat-shown")         /* s n: card */                                        \
    X(COMBAT_UNOPENED, "combat-unopened")   /* s n: card that leaves the game */                   \
    X(COMBAT_TOTAL, "combat-total")         /* s n */                                              \
    X(COMBAT_TIED, "combat-tied")                                                                  \
    X(COMBAT_WON, "combat-won")     /* s */                                                        \
    X(WOUNDED, "wounded")           /* c q */                                                      \
    X(KILLED, "killed")             /* c q */                                                      \
    X(VANISHED, "vanished")         /* c q */                                                      \
    X(ESCAPED, "escaped")           /* c q */                                                      \
    X(CARRIED_OUT, "carried-out")   /* c */                                                        \
    X(SCORED, "scored")             /* s n n: points now won, total */                             \
    X(UNOPENED, "seal-not-opened")  /* s */                                                        \
    X(DRAW_OFFERED, "draw-offered") /* s */                                                        \
    X(DRAW_REFUSED, "draw-refused") /* s */                                                        \
    X(RESIGNED, "resigned")         /* s */                                                        \
    X(WON, "game-won")              /* s n n: Blue's and Yellow's points */                        \
    X(DRAWN, "game-drawn")          /* n n */

#define DT_EVENT_NAME(name, key) DT_EVENT_##name,
enum dt_event { DT_EVENT_LIST(DT_EVENT_NAME) DT_EVENTS };

/* Words: what lexicon files give names to, and what ARG_TERM values mean. */
#define DT_TERM_LIST(X)                                                                            \
    X(CLERIC, "character.cleric")                                                                  \
    X(GOBLIN, "character.goblin")                                                                  \
    X(MEKANORK, "character.mekanork")                                                              \
    X(THIEF, "character.thief")                                                                    \
    X(TROLL, "character.troll")                                                                    \
    X(WALL_WALKER, "character.wall-walker")                                                        \
    X(WARRIOR, "character.warrior")                                                                \
    X(WIZARD, "character.wizard")                                                                  \
    X(RED_DRAGON, "character.red-dragon")                                                          \
    X(ELF_SCOUT, "character.elf-scout")                                                            \
    X(GHOST, "character.ghost")                                                                    \
    X(GOLEM, "character.golem")                                                                    \
    X(ILLUSIONIST, "character.illusionist")                                                        \
    X(WEAPONS_MASTER, "character.weapons-master")                                                  \
    X(PALADIN, "character.paladin")                                                                \
    X(PICKPOCKET, "character.pickpocket")                                                          \
    X(ARMOR, "object.armor")                                                                       \
    X(WAND, "object.wand")                                                                         \
    X(ROPE, "object.rope")                                                                         \
    X(POTION, "object.potion")                                                                     \
    X(SWORD, "object.sword")                                                                       \
    X(TREASURE, "object.treasure")                                                                 \
    X(RING, "object.ring")                                                                         \
    X(SHIELD, "object.shield")                                                                     \
    X(KEY, "object.key")                                                                           \
    X(SCROLL, "object.scroll")                                                                     \
    X(SLAYER, "object.slayer")                                                                     \
    X(BLUE, "side.blue")                                                                           \
    X(YELLOW, "side.yellow")                                                                       \
    X(NORTH, "direction.north")                                                                    \
    X(EAST, "direction.east")                                                                      \
    X(SOUTH, "direction.south")                                                                    \
    X(WEST, "direction.west")                                                                      \
    X(CW, "turn.clockwise")                                                                        \
    X(CCW, "turn.counter-clockwise")                                                               \
    X(CHOOSE, "verb.choose")                                                                       \
    X(PICK, "verb.pick")                                                                           \
    X(PAIR, "verb.pair")                                                                           \
    X(TEAM, "verb.team")                                                                           \
    X(PLACE, "verb.place")                                                                         \
    X(CARD, "verb.card")                                                                           \
    X(COMBAT, "verb.combat")                                                                       \
    X(REVEAL, "verb.reveal")                                                                       \
    X(ROTATE, "verb.rotate")                                                                       \
    X(MOVE, "verb.move")                                                                           \
    X(RISE, "verb.rise")                                                                           \
    X(SINK, "verb.sink")                                                                           \
    X(TO, "word.to")                                                                               \
    X(VIA, "word.via")                                                                             \
    X(TAKE, "verb.take")                                                                           \
    X(DROP, "verb.drop")                                                                           \
    X(SWAP, "verb.swap")                                                                           \
    X(ATTACK, "verb.attack")                                                                       \
    X(JUMP, "verb.jump")                                                                           \
    X(STEP, "verb.step")                                                                           \
    X(HEAL, "verb.heal")                                                                           \
    X(REGENERATE, "verb.regenerate")                                                               \
    X(LIFT, "verb.open")                                                                           \
    X(LOWER, "verb.close")                                                                         \
    X(BREAK, "verb.break")                                                                         \
    X(FIRE, "verb.fire")                                                                           \
    X(DRINK, "verb.drink")                                                                         \
    X(RECOVER, "verb.recover")                                                                     \
    X(TELEPORT, "verb.teleport")                                                                   \
    X(CHARM, "verb.charm")                                                                         \
    X(STEAL, "verb.steal")                                                                         \
    X(BREACH, "verb.breach")                                                                       \
    X(CONJURE, "verb.conjure")                                                                     \
    X(DISPEL, "verb.dispel")                                                                       \
    X(PUT, "verb.put")                                                                             \
    X(LEAVE, "verb.leave")                                                                         \
    X(END, "verb.end")                                                                             \
    X(RESIGN, "verb.resign")                                                                       \
    X(DRAW, "verb.draw")                                                                           \
    X(NO_DRAW, "verb.no-draw")                                                                     \
    X(USE, "verb.use")                                                                             \
    X(FROM, "word.from")                                                                           \
    X(OWN, "word.own")                                                                             \
    X(ENEMY, "word.enemy")                                                                         \
    X(FILLER, "word.filler")                                                                       \
    X(MINE, "word.mine")                                                                           \
    X(IF, "word.if")                                                                               \
    X(WITH, "word.with")                                                                           \
    X(NEAR, "word.near")                                                                           \
    X(BY, "word.by")                                                                               \
    X(PARTICLE, "word.particle")                                                                   \
    X(OR, "word.or")                                                                               \
    X(ATTACKED, "word.attacked")                                                                   \
    X(ASK, "word.ask")                                                                             \
    X(ELSE, "word.else")                                                                           \
    X(ANY, "word.any")                                                                             \
    X(BUT, "word.but")                                                                             \
    X(LOT, "word.lot")                                                                             \
    X(ANY_TEAM, "word.any-team")                                                                   \
    X(TOP, "word.top")                                                                             \
    X(BOTTOM, "word.bottom")                                                                       \
    X(AHEAD, "word.ahead")                                                                         \
    X(BEHIND, "word.behind")                                                                       \
    X(GONE, "word.gone")                                                                           \
    X(GEAR, "ground.gear")                                                                         \
    X(PIT, "ground.pit")                                                                           \
    X(RIFT, "ground.rift")                                                                         \
    X(ROCKS, "ground.rocks")                                                                       \
    X(FOUNTAIN, "ground.fountain")                                                                 \
    X(PENTACLE, "ground.pentacle")                                                                 \
    X(MIST, "ground.mist")                                                                         \
    X(RUBBLE, "ground.rubble")                                                                     \
    X(FLOOR, "ground.floor")                                                                       \
    X(LINE, "ground.line")                                                                         \
    X(GATE, "edge.portcullis")                                                                     \
    X(WALL, "edge.wall")                                                                           \
    X(PANEL_ACTIONS, "panel.action-cards")                                                         \
    X(PANEL_COMBAT, "panel.combat-cards")                                                          \
    X(PANEL_JUMPS, "panel.jump-cards")                                                             \
    X(PANEL_POINTS, "panel.points")                                                                \
    X(PANEL_TARGET, "panel.target")                                                                \
    X(PANEL_AP, "panel.action-points")                                                             \
    X(PANEL_POTION, "panel.potion-points")                                                         \
    X(PANEL_TURN, "panel.turn")                                                                    \
    X(PANEL_OUT, "panel.escaped")                                                                  \
    X(PANEL_KILLED, "panel.killed")                                                                \
    X(PANEL_HIDDEN, "panel.hidden")                                                                \
    X(PANEL_SCREEN, "panel.behind-screen")                                                         \
    X(PANEL_TO_PLACE, "panel.to-place")                                                            \
    X(ROOM, "area.room")                                                                           \
    X(SPEED, "number.speed")                                                                       \
    X(STRENGTH, "number.strength")                                                                 \
    X(WOUNDED, "state.wounded")

#define DT_TERM_NAME(name, key) DT_TERM_##name,
enum dt_term { DT_TERM_LIST(DT_TERM_NAME) DT_TERMS };

extern const struct order_kind dt_order_kinds[DT_ORDERS];
extern const char *const dt_topics[DT_TOPICS];
extern const char *const dt_events[DT_EVENTS];
extern const char *const dt_terms[DT_TERMS];
extern const struct game_option dt_options[];
extern const char *const dt_versions[];
/* What a rules version switches on; by index into dt_versions. */
struct dt_version {
    uint8_t files; /* data files it loads, of those in game->files */
    bool boxes;    /* Paladins & Dragons may be played */
    bool spans;    /* DT-ROPE-08, PD-RIFT-03: an obstacle that another Rope, or the Thief's ability,
                      holds takes no Rope of the mover's; before, each behind him took one */
};
extern const struct dt_version dt_version_rows[];
