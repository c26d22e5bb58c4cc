/* SPDX-License-Identifier: MIT */
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

static const struct game_text words = {
    .options = wb_options,
    .kinds = wb_order_kinds,
    .kind_count = WB_ORDER_KINDS,
    .topics = wb_topics,
    .topic_count = WB_TOPICS,
    .events = wb_events,
    .event_count = WB_EVENTS,
    .terms = wb_terms,
    .term_count = WB_TERM_COUNT,
    .write_options = wb_write_options,
    .parse = wb_parse,
    .resolve = wb_resolve,
    .read_order = wb_read_order,
    .write_order = wb_write_order,
    .write = wb_write_position,
    .read = wb_read_position,
};

static const struct game_rules rules = {
    .load = wb_load,
    .setup = wb_setup,
    .open_decisions = wb_open_decisions,
    .check = wb_check,
    .legal = wb_legal,
    .apply = wb_apply,
    .draw_order = wb_draw_order,
    .outcome = wb_outcome,
    .invariant = wb_invariant,
};

static const struct game_secrets secrets = {
    .of_order = wb_secrets,
    .may_know = wb_may_know,
    .view = wb_view,
    .learn = wb_learn,
};

static const struct game_show show = {.scene = wb_scene, .introduce = wb_introduce};

static const struct game_standing standing = {
    .parse = wb_standing_parse,
    .is_canonical = wb_standing_is_canonical,
    .judge = wb_standing_judge,
    .answer = wb_standing_answer,
    .term = wb_standing_term,
};

const struct game welcome_back = {
    .name = "welcome_back",
    .title = "Welcome Back to the Dungeon",
    .state_bytes = sizeof(struct wb_state),
    .rulebook_bytes = sizeof(struct wb_rulebook),
    .seats_min = WB_SEATS_MIN,
    .seats_max = WB_SEATS_MAX,
    .files = files,
    .versions = versions,
    .text = &words,
    .rules = &rules,
    .secrets = &secrets,
    .show = &show,
    .standing = &standing,
    .practice = &wb_practice,
};
