/* SPDX-License-Identifier: MIT */
/* Reads a line that is one Action: who acts, who pays, and the deed behind it. */
#include "games/dungeon_twister/parse_p.h"

static enum verdict_kind parse_account(struct dt_line *line)
{
    unsigned before = line->at;

    if (!dt_accept(line, DT_TERM_FROM) && !dt_accept(line, DT_TERM_WITH))
        return VERDICT_DONE;
    if (dt_accept(line, DT_TERM_CARD))
        line->order->arg[1] = DT_ACCOUNT_CARD;
    else if (dt_accept(line, DT_TERM_POTION))
        line->order->arg[1] = DT_ACCOUNT_POTION;
    else
        line->at = before; /* what is left says something else */
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
        else if (!(subject || *who != ORDER_UNKNOWN || dt_has(line, DT_TERM_USE) ||
                   dt_is_term(&line->atom[0], DT_TERM_MOVE)) ||
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

/* "the wizard to attack the troll", "mekanork: one quarter turn": what stands before the verb. */
static void skip_before_deed(struct dt_line *line, bool subject)
{
    unsigned before = line->at;
    int number;

    if (!subject ||
        !(dt_accept(line, DT_TERM_TO) || (dt_accept_number(line, &number) && number == 1)) ||
        !dt_peek(line) || !dt_is_deed(dt_peek(line)) || dt_is_direction(dt_peek(line)))
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

static bool is_parsed_by(unsigned deed, enum verdict_kind (*parse)(struct dt_line *line))
{
    return deed < DT_DEEDS && dt_deeds[deed].parse == parse;
}

/* "the troll heals": nobody is named whom, and he regenerates. */
static bool heals_himself(const struct dt_line *line, unsigned deed, int who)
{
    return is_parsed_by(deed, dt_parse_heal) && who >= 0 && who < DT_TOKENS &&
           dt_is((unsigned)who, DT_REGENERATES) && !dt_peek(line);
}

/* Who acts, named behind what he does; "zap the troll with the wand" names who is hit. */
static bool accept_behind(struct dt_line *line, unsigned deed, int *who)
{
    unsigned before = line->at;
    const struct dt_atom *atom;

    if (!dt_accept_subject(line, who))
        return false;
    atom = dt_peek(line);
    if (deed == DT_DEEDS || dt_deeds[deed].parse != dt_parse_fire ||
        (atom ? !dt_is_term(atom, DT_TERM_WITH) : *who == DT_WIZARD || *who == DT_RED_DRAGON))
        return true; /* "fireball the warrior": he has no fire */
    line->at = before;
    *who = ORDER_UNKNOWN;
    return false;
}

/* A line that speaks of an Action: who first, or the verb first. */
enum verdict_kind dt_parse_action(struct dt_line *line)
{
    int who = ORDER_UNKNOWN;
    bool subject = dt_accept_actor(line, &who), ring = dt_has(line, DT_TERM_RING), moves;
    bool wand = dt_has(line, DT_TERM_WAND);
    unsigned deed;
    enum verdict_kind kind;

    take_instrument(line, subject, &who);
    subject |= who != ORDER_UNKNOWN;
    skip_before_deed(line, subject);
    moves = dt_accept(line, DT_TERM_MOVE);
    deed = moves                       ? DT_DEEDS
           : accept_robbing(line, who) ? dt_deed_of(DT_TERM_STEAL)
                                       : dt_accept_deed(line);
    if (ring && !dt_has(line, DT_TERM_RING) && is_parsed_by(deed, dt_parse_jump))
        deed = dt_deed_of(DT_TERM_TELEPORT); /* "jumps to b6 with the ring" */
    if (wand && !dt_has(line, DT_TERM_WAND) && is_parsed_by(deed, dt_parse_attack))
        deed = dt_deed_of(DT_TERM_FIRE); /* "attacks the troll with the wand" */
    if (heals_himself(line, deed, who))
        deed = dt_deed_of(DT_TERM_REGENERATE);
    if (!subject && deed == DT_DEEDS && is_bare_way(line))
        subject = true;
    else if (!subject && !moves && deed == DT_DEEDS)
        subject = accept_sending(line, &who);
    if (!subject && !moves && deed == DT_DEEDS)
        return dt_wanted(line, "order-unknown");
    if (!subject && (moves || (deed < DT_DEEDS && !is_parsed_by(deed, dt_parse_heal) &&
                               !is_parsed_by(deed, dt_parse_attack)))) {
        /* "muevo a la ladrona"; but "fireball at the goblin" */
        if (!dt_accept(line, DT_TERM_TO) || deed == DT_DEEDS)
            subject = accept_behind(line, deed, &who);
        if (subject && deed < DT_DEEDS)
            while (dt_accept(line, dt_deeds[deed].term))
                ;
    } else if (!subject && is_parsed_by(deed, dt_parse_attack)) {
        unsigned before = line->at; /* "combat: wizard against troll" */

        if (!dt_accept_subject(line, &who) || !dt_accept(line, DT_TERM_ATTACK)) {
            line->at = before;
            who = ORDER_UNKNOWN;
        }
    }
    if (!subject && moves)
        return dt_wanted(line, "character-wanted");
    dt_add(line, who);
    dt_add(line, DT_ACCOUNT_DEFAULT);
    if (deed < DT_DEEDS) {
        line->order->kind = dt_deeds[deed].kind;
        kind = dt_deeds[deed].parse(line);
    } else {
        kind = dt_parse_move(line);
    }
    if (kind == VERDICT_DONE && who == ORDER_UNKNOWN &&
        !dt_accept(line, DT_TERM_WITH)) /* "drink the potion, wall-walker" */
        dt_accept(line, DT_TERM_TO);
    if (kind == VERDICT_DONE && who == ORDER_UNKNOWN && dt_accept_subject(line, &who))
        line->order->arg[0] = (int16_t)who;
    return kind == VERDICT_DONE ? parse_account(line) : kind;
}
