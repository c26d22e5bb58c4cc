/* SPDX-License-Identifier: MIT */
/* The game's table of slots, by which the rest of the program knows it. */
#include "games/dungeon_twister/dungeon_twister.h"

#include "games/dungeon_twister/apply.h"
#include "games/dungeon_twister/check.h"
#include "games/dungeon_twister/decide.h"
#include "games/dungeon_twister/diagram.h"
#include "games/dungeon_twister/flow.h"
#include "games/dungeon_twister/legal.h"
#include "games/dungeon_twister/order_text.h"
#include "games/dungeon_twister/parse.h"
#include "games/dungeon_twister/position.h"
#include "games/dungeon_twister/practice.h"
#include "games/dungeon_twister/resolve.h"
#include "games/dungeon_twister/seals.h"
#include "games/dungeon_twister/setup.h"
#include "games/dungeon_twister/standing.h"

_Static_assert(sizeof(struct dt_state) <= GAME_STATE_MAX, "the state fits");
_Static_assert(sizeof(struct dt_rulebook) <= GAME_RULEBOOK_MAX, "the rulebook fits");

static const char *const files[] = {"dungeon_twister.rooms", "paladins_dragons.rooms", NULL};

static unsigned file_count(const char *version)
{
    unsigned row = 0;

    while (dt_versions[row] && !text_equal(dt_versions[row], version))
        row++;
    return dt_versions[row] ? dt_version_rows[row].files : sizeof files / sizeof *files - 1;
}

static void outcome(const void *rulebook, const void *state, struct outcome *outcome)
{
    const struct dt_state *at = state;

    (void)rulebook;
    *outcome = (struct outcome){.reason = dt_end_words[at->end]};
    for (unsigned side = 0; side < DT_SIDES; side++)
        outcome->score[side + 1] = at->score[side];
    if (at->phase != DT_PHASE_OVER)
        return;
    outcome->over = at->winner ? GAME_WON : GAME_DRAWN;
    outcome->winner = at->winner;
}

static const struct game_text words = {
    .options = dt_options,
    .kinds = dt_order_kinds,
    .kind_count = DT_ORDERS,
    .topics = dt_topics,
    .topic_count = DT_TOPICS,
    .events = dt_events,
    .event_count = DT_EVENTS,
    .terms = dt_terms,
    .term_count = DT_TERMS,
    .write_options = dt_write_options,
    .parse = dt_parse,
    .resolve = dt_resolve,
    .read_order = dt_read_order,
    .write_order = dt_write_order,
    .write = dt_write_position,
    .read = dt_read_position,
    .write_place = dt_write_place,
};

static const char *offered(const void *state, unsigned seat)
{
    const struct dt_state *own = state;

    return own->offers & ~(1u << (seat - 1)) && !(own->offers & 1u << (seat - 1)) ? "draw" : NULL;
}

/* A fireball or a breath strikes all on a square. */
static bool hurts_own(const void *state, const struct order *order)
{
    const struct dt_state *own = state;
    unsigned square;

    if (order->kind != DT_ORDER_FIRE)
        return false;
    square = dt_line_of_sight(own, own->where[dt_actor(own->active, order->arg[0])],
                              (unsigned)order->arg[2]);
    return square != DT_NONE && own->at[square] & DT_CHARACTERS & DT_SIDE(own->active);
}

static const struct game_rules rules = {
    .load = dt_load,
    .setup = dt_setup,
    .open_decisions = dt_open_decisions,
    .check = dt_check_order,
    .legal = dt_legal,
    .offered = offered,
    .hurts_own = hurts_own,
    .apply = dt_apply,
    .draw_order = dt_draw_order,
    .outcome = outcome,
    .invariant = dt_invariant,
};

static const struct game_secrets secrets = {
    .held = dt_held_seals,
    .of_order = dt_secrets,
    .may_know = dt_may_know,
    .view = dt_view,
};

static const struct game_show show = {
    .scene = dt_scene, .introduce = dt_introduce, .points = dt_points};
static const struct game_standing standing = {
    .parse = dt_standing_parse,
    .is_canonical = dt_standing_is_canonical,
    .judge = dt_standing_judge,
    .settle = dt_standing_settle,
    .answer = dt_standing_answer,
};

const struct game dungeon_twister = {
    .name = "dungeon_twister",
    .title = "Dungeon Twister",
    .state_bytes = sizeof(struct dt_state),
    .rulebook_bytes = sizeof(struct dt_rulebook),
    .seats_min = DT_SIDES,
    .seats_max = DT_SIDES,
    .files = files,
    .versions = dt_versions,
    .file_count = file_count,
    .text = &words,
    .rules = &rules,
    .secrets = &secrets,
    .show = &show,
    .standing = &standing,
    .practice = &dt_practice,
};
