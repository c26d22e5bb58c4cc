/* SPDX-License-Identifier: MIT */
/* Reads a line again whose places were put into squares, and casts the net below that. */
#include "rules/places_p.h"

enum { NET_MAX = 4, SQUARES_MAX = 4 };

/* ---- reading it again ---- */

/* Read a line that was put into other words. list: NULL = guess nothing */
static enum verdict_kind read_again(const struct looking *looking, const struct text *line,
                                    struct order *list, struct understanding *out)
{
    return line->cut ? VERDICT_MALFORMED
                     : understand_line(looking->game, looking->rulebook, looking->lexicon,
                                       looking->seat, looking->state, line->at, line->length, list,
                                       list ? looking->ahead : NULL, out);
}

static void add_choice(const struct order *order, struct understanding *out)
{
    for (unsigned i = 0; i < out->choice_count; i++)
        if (memcmp(&out->choice[i], order, sizeof *order) == 0)
            return;
    if (out->choice_count < CHOICES_MAX)
        out->choice[out->choice_count++] = *order;
}

/* Bytes up to where the clause ends that describes the place. */
static size_t clause_end(const struct looking *looking)
{
    size_t next;

    return looking->to + phrase_part(looking->own, PHRASE_JOINED, looking->text + looking->to,
                                     looking->length - looking->to, &next);
}

/* How a place is put in: its square, whoever stands there, the square up to the end of the clause;
 * or who acts and the square, and nothing else. */
enum way_of_reading { WITH_SQUARE, WITH_NAME, CLAUSE_ALONE, BARE, WAYS_OF_READING };

static void put_name(const struct looking *looking, int piece, struct text *out)
{
    const struct scene *scene = looking->scene;
    unsigned seat = scene->piece[piece].seat;

    if (seat != looking->seat && scene->seat_term[seat] != SCENE_NO_TERM)
        TEXT_PUT(out, " ", lexicon_name(looking->own, scene->seat_term[seat]));
    TEXT_PUT(out, " ", lexicon_name(looking->own, places_term(looking, piece)), " ");
}

static enum verdict_kind ask_back(struct understanding *out)
{
    out->choice_count = 0;
    add_choice(&out->order, out);
    return verdict_ambiguous(&out->verdict, "asked-back");
}

/* The line with a square in the place of what describes it. */
static enum verdict_kind read_with(const struct looking *looking, struct spot spot,
                                   enum way_of_reading way, struct understanding *out)
{
    int there = places_figure(looking, spot, false);
    size_t end = way == CLAUSE_ALONE ? clause_end(looking) : looking->length;
    TEXT_IN(text, line, PHRASE_BYTES);

    if ((way == WITH_NAME && there < 0) || (way == BARE && looking->actor < 0))
        return VERDICT_MALFORMED;
    if (way == BARE)
        put_name(looking, looking->actor, &text);
    else
        text_put_bytes(&text, looking->text, looking->from);
    if (way == WITH_NAME)
        put_name(looking, there, &text);
    else
        TEXT_PUT(&text, " ", (const char[]){(char)('a' + spot.x), '\0'}, TEXT_INT(spot.y), " ");
    if (way != BARE)
        text_put_bytes(&text, looking->text + looking->to, end - looking->to);
    return read_again(looking, &text, NULL, out);
}

/* What he can reach that is nearest to where he wanted to go. */
static void add_nearest(const struct looking *looking, const struct spots *wanted,
                        struct understanding *out)
{
    const unsigned legal = places_legal(looking);

    for (int most = 1; most < looking->scene->columns + looking->scene->rows; most++)
        for (unsigned i = 0; i < legal && out->choice_count < NET_MAX; i++) {
            struct spot end;
            int far = most + 1;

            if (!places_end(looking, &looking->list[i], &end))
                continue;
            for (unsigned j = 0; j < wanted->count; j++) {
                int there = abs(end.x - wanted->at[j].x) + abs(end.y - wanted->at[j].y);

                far = there < far ? there : far;
            }
            if (far == most)
                add_choice(&looking->list[i], out);
        }
}

/* Read the line with each of the squares. true: one of them is an order, and the only place */
static bool read_each(const struct looking *looking, const struct spots *spots,
                      enum way_of_reading way, struct understanding *out,
                      struct understanding *refused)
{
    struct understanding one;

