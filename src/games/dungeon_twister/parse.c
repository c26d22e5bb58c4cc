#include "games/dungeon_twister/parse.h"

#include <string.h>

#include "base/text.h"
#include "games/dungeon_twister/order_text.h"

enum { LINE_MAX_BYTES = 1024, ATOMS_MAX = 64, TERMS_MAX = 4 };

enum atom_kind { ATOM_TERM, ATOM_PLACE, ATOM_NUMBER };

/* One word or name of a line. */
struct atom {
    uint8_t kind; /* enum atom_kind */
    uint8_t terms;
    uint16_t column;
    uint16_t term[TERMS_MAX]; /* what the word may mean */
    int16_t value;            /* number, or square; -1 = a slot only */
    int16_t slot;             /* "e4" is a square and a slot; -1 = none */
    const char *text;
    size_t length;
};

struct parser {
    const struct lexicon *lexicon;
    struct order *order;
    struct verdict *verdict;
    unsigned side;
    char folded[LINE_MAX_BYTES + 1];
    uint16_t column[LINE_MAX_BYTES + 1];
    size_t length;
    unsigned count, at;
    struct atom atom[ATOMS_MAX];
};

/* ---- words ---- */

static bool goes_on(char c)
{
    return text_is_letter(c) || text_is_digit(c) || (unsigned char)c >= 0x80;
}

/* Bytes of the word that begins here. */
static size_t word_length(const char *text, size_t length)
{
    size_t count = 0;

    while (count < length && goes_on(text[count]))
        count++;
    return count ? count : length > 0;
}

static bool read_place(struct atom *atom)
{
    atom->value = (int16_t)dt_read_square(atom->text, atom->length);
    atom->slot = (int16_t)dt_read_slot(atom->text, atom->length);
    atom->kind = ATOM_PLACE;
    return atom->value >= 0 || atom->slot >= 0;
}

static bool read_number(struct atom *atom)
{
    int64_t number;

    if (!text_to_int(atom->text, atom->length, &number) || number < 0 || number > 999)
        return false;
    atom->kind = ATOM_NUMBER;
    atom->value = (int16_t)number;
    return true;
}

static bool is_term(const struct atom *atom, unsigned term)
{
    for (unsigned i = 0; atom->kind == ATOM_TERM && i < atom->terms; i++)
        if (atom->term[i] == term)
            return true;
    return false;
}

static enum verdict_kind not_understood(struct parser *parser, const struct atom *atom)
{
    const char *nearest = lexicon_nearest(parser->lexicon, atom->text, atom->length);

    verdict_malformed(parser->verdict, "word-unknown", atom->column, atom->text,
                      (unsigned)atom->length);
    if (nearest && parser->verdict) {
        struct text text;

        text_init(&text, parser->verdict->suggestion, sizeof parser->verdict->suggestion);
        text_put(&text, nearest);
    }
    return VERDICT_MALFORMED;
}

/* Take the line into atoms, fillers left out. */
static enum verdict_kind split(struct parser *parser)
{
    size_t at = 0;

    while (at < parser->length) {
        struct atom *atom = &parser->atom[parser->count];
        size_t used = 0;

        if (!goes_on(parser->folded[at])) {
            at++;
            continue;
        }
        if (parser->count == ATOMS_MAX)
            return verdict_malformed(parser->verdict, "line-too-long", parser->column[at], NULL, 0);
        atom->text = parser->folded + at;
        atom->column = parser->column[at];
        atom->length = word_length(atom->text, parser->length - at);
        if (!read_place(atom) && !read_number(atom)) {
            atom->kind = ATOM_TERM;
            atom->terms = (uint8_t)lexicon_match(parser->lexicon, atom->text, parser->length - at,
                                                 atom->term, TERMS_MAX, &used);
            if (!atom->terms)
                return not_understood(parser, atom);
            atom->length = used;
        }
        at += atom->length;
        if (!is_term(atom, DT_TERM_FILLER))
            parser->count++;
    }
    return VERDICT_DONE;
}

/* ---- small readers: each takes what it reads, or leaves all as it was ---- */

static const struct atom *peek(const struct parser *parser)
{
    return parser->at < parser->count ? &parser->atom[parser->at] : NULL;
}

static bool accept(struct parser *parser, unsigned term)
{
    const struct atom *atom = peek(parser);

    if (!atom || !is_term(atom, term))
        return false;
    parser->at++;
    return true;
}

static bool accept_number(struct parser *parser, int *number)
{
    const struct atom *atom = peek(parser);

    if (!atom || atom->kind != ATOM_NUMBER)
        return false;
    *number = atom->value;
    parser->at++;
    return true;
}

static bool accept_square(struct parser *parser, int *square)
{
    const struct atom *atom = peek(parser);

    if (!atom || atom->kind != ATOM_PLACE || atom->value < 0)
        return false;
    *square = atom->value;
    parser->at++;
    return true;
}

