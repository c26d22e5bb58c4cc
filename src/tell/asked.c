/* SPDX-License-Identifier: MIT */
/* Compares a line with ways of asking, word by word as far as forms of a word are alike. */
#include "tell/asked.h"

#include "rules/lexicon.h"

enum {
    STEM_BYTES = 5,
    STEMS_MAX = 32,     /* of a line; a longer one asks more than one thing */
    WAY_BYTES = 2048,   /* of one way of asking */
    WHOLE = 840,        /* what a word weighs that one question alone has; a multiple of 1 to 8 */
    STRANGE = WHOLE / 4 /* a word that no question has */
};

/* What a line must share with a question: a weight, and so much of all that it says, in hundredths;
 * with its words whatever way they are from, or with a way of asking, of which it has so much. */
static const struct {
    unsigned weight, of_line, of_way, words;
} least[] = {
    [ASKED_PERHAPS] = {WHOLE * 3 / 5, 50, 0, 1},
    [ASKED_SURELY] = {WHOLE / 2, 55, 60, 2},
};

struct asking {
    char stem[STEMS_MAX][STEM_BYTES + 1];
    unsigned weight[STEMS_MAX], count, whole; /* whole: all weights */
};

/* The next word's beginning at *at, folded, which moves on; a letter alone is none. False: there is
 * no more. */
static bool next_stem(const char **at, char stem[STEM_BYTES + 1])
{
    static const char apart[] = " .,;:!?\"()'-";
    size_t length;

    do {
        *at += strspn(*at, apart);
        length = strcspn(*at, apart);
        *at += length == 1;
    } while (length == 1);
    text_copy(stem, length < STEM_BYTES ? length + 1 : STEM_BYTES + 1, *at);
    *at += length;
    return length > 0;
}

static unsigned place_of(const struct asking *asking, const char *stem)
{
    unsigned place = 0;

    while (place < asking->count && !text_equal(asking->stem[place], stem))
        place++;
    return place;
}

static void read_line(const char *line, struct asking *asking)
{
    char folded[1024], stem[STEM_BYTES + 1];
    size_t length = strlen(line);
    const char *at = folded;

    length = length < sizeof folded ? lexicon_fold(line, length, folded, NULL, sizeof folded) : 0;
    folded[length] = '\0';
    while (asking->count < STEMS_MAX && next_stem(&at, stem))
        if (place_of(asking, stem) == asking->count)
            text_copy(asking->stem[asking->count++], sizeof stem, stem);
}

/* The next way of asking at *at, which moves on, as a bit for each of the line's stems that it has;
 * *words: how many it has itself. */
static bool next_way(const struct asking *asking, const char **at, uint32_t *shared,
                     unsigned *words)
{
    char way[WAY_BYTES], folded[WAY_BYTES], stem[STEM_BYTES + 1];
    size_t length = strcspn(*at, "|");
    const char *word = folded;

    text_copy(way, length < sizeof way ? length + 1 : sizeof way, *at);
    *at += length + ((*at)[length] == '|');
    folded[lexicon_fold(way, strlen(way), folded, NULL, sizeof folded)] = '\0';
    *shared = *words = 0;
    while (next_stem(&word, stem)) {
        unsigned place = place_of(asking, stem);

        *words += 1;
        *shared |= place < asking->count ? UINT32_C(1) << place : 0;
    }
    return length > 0;
}

static bool is_question(const char *key, size_t *stem)
{
    return text_starts_with(key, "asked.") && text_ends_with(key, ".as", stem);
}

/* Of a word that so many questions have: the less the more have it, by the root of how many. */
static unsigned weight_in(unsigned questions)
{
    unsigned root = 1; /* in quarters */

    while ((root + 1) * (root + 1) <= 16 * questions)
        root++;
    return 4 * WHOLE / root;
}

static void weigh(const struct sentences *sentences, struct asking *asking)
{
    const char *key, *at = sentences_find(sentences, "asked.little");
    unsigned questions[STEMS_MAX] = {0}, words;
    uint32_t little = 0;
    size_t stem;

    if (at)
        next_way(asking, &at, &little, &words);

    for (size_t i = 0; (key = sentences_key_at(sentences, i)); i++) {
        uint32_t shared, all = 0;

        at = is_question(key, &stem) ? sentences_find(sentences, key) : "";
        while (next_way(asking, &at, &shared, &words))
            all |= shared;
        for (unsigned k = 0; k < asking->count; k++)
            questions[k] += all >> k & 1;
    }
    for (unsigned k = 0; k < asking->count; k++) {
        asking->weight[k] = little >> k & 1 ? 0 : questions[k] ? weight_in(questions[k]) : STRANGE;
        asking->whole += asking->weight[k];
    }
}

static unsigned weight_of(const struct asking *asking, uint32_t shared)
{
    unsigned weight = 0;

    for (unsigned k = 0; k < asking->count; k++)
        weight += shared >> k & 1 ? asking->weight[k] : 0;
    return weight;
}

static bool is_enough(const struct asking *asking, unsigned weight, unsigned same, unsigned words,
                      enum asked_likeness likeness)
{
    return weight >= least[likeness].weight && same >= least[likeness].words &&
           weight * 100 >= asking->whole * least[likeness].of_line &&
           same * 100 >= words * least[likeness].of_way;
}

/* How like the ways of asking one question are; 0 = not enough. */
static unsigned likeness_of(const struct asking *asking, const char *ways,
                            enum asked_likeness likeness)
{
    unsigned best = 0, words;
    uint32_t shared, all = 0;

    while (next_way(asking, &ways, &shared, &words)) {
        unsigned same = (unsigned)__builtin_popcount(shared), weight, like;

        all |= shared;
        weight = weight_of(asking, likeness == ASKED_SURELY ? shared : all);
        like = likeness == ASKED_SURELY ? weight * same / words : weight;
        if (same == words && same == asking->count) /* in just these words */
            return WHOLE * STEMS_MAX;
        if (like > best && is_enough(asking, weight, same, words, likeness))
            best = like;
    }
    return best;
}

/* The key of the question that is most like it, with ".as"; "" = none is. */
static const char *likest(const struct sentences *sentences, const struct asking *asking,
                          enum asked_likeness likeness)
{
    const char *name, *found = "";
    unsigned best = 0;
    size_t stem;

    for (size_t i = 0; (name = sentences_key_at(sentences, i)); i++) {
        unsigned like = is_question(name, &stem)
                            ? likeness_of(asking, sentences_find(sentences, name), likeness)
                            : 0;

        if (like > best) {
            best = like;
            found = name;
        }
    }
    return found;
}

bool asked_find(const struct sentences *sentences, const char *line, enum asked_likeness likeness,
                char key[SENTENCE_KEY_BYTES])
{
    struct asking asking = {.count = 0};
    const char *name;
    size_t stem = 0;

    read_line(line, &asking);
    weigh(sentences, &asking);
    name = likest(sentences, &asking, ASKED_SURELY);
    if (!*name && likeness == ASKED_PERHAPS)
        name = likest(sentences, &asking, ASKED_PERHAPS);
    (void)is_question(name, &stem);
    text_copy(key, stem + 1, name);
    return *key;
}
