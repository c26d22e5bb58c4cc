/* SPDX-License-Identifier: MIT */
/* Standing lines as players write them. Sees no position. */

#include "games/dungeon_twister/line.h"
#include "games/dungeon_twister/line_text.h"
#include "games/dungeon_twister/order_text.h"
#include "games/dungeon_twister/parse.h"
#include "games/dungeon_twister/standing.h"

struct parsing {
    struct dt_line *line;
    const void *rulebook;
    const struct lexicon *lexicon;
    unsigned seat;
    struct dt_answer *answer;
};

/* ---- conditions ---- */

static enum verdict_kind add_party(struct dt_line *line, struct dt_answer *answer, int token,
                                   unsigned side, unsigned relations)
{
    if (dt_kind_of((unsigned)token) >= DT_CHARACTER_KINDS || answer->party_count == DT_PARTIES_MAX)
        return dt_wanted(line, "character-wanted");
    if (token >= DT_EITHER)
        token = (int)dt_token(side, dt_kind_of((unsigned)token));
    answer->party[answer->party_count].token = (uint8_t)token;
    answer->party[answer->party_count++].relations = (uint8_t)relations;
    return VERDICT_DONE;
}

/* "with or near my troll, by the goblin": any of these is enough. */
static enum verdict_kind read_parties(struct dt_line *line, struct dt_answer *answer)
{
    unsigned relations = 0, side = line->side;

    for (;;) {
        int token;

        if (dt_accept(line, DT_TERM_WITH)) {
            relations |= DT_FIGHTS;
            side = line->side;
        } else if (dt_accept(line, DT_TERM_BY) || dt_accept(line, DT_TERM_VIA)) {
            /* "atacado por": the same word as of a way */
            relations |= DT_FIGHTS;
            side = 1 - line->side;
        } else if (dt_accept(line, DT_TERM_NEAR)) {
            relations |= DT_NEAR;
        } else if (dt_accept(line, DT_TERM_OR)) {
            continue;
        } else if ((relations || !answer->party_count) && dt_accept_token(line, &token)) {
            relations |= relations ? 0 : DT_FIGHTS; /* "if he attacks my troll" */
            if (add_party(line, answer, token, side, relations) != VERDICT_DONE)
                return VERDICT_MALFORMED;
            if (!dt_peek(line) || !dt_accept(line, DT_TERM_OR))
                return VERDICT_DONE;
        } else {
            return relations ? dt_wanted(line, "character-wanted") : VERDICT_DONE;
        }
    }
}

static enum verdict_kind read_number(struct dt_line *line, int most, int *number)
{
    if (!dt_accept_number(line, number) || *number > most)
        return dt_wanted(line, "number-wanted");
    return VERDICT_DONE;
}

/* "his 6 is gone", "6 gone" */
static bool accept_gone(struct dt_line *line, struct dt_answer *answer)
{
    unsigned before = line->at;
    int card;

    dt_accept(line, DT_TERM_ENEMY);
    if (!dt_accept(line, DT_TERM_COMBAT))
        dt_accept(line, DT_TERM_CARD);
    if (dt_accept_number(line, &card) && card < DT_CARD_VALUES && dt_accept(line, DT_TERM_GONE)) {
        answer->gone |= 1u << card;
        return true;
    }
    line->at = before;
    return false;
}

/* "goblin stands on c5" */
static bool accept_spot(struct dt_line *line, struct dt_answer *answer)
{
    unsigned before = line->at, i = answer->spot_count;
    int token, square;

    if (i == DT_SPOTS_MAX || !dt_accept_token(line, &token))
        return false;
    dt_accept(line, DT_TERM_TO); /* "a", "en" */
    if (dt_accept_square(line, &square)) {
        answer->spot[i].token = token;
        answer->spot[i].square = square;
        answer->spot_count++;
        return true;
    }
    line->at = before;
    return false;
}

/* The next condition; *none: there is no further one. */
static enum verdict_kind read_condition(struct dt_line *line, struct dt_answer *answer, bool *none)
{
    unsigned before = line->at, side;
    int slot;