    for (unsigned i = 0; i < spots->count; i++) {
        enum verdict_kind kind = read_with(looking, spots->at[i], way, &one);

        if (kind == VERDICT_DONE && looking->plain && spots->count == 1 && way == WITH_SQUARE) {
            *out = one;
            return true;
        }
        if (kind == VERDICT_DONE)
            add_choice(&one.order, out);
        for (unsigned j = 0; kind == VERDICT_AMBIGUOUS && j < one.choice_count; j++)
            add_choice(&one.choice[j], out);
        if (kind == VERDICT_ILLEGAL && way != BARE && refused->verdict.kind != VERDICT_ILLEGAL)
            *refused = one;
    }
    return false;
}

/* "Lift the gate next to the thief": nobody acts but beside him, so it is read without him. */
static bool read_without(const struct looking *looking, struct understanding *out)
{
    struct understanding one;
    TEXT_IN(text, line, PHRASE_BYTES);
    enum verdict_kind kind;

    text_put_bytes(&text, looking->text, looking->from);
    text_put_bytes(&text, looking->text + looking->to, looking->length - looking->to);
    kind = read_again(looking, &text, NULL, &one);
    if (kind == VERDICT_MALFORMED || (kind == VERDICT_ILLEGAL && out->choice_count > 1))
        return false;
    *out = one;
    if (kind == VERDICT_DONE)
        ask_back(out);
    return true;
}

/* One square that may be meant: it is done. Several: he is asked which; none that he can reach: he
 * hears why, and is shown what he can. What is near to the line besides is shown first. */
static bool read_described(struct looking *looking, struct understanding *out)
{
    struct understanding refused = {.choice_count = 0};
    struct spots spots = {.count = 0};
    unsigned before = out->choice_count;
    unsigned ways_tried = out->verdict.kind == VERDICT_ILLEGAL ? CLAUSE_ALONE : WAYS_OF_READING;

    if (!places_describe(looking, &spots))
        return false;
    if (looking->actor >= 0 && looking->actor_at >= looking->from &&
        looking->actor_at < looking->to)
        return read_without(looking, out);
    for (unsigned way = 0; way < ways_tried && out->choice_count == before; way++)
        if (read_each(looking, &spots, way, out, &refused))
            return true;
    if (out->choice_count > before) {
        verdict_ambiguous(&out->verdict, "asked-back");
        return true;
    }
    if ((before && !looking->aside) || out->verdict.kind == VERDICT_ILLEGAL ||
        refused.verdict.kind != VERDICT_ILLEGAL)
        return false;
    *out = refused;
    if (looking->actor >= 0)
        add_nearest(looking, &spots, out);
    return true;
}

/* ---- squares in the place of those who stand on them ---- */

struct stand_in {
    size_t from, to;
    int piece; /* whose name is put there */
};

/* The letters before a square that name its piece, as in "Td3". */
static size_t sign_before(const struct looking *looking, size_t at)
{
    size_t from = at;

    while (from && text_is_letter(looking->text[from - 1]) && looking->text[from - 1] != 'x')
        from--;
    return from;
}

/* "c1", "Tc1", "the one on c1": squares on which somebody stands, each with what names him. */
static unsigned find_stand_ins(const struct looking *looking, struct stand_in found[SQUARES_MAX])
{
    unsigned count = 0;

    for (size_t at = 0; at < looking->length && count < SQUARES_MAX; at++) {
        struct spots spots;
        size_t used, end, from = at;
        int piece = -1;

        if (places_says(looking, at, PHRASE_PLACE_ONE, &used) &&
            places_reference(looking, at + used, &end, &spots))
            for (unsigned i = 0; i < spots.count && piece < 0; i++)
                piece = places_figure(looking, spots.at[i], !count);
        if (piece < 0 && text_is_letter(looking->text[at]) &&
            text_is_digit(looking->text[at + 1])) {
            from = sign_before(looking, at);
            end = at + 2 + text_is_digit(looking->text[at + 2]);
            piece = places_figure(looking, places_square(looking->text + at), false);
        }
        if (piece < 0)
            continue;
        found[count++] = (struct stand_in){from, end, piece};
        at = end - 1;
    }
    return count;
}

