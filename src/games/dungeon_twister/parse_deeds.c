/* SPDX-License-Identifier: MIT */
/* Reads the deeds of an Action that are no movement: attack, heal, turn, fire, and so on. */
#include "games/dungeon_twister/parse_p.h"

/* "the wizard opens the room": the one that he can */
static enum verdict_kind parse_reveal(struct dt_line *line)
{
    int slot = ORDER_UNKNOWN;

    if (!dt_accept_slot(line, &slot) && !line->of_room)
        return dt_wanted(line, "slot-wanted");
    dt_add(line, slot);
    return VERDICT_DONE;
}

static enum verdict_kind parse_rotate(struct dt_line *line)
{
    int slot = ORDER_UNKNOWN, turn = ORDER_UNKNOWN;

    for (;;) {
        if (dt_accept(line, DT_TERM_CW) || dt_accept(line, DT_TERM_EAST))
            turn = 0;
        else if (dt_accept(line, DT_TERM_CCW) || dt_accept(line, DT_TERM_WEST))
            turn = 1;
        else if (!dt_accept_slot(line, &slot) && !dt_accept(line, DT_TERM_TO) &&
                 !dt_accept(line, DT_TERM_ROTATE) && !dt_accept(line, DT_TERM_GEAR) &&
                 !dt_accept(line, DT_TERM_OWN))
            break;
    }
    dt_add(line, slot);
    dt_add(line, turn);
    return VERDICT_DONE;
}

enum verdict_kind dt_parse_attack(struct dt_line *line)
{
    const struct dt_atom *verb = &line->atom[line->at ? line->at - 1 : 0];
    int token;

    while (dt_accept(line, DT_TERM_ATTACK) || dt_accept(line, DT_TERM_TO))
        ;
    if (!dt_peek(line)) { /* "attack!": whoever can be */
        dt_add(line, ORDER_UNKNOWN);
        return VERDICT_DONE;
    }
    if (!dt_accept_token(line, &token))
        return dt_wanted(line, "character-wanted");
    if (dt_kind_of((unsigned)token) >= DT_CHARACTER_KINDS && dt_is_term(verb, DT_TERM_TAKE)) {
        line->order->kind = DT_ORDER_GO; /* "goes for the rope" */
        dt_add(line, ORDER_UNKNOWN);
        dt_add(line, DT_TAKE + token);
        return VERDICT_DONE;
    }
    if (dt_kind_of((unsigned)token) >= DT_CHARACTER_KINDS)
        return dt_wanted(line, "character-wanted");
    if (token >= DT_EITHER) /* an enemy of who acts */
        token = (int)dt_token(line->order->arg[0] >= DT_CHARMED ? line->side : 1 - line->side,
                              (unsigned)token - DT_EITHER);
    dt_add(line, token);
    return VERDICT_DONE;
}

/* "the goblin is healed by the cleric": who heals stands last. */
static bool accept_healer(struct dt_line *line)
{
    unsigned before = line->at;
    int healed = line->order->arg[0], healer;

    if (healed != ORDER_UNKNOWN && healed < DT_CHARMED &&
        (dt_accept(line, DT_TERM_BY) || dt_accept(line, DT_TERM_VIA)) &&
        dt_accept_subject(line, &healer)) {
        line->order->arg[0] = (int16_t)healer;
        dt_add(line, DT_EITHER + healed);
        return true;
    }
    line->at = before;
    return false;
}

enum verdict_kind dt_parse_heal(struct dt_line *line)
{
    int token;

    if (accept_healer(line))
        return VERDICT_DONE;
    dt_accept(line, DT_TERM_TO);
    if (!dt_peek(line)) {
        dt_add(line, ORDER_UNKNOWN);
        return VERDICT_DONE;
    }
    if (!dt_accept_token(line, &token) || dt_kind_of((unsigned)token) >= DT_CHARACTER_KINDS)
        return dt_wanted(line, "character-wanted");
    dt_add(line, token);
    return VERDICT_DONE;
}

static enum verdict_kind parse_breach(struct dt_line *line);

/* Who breaks walls breaks no gate. */
static bool breaches(const struct dt_line *line)
{
    int who = line->order->arg[0];

    return who >= 0 && who < DT_TOKENS && dt_is((unsigned)who, DT_BREACHES);
}