    if (dt_accept_slot(line, &slot) && dt_accept(line, DT_TERM_REVEAL)) {
        answer->on = DT_ON_REVEAL;
        answer->slot = slot;
        return VERDICT_DONE;
    }
    line->at = before;
    if (dt_accept_side(line, &side) && side != line->side &&
        (dt_accept(line, DT_TERM_ATTACK) || dt_accept(line, DT_TERM_ATTACKED))) {
        answer->on = DT_ON_ATTACKED; /* "if Yellow attacks" */
        return read_parties(line, answer);
    }
    line->at = before;
    if (dt_accept(line, DT_TERM_ATTACKED)) {
        answer->on = DT_ON_ATTACKED;
        return read_parties(line, answer);
    }
    if (dt_accept(line, DT_TERM_ATTACK)) {
        answer->on = DT_ON_ATTACKING;
        return read_parties(line, answer);
    }
    if (dt_accept(line, DT_TERM_AHEAD))
        return read_number(line, DT_LINE_POINTS_MAX, &answer->ahead);
    if (dt_accept(line, DT_TERM_BEHIND))
        return read_number(line, DT_LINE_POINTS_MAX, &answer->behind);
    if (dt_accept(line, DT_TERM_PANEL_AP))
        return read_number(line, DT_LINE_POINTS_MAX, &answer->points);
    *none = !accept_gone(line, answer) && !accept_spot(line, answer);
    return VERDICT_DONE;
}

/* Does a colon or comma stand before the present word? */
static bool is_parted(const struct dt_line *line)
{
    const struct dt_atom *atom = dt_peek(line);
    const char *at =
        line->at ? line->atom[line->at - 1].text + line->atom[line->at - 1].length : line->folded;

    for (; atom && at < atom->text; at++)
        if (*at == ':' || *at == ',')
            return true;
    return false;
}

static enum verdict_kind read_conditions(struct dt_line *line, struct dt_answer *answer)
{
    unsigned start = line->at;
    bool none = false;

    while (!none && dt_peek(line) && (line->at == start || !is_parted(line))) {
        enum verdict_kind kind = read_condition(line, answer, &none);

        if (kind != VERDICT_DONE)
            return kind;
    }
    return line->at == start ? dt_wanted(line, "condition-wanted") : VERDICT_DONE;
}

/* ---- deeds ---- */

/* "anywhere", "by lot", "you choose" */
static bool accept_any(struct dt_line *line)
{
    return dt_accept(line, DT_TERM_ANY) || dt_accept(line, DT_TERM_LOT) ||
           dt_accept(line, DT_TERM_ANY_TEAM);
}

/* "w1 or w2", "anywhere", "anywhere but w2", "by lot". *sure: no path of squares reads so. */
static unsigned accept_slots(struct dt_line *line, bool *sure)
{
    unsigned slots = 0, but = 0;
    bool any = false, not = false;
    int slot;

    dt_accept(line, DT_TERM_TO);
    for (;;) {
        if (dt_accept_slot(line, &slot)) {
            *(not ? &but : &slots) |= 1u << slot;
            *sure |= slot < DT_SLOTS / 2; /* "w2" is no square */
        } else if (accept_any(line)) {
            any = true;
        } else if (dt_accept(line, DT_TERM_BUT)) {
            any = not = true;
        } else if (!dt_accept(line, DT_TERM_OR)) {
            break;
        }
    }
    *sure |= any;
    return (slots || !any ? slots : DT_ALL_SLOTS) & ~but;
}

/* Which token: one named, any, or, behind "else", the one before. -1: none. */
static int accept_laid(struct parsing *parsing)
{
    const struct dt_answer *answer = parsing->answer;
    struct dt_line *line = parsing->line;
    int token;

    if (dt_accept_token(line, &token))
        return token >= DT_EITHER                          ? token - DT_EITHER
               : dt_side_of((unsigned)token) == line->side ? (int)dt_kind_of((unsigned)token)
                                                           : -1;
    if (accept_any(line))
        return DT_ANY_KIND;
    return answer->deed_count && answer->deed[0].kind == DT_DEED_PLACE
               ? answer->deed[answer->deed_count - 1].value
               : -1;
}

/* "place treasure w1", "treasure w1", "the rest by lot"; behind "else" the room alone. */
static bool accept_place(struct parsing *parsing, struct dt_deed *deed)
{
    struct dt_line *line = parsing->line;
    unsigned before = line->at;
    bool sure = dt_accept(line, DT_TERM_PLACE) || parsing->answer->deed_count;
    int kind = accept_laid(parsing);

    if (kind >= 0) {
        deed->slots = accept_slots(line, &sure);
        if (!deed->slots && kind == DT_ANY_KIND)
            deed->slots = DT_ALL_SLOTS; /* "the rest" */
        deed->kind = DT_DEED_PLACE;
        deed->value = kind;
        if (deed->slots && (sure || kind == DT_ANY_KIND))
            return true;
    }
    memset(deed, 0, sizeof *deed);
    line->at = before;
    return false;
}

