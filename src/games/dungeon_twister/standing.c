/* SPDX-License-Identifier: MIT */
/* Decides what a standing line orders in a position, and when it lapses. Its words are read in
 * standing_parse.c. */
#include "games/dungeon_twister/standing.h"

#include "games/dungeon_twister/check.h"
#include "games/dungeon_twister/combat.h"
#include "games/dungeon_twister/flow.h"
#include "games/dungeon_twister/legal.h"
#include "games/dungeon_twister/line_text.h"
#include "games/dungeon_twister/resolve.h"

/* ---- answering ---- */

/* A question put to a line. */
struct asking {
    const void *rulebook;
    const struct dt_state *view;
    const struct decision *decision;
    unsigned side;
    struct order *list;
};

static bool is_near(const struct dt_state *view, unsigned token, unsigned target)
{
    unsigned square = view->where[token], direction;

    if (token == target)
        return true;
    if (!dt_on_board(view, token) || !dt_on_board(view, target))
        return false;
    direction = dt_direction(square, view->where[target]);
    return square == view->where[target] ||
           (direction != DT_NONE && view->pass[square] >> direction & 1);
}

static bool parties_hold(const struct dt_state *view, const struct dt_answer *answer)
{
    for (unsigned i = 0; i < answer->party_count; i++) {
        unsigned token = answer->party[i].token, relations = answer->party[i].relations;

        if ((relations & DT_FIGHTS && view->fighters >> token & 1) ||
            (relations & DT_NEAR && is_near(view, token, view->target)))
            return true;
    }
    return answer->party_count == 0;
}

static bool stands_on(const struct dt_state *view, int token, int square)
{
    uint64_t set = token < DT_EITHER ? DT_BIT(token)
                                     : DT_BIT(token - DT_EITHER) |
                                           DT_BIT(dt_token(1, (unsigned)(token - DT_EITHER)));

    return (view->at[square] & set) != 0;
}

static bool holds(const struct asking *asking, const struct dt_answer *answer)
{
    const struct dt_state *view = asking->view;
    unsigned side = asking->side;

    if (answer->on == DT_ON_REVEAL && answer->slot != (int)view->slot)
        return false;
    if ((answer->on == DT_ON_ATTACKED || answer->on == DT_ON_ATTACKING) &&
        !parties_hold(view, answer))
        return false;
    if (answer->ahead >= 0 || answer->behind >= 0) {
        int lead = (int)dt_side_strength(view, side) - (int)dt_side_strength(view, 1 - side);

        if ((answer->ahead >= 0 && lead < answer->ahead) ||
            (answer->behind >= 0 && -lead < answer->behind))
            return false;
    }
    for (unsigned card = 0; card < DT_CARD_VALUES; card++)
        if (answer->gone >> card & 1 && view->combat[1 - side][card])
            return false;
    for (unsigned i = 0; i < answer->spot_count; i++)
        if (!stands_on(view, answer->spot[i].token, answer->spot[i].square))
            return false;
    return answer->points < 0 || view->ap <= answer->points;
}

static unsigned give(const struct asking *asking, enum dt_order_kind kind, unsigned count,
                     int first, int second)
{
    struct order *order = asking->list;

    memset(order, 0, sizeof *order);
    order->kind = (uint16_t)kind;
    order->seat = asking->decision->seat;
    order->count = (uint8_t)count;
    order->arg[0] = (int16_t)first;
    order->arg[1] = (int16_t)second;
    return dt_check_order(asking->rulebook, asking->view, order, NULL) == VERDICT_DONE;
}

/* The token to be placed that a line means, or DT_NONE. */
static unsigned meant(const struct dt_state *view, int token)
{
    unsigned kind = dt_kind_of((unsigned)token);
    uint64_t set =
        token < DT_EITHER ? dt_alike(kind) & DT_SIDE(dt_side_of((unsigned)token)) : dt_alike(kind);

    set &= dt_share(view);
    return set ? dt_first(set) : DT_NONE;
}

