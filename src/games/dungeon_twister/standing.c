/* SPDX-License-Identifier: MIT */
#include "games/dungeon_twister/standing.h"

#include <string.h>

#include "games/dungeon_twister/check.h"
#include "games/dungeon_twister/flow.h"
#include "games/dungeon_twister/line.h"
#include "rules/standing.h"

enum { PARTIES_MAX = 8 };

enum relation { RELATION_FIGHTS = 1, RELATION_NEAR = 2 };
enum event_kind { ON_ANYTHING, ON_ATTACKED, ON_ATTACKING, ON_REVEAL };
enum deed_kind { DEED_NONE, DEED_CARD, DEED_PUT, DEED_LEAVE, DEED_ASK };

struct deed {
    enum deed_kind kind;
    int value;  /* card, or token as dt_accept_token gives it */
    int square; /* of DEED_PUT */
};

/* A line, read. */
struct answer {
    enum event_kind on;
    int slot; /* of ON_REVEAL */
    unsigned party_count;
    struct {
        uint8_t token;
        uint8_t relations; /* any of these */
    } party[PARTIES_MAX];
    struct deed deed, otherwise;
};

/* ---- reading ---- */

/* "with or near my troll, by the goblin": any of these is enough. */
static enum verdict_kind read_parties(struct dt_line *line, struct answer *answer)
{
    unsigned relations = 0, side = line->side;

    for (;;) {
        int token;

        if (dt_accept(line, DT_TERM_WITH)) {
            relations |= RELATION_FIGHTS;
            side = line->side;
        } else if (dt_accept(line, DT_TERM_BY)) {
            relations |= RELATION_FIGHTS;
            side = 1 - line->side;
        } else if (dt_accept(line, DT_TERM_NEAR)) {
            relations |= RELATION_NEAR;
        } else if (dt_accept(line, DT_TERM_OR)) {
            continue;
        } else if (relations && dt_accept_token(line, &token)) {
            if (dt_kind_of((unsigned)token) >= DT_CHARACTER_KINDS ||
                answer->party_count == PARTIES_MAX)
                return dt_wanted(line, "character-wanted");
            if (token >= DT_EITHER)
                token = (int)dt_token(side, dt_kind_of((unsigned)token));
            answer->party[answer->party_count].token = (uint8_t)token;
            answer->party[answer->party_count++].relations = (uint8_t)relations;
            if (!dt_peek(line) || !dt_accept(line, DT_TERM_OR))
                return VERDICT_DONE;
        } else {
            return relations ? dt_wanted(line, "character-wanted") : VERDICT_DONE;
        }
    }
}

static enum verdict_kind read_condition(struct dt_line *line, struct answer *answer)
{
    if (dt_accept_slot(line, &answer->slot)) {
        answer->on = ON_REVEAL;
        return dt_accept(line, DT_TERM_REVEAL) ? VERDICT_DONE : dt_wanted(line, "condition-wanted");
    }
    if (dt_accept(line, DT_TERM_ATTACKED))
        answer->on = ON_ATTACKED;
    else if (dt_accept(line, DT_TERM_ATTACK))
        answer->on = ON_ATTACKING;
    else
        return dt_wanted(line, "condition-wanted");
    return read_parties(line, answer);
}

static enum verdict_kind read_deed(struct dt_line *line, struct deed *deed)
{
    if (dt_accept(line, DT_TERM_ASK)) {
        deed->kind = DEED_ASK;
    } else if (dt_accept(line, DT_TERM_LEAVE)) {
        deed->kind = DEED_LEAVE;
    } else if (dt_accept(line, DT_TERM_PUT) || dt_accept(line, DT_TERM_PLACE)) {
        deed->kind = DEED_PUT;
        if (!dt_accept_token(line, &deed->value))
            return dt_wanted(line, "token-wanted");
        if (!dt_accept_square(line, &deed->square))
            return dt_wanted(line, "square-wanted");
    } else {
        if (!dt_accept(line, DT_TERM_COMBAT))
            dt_accept(line, DT_TERM_CARD);
        deed->kind = DEED_CARD;
        if (!dt_accept_number(line, &deed->value))
            return dt_wanted(line, "number-wanted");
    }
    return VERDICT_DONE;
}

static enum verdict_kind read_answer(struct dt_line *line, struct answer *answer)
{
    enum verdict_kind kind = VERDICT_DONE;

    if (dt_accept(line, DT_TERM_IF))
        kind = read_condition(line, answer);
    if (kind == VERDICT_DONE)
        kind = read_deed(line, &answer->deed);
    if (kind == VERDICT_DONE && dt_accept(line, DT_TERM_ELSE))
        kind = read_deed(line, &answer->otherwise);
    if (kind == VERDICT_DONE && dt_peek(line))
        kind = dt_wanted(line, "word-not-here");
    return kind;
}

/* ---- answering ---- */

struct asking {
    const struct dt_state *state;
    const struct decision *decision;
    unsigned side;
    struct order *order;
    struct verdict *verdict;
};

static enum verdict_kind nothing(const struct asking *asking, const char *reason)
{
    return verdict_illegal(asking->verdict, "DT-COMBAT-04", reason);
}

