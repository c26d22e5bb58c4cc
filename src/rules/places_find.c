/* SPDX-License-Identifier: MIT */
/* Finds on the diagram of a position what a line says of places. Knows no game: pieces, grounds and
 * edges are the scene's, their words the lexicon's. */
#include "rules/places_p.h"

enum { SKIPPED_MAX = 4 };

static const struct spot steps[] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}}; /* as enum scene_side */
static const char *const ways[] = {"direction.north", "direction.east", "direction.south",
                                   "direction.west"};

/* ---- what stands where ---- */

bool places_is_figure(const struct scene *scene, unsigned piece)
{
    return scene->symbols[scene->piece[piece].symbol].kind == SCENE_SYMBOL_FIGURE &&
           scene->piece[piece].symbol && scene->piece[piece].area < 0;
}

unsigned places_term(const struct looking *looking, int piece)
{
    return looking->scene->symbols[looking->scene->piece[piece].symbol].term;
}

static const struct scene_piece *actor_of(const struct looking *looking)
{
    return &looking->scene->piece[looking->actor];
}

int places_figure(const struct looking *looking, struct spot spot, bool own)
{
    for (unsigned i = 0; i < looking->scene->piece_count; i++) {
        const struct scene_piece *piece = &looking->scene->piece[i];

        if (piece->x == spot.x && piece->y == spot.y && places_is_figure(looking->scene, i) &&
            (!own || piece->seat == looking->seat))
            return (int)i;
    }
    return -1;
}

static void add_spot(const struct looking *looking, int x, int y, struct spots *spots)
{
    for (unsigned i = 0; i < spots->count; i++)
        if (spots->at[i].x == x && spots->at[i].y == y)
            return;
    if (x >= 0 && x < looking->scene->columns && y >= 0 && y < looking->scene->rows &&
        spots->count < SPOTS_MAX)
        spots->at[spots->count++] = (struct spot){x, y};
}

bool places_has_term(const struct thing *thing, unsigned term)
{
    for (unsigned i = 0; i < thing->count; i++)
        if (thing->term[i] == term)
            return true;
    return false;
}

bool places_is_square(const char *text)
{
    return text_is_letter(text[0]) && text_is_digit(text[1]) &&
           (!phrase_is_word(text[2]) || (text_is_digit(text[2]) && !phrase_is_word(text[3])));
}

struct spot places_square(const char *text)
{
    int y = text[1] - '0';

    return (struct spot){text[0] - 'a', text_is_digit(text[2]) ? 10 * y + text[2] - '0' : y};
}

/* Both sides of each gate. */
static void add_gates(const struct looking *looking, struct spots *spots)
{
    for (unsigned i = 0; i < looking->scene->edge_count; i++) {
        const struct scene_edge *edge = &looking->scene->edge[i];

        if (edge->kind < SCENE_EDGE_GATE || edge->kind > SCENE_EDGE_GATE_OPEN)
            continue;
        add_spot(looking, edge->x, edge->y, spots);
        add_spot(looking, edge->x + steps[edge->side].x, edge->y + steps[edge->side].y, spots);
    }
}

/* Where what a word names is: pieces but the one that acts, grounds. seat: 0 = anybody's */
static void add_named(const struct looking *looking, const struct thing *thing, unsigned seat,
                      struct spots *spots)
{
    const struct scene *scene = looking->scene;

    for (unsigned i = 0; i < scene->piece_count; i++)
        if (scene->piece[i].area < 0 && (int)i != looking->actor && scene->piece[i].symbol &&
            (!seat || scene->piece[i].seat == seat) &&
            places_has_term(thing, places_term(looking, (int)i)))
            add_spot(looking, scene->piece[i].x, scene->piece[i].y, spots);
    for (unsigned i = 0; i < scene->cell_count; i++)
        if (scene->cell[i].symbol &&
            places_has_term(thing, scene->symbols[scene->cell[i].symbol].term))
            add_spot(looking, scene->cell[i].x, scene->cell[i].y, spots);
    if (places_has_term(thing, scene->gate_term))
        add_gates(looking, spots);
}