/* Colours that were not said: own things, enemy victims. */
static void colour(struct order *order)
{
    bool victim = order->kind == DT_ORDER_ATTACK || order->kind == DT_ORDER_CHARM;
    unsigned own = order->seat - 1u;

    for (unsigned i = 2; i < order->count; i++) {
        int base = order->arg[i] >= DT_DROP ? DT_DROP : order->arg[i] >= DT_TAKE ? DT_TAKE : 0;
        int kind = order->arg[i] - base - DT_EITHER;

        if (kind >= 0 && kind < DT_KINDS && (base || victim || order->kind == DT_ORDER_HEAL))
            order->arg[i] = (int16_t)(base + (int)dt_token(victim ? 1 - own : own, (unsigned)kind));
    }
}

static bool is_same(const struct order *a, const struct order *b)
{
    return a->kind == b->kind && a->count == b->count &&
           memcmp(a->arg, b->arg, a->count * sizeof a->arg[0]) == 0;
}

static bool next_is_else(struct dt_line *line)
{
    bool is = dt_accept(line, DT_TERM_ELSE);

    line->at -= is;
    return is;
}

/* The line's rest, up to "else", as an order of any kind; it must be said as exactly as its
 * canonical text says it, for no position completes it here, but for a destination. */
static enum verdict_kind read_order(struct parsing *parsing, struct dt_deed *deed)
{
    struct dt_line *line = parsing->line;
    const struct dt_atom *first = dt_peek(line);
    const char *end = line->folded + line->length;
    struct order again = {0};
    TEXT_IN(text, words, ORDER_TEXT_BYTES);
    enum verdict_kind kind;

    if (!first)
        return dt_wanted(line, "deed-wanted");
    while (dt_peek(line) && !next_is_else(line))
        line->at++;
    if (dt_peek(line))
        end = dt_peek(line)->text;
    memset(&deed->order, 0, sizeof deed->order);
    kind = dt_parse(parsing->rulebook, parsing->lexicon, parsing->seat, first->text,
                    (size_t)(end - first->text), &deed->order, line->verdict);
    if (kind != VERDICT_DONE)
        return kind;
    deed->kind = DT_DEED_ORDER;
    deed->order.seat = (uint8_t)parsing->seat;
    colour(&deed->order);
    dt_write_order(parsing->rulebook, NULL, &deed->order, ORDER_FULL, &text);
    if (dt_order_kinds[deed->order.kind].flags & (ORDER_ALWAYS | ORDER_BY_TABLE) ||
        !dt_read_open_order(parsing->rulebook, parsing->seat, words, text.length, &again) ||
        !is_same(&again, &deed->order))
        return verdict_malformed(line->verdict, "line-exact", first->column, first->text,
                                 (unsigned)first->length);
    return VERDICT_DONE;
}

/* A card of the combat that the condition speaks of, or said so, or a bare number. */
static bool accept_combat(struct parsing *parsing, struct dt_deed *deed)
{
    struct dt_line *line = parsing->line;
    const struct dt_answer *answer = parsing->answer;
    unsigned before = line->at;
    bool fights = answer->on == DT_ON_ATTACKED || answer->on == DT_ON_ATTACKING ||
                  answer->ahead >= 0 || answer->behind >= 0 || answer->gone ||
                  (answer->deed_count && answer->deed[0].kind == DT_DEED_COMBAT);

    if (!dt_accept(line, DT_TERM_COMBAT) && dt_accept(line, DT_TERM_CARD) && !fights) {
        line->at = before;
        return false;
    }
    if (dt_accept_number(line, &deed->value) && deed->value <= 9) {
        deed->kind = DT_DEED_COMBAT;
        return true;
    }
    line->at = before;
    return false;
}

/* "put any", "put the rest by lot"; a word that lays things, too, does that. */
static bool accept_put_any(struct parsing *parsing, struct dt_deed *deed)
{
    struct dt_line *line = parsing->line;
    unsigned before = line->at;
    bool lays = parsing->answer->on != DT_ON_REVEAL && dt_accept(line, DT_TERM_PLACE) &&
                !(dt_peek(line) && dt_peek(line)->mine); /* "put mine anywhere" */

    line->at = before;
    if (lays || !dt_accept(line, DT_TERM_PUT) || !dt_accept(line, DT_TERM_ANY)) {
        line->at = before;
        return false;
    }
    while (dt_accept(line, DT_TERM_TO) || accept_any(line))
        ;
    deed->kind = DT_DEED_PUT;
    deed->value = DT_ANY_TOKEN;
    return true;
}