/* All that may be put. */
static unsigned give_puts(const struct asking *asking)
{
    struct order *list = asking->list;
    unsigned all = dt_legal(asking->rulebook, asking->view, asking->decision->seat, list);
    unsigned kept = 0;

    for (unsigned i = 0; i < all; i++)
        if (list[i].kind == DT_ORDER_PUT)
            list[kept++] = list[i];
    return kept;
}

static unsigned give_put(const struct asking *asking, const struct dt_deed *deed)
{
    unsigned token;

    if (deed->value == DT_ANY_TOKEN)
        return give_puts(asking);
    token = meant(asking->view, deed->value);
    if (token == DT_NONE || dt_slot_of(asking->view, (unsigned)deed->square) != asking->view->slot)
        return 0;
    return give(asking, DT_ORDER_PUT, 2, (int)token, deed->square);
}

/* All that may be laid, as far as the line allows it, or every team. */
static unsigned give_places(const struct asking *asking, const struct dt_deed *deed)
{
    struct order *list = asking->list;
    unsigned all = dt_legal(asking->rulebook, asking->view, asking->decision->seat, list);
    unsigned kept = 0;

    for (unsigned i = 0; i < all; i++)
        if (list[i].kind == DT_ORDER_TEAM ||
            ((deed->value == DT_ANY_KIND || deed->value == list[i].arg[0]) &&
             deed->slots >> list[i].arg[1] & 1))
            list[kept++] = list[i];
    return kept;
}

/* A destination gets its way from the position, where that is plain. */
static unsigned give_order(const struct asking *asking, const struct order *order)
{
    struct order choices[CHOICES_MAX];
    unsigned count = 0;

    if (dt_check_order(asking->rulebook, asking->view, order, NULL) == VERDICT_DONE) {
        asking->list[0] = *order;
        return 1;
    }
    return order->kind == DT_ORDER_GO &&
           dt_resolve(asking->rulebook, asking->view, order, asking->list, choices, &count, NULL) ==
               VERDICT_DONE;
}

static unsigned topic_of_order(const struct order *order)
{
    switch (order->kind) {
    case DT_ORDER_TEAM:
        return DT_TOPIC_TEAM;
    case DT_ORDER_CHOOSE:
        return DT_TOPIC_FORCE;
    case DT_ORDER_PICK:
    case DT_ORDER_PAIR:
        return DT_TOPIC_PICK;
    case DT_ORDER_CARD:
        return DT_TOPIC_CARD;
    default:
        return DT_TOPIC_ACT;
    }
}

/* What a deed is an answer to; DT_TOPICS: to anything. */
static unsigned topic_of(const struct dt_deed *deed)
{
    switch (deed->kind) {
    case DT_DEED_COMBAT:
        return DT_TOPIC_COMBAT;
    case DT_DEED_PUT:
    case DT_DEED_LEAVE:
        return DT_TOPIC_PUT;
    case DT_DEED_PLACE:
        return DT_TOPIC_PLACE;
    case DT_DEED_TEAM:
        return DT_TOPIC_TEAM;
    case DT_DEED_ORDER:
        return topic_of_order(&deed->order);
    default:
        return DT_TOPICS;
    }
}

/* Whoever leaves all to a lot leaves it his team, too, while that is asked. */
static bool is_about(const struct dt_deed *deed, unsigned topic)
{
    return topic_of(deed) == topic || (topic == DT_TOPIC_TEAM && deed->kind == DT_DEED_PLACE &&
                                       deed->value == DT_ANY_KIND && deed->slots == DT_ALL_SLOTS);
}