static bool accept_slot(struct parser *parser, int *slot)
{
    const struct atom *atom = peek(parser);

    if (!atom || atom->kind != ATOM_PLACE || atom->slot < 0)
        return false;
    *slot = atom->slot;
    parser->at++;
    return true;
}

static bool accept_direction(struct parser *parser, int *direction)
{
    for (int d = 0; d < DT_DIRECTIONS; d++)
        if (accept(parser, DT_TERM_NORTH + (unsigned)d)) {
            *direction = d;
            return true;
        }
    return false;
}

/* A square, or a direction for one. */
static bool accept_step(struct parser *parser, int *step)
{
    if (accept_square(parser, step))
        return true;
    if (!accept_direction(parser, step))
        return false;
    *step += DT_TOWARDS;
    return true;
}

static bool accept_side(struct parser *parser, unsigned *side)
{
    if (accept(parser, DT_TERM_BLUE))
        *side = 0;
    else if (accept(parser, DT_TERM_YELLOW))
        *side = 1;
    else if (accept(parser, DT_TERM_OWN))
        *side = parser->side;
    else if (accept(parser, DT_TERM_ENEMY))
        *side = 1 - parser->side;
    else
        return false;
    return true;
}

static bool accept_kind(struct parser *parser, unsigned first, unsigned end, int *kind)
{
    for (unsigned k = first; k < end; k++)
        if (dt_kinds[k].word && accept(parser, dt_kinds[k].term)) {
            *kind = (int)k;
            return true;
        }
    return false;
}

/* "sword", "yellow sword": a token, or DT_EITHER + kind. */
static bool accept_token(struct parser *parser, int *token)
{
    unsigned before = parser->at, side = DT_NONE;
    int kind;

    accept_side(parser, &side);
    if (!accept_kind(parser, 0, DT_KINDS, &kind)) {
        parser->at = before;
        return false;
    }
    *token = side == DT_NONE ? DT_EITHER + kind : (int)dt_token(side, (unsigned)kind);
    return true;
}

/* Own character, with or without his colour. */
static bool accept_subject(struct parser *parser, int *kind)
{
    unsigned before = parser->at, side = parser->side;

    accept_side(parser, &side);
    if (side == parser->side && accept_kind(parser, 0, DT_CHARACTER_KINDS, kind))
        return true;
    parser->at = before;
    return false;
}

/* ---- orders ---- */

static void add(struct parser *parser, int arg)
{
    if (parser->order->count < ORDER_ARGS_MAX)
        parser->order->arg[parser->order->count++] = (int16_t)arg;
}

static enum verdict_kind wanted(struct parser *parser, const char *reason)
{
    const struct atom *atom = peek(parser);

    if (atom)
        return verdict_malformed(parser->verdict, reason, atom->column, atom->text,
                                 (unsigned)atom->length);
    return verdict_malformed(parser->verdict, reason, parser->column[parser->length], NULL, 0);
}

/* A take, drop or swap; false when the next word is none. */
static bool accept_act(struct parser *parser)
{
    int token = DT_EITHER + DT_WHATEVER;

    if (accept(parser, DT_TERM_TAKE)) {
        accept_token(parser, &token);
        add(parser, DT_TAKE + token);
        return true;
    }
    if (accept(parser, DT_TERM_DROP)) {
        accept_token(parser, &token);
        add(parser, DT_DROP + token);
        return true;
    }
    if (!accept(parser, DT_TERM_SWAP))
        return false;
    accept_token(parser, &token); /* whichever is named, one goes and the other comes */
    accept(parser, DT_TERM_WITH);
    accept_token(parser, &token);
    add(parser, DT_DROP + DT_EITHER + DT_WHATEVER);
    add(parser, DT_TAKE + DT_EITHER + DT_WHATEVER);
    return true;
}

/* "c4 c5 take sword d5" or "to d5 via c5 take sword". */
static enum verdict_kind parse_move(struct parser *parser)
{
    int goal = -1, step;
    unsigned steps = 0;

    parser->order->kind = DT_ORDER_MOVE;
    for (;;) {
        if (accept(parser, DT_TERM_TO)) {
            if (goal >= 0 || !accept_square(parser, &goal))
                return wanted(parser, "square-wanted");
        } else if (accept_step(parser, &step)) {
            add(parser, step);
            steps++;
        } else if (!accept_act(parser) && !accept(parser, DT_TERM_VIA) &&
                   !accept(parser, DT_TERM_MOVE)) {
            break;
        }
    }
    if (goal < 0)
        return steps ? VERDICT_DONE : wanted(parser, "square-wanted");
    parser->order->kind = DT_ORDER_GO;
    if (parser->order->count == ORDER_ARGS_MAX)
        return wanted(parser, "line-too-long");
    memmove(parser->order->arg + 3, parser->order->arg + 2,
            (parser->order->count - 2u) * sizeof *parser->order->arg);
    parser->order->arg[2] = (int16_t)goal;
    parser->order->count++;
    return VERDICT_DONE;
}

