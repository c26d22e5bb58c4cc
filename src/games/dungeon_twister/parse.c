/* SPDX-License-Identifier: MIT */
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
        dt_accept(line, DT_TERM_PARTICLE); /* "picks the rope up" */
        accept_partner(line, DT_TERM_FROM);
        add(line, DT_TAKE + token);
        return true;
    }
    if (dt_accept(line, DT_TERM_DROP) || dt_accept(line, DT_TERM_LEAVE)) {
        dt_accept_token(line, &token);
        dt_accept(line, DT_TERM_PARTICLE); /* "puts the rope down" */
        accept_partner(line, DT_TERM_TO);
        add(line, DT_DROP + token);
        return true;
    }
    if (!dt_accept(line, DT_TERM_SWAP))
        return false;
    dt_accept_token(line, &token); /* whichever is named, one goes and the other comes */
    if (dt_accept(line, DT_TERM_WITH) || dt_accept(line, DT_TERM_VIA) ||
        dt_accept(line, DT_TERM_TO))
        dt_accept_token(line, &token);
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

/* A way being read: squares in the order they are named, the last one or that behind "to" its goal.
 */
struct way {
    int goal;
    bool goes, over; /* a "to" was read; the next square is one to pass */
    bool taking;     /* what is taken up was named before any square */
    unsigned steps;
};

static void add_goal(struct dt_line *line, struct way *way, int square)
{
    if (way->goal >= 0) { /* it was on the way to this one */
        add(line, way->goal);
        way->steps++;
    }
    way->goal = square;
}

/* "sube", "goes down": a verb before here that tells where to. Of a language that is not the
 * writer's own it does not, for "sale" is *goes up* in one and *goes out* in the other. */
static bool climbs(const struct dt_line *line, int *towards)
{
    for (unsigned i = line->at; i-- > 0 && !line->lexicon->own;)
        if (dt_is_term(&line->atom[i], DT_TERM_RISE) || dt_is_term(&line->atom[i], DT_TERM_SINK)) {
            *towards = dt_is_term(&line->atom[i], DT_TERM_RISE) ? DT_NORTH : DT_SOUTH;
            return true;
        }
    return false;
}

/* "3 north", "north", "2" behind "goes down": as many steps that way. */
static bool accept_steps(struct dt_line *line, struct way *way)
{
    unsigned before = line->at, after;
    int times = 1, towards;
    bool counted;

    dt_accept(line, DT_TERM_FROM); /* "di due" */
    counted = dt_accept_number(line, &times);
    if (!counted)
        line->at = before;
    after = line->at;
    if (counted)
        dt_accept(line, DT_TERM_TO);
    if (!dt_accept_direction(line, &towards)) {
        line->at = after;
        if (!counted || (dt_peek(line) && dt_peek(line)->kind == DT_ATOM_PLACE) ||
            !climbs(line, &towards)) {
            line->at = before;
            return false;
        }
    }
    dt_accept_number(line, &times);
    for (int i = 0; i < times && i < ORDER_ARGS_MAX; i++, way->steps++)
        add(line, DT_TOWARDS + towards);
    return true;
}

static bool accept_square(struct dt_line *line, struct way *way)
{
    int square;

    if (!dt_accept_square(line, &square))
        return false;
    if (way->over || (way->goal < 0 && !way->taking)) {
        add(line, square);
        way->steps++;
    } else
        add_goal(line, way, square);
    way->over = false;
    return true;
}

/* One piece of a way; false when what stands next is none. */
static bool accept_piece(struct dt_line *line, struct way *way)
{
    unsigned before = line->at, acts = line->order->count;
    int square;

    if (dt_accept(line, DT_TERM_TO)) {
        way->goes = true;
        if (dt_accept_square(line, &square))
            add_goal(line, way, square);
        else if (!dt_peek(line))
            way->over = true; /* where to is wanted behind it */
        else if (!accept_steps(line, way) && !dt_accept(line, DT_TERM_MOVE))
            line->at = before;
        return line->at > before;
    }
    if (dt_accept(line, DT_TERM_FROM)) { /* where he stands, or that account */
        if (way->steps || way->goal >= 0 || !dt_accept_square(line, &square)) {
            line->at = before;
            return accept_steps(line, way);
        }
        if (way->taking)
            add_goal(line, way, square);
        else
            add(line, square);
        return line->at > before;
    }
    if (accept_steps(line, way) || accept_square(line, way) || dt_accept(line, DT_TERM_MOVE))
        return true;
    if (dt_accept(line, DT_TERM_VIA)) {
        way->over = !(way->steps || way->goal >= 0) ||
                    !(dt_accept(line, DT_TERM_WALL) || dt_accept(line, DT_TERM_GATE));
        return true;
    }
    if (!accept_act(line))
        return false;
    way->taking |= !way->steps && way->goal < 0 && line->order->arg[acts] < DT_DROP;
    return true;
}

