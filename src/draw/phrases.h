/* SPDX-License-Identifier: MIT */
/* Every phrase a drawing can need: constant, key in language files, English.
 * Words in braces are put in by the drawing; each language uses the same ones. */
#pragma once

#define DRAW_PHRASES(X)                                                                            \
    /* who and where */                                                                            \
    X(OWNED, "owned", "{colour} {piece}")                                                          \
    X(PLAYER, "player", "{colour}: {name}")                                                        \
    X(SEAT, "seat", "seat {number}")                                                               \
    X(UNKNOWN, "unknown", "something")                                                             \
    X(NONE, "none", "none")                                                                        \
    X(AND, "and", "{first} and {last}")                                                            \
    X(TIMES, "times", "{count} times {piece}")                                                     \
    X(NORTH, "north", "north")                                                                     \
    X(EAST, "east", "east")                                                                        \
    X(SOUTH, "south", "south")                                                                     \
    X(WEST, "west", "west")                                                                        \
    X(AREA, "area", "area")                                                                        \
    X(AREA_NAMED, "area-named", "{area} {name}")                                                   \
    X(CLOCKWISE, "clockwise", "clockwise")                                                         \
    X(COUNTER, "counter-clockwise", "counter-clockwise")                                           \
    X(FACE_DOWN, "face-down", "face down")                                                         \
    X(HOME_MADE, "home-made", "home-made")                                                         \
    X(GONE, "gone", "used: {piece}")                                                               \
    /* headings and signs */                                                                       \
    X(BOARD, "board", "Board")                                                                     \
    X(TABLE, "table", "Table")                                                                     \
    X(LAST_TURN, "last-turn", "Last turn")                                                         \
    X(LEGEND, "legend", "Signs")                                                                   \
    X(TO_ACT, "to-act", "to decide")                                                               \
    X(ON_MOVE, "on-move", "{who} is to decide.")                                                   \
    X(DOWN, "down", "lying")                                                                       \
    X(THING, "thing", "thing that lies there or is carried")                                       \
    X(SPENT, "spent", "may not act now")                                                           \
    X(CARRIES, "carries", "carries {things}")                                                      \
    X(WALL, "wall", "wall")                                                                        \
    X(WALL_BROKEN, "wall-broken", "broken wall")                                                   \
    X(GATE, "gate", "gate")                                                                        \
    X(GATE_CLOSED, "gate-closed", "{gate} closed")                                                 \
    X(GATE_OPEN, "gate-open", "{gate} open")                                                       \
    X(GATE_BROKEN, "gate-broken", "{gate} broken")                                                 \
    X(SIGN_UPPER, "sign-upper", "capitals: {colour}")                                              \
    X(SIGN_LOWER, "sign-lower", "small letters: {colour}")                                         \
    /* the last turn, one sentence each */                                                         \
    X(STEP, "step", "{number}: {what}.")                                                           \
    X(STEP_MOVE, "step-move", "{who} moves {path}")                                                \
    X(STEP_MOVE_WITH, "step-move-with", "{who} moves {path} with {with}")                          \
    X(STEP_JUMP, "step-jump", "{who} jumps {path}")                                                \
    X(STEP_EXIT, "step-exit", "{who} leaves the board from {from}")                                \
    X(STEP_EXIT_WITH, "step-exit-with", "{who} leaves the board from {from} with {with}")          \
    X(STEP_BLOW, "step-blow", "{who} on {from} attacks {whom} on {to}")                            \
    X(STEP_SHOT, "step-shot", "{who} on {from} shoots at {whom} on {to}")                          \
    X(STEP_TURN, "step-turn", "{who} turns {area} {way}")                                          \
    X(STEP_REVEAL, "step-reveal", "{who} reveals {area}")                                          \
    X(STEP_EDGE, "step-edge", "{who} between {from} and {to}: {edge}")                             \
    X(STEP_USE, "step-use", "{who} on {from} uses a power")                                        \
    X(STEP_USE_WITH, "step-use-with", "{who} on {from} uses {with}")                               \
    X(STEP_USE_ON, "step-use-on", "{who} on {from} uses a power on {whom} on {to}")                \
    X(STEP_PLACE, "step-place", "{who} is placed on {to}")                                         \
    X(STEP_PLACE_IN, "step-place-in", "{who} is laid face down in {area}")                         \
    X(STEP_DOWN, "step-down", "{who} on {from} is {down}")                                         \
    X(STEP_UP, "step-up", "{who} on {from} is healed")                                             \
    X(STEP_LOST, "step-lost", "{who} on {from} is eliminated")                                     \
    X(STEP_DRAWN, "step-drawn", "nobody is hurt between {from} and {to}")                          \
    /* the spoken board */                                                                         \
    X(SAY_BOARD, "say-board",                                                                      \
      "The board has {columns} columns, a to {last}, and {rows} rows, "                            \
      "0 to {top}, from south to north.")                                                          \
    X(SAY_LAST_TURN, "say-last-turn", "What happened:")                                            \
    X(SAY_AREA, "say-area", "{area}, {from} to {to}: {title}, turns {way}.")                       \
    X(SAY_AREA_HIDDEN, "say-area-hidden", "{area}, {from} to {to}: face down, holds {things}.")    \
    X(SAY_AREA_PLAIN, "say-area-plain", "{area}, {from} to {to}.")                                 \
    X(SAY_GROUND, "say-ground", "{ground}: {places}.")                                             \
    X(SAY_EDGES, "say-edges", "{edge}: {places}.")                                                 \
    X(SAY_EDGE, "say-edge", "{side} of {place}")                                                   \
    X(SAY_PIECE, "say-piece", "{who} on {place}: {facts}.")                                        \
    X(SAY_PIECE_PLAIN, "say-piece-plain", "{who} on {place}.")                                     \
    X(SAY_NUMBER, "say-number", "{label} {number}")                                                \
    X(SAY_GROUND_HERE, "say-ground-here", "stands on {ground}")                                    \
    X(SAY_NEXT_TO, "say-next-to", "next to {things}")                                              \
    X(SAY_REACH, "say-reach", "on foot in reach: {things}")                                        \
    X(SAY_AT, "say-at", "{piece} on {place}")                                                      \
    X(SAY_PANEL, "say-panel", "{panel}: {label}: {items}.")                                        \
    X(SAY_SCORE, "say-score", "{colour} {number}")                                                 \
    X(SAY_SCORES, "say-scores", "Score: {scores}.")

#define DRAW_PHRASE_NAME(name, key, english) DRAW_##name,
enum draw_phrase { DRAW_PHRASES(DRAW_PHRASE_NAME) DRAW_PHRASE_COUNT };