/* ---- words of places ---- */

static size_t word_end(const struct looking *looking, size_t at)
{
    while (phrase_is_word(looking->text[at]))
        at++;
    return at;
}

static size_t word_behind(const struct looking *looking, size_t at)
{
    while (at < looking->length && !phrase_is_word(looking->text[at]))
        at++;
    return at;
}

size_t places_word_before(const struct looking *looking, size_t at)
{
    while (at && !phrase_is_word(looking->text[at - 1]))
        at--;
    while (at && phrase_is_word(looking->text[at - 1]))
        at--;
    return at;
}

bool places_says(const struct looking *looking, size_t at, unsigned wanted, size_t *used)
{
    return at < looking->length && phrase_is_word(looking->text[at]) &&
           (!at || !phrase_is_word(looking->text[at - 1])) &&
           phrase_is_there(looking->own->phrases, looking->text + at, looking->length - at, wanted,
                           used);
}

static bool match(const struct looking *looking, size_t at, struct thing *thing)
{
    thing->used = 0;
    thing->count = lexicon_match_whole(looking->own, looking->text + at, looking->length - at,
                                       thing->term, MEANINGS_MAX, &thing->used);
    return thing->count > 0;
}

bool places_is_term(const struct looking *looking, size_t at, const char *term, struct thing *thing)
{
    if (at < looking->length && match(looking, at, thing))
        for (unsigned i = 0; i < thing->count; i++)
            if (text_equal(looking->lexicon->terms[thing->term[i]], term))
                return true;
    return false;
}

static int way_at(const struct looking *looking, size_t at, size_t *used)
{
    struct thing thing;

    if (match(looking, at, &thing))
        for (unsigned i = 0; i < thing.count; i++)
            for (int d = 0; d < 4; d++)
                if (text_equal(looking->lexicon->terms[thing.term[i]], ways[d])) {
                    *used = thing.used;
                    return d;
                }
    return -1;
}

/* Whose is meant where a word says so: a colour, "his". */
static unsigned seat_at(const struct looking *looking, size_t at, const struct thing *thing)
{
    size_t used;

    for (unsigned seat = 1; seat <= SEATS_MAX; seat++)
        if (looking->scene->seat_term[seat] != SCENE_NO_TERM &&
            places_has_term(thing, looking->scene->seat_term[seat]))
            return seat;
    return places_says(looking, at, PHRASE_ANOTHERS, &used) ? 3 - looking->seat : 0;
}

bool places_reference(const struct looking *looking, size_t at, size_t *end, struct spots *spots)
{
    unsigned seat = 0;
    struct thing thing;
    size_t used;

    spots->count = 0;
    for (unsigned words = 0; words < SKIPPED_MAX; words++, at = word_end(looking, at)) {
        at = word_behind(looking, at);
        if (at >= looking->length)
            return false;
        match(looking, at, &thing);
        *end = at + thing.used;
        if (places_is_square(looking->text + at)) {
            struct spot spot = places_square(looking->text + at);

            add_spot(looking, spot.x, spot.y, spots);
            *end = word_end(looking, at);
            return spots->count > 0;
        }
        if (places_says(looking, at, PHRASE_PLACE_DOOR, &used)) {
            add_gates(looking, spots);
            *end = at + used;
            return spots->count > 0;
        }
        if (looking->actor >= 0 && places_says(looking, at, PHRASE_PLACE_SELF, &used))
            *end = at + used;
        else if (looking->actor < 0 || at != looking->actor_at) { /* nor beside whom another acts */
            seat = seat ? seat : seat_at(looking, at, &thing);
            add_named(looking, &thing, seat, spots);
            if (!spots->count && seat)
                add_named(looking, &thing, 0, spots);
            if (!spots->count)
                continue;
            return true;
        }
        add_spot(looking, actor_of(looking)->x, actor_of(looking)->y, spots);
        return true;
    }
    return false;
}

/* ---- places ---- */