/* "place treasure e3" lays it in that room; "put sword e3" puts it on the square. */
static bool accept_put(struct parsing *parsing, struct dt_deed *deed)
{
    struct dt_line *line = parsing->line;
    unsigned before = line->at;
    bool lays = parsing->answer->on != DT_ON_REVEAL && dt_accept(line, DT_TERM_PLACE);

    if ((lays || dt_accept(line, DT_TERM_PUT) || dt_accept(line, DT_TERM_PLACE)) &&
        dt_accept_token(line, &deed->value)) {
        const struct dt_atom *atom = dt_peek(line);

        if (!(lays && atom && atom->kind == DT_ATOM_PLACE && atom->slot >= 0) &&
            dt_accept_square(line, &deed->square)) {
            deed->kind = DT_DEED_PUT;
            return true;
        }
    }
    memset(deed, 0, sizeof *deed);
    line->at = before;
    return false;
}

/* "a team at random", or "you choose" and "at random" alone: what is asked, be it a team. */
static bool accept_team(struct parsing *parsing, struct dt_deed *deed)
{
    struct dt_line *line = parsing->line;
    unsigned before = line->at, words = 0;
    bool team = false, any = false;

    while ((!team && dt_accept(line, DT_TERM_TEAM) && (team = true)) ||
           (dt_accept(line, DT_TERM_ANY) && (any = true)) || dt_accept(line, DT_TERM_ANY_TEAM) ||
           dt_accept(line, DT_TERM_LOT))
        words++;
    if (words > team && !dt_peek(line) && (team || !any) && !parsing->answer->deed_count &&
        parsing->answer->on == DT_ON_ANYTHING)
        deed->kind = DT_DEED_TEAM;
    else
        line->at = before;
    return deed->kind == DT_DEED_TEAM;
}

static enum verdict_kind read_deed(struct parsing *parsing)
{
    struct dt_line *line = parsing->line;
    struct dt_deed *deed = &parsing->answer->deed[parsing->answer->deed_count];
    enum verdict_kind kind = VERDICT_DONE;

    if (dt_accept(line, DT_TERM_ASK))
        deed->kind = DT_DEED_ASK;
    else if (dt_accept(line, DT_TERM_LEAVE))
        deed->kind = DT_DEED_LEAVE;
    else if (!accept_combat(parsing, deed) && !accept_put_any(parsing, deed) &&
             !accept_team(parsing, deed) && !accept_put(parsing, deed) &&
             !accept_place(parsing, deed))
        kind = read_order(parsing, deed);
    parsing->answer->deed_count += kind == VERDICT_DONE;
    return kind;
}

static enum verdict_kind read_line(struct parsing *parsing)
{
    struct dt_line *line = parsing->line;
    enum verdict_kind kind = VERDICT_DONE;

    if (dt_accept(line, DT_TERM_IF))
        kind = read_conditions(line, parsing->answer);
    if (kind == VERDICT_DONE)
        kind = read_deed(parsing);
    while (kind == VERDICT_DONE && dt_accept(line, DT_TERM_ELSE))
        kind = parsing->answer->deed_count < DT_DEEDS_MAX ? read_deed(parsing)
                                                          : dt_wanted(line, "word-not-here");
    if (kind == VERDICT_DONE && dt_peek(line))
        kind = dt_wanted(line, "word-not-here");
    return kind;
}

/* Steps of a turn are given one time; "if action points 0: end" as often as that is so. */
static bool is_step(const struct dt_answer *answer)
{
    const struct dt_deed *deed = &answer->deed[0];

    if (deed->kind == DT_DEED_TEAM)
        return true;
    if (deed->kind != DT_DEED_ORDER || deed->order.kind < DT_ORDER_CARD)
        return false;
    return deed->order.kind != DT_ORDER_END || (answer->points < 0 && !answer->spot_count);
}

enum verdict_kind dt_standing_parse(const void *rulebook, const struct lexicon *lexicon,
                                    unsigned seat, const char *text, size_t length,
                                    struct text *out, bool *once, struct verdict *verdict)
{
    struct dt_answer answer;
    struct dt_line line;
    struct parsing parsing = {&line, rulebook, lexicon, seat, &answer};
    enum verdict_kind kind = dt_line_init(&line, lexicon, seat, text, length, verdict);

    *once = false;
    dt_answer_init(&answer);
    if (kind == VERDICT_DONE)
        kind = read_line(&parsing);
    if (kind != VERDICT_DONE)
        return kind;
    *once = is_step(&answer);
    dt_write_answer(rulebook, &answer, out);
    return verdict_done(verdict);
}
