/* SPDX-License-Identifier: MIT */
/* "My lowest card": the number that is meant, of those that may be ordered, is put in its place. */
#include "base/cursor.h"
#include "rules/places_p.h"

/* The number that an order ends with, and that alone: "card 3"; -1: it is no such order. */
static int number_of(const struct looking *looking, const struct order *order)
{
    struct things things;
    struct cursor cursor;
    int64_t number = -1;

    guess_read(looking->game, looking->rulebook, looking->lexicon, order, &things);
    if (things.count == 2 && !things.at[1].count) {
        cursor = cursor_of(things.at[1].place, strlen(things.at[1].place));
        if (!cursor_word(&cursor) || !cursor_number(&cursor, 0, 999, &number))
            number = -1;
    }
    return (int)number;
}

/* The least or greatest of what may be ordered; NULL: orders of another kind may be, too. */
static const struct order *find_extreme(const struct looking *looking, bool most)
{
    const unsigned legal = places_legal(looking);
    const struct order *found = NULL;
    int best = -1;

    for (unsigned i = 0; i < legal; i++) {
        int number = number_of(looking, &looking->list[i]);

        if (!guess_may(looking->game, &looking->list[i]))
            continue;
        if (number < 0 || (found && looking->list[i].kind != found->kind))
            return NULL;
        if (!found || (most ? number > best : number < best)) {
            found = &looking->list[i];
            best = number;
        }
    }
    return found;
}

/* The line with the number in the place of what begins at `from`. */
static void put_number(const struct looking *looking, const struct order *order, size_t from,
                       size_t to, struct text *out)
{
    text_put_bytes(out, looking->text, from);
    TEXT_PUT(out, " ", TEXT_INT(number_of(looking, order)), " ");
    text_put_bytes(out, looking->text + to, looking->length - to);
}

bool places_extreme(const struct looking *looking, struct understanding *out)
{
    if (phrase_doubt(looking->lexicon, looking->text, looking->length) != PHRASE_TERMS)
        return false; /* "the second smallest" */
    for (size_t at = 0, used; at < looking->length; at++) {
        char line[PHRASE_BYTES];
        struct text text = text_in(line, sizeof line);
        bool most = places_says(looking, at, PHRASE_PLACE_MOST, &used);
        const struct order *order;
        struct order wanted;

        if ((at && phrase_is_word(looking->text[at - 1])) ||
            (!most && !places_says(looking, at, PHRASE_PLACE_LEAST, &used)))
            continue;
        order = find_extreme(looking, most);
        if (!order)
            return false;
        wanted = *order; /* the list is written anew */
        put_number(looking, order, at, at + used, &text);
        if (text.cut || understand_line(looking->game, looking->rulebook, looking->lexicon,
                                        looking->seat, looking->state, text.at, text.length,
                                        looking->list, looking->ahead, out) != VERDICT_DONE) {
            *out = (struct understanding){.order = wanted, .choice = {wanted}, .choice_count = 1};
            verdict_ambiguous(&out->verdict, "asked-back");
        }
        return true;
    }
    return false;
}