/* The line with names for the squares of a set. */
static void put_names(const struct looking *looking, const struct stand_in *found, unsigned count,
                      unsigned set, struct text *out)
{
    size_t from = 0;

    for (unsigned i = 0; i < count; i++)
        if (set >> i & 1) {
            text_put_bytes(out, looking->text + from, found[i].from - from);
            put_name(looking, found[i].piece, out);
            from = found[i].to;
        }
    text_put_bytes(out, looking->text + from, looking->length - from);
}

/* "c1 heals c2", "d3xd4", "b4 takes the potion": who is first is named, then all, then the others.
 */
static bool read_stand_ins(struct looking *looking, struct understanding *out)
{
    struct stand_in found[SQUARES_MAX];
    struct understanding one, refused = {.choice_count = 0};
    unsigned count = find_stand_ins(looking, found);
    unsigned all = (1u << count) - 1;
    const unsigned sets[] = {1, all, all & ~1u};

    for (unsigned i = 0; count && i < (count > 1 ? 3u : 1u); i++) {
        TEXT_IN(text, line, PHRASE_BYTES);
        enum verdict_kind kind;

        put_names(looking, found, count, sets[i], &text);
        kind = read_again(looking, &text, NULL, &one);
        if (kind == VERDICT_MALFORMED) /* several orders */
            kind = read_again(looking, &text, looking->list, &one);
        if (kind == VERDICT_DONE &&
            ((looking->actor >= 0 && !looking->named) || !(sets[i] & 1))) /* "takes on d4" */
            kind = ask_back(&one);
        if (kind == VERDICT_DONE || kind == VERDICT_AMBIGUOUS) {
            *out = one;
            return true;
        }
        if (kind == VERDICT_ILLEGAL && refused.verdict.kind != VERDICT_ILLEGAL)
            refused = one;
    }
    *out = refused;
    return refused.verdict.kind == VERDICT_ILLEGAL;
}

/* ---- areas ---- */

/* "The sword far right", of who lays it: what is named, in the areas that lie farthest that way. */
static bool read_areas(const struct looking *looking, struct understanding *out)
{
    const unsigned legal = places_legal(looking);
    struct things line, order;
    struct thing area = {.count = 0};
    struct spot way;
    size_t end;
    int most = -SCENE_CELLS_MAX;

    find_things(looking->lexicon, looking->text, looking->length, &line);
    way = places_way(looking, 0, &end);
    if (!way.x && !way.y)
        return false;
    for (unsigned i = 0; i < looking->scene->area_count; i++) {
        const struct scene_area *one = &looking->scene->area[i];
        int far = one->x * way.x + one->y * way.y;

        out->choice_count = far > most ? 0 : out->choice_count;
        most = far > most ? far : most;
        text_copy(area.place, sizeof area.place, one->name);
        for (unsigned j = 0; j < legal && far == most; j++) {
            bool named = false;

            guess_read(looking->game, looking->rulebook, looking->lexicon, &looking->list[j],
                       &order);
            for (unsigned k = 0; k < line.count; k++)
                named |=
                    line.at[k].count && order.count == 3 && things_alike(&line.at[k], &order.at[1]);
            if (named && things_name(&order, &area))
                add_choice(&looking->list[j], out);
        }
    }
    if (out->choice_count)
        verdict_ambiguous(&out->verdict, "asked-back");
    return out->choice_count > 0;
}

/* ---- the net ---- */

/* "No troll, please": does a word before it say that it is not meant? */
static bool is_denied(const struct looking *looking, const struct thing *thing)
{
    size_t at = thing->at, used;

    for (unsigned words = 0; at && words < 2; words++) {
        at = places_word_before(looking, at);
        if (thing->count && (places_says(looking, at, PHRASE_NEGATION, &used) ||
                             places_says(looking, at, PHRASE_EXCEPT, &used)))
            return true;
    }
    return false;
}

/* How many things of a line an order names at its beginning as they stand there: "team warrior
 * wizard" of four. */