/* "c4 c5 take sword d5", "to d5 via c5 take sword", "takes the sword". */
static enum verdict_kind parse_move(struct dt_line *line)
{
    struct way way = {.goal = -1};
    int towards;

    line->order->kind = DT_ORDER_MOVE;
    do {
        if (line->order->count == 2 && way.goal < 0 && dt_accept(line, DT_TERM_WALL)) {
            line->order->kind = DT_ORDER_STEP; /* "walks through the wall to d5" */
            return parse_step(line);
        }
    } while (accept_piece(line, &way));
    if (way.over)
        return dt_wanted(line, "square-wanted");
    if (way.goal < 0 && !way.steps && !way.taking && !dt_peek(line) && climbs(line, &towards)) {
        add(line, DT_TOWARDS + towards); /* "sube", and no more */
        way.steps++;
    }
    if (way.goal < 0 && !way.taking)
        return way.steps ? VERDICT_DONE : dt_wanted(line, "square-wanted");
    if (way.goal < 0 && way.steps)
        return VERDICT_DONE;
    line->order->kind = DT_ORDER_GO;
    if (line->order->count == ORDER_ARGS_MAX)
        return dt_wanted(line, "line-too-long");
    memmove(line->order->arg + 3, line->order->arg + 2,
            (line->order->count - 2u) * sizeof *line->order->arg);
    line->order->arg[2] = (int16_t)(way.goal < 0 ? ORDER_UNKNOWN : way.goal);
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
        if (dt_accept(line, DT_TERM_CW) || dt_accept(line, DT_TERM_EAST))
            turn = 0;
        else if (dt_accept(line, DT_TERM_CCW) || dt_accept(line, DT_TERM_WEST))
            turn = 1;
        else if (!dt_accept_slot(line, &slot) && !dt_accept(line, DT_TERM_TO) &&
                 !dt_accept(line, DT_TERM_ROTATE) && !dt_accept(line, DT_TERM_GEAR) &&
                 !dt_accept(line, DT_TERM_OWN))
            break;
    }
    add(line, slot);
    add(line, turn);
    return VERDICT_DONE;
}

static enum verdict_kind parse_attack(struct dt_line *line)
{
    const struct dt_atom *verb = &line->atom[line->at ? line->at - 1 : 0];
    int token;

    while (dt_accept(line, DT_TERM_ATTACK) || dt_accept(line, DT_TERM_TO))
        ;
    if (!dt_peek(line)) { /* "attack!": whoever can be */
        add(line, ORDER_UNKNOWN);
        return VERDICT_DONE;
    }
    if (!dt_accept_token(line, &token))
        return dt_wanted(line, "character-wanted");
    if (dt_kind_of((unsigned)token) >= DT_CHARACTER_KINDS && dt_is_term(verb, DT_TERM_TAKE)) {
        line->order->kind = DT_ORDER_GO; /* "goes for the rope" */
        add(line, ORDER_UNKNOWN);
        add(line, DT_TAKE + token);
        return VERDICT_DONE;
    }
    if (dt_kind_of((unsigned)token) >= DT_CHARACTER_KINDS)
        return dt_wanted(line, "character-wanted");
    if (token >= DT_EITHER) /* an enemy of who acts */
        token = (int)dt_token(line->order->arg[0] >= DT_CHARMED ? line->side : 1 - line->side,
                              (unsigned)token - DT_EITHER);
    add(line, token);
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
        add(line, DT_EITHER + healed);
        return true;
    }
    line->at = before;
    return false;
}

static enum verdict_kind parse_heal(struct dt_line *line)
{
    int token;

