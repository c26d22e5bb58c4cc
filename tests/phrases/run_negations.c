/* SPDX-License-Identifier: MIT */
/* Every wording of the words files that holds a negation, alone and behind "I", in every question
 * of every game: it is carried out as the order that it is a wording of, or not at all. And what is
 * no such wording orders nothing. Made, not listed: a new word is tried by itself. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "games/games.h"
#include "rules/negation.h"
#include "rules/understand.h"
#include "tests/phrases/shipped.h"

enum {
    QUESTIONS_MAX = 64,
    QUESTIONS_LEAST = 15,
    GAMES_PLAYED = 40,
    ORDERS_MOST = 400,
    STEPS_MAX = 64,
    LINE_BYTES = 256,
    PATH_BYTES = 512
};

static const struct {
    const char *code, *subject;
    const char *withheld[12]; /* no order in any question */
} languages[] = {
    {"en",
     " I ",
     {"don't pass", "I won't pass", "not out", "You pass", "I will not draw", "never add it",
      "don't end my turn", "I don't resign", "dont attack the troll", "not card 2",
      "I can't use the axe so I pass not", NULL}},
    {"es",
     " yo ",
     {"no paso", "no me retiro", "tú pasas", "nunca la uso", "no termino el turno", "no meto",
      "no me planto", "tampoco paso", "no abandono", "usted pasa", NULL}},
    {"it",
     " io ",
     {"non passo", "non mi ritiro", "tu passi", "mai la uso", "non finisco il turno",
      "non aggiungo", "non mi fermo", "neanche passo", "non abbandono", NULL}},
};
enum { LANGUAGES = sizeof languages / sizeof *languages };

/* One position of each question that random games come to. */
struct question {
    const struct game *game;
    const void *rulebook;
    unsigned topic, seat;
    void *state;
};

static struct library *library;
static struct question questions[QUESTIONS_MAX];
static unsigned question_count, tried, wrong, done;
static struct order list[LEGAL_MAX];

static unsigned below(unsigned bound)
{
    static uint64_t state = 20261128;

    state = state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(state >> 33) % bound;
}

static void note(const struct question *now, const struct decision *decision)
{
    for (unsigned i = 0; i < question_count; i++)
        if (questions[i].game == now->game && questions[i].topic == decision->topic)
            return;
    if (question_count == QUESTIONS_MAX)
        return;
    questions[question_count] = *now;
    questions[question_count].topic = decision->topic;
    questions[question_count].seat = decision->seat;
    questions[question_count].state = malloc(now->game->state_bytes);
    memcpy(questions[question_count++].state, now->state, now->game->state_bytes);
}

/* What the table does by itself, its draws from the stream; false: nothing. */
static bool table_acts(const struct question *now)
{
    struct decision decision[DECISIONS_MAX];
    uint16_t number[DRAW_NUMBERS_MAX];
    struct order draw;

    if (now->game->rules->legal(now->rulebook, now->state, SEAT_TABLE, list)) {
        now->game->rules->apply(now->rulebook, now->state, &list[0], NULL);
        return true;
    }
    if (!now->game->rules->open_decisions(now->rulebook, now->state, decision) ||
        decision[0].kind != DECISION_DRAW)
        return false;
    for (unsigned i = 0; i < DRAW_NUMBERS_MAX; i++)
        number[i] = (uint16_t)(i < decision[0].bound_count ? below(decision[0].bound[i]) : 0);
    now->game->rules->draw_order(now->rulebook, now->state, &decision[0], number, &draw);
    now->game->rules->apply(now->rulebook, now->state, &draw, NULL);
    return true;
}

/* The next order of a random game; false: it is over. */
static bool seat_acts(const struct question *now)
{
    struct decision decision[DECISIONS_MAX];
    unsigned count = now->game->rules->open_decisions(now->rulebook, now->state, decision), legal;

    for (unsigned i = 0; i < count; i++) {
        if (decision[i].kind != DECISION_ORDER)
            continue;
        note(now, &decision[i]);
        legal = now->game->rules->legal(now->rulebook, now->state, decision[i].seat, list);
        for (unsigned tries = 0; legal && tries < 8; tries++) {
            struct order *one = &list[below(legal)];

            if (now->game->text->kinds[one->kind].flags & ORDER_GIVES_UP && tries < 7)
                continue;
            now->game->rules->apply(now->rulebook, now->state, one, NULL);
            return true;
        }
    }
    return false;
}

