/* SPDX-License-Identifier: MIT */
/* The game as tables: pieces, grounds, kinds of orders. A further box is more rows, not more
 * branches. */
#include "games/dungeon_twister/tables.h"

#define ROPE_COPY(n)                                                                               \
    DT_TERM_ROPE, .flags = DT_FLAG(DT_IS_ROPE), .box = DT_BOX_EITHER, .like = DT_ROPE, .copy = (n)

/* Catalogue, overview tables; DT-OBJ for the bonuses, DT-EXIT-02 and -03 for the points. */
const struct dt_kind dt_kinds[DT_KINDS] = {
    [DT_CLERIC] = {"cleric", DT_TERM_CLERIC, .speed = 4, .strength = 2, .out_points = 1,
                   .kill_points = 1, .carries = 1, .beginner = true, .flags = DT_FLAG(DT_HEALS)},
    [DT_GOBLIN] = {"goblin", DT_TERM_GOBLIN, .speed = 4, .strength = 1, .out_points = 2,
                   .kill_points = 1, .carries = 1, .beginner = true},
    [DT_MEKANORK] = {"mekanork", DT_TERM_MEKANORK, .speed = 3, .strength = 2, .out_points = 1,
                     .kill_points = 1, .carries = 1, .flags = DT_FLAG(DT_TURNS_FREELY)},
    [DT_THIEF] = {"thief", DT_TERM_THIEF, .speed = 5, .strength = 2, .out_points = 1,
                  .kill_points = 1, .carries = 1, .beginner = true,
                  .flags = DT_FLAG(DT_WALKS_PITS) | DT_FLAG(DT_BRIDGES) | DT_FLAG(DT_LIFTS_GATES)},
    [DT_TROLL] = {"troll", DT_TERM_TROLL, .speed = 2, .strength = 4, .out_points = 1,
                  .kill_points = 1, .carries = 1, .beginner = true,
                  .flags = DT_FLAG(DT_REGENERATES)},
    [DT_WALL_WALKER] = {"wall-walker", DT_TERM_WALL_WALKER, .speed = 4, .strength = 1,
                        .out_points = 1, .kill_points = 1, .carries = 1,
                        .flags = DT_FLAG(DT_STEPS_WALLS)},
    [DT_WARRIOR] = {"warrior", DT_TERM_WARRIOR, .speed = 3, .strength = 3, .out_points = 1,
                    .kill_points = 1, .carries = 1, .beginner = true,
                    .flags = DT_FLAG(DT_BREAKS_GATES)},
    [DT_WIZARD] = {"wizard", DT_TERM_WIZARD, .speed = 4, .strength = 1, .out_points = 1,
                   .kill_points = 1, .carries = 1, .beginner = true,
                   .flags = DT_FLAG(DT_FLIES) | DT_FLAG(DT_USES_WAND) | DT_FLAG(DT_USES_MAGIC)},
    [DT_ARMOR] = {"armor", DT_TERM_ARMOR, .defence = 1},
    [DT_WAND] = {"wand", DT_TERM_WAND, .beginner = true, .flags = DT_FLAG(DT_IS_WAND)},
    [DT_ROPE] = {"rope", DT_TERM_ROPE, .beginner = true, .flags = DT_FLAG(DT_IS_ROPE),
                 .box = DT_BOX_EITHER, .copy = 1},
    [DT_POTION] = {"potion", DT_TERM_POTION, .flags = DT_FLAG(DT_IS_POTION)},
    [DT_SWORD] = {"sword", DT_TERM_SWORD, .attack = 1, .beginner = true},
    [DT_TREASURE] = {"treasure", DT_TERM_TREASURE, .out_points = 1, .beginner = true},
    [DT_RED_DRAGON] = {"red-dragon", DT_TERM_RED_DRAGON, .strength = 6, .out_points = 1,
                       .kill_points = 2, .carries = 1,
                       .flags = DT_FLAG(DT_BREATHES) | DT_FLAG(DT_IS_DRAGON),
                       .box = DT_BOX_EXPANSION},
    [DT_ELF_SCOUT] = {"elf-scout", DT_TERM_ELF_SCOUT, .speed = 7, .strength = 1, .out_points = 1,
                      .kill_points = 1, .carries = 1, .flags = DT_FLAG(DT_RUNS_PITS),
                      .box = DT_BOX_EXPANSION},
    [DT_GHOST] = {"ghost", DT_TERM_GHOST, .speed = 3, .out_points = 1, .kill_points = 1,
                  .flags = DT_FLAG(DT_PASSES_ALL), .box = DT_BOX_EXPANSION},
    [DT_GOLEM] = {"golem", DT_TERM_GOLEM, .speed = 2, .strength = 4, .out_points = 1,
                  .kill_points = 1, .carries = 1, .flags = DT_FLAG(DT_BREACHES),
                  .box = DT_BOX_EXPANSION},
    [DT_ILLUSIONIST] = {"illusionist", DT_TERM_ILLUSIONIST, .speed = 4, .strength = 1,
                        .out_points = 1, .kill_points = 1, .carries = 1,
                        .flags = DT_FLAG(DT_CONJURES) | DT_FLAG(DT_USES_MAGIC),
                        .box = DT_BOX_EXPANSION},
    [DT_WEAPONS_MASTER] = {"weapons-master", DT_TERM_WEAPONS_MASTER, .speed = 3, .strength = 3,
                           .out_points = 1, .kill_points = 1, .carries = 1,
                           .flags = DT_FLAG(DT_SEES_CARDS), .box = DT_BOX_EXPANSION},
    [DT_PALADIN] = {"paladin", DT_TERM_PALADIN, .speed = 4, .strength = 3, .out_points = 1,
                    .kill_points = 1, .carries = 2, .box = DT_BOX_EXPANSION},
    [DT_PICKPOCKET] = {"pickpocket", DT_TERM_PICKPOCKET, .speed = 6, .strength = 2, .out_points = 1,
                       .kill_points = 1, .carries = 1, .flags = DT_FLAG(DT_STEALS),
                       .box = DT_BOX_EXPANSION},
    [DT_RING] = {"ring", DT_TERM_RING, .flags = DT_FLAG(DT_IS_RING), .box = DT_BOX_EXPANSION},
    [DT_SHIELD] = {"shield", DT_TERM_SHIELD, .flags = DT_FLAG(DT_IS_SHIELD),
                   .box = DT_BOX_EXPANSION},
    [DT_KEY] = {"key", DT_TERM_KEY, .flags = DT_FLAG(DT_IS_KEY), .box = DT_BOX_EXPANSION,
                .copy = 1},
    [DT_SCROLL] = {"scroll", DT_TERM_SCROLL, .flags = DT_FLAG(DT_IS_SCROLL),
                   .box = DT_BOX_EXPANSION},
    [DT_SLAYER] = {"slayer", DT_TERM_SLAYER, .flags = DT_FLAG(DT_IS_SLAYER),
                   .box = DT_BOX_EXPANSION, .slays = 4},
    [DT_ROPE_2] = {"rope-2", ROPE_COPY(2)},
    [DT_ROPE_3] = {"rope-3", ROPE_COPY(3)},
    [DT_ROPE_4] = {"rope-4", ROPE_COPY(4)},
    [DT_KEY_2] = {"key-2", DT_TERM_KEY, .flags = DT_FLAG(DT_IS_KEY), .box = DT_BOX_EXPANSION,
                  .like = DT_KEY, .copy = 2},
};