static unsigned begins_alike(const struct things *order, const struct things *line)
{
    unsigned same = 0, at = 0;

    for (unsigned i = 0; i < order->count; i++) {
        while (at < line->count && !things_name(order, &line->at[at]))
            at++;
        if (at < line->count && things_alike(&order->at[i], &line->at[at])) {
            same++;
            at++;
        } else if (i) /* it may name no verb */
            break;
    }
    return same;
}

/* How much of a line an order says: of what few orders say, more. */
static unsigned share(const struct looking *looking, const struct order *order,
                      const struct things *line, const unsigned weight[THINGS_MAX])
{
    struct things things;
    unsigned sum = 0;
    bool denies = false;

    if (!guess_may(looking->game, order) || phrase_is_final(looking->game, order))
        return 0;
    guess_read(looking->game, looking->rulebook, looking->lexicon, order, &things);
    for (unsigned i = 0; i < line->count; i++) {
        bool named = things_name(&things, &line->at[i]), denied = is_denied(looking, &line->at[i]);

        if (named && denied)
            return 0;
        denies |= denied;
        sum += named ? weight[i] : 0;
    }
    sum += denies; /* whatever else there is */
    if (looking->actor >= 0 && things.count &&
        places_has_term(&things.at[0], places_term(looking, looking->actor)))
        sum *= 3;
    sum = 64 * sum / (things.count + 2); /* the shorter of two that say as much */
    return sum ? sum + begins_alike(&things, line) : 0;
}

/* The legal orders that share the rarest words with the line. */
static void cast_net(const struct looking *looking, struct understanding *out)
{
    const unsigned legal = places_legal(looking);
    unsigned weight[THINGS_MAX] = {0}, best[NET_MAX] = {0};
    struct things line, order;

    find_things(looking->lexicon, looking->text, looking->length, &line);
    for (unsigned i = 0; i < legal && line.count; i++) {
        guess_read(looking->game, looking->rulebook, looking->lexicon, &looking->list[i], &order);
        for (unsigned j = 0; j < line.count; j++)
            weight[j] += things_name(&order, &line.at[j]);
    }
    for (unsigned j = 0; j < line.count; j++)
        weight[j] = weight[j] ? 4096 / weight[j] + 1 : 0;
    for (unsigned i = 0; i < legal && line.count; i++) {
        unsigned shared = share(looking, &looking->list[i], &line, weight);

        for (unsigned place = 0; place < NET_MAX; place++)
            if (shared > best[place]) {
                memmove(best + place + 1, best + place, (NET_MAX - 1 - place) * sizeof *best);
                memmove(out->choice + place + 1, out->choice + place,
                        (NET_MAX - 1 - place) * sizeof *out->choice);
                best[place] = shared;
                out->choice[place] = looking->list[i];
                break;
            }
    }
    while (out->choice_count < NET_MAX && best[out->choice_count])
        out->choice_count++;
    out->from_net = true;
}

/* ---- all together ---- */

/* Who is meant by a word: an own figure, or the own one who carries what is; -1 = nobody. */
static int figure_of(const struct looking *looking, const struct thing *thing)
{
    const struct scene *scene = looking->scene;

    for (unsigned p = 0; p < scene->piece_count; p++) {
        int who = scene->piece[p].on >= 0 ? scene->piece[p].on : (int)p;

        if (places_has_term(thing, places_term(looking, (int)p)) &&
            scene->piece[who].seat == looking->seat && places_is_figure(scene, (unsigned)who))
            return who;
    }
    return -1;
}

/* Are things laid on squares, and is nobody moved? */
static bool only_lays(const struct looking *looking)
{
    const unsigned legal = places_legal(looking);
    struct things order;
    bool lays = false;

    for (unsigned i = 0; i < legal; i++) {
        guess_read(looking->game, looking->rulebook, looking->lexicon, &looking->list[i], &order);
        if (order.count && figure_of(looking, &order.at[0]) >= 0)
            return false;
        lays |= order.count > 1 && places_is_square(order.at[order.count - 1].place);
    }
    return lays;
}

/* Whom the line names first, of the own: "the rope to the mekanork" is of who has it. */
static void find_actor(struct looking *looking)
{
    const bool acts = !only_lays(looking);
    struct things things;

    looking->actor = -1;
    find_things(looking->lexicon, looking->text, looking->length, &things);
    for (unsigned i = 0; acts && i < things.count && looking->actor < 0; i++) {
        looking->actor = figure_of(looking, &things.at[i]);
        looking->actor_at = things.at[i].at;
    }
}