static void play(const struct game *game, bool all)
{
    static const char *const options[] = {"boxes=both mode=common", "heroes=both"};
    struct game_setup setup = {"", game->seats_min + (all && game->seats_max > game->seats_min)};
    struct question now = {.game = game, .state = calloc(1, game->state_bytes)};
    struct verdict verdict = {0};
    const char *newest = NULL;
    bool begun = false;

    for (unsigned i = 0; game->versions[i]; i++)
        newest = game->versions[i];
    if (library_rulebook(library, game, newest, &now.rulebook, NULL) != RC_OK)
        exit(2);
    for (unsigned i = 0; i < sizeof options / sizeof *options && !begun; i++) {
        setup.options = all ? options[i] : "";
        begun = game->rules->setup(now.rulebook, &setup, now.state, &verdict) == VERDICT_DONE;
    }
    if (!begun)
        exit(2);
    for (unsigned i = 0; i < ORDERS_MOST; i++) {
        unsigned guard = 0;

        while (guard++ < STEPS_MAX && table_acts(&now))
            ;
        if (!seat_acts(&now))
            break;
    }
    free(now.state);
}

static bool may_mean(const struct lexicon *own, const char *word, const char *key)
{
    for (unsigned i = 0; i < own->word_count; i++) {
        const char *term = own->terms[own->word[i].term], *dot = strchr(term, '.');

        if (text_equal(own->word[i].text, word) && dot && text_equal(dot + 1, key))
            return true;
    }
    return false;
}

/* word: whose order it may be; NULL = none */
static void try_line(const struct question *now, const struct lexicon *lexicon, const char *line,
                     const char *word)
{
    struct understanding read;
    const char *key;

    tried++;
    if (understand_line(now->game, now->rulebook, lexicon, now->seat, now->state, line,
                        strlen(line), list, NULL, &read) != VERDICT_DONE)
        return;
    done++;
    key = now->game->text->kinds[read.order.kind].key;
    if (word && may_mean(lexicon->own, word, key))
        return;
    wrong++;
    printf("# %s, %s: \"%s\" is carried out as %s\n", now->game->name,
           now->game->text->topics[now->topic], line, key);
}

static bool is_order(const char *term)
{
    return text_starts_with(term, "order.") || text_starts_with(term, "verb.");
}

static void try_all(const struct question *now, unsigned l)
{
    const struct lexicon *lexicon =
        language_lexicon(library_language(library, languages[l].code), now->game);
    char line[LINE_BYTES];

    for (unsigned i = 0; i < lexicon->own->word_count; i++) {
        const struct lexicon_word *word = &lexicon->own->word[i];

        if (!is_order(lexicon->terms[word->term]) ||
            !negation_is_in(lexicon, word->text, word->length))
            continue;
        try_line(now, lexicon, word->text, word->text);
        snprintf(line, sizeof line, "%s %s", languages[l].subject + 1, word->text);
        try_line(now, lexicon, line, word->text);
    }
    for (unsigned i = 0; languages[l].withheld[i]; i++)
        try_line(now, lexicon, languages[l].withheld[i], NULL);
}

int main(void)
{
    library = shipped_library();
    for (const struct game *const *game = games; *game; game++)
        for (unsigned i = 0; i < GAMES_PLAYED; i++)
            play(*game, i % 2);
    for (unsigned q = 0; q < question_count; q++)
        for (unsigned l = 0; l < LANGUAGES; l++)
            try_all(&questions[q], l);
    printf("1..1\n# %u questions, %u lines, %u of them carried out\n", question_count, tried, done);
    printf("%s - a negation is carried out as its own wording's order or not at all\n",
           wrong || !done || question_count < QUESTIONS_LEAST ? "not ok" : "ok");
    for (unsigned q = 0; q < question_count; q++)
        free(questions[q].state);
    return wrong || !done || question_count < QUESTIONS_LEAST;
}
