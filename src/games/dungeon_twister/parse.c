#include "games/dungeon_twister/parse.h"

#include <string.h>

#include "games/dungeon_twister/line.h"

static void add(struct dt_line *line, int arg)
{
    if (line->order->count < ORDER_ARGS_MAX)
        line->order->arg[line->order->count++] = (int16_t)arg;
}

/* "to the wizard", "from the wizard" behind what is given or taken: where it is done. */
static void accept_partner(struct dt_line *line, unsigned preposition)
{
    unsigned before = line->at;
    int kind;

    if (dt_accept(line, preposition) && dt_accept_subject(line, &kind))
        add(line, DT_MEET + kind);
    else
        line->at = before;
}

/* A take, drop or swap; false when the next word is none. */
static bool accept_act(struct dt_line *line)
{
    int token = DT_EITHER + DT_WHATEVER;

    if (dt_accept(line, DT_TERM_TAKE)) {
        dt_accept_token(line, &token);
        accept_partner(line, DT_TERM_FROM);
        add(line, DT_TAKE + token);
        return true;
    }
    if (dt_accept(line, DT_TERM_DROP) || dt_accept(line, DT_TERM_LEAVE)) {
        dt_accept_token(line, &token);
        accept_partner(line, DT_TERM_TO);
        add(line, DT_DROP + token);
        return true;
    }
    if (!dt_accept(line, DT_TERM_SWAP))
        return false;
    dt_accept_token(line, &token); /* whichever is named, one goes and the other comes */
    dt_accept(line, DT_TERM_WITH);
    dt_accept_token(line, &token);
    add(line, DT_DROP + DT_EITHER + DT_WHATEVER);
    add(line, DT_TAKE + DT_EITHER + DT_WHATEVER);
    return true;
}

static enum verdict_kind parse_jump(struct dt_line *line)
{
    int first, second;

    dt_accept(line, DT_TERM_TO);
    dt_accept(line, DT_TERM_VIA);
    if (!dt_accept_step(line, &first))
        return dt_wanted(line, "square-wanted");
    dt_accept(line, DT_TERM_TO);
    if (!dt_accept_step(line, &second)) {
        second = first;
        first = ORDER_UNKNOWN;
    }
    add(line, first);
    add(line, second);
    return VERDICT_DONE;
}

static enum verdict_kind parse_step(struct dt_line *line)
{
    int step;

    dt_accept(line, DT_TERM_VIA);
    dt_accept(line, DT_TERM_WALL);
    dt_accept(line, DT_TERM_TO);
    if (!dt_accept_step(line, &step))
        return dt_wanted(line, "square-wanted");
    add(line, step);
    return VERDICT_DONE;
}

/* "c4 c5 take sword d5" or "to d5 via c5 take sword". */
static enum verdict_kind parse_move(struct dt_line *line)
{
    int goal = -1, step;
    unsigned steps = 0;

    line->order->kind = DT_ORDER_MOVE;
    for (;;) {
        if (dt_accept(line, DT_TERM_TO)) {
            if (goal >= 0 || !dt_accept_square(line, &goal))
                return dt_wanted(line, "square-wanted");
        } else if (dt_accept_step(line, &step)) {
            add(line, step);
            steps++;
        } else if (line->order->count == 2 && goal < 0 && dt_accept(line, DT_TERM_WALL)) {
            line->order->kind = DT_ORDER_STEP; /* "walks through the wall to d5" */
            return parse_step(line);
        } else if (!accept_act(line) && !dt_accept(line, DT_TERM_VIA) &&
                   !dt_accept(line, DT_TERM_MOVE)) {
            break;
        }
    }
    if (goal < 0)
        return steps ? VERDICT_DONE : dt_wanted(line, "square-wanted");
    line->order->kind = DT_ORDER_GO;
    if (line->order->count == ORDER_ARGS_MAX)
        return dt_wanted(line, "line-too-long");
    memmove(line->order->arg + 3, line->order->arg + 2,
            (line->order->count - 2u) * sizeof *line->order->arg);
    line->order->arg[2] = (int16_t)goal;
    line->order->count++;
    return VERDICT_DONE;
}

static enum verdict_kind parse_reveal(struct dt_line *line)
{
    int slot;

