/* SPDX-License-Identifier: MIT */
/* Reads orders as players write them, without a position. What a line leaves open is filled in
 * by resolve.c. */
#include "games/dungeon_twister/parse.h"

#include "games/dungeon_twister/order_text.h"
#include "games/dungeon_twister/parse_p.h"

static enum verdict_kind parse_team(struct dt_line *line)
{
    for (unsigned i = 0; i < DT_TEAM; i++) {
        int kind;

        if (!dt_accept_subject(line, &kind))
            return dt_wanted(line, "character-wanted");
        dt_add(line, kind);
    }
    return VERDICT_DONE;
}

/* "e2" is a square: where another's token goes, and where one of a colour is "put". */
static bool is_square(const struct dt_line *line, const struct dt_atom *place, int token, bool put)
{
    bool anothers = token < DT_EITHER && dt_side_of((unsigned)token) != line->side;

    return place->value >= 0 &&
           (place->slot < 0 || line->order->kind == DT_ORDER_PUT || anothers ||
            (put && (dt_has(line, DT_TERM_BLUE) || dt_has(line, DT_TERM_YELLOW))));
}

static bool accept_toward(struct dt_line *line)
{
    return dt_accept(line, DT_TERM_TO) || dt_accept(line, DT_TERM_MOVE);
}

static bool accept_put(struct dt_line *line)
{
    return dt_accept(line, DT_TERM_PLACE) || dt_accept(line, DT_TERM_PUT);
}

/* "place rope e2", "put goblin c8": the place tells which, and resolve where both could be. */
static enum verdict_kind parse_place(struct dt_line *line)
{
    bool put = line->at && dt_is_term(&line->atom[line->at - 1], DT_TERM_PUT);
    const struct dt_atom *atom;
    int token, place = 0;

    dt_accept(line, DT_TERM_TO); /* "pon al mago" */
    dt_accept(line, DT_TERM_OWN);
    if (!dt_accept_token(line, &token))
        return dt_wanted(line, "token-wanted");
    while (accept_toward(line) || dt_accept(line, DT_TERM_PARTICLE))
        ;
    atom = dt_peek(line);
    if (!atom || atom->kind != DT_ATOM_PLACE)
        return dt_wanted(line, "slot-wanted");
    if (!is_square(line, atom, token, put)) {
        line->order->kind = DT_ORDER_PLACE;
        dt_accept_slot(line, &place);
        if (token < DT_EITHER && dt_side_of((unsigned)token) != line->side)
            return verdict_malformed(line->verdict, "place-not-yours", atom->column, NULL, 0);
        token = (int)dt_kind_of((unsigned)token);
    } else {
        line->order->kind = DT_ORDER_PUT;
        dt_accept_square(line, &place);
    }
    dt_add(line, token);
    dt_add(line, place);
    return VERDICT_DONE;
}

static enum verdict_kind parse_choice(struct dt_line *line)
{
    int token;

    if (!dt_accept_token(line, &token))
        return dt_wanted(line, "token-wanted");
    dt_add(line, (int)dt_kind_of((unsigned)token));
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
    dt_add(line, number);
    return VERDICT_DONE;
}