    if (accept_healer(line))
        return VERDICT_DONE;
    dt_accept(line, DT_TERM_TO);
    if (!dt_peek(line)) {
        add(line, ORDER_UNKNOWN);
        return VERDICT_DONE;
    }
    if (!dt_accept_token(line, &token) || dt_kind_of((unsigned)token) >= DT_CHARACTER_KINDS)
        return dt_wanted(line, "character-wanted");
    add(line, token);
    return VERDICT_DONE;
}

static enum verdict_kind parse_breach(struct dt_line *line);

static enum verdict_kind parse_gate(struct dt_line *line)
{
    const struct dt_atom *atom = dt_peek(line);
    int edge[2] = {ORDER_UNKNOWN, ORDER_UNKNOWN};
    unsigned count = 0;

    if (line->order->kind == DT_ORDER_BREAK && dt_has(line, DT_TERM_WALL)) {
        line->order->kind = DT_ORDER_BREACH;
        return parse_breach(line);
    }
    if (line->order->kind == DT_ORDER_LIFT && atom && atom->kind == DT_ATOM_PLACE &&
        atom->value < 0) { /* "open room w2" */
        line->order->kind = DT_ORDER_REVEAL;
        return parse_reveal(line);
    }
    while (dt_accept(line, DT_TERM_GATE) || dt_accept(line, DT_TERM_TO) ||
           dt_accept(line, DT_TERM_VIA) ||
           (count < 2 && dt_accept_step(line, &edge[count]) && ++count))
        ;
    add(line, edge[0]);
    add(line, edge[1]);
    return VERDICT_DONE;
}

/* "with the wand": nothing else fires. */
static void accept_wand(struct dt_line *line)
{
    unsigned before = line->at;

    if (!dt_accept(line, DT_TERM_WITH) || !dt_accept(line, DT_TERM_WAND))
        line->at = before;
}

static enum verdict_kind parse_fire(struct dt_line *line)
{
    int aim;

    while (dt_accept(line, DT_TERM_WAND) || dt_accept(line, DT_TERM_TO) ||
           dt_accept(line, DT_TERM_ATTACK) || dt_accept(line, DT_TERM_FIRE))
        ;
    if (dt_accept_direction(line, &aim))
        add(line, aim);
    else if (dt_accept_token(line, &aim) && dt_kind_of((unsigned)aim) < DT_CHARACTER_KINDS)
        add(line, DT_AIM + aim);
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
    add(line, square);
    return VERDICT_DONE;
}

static enum verdict_kind parse_steal(struct dt_line *line)
{
    int token;

    int from;