static unsigned carry_out(const struct asking *asking, const struct dt_deed *deed)
{
    switch (is_about(deed, asking->decision->topic) ? deed->kind : DT_DEED_NONE) {
    case DT_DEED_COMBAT:
        return give(asking, DT_ORDER_COMBAT, 1, deed->value, 0);
    case DT_DEED_LEAVE:
        return give(asking, DT_ORDER_LEAVE, 0, 0, 0);
    case DT_DEED_PUT:
        return give_put(asking, deed);
    case DT_DEED_PLACE:
    case DT_DEED_TEAM:
        return give_places(asking, deed);
    case DT_DEED_ORDER:
        return give_order(asking, &deed->order);
    default:
        return 0;
    }
}

static bool speaks_of_combat(const struct dt_answer *answer)
{
    return answer->on == DT_ON_ATTACKED || answer->on == DT_ON_ATTACKING || answer->ahead >= 0 ||
           answer->behind >= 0;
}

/* Does the line speak of the kind of question that is asked? */
static bool speaks_to(const struct asking *asking, const struct dt_answer *answer)
{
    unsigned topic = asking->decision->topic, first = topic_of(&answer->deed[0]);
    bool attacks;

    if (first != DT_TOPICS && !is_about(&answer->deed[0], topic))
        return false;
    if (speaks_of_combat(answer) && topic != DT_TOPIC_COMBAT)
        return false;
    if (answer->on == DT_ON_REVEAL && topic != DT_TOPIC_PUT)
        return false;
    if (topic != DT_TOPIC_COMBAT || answer->on == DT_ON_ANYTHING)
        return true;
    attacks = asking->side == dt_side_of(asking->view->attacker);
    return answer->on == (attacks ? DT_ON_ATTACKING : DT_ON_ATTACKED);
}

void dt_standing_answer(const void *rulebook, const void *view, const struct decision *decision,
                        const char *text, size_t length, struct order *list,
                        struct line_answer *answered)
{
    struct asking asking = {rulebook, view, decision, decision->seat - 1u, list};
    struct dt_answer answer;

    *answered = (struct line_answer){.says = LINE_OTHER};
    if (decision->kind != DECISION_ORDER ||
        !dt_read_answer(rulebook, decision->seat, text, length, &answer) ||
        !speaks_to(&asking, &answer))
        return;
    for (unsigned i = holds(&asking, &answer) ? 0 : 1; i < answer.deed_count; i++) {
        answered->otherwise = i > 0;
        if (answer.deed[i].kind == DT_DEED_ASK) {
            answered->says = LINE_ASKS;
            return;
        }
        answered->count = carry_out(&asking, &answer.deed[i]);
        if (answered->count) {
            answered->says = LINE_ORDERS;
            return;
        }
    }
}

/* ---- leaving, and lapsing ---- */

/* Is that to be laid, or does he begin, whom this game does not have? */
static bool is_unknown(const struct dt_state *view, const struct dt_deed *deed)
{
    const bool team = deed->kind == DT_DEED_ORDER && deed->order.kind == DT_ORDER_TEAM;

    for (unsigned i = 0; team && i < deed->order.count; i++)
        if (!dt_is_available(&view->agreed, (unsigned)deed->order.arg[i]))
            return true;
    return deed->kind == DT_DEED_PLACE && deed->value != DT_ANY_KIND &&
           !dt_is_available(&view->agreed, (unsigned)deed->value);
}

/* Is what will be laid still to be chosen? "And whatever you like" speaks of that choice then. */
static bool is_early(const struct dt_state *view, const struct dt_answer *answer)
{
    bool chooses = view->phase == DT_PHASE_FORCES || view->phase == DT_PHASE_FIRST_PICKER ||
                   view->phase == DT_PHASE_PICK;

    return chooses && answer->deed_count && answer->deed[0].kind == DT_DEED_PLACE;
}

static bool deed_is_dead(const struct dt_state *view, unsigned side, const struct dt_deed *deed)
{
    if (deed->kind == DT_DEED_COMBAT)
        return !view->combat[side][deed->value];
    return is_unknown(view, deed) ||
           (deed->kind == DT_DEED_PLACE && view->phase > DT_PHASE_PLACE) ||
           (deed->kind == DT_DEED_TEAM && view->phase > DT_PHASE_TEAMS);
}

