/* SPDX-License-Identifier: MIT */
/* How near a legal order is to a line: what each of them names, and what the other does not. */
#include "rules/guess.h"

#include "rules/phrase_p.h"

enum {
    MORE_MAX = 2,    /* things in an order that the line does not name: its verb, a colour */
    UNKNOWN_MAX = 1, /* words of a line that mean nothing, and for each thing three more: else it is
                        rather a story */
    UNKNOWN_EACH = 3,
    MANY = 3, /* things of a line of which an order need not name all */
    FAR = 2 * (MORE_MAX + 1)
};

/* Where in the line a thing is named; THINGS_MAX = nowhere. */
static unsigned place_of(const struct things *line, const struct thing *one)
{
    for (unsigned i = 0; i < line->count; i++)
        if (things_alike(&line->at[i], one))
            return i;
    return THINGS_MAX;
}

/* Are things named in the line as they stand in the order: who is first, where he goes last? */
static bool in_turn(const struct things *order, const struct things *line)
{
    unsigned before = 0;

    for (unsigned i = 0; i < order->count; i++) {
        unsigned at = place_of(line, &order->at[i]);

        if (at == THINGS_MAX)
            continue;
        if (at < before)
            return false;
        before = at;
    }
    return true;
}

/* Does the line name the order's own word, and another order's besides: "not use"? */
static bool contradicts(const struct lexicon *lexicon, const struct things *order,
                        const struct things *line)
{
    bool own = false, other = false;

    for (unsigned i = 0; i < line->count; i++)
        if (line->at[i].count && text_starts_with(lexicon->terms[line->at[i].term[0]], "order.")) {
            own |= things_name(order, &line->at[i]);
            other |= !things_name(order, &line->at[i]);
        }
    return own && other;
}

/* "troll attacks troll", of a line that names one: whom it does something to is the same as who. */
static bool is_second(const struct things *order, const struct things *line, unsigned i)
{
    unsigned named = 0;

    for (unsigned j = 0; j < line->count; j++)
        named += things_alike(&line->at[j], &order->at[i]);
    return order->at[0].count && things_alike(&order->at[0], &order->at[i]) && named < 2;
}

/* How far an order is from the line; FAR = they have little to do with each other. One thing that
 * it does not name may be a manner of speaking: "patches up"; so may the squares where they stand.
 */
static unsigned distance(const struct things *order, const struct things *line)
{
    unsigned more = 0, missing = 0;
    bool places = false, bare = true; /* "a4", where one token is to be put: whatever it is */

    for (unsigned i = 0; i < line->count; i++)
        if (!things_name(order, &line->at[i])) {
            missing += line->at[i].count || !places;
            places |= !line->at[i].count;
        }
    for (unsigned i = 0; i < order->count; i++)
        more += !things_name(line, &order->at[i]) || (i && is_second(order, line, i));
    for (unsigned i = 0; i < line->count; i++)
        bare &= !line->at[i].count;
    if (bare && !missing && more > MORE_MAX)
        return MORE_MAX;
    if (!more && missing > 1 && line->count > MANY && 2 * missing <= line->count)
        missing = 1; /* "waves his wand and roasts the troll to the east" */
    if (more > MORE_MAX || missing > 1 || (missing && line->count < MANY))
        return FAR;
    return more + missing * (MORE_MAX + 1);
}

void guess_read(const struct game *game, const void *rulebook, const struct lexicon *lexicon,
                const struct order *order, struct things *things)
{
    TEXT_IN(text, line, ORDER_TEXT_BYTES);

    game->text->write_order(rulebook, NULL, order, ORDER_FULL, &text);
    find_things(lexicon, line, text.length, things);
}

bool guess_may(const struct game *game, const struct order *order)
{
    return order->kind < game->text->kind_count &&
           !(game->text->kinds[order->kind].flags & (ORDER_ALWAYS | ORDER_GIVES_UP));
}

/* What no legal order names is a manner of speaking, too; not a square beside a deed of that sort.
 */
static void drop_foreign(const struct game *game, const void *rulebook,
                         const struct lexicon *lexicon, const struct order *list, unsigned count,
                         struct things *line)
{
    bool known[THINGS_MAX] = {false}, foreign = false;
    struct things order;
    unsigned kept = 0;

    for (unsigned i = 0; i < count; i++) {
        guess_read(game, rulebook, lexicon, &list[i], &order);
        for (unsigned j = 0; j < line->count; j++)
            known[j] |= things_name(&order, &line->at[j]);
    }
    for (unsigned j = 0; j < line->count; j++)
        foreign |= !known[j] && line->at[j].count;
    for (unsigned j = 0; j < line->count; j++)
        if (known[j] || (foreign && !line->at[j].count && text_is_letter(*line->at[j].place)))
            line->at[kept++] = line->at[j];
    line->unknown += line->count - kept;
    line->count = kept;
}