    if (!dt_accept_slot(line, &slot))
        return dt_wanted(line, "slot-wanted");
    add(line, slot);
    return VERDICT_DONE;
}

static enum verdict_kind parse_rotate(struct dt_line *line)
{
    int slot = ORDER_UNKNOWN, turn = ORDER_UNKNOWN;

    for (;;) {
        if (dt_accept(line, DT_TERM_CW))
            turn = 0;
        else if (dt_accept(line, DT_TERM_CCW))
            turn = 1;
        else if (!dt_accept_slot(line, &slot))
            break;
    }
    add(line, slot);
    add(line, turn);
    return VERDICT_DONE;
}

static enum verdict_kind parse_attack(struct dt_line *line)
{
    int token;

    if (!dt_accept_token(line, &token) || dt_kind_of((unsigned)token) >= DT_CHARACTER_KINDS)
        return dt_wanted(line, "character-wanted");
    if (token >= DT_EITHER) /* an enemy of who acts */
        token = (int)dt_token(line->order->arg[0] >= DT_CHARMED ? line->side : 1 - line->side,
                              (unsigned)token - DT_EITHER);
    add(line, token);
    return VERDICT_DONE;
}

static enum verdict_kind parse_heal(struct dt_line *line)
{
    int token;

    if (!dt_accept_token(line, &token) || dt_kind_of((unsigned)token) >= DT_CHARACTER_KINDS)
        return dt_wanted(line, "character-wanted");
    add(line, token);
    return VERDICT_DONE;
}

static enum verdict_kind parse_gate(struct dt_line *line)
{
    int first = ORDER_UNKNOWN, second = ORDER_UNKNOWN;

    dt_accept(line, DT_TERM_GATE);
    if (dt_accept_step(line, &first))
        dt_accept_step(line, &second);
    dt_accept(line, DT_TERM_GATE);
    add(line, first);
    add(line, second);
    return VERDICT_DONE;
}

static enum verdict_kind parse_fire(struct dt_line *line)
{
    int aim;

    dt_accept(line, DT_TERM_WAND);
    dt_accept(line, DT_TERM_TO);
    if (dt_accept_direction(line, &aim))
        add(line, aim);
    else if (dt_accept_token(line, &aim) && dt_kind_of((unsigned)aim) < DT_CHARACTER_KINDS)
        add(line, DT_AIM + aim);
    else
        return dt_wanted(line, "direction-wanted");
    return VERDICT_DONE;
}

static enum verdict_kind parse_drink(struct dt_line *line)
{
    dt_accept(line, DT_TERM_POTION);
    return VERDICT_DONE;
}

static enum verdict_kind parse_square(struct dt_line *line)
{
    int square;

    dt_accept(line, DT_TERM_TO);
    if (!dt_accept_square(line, &square))
        return dt_wanted(line, "square-wanted");
    add(line, square);
    return VERDICT_DONE;
}

static enum verdict_kind parse_steal(struct dt_line *line)
{
    int token;

    if (!dt_accept_token(line, &token))
        return dt_wanted(line, "token-wanted");
    add(line, token);
    return VERDICT_DONE;
}

static enum verdict_kind parse_breach(struct dt_line *line)
{
    int direction;

    dt_accept(line, DT_TERM_WALL);
    dt_accept(line, DT_TERM_TO);
    if (!dt_accept_direction(line, &direction))
        return dt_wanted(line, "direction-wanted");
    add(line, direction);
    return VERDICT_DONE;
}

static enum verdict_kind parse_dispel(struct dt_line *line)
{
    if (dt_accept(line, DT_TERM_PIT))
        add(line, DT_FALSE_PIT);
    else if (dt_accept(line, DT_TERM_RUBBLE))
        add(line, DT_RUBBLE);
    else
        return dt_wanted(line, "illusion-wanted");
    return VERDICT_DONE;
}

static enum verdict_kind parse_conjure(struct dt_line *line)
{
    enum verdict_kind kind = parse_dispel(line);

    return kind == VERDICT_DONE ? parse_square(line) : kind;
}

static enum verdict_kind parse_nothing(struct dt_line *line)
{
    (void)line;
    return VERDICT_DONE;
}