static void look_ahead(struct looking *looking)
{
    looking->forward = 1;
    for (unsigned i = 0; i < looking->scene->cell_count; i++)
        if (looking->scene->cell[i].home == looking->seat && looking->scene->cell[i].y > 0)
            looking->forward = -1;
}

/* It is refused for what it does not say, and not for what it says. */
static bool blames_words(const struct understanding *out)
{
    return *out->verdict.word || text_ends_with(out->verdict.reason, "-wanted", NULL);
}

/* "d0 goes as far as he can", "the one on b1 takes it": who is named by where he stands is named,
 * for all that follows. false: the line names nobody so */
static bool name_subject(struct looking *looking)
{
    struct stand_in found[SQUARES_MAX];
    TEXT_IN(text, line, PHRASE_BYTES);
    size_t first = strspn(looking->text, " "), used, behind;
    struct thing to;

    if (looking->actor >= 0 || !find_stand_ins(looking, found) || found[0].from != first ||
        phrase_is_word(looking->text[found[0].to]))
        return false;
    behind = found[0].to + strspn(looking->text + found[0].to, " ,:-");
    if (looking->scene->piece[found[0].piece].seat != looking->seat ||
        (!places_says(looking, first, PHRASE_PLACE_ONE, &used) &&
         (behind == looking->length || places_is_square(looking->text + behind) ||
          places_is_term(looking, behind, "word.to", &to))))
        return false;
    put_names(looking, found, 1, 1, &text);
    if (text.cut)
        return false;
    looking->length = phrase_fold(line, text.length, looking->text);
    return looking->length > 0;
}

static bool is_settled(const struct looking *looking, enum verdict_kind kind)
{
    return kind == VERDICT_DONE || !looking->length || looking->scene->columns == 0 ||
           phrase_asks(looking->lexicon, looking->text, looking->length) ||
           memchr(looking->text, '?', looking->length);
}

enum verdict_kind places_understand(const struct game *game, const void *rulebook,
                                    const struct lexicon *lexicon, unsigned seat, const void *state,
                                    const char *text, size_t length, struct order *list,
                                    void *ahead, struct scene *scene, struct understanding *out)
{
    enum verdict_kind kind =
        understand_line(game, rulebook, lexicon, seat, state, text, length, list, ahead, out);
    struct looking looking = {.game = game,
                              .rulebook = rulebook,
                              .lexicon = lexicon,
                              .own = lexicon && lexicon->own ? lexicon->own : lexicon,
                              .seat = seat,
                              .state = state,
                              .scene = scene,
                              .list = list,
                              .ahead = ahead};
    struct understanding other = {.choice_count = 0};

    if (kind == VERDICT_DONE || !lexicon)
        return kind;
    looking.length = phrase_fold(text, length, looking.text);
    if (kind == VERDICT_MALFORMED && list && places_extreme(&looking, out))
        return out->verdict.kind;
    game_view(game, rulebook, state, seat, ahead);
    game_scene(game, rulebook, ahead, seat, NULL, 0, scene);
    if (is_settled(&looking, kind))
        return kind;
    look_ahead(&looking);
    find_actor(&looking);
    looking.named = name_subject(&looking);
    if (looking.named) {
        kind = understand_line(game, rulebook, lexicon, seat, state, looking.text, looking.length,
                               list, ahead, out);
        if (kind == VERDICT_DONE)
            return kind;
        find_actor(&looking);
    }
    if (read_described(&looking, out) ||
        (looking.actor < 0 && !out->choice_count && read_areas(&looking, out)))
        return out->verdict.kind;
    if (kind != VERDICT_ILLEGAL && read_stand_ins(&looking, &other) &&
        (other.verdict.kind == VERDICT_DONE || !out->choice_count ||
         (looking.named && other.choice_count))) {
        *out = other;
        return out->verdict.kind;
    }
    if (out->verdict.kind == VERDICT_MALFORMED && !out->choice_count && blames_words(out))
        cast_net(&looking, out);
    return kind;
}
