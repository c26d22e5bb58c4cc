/* The slots of the game, gathered. */
#include "games/welcome_back/game.h"

#include "games/welcome_back/apply.h"
#include "games/welcome_back/cards.h"
#include "games/welcome_back/check.h"
#include "games/welcome_back/decisions.h"
#include "games/welcome_back/diagram.h"
#include "games/welcome_back/order_text.h"
#include "games/welcome_back/parse.h"
#include "games/welcome_back/position.h"
#include "games/welcome_back/practice.h"
#include "games/welcome_back/setup.h"
#include "games/welcome_back/standing.h"
#include "games/welcome_back/view.h"

_Static_assert(sizeof(struct wb_state) <= GAME_STATE_MAX, "a state fits the contract");
_Static_assert(sizeof(struct wb_rulebook) <= GAME_RULEBOOK_MAX, "a rulebook fits the contract");

static const char *const files[] = {"welcome_back.cards", NULL};
static const char *const versions[] = {"1", NULL};

/* Nothing here lies on squares. */
static void write_place(int place, struct text *out)
{
    text_put_int(out, place);
}

const struct game welcome_back = {
    .name = "welcome_back",
    .title = "Welcome Back to the Dungeon",
    .state_bytes = sizeof(struct wb_state),
    .rulebook_bytes = sizeof(struct wb_rulebook),
    .seats_min = WB_SEATS_MIN,
    .seats_max = WB_SEATS_MAX,
    .files = files,
    .versions = versions,
    .options = wb_options,
    .kinds = wb_order_kinds,
    .kind_count = WB_ORDER_KINDS,
    .topics = wb_topics,
    .topic_count = WB_TOPICS,
    .events = wb_events,
    .event_count = WB_EVENTS,
    .terms = wb_terms,
    .term_count = WB_TERM_COUNT,
    .load = wb_load,
    .write_options = wb_write_options,
    .setup = wb_setup,
    .parse = wb_parse,
    .read_order = wb_read_order,
    .write_order = wb_write_order,
    .secrets = wb_secrets,
    .may_know = wb_may_know,
    .resolve = wb_resolve,
    .check = wb_check,
    .legal = wb_legal,
    .apply = wb_apply,
    .open_decisions = wb_open_decisions,
    .draw_order = wb_draw_order,
    .view = wb_view,
    .outcome = wb_outcome,
    .scene = wb_scene,
    .write = wb_write_position,
    .read = wb_read_position,
    .write_place = write_place,
    .invariant = wb_invariant,
    .standing = wb_standing,
    .standing_term = wb_standing_term,
    .practice = &wb_practice,
    .standing_joins = wb_standing_joins,
};
