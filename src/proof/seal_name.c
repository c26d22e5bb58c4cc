/* SPDX-License-Identifier: MIT */
/* Which names a player may seal under: those of his game, and his luck. */

#include "proof/proof_p.h"
#include "seal/seal.h"

enum { WORD_MAX = SEAL_NAME_MAX + 1, FORMS_TEXT = 400 };

static const char *const house_forms[] = {"luck/SEAT", NULL};

static size_t word_length(const char *at)
{
    return strcspn(at, "/");
}

static bool is_number(const char *word, size_t length)
{
    int64_t number;

    return length && word[0] != '0' && word[0] != '-' && text_to_int(word, length, &number);
}

static bool word_is(const char *word, size_t length, const char *wanted)
{
    return strlen(wanted) == length && memcmp(word, wanted, length) == 0;
}

/* "SEAT" is the player's own, any other word in capitals a number, all others stand for
 * themselves. */
static bool word_fits(const char *word, size_t length, const char *form, size_t form_length,
                      unsigned seat)
{
    if (word_is(form, form_length, "SEAT"))
        return word_is(word, length, TEXT_INT(seat));
    if (form[0] >= 'A' && form[0] <= 'Z')
        return is_number(word, length);
    return length == form_length && memcmp(word, form, length) == 0;
}

static bool name_fits(const char *name, const char *form, unsigned seat)
{
    for (;;) {
        size_t length = word_length(name), form_length = word_length(form);

        if (!word_fits(name, length, form, form_length, seat))
            return false;
        name += length;
        form += form_length;
        if (!*name || !*form)
            return !*name && !*form;
        name++;
        form++;
    }
}

static bool fits_one(const char *name, const char *const *forms, unsigned seat)
{
    for (; forms && *forms; forms++)
        if (name_fits(name, *forms, seat))
            return true;
    return false;
}

/* Of a game that is not told: a name whose first word no game here has may be one of a game that
 * only a newer program knows. */
static bool is_foreign(const struct proof *proof, const char *name)
{
    uint64_t first, second;
    size_t length = word_length(name);

    for (const struct game *const *game = proof->games; *game; game++)
        for (const char *const *form = game_held_seals((*game)); form && *form; form++)
            if (word_length(*form) == length && memcmp(*form, name, length) == 0)
                return false;
    return name[length] == '/' && seal_name_family(name, &first, &second) == SEAL_GAME;
}

static void put_forms(const char *const *forms, struct text *out)
{
    for (; forms && *forms; forms++) {
        if (out->length)
            text_put(out, ", ");
        text_put(out, *forms);
    }
}

bool proof_seal_name(struct proof *proof, const struct proof_game *game, unsigned seat,
                     const char *given, char name[SEAL_NAME_MAX + 1])
{
    bool fits;
    TEXT_IN(forms, list, FORMS_TEXT);

    if (text_equal(given, "luck")) {
        seal_name_write(SEAL_LUCK, seat, 0, name);
        return true;
    }
    fits = fits_one(given, house_forms, seat);
    for (const struct game *const *at = proof->games; *at; at++)
        if (!game->game || game->game == *at) {
            fits = fits || fits_one(given, game_held_seals((*at)), seat);
            put_forms(game_held_seals((*at)), &forms);
        }
    put_forms(house_forms, &forms);
    fits = fits || (!game->game && is_foreign(proof, given));
    if (fits && seal_name_is_valid(given, strlen(given))) {
        text_copy(name, SEAL_NAME_MAX + 1, given);
        return true;
    }
    ERR(&proof->err, RC_USAGE, "\"", given, "\" is no seal that this seat can make",
        game->game ? " in this game; there are " : "; there are ", list,
        ". The letter \"seals\" names those that are asked for now");
    return false;
}
