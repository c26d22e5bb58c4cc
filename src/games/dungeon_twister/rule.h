/* SPDX-License-Identifier: MIT */
/* Why an order is refused: one row for each ban, with the clause that speaks it and the key of
 * the sentence that tells a player.
 *
 * Checks return a row's number; DT_ALLOWED = 0. Source: doc/rules, part 1. */
#pragma once

#include "rules/verdict.h"

#define DT_RULE_LIST(X)                                                                            \
    /* whose move it is */                                                                         \
    X(GAME_OVER, "DT-END-03", "game-over")                                                         \
    X(NOT_ASKED, "DT-SETUP-04", "not-asked")                                                       \
    X(NOT_YOUR_TURN, "DT-TURN-06", "not-your-turn")                                                \
    X(ASKED_ELSE, "DT-TURN-06", "not-asked")                                                       \
    X(CARD_FIRST, "DT-TURN-01", "card-first")                                                      \
    X(CARD_ONCE, "DT-CARD-02", "card-once")                                                        \
    X(ACTION_UNFINISHED, "DT-TURN-04", "action-unfinished")                                        \
    X(ANSWERED, "DT-TURN-06", "answered")                                                          \
    X(NONSENSE, "DT-TURN-07", "no-such-order")                                                     \
    X(BY_TABLE, "DT-TURN-06", "by-table")                                                          \
    /* set-up */                                                                                   \
    X(DRAW_BAD, "DT-SETUP-01", "draw-bad")                                                         \
    X(TEAM_TWICE, "DT-TEAM-01", "team-twice")                                                      \
    X(NOT_IN_GAME, "DT-VARIANT-05", "not-in-game")                                                 \
    X(PLACE_TWICE, "DT-PLACE-01", "place-twice")                                                   \
    X(PLACE_TEAM, "DT-TEAM-02", "place-team")                                                      \
    X(PLACE_TOO_MANY, "DT-VARIANT-06", "place-too-many")                                           \
    X(PLACE_NO_ROOM, "DT-VARIANT-04", "place-no-room")                                             \
    X(PLACE_FULL, "DT-PLACE-02", "place-full")                                                     \
    X(PLACE_NOT_YOU, "DT-PLACE-01", "place-not-you")                                               \
    X(SEAL_UNFIT, "DT-TIMER-11", "seal-unfit")                                                     \
    X(SEAL_CARD, "DT-TIMER-10", "seal-card")                                                       \
    X(SEAL_TABLE, "DT-SETUP-02", "seal-table")                                                     \
    X(SEAL_CLOSED, "DT-INFO-02", "seal-closed")                                                    \
    /* cards */                                                                                    \
    X(CARD_NONE, "DT-CARD-01", "card-none")                                                        \
    X(CARD_USED, "DT-CARD-06", "card-used")                                                        \
    X(CARD_FIRST_TURN, "DT-CARD-03", "card-first-turn")                                            \
    X(CARD_TOO_HIGH, "DT-CARD-04", "card-too-high")                                                \
    X(COMBAT_NO_CARD, "DT-CARD-07", "combat-no-card")                                              \
    X(JUMP_NO_CARD, "DT-CARD-09", "jump-no-card")                                                  \
    /* who acts, who pays */                                                                       \
    X(NOT_ON_BOARD, "DT-TURN-05", "not-on-board")                                                  \
    X(IS_WOUNDED, "DT-WOUND-01", "is-wounded")                                                     \
    X(IS_HEALED, "DT-CHAR-CLERIC-03", "is-healed")                                                 \
    X(IS_REGENERATED, "DT-CHAR-TROLL-02", "is-regenerated")                                        \
    X(NO_POINTS, "DT-TURN-02", "no-points")                                                        \
    X(NO_POTION_POINTS, "DT-OBJ-POTION-02", "no-potion-points")                                    \
    /* moving */                                                                                   \
    X(MOVE_TOO_FAR, "DT-MOVE-01", "move-too-far")                                                  \
    X(MOVE_NO_NEIGHBOUR, "DT-GEN-01", "move-no-neighbour")                                         \
    X(MOVE_NO_STEP, "DT-MOVE-02", "move-no-step")                                                  \
    X(MOVE_STOP_FRIEND, "DT-MOVE-03", "move-stop-friend")                                          \
    X(MOVE_ENEMY, "DT-MOVE-04", "move-enemy")                                                      \
    X(MOVE_STOP_ENEMY_DOWN, "DT-MOVE-05", "move-stop-wounded-enemy")                               \
    X(MOVE_WALL, "DT-MOVE-07", "move-wall")                                                        \
    X(MOVE_GATE, "DT-MOVE-07", "move-portcullis")                                                  \
    X(MOVE_PIT, "DT-MOVE-08", "move-pit")                                                          \
    X(MOVE_HIDDEN, "DT-MOVE-09", "move-face-down")                                                 \
    X(MOVE_OFF_BOARD, "DT-EXIT-01", "move-off-board")                                              \
    X(MOVE_STOP_FULL, "DT-MOVE-10", "move-stop-full")                                              \
    X(MOVE_ACT, "DT-MOVE-11", "move-act")                                                          \
    X(STANDS_THERE, "DT-MOVE-02", "stands-there")                                                  \
    X(GO_NO_WAY, "DT-MOVE-01", "go-no-way")                                                        \
    X(GO_TOO_FAR, "DT-MOVE-01", "go-too-far")                                                      \
    X(GO_NO_ACT, "DT-MOVE-11", "go-no-act")                                                        \
    X(WIZARD_STOP, "DT-CHAR-WIZARD-01", "wizard-stop")                                             \
    X(WIZARD_EXCHANGE, "DT-CHAR-WIZARD-03", "wizard-exchange")                                     \
    X(PIT_STOP, "DT-PIT-02", "pit-stop")                                                           \
    X(BRIDGE_STOP, "DT-CHAR-THIEF-02", "bridge-stop")                                              \
    X(CARRY_ONE, "DT-CARRY-01", "carry-one")                                                       \
    X(CARRY_UNWOUNDED, "DT-CARRY-01", "carry-unwounded")                                           \
    X(CARRY_LAST, "DT-CARRY-02", "carry-last")                                                     \
    X(CARRY_NOT_HERE, "DT-CARRY-03", "carry-not-here")                                             \
    X(CARRY_HELD, "DT-CARRY-03", "carry-held")                                                     \
    X(CARRY_NOT_CARRIED, "DT-CARRY-04", "carry-not-carried")                                       \
    X(CARRY_GIVE, "DT-CARRY-06", "carry-give")                                                     \
    X(CARRY_BOTH, "DT-CARRY-07", "carry-both")                                                     \
    X(CARRY_ENEMY, "DT-CARRY-08", "carry-enemy")                                                   \
    X(CARRY_PIT, "DT-CARRY-10", "carry-pit")                                                       \
    X(PIT_SET_DOWN, "DT-PIT-08", "pit-set-down")                                                   \
    X(STACK_SAME, "DT-STACK-03", "stack-same")                                                     \
    X(ROPE_ANCHORS, "DT-ROPE-03", "rope-anchors")                                                  \
    X(ROPE_TWO_PITS, "DT-ROPE-08", "rope-two-pits")                                                \
    X(ROPE_FRIEND, "DT-ROPE-11", "rope-friend")                                                    \
    X(EXIT_OVER, "DT-EXIT-01", "exit-over")                                                        \
    X(EXIT_ENEMY, "DT-EXIT-06", "exit-enemy")                                                      \
    X(EXIT_ACT, "DT-EXIT-07", "exit-act")                                                          \
    /* jumps and wall steps */                                                                     \
    X(JUMP_NO_PIT, "DT-JUMP-01", "jump-no-pit")                                                    \
    X(JUMP_LANDING, "DT-JUMP-02", "jump-landing")                                                  \
    X(JUMP_BARRED, "DT-JUMP-03", "jump-barred")                                                    \
    X(JUMP_OCCUPIED, "DT-JUMP-04", "jump-occupied")                                                \
    X(JUMP_INVALID, "DT-JUMP-05", "jump-invalid")                                                  \
    X(JUMP_HIDDEN, "DT-JUMP-06", "jump-face-down")                                                 \
    X(JUMP_EXIT, "DT-JUMP-08", "jump-exit")                                                        \
    X(STEP_WHO, "DT-CHAR-WALLWALKER-01", "step-who")                                               \
    X(STEP_NO_WALL, "DT-CHAR-WALLWALKER-01", "step-no-wall")                                       \
    X(STEP_GATE, "DT-CHAR-WALLWALKER-03", "step-portcullis")                                       \
    X(STEP_HIDDEN, "DT-CHAR-WALLWALKER-03", "step-face-down")                                      \
    X(STEP_INVALID, "DT-CHAR-WALLWALKER-04", "step-invalid")                                       \
    X(STEP_PIT, "DT-CHAR-WALLWALKER-05", "step-pit")                                               \
    X(STEP_EXIT, "DT-EXIT-08", "step-exit")                                                        \
    /* rooms */                                                                                    \
    X(REVEAL_SHOWN, "DT-REVEAL-01", "reveal-shown")                                                \
    X(REVEAL_NO_ACCESS, "DT-REVEAL-02", "reveal-no-access")                                        \
    X(REVEAL_WALL_WALKER, "DT-REVEAL-04", "reveal-wall-walker")                                    \
    X(PUT_NOT_SHOWN, "DT-REVEAL-07", "put-not-shown")                                              \
    X(PUT_NOT_YOURS, "DT-REVEAL-07", "put-not-yours")                                              \
    X(PUT_SQUARE, "DT-REVEAL-09", "put-square")                                                    \
    X(LEAVE_TWICE, "DT-TIMER-06", "leave-twice")                                                   \
    X(LEAVE_NOTHING, "DT-TIMER-05", "leave-nothing")                                               \
    X(ROTATE_NO_GEAR, "DT-ROTATE-01", "rotate-no-gear")                                            \
    X(ROTATE_OTHER, "DT-ROTATE-02", "rotate-other")                                                \
    X(ROTATE_WAY, "DT-ROTATE-03", "rotate-way")                                                    \
    X(GATE_WHO_LIFTS, "DT-CHAR-THIEF-04", "gate-who-lifts")                                        \
    X(GATE_NOT_HERE, "DT-CHAR-THIEF-04", "gate-not-here")                                          \
    X(GATE_NOT_CLOSED, "DT-CHAR-THIEF-04", "gate-not-closed")                                      \
    X(GATE_NOT_OPEN, "DT-CHAR-THIEF-04", "gate-not-open")                                          \
    X(GATE_BROKEN, "DT-CHAR-THIEF-05", "gate-broken")                                              \
    X(GATE_WHO_BREAKS, "DT-CHAR-WARRIOR-01", "gate-who-breaks")                                    \
    X(GATE_BREAKS_CLOSED, "DT-CHAR-WARRIOR-02", "gate-breaks-closed")                              \
    /* combat */                                                                                   \
    X(ATTACK_FRIEND, "DT-COMBAT-01", "attack-friend")                                              \
    X(ATTACK_FAR, "DT-COMBAT-01", "attack-far")                                                    \
    X(ATTACK_BARRED, "DT-COMBAT-01", "attack-barred")                                              \
    X(ATTACK_HURT, "DT-COMBAT-09", "attack-hurt")                                                  \
    X(ATTACK_CARRIED, "DT-COMBAT-11", "attack-carried")                                            \
    /* healing, objects */                                                                         \
    X(HEAL_WHO, "DT-CHAR-CLERIC-01", "heal-who")                                                   \
    X(HEAL_FAR, "DT-CHAR-CLERIC-01", "heal-far")                                                   \
    X(HEAL_NOT_WOUNDED, "DT-CHAR-CLERIC-01", "heal-not-wounded")                                   \
    X(HEAL_CARRIED, "DT-CHAR-CLERIC-02", "heal-carried")                                           \
    X(REGENERATE_WHO, "DT-CHAR-TROLL-01", "regenerate-who")                                        \
    X(REGENERATE_NOT_WOUNDED, "DT-CHAR-TROLL-01", "regenerate-not-wounded")                        \
    X(REGENERATE_HURT, "DT-CHAR-TROLL-01", "regenerate-hurt")                                      \
    X(REGENERATE_CARRIED, "DT-CHAR-TROLL-03", "regenerate-carried")                                \
    X(FIRE_WHO, "DT-OBJ-WAND-01", "fire-who")                                                      \
    X(FIRE_NO_WAND, "DT-OBJ-WAND-01", "fire-no-wand")                                              \
    X(FIRE_NOBODY, "DT-OBJ-WAND-05", "fire-nobody")                                                \
    X(DRINK_NO_POTION, "DT-OBJ-POTION-01", "drink-no-potion")                                      \
    X(CARD_AFTER, "PD-CHAR-MASTER-02", "card-after")                                               \
    /* Paladins & Dragons */                                                                       \
    X(FORCE_CHARACTERS, "PD-MODE-03", "force-characters")                                          \
    X(FORCE_OBJECTS, "PD-MODE-03", "force-objects")                                                \
    X(FORCE_TWICE, "PD-KEYWORD-01", "force-twice")                                                 \
    X(FORCE_FIRST_COPY, "PD-MODE-10", "force-first-copy")                                          \
    X(PAIR_TAKEN, "PD-MODE-04", "pair-taken")                                                      \
    X(PAIR_NONE, "PD-MODE-04", "pair-none")                                                        \
    X(PICK_NOT_YOU, "PD-MODE-05", "pick-not-you")                                                  \
    X(NOT_CHARMED, "PD-CHARM-03", "not-charmed")                                                   \
    X(CHARM_CARD, "PD-CHARM-03", "charm-card")                                                     \
    X(DRAGON_STAYS, "PD-CHAR-DRAGON-01", "dragon-stays")                                           \
    X(GHOST_STOP, "PD-CHAR-GHOST-02", "ghost-stop")                                                \
    X(GHOST_CARRY, "PD-CHAR-GHOST-03", "ghost-carry")                                              \
    X(ROCKS_OVER, "PD-ROCKS-01", "rocks-over")                                                     \
    X(ROCKS_LANDING, "PD-ROCKS-04", "rocks-landing")                                               \
    X(ROCKS_SET_DOWN, "PD-ROCKS-05", "rocks-set-down")                                             \
    X(MOVE_SOLID, "PD-KEYWORD-04", "move-solid")                                                   \
    X(MOVE_RUBBLE, "PD-ILLUSION-05", "move-rubble")                                                \
    X(SOLID_LEFT, "PD-KEYWORD-05", "solid-left")                                                   \
    X(MOVE_RIFT, "PD-RIFT-01", "move-rift")                                                        \
    X(RIFT_ANCHORS, "PD-RIFT-03", "rift-anchors")                                                  \
    X(MAKER_STOP, "PD-ILLUSION-06", "maker-stop")                                                  \
    X(PALADIN_LIFT, "PD-CHAR-PALADIN-05", "paladin-lift")                                          \
    X(PALADIN_STOP, "PD-CHAR-PALADIN-05", "paladin-stop")                                          \
    X(PAIR_STOP, "PD-CHAR-PALADIN-03", "pair-stop")                                                \
    X(RECOVER_WOUNDED, "PD-FOUNTAIN-01", "recover-wounded")                                        \
    X(RECOVER_FAR, "PD-FOUNTAIN-01", "recover-far")                                                \
    X(RECOVER_CARRIED, "PD-FOUNTAIN-02", "recover-carried")                                        \
    X(RING_NONE, "PD-OBJ-RING-01", "ring-none")                                                    \
    X(RING_ROOM, "PD-OBJ-RING-02", "ring-room")                                                    \
    X(RING_SQUARE, "PD-OBJ-RING-01", "ring-square")                                                \
    X(CHARM_WHO, "PD-KEYWORD-02", "charm-who")                                                     \
    X(CHARM_NO_SCROLL, "PD-CHARM-01", "charm-no-scroll")                                           \
    X(CHARM_ENEMY, "PD-CHARM-01", "charm-enemy")                                                   \
    X(CHARM_ROOM, "PD-CHARM-01", "charm-room")                                                     \
    X(CHARM_LINE, "PD-CHARM-02", "charm-line")                                                     \
    X(CHARM_MIST, "PD-CHARM-02", "charm-mist")                                                     \
    X(CHARM_WITHIN, "PD-CHARM-14", "charm-within")                                                 \
    X(STEAL_WHO, "PD-CHAR-PICKPOCKET-01", "steal-who")                                             \
    X(STEAL_HANDS, "PD-CHAR-PICKPOCKET-01", "steal-hands")                                         \
    X(STEAL_THING, "PD-CHAR-PICKPOCKET-01", "steal-thing")                                         \
    X(STEAL_FAR, "PD-CHAR-PICKPOCKET-01", "steal-far")                                             \
    X(BREACH_WHO, "PD-GOLEM-01", "breach-who")                                                     \
    X(BREACH_NO_WALL, "PD-GOLEM-01", "breach-no-wall")                                             \
    X(BREACH_SPENT, "PD-GOLEM-05", "breach-spent")                                                 \
    X(BREACH_HIDDEN, "PD-GOLEM-06", "breach-hidden")                                               \
    X(BREACH_GATE, "PD-GOLEM-06", "breach-portcullis")                                             \
    X(CONJURE_WHO, "PD-ILLUSION-01", "conjure-who")                                                \
    X(CONJURE_SIGHT, "PD-ILLUSION-01", "conjure-sight")                                            \
    X(CONJURE_SQUARE, "PD-ILLUSION-02", "conjure-square")                                          \
    X(DISPEL_NONE, "PD-ILLUSION-03", "dispel-none")                                                \
    /* the end */                                                                                  \
    X(DRAW_OFFERED, "DT-END-09", "draw-offer-stands")                                              \
    X(DRAW_NOT_OFFERED, "DT-END-09", "draw-not-offered")                                           \
    X(NOT_IN_FORCE, "DT-SETUP-03", "not-in-force")                                                 \
    X(GATE_BREAKS_HERE, "DT-CHAR-WARRIOR-01", "gate-not-here")                                     \
    X(NOT_YOURS, "DT-TURN-05", "not-yours")                                                        \
    X(STEP_FAR, "DT-CHAR-WALLWALKER-01", "step-far")

#define DT_RULE_NAME(name, clause, reason) DT_RULE_##name,
enum dt_rule { DT_ALLOWED, DT_RULE_LIST(DT_RULE_NAME) DT_RULES };

/* The verdict of a rule: done for DT_ALLOWED, else illegal by its clause. */
enum verdict_kind dt_verdict(struct verdict *verdict, enum dt_rule rule);