/* "I choose the card with five", "I put down a 3": a number, and nothing that is no card. */
static bool is_card(struct dt_line *line)
{
    static const uint16_t around[] = {DT_TERM_CHOOSE, DT_TERM_PICK, DT_TERM_TAKE, DT_TERM_PUT,
                                      DT_TERM_PLACE,  DT_TERM_DROP, DT_TERM_USE,  DT_TERM_WITH,
                                      DT_TERM_TEAM}; /* "I start with the five" */
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

/* "a draw to Blue": there is one alone whom it is offered to. */
static enum verdict_kind parse_draw(struct dt_line *line)
{
    dt_accept(line, DT_TERM_TO);
    (void)(dt_accept(line, DT_TERM_BLUE) || dt_accept(line, DT_TERM_YELLOW) ||
           dt_accept(line, DT_TERM_ENEMY));
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
    {DT_TERM_LEAVE, DT_ORDER_LEAVE, dt_parse_nothing},
    {DT_TERM_END, DT_ORDER_END, dt_parse_nothing},
    {DT_TERM_RESIGN, DT_ORDER_RESIGN, dt_parse_nothing},
    {DT_TERM_NO_DRAW, DT_ORDER_NO_DRAW, dt_parse_nothing},
    {DT_TERM_DRAW, DT_ORDER_DRAW, parse_draw},
};

/* What is said around a team: "I choose … for the starting line". */
static bool accept_around(struct dt_line *line)
{
    static const uint16_t around[] = {DT_TERM_CHOOSE, DT_TERM_PICK, DT_TERM_TAKE, DT_TERM_TO,
                                      DT_TERM_TEAM,   DT_TERM_LINE, DT_TERM_WITH, DT_TERM_MOVE};
    const struct dt_atom *atom = dt_peek(line);

    for (size_t i = 0; i < sizeof around / sizeof *around; i++)
        if (dt_accept(line, around[i]))
            return true;
    if (!atom || atom->kind != DT_ATOM_NUMBER || atom->value != DT_TEAM)
        return false;
    line->at++; /* "my four are …" */
    return true;
}

/* "everybody but …": those of the first box that are not named. */
static void take_others(int team[DT_TEAM])
{
    int others[DT_TEAM];
    unsigned count = 0;

    for (int kind = 0; kind < 2 * DT_TEAM && count < DT_TEAM; kind++) {
        bool named = false;

        for (unsigned i = 0; i < DT_TEAM; i++)
            named |= team[i] == kind;
        if (!named)
            others[count++] = kind;
    }
    memcpy(team, others, sizeof others);
}

/* Four own characters, and nothing that speaks of anything else: a team. *named: how
 * many there are where nothing else is: it may be one too few, or too many */
static bool is_team(struct dt_line *line, int team[DT_TEAM], unsigned *named)
{
    unsigned count = 0;
    bool whole, others;
    int kind;

    while (accept_around(line))
        ;
    others = dt_accept(line, DT_TERM_ANY) && dt_accept(line, DT_TERM_BUT);
    for (;;) {
        while (accept_around(line))
            ;
        if (!dt_accept_subject(line, &kind))
            break;
        if (count < DT_TEAM)
            team[count] = kind;
        count++;
    }
    *named = line->at == line->count ? count : 0;
    whole = *named == DT_TEAM;
    line->at = whole ? line->count : 0;
    if (whole && others)
        take_others(team);
    return whole;
}

/* "rope in e2", "e2 rope", "the sword goes into w1", "rope on a6", "in w2 I hide the rope": a thing
 * and a place, and no more. */
static bool is_placing(struct dt_line *line)
{
    int token = DT_NONE, place = DT_SLOTS, square;
    bool found = false, put = false;

    while (accept_toward(line) || (line->at && accept_put(line) && (put = true)) ||
           (token == DT_NONE && dt_accept_token(line, &token)) ||
           (!found && (found = dt_accept_slot(line, &place) || dt_accept_square(line, &square))))
        ;
    found = found && token != DT_NONE && line->at == line->count && (!put || place < DT_SLOTS);
    line->at = 0;
    return found &&
           (put || dt_kind_of((unsigned)token) >= DT_CHARACTER_KINDS || place < DT_SLOTS / 2);
}

/* Put the thing before its place. */
static void turn_placing(struct dt_line *line)
{
    struct dt_atom place = line->atom[0];

    for (unsigned i = line->count; i-- > 0;)
        if (line->atom[i].kind == DT_ATOM_TERM &&
            (line->at = i, accept_toward(line) || accept_put(line)))
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
    return dt_parse_action(line);
}

/* "Top left"; "west two", of what is laid. -1: no room. */
static int room_of(const struct dt_atom pair[2], bool lays)
{
    bool first = dt_is_term(&pair[0], DT_TERM_WEST) || dt_is_term(&pair[0], DT_TERM_EAST);
    const struct dt_atom *side = &pair[!first], *row = &pair[first];
    int lowest = dt_is_term(side, DT_TERM_WEST) ? 0 : DT_SLOTS / 2;

    if (!lowest || dt_is_term(side, DT_TERM_EAST)) {
        if ((lays || !dt_is_direction(row)) && dt_is_term(row, DT_TERM_TOP))
            return lowest + DT_SLOTS / 2 - 1;
        if ((lays || !dt_is_direction(row)) && dt_is_term(row, DT_TERM_BOTTOM))
            return lowest;
        if (first && lays && row->kind == DT_ATOM_NUMBER && row->value > 0 &&
            row->value <= DT_SLOTS / 2)
            return lowest + row->value - 1;
    }
    return -1;
}

/* "the rope in west two": where a thing is laid, that is no way but a room. */
static void join_rooms(struct dt_line *line)
{
    int token = 0;
    bool lays =
        dt_accept(line, DT_TERM_PLACE) || dt_accept(line, DT_TERM_PUT) ||
        (dt_accept_token(line, &token) && dt_kind_of((unsigned)token) >= DT_CHARACTER_KINDS);

    line->at = 0;
    for (unsigned i = 0; i + 1 < line->count; i++) {
        struct dt_atom *atom = &line->atom[i];
        int room = room_of(atom, lays);

        if (room < 0)
            continue;
        atom->kind = DT_ATOM_PLACE;
        atom->value = -1;
        atom->slot = (int16_t)room;
        dt_skip_words(line, i + 1, 1);
    }
}

static enum verdict_kind parse_order(struct dt_line *line)
{
    const struct dt_atom *first = dt_peek(line);
    int team[DT_TEAM];
    unsigned named;

    if (!first)
        return verdict_malformed(line->verdict, "line-empty", 1, NULL, 0);
    join_rooms(line);
    if (is_team(line, team, &named)) {
        line->order->kind = DT_ORDER_TEAM;
        for (unsigned i = 0; i < DT_TEAM; i++)
            dt_add(line, team[i]);
        return VERDICT_DONE;
    }
    if (named >= DT_TEAM - 1)
        return dt_wanted(line, "team-wanted");
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
    return dt_parse_action(line);
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