/* "the gate of his left": a side that is named, and not what pays. */
static bool accept_of_edge(struct dt_line *line)
{
    unsigned before = line->at;
    const struct dt_atom *atom;

    if (dt_accept(line, DT_TERM_FROM) && (atom = dt_peek(line)) != NULL &&
        (dt_is_direction(atom) || atom->kind == DT_ATOM_PLACE))
        return true;
    line->at = before;
    return false;
}

static enum verdict_kind parse_gate(struct dt_line *line)
{
    const struct dt_atom *atom = dt_peek(line);
    int edge[2] = {ORDER_UNKNOWN, ORDER_UNKNOWN};
    unsigned count = 0;

    if (line->order->kind == DT_ORDER_BREAK && (dt_has(line, DT_TERM_WALL) || breaches(line))) {
        line->order->kind = DT_ORDER_BREACH;
        return parse_breach(line);
    }
    if (line->order->kind == DT_ORDER_LIFT && !dt_has(line, DT_TERM_GATE) &&
        (atom && atom->kind == DT_ATOM_PLACE ? atom->value < 0
                                             : line->of_room)) { /* "open room w2" */
        line->order->kind = DT_ORDER_REVEAL;
        return parse_reveal(line);
    }
    while (dt_accept(line, DT_TERM_GATE) || dt_accept(line, DT_TERM_TO) ||
           dt_accept(line, DT_TERM_VIA) || accept_of_edge(line) ||
           (count < 2 && dt_accept_step(line, &edge[count]) && ++count))
        ;
    dt_add(line, edge[0]);
    dt_add(line, edge[1]);
    return VERDICT_DONE;
}

/* "with the wand": nothing else fires. */
static void accept_wand(struct dt_line *line)
{
    unsigned before = line->at;

    if (!dt_accept(line, DT_TERM_WITH) || !dt_accept(line, DT_TERM_WAND))
        line->at = before;
}

enum verdict_kind dt_parse_fire(struct dt_line *line)
{
    int aim;
    bool is_wand = dt_has(line, DT_TERM_WAND) && /* and "tira", *drops*, is no shot at anybody */
                   !(line->at && dt_is_term(&line->atom[line->at - 1], DT_TERM_DROP));

    while (dt_accept(line, DT_TERM_WAND) || dt_accept(line, DT_TERM_TO) ||
           dt_accept(line, DT_TERM_ATTACK) || dt_accept(line, DT_TERM_FIRE))
        ;
    if (dt_accept_direction(line, &aim))
        dt_add(line, aim);
    else if (dt_accept_token(line, &aim) && dt_kind_of((unsigned)aim) < DT_CHARACTER_KINDS)
        dt_add(line, DT_AIM + aim);
    else if (is_wand)
        dt_add(line, ORDER_UNKNOWN); /* whoever can be hit */
    else
        return dt_wanted(line, "direction-wanted");
    accept_wand(line);
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

    while (dt_accept(line, DT_TERM_TO) || dt_accept(line, DT_TERM_MOVE))
        ;
    if (!dt_accept_square(line, &square))
        return dt_wanted(line, "square-wanted");
    dt_add(line, square);
    return VERDICT_DONE;
}

static enum verdict_kind parse_steal(struct dt_line *line)
{
    int token;

    int from;

    if (!dt_accept_token(line, &token))
        return dt_wanted(line, "token-wanted");
    dt_add(line, token);
    if (dt_accept(line, DT_TERM_FROM) || dt_accept(line, DT_TERM_TO) || dt_peek(line)) {
        if (!dt_accept_token(line, &from) || dt_kind_of((unsigned)from) >= DT_CHARACTER_KINDS)
            return dt_wanted(line, "character-wanted");
        dt_add(line, DT_MEET + (int)dt_kind_of((unsigned)from));
    }
    return VERDICT_DONE;
}

static enum verdict_kind parse_breach(struct dt_line *line)
{
    int direction;

    while (dt_accept(line, DT_TERM_WALL) || dt_accept(line, DT_TERM_TO) ||
           dt_accept(line, DT_TERM_FROM) || dt_accept(line, DT_TERM_VIA))
        ;
    if (!dt_accept_direction(line, &direction))
        return dt_wanted(line, "direction-wanted");
    dt_accept(line, DT_TERM_WALL); /* "the western wall" */
    dt_add(line, direction);
    return VERDICT_DONE;
}

static enum verdict_kind parse_dispel(struct dt_line *line)
{
    if (dt_accept(line, DT_TERM_PIT))
        dt_add(line, DT_FALSE_PIT);
    else if (dt_accept(line, DT_TERM_RUBBLE))
        dt_add(line, DT_RUBBLE);
    else
        return dt_wanted(line, "illusion-wanted");
    return VERDICT_DONE;
}

