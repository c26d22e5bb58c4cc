/* SPDX-License-Identifier: MIT */
/* Puts names and phrases together for text boards, titles and speech. The phrases are read in
 * words.c. */
#include "draw/say.h"

#include "draw/safe.h"

const char *say_phrase(const struct draw_look *look, enum draw_phrase phrase)
{
    return draw_words_get(look->words, phrase);
}

static const char *value_of(const struct say_value *values, const char *slot, size_t length)
{
    for (; values && values->slot; values++)
        if (text_is(slot, length, values->slot))
            return values->text;
    return "";
}

void say_put(struct text *out, const struct draw_look *look, enum draw_phrase phrase,
             const struct say_value *values)
{
    const char *at = say_phrase(look, phrase), *open, *close;

    while ((open = strchr(at, '{')) != NULL && (close = strchr(open, '}')) != NULL) {
        text_put_bytes(out, at, (size_t)(open - at));
        text_put(out, value_of(values, open + 1, (size_t)(close - open - 1)));
        at = close + 1;
    }
    text_put(out, at);
}

const char *say_term(const struct draw_look *look, unsigned term)
{
    return look->lexicon && term < look->lexicon->term_count ? lexicon_name(look->lexicon, term)
                                                             : "";
}

const char *say_symbol(const struct scene *scene, const struct draw_look *look, unsigned symbol)
{
    const char *name = "";

    if (symbol == 0 || symbol >= scene->symbol_count)
        return say_phrase(look, DRAW_UNKNOWN);
    name = say_term(look, scene->symbols[symbol].term);
    return *name ? name : scene->symbols[symbol].letters;
}

static bool is_letters(const char *name, const char *letters)
{
    for (; *letters; name++, letters++)
        if (text_lower(*name) != text_lower(*letters))
            return false;
    return true;
}

/* The word of two letters that a language has for a term; NULL = none. The game's own letters come
 * first where they are one. */
static const char *short_word(const struct lexicon *own, unsigned term, const char *letters)
{
    const char *found = NULL;

    for (unsigned i = 0; i < own->word_count; i++) {
        const struct lexicon_word *word = &own->word[i];

        if (word->term != term || word->length != 2 || !text_is_letter(word->text[0]) ||
            !text_is_letter(word->text[1]))
            continue;
        if (text_equal(word->text, letters))
            return letters;
        found = found ? found : word->text;
    }
    return found;
}

const char *say_letters(const struct scene *scene, const struct draw_look *look, unsigned symbol)
{
    const char *letters = scene->symbols[symbol].letters, *word = NULL;
    unsigned term = scene->symbols[symbol].term;
    const struct lexicon *lexicon = look->lexicon;

    if (!lexicon || term >= lexicon->term_count || !text_is_letter(letters[0]) ||
        is_letters(lexicon_name(lexicon, term), letters))
        return letters;
    word = short_word(lexicon->own ? lexicon->own : lexicon, term, letters);
    return word ? word : letters;
}

const char *say_place(char out[SAY_PLACE_BYTES], int x, int y)
{
    struct text text = text_in(out, SAY_PLACE_BYTES);

    text_put_char(&text, (char)('a' + (x >= 0 && x < 26 ? x : 25)));
    text_put_int(&text, y);
    return out;
}

const char *say_colour(char out[SAY_NAME_BYTES], const struct scene *scene,
                       const struct draw_look *look, unsigned seat)
{
    char number[TEXT_INT_BYTES];
    const char *name = seat <= SEATS_MAX ? say_term(look, scene->seat_term[seat]) : "";
    struct text text = text_in(out, SAY_NAME_BYTES);

    if (*name)
        text_put(&text, name);
    else
        say_put(&text, look, DRAW_SEAT, SAY_VALUES({"number", text_of_int(number, (int64_t)seat)}));
    return out;
}

/* "Blue: Anna", her name cleaned and cut to `columns`. */
static const char *say_player(char out[SAY_NAME_BYTES], const struct scene *scene,
                              const struct draw_look *look, unsigned seat, unsigned columns)
{
    char colour[SAY_NAME_BYTES];
    struct safe name;
    struct text text = text_in(out, SAY_NAME_BYTES);

    say_colour(colour, scene, look, seat);
    safe_clean(&name, seat <= SEATS_MAX ? look->name[seat] : NULL, columns, look->ascii);
    if (name.length && name.length + strlen(colour) + 16 < SAY_NAME_BYTES)
        say_put(&text, look, DRAW_PLAYER, SAY_VALUES({"colour", colour}, {"name", name.at}));
    else
        text_put(&text, colour);
    return out;
}