/* The squares beside those that were named. */
static void put_beside(const struct looking *looking, const struct spots *named, unsigned relation,
                       struct spots *out)
{
    static const struct spot sides[] = {/* from PHRASE_PLACE_WHERE on */
                                        {0, 0},
                                        {-1, 0},
                                        {1, 0},
                                        {0, 1},
                                        {0, -1}};

    for (unsigned i = 0; i < named->count; i++) {
        const struct spot at = named->at[i];
        int ahead = looking->forward;

        if (relation < PHRASE_PLACE_NEAR) {
            const struct spot side = sides[relation - PHRASE_PLACE_WHERE];

            add_spot(looking, at.x + side.x, at.y + side.y, out);
            continue;
        }
        if (places_figure(looking, at, true) < 0)
            ahead = -ahead; /* another looks at me */
        if (relation != PHRASE_PLACE_NEAR)
            add_spot(looking, at.x, at.y + (relation == PHRASE_PLACE_FRONT ? ahead : -ahead), out);
        for (unsigned d = 0; d < 4; d++)
            add_spot(looking, at.x + steps[d].x, at.y + steps[d].y, out);
    }
}

/* "next to his cleric", "left of the mekanork", "where the potion is" */
static bool describe_relation(struct looking *looking, size_t at, struct spots *out)
{
    for (unsigned term = PHRASE_PLACE_WHERE; term <= PHRASE_PLACE_BETWEEN; term++) {
        struct spots named, second;
        size_t used, end, more;

        if (!places_says(looking, at, term, &used) ||
            !places_reference(looking, at + used, &end, &named))
            continue;
        put_beside(looking, &named, term == PHRASE_PLACE_BETWEEN ? PHRASE_PLACE_NEAR : term, out);
        if (term == PHRASE_PLACE_BETWEEN && places_reference(looking, end, &end, &second)) {
            struct spots near = {.count = 0}, both = {.count = 0};

            put_beside(looking, &second, PHRASE_PLACE_NEAR, &near);
            for (unsigned i = 0; i < out->count; i++)
                for (unsigned j = 0; j < near.count; j++)
                    if (out->at[i].x == near.at[j].x && out->at[i].y == near.at[j].y)
                        add_spot(looking, near.at[j].x, near.at[j].y, &both);
            *out = both;
        }
        more = word_behind(looking, end);
        if (places_says(looking, more, PHRASE_PLACE_IS, &used))
            end = more + used;
        looking->from = at;
        looking->to = end;
        looking->plain = term < PHRASE_PLACE_NEAR;
        looking->aside = term == PHRASE_PLACE_LEFT || term == PHRASE_PLACE_RIGHT;
        return out->count > 0;
    }
    return false;
}

/* A number before, with a word between ("two squares below"), or behind; 0 = none. */
static int count_near(struct looking *looking)
{
    const size_t near = places_word_before(looking, looking->from);
    const size_t places[] = {near, word_behind(looking, looking->to),
                             places_word_before(looking, near)};

    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        const char *text = looking->text + places[i];
        size_t used = strspn(text, "0123456789");
        unsigned number = (unsigned)(text[0] - '0');

        if (used != 1 || phrase_is_word(text[1]))
            used = phrase_number(looking->own->phrases, text, looking->length - places[i], &number,
                                 &used)
                       ? used
                       : 0;
        if (!used || number > 9)
            continue;
        if (places[i] < looking->from)
            looking->from = places[i];
        else
            looking->to = places[i] + used;
        return (int)number;
    }
    return 0;
}

static bool names_square(const struct looking *looking)
{
    for (size_t at = 0; at < looking->length; at++)
        if ((!at || !phrase_is_word(looking->text[at - 1])) && places_is_square(looking->text + at))
            return true;
    return false;
}

