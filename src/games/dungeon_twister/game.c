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
#include "games/dungeon_twister/survey.h"

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
    .options = dt_options,
    .kinds = dt_order_kinds,
    .kind_count = DT_ORDERS,
    .topics = dt_topics,
    .topic_count = DT_TOPICS,
    .events = dt_events,
    .event_count = DT_EVENTS,
    .terms = dt_terms,
    .term_count = DT_TERMS,
    .load = dt_load,
    .survey = dt_survey,
    .write_options = dt_write_options,
    .setup = dt_setup,
    .read_order = dt_read_order,
    .write_order = dt_write_order,
    .secrets = dt_secrets,
    .may_know = dt_may_know,
    .held_seals = dt_held_seals,
    .parse = dt_parse,
    .resolve = dt_resolve,
    .check = dt_check_order,
    .legal = dt_legal,
    .apply = dt_apply,
    .open_decisions = dt_open_decisions,
    .draw_order = dt_draw_order,
    .view = dt_view,
    .standing = dt_standing,
    .practice = &dt_practice,
    .outcome = outcome,
    .scene = dt_scene,
    .write = dt_write_position,
    .read = dt_read_position,
    .invariant = dt_invariant,
    .write_place = dt_write_place,
};