/* "anything but the lich": what the line names only to leave it out. */
static void take_exceptions(const struct lexicon *lexicon, const char *folded, struct things *line,
                            struct things *except)
{
    const struct lexicon *phrases = lexicon->own ? lexicon->own->phrases : lexicon->phrases;
    unsigned kept = 0;
    size_t behind = SIZE_MAX, used;

    except->count = 0;
    for (unsigned i = 0; i < line->count; i++) {
        const struct thing one = line->at[i];

        for (size_t at = i ? line->at[i - 1].at : 0; at < one.at; at++)
            if (phrase_is_word(folded[at]) && !(at && phrase_is_word(folded[at - 1])) &&
                phrase_is_there(phrases, folded + at, one.at - at, PHRASE_EXCEPT, &used))
                behind = at + used;
        if (behind <= one.at && phrase_words(folded + behind, one.at - behind) < 2) {
            except->at[except->count++] = one;
            behind = one.at + one.used;
        } else
            line->at[kept++] = one;
    }
    line->count = kept;
}

static bool names_any(const struct things *order, const struct things *things)
{
    for (unsigned i = 0; i < things->count; i++)
        if (things_name(order, &things->at[i]))
            return true;
    return false;
}

bool guess_leaves_out(const struct game *game, const void *rulebook, const struct lexicon *lexicon,
                      const char *text, size_t length, const struct order *order)
{
    char folded[PHRASE_BYTES];
    struct things line, named, except;

    if (!lexicon || length >= PHRASE_BYTES / 2)
        return false;
    length = phrase_clean(lexicon->own ? lexicon->own : lexicon, text, length, folded);
    find_things(lexicon, folded, length, &line);
    take_exceptions(lexicon, folded, &line, &except);
    guess_read(game, rulebook, lexicon, order, &named);
    return names_any(&named, &except);
}

/* "Fine, let another go in": a deed's wording of several words, of which courtesy is a part, is
 * looked for in the whole line, before a word of it is taken for another's. */
static void find_wordings(const struct lexicon *lexicon, const char *text, size_t length,
                          char folded[PHRASE_BYTES], struct things *line)
{
    char whole[PHRASE_BYTES];
    struct things all;
    bool longer = false;

    length = phrase_fold(text, length, whole);
    find_things(lexicon, whole, length, &all);
    for (unsigned i = 0; i < all.count && !longer; i++)
        longer = all.at[i].count && memchr(whole + all.at[i].at, ' ', all.at[i].used) &&
                 (text_starts_with(lexicon->terms[all.at[i].term[0]], "order.") ||
                  text_starts_with(lexicon->terms[all.at[i].term[0]], "verb.")) &&
                 !things_name(line, &all.at[i]);
    if (longer) {
        memcpy(folded, whole, sizeof whole);
        *line = all;
    }
}

unsigned guess_near(const struct game *game, const void *rulebook, const struct lexicon *lexicon,
                    const char *text, size_t length, const struct order *list, unsigned count,
                    unsigned most, struct order choice[CHOICES_MAX])
{
    char folded[PHRASE_BYTES];
    struct things line, order, except;
    unsigned found = 0, least = 2 * FAR - 1;

    if (!lexicon || length >= PHRASE_BYTES / 2 || count > GUESS_LEGAL_MAX)
        return 0;
    find_things(lexicon, folded,
                phrase_clean(lexicon->own ? lexicon->own : lexicon, text, length, folded), &line);
    find_wordings(lexicon, text, length, folded, &line);
    take_exceptions(lexicon, folded, &line, &except);
    drop_foreign(game, rulebook, lexicon, list, count, &line);
    if (!line.count || line.unknown > UNKNOWN_MAX + UNKNOWN_EACH * line.count)
        return 0;
    for (unsigned i = 0; i < count; i++) {
        unsigned far;

        if (!guess_may(game, &list[i]))
            continue;
        guess_read(game, rulebook, lexicon, &list[i], &order);
        far = 2 * distance(&order, &line) + !in_turn(&order, &line);
        if (far > least || contradicts(lexicon, &order, &line) || names_any(&order, &except))
            continue;
        found = far < least ? 0 : found;
        least = far;
        if (found < most)
            choice[found] = list[i];
        found += found <= most; /* one too many: only a nearer one helps */
    }
    return found <= most ? found : 0;
}