const char *say_owned(char out[SAY_NAME_BYTES], const struct scene *scene,
                      const struct draw_look *look, unsigned symbol, unsigned seat)
{
    char colour[SAY_NAME_BYTES];
    const char *piece = say_symbol(scene, look, symbol);
    struct text text = text_in(out, SAY_NAME_BYTES);

    if (seat == 0)
        text_put(&text, piece);
    else
        say_put(&text, look, DRAW_OWNED,
                SAY_VALUES({"colour", say_colour(colour, scene, look, seat)}, {"piece", piece}));
    return out;
}

const char *say_area(char out[SAY_NAME_BYTES], const struct scene *scene,
                     const struct draw_look *look, int area)
{
    const char *kind = say_term(look, scene->area_term);
    struct text text = text_in(out, SAY_NAME_BYTES);

    if (area >= 0 && area < scene->area_count)
        say_put(&text, look, DRAW_AREA_NAMED,
                SAY_VALUES({"area", *kind ? kind : say_phrase(look, DRAW_AREA)},
                           {"name", scene->area[area].name}));
    return out;
}

const char *say_edge(char out[SAY_NAME_BYTES], const struct scene *scene,
                     const struct draw_look *look, enum scene_edge_kind kind)
{
    static const enum draw_phrase phrases[SCENE_EDGE_KIND_COUNT] = {
        [SCENE_EDGE_OPEN] = DRAW_NONE,
        [SCENE_EDGE_WALL] = DRAW_WALL,
        [SCENE_EDGE_GATE] = DRAW_GATE_CLOSED,
        [SCENE_EDGE_GATE_OPEN] = DRAW_GATE_OPEN,
        [SCENE_EDGE_GATE_BROKEN] = DRAW_GATE_BROKEN,
        [SCENE_EDGE_WALL_BROKEN] = DRAW_WALL_BROKEN,
    };
    const char *gate = say_term(look, scene->gate_term);
    struct text text = text_in(out, SAY_NAME_BYTES);

    say_put(&text, look, phrases[kind],
            SAY_VALUES({"gate", *gate ? gate : say_phrase(look, DRAW_GATE)}));
    return out;
}

const char *say_down(const struct scene *scene, const struct draw_look *look)
{
    const char *down = say_term(look, scene->down_term);

    return *down ? down : say_phrase(look, DRAW_DOWN);
}

const char *say_panel(char out[SAY_NAME_BYTES], const struct scene *scene,
                      const struct draw_look *look, const struct scene_panel *panel,
                      unsigned columns)
{
    struct text text;
    const char *name = say_term(look, panel->term);

    if (!*name && panel->seat != SEAT_TABLE)
        return say_player(out, scene, look, panel->seat, columns);
    text_init(&text, out, SAY_NAME_BYTES);
    text_put(&text, *name ? name : say_phrase(look, DRAW_TABLE));
    return out;
}

void say_list_init(struct say_list *list, const struct draw_look *look)
{
    list->look = look;
    list->count = 0;
    list->last[0] = '\0';
    text_init(&list->text, list->head, sizeof list->head);
}

void say_list_add(struct say_list *list, const char *item)
{
    struct text last;

    if (list->count++ > 0) {
        if (list->text.length)
            text_put(&list->text, ", ");
        text_put(&list->text, list->last);
    }
    text_init(&last, list->last, sizeof list->last);
    text_put(&last, item);
}

void say_list_put(const struct say_list *list, struct text *out)
{
    if (list->count == 0)
        text_put(out, say_phrase(list->look, DRAW_NONE));
    else if (list->count == 1)
        text_put(out, list->last);
    else
        say_put(out, list->look, DRAW_AND, SAY_VALUES({"first", list->head}, {"last", list->last}));
}