/* What a character can be ordered to do, by the word that says so. */
static const struct {
    uint16_t term;
    uint8_t kind;
    enum verdict_kind (*parse)(struct dt_line *line);
} deeds[] = {
    {DT_TERM_JUMP, DT_ORDER_JUMP, parse_jump},
    {DT_TERM_STEP, DT_ORDER_STEP, parse_step},
    {DT_TERM_REVEAL, DT_ORDER_REVEAL, parse_reveal},
    {DT_TERM_ROTATE, DT_ORDER_ROTATE, parse_rotate},
    {DT_TERM_ATTACK, DT_ORDER_ATTACK, parse_attack},
    {DT_TERM_HEAL, DT_ORDER_HEAL, parse_heal},
    {DT_TERM_REGENERATE, DT_ORDER_REGENERATE, parse_nothing},
    {DT_TERM_LIFT, DT_ORDER_LIFT, parse_gate},
    {DT_TERM_LOWER, DT_ORDER_LOWER, parse_gate},
    {DT_TERM_BREAK, DT_ORDER_BREAK, parse_gate},
    {DT_TERM_FIRE, DT_ORDER_FIRE, parse_fire},
    {DT_TERM_DRINK, DT_ORDER_DRINK, parse_drink},
    {DT_TERM_RECOVER, DT_ORDER_RECOVER, parse_nothing},
    {DT_TERM_TELEPORT, DT_ORDER_TELEPORT, parse_square},
    {DT_TERM_CHARM, DT_ORDER_CHARM, parse_attack},
    {DT_TERM_STEAL, DT_ORDER_STEAL, parse_steal},
    {DT_TERM_BREACH, DT_ORDER_BREACH, parse_breach},
    {DT_TERM_CONJURE, DT_ORDER_CONJURE, parse_conjure},
    {DT_TERM_DISPEL, DT_ORDER_DISPEL, parse_dispel},
};
enum { DEEDS = sizeof deeds / sizeof *deeds };

/* The deed whose word stands next; DEEDS if none does. */
static unsigned accept_deed(struct dt_line *line)
{
    unsigned deed = 0;

    while (deed < DEEDS && !dt_accept(line, deeds[deed].term))
        deed++;
    return deed;
}

static enum verdict_kind parse_account(struct dt_line *line)
{
    if (!dt_accept(line, DT_TERM_FROM))
        return VERDICT_DONE;
    if (dt_accept(line, DT_TERM_CARD))
        line->order->arg[1] = DT_ACCOUNT_CARD;
    else if (dt_accept(line, DT_TERM_POTION))
        line->order->arg[1] = DT_ACCOUNT_POTION;
    else
        return dt_wanted(line, "account-wanted");
    return VERDICT_DONE;
}

/* A line that speaks of an Action: who first, or the verb first. */
static enum verdict_kind parse_action(struct dt_line *line)
{
    int who = ORDER_UNKNOWN;
    bool subject = dt_accept_actor(line, &who), moves = dt_accept(line, DT_TERM_MOVE);
    unsigned deed = moves ? DEEDS : accept_deed(line);
    enum verdict_kind kind;

    if (!subject && !moves && deed == DEEDS)
        return dt_wanted(line, "order-unknown");
    if (!subject && (moves || (deed < DEEDS && deeds[deed].parse != parse_heal &&
                               deeds[deed].parse != parse_attack)))
        subject = dt_accept_subject(line, &who);
    if (!subject && moves)
        return dt_wanted(line, "character-wanted");
    add(line, who);
    add(line, DT_ACCOUNT_DEFAULT);
    if (deed < DEEDS) {
        line->order->kind = deeds[deed].kind;
        kind = deeds[deed].parse(line);
    } else {
        kind = parse_move(line);
    }
    if (kind == VERDICT_DONE && who == ORDER_UNKNOWN && dt_accept(line, DT_TERM_WITH) &&
        dt_accept_subject(line, &who))
        line->order->arg[0] = (int16_t)who;
    return kind == VERDICT_DONE ? parse_account(line) : kind;
}

static enum verdict_kind parse_team(struct dt_line *line)
{
    for (unsigned i = 0; i < DT_TEAM; i++) {
        int kind;

        if (!dt_accept_subject(line, &kind))
            return dt_wanted(line, "character-wanted");
        add(line, kind);
    }
    return VERDICT_DONE;
}