/* "If attacked: put any": what it orders answers no question that it speaks of. */
static bool is_never(const struct dt_answer *answer)
{
    unsigned topic = answer->deed_count ? topic_of(&answer->deed[0]) : DT_TOPICS;

    return topic != DT_TOPICS && ((speaks_of_combat(answer) && topic != DT_TOPIC_COMBAT) ||
                                  (answer->on == DT_ON_REVEAL && topic != DT_TOPIC_PUT));
}

/* Can the line ever serve? A card that is gone never will. */
static enum verdict_kind judge(const struct dt_state *view, unsigned side,
                               const struct dt_answer *answer, struct verdict *verdict)
{
    unsigned dead = 0;

    if (view->phase == DT_PHASE_OVER)
        return dt_verdict(verdict, DT_RULE_GAME_OVER);
    if (is_early(view, answer))
        return verdict_illegal(verdict, "PD-MODE-03", "standing.early");
    for (unsigned i = 0; i < answer->deed_count; i++) {
        const struct dt_deed *deed = &answer->deed[i];

        if (deed->kind == DT_DEED_COMBAT && deed->value >= DT_CARD_VALUES)
            return dt_verdict(verdict, DT_RULE_CARD_NONE);
        dead += deed_is_dead(view, side, deed);
    }
    if (dead < answer->deed_count)
        return verdict_done(verdict);
    if (is_unknown(view, &answer->deed[0]))
        return dt_verdict(verdict,
                          view->agreed.beginner ? DT_RULE_NOT_IN_GAME : DT_RULE_NOT_IN_FORCE);
    return answer->deed[0].kind == DT_DEED_COMBAT
               ? dt_verdict(verdict, DT_RULE_COMBAT_NO_CARD)
               : verdict_illegal(verdict, "DT-SETUP-04", "standing.placed");
}

enum verdict_kind dt_standing_judge(const void *rulebook, const void *view, unsigned seat,
                                    const char *text, size_t length, bool leaving,
                                    struct verdict *verdict)
{
    struct dt_answer answer;

    if (!dt_read_answer(rulebook, seat, text, length, &answer))
        return verdict_malformed(verdict, "line-exact", 1, NULL, 0);
    if (leaving && is_never(&answer))
        return verdict_illegal(verdict, "DT-COMBAT-03", "standing.never");
    return judge(view, seat - 1, &answer, verdict);
}

bool dt_standing_is_canonical(const void *rulebook, unsigned seat, const char *text, size_t length)
{
    struct dt_answer answer;

    return dt_read_answer(rulebook, seat, text, length, &answer);
}

bool dt_standing_settle(const void *rulebook, const void *view, unsigned seat, const char *text,
                        size_t length, struct text *out)
{
    const struct dt_state *at = view;
    const bool puts = at->phase == DT_PHASE_PUT_FIRST || at->phase == DT_PHASE_PUT_SECOND;
    struct dt_answer answer;
    struct dt_deed *deed = &answer.deed[0];

    if (!dt_read_answer(rulebook, seat, text, length, &answer) || answer.on != DT_ON_ANYTHING ||
        answer.deed_count != 1 || !is_about(deed, DT_TOPIC_TEAM) || deed->kind == DT_DEED_ORDER ||
        !(puts || (deed->kind == DT_DEED_TEAM && at->phase == DT_PHASE_PLACE)))
        return false;
    if (puts) {
        answer.on = DT_ON_REVEAL;
        answer.slot = (int)at->slot;
        *deed = (struct dt_deed){.kind = DT_DEED_PUT, .value = DT_ANY_TOKEN};
    } else
        *deed =
            (struct dt_deed){.kind = DT_DEED_PLACE, .value = DT_ANY_KIND, .slots = DT_ALL_SLOTS};
    dt_write_answer(rulebook, &answer, out);
    return true;
}