static enum verdict_kind parse_jump(struct parser *parser)
{
    int first, second;

    accept(parser, DT_TERM_TO);
    accept(parser, DT_TERM_VIA);
    if (!accept_step(parser, &first))
        return wanted(parser, "square-wanted");
    accept(parser, DT_TERM_TO);
    if (!accept_step(parser, &second)) {
        second = first;
        first = ORDER_UNKNOWN;
    }
    add(parser, first);
    add(parser, second);
    return VERDICT_DONE;
}

static enum verdict_kind parse_step(struct parser *parser)
{
    int step;

    accept(parser, DT_TERM_VIA);
    accept(parser, DT_TERM_WALL);
    accept(parser, DT_TERM_TO);
    if (!accept_step(parser, &step))
        return wanted(parser, "square-wanted");
    add(parser, step);
    return VERDICT_DONE;
}

static enum verdict_kind parse_reveal(struct parser *parser)
{
    int slot;

    if (!accept_slot(parser, &slot))
        return wanted(parser, "slot-wanted");
    add(parser, slot);
    return VERDICT_DONE;
}

static enum verdict_kind parse_rotate(struct parser *parser)
{
    int slot = ORDER_UNKNOWN, turn = ORDER_UNKNOWN;

    for (;;) {
        if (accept(parser, DT_TERM_CW))
            turn = 0;
        else if (accept(parser, DT_TERM_CCW))
            turn = 1;
        else if (!accept_slot(parser, &slot))
            break;
    }
    add(parser, slot);
    add(parser, turn);
    return VERDICT_DONE;
}

static enum verdict_kind parse_attack(struct parser *parser)
{
    int token;

    if (!accept_token(parser, &token) || dt_kind_of((unsigned)token) >= DT_CHARACTER_KINDS)
        return wanted(parser, "character-wanted");
    if (token >= DT_EITHER)
        token = (int)dt_token(1 - parser->side, (unsigned)token - DT_EITHER);
    add(parser, token);
    return VERDICT_DONE;
}

static enum verdict_kind parse_heal(struct parser *parser)
{
    int token;

    if (!accept_token(parser, &token) || dt_kind_of((unsigned)token) >= DT_CHARACTER_KINDS)
        return wanted(parser, "character-wanted");
    add(parser, token);
    return VERDICT_DONE;
}

static enum verdict_kind parse_gate(struct parser *parser)
{
    int first = ORDER_UNKNOWN, second = ORDER_UNKNOWN;

    accept(parser, DT_TERM_GATE);
    if (accept_step(parser, &first))
        accept_step(parser, &second);
    accept(parser, DT_TERM_GATE);
    add(parser, first);
    add(parser, second);
    return VERDICT_DONE;
}

static enum verdict_kind parse_fire(struct parser *parser)
{
    int aim;

    accept(parser, DT_TERM_WAND);
    accept(parser, DT_TERM_TO);
    if (accept_direction(parser, &aim))
        add(parser, aim);
    else if (accept_token(parser, &aim) && dt_kind_of((unsigned)aim) < DT_CHARACTER_KINDS)
        add(parser, DT_AIM + aim);
    else
        return wanted(parser, "direction-wanted");
    return VERDICT_DONE;
}

static enum verdict_kind parse_drink(struct parser *parser)
{
    accept(parser, DT_TERM_POTION);
    return VERDICT_DONE;
}

static enum verdict_kind parse_nothing(struct parser *parser)
{
    (void)parser;
    return VERDICT_DONE;
}

/* What a character can be ordered to do, by the word that says so. */
static const struct {
    uint16_t term;
    uint8_t kind;
    enum verdict_kind (*parse)(struct parser *parser);
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
};
enum { DEEDS = sizeof deeds / sizeof *deeds };

/* The deed whose word stands next; DEEDS if none does. */
static unsigned accept_deed(struct parser *parser)
{
    unsigned deed = 0;

    while (deed < DEEDS && !accept(parser, deeds[deed].term))
        deed++;
    return deed;
}

static enum verdict_kind parse_account(struct parser *parser)
{
    if (!accept(parser, DT_TERM_FROM))
        return VERDICT_DONE;
    if (accept(parser, DT_TERM_CARD))
        parser->order->arg[1] = DT_ACCOUNT_CARD;
    else if (accept(parser, DT_TERM_POTION))
        parser->order->arg[1] = DT_ACCOUNT_POTION;
    else
        return wanted(parser, "account-wanted");
    return VERDICT_DONE;
}