#define SOLID  .solid = true, .rough = true
#define HOLE   .obstacle = true, .rough = true
#define DEADLY .anchor = true, .deadly = true, .rough = true
const struct dt_ground_row dt_grounds[DT_GROUNDS] = {
    [DT_GROUND_NONE] = {"ground.none", 0, .stand = false},
    [DT_GROUND_FLOOR] = {"ground.floor", '.', .stand = true, .place = true, .anchor = true,
                         .plain = true},
    [DT_GROUND_GEAR] = {"ground.gear", 'R', .stand = true, .place = true, .anchor = true,
                        .gear = true},
    [DT_GROUND_PIT] = {"ground.pit", 'P', HOLE},
    [DT_GROUND_LINE] = {"ground.line", 0, .stand = true, .anchor = true},
    [DT_GROUND_RIFT] = {"ground.rift", 'X', HOLE, .rift = true},
    [DT_GROUND_ROCKS] = {"ground.rocks", 'K', DEADLY},
    [DT_GROUND_FOUNTAIN] = {"ground.fountain", 'F', SOLID, .fountain = true},
    [DT_GROUND_PENTACLE] = {"ground.pentacle", '*', .stand = true, .anchor = true,
                            .pentacle = true},
    [DT_GROUND_MISTY_FLOOR] = {"ground.mist", '.', .mist = true, .stand = true, .anchor = true},
    [DT_GROUND_MISTY_GEAR] = {"ground.mist", 'R', .mist = true, .stand = true, .anchor = true,
                              .gear = true},
    [DT_GROUND_MISTY_PIT] = {"ground.mist", 'P', .mist = true, HOLE},
    [DT_GROUND_MISTY_ROCKS] = {"ground.mist", 'K', .mist = true, DEADLY},
    [DT_GROUND_FALSE_PIT] = {"ground.pit", 0, HOLE},
    [DT_GROUND_RUBBLE] = {"ground.rubble", 0, SOLID, .barred = true},
};

const char *const dt_illusion_words[DT_ILLUSIONS] = {"pit", "rubble"};

const char *const dt_direction_words[DT_DIRECTIONS] = {"north", "east", "south", "west"};
const int dt_step[DT_DIRECTIONS] = {10, 1, -10, -1};

#define DT_ORDER_KINDS_ROW(name, key, flags) [DT_ORDER_##name] = {key, flags},
const struct order_kind dt_order_kinds[DT_ORDERS] = {DT_ORDER_LIST(DT_ORDER_KINDS_ROW)};

#define DT_TOPICS_TEXT(name, key) [DT_TOPIC_##name] = key,
const char *const dt_topics[DT_TOPICS] = {DT_TOPIC_LIST(DT_TOPICS_TEXT)};

#define DT_EVENTS_TEXT(name, key) [DT_EVENT_##name] = key,
const char *const dt_events[DT_EVENTS] = {DT_EVENT_LIST(DT_EVENTS_TEXT)};

#define DT_TERMS_TEXT(name, key) [DT_TERM_##name] = key,
const char *const dt_terms[DT_TERMS] = {DT_TERM_LIST(DT_TERMS_TEXT)};

const char *const dt_versions[] = {"base-1", "boxes-1", "boxes-2", NULL};
const struct dt_version dt_version_rows[] = {
    {.files = 1, .boxes = false, .spans = false},
    {.files = 2, .boxes = true, .spans = false},
    {.files = 2, .boxes = true, .spans = true},
};
