/* SPDX-License-Identifier: MIT */
/* Splits a player's line into words of the game, and offers small readers for them. It sees no
 * position. */
#include "games/dungeon_twister/line.h"

#include "games/dungeon_twister/order_text.h"

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

static bool read_place(struct dt_atom *atom)
{
    atom->value = (int16_t)dt_read_square(atom->text, atom->length);
    atom->slot = (int16_t)dt_read_slot(atom->text, atom->length);
    atom->kind = DT_ATOM_PLACE;
    return atom->value >= 0 || atom->slot >= 0;
}

static bool read_number(struct dt_atom *atom)
{
    int64_t number;

    if (!text_to_int(atom->text, atom->length, &number) || number < 0 || number > 999)
        return false;
    atom->kind = DT_ATOM_NUMBER;
    atom->value = (int16_t)number;
    return true;
}

bool dt_is_term(const struct dt_atom *atom, unsigned term)
{
    for (unsigned i = 0; atom->kind == DT_ATOM_TERM && i < atom->terms; i++)
        if (atom->term[i] == term)
            return true;
    return false;
}

static enum verdict_kind not_understood(struct dt_line *line, const struct dt_atom *atom)
{
    const char *nearest = lexicon_nearest(line->lexicon, atom->text, atom->length);

    verdict_malformed(line->verdict, "word-unknown", atom->column, atom->text,
                      (unsigned)atom->length);
    if (nearest && line->verdict) {
        struct text text;

        text_init(&text, line->verdict->suggestion, sizeof line->verdict->suggestion);
        text_put(&text, nearest);
    }
    return VERDICT_MALFORMED;
}

/* Take the line into atoms, fillers left out. */
static enum verdict_kind split(struct dt_line *line)
{
    size_t at = 0;
    bool mine = false;

    while (at < line->length) {
        struct dt_atom *atom = &line->atom[line->count];
        size_t used = 0;

        if (!goes_on(line->folded[at])) {
            at++;
            continue;
        }
        if (line->count == DT_ATOMS_MAX)
            return verdict_malformed(line->verdict, "line-too-long", line->column[at], NULL, 0);
        atom->text = line->folded + at;
        atom->column = line->column[at];
        atom->length = word_length(atom->text, line->length - at);
        if (!read_place(atom) && !read_number(atom)) {
            atom->kind = DT_ATOM_TERM;
            atom->terms = (uint8_t)lexicon_match(line->lexicon, atom->text, line->length - at,
                                                 atom->term, DT_ATOM_TERMS_MAX, &used);
            if (!atom->terms)
                return not_understood(line, atom);
            atom->length = used;
        }
        at += atom->length;
        atom->mine = mine;
        line->of_room |= dt_is_term(atom, DT_TERM_ROOM);
        if (!dt_is_term(atom, DT_TERM_FILLER) && !dt_is_term(atom, DT_TERM_ROOM)) {
            line->count++;
            mine = false;
        }
        mine |= dt_is_term(atom, DT_TERM_MINE);
    }
    return VERDICT_DONE;
}

enum verdict_kind dt_line_init(struct dt_line *line, const struct lexicon *lexicon, unsigned seat,
                               const char *text, size_t length, struct verdict *verdict)
{
    if (length >= DT_LINE_BYTES / 2 || seat < 1 || seat > DT_SIDES)
        return verdict_malformed(verdict, "line-too-long", 1, NULL, 0);
    line->lexicon = lexicon;
    line->verdict = verdict;
    line->side = seat - 1;
    line->of_room = false;
    line->count = line->at = 0;
    line->length = lexicon_fold(text, length, line->folded, line->column, sizeof line->folded);
    line->column[line->length] = line->length ? (uint16_t)(line->column[line->length - 1] + 1) : 1;
    return split(line);
}

/* ---- small readers: each takes what it reads, or leaves all as it was ---- */

const struct dt_atom *dt_peek(const struct dt_line *line)
{
    return line->at < line->count ? &line->atom[line->at] : NULL;
}

bool dt_accept(struct dt_line *line, unsigned term)
{
    const struct dt_atom *atom = dt_peek(line);

    if (!atom || !dt_is_term(atom, term))
        return false;
    line->at++;
    return true;
}

bool dt_accept_number(struct dt_line *line, int *number)
{
    const struct dt_atom *atom = dt_peek(line);

    if (!atom || atom->kind != DT_ATOM_NUMBER)
        return false;
    *number = atom->value;
    line->at++;
    return true;
}

bool dt_accept_square(struct dt_line *line, int *square)
{
    const struct dt_atom *atom = dt_peek(line);

    if (!atom || atom->kind != DT_ATOM_PLACE || atom->value < 0)
        return false;
    *square = atom->value;
    line->at++;
    return true;
}

bool dt_accept_slot(struct dt_line *line, int *slot)
{
    const struct dt_atom *atom = dt_peek(line);

    if (!atom || atom->kind != DT_ATOM_PLACE || atom->slot < 0)
        return false;
    *slot = atom->slot;
    line->at++;
    return true;
}