    if (!dt_accept_token(line, &token))
        return dt_wanted(line, "token-wanted");
    add(line, token);
    if (dt_accept(line, DT_TERM_FROM) || dt_accept(line, DT_TERM_TO) || dt_peek(line)) {
        if (!dt_accept_token(line, &from) || dt_kind_of((unsigned)from) >= DT_CHARACTER_KINDS)
            return dt_wanted(line, "character-wanted");
        add(line, DT_MEET + (int)dt_kind_of((unsigned)from));
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
    {DT_TERM_COMBAT, DT_ORDER_ATTACK, parse_attack},
};
enum { DEEDS = sizeof deeds / sizeof *deeds };

static unsigned deed_of(unsigned term)
{
    unsigned deed = 0;

    while (deed < DEEDS && deeds[deed].term != term)
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
    unsigned before = line->at, deed = DEEDS;

    dt_accept(line, DT_TERM_USE);
    for (unsigned i = 0; i < USES && deed == DEEDS; i++)
        if (dt_accept(line, uses[i].thing))
            deed = deed_of(uses[i].deed);
    if (deed == DEEDS)
        line->at = before;
    else
        while (dt_accept(line, DT_TERM_TO) || dt_accept(line, DT_TERM_WITH) ||
               dt_accept(line, DT_TERM_NEAR) || dt_accept(line, deeds[deed].term))
            ;
    return deed;
}

/* The deed whose word stands next; DEEDS if none does. */
static unsigned accept_deed(struct dt_line *line)
{
    unsigned deed = 0;

    while (deed < DEEDS && !dt_accept(line, deeds[deed].term))
        deed++;
    return deed < DEEDS ? deed : accept_use(line);
}

static enum verdict_kind parse_account(struct dt_line *line)
{
    if (!dt_accept(line, DT_TERM_FROM) && !dt_accept(line, DT_TERM_WITH))
        return VERDICT_DONE;
    if (dt_accept(line, DT_TERM_CARD))
        line->order->arg[1] = DT_ACCOUNT_CARD;
    else if (dt_accept(line, DT_TERM_POTION))
        line->order->arg[1] = DT_ACCOUNT_POTION;
    else
        return dt_wanted(line, "account-wanted");
    return VERDICT_DONE;
}

/* "attack the troll with the wizard", "opens the gate with the key": who does it, wherever he is
 * named, and what with, which says nothing. */
static void take_instrument(struct dt_line *line, bool subject, int *who)
{
    for (unsigned i = subject; i + 1 < line->count && !dt_has(line, DT_TERM_SWAP); i++) {
        unsigned before = line->at;
        int kind, token;

        line->at = i;
        if (!dt_accept(line, DT_TERM_WITH)) {
            line->at = before;
            continue;
        }
        if (!subject && *who == ORDER_UNKNOWN && dt_accept_subject(line, &kind))
            *who = kind;
        else if (!(subject || *who != ORDER_UNKNOWN || dt_has(line, DT_TERM_USE)) ||
                 !dt_accept_token(line, &token) ||
                 dt_kind_of((unsigned)token) < DT_CHARACTER_KINDS ||
                 dt_kinds[dt_kind_of((unsigned)token)].term == DT_TERM_POTION)
            line->at = i;
        if (line->at > i)
            dt_skip_words(line, i, line->at - i);
        line->at = before;
    }
}

/* "take the wizard to c3": he is not picked up but goes. */
static bool accept_sending(struct dt_line *line, int *who)
{
    unsigned before = line->at;
    const struct dt_atom *atom;

    if (dt_accept(line, DT_TERM_TAKE) &&
        (dt_accept(line, DT_TERM_TO), dt_accept_subject(line, who)) &&
        (atom = dt_peek(line)) != NULL &&
        (dt_is_term(atom, DT_TERM_TO) || atom->kind == DT_ATOM_PLACE ||
         atom->kind == DT_ATOM_NUMBER || dt_is_direction(atom)))
        return true;
    line->at = before;
    return false;
}

/* "b3-b4", "b3 to b4": who stands on the first square goes. */
static bool is_bare_way(struct dt_line *line)
{
    unsigned before = line->at;
    int square;
    bool is_way = dt_accept_square(line, &square);

    dt_accept(line, DT_TERM_TO);
    is_way = is_way && dt_accept_square(line, &square);
    line->at = before;
    return is_way;
}

static bool is_deed(const struct dt_atom *atom)
{
    for (unsigned deed = 0; deed < DEEDS; deed++)
        if (dt_is_term(atom, deeds[deed].term))
            return true;
    return false;
}

/* "the wizard to attack the troll", "mekanork: one quarter turn": what stands before the verb. */
static void skip_before_deed(struct dt_line *line, bool subject)
{
    unsigned before = line->at;
    int number;

    if (!subject ||
        !(dt_accept(line, DT_TERM_TO) || (dt_accept_number(line, &number) && number == 1)) ||
        !dt_peek(line) || !is_deed(dt_peek(line)) || dt_is_direction(dt_peek(line)))
        line->at = before;
}

/* "the pickpocket takes the rope from the warrior", "lifts it off him": he takes it by his power.
 */
static bool accept_robbing(struct dt_line *line, int who)
{
    unsigned before = line->at;
    bool robs =
        who == DT_PICKPOCKET && (dt_accept(line, DT_TERM_TAKE) || dt_accept(line, DT_TERM_LIFT));
    int token;

    if (!robs || !dt_accept_token(line, &token) || !dt_accept(line, DT_TERM_FROM) ||
        !dt_accept_token(line, &token) || dt_kind_of((unsigned)token) >= DT_CHARACTER_KINDS)
        robs = false;
    line->at = before + robs;
    return robs;
}

/* Who acts, named behind what he does; "zap the troll with the wand" names who is hit. */
static bool accept_behind(struct dt_line *line, unsigned deed, int *who)
{
    unsigned before = line->at;
    const struct dt_atom *atom;

    if (!dt_accept_subject(line, who))
        return false;
    atom = dt_peek(line);
    if (deed == DEEDS || deeds[deed].parse != parse_fire || !atom ||
        !dt_is_term(atom, DT_TERM_WITH))
        return true;
    line->at = before;
    *who = ORDER_UNKNOWN;
    return false;
}

/* A line that speaks of an Action: who first, or the verb first. */
static enum verdict_kind parse_action(struct dt_line *line)
{
    int who = ORDER_UNKNOWN;
    bool subject = dt_accept_actor(line, &who), ring = dt_has(line, DT_TERM_RING), moves;
    unsigned deed;
    enum verdict_kind kind;