/* A line that speaks of an Action: who first, or the verb first. */
static enum verdict_kind parse_action(struct parser *parser)
{
    int who = ORDER_UNKNOWN;
    bool subject = accept_subject(parser, &who), moves = accept(parser, DT_TERM_MOVE);
    unsigned deed = moves ? DEEDS : accept_deed(parser);
    enum verdict_kind kind;

    if (!subject && !moves && deed == DEEDS)
        return wanted(parser, "order-unknown");
    if (!subject && (moves || (deed < DEEDS && deeds[deed].parse != parse_heal &&
                               deeds[deed].parse != parse_attack)))
        subject = accept_subject(parser, &who);
    if (!subject && moves)
        return wanted(parser, "character-wanted");
    add(parser, who);
    add(parser, DT_ACCOUNT_DEFAULT);
    if (deed < DEEDS) {
        parser->order->kind = deeds[deed].kind;
        kind = deeds[deed].parse(parser);
    } else {
        kind = parse_move(parser);
    }
    if (kind == VERDICT_DONE && who == ORDER_UNKNOWN && accept(parser, DT_TERM_WITH) &&
        accept_subject(parser, &who))
        parser->order->arg[0] = (int16_t)who;
    return kind == VERDICT_DONE ? parse_account(parser) : kind;
}

static enum verdict_kind parse_team(struct parser *parser)
{
    for (unsigned i = 0; i < DT_TEAM; i++) {
        int kind;

        if (!accept_subject(parser, &kind))
            return wanted(parser, "character-wanted");
        add(parser, kind);
    }
    return VERDICT_DONE;
}

/* "place rope e2", "put goblin c8": the place tells which, and resolve where both could be. */
static enum verdict_kind parse_place(struct parser *parser)
{
    const struct atom *atom;
    int token, place = 0;

    if (!accept_token(parser, &token))
        return wanted(parser, "token-wanted");
    accept(parser, DT_TERM_TO);
    atom = peek(parser);
    if (!atom || atom->kind != ATOM_PLACE)
        return wanted(parser, "slot-wanted");
    if (atom->slot >= 0 && (parser->order->kind == DT_ORDER_PLACE || atom->value < 0)) {
        parser->order->kind = DT_ORDER_PLACE;
        accept_slot(parser, &place);
        token = (int)dt_kind_of((unsigned)token);
    } else {
        parser->order->kind = DT_ORDER_PUT;
        accept_square(parser, &place);
    }
    add(parser, token);
    add(parser, place);
    return VERDICT_DONE;
}

static enum verdict_kind parse_card(struct parser *parser)
{
    int number;

    if (!accept_number(parser, &number))
        return wanted(parser, "number-wanted");
    add(parser, number);
    return VERDICT_DONE;
}

/* Orders that are no Actions, by their first word. */
static const struct {
    uint16_t term;
    uint8_t kind;
    enum verdict_kind (*parse)(struct parser *parser);
} heads[] = {
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

static enum verdict_kind parse_order(struct parser *parser)
{
    const struct atom *first = peek(parser);

    if (!first)
        return verdict_malformed(parser->verdict, "line-empty", 1, NULL, 0);
    if (first->kind == ATOM_NUMBER) {
        parser->order->kind = DT_ORDER_CARD;
        return parse_card(parser);
    }
    for (unsigned i = 0; i < sizeof heads / sizeof *heads; i++)
        if (accept(parser, heads[i].term)) {
            parser->order->kind = heads[i].kind;
            return heads[i].parse(parser);
        }
    return parse_action(parser);
}

enum verdict_kind dt_parse(const void *rulebook, const struct lexicon *lexicon, unsigned seat,
                           const char *line, size_t length, struct order *order,
                           struct verdict *verdict)
{
    struct order own = {.seat = (uint8_t)seat};
    struct parser parser;
    enum verdict_kind kind;

    (void)rulebook;
    if (length >= LINE_MAX_BYTES / 2 || seat < 1 || seat > DT_SIDES)
        return verdict_malformed(verdict, "line-too-long", 1, NULL, 0);
    parser.lexicon = lexicon;
    parser.order = &own;
    parser.verdict = verdict;
    parser.side = seat - 1;
    parser.count = parser.at = 0;
    parser.length = lexicon_fold(line, length, parser.folded, parser.column, sizeof parser.folded);
    parser.column[parser.length] =
        parser.length ? (uint16_t)(parser.column[parser.length - 1] + 1) : 1;
    kind = split(&parser);
    if (kind == VERDICT_DONE)
        kind = parse_order(&parser);
    if (kind == VERDICT_DONE && peek(&parser))
        kind = wanted(&parser, "word-not-here");
    if (kind != VERDICT_DONE)
        return kind;
    *order = own;
    return verdict_done(verdict);
}
