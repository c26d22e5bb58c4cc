/* SPDX-License-Identifier: MIT */
/* Compares a line with ways of asking, word by word as far as forms of a word are alike. */
#include "tell/asked.h"

#include "rules/lexicon.h"

enum {
    STEM_BYTES = 5,
    STEMS_MAX = 32, /* of a line; a longer one asks more than one thing */
    WAYS_MAX = 2048,
    WAY_BYTES = 2048,   /* of one way of asking */
    WHOLE = 840,        /* what a word weighs that one question alone has */
    STRANGE = WHOLE / 4 /* a word that no question has */
};

/* What a line must share with a question: a weight, and so much of all that it says, in hundredths;
 * with its words whatever way they are from, or with a way of asking, of which it has so much. */
static const struct {
    unsigned weight, of_line, of_way, words;
} least[] = {
    [ASKED_PERHAPS] = {WHOLE * 3 / 5, 50, 0, 1},
    [ASKED_SURELY] = {WHOLE / 2, 55, 60, 2},
    [ASKED_NEARLY_SO] = {WHOLE / 2, 70, 80, 2},
};

struct asking {
    char stem[STEMS_MAX][STEM_BYTES + 1];
    unsigned weight[STEMS_MAX], count, whole; /* whole: all weights */
    /* Ways of asking that share a word with the line, those of a question one after the other. */
    struct way {
        const char *key; /* with ".as" */
        uint32_t shared; /* a bit for each of the line's stems that it has */
        unsigned words;  /* how many it has itself */
    } way[WAYS_MAX];
    unsigned ways;
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

/* The next way of asking at *at, which moves on. False: there is no more. */
static bool next_way(const struct asking *asking, const char **at, struct way *way)
{
    char text[WAY_BYTES], folded[WAY_BYTES], stem[STEM_BYTES + 1];
    size_t length = strcspn(*at, "|");
    const char *word = folded;

    text_copy(text, length < sizeof text ? length + 1 : sizeof text, *at);
    *at += length + ((*at)[length] == '|');
    folded[lexicon_fold(text, strlen(text), folded, NULL, sizeof folded)] = '\0';
    way->shared = way->words = 0;
    while (next_stem(&word, stem)) {
        unsigned place = place_of(asking, stem);

        way->words++;
        way->shared |= place < asking->count ? UINT32_C(1) << place : 0;
    }
    return length > 0;
}

static void read_ways(const struct sentences *sentences, struct asking *asking)
{
    const char *key;
    size_t stem;

    for (size_t i = 0; (key = sentences_key_at(sentences, i)); i++) {
        bool is_question = text_starts_with(key, "asked.") && text_ends_with(key, ".as", &stem);
        const char *at = is_question ? sentences_find(sentences, key) : "";
        struct way way = {.key = key};

        while (asking->ways < WAYS_MAX && next_way(asking, &at, &way))
            if (way.shared)
                asking->way[asking->ways++] = way;
    }
}

/* Of a word that so many questions have: the less the more have it, by the root of how many. */
static unsigned weight_in(unsigned questions)
{
    unsigned root = 1; /* in quarters */

    while ((root + 1) * (root + 1) <= 16 * questions)
        root++;
    return 4 * WHOLE / root;
}

/* little: words that stand in any question */
static void weigh(struct asking *asking, const char *little)
{
    unsigned questions[STEMS_MAX] = {0};
    struct way idle = {.shared = 0};
    uint32_t all = 0;

    if (little)
        next_way(asking, &little, &idle);
    for (unsigned i = 0; i < asking->ways; i++) {
        const struct way *way = &asking->way[i];

        all = i && way[-1].key == way->key ? all : 0;
        for (unsigned k = 0; k < asking->count; k++)
            questions[k] += (way->shared & ~all) >> k & 1;
        all |= way->shared;
    }
    for (unsigned k = 0; k < asking->count; k++) {
        asking->weight[k] = idle.shared >> k & 1 ? 0
                            : questions[k]       ? weight_in(questions[k])
                                                 : STRANGE;
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

/* How like the line a way of asking is; 0 = not enough. all: what it and others of its question
 * share with it */
static unsigned likeness_of(const struct asking *asking, const struct way *way, uint32_t all,
                            enum asked_likeness likeness)
{
    unsigned same = (unsigned)__builtin_popcount(way->shared);
    unsigned weight = weight_of(asking, likeness == ASKED_PERHAPS ? all : way->shared);

    if (same == way->words && same == asking->count) /* in just these words */
        return WHOLE * STEMS_MAX;
    if (asking->count == 1 || weight < least[likeness].weight || same < least[likeness].words ||
        weight * 100 < asking->whole * least[likeness].of_line ||
        same * 100 < way->words * least[likeness].of_way)
        return 0;
    return likeness == ASKED_PERHAPS ? weight : weight * same / way->words;
}

/* The key of the question that is most like it, with ".as"; "" = none is. */
static const char *likest(const struct asking *asking, enum asked_likeness likeness)
{
    const char *found = "";
    unsigned best = 0;
    uint32_t all = 0;

    for (unsigned i = 0; i < asking->ways; i++) {
        const struct way *way = &asking->way[i];
        unsigned like;

        all = (i && way[-1].key == way->key ? all : 0) | way->shared;
        like = likeness_of(asking, way, all, likeness);
        if (like > best) {
            best = like;
            found = way->key;
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
    read_ways(sentences, &asking);
    weigh(&asking, sentences_find(sentences, "asked.little"));
    name = likest(&asking, likeness);
    (void)text_ends_with(name, ".as", &stem);
    text_copy(key, stem + 1, name);
    return *key;
}