    take_instrument(line, subject, &who);
    subject |= who != ORDER_UNKNOWN;
    skip_before_deed(line, subject);
    moves = dt_accept(line, DT_TERM_MOVE);
    deed = moves ? DEEDS : accept_robbing(line, who) ? deed_of(DT_TERM_STEAL) : accept_deed(line);
    if (deed < DEEDS && deeds[deed].parse == parse_jump && ring && !dt_has(line, DT_TERM_RING))
        deed = deed_of(DT_TERM_TELEPORT); /* "jumps to b6 with the ring" */
    if (!subject && deed == DEEDS && is_bare_way(line))
        subject = true;
    else if (!subject && !moves && deed == DEEDS)
        subject = accept_sending(line, &who);
    if (!subject && !moves && deed == DEEDS)
        return dt_wanted(line, "order-unknown");
    if (!subject && (moves || (deed < DEEDS && deeds[deed].parse != parse_heal &&
                               deeds[deed].parse != parse_attack))) {
        /* "muevo a la ladrona"; but "fireball at the goblin" */
        if (!dt_accept(line, DT_TERM_TO) || deed == DEEDS)
            subject = accept_behind(line, deed, &who);
        if (subject && deed < DEEDS)
            while (dt_accept(line, deeds[deed].term))
                ;
    } else if (!subject && deed < DEEDS && deeds[deed].parse == parse_attack) {
        unsigned before = line->at; /* "combat: wizard against troll" */

        if (!dt_accept_subject(line, &who) || !dt_accept(line, DT_TERM_ATTACK)) {
            line->at = before;
            who = ORDER_UNKNOWN;
        }
    }
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