/* Which phrase a kind of step takes: plainly, with a thing, and on somebody. */
struct step_phrases {
    enum draw_phrase plain, with, on;
};
static const struct step_phrases step_phrases[SCENE_STEP_KIND_COUNT] = {
    [SCENE_STEP_MOVE] = {DRAW_STEP_MOVE, DRAW_STEP_MOVE_WITH, DRAW_STEP_MOVE_WITH},
    [SCENE_STEP_JUMP] = {DRAW_STEP_JUMP, DRAW_STEP_JUMP, DRAW_STEP_JUMP},
    [SCENE_STEP_EXIT] = {DRAW_STEP_EXIT, DRAW_STEP_EXIT_WITH, DRAW_STEP_EXIT_WITH},
    [SCENE_STEP_BLOW] = {DRAW_STEP_BLOW, DRAW_STEP_BLOW, DRAW_STEP_BLOW},
    [SCENE_STEP_SHOT] = {DRAW_STEP_SHOT, DRAW_STEP_SHOT, DRAW_STEP_SHOT},
    [SCENE_STEP_TURN] = {DRAW_STEP_TURN, DRAW_STEP_TURN, DRAW_STEP_TURN},
    [SCENE_STEP_REVEAL] = {DRAW_STEP_REVEAL, DRAW_STEP_REVEAL, DRAW_STEP_REVEAL},
    [SCENE_STEP_EDGE] = {DRAW_STEP_EDGE, DRAW_STEP_EDGE, DRAW_STEP_EDGE},
    [SCENE_STEP_USE] = {DRAW_STEP_USE, DRAW_STEP_USE_WITH, DRAW_STEP_USE_ON},
    [SCENE_STEP_PLACE] = {DRAW_STEP_PLACE, DRAW_STEP_PLACE, DRAW_STEP_PLACE},
    [SCENE_STEP_DOWN] = {DRAW_STEP_DOWN, DRAW_STEP_DOWN, DRAW_STEP_DOWN},
    [SCENE_STEP_UP] = {DRAW_STEP_UP, DRAW_STEP_UP, DRAW_STEP_UP},
    [SCENE_STEP_LOST] = {DRAW_STEP_LOST, DRAW_STEP_LOST, DRAW_STEP_LOST},
    [SCENE_STEP_DRAWN] = {DRAW_STEP_DRAWN, DRAW_STEP_DRAWN, DRAW_STEP_DRAWN},
};

bool say_is_unseen(const struct scene_step *step)
{
    return step->kind == SCENE_STEP_PLACE && step->point_count == 0;
}

static enum draw_phrase phrase_of_step(const struct scene_step *step)
{
    const struct step_phrases *phrases = &step_phrases[step->kind];

    if (say_is_unseen(step))
        return DRAW_STEP_PLACE_IN;
    if (step->with && step->point_count > 1)
        return phrases->on;
    return step->with ? phrases->with : phrases->plain;
}

void say_step(struct text *out, const struct scene *scene, const struct draw_look *look,
              const struct scene_step *step)
{
    char who[SAY_NAME_BYTES], with[SAY_NAME_BYTES], area[SAY_NAME_BYTES];
    char edge[SAY_NAME_BYTES], from[SAY_PLACE_BYTES] = "", to[SAY_PLACE_BYTES] = "", path[128];
    unsigned last = step->point_count ? step->point_count - 1u : 0;
    bool beyond = last && (step->was[last].y < 0 || step->was[last].y >= scene->rows);
    unsigned leaves = step->kind == SCENE_STEP_EXIT ? last - beyond : 0;
    struct text points = text_in(path, sizeof path);

    for (unsigned i = 0; i < step->point_count; i++)
        TEXT_PUT(&points, i ? " " : "", say_place(to, step->was[i].x, step->was[i].y));
    if (step->point_count) {
        say_place(from, step->was[leaves].x, step->was[leaves].y);
        say_place(to, step->was[last].x, step->was[last].y);
    }
    say_owned(with, scene, look, step->with, step->with_seat);
    say_put(out, look, phrase_of_step(step),
            SAY_VALUES({"who", say_owned(who, scene, look, step->symbol, step->seat)},
                       {"with", with}, {"whom", with}, {"path", path}, {"from", from}, {"to", to},
                       {"area", say_area(area, scene, look, step->area)},
                       {"down", say_down(scene, look)},
                       {"edge", say_edge(edge, scene, look, (enum scene_edge_kind)step->edge)},
                       {"way", say_phrase(look, step->turn < 0 ? DRAW_COUNTER : DRAW_CLOCKWISE)}));
}