static bool is_near(const struct dt_state *state, unsigned token, unsigned target)
{
    unsigned square = state->where[token], direction;

    if (token == target)
        return true;
    if (!dt_on_board(state, token) || !dt_on_board(state, target))
        return false;
    direction = dt_direction(square, state->where[target]);
    return square == state->where[target] ||
           (direction != DT_NONE && state->pass[square] >> direction & 1);
}

static bool holds(const struct dt_state *state, const struct answer *answer)
{
    if (answer->on == ON_REVEAL)
        return answer->slot == (int)state->slot;
    for (unsigned i = 0; i < answer->party_count; i++) {
        unsigned token = answer->party[i].token, relations = answer->party[i].relations;

        if ((relations & RELATION_FIGHTS && state->fighters >> token & 1) ||
            (relations & RELATION_NEAR && is_near(state, token, state->target)))
            return true;
    }
    return answer->party_count == 0;
}

static enum verdict_kind give(const struct asking *asking, enum dt_order_kind kind, unsigned count,
                              int first, int second)
{
    struct order *order = asking->order;

    memset(order, 0, sizeof *order);
    order->kind = (uint16_t)kind;
    order->seat = asking->decision->seat;
    order->count = (uint8_t)count;
    order->arg[0] = (int16_t)first;
    order->arg[1] = (int16_t)second;
    return verdict_done(asking->verdict);
}

/* The token to be placed that a line means, or DT_NONE. */
static unsigned meant(const struct dt_state *state, int token)
{
    unsigned kind = dt_kind_of((unsigned)token);
    uint64_t set =
        token < DT_EITHER ? dt_alike(kind) & DT_SIDE(dt_side_of((unsigned)token)) : dt_alike(kind);

    set &= dt_share(state);
    return set ? dt_first(set) : DT_NONE;
}

static enum verdict_kind carry_out(const struct asking *asking, const struct deed *deed)
{
    const struct dt_state *state = asking->state;
    bool combat = asking->decision->topic == DT_TOPIC_COMBAT;
    unsigned token;

    switch (deed->kind) {
    case DEED_ASK:
        return nothing(asking, STANDING_ASK);
    case DEED_CARD:
        return combat ? give(asking, DT_ORDER_COMBAT, 1, deed->value, 0)
                      : nothing(asking, STANDING_OTHER);
    case DEED_LEAVE:
        return combat ? nothing(asking, STANDING_OTHER) : give(asking, DT_ORDER_LEAVE, 0, 0, 0);
    case DEED_PUT:
        token = combat ? DT_NONE : meant(state, deed->value);
        if (token == DT_NONE || dt_slot_of(state, (unsigned)deed->square) != state->slot)
            return nothing(asking, STANDING_OTHER);
        return give(asking, DT_ORDER_PUT, 2, (int)token, deed->square);
    default:
        return nothing(asking, STANDING_OTHER);
    }
}

/* Does the line speak of the kind of question that is asked? */
static bool speaks_to(const struct asking *asking, const struct answer *answer)
{
    bool attacks = asking->side == dt_side_of(asking->state->attacker);

    if (asking->decision->topic == DT_TOPIC_PUT)
        return answer->on == ON_ANYTHING || answer->on == ON_REVEAL;
    if (asking->decision->topic != DT_TOPIC_COMBAT)
        return false;
    return answer->on == ON_ANYTHING || answer->on == (attacks ? ON_ATTACKING : ON_ATTACKED);
}

/* Can the line ever serve? A card that is gone never will. */
static enum verdict_kind judge(const struct dt_state *state, unsigned side,
                               const struct answer *answer, struct verdict *verdict)
{
    const struct deed *deeds[2] = {&answer->deed, &answer->otherwise};

    if (state->phase == DT_PHASE_OVER)
        return dt_verdict(verdict, DT_RULE_GAME_OVER);
    for (unsigned i = 0; i < 2; i++) {
        if (deeds[i]->kind != DEED_CARD)
            continue;
        if (deeds[i]->value >= DT_CARD_VALUES)
            return dt_verdict(verdict, DT_RULE_CARD_NONE);
        if (!state->combat[side][deeds[i]->value])
            return dt_verdict(verdict, DT_RULE_COMBAT_NO_CARD);
    }
    return verdict_done(verdict);
}

enum verdict_kind dt_standing(const void *rulebook, const struct lexicon *lexicon,
                              const void *state, const struct decision *decision, const char *text,
                              size_t length, struct order *order, struct verdict *verdict)
{
    unsigned seat = decision ? decision->seat : order->seat;
    struct asking asking = {state, decision, seat - 1, order, verdict};
    struct answer answer;
    struct dt_line line;
    enum verdict_kind kind = dt_line_init(&line, lexicon, seat, text, length, verdict);

    (void)rulebook;
    memset(&answer, 0, sizeof answer);
    if (kind == VERDICT_DONE)
        kind = read_answer(&line, &answer);
    if (kind != VERDICT_DONE)
        return kind;
    if (!decision)
        return judge(state, seat - 1, &answer, verdict);
    if (!speaks_to(&asking, &answer))
        return nothing(&asking, STANDING_OTHER);
    return carry_out(&asking, holds(state, &answer) ? &answer.deed : &answer.otherwise);
}