/* "two forward", "a step back", "two squares below": from where he stands. */
static bool describe_ahead(struct looking *looking, size_t at, struct spots *out)
{
    enum { BARE_LEAST = 6 };
    size_t used;
    const int ahead = looking->forward;
    const int way = places_says(looking, at, PHRASE_PLACE_AHEAD, &used)   ? ahead
                    : places_says(looking, at, PHRASE_PLACE_BACK, &used)  ? -ahead
                    : places_says(looking, at, PHRASE_PLACE_ABOVE, &used) ? 1
                    : places_says(looking, at, PHRASE_PLACE_BELOW, &used) ? -1
                                                                          : 0;
    int count;

    if (!way || names_square(looking))
        return false; /* "forward to b4" */
    looking->from = at;
    looking->to = at + used;
    count = count_near(looking);
    if (!count && (used < BARE_LEAST || places_says(looking, at, PHRASE_PLACE_ABOVE, &used) ||
                   places_says(looking, at, PHRASE_PLACE_BELOW, &used)))
        return false; /* "goes back to b4" */
    add_spot(looking, actor_of(looking)->x, actor_of(looking)->y + way * (count ? count : 1), out);
    return out->count > 0;
}

/* ---- the end of a way ---- */

bool places_end(const struct looking *looking, const struct order *order, struct spot *end)
{
    struct things things;

    guess_read(looking->game, looking->rulebook, looking->lexicon, order, &things);
    if (things.count < 2 || !places_has_term(&things.at[0], places_term(looking, looking->actor)))
        return false;
    for (unsigned i = 1; i < things.count; i++)
        if (things.at[i].count || !places_is_square(things.at[i].place))
            return false;
    *end = places_square(things.at[things.count - 1].place);
    return true;
}

unsigned places_legal(const struct looking *looking)
{
    unsigned count = looking->game->rules->legal(looking->rulebook, looking->state, looking->seat,
                                                 looking->list);

    return count < GUESS_LEGAL_MAX ? count : GUESS_LEGAL_MAX;
}

/* The farthest squares that way to which he can go. */
static bool put_farthest(const struct looking *looking, struct spot way, struct spots *out)
{
    const struct scene_piece *actor = actor_of(looking);
    const unsigned legal = places_legal(looking);
    int most = actor->x * way.x + actor->y * way.y;
    struct spot end;

    for (unsigned i = 0; i < legal; i++) {
        int far =
            places_end(looking, &looking->list[i], &end) ? end.x * way.x + end.y * way.y : most - 1;

        if (far < most)
            continue;
        out->count = far > most ? 0 : out->count;
        most = far;
        if (end.x != actor->x || end.y != actor->y)
            add_spot(looking, end.x, end.y, out);
    }
    return out->count > 0;
}

struct spot places_way(const struct looking *looking, size_t at, size_t *end)
{
    struct spot way = {0, 0};
    bool away = false; /* "away from his line" */
    struct thing from;
    size_t used = 0;

    for (; at < looking->length && !strchr(",;.", looking->text[at]);
         at += used ? used : 1, used = 0) {
        int d;

        if (!phrase_is_word(looking->text[at]) || (at && phrase_is_word(looking->text[at - 1])))
            continue;
        if (places_says(looking, at, PHRASE_AND, &used) ||
            places_says(looking, at, PHRASE_THEN, &used))
            break;
        d = places_says(looking, at, PHRASE_PLACE_TOP, &used)      ? SCENE_NORTH
            : places_says(looking, at, PHRASE_PLACE_BOTTOM, &used) ? SCENE_SOUTH
                                                                   : way_at(looking, at, &used);
        if (d >= 0) {
            way.x += steps[d].x;
            way.y += steps[d].y;
        } else if (places_is_term(looking, at, "word.from", &from)) {
            away = true;
            used = from.used;
        } else if (places_says(looking, at, PHRASE_PLACE_OUT, &used))
            way.y = away ? -looking->forward : looking->forward;
        else if (places_says(looking, at, PHRASE_PLACE_AHEAD, &used) ||
                 (away && !way.y && places_says(looking, at, PHRASE_PLACE_SELF, &used)))
            way.y = looking->forward;
        else if (places_says(looking, at, PHRASE_PLACE_BACK, &used))
            way.y = -looking->forward;
        else if (!places_says(looking, at, PHRASE_PLACE_FAR, &used) &&
                 !places_says(looking, at, PHRASE_PLACE_CORNER, &used)) {
            used = 0;
            continue;
        }
        *end = at + used;
    }
    return way;
}