bool dt_is_direction(const struct dt_atom *atom)
{
    bool is = false;

    for (unsigned d = 0; d < DT_DIRECTIONS; d++)
        is |= dt_is_term(atom, DT_TERM_NORTH + d);
    return is;
}

bool dt_accept_direction(struct dt_line *line, int *direction)
{
    for (int d = 0; d < DT_DIRECTIONS; d++)
        if (dt_accept(line, DT_TERM_NORTH + (unsigned)d)) {
            *direction = d;
            return true;
        }
    return false;
}

/* A square, or a direction for one. */
bool dt_accept_step(struct dt_line *line, int *step)
{
    if (dt_accept_square(line, step))
        return true;
    if (!dt_accept_direction(line, step))
        return false;
    *step += DT_TOWARDS;
    return true;
}

bool dt_accept_side(struct dt_line *line, unsigned *side)
{
    if (dt_accept(line, DT_TERM_BLUE))
        *side = 0;
    else if (dt_accept(line, DT_TERM_YELLOW))
        *side = 1;
    else if (dt_accept(line, DT_TERM_OWN))
        *side = line->side;
    else if (dt_accept(line, DT_TERM_ENEMY))
        *side = 1 - line->side;
    else
        return false;
    return true;
}

/* A kind of token from `first` to before `end`. */
static bool dt_accept_kind(struct dt_line *line, unsigned first, unsigned end, int *kind)
{
    for (unsigned k = first; k < end; k++)
        if (dt_kinds[k].word && dt_accept(line, dt_kinds[k].term)) {
            *kind = (int)k;
            return true;
        }
    return false;
}

/* "rope-2", "rope-4": so are the Ropes of several boxes told apart. */
static void accept_copy(struct dt_line *line, int *kind)
{
    const struct dt_atom *atom = dt_peek(line);

    if (!atom || atom->kind != DT_ATOM_NUMBER || atom->text[-1] != '-')
        return;
    for (int k = 0; k < DT_KINDS; k++)
        if (dt_kinds[k].like && dt_kinds[k].like == *kind && dt_kinds[k].copy == atom->value) {
            *kind = k;
            line->at++;
            return;
        }
}

/* "sword", "yellow sword": a token, or DT_EITHER + kind. */
bool dt_accept_token(struct dt_line *line, int *token)
{
    unsigned before = line->at, side = DT_NONE;
    const struct dt_atom *atom;
    int kind;

    dt_accept_side(line, &side);
    atom = dt_peek(line);
    if (!dt_accept_kind(line, 0, DT_KINDS, &kind)) {
        line->at = before;
        return false;
    }
    accept_copy(line, &kind);
    if (side == DT_NONE && !dt_accept_side(line, &side) && /* "clérigo azul" */
        atom->mine && kind < DT_CHARACTER_KINDS)
        side = line->side; /* but a rope that he calls his own may have either colour */
    *token = side == DT_NONE ? DT_EITHER + kind : (int)dt_token(side, (unsigned)kind);
    return true;
}

/* Own character, with or without his colour. */
bool dt_accept_subject(struct dt_line *line, int *kind)
{
    unsigned before = line->at, side = line->side;

    dt_accept_side(line, &side);
    if (side == line->side && dt_accept_kind(line, 0, DT_CHARACTER_KINDS, kind)) {
        unsigned behind = line->at;

        if (!dt_accept_side(line, &side) || side == line->side)
            return true;
        line->at = behind;
    }
    line->at = before;
    return false;
}

bool dt_accept_actor(struct dt_line *line, int *who)
{
    unsigned before = line->at, side;

    if (dt_accept_subject(line, who))
        return true;
    if (dt_accept_side(line, &side) && side != line->side &&
        dt_accept_kind(line, 0, DT_CHARACTER_KINDS, who)) {
        *who += DT_CHARMED;
        return true;
    }
    line->at = before;
    if (dt_accept_kind(line, 0, DT_CHARACTER_KINDS, who) && dt_accept_side(line, &side) &&
        side != line->side) {
        *who += DT_CHARMED;
        return true;
    }
    line->at = before;
    return false;
}

void dt_skip_words(struct dt_line *line, unsigned from, unsigned count)
{
    memmove(&line->atom[from], &line->atom[from + count],
            (line->count - from - count) * sizeof line->atom[0]);
    line->count -= count;
}

bool dt_has(const struct dt_line *line, unsigned term)
{
    for (unsigned i = 0; i < line->count; i++)
        if (dt_is_term(&line->atom[i], term))
            return true;
    return false;
}

void dt_add(struct dt_line *line, int arg)
{
    if (line->order->count < ORDER_ARGS_MAX)
        line->order->arg[line->order->count++] = (int16_t)arg;
}

enum verdict_kind dt_wanted(struct dt_line *line, const char *reason)
{
    const struct dt_atom *atom = dt_peek(line);

    if (atom)
        return verdict_malformed(line->verdict, reason, atom->column, atom->text,
                                 (unsigned)atom->length);
    return verdict_malformed(line->verdict, reason, line->column[line->length], NULL, 0);
}