static enum verdict_kind parse_conjure(struct dt_line *line)
{
    enum verdict_kind kind = parse_dispel(line);

    return kind == VERDICT_DONE ? parse_square(line) : kind;
}

enum verdict_kind dt_parse_nothing(struct dt_line *line)
{
    (void)line;
    return VERDICT_DONE;
}

/* What a character can be ordered to do, by the word that says so. */
const struct dt_deed dt_deeds[DT_DEEDS] = {
    {DT_TERM_JUMP, DT_ORDER_JUMP, dt_parse_jump},
    {DT_TERM_STEP, DT_ORDER_STEP, dt_parse_step},
    {DT_TERM_REVEAL, DT_ORDER_REVEAL, parse_reveal},
    {DT_TERM_ROTATE, DT_ORDER_ROTATE, parse_rotate},
    {DT_TERM_ATTACK, DT_ORDER_ATTACK, dt_parse_attack},
    {DT_TERM_HEAL, DT_ORDER_HEAL, dt_parse_heal},
    {DT_TERM_REGENERATE, DT_ORDER_REGENERATE, dt_parse_nothing},
    {DT_TERM_LIFT, DT_ORDER_LIFT, parse_gate},
    {DT_TERM_LOWER, DT_ORDER_LOWER, parse_gate},
    {DT_TERM_BREAK, DT_ORDER_BREAK, parse_gate},
    {DT_TERM_FIRE, DT_ORDER_FIRE, dt_parse_fire},
    {DT_TERM_DRINK, DT_ORDER_DRINK, parse_drink},
    {DT_TERM_RECOVER, DT_ORDER_RECOVER, dt_parse_nothing},
    {DT_TERM_TELEPORT, DT_ORDER_TELEPORT, parse_square},
    {DT_TERM_CHARM, DT_ORDER_CHARM, dt_parse_attack},
    {DT_TERM_STEAL, DT_ORDER_STEAL, parse_steal},
    {DT_TERM_BREACH, DT_ORDER_BREACH, parse_breach},
    {DT_TERM_CONJURE, DT_ORDER_CONJURE, parse_conjure},
    {DT_TERM_DISPEL, DT_ORDER_DISPEL, parse_dispel},
    {DT_TERM_COMBAT, DT_ORDER_ATTACK, dt_parse_attack},
};

unsigned dt_deed_of(unsigned term)
{
    unsigned deed = 0;

    while (deed < DT_DEEDS && dt_deeds[deed].term != term)
        deed++;
    return deed;
}

/* What each thing is used for. */
static const struct {
    uint16_t thing, deed;
} uses[] = {{DT_TERM_WAND, DT_TERM_FIRE},       {DT_TERM_POTION, DT_TERM_DRINK},
            {DT_TERM_KEY, DT_TERM_LIFT},        {DT_TERM_RING, DT_TERM_TELEPORT},
            {DT_TERM_GEAR, DT_TERM_ROTATE},     {DT_TERM_SCROLL, DT_TERM_CHARM},
            {DT_TERM_FOUNTAIN, DT_TERM_RECOVER}};
enum { USES = sizeof uses / sizeof *uses };

static unsigned accept_use(struct dt_line *line)
{
    unsigned before = line->at, deed = DT_DEEDS;

    dt_accept(line, DT_TERM_USE);
    for (unsigned i = 0; i < USES && deed == DT_DEEDS; i++)
        if (dt_accept(line, uses[i].thing))
            deed = dt_deed_of(uses[i].deed);
    if (deed == DT_DEEDS)
        line->at = before;
    else
        while (dt_accept(line, DT_TERM_TO) || dt_accept(line, DT_TERM_WITH) ||
               dt_accept(line, DT_TERM_NEAR) || dt_accept(line, dt_deeds[deed].term))
            ;
    return deed;
}

/* The deed whose word stands next; DT_DEEDS if none does. */
unsigned dt_accept_deed(struct dt_line *line)
{
    unsigned deed = 0;

    while (deed < DT_DEEDS && !dt_accept(line, dt_deeds[deed].term))
        deed++;
    return deed < DT_DEEDS ? deed : accept_use(line);
}

bool dt_is_deed(const struct dt_atom *atom)
{
    for (unsigned deed = 0; deed < DT_DEEDS; deed++)
        if (dt_is_term(atom, dt_deeds[deed].term))
            return true;
    return false;
}