/* "as far up as he can", "all the way to the exit" */
static bool describe_far(struct looking *looking, size_t at, struct spots *out)
{
    struct spot way;
    size_t used;

    if (!places_says(looking, at, PHRASE_PLACE_FAR, &used))
        return false;
    looking->from = at;
    looking->to = at + used;
    way = places_way(looking, at, &looking->to);
    if (!way.x && !way.y)
        way = (struct spot){0, looking->forward};
    return put_farthest(looking, way, out);
}

/* Where who acts stands; where nobody does, as a token is laid, the first square he may name. */
static struct spot stand_of(const struct looking *looking)
{
    struct spot spot = {-1, -1};
    struct things things;

    if (looking->actor >= 0)
        return (struct spot){actor_of(looking)->x, actor_of(looking)->y};
    for (unsigned i = 0, legal = places_legal(looking); i < legal && spot.x < 0; i++) {
        guess_read(looking->game, looking->rulebook, looking->lexicon, &looking->list[i], &things);
        for (unsigned j = 0; j < things.count; j++)
            if (!things.at[j].count && places_is_square(things.at[j].place))
                spot = places_square(things.at[j].place);
    }
    return spot;
}

static const struct scene_area *area_of(const struct looking *looking)
{
    const struct spot at = stand_of(looking);

    for (unsigned i = 0; i < looking->scene->area_count; i++) {
        const struct scene_area *area = &looking->scene->area[i];

        if (at.x >= area->x && at.x < area->x + area->width && at.y >= area->y &&
            at.y < area->y + area->height)
            return area;
    }
    return NULL;
}

/* "in a corner": without the article, which is a letter of squares, too. */
static size_t before_article(const struct looking *looking, size_t at)
{
    const size_t before = places_word_before(looking, at);
    struct thing article;

    return places_is_term(looking, before, "word.filler", &article) &&
                   before + article.used + 1 == at
               ? before
               : at;
}

static int edge_of(int from, int size, int way)
{
    return way > 0 ? from + size - 1 : way < 0 ? from : from + size / 2;
}

/* "the top left corner", "the middle of the room" */
static bool describe_corner(struct looking *looking, size_t at, struct spots *out)
{
    const struct scene_area *area;
    size_t used, from = at, end = at;
    struct spot way;

    if ((!places_says(looking, at, PHRASE_PLACE_CORNER, &used) &&
         !places_says(looking, at, PHRASE_PLACE_MIDDLE, &used)) ||
        !(area = area_of(looking)))
        return false;
    end = at + used;
    for (size_t word = at, before; word; word = before) { /* "top left", said before it */
        before = places_word_before(looking, word);
        if (strcspn(looking->text + before, ",;.") < word - before)
            break;
        if (way_at(looking, before, &used) >= 0 ||
            places_says(looking, before, PHRASE_PLACE_TOP, &used) ||
            places_says(looking, before, PHRASE_PLACE_BOTTOM, &used))
            from = before;
    }
    way = places_way(looking, from, &end);
    looking->from = before_article(looking, from);
    looking->to = end;
    for (int turn = 0; turn < 4; turn++) {
        int x = way.x ? way.x : turn & 1 ? 1 : -1, y = way.y ? way.y : turn & 2 ? 1 : -1;

        if (places_says(looking, at, PHRASE_PLACE_MIDDLE, &used))
            x = y = 0;
        add_spot(looking, edge_of(area->x, area->width, x), edge_of(area->y, area->height, y), out);
    }
    return out->count > 0;
}

bool places_describe(struct looking *looking, struct spots *out)
{
    static bool (*const kinds[])(struct looking *, size_t, struct spots *) = {
        describe_relation, describe_corner, describe_far, describe_ahead};
    const size_t count = looking->actor < 0 ? 2 : sizeof kinds / sizeof *kinds;

    for (size_t at = 0; at < looking->length; at++)
        for (size_t i = 0; i < count; i++) { /* the last two are of who acts */
            out->count = 0;
            if (kinds[i](looking, at, out))
                return true;
        }
    return false;
}