/* "place rope e2", "put goblin c8": the place tells which, and resolve where both could be. */
static enum verdict_kind parse_place(struct dt_line *line)
{
    const struct dt_atom *atom;
    int token, place = 0;

    if (!dt_accept_token(line, &token))
        return dt_wanted(line, "token-wanted");
    dt_accept(line, DT_TERM_TO);
    atom = dt_peek(line);
    if (!atom || atom->kind != DT_ATOM_PLACE)
        return dt_wanted(line, "slot-wanted");
    if (atom->slot >= 0 && (line->order->kind == DT_ORDER_PLACE || atom->value < 0)) {
        line->order->kind = DT_ORDER_PLACE;
        dt_accept_slot(line, &place);
        token = (int)dt_kind_of((unsigned)token);
    } else {
        line->order->kind = DT_ORDER_PUT;
        dt_accept_square(line, &place);
    }
    add(line, token);
    add(line, place);
    return VERDICT_DONE;
}

static enum verdict_kind parse_choice(struct dt_line *line)
{
    int token;

    if (!dt_accept_token(line, &token))
        return dt_wanted(line, "token-wanted");
    add(line, (int)dt_kind_of((unsigned)token));
    return VERDICT_DONE;
}

static enum verdict_kind parse_card(struct dt_line *line)
{
    int number;

    if (!dt_accept_number(line, &number))
        return dt_wanted(line, "number-wanted");
    add(line, number);
    return VERDICT_DONE;
}

/* Orders that are no Actions, by their first word. */
static const struct {
    uint16_t term;
    uint8_t kind;
    enum verdict_kind (*parse)(struct dt_line *line);
} heads[] = {
    {DT_TERM_CHOOSE, DT_ORDER_CHOOSE, parse_choice},
    {DT_TERM_PICK, DT_ORDER_PICK, parse_choice},
    {DT_TERM_TAKE, DT_ORDER_CHOOSE, parse_choice}, /* "pick" means this, behind a character */
    {DT_TERM_PAIR, DT_ORDER_PAIR, parse_card},
    {DT_TERM_TEAM, DT_ORDER_TEAM, parse_team},
    {DT_TERM_PLACE, DT_ORDER_PLACE, parse_place},
    {DT_TERM_PUT, DT_ORDER_PUT, parse_place},
    {DT_TERM_CARD, DT_ORDER_CARD, parse_card},
    {DT_TERM_COMBAT, DT_ORDER_COMBAT, parse_card},
    {DT_TERM_LEAVE, DT_ORDER_LEAVE, parse_nothing},
    {DT_TERM_END, DT_ORDER_END, parse_nothing},
    {DT_TERM_RESIGN, DT_ORDER_RESIGN, parse_nothing},
    {DT_TERM_NO_DRAW, DT_ORDER_NO_DRAW, parse_nothing},
    {DT_TERM_DRAW, DT_ORDER_DRAW, parse_nothing},
};

static enum verdict_kind parse_order(struct dt_line *line)
{
    const struct dt_atom *first = dt_peek(line);

    if (!first)
        return verdict_malformed(line->verdict, "line-empty", 1, NULL, 0);
    if (first->kind == DT_ATOM_NUMBER) {
        line->order->kind = DT_ORDER_CARD;
        return parse_card(line);
    }
    for (unsigned i = 0; i < sizeof heads / sizeof *heads; i++)
        if (dt_accept(line, heads[i].term)) {
            line->order->kind = heads[i].kind;
            return heads[i].parse(line);
        }
    return parse_action(line);
}

enum verdict_kind dt_parse(const void *rulebook, const struct lexicon *lexicon, unsigned seat,
                           const char *text, size_t length, struct order *order,
                           struct verdict *verdict)
{
    struct order own = {.seat = (uint8_t)seat};
    struct dt_line line;
    enum verdict_kind kind = dt_line_init(&line, lexicon, seat, text, length, verdict);

    (void)rulebook;
    line.order = &own;
    if (kind == VERDICT_DONE)
        kind = parse_order(&line);
    if (kind == VERDICT_DONE && dt_peek(&line))
        kind = dt_wanted(&line, "word-not-here");
    if (kind != VERDICT_DONE)
        return kind;
    *order = own;
    return verdict_done(verdict);
}