    dt_accept(line, DT_TERM_TO); /* "pon al mago" */
    dt_accept(line, DT_TERM_OWN);
    if (!dt_accept_token(line, &token))
        return dt_wanted(line, "token-wanted");
    while (dt_accept(line, DT_TERM_TO) || dt_accept(line, DT_TERM_MOVE) ||
           dt_accept(line, DT_TERM_PARTICLE))
        ;
    atom = dt_peek(line);
    if (!atom || atom->kind != DT_ATOM_PLACE)
        return dt_wanted(line, "slot-wanted");
    if (atom->slot >= 0 && (line->order->kind == DT_ORDER_PLACE || atom->value < 0)) {
        line->order->kind = DT_ORDER_PLACE;
        dt_accept_slot(line, &place);
        if (token < DT_EITHER && dt_side_of((unsigned)token) != line->side)
            return verdict_malformed(line->verdict, "place-not-yours", atom->column, NULL, 0);
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

/* What is said before a card's number. */
static void accept_card(struct dt_line *line)
{
    while (dt_accept(line, DT_TERM_CARD) || dt_accept(line, DT_TERM_COMBAT) ||
           dt_accept(line, DT_TERM_WITH) || dt_accept(line, DT_TERM_FROM) ||
           dt_accept(line, DT_TERM_OWN))
        ;
}

static enum verdict_kind parse_card(struct dt_line *line)
{
    int number;

    accept_card(line);
    if (!dt_accept_number(line, &number))
        return dt_wanted(line, "number-wanted");
    while (dt_accept(line, DT_TERM_CARD) || dt_accept(line, DT_TERM_COMBAT))
        ;
    add(line, number);
    return VERDICT_DONE;
}

/* "I choose the card with five", "I put down a 3": a number, and nothing that is no card. */
static bool is_card(struct dt_line *line)
{
    static const uint16_t around[] = {DT_TERM_CHOOSE, DT_TERM_PICK, DT_TERM_TAKE, DT_TERM_PUT,
                                      DT_TERM_PLACE,  DT_TERM_DROP, DT_TERM_USE};
    const struct dt_atom *atom;
    unsigned skipped = 0;
    bool is_one;

    for (size_t i = 0; i < sizeof around / sizeof *around; i++)
        skipped += dt_accept(line, around[i]);
    accept_card(line);
    atom = dt_peek(line);
    is_one = skipped == 1 && atom && atom->kind == DT_ATOM_NUMBER;
    line->at = 0;
    if (is_one)
        dt_skip_words(line, 0, 1);
    return is_one;
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

/* What is said around a team: "I choose … for the starting line". */
static bool accept_around(struct dt_line *line)
{
    static const uint16_t around[] = {DT_TERM_CHOOSE, DT_TERM_PICK, DT_TERM_TAKE, DT_TERM_TO,
                                      DT_TERM_TEAM,   DT_TERM_LINE, DT_TERM_WITH};
    const struct dt_atom *atom = dt_peek(line);

    for (size_t i = 0; i < sizeof around / sizeof *around; i++)
        if (dt_accept(line, around[i]))
            return true;
    if (!atom || atom->kind != DT_ATOM_NUMBER || atom->value != DT_TEAM)
        return false;
    line->at++; /* "my four are …" */
    return true;
}

/* Four own characters, and nothing that speaks of anything else: a team. */
static bool is_team(struct dt_line *line, int team[DT_TEAM])
{
    unsigned count = 0;
    bool whole;
    int kind;

    for (;;) {
        while (accept_around(line))
            ;
        if (!dt_accept_subject(line, &kind))
            break;
        if (count < DT_TEAM)
            team[count] = kind;
        count++;
    }
    whole = count == DT_TEAM && line->at == line->count;
    line->at = whole ? line->count : 0;
    return whole;
}

/* "rope in e2", "e2 rope", "the sword goes into w1": a thing and a place, and no more. */
static bool is_placing(struct dt_line *line)
{
    int token = DT_NONE, place = 0;
    bool found = false;

    while (dt_accept(line, DT_TERM_TO) || dt_accept(line, DT_TERM_MOVE) ||
           (token == DT_NONE && dt_accept_token(line, &token)) ||
           (!found && (found = dt_accept_slot(line, &place))))
        ;
    found = found && token != DT_NONE && line->at == line->count;
    line->at = 0;
    return found && (dt_kind_of((unsigned)token) >= DT_CHARACTER_KINDS || place < 4);
}

/* Put the thing before its place. */
static void turn_placing(struct dt_line *line)
{
    struct dt_atom place = line->atom[0];

    for (unsigned i = line->count; i-- > 0;)
        if (line->atom[i].kind == DT_ATOM_TERM &&
            (line->at = i, dt_accept(line, DT_TERM_TO) || dt_accept(line, DT_TERM_MOVE)))
            dt_skip_words(line, i, 1);
    line->at = 0;
    place = line->atom[0];
    if (place.kind == DT_ATOM_PLACE) {
        dt_skip_words(line, 0, 1);
        line->atom[line->count++] = place;
    }
}

static enum verdict_kind parse_head(struct dt_line *line, unsigned head)
{
    enum verdict_kind kind;

    line->order->kind = heads[head].kind;
    kind = heads[head].parse(line);
    if ((kind == VERDICT_DONE && !dt_peek(line)) ||
        (heads[head].term != DT_TERM_COMBAT && heads[head].term != DT_TERM_TAKE))
        return kind;
    line->at = 0; /* "combat: wizard against troll", "take the rope with the thief" */
    line->order->count = 0;
    return parse_action(line);
}

static enum verdict_kind parse_order(struct dt_line *line)
{
    const struct dt_atom *first = dt_peek(line);
    int team[DT_TEAM];

    if (!first)
        return verdict_malformed(line->verdict, "line-empty", 1, NULL, 0);
    if (is_team(line, team)) {
        line->order->kind = DT_ORDER_TEAM;
        for (unsigned i = 0; i < DT_TEAM; i++)
            add(line, team[i]);
        return VERDICT_DONE;
    }
    if (first->kind == DT_ATOM_NUMBER || is_card(line)) {
        line->order->kind = DT_ORDER_CARD;
        return parse_card(line);
    }
    if (is_placing(line)) {
        turn_placing(line);
        line->order->kind = DT_ORDER_PLACE;
        return parse_place(line);
    }
    for (unsigned i = 0; i < sizeof heads / sizeof *heads; i++)
        if (dt_accept(line, heads[i].term))
            return parse_head(line, i);
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
