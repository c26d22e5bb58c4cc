#include "games/dungeon_twister/tables.h"

/* Catalogue, overview tables; DT-OBJ for the bonuses, DT-EXIT-02 and -03 for the points. */
const struct dt_kind dt_kinds[DT_KINDS] = {
    [DT_CLERIC] = {"cleric", DT_TERM_CLERIC, 4, 2, 0, 0, 1, 1, 1, true, DT_FLAG(DT_HEALS)},
    [DT_GOBLIN] = {"goblin", DT_TERM_GOBLIN, 4, 1, 0, 0, 2, 1, 1, true, 0},
    [DT_MEKANORK] = {"mekanork", DT_TERM_MEKANORK, 3, 2, 0, 0, 1, 1, 1, false,
                     DT_FLAG(DT_TURNS_FREELY)},
    [DT_THIEF] = {"thief", DT_TERM_THIEF, 5, 2, 0, 0, 1, 1, 1, true,
                  DT_FLAG(DT_WALKS_PITS) | DT_FLAG(DT_BRIDGES) | DT_FLAG(DT_LIFTS_GATES)},
    [DT_TROLL] = {"troll", DT_TERM_TROLL, 2, 4, 0, 0, 1, 1, 1, true, DT_FLAG(DT_REGENERATES)},
    [DT_WALL_WALKER] = {"wall-walker", DT_TERM_WALL_WALKER, 4, 1, 0, 0, 1, 1, 1, false,
                        DT_FLAG(DT_STEPS_WALLS)},
    [DT_WARRIOR] = {"warrior", DT_TERM_WARRIOR, 3, 3, 0, 0, 1, 1, 1, true,
                    DT_FLAG(DT_BREAKS_GATES)},
    [DT_WIZARD] = {"wizard", DT_TERM_WIZARD, 4, 1, 0, 0, 1, 1, 1, true,
                   DT_FLAG(DT_FLIES) | DT_FLAG(DT_USES_WAND)},
    [DT_ARMOR] = {"armor", DT_TERM_ARMOR, 0, 0, 0, 1, 0, 0, 0, false, 0},
    [DT_WAND] = {"wand", DT_TERM_WAND, 0, 0, 0, 0, 0, 0, 0, true, DT_FLAG(DT_IS_WAND)},
    [DT_ROPE] = {"rope", DT_TERM_ROPE, 0, 0, 0, 0, 0, 0, 0, true, DT_FLAG(DT_IS_ROPE)},
    [DT_POTION] = {"potion", DT_TERM_POTION, 0, 0, 0, 0, 0, 0, 0, false, DT_FLAG(DT_IS_POTION)},
    [DT_SWORD] = {"sword", DT_TERM_SWORD, 0, 0, 1, 0, 0, 0, 0, true, 0},
    [DT_TREASURE] = {"treasure", DT_TERM_TREASURE, 0, 0, 0, 0, 1, 0, 0, true, 0},
};

const struct dt_ground_row dt_grounds[DT_GROUNDS] = {
    [DT_GROUND_NONE] = {"ground.none", 0, false, false, false, false},
    [DT_GROUND_FLOOR] = {"ground.floor", '.', true, true, true, false},
    [DT_GROUND_GEAR] = {"ground.gear", 'R', true, true, true, false},
    [DT_GROUND_PIT] = {"ground.pit", 'P', false, false, false, true},
    [DT_GROUND_LINE] = {"ground.line", 0, true, false, true, false},
};

const char *const dt_direction_words[DT_DIRECTIONS] = {"north", "east", "south", "west"};
const int dt_step[DT_DIRECTIONS] = {10, 1, -10, -1};

const struct order_kind dt_order_kinds[DT_ORDERS] = {
#define X(name, key, flags) [DT_ORDER_##name] = {key, flags},
    DT_ORDER_LIST(X)
#undef X
};

const char *const dt_topics[DT_TOPICS] = {
#define X(name, key) [DT_TOPIC_##name] = key,
    DT_TOPIC_LIST(X)
#undef X
};

const char *const dt_events[DT_EVENTS] = {
#define X(name, key) [DT_EVENT_##name] = key,
    DT_EVENT_LIST(X)
#undef X
};

const char *const dt_terms[DT_TERMS] = {
#define X(name, key) [DT_TERM_##name] = key,
    DT_TERM_LIST(X)
#undef X
};

const char *const dt_versions[] = {"base-1", NULL};
